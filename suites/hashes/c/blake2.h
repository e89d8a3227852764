/* What every BLAKE2 of ours has in common: the numbers of RFC 7693, the way through a message, the driver.
 *
 * In: two functions, of the file that includes this one, that take in a block; out: a driver with
 * BLAKE2b-512 and BLAKE2s-256 without a key. It must not know how a block is taken in.
 */
#ifndef BLAKE2_H
#define BLAKE2_H

#include "paragone.h"

#include <string.h>

/* RFC 7693, section 2.7: which word of the message each mixing takes, by round; BLAKE2b's rounds 10 and
 * 11 are rounds 0 and 1 again. */
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

static const uint64_t start64[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static const uint32_t start32[8] = {
    0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u,
};

/* Words are little-endian in the message and in the digest. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline uint64_t little64(uint64_t word) { return __builtin_bswap64(word); }
static inline uint32_t little32(uint32_t word) { return __builtin_bswap32(word); }
#else
static inline uint64_t little64(uint64_t word) { return word; }
static inline uint32_t little32(uint32_t word) { return word; }
#endif

/* To be written by who includes this. `h` is the state; `count` is how many bytes of the message have been
 * taken, those of this block included. The high half of the RFC's counter stays 0: a message in memory is
 * shorter than 2^64 bytes. `last` is all ones with the last block, and else 0. */
static void compress64(uint64_t h[8], const unsigned char block[128], uint64_t count, uint64_t last);
static void compress32(uint32_t h[8], const unsigned char block[64], uint64_t count, uint32_t last);

/* The last block is compressed apart, filled up with zeros, also where the message ends with a whole
 * block; an empty message is one block of zeros. */
static void blake2b(void *state, const unsigned char *input, size_t length) {
    static unsigned char out[64];
    unsigned char block[128] = {0};
    uint64_t h[8];
    size_t taken = 0;
    (void)state;
    memcpy(h, start64, sizeof h);
    h[0] ^= 0x01010000u ^ 64; /* depth and fan-out 1, no key, 64 bytes of digest */
    for (; length - taken > 128; taken += 128) compress64(h, input + taken, taken + 128, 0);
    if (length > taken) memcpy(block, input + taken, length - taken);
    compress64(h, block, length, UINT64_MAX);
    for (int i = 0; i < 8; i++) h[i] = little64(h[i]);
    memcpy(out, h, sizeof out);
    paragone_answer(out, sizeof out);
}

static void blake2s(void *state, const unsigned char *input, size_t length) {
    static unsigned char out[32];
    unsigned char block[64] = {0};
    uint32_t h[8];
    size_t taken = 0;
    (void)state;
    memcpy(h, start32, sizeof h);
    h[0] ^= 0x01010000u ^ 32;
    for (; length - taken > 64; taken += 64) compress32(h, input + taken, taken + 64, 0);
    if (length > taken) memcpy(block, input + taken, length - taken);
    compress32(h, block, length, UINT32_MAX);
    for (int i = 0; i < 8; i++) h[i] = little32(h[i]);
    memcpy(out, h, sizeof out);
    paragone_answer(out, sizeof out);
}

/* Serves both hashes under the name of one implementation. */
static int serve_as(const char *implementation) {
    paragone_bench("blake2b", implementation, blake2b);
    paragone_bench("blake2s", implementation, blake2s);
    return paragone_serve();
}

#endif
