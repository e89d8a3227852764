/* BLAKE2b-512 without a key, in two ways that differ in how bytes are counted: `whole` is right, `halves`
 * has a fault that the compiler may or may not turn into wrong digests.
 *
 * In: a message in memory; out: its digest. The hash is written from RFC 7693 in loops that fit a screen.
 */
#include "paragone.h"

#include <stdlib.h>
#include <string.h>

struct hash {
    uint64_t state[8];
    uint64_t count; /* bytes of the message so far */
};

/* Takes in a block of which `bytes` belong to the message. */
typedef void take(struct hash *hash, const unsigned char block[128], uint32_t bytes, uint64_t last);

static const unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static const uint64_t start[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static uint64_t little(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint64_t turn(uint64_t word, unsigned bits) { return word >> bits | word << (64 - bits); }

static void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y) {
    *a += *b + x, *d = turn(*d ^ *a, 32), *c += *d, *b = turn(*b ^ *c, 24);
    *a += *b + y, *d = turn(*d ^ *a, 16), *c += *d, *b = turn(*b ^ *c, 63);
}

static void compress(uint64_t state[8], const unsigned char block[128], uint64_t count, uint64_t last) {
    uint64_t m[16], v[16];
    memcpy(m, block, 128);
    for (int i = 0; i < 16; i++) m[i] = little(m[i]);
    for (int i = 0; i < 8; i++) v[i] = state[i], v[8 + i] = start[i];
    v[12] ^= count;
    v[14] ^= last;
    for (int round = 0; round < 12; round++) {
        const unsigned char *word = sigma[round % 10];
        for (int i = 0; i < 4; i++) mix(v + i, v + 4 + i, v + 8 + i, v + 12 + i, m[word[2 * i]], m[word[2 * i + 1]]);
        for (int i = 0; i < 4; i++) {
            mix(v + i, v + 4 + (i + 1) % 4, v + 8 + (i + 2) % 4, v + 12 + (i + 3) % 4, m[word[8 + 2 * i]],
                m[word[9 + 2 * i]]);
        }
    }
    for (int i = 0; i < 8; i++) state[i] ^= v[i] ^ v[8 + i];
}

static void take_whole(struct hash *hash, const unsigned char block[128], uint32_t bytes, uint64_t last) {
    const uint64_t before = hash->count;
    hash->count += bytes;
    if (hash->count < before) paragone_fail("a message of more than 2^64 bytes");
    compress(hash->state, block, hash->count, last);
}

/* The fault. The count is raised in halves, with the carry by hand, as on processors of 32 bits, through a
 * pointer to another type than that of `count`. C11, 6.5 paragraph 7, leaves that undefined: a compiler
 * may hold that `count` is still what it was `before`. So it is a block too low, and of the check nothing
 * is left. */
static void take_halves(struct hash *hash, const unsigned char block[128], uint32_t bytes, uint64_t last) {
    const int low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    uint32_t *half = (uint32_t *)&hash->count;
    const uint64_t before = hash->count;
    half[low] += bytes;
    if (half[low] < bytes) half[1 - low]++;
    if (hash->count < before) paragone_fail("a message of more than 2^64 bytes");
    compress(hash->state, block, hash->count, last);
}

/* The last block is taken in apart, filled up with zeros, also where the message ends with a whole one. */
static void digest(struct hash *hash, take *take, const unsigned char *input, size_t length) {
    unsigned char block[128] = {0};
    memcpy(hash->state, start, sizeof start);
    hash->state[0] ^= 0x01010000u ^ 64; /* depth and fan-out 1, no key, 64 bytes of digest */
    hash->count = 0;
    for (; length > 128; input += 128, length -= 128) take(hash, input, 128, 0);
    if (length > 0) memcpy(block, input, length);
    take(hash, block, (uint32_t)length, UINT64_MAX);
    for (int i = 0; i < 8; i++) hash->state[i] = little(hash->state[i]);
    paragone_answer(hash->state, sizeof hash->state);
}

static void whole(void *hash, const unsigned char *input, size_t length) { digest(hash, take_whole, input, length); }
static void halves(void *hash, const unsigned char *input, size_t length) { digest(hash, take_halves, input, length); }

static void *make(const paragone_cell *cell) {
    (void)cell;
    struct hash *hash = malloc(sizeof *hash);
    if (hash == NULL) paragone_fail("no memory");
    return hash;
}

static void add(const char *name, paragone_call *call) {
    paragone_job *job = paragone_bench("blake2b", name, call);
    job->setup = make;
    job->teardown = free;
}

int main(void) {
    add("whole", whole);
    add("halves", halves);
    return paragone_serve();
}
