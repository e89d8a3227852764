/* What the ciphers of every library are given: key, initialisation vector, and room for what comes out.
 *
 * In: a cell's parameters `key` and `iv` in hexadecimal, and its inputs; out: the bytes, and a buffer as
 * long as the longest input. It knows no cipher.
 */
#ifndef TASK_H
#define TASK_H

#include "paragone.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char key[64], iv[16];
    size_t key_length, iv_length;
    unsigned char *out;
} task;

static inline int digit_of(char c) {
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The bytes of a parameter; none where the suite does not set it. */
static inline size_t bytes_of(const paragone_cell *cell, const char *name, unsigned char *bytes, size_t most) {
    const char *text = paragone_param(cell, name);
    size_t length = text ? strlen(text) / 2 : 0;
    if (!text) return 0;
    if (length > most || strlen(text) % 2) return paragone_fail("`key` or `iv` has a length that no cipher here takes"), 0;
    for (size_t i = 0; i < length; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return paragone_fail("`key` or `iv` is not in hexadecimal digits 0-9 a-f"), 0;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return length;
}

/* Fails the cell where there is no key or no memory. */
static inline int task_of(const paragone_cell *cell, task *t) {
    size_t longest = 0;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t length;
        paragone_input(cell, i, &length);
        if (length > longest) longest = length;
    }
    t->key_length = bytes_of(cell, "key", t->key, sizeof t->key);
    t->iv_length = bytes_of(cell, "iv", t->iv, sizeof t->iv);
    /* Some libraries want a block more than they write. */
    t->out = malloc(longest + 64);
    if (!t->key_length) paragone_fail("no parameter `key`");
    if (!t->out) paragone_fail("out of memory");
    return t->key_length && t->out;
}

#endif
