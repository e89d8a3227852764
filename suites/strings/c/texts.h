/* The strings of a cell, made in its set-up, the same in each language, and the hash of a result.
 *
 * In: numbers, the cell's inputs, and the parameter `entries`; out: so many strings. How they are drawn is said in
 * rust/texts/src/texts.rs. For C and Objective-C.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include "paragone.h"

#include <stdlib.h>
#include <string.h>

/* All strings in one piece, and where each of them ends. */
typedef struct {
    size_t *ends;
    char *bytes;
} texts;

typedef struct {
    uint32_t state[4], drawn;
    int left;
} draws;

static inline uint32_t draws_rotated(uint32_t word, int by) { return word << by | word >> (32 - by); }

static inline uint32_t draws_next(draws *d) {
    uint32_t *s = d->state, result = draws_rotated(s[0] + s[3], 7) + s[0], shifted = s[1] << 9;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = draws_rotated(s[3], 11);
    return result;
}

/* A number below the limit, which is at most 256. */
static inline size_t draws_below(draws *d, size_t limit) {
    size_t byte;
    if (!d->left) d->drawn = draws_next(d), d->left = 4;
    byte = d->drawn & 0xff;
    d->drawn >>= 8, d->left--;
    return byte * limit >> 8;
}

/* How many strings an input asks for: the first ones are the same however many there are. */
static inline uint64_t texts_number(const unsigned char *input) {
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++) number |= (uint64_t)input[i] << 8 * i;
    return number;
}

static inline void texts_free(void *state) {
    texts *all = state;
    if (all) free(all->ends), free(all->bytes), free(all);
}

/* NULL where it failed, with the reason told. */
static inline void *texts_of(const paragone_cell *cell) {
    const char *starts[256], *entries = paragone_param(cell, "entries");
    size_t lengths[256], kinds = 0, length = 0, size = 0, longest = 0;
    draws d = {{1, 18446744, 73709, 551615}, 0, 0};
    uint64_t count = 0, made;
    texts *all = calloc(1, sizeof *all);
    if (!entries) return free(all), paragone_fail("no parameter `entries`"), NULL;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        uint64_t number = texts_number(paragone_input(cell, i, &length));
        if (number > count) count = number;
    }
    while (kinds < 256 && *entries) {
        starts[kinds] = entries, lengths[kinds] = strcspn(entries, " ");
        if (lengths[kinds] > longest) longest = lengths[kinds];
        entries += lengths[kinds++];
        entries += *entries == ' ';
    }
    if (all) all->ends = malloc((count + 1) * sizeof *all->ends), all->bytes = malloc((count * 99 + 1) * longest);
    if (!all || !all->ends || !all->bytes) return texts_free(all), paragone_fail("out of memory"), NULL;
    for (made = 0; made < count; made++) {
        for (size_t left = 50 + draws_below(&d, 50); left > 0; left--) {
            size_t kind = draws_below(&d, kinds);
            memcpy(all->bytes + size, starts[kind], lengths[kind]);
            size += lengths[kind];
        }
        all->ends[made] = size;
    }
    return all;
}

/* FNV-1a of 64 bits. */
static inline uint64_t texts_hash(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* Registers a way for both benchmarks. */
static inline void texts_bench(const char *name, paragone_call *call) {
    static const char *const benchmarks[] = {"emoji", "letters", "libraries-emoji", "libraries-letters"};
    for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++) {
        paragone_job *job = paragone_bench(benchmarks[i], name, call);
        job->setup = texts_of, job->teardown = texts_free;
    }
}

#endif
