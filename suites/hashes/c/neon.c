/* BLAKE2b-512 and BLAKE2s-256 without a key, in the vector instructions of AArch64, written from RFC 7693.
 *
 * In: a message in memory; out: its digest. The four mixings of a half round are computed side by side, a
 * row of the RFC's square in one vector of 32-bit words or in two of 64-bit words. The file is for
 * processors that have the instructions; whether this one has is the suite's question, not asked here.
 */
#include "blake2.h"

#include <arm_neon.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "blocks are loaded as they lie in memory, which makes little-endian words on such processors alone"
#endif

/* Turns by whole bytes are one instruction: a reversal of halves, or a look-up of bytes. The others are a
 * shift and a shift that inserts. */
static inline uint64x2_t bytes64(uint64x2_t words, uint8x16_t order) {
    return vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(words), order));
}
static inline uint32x4_t bytes32(uint32x4_t words, uint8x16_t order) {
    return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(words), order));
}

#define TURN64_32(words) vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(words)))
#define TURN64_24(words) bytes64(words, three)
#define TURN64_16(words) bytes64(words, two)
#define TURN64_63(words) vsriq_n_u64(vaddq_u64(words, words), words, 63)

#define TURN32_16(words) vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(words)))
#define TURN32_12(words) vsriq_n_u32(vshlq_n_u32(words, 20), words, 12)
#define TURN32_8(words) bytes32(words, one)
#define TURN32_7(words) vsriq_n_u32(vshlq_n_u32(words, 25), words, 7)

/* Byte i of a turned word is byte i + 1, i + 2 or i + 3 of the word. */
static const uint8_t by_one[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};
static const uint8_t by_two[16] = {2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9};
static const uint8_t by_three[16] = {3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10};

/* Words `low` and `high` of the message, which is in eight registers. Both are constants where this is
 * used, and so one instruction is left, or two. */
static inline uint64x2_t pair(const uint64x2_t m[8], unsigned low, unsigned high) {
    const uint64x2_t one = m[low / 2], other = m[high / 2];
    if (low % 2) return high % 2 ? vzip2q_u64(one, other) : vextq_u64(one, other, 1);
    return high % 2 ? vcopyq_laneq_u64(one, 1, other, 1) : vzip1q_u64(one, other);
}

/* What is awaited longest is added last: `b` comes from the step before, the message from memory. */
#define HALF64(x0, x1, TURN_D, TURN_B)                                                    \
    a0 = vaddq_u64(vaddq_u64(a0, x0), b0), a1 = vaddq_u64(vaddq_u64(a1, x1), b1);         \
    d0 = veorq_u64(d0, a0), d1 = veorq_u64(d1, a1);                                       \
    d0 = TURN_D(d0), d1 = TURN_D(d1);                                                     \
    c0 = vaddq_u64(c0, d0), c1 = vaddq_u64(c1, d1);                                       \
    b0 = veorq_u64(b0, c0), b1 = veorq_u64(b1, c1);                                       \
    b0 = TURN_B(b0), b1 = TURN_B(b1);

#define MIX64(s0, s1, s2, s3, s4, s5, s6, s7)                                             \
    HALF64(pair(m, s0, s2), pair(m, s4, s6), TURN64_32, TURN64_24)                        \
    HALF64(pair(m, s1, s3), pair(m, s5, s7), TURN64_16, TURN64_63)

/* A row turned by one column or by three, which is back by one. */
#define FORTH64(row0, row1) next = vextq_u64(row0, row1, 1), row1 = vextq_u64(row1, row0, 1), row0 = next;
#define BACK64(row0, row1) next = vextq_u64(row1, row0, 1), row1 = vextq_u64(row0, row1, 1), row0 = next;
#define SWAP64(row0, row1) next = row0, row0 = row1, row1 = next;

/* Columns, then diagonals. For these the rows a, c and d are turned towards b, which every step waits for:
 * so that the lanes hold the diagonals 3, 0, 1, 2, and the message's words come in that order. */
#define ROUND64(row)                                                                      \
    MIX64(sigma[row][0], sigma[row][1], sigma[row][2], sigma[row][3],                     \
          sigma[row][4], sigma[row][5], sigma[row][6], sigma[row][7])                     \
    BACK64(a0, a1) FORTH64(c0, c1) SWAP64(d0, d1)                                         \
    MIX64(sigma[row][14], sigma[row][15], sigma[row][8], sigma[row][9],                   \
          sigma[row][10], sigma[row][11], sigma[row][12], sigma[row][13])                 \
    FORTH64(a0, a1) BACK64(c0, c1) SWAP64(d0, d1)

static void compress64(uint64_t h[8], const unsigned char block[128], uint64_t count, uint64_t last) {
    const uint8x16_t two = vld1q_u8(by_two), three = vld1q_u8(by_three);
    const uint64_t told[4] = {count, 0, last, 0};
    uint64x2_t m[8], next;
    for (int i = 0; i < 8; i++) m[i] = vreinterpretq_u64_u8(vld1q_u8(block + 16 * i));
    uint64x2_t a0 = vld1q_u64(h), a1 = vld1q_u64(h + 2);
    uint64x2_t b0 = vld1q_u64(h + 4), b1 = vld1q_u64(h + 6);
    uint64x2_t c0 = vld1q_u64(start64), c1 = vld1q_u64(start64 + 2);
    uint64x2_t d0 = veorq_u64(vld1q_u64(start64 + 4), vld1q_u64(told));
    uint64x2_t d1 = veorq_u64(vld1q_u64(start64 + 6), vld1q_u64(told + 2));
    ROUND64(0) ROUND64(1) ROUND64(2) ROUND64(3) ROUND64(4) ROUND64(5)
    ROUND64(6) ROUND64(7) ROUND64(8) ROUND64(9) ROUND64(0) ROUND64(1)
    vst1q_u64(h, veorq_u64(vld1q_u64(h), veorq_u64(a0, c0)));
    vst1q_u64(h + 2, veorq_u64(vld1q_u64(h + 2), veorq_u64(a1, c1)));
    vst1q_u64(h + 4, veorq_u64(vld1q_u64(h + 4), veorq_u64(b0, d0)));
    vst1q_u64(h + 6, veorq_u64(vld1q_u64(h + 6), veorq_u64(b1, d1)));
}

/* A block of BLAKE2s is four registers, out of which one look-up takes any four words: by round, its bytes
 * for the first and the second step of the columns, and of the diagonals in the order said above. */
static uint8_t picks[10][4][16];

static void fill_picks(void) {
    for (int row = 0; row < 10; row++) {
        for (int lane = 0; lane < 4; lane++) {
            const int column = 2 * lane, diagonal = 8 + 2 * ((lane + 3) % 4);
            const int words[4] = {column, column + 1, diagonal, diagonal + 1};
            for (int step = 0; step < 4; step++) {
                for (int byte = 0; byte < 4; byte++) {
                    picks[row][step][4 * lane + byte] = (uint8_t)(4 * sigma[row][words[step]] + byte);
                }
            }
        }
    }
}

#define HALF32(row, step, TURN_D, TURN_B)                                                 \
    a = vaddq_u32(a, vreinterpretq_u32_u8(vqtbl4q_u8(m, vld1q_u8(picks[row][step]))));    \
    a = vaddq_u32(a, b), d = veorq_u32(d, a), d = TURN_D(d);                              \
    c = vaddq_u32(c, d), b = veorq_u32(b, c), b = TURN_B(b);

#define ROUND32(row)                                                                      \
    HALF32(row, 0, TURN32_16, TURN32_12)                                                  \
    HALF32(row, 1, TURN32_8, TURN32_7)                                                    \
    a = vextq_u32(a, a, 3), c = vextq_u32(c, c, 1), d = vextq_u32(d, d, 2);               \
    HALF32(row, 2, TURN32_16, TURN32_12)                                                  \
    HALF32(row, 3, TURN32_8, TURN32_7)                                                    \
    a = vextq_u32(a, a, 1), c = vextq_u32(c, c, 3), d = vextq_u32(d, d, 2);

static void compress32(uint32_t h[8], const unsigned char block[64], uint64_t count, uint32_t last) {
    const uint8x16_t one = vld1q_u8(by_one);
    const uint32_t told[4] = {(uint32_t)count, (uint32_t)(count >> 32), last, 0};
    const uint8x16x4_t m = vld1q_u8_x4(block);
    uint32x4_t a = vld1q_u32(h), b = vld1q_u32(h + 4), c = vld1q_u32(start32);
    uint32x4_t d = veorq_u32(vld1q_u32(start32 + 4), vld1q_u32(told));
    ROUND32(0) ROUND32(1) ROUND32(2) ROUND32(3) ROUND32(4)
    ROUND32(5) ROUND32(6) ROUND32(7) ROUND32(8) ROUND32(9)
    vst1q_u32(h, veorq_u32(vld1q_u32(h), veorq_u32(a, c)));
    vst1q_u32(h + 4, veorq_u32(vld1q_u32(h + 4), veorq_u32(b, d)));
}

int main(void) {
    fill_picks();
    return serve_as("neon");
}
