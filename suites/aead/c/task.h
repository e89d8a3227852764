/* What the ciphers of every library are given: key, nonce, associated data, and room for what comes out.
 *
 * In: a cell's parameters in hexadecimal, and its inputs; out: the bytes, a buffer for the longest input and a tag, and
 * every input encrypted, which decryption is given: with the parameter `given` at `sealed` the inputs are so already,
 * with their tags behind them, and may be refused. It knows no cipher.
 */
#ifndef TASK_H
#define TASK_H

#include "paragone.h"

#include <stdlib.h>
#include <string.h>

enum { TAG = 16 };

typedef struct {
    unsigned char key[64], nonce[64], header[256];
    size_t header_length;
    unsigned char *out;
    /* By input: where it lies, and the text encrypted with its tag behind it; NULL until it is made. */
    const unsigned char **inputs;
    unsigned char **sealed;
    size_t count;
    int is_sealed;
} task;

static inline int digit_of(char c) {
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The bytes of a parameter; none, and the cell failed, where it is not as it should be. */
static inline size_t bytes_of(const paragone_cell *cell, const char *name, unsigned char *bytes, size_t most) {
    const char *text = paragone_param(cell, name);
    size_t length = text ? strlen(text) / 2 : 0;
    if (!text || length > most || strlen(text) % 2) return paragone_fail("a parameter is missing, or too long"), 0;
    for (size_t i = 0; i < length; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return paragone_fail("a parameter is not in hexadecimal digits 0-9 a-f"), 0;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return length;
}

/* Fails the cell where key or nonce are shorter than the cipher's, or there is no memory. */
static inline int task_of(const paragone_cell *cell, task *t, size_t key, size_t nonce) {
    size_t longest = 0;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t length;
        paragone_input(cell, i, &length);
        if (length > longest) longest = length;
    }
    size_t keys = bytes_of(cell, "key", t->key, sizeof t->key);
    size_t nonces = bytes_of(cell, "nonce", t->nonce, sizeof t->nonce);
    t->header_length = bytes_of(cell, "header", t->header, sizeof t->header);
    const char *given = paragone_param(cell, "given");
    t->is_sealed = given && !strcmp(given, "sealed");
    /* Some libraries want a block more than they write. */
    t->out = malloc(longest + TAG + 64);
    if (keys < key || nonces < nonce) paragone_fail("`key` or `nonce` is shorter than the cipher's");
    if (!t->out) paragone_fail("out of memory");
    return keys >= key && nonces >= nonce && t->out;
}

/* How long the text of an input is. */
static inline size_t text_of(const task *t, size_t length) { return t->is_sealed ? length - TAG : length; }

/* Encrypts every input by `seal`, which leaves the text with its tag in `out`: for decryption, before the clock runs. */
static inline void seal_all(const paragone_cell *cell, task *t, void (*seal)(void *, const unsigned char *, size_t), void *state) {
    size_t count = paragone_inputs(cell);
    t->inputs = calloc(count, sizeof *t->inputs);
    t->sealed = calloc(count, sizeof *t->sealed);
    if (!t->inputs || !t->sealed) { paragone_fail("out of memory"); return; }
    for (; t->count < count; t->count++) {
        size_t length;
        const unsigned char *input = paragone_input(cell, t->count, &length);
        if (t->is_sealed && length < TAG) { paragone_fail("what is sealed has a tag behind it"); return; }
        if (!t->is_sealed) seal(state, input, length);
        size_t with_tag = text_of(t, length) + TAG;
        unsigned char *copy = malloc(with_tag);
        if (!copy) { paragone_fail("out of memory"); return; }
        memcpy(copy, t->is_sealed ? input : t->out, with_tag);
        t->inputs[t->count] = input;
        t->sealed[t->count] = copy;
    }
}

/* The encrypted form of an input of this cell. */
static inline unsigned char *sealed_of(const task *t, const unsigned char *input) {
    for (size_t i = 0; i < t->count; i++)
        if (t->inputs[i] == input) return t->sealed[i];
    paragone_fail("an input came that the set-up had not seen");
    return NULL;
}

/* Answers the text that was opened, or that it was refused: only what came sealed may be. */
static inline void opened(const task *t, int refused, size_t text, const char *why) {
    if (!refused) paragone_answer(t->out, text);
    else if (t->is_sealed) paragone_answer("refused", 7);
    else paragone_fail(why);
}

static inline void task_free(task *t) {
    for (size_t i = 0; i < t->count; i++) free(t->sealed[i]);
    free(t->sealed);
    free(t->inputs);
    free(t->out);
}

#endif
