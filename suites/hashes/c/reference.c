/* BLAKE2b-512 and BLAKE2s-256 without a key, in portable C, written from RFC 7693.
 *
 * In: a message in memory; out: its digest. No intrinsics and no assembly: what the four builds of this
 * file differ in is the compiler's doing alone.
 */
#include "blake2.h"

static inline uint64_t turn64(uint64_t word, unsigned bits) { return word >> bits | word << (64 - bits); }
static inline uint32_t turn32(uint32_t word, unsigned bits) { return word >> bits | word << (32 - bits); }

#define MIX64(a, b, c, d, x, y)                                                           \
    a += b + (x), d = turn64(d ^ a, 32), c += d, b = turn64(b ^ c, 24);                   \
    a += b + (y), d = turn64(d ^ a, 16), c += d, b = turn64(b ^ c, 63);

#define MIX32(a, b, c, d, x, y)                                                           \
    a += b + (x), d = turn32(d ^ a, 16), c += d, b = turn32(b ^ c, 12);                   \
    a += b + (y), d = turn32(d ^ a, 8), c += d, b = turn32(b ^ c, 7);

/* Columns, then diagonals. The row of `sigma` is a constant wherever this is used, so that every index
 * is known when the code is compiled. */
#define ROUND(MIX, row)                                                                   \
    MIX(v[0], v[4], v[8], v[12], m[sigma[row][0]], m[sigma[row][1]])                      \
    MIX(v[1], v[5], v[9], v[13], m[sigma[row][2]], m[sigma[row][3]])                      \
    MIX(v[2], v[6], v[10], v[14], m[sigma[row][4]], m[sigma[row][5]])                     \
    MIX(v[3], v[7], v[11], v[15], m[sigma[row][6]], m[sigma[row][7]])                     \
    MIX(v[0], v[5], v[10], v[15], m[sigma[row][8]], m[sigma[row][9]])                     \
    MIX(v[1], v[6], v[11], v[12], m[sigma[row][10]], m[sigma[row][11]])                   \
    MIX(v[2], v[7], v[8], v[13], m[sigma[row][12]], m[sigma[row][13]])                    \
    MIX(v[3], v[4], v[9], v[14], m[sigma[row][14]], m[sigma[row][15]])

#define TEN_ROUNDS(MIX)                                                                   \
    ROUND(MIX, 0) ROUND(MIX, 1) ROUND(MIX, 2) ROUND(MIX, 3) ROUND(MIX, 4)                 \
    ROUND(MIX, 5) ROUND(MIX, 6) ROUND(MIX, 7) ROUND(MIX, 8) ROUND(MIX, 9)

static void compress64(uint64_t h[8], const unsigned char block[128], uint64_t count, uint64_t last) {
    uint64_t m[16], v[16];
    memcpy(m, block, 128);
    for (int i = 0; i < 16; i++) m[i] = little64(m[i]);
    for (int i = 0; i < 8; i++) v[i] = h[i], v[8 + i] = start64[i];
    v[12] ^= count;
    v[14] ^= last;
    TEN_ROUNDS(MIX64)
    ROUND(MIX64, 0)
    ROUND(MIX64, 1)
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

static void compress32(uint32_t h[8], const unsigned char block[64], uint64_t count, uint32_t last) {
    uint32_t m[16], v[16];
    memcpy(m, block, 64);
    for (int i = 0; i < 16; i++) m[i] = little32(m[i]);
    for (int i = 0; i < 8; i++) v[i] = h[i], v[8 + i] = start32[i];
    v[12] ^= (uint32_t)count;
    v[13] ^= (uint32_t)(count >> 32);
    v[14] ^= last;
    TEN_ROUNDS(MIX32)
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

int main(void) { return serve_as("reference"); }
