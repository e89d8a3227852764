/* What the ciphers of every library are given: key, nonce, associated data, and room for what comes out.
 *
 * In: a cell's parameters in hexadecimal, and its inputs; out: the bytes, and a buffer for the longest input and a tag. It
 * knows no cipher.
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
    /* Some libraries want a block more than they write. */
    t->out = malloc(longest + TAG + 64);
    if (keys < key || nonces < nonce) paragone_fail("`key` or `nonce` is shorter than the cipher's");
    if (!t->out) paragone_fail("out of memory");
    return keys >= key && nonces >= nonce && t->out;
}

#endif
