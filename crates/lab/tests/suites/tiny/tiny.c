/* Sums whose true ratios are known, and two that fail. */
#include "paragone.h"

#include <stdlib.h>

static uint64_t sum(const unsigned char *input, size_t length) {
    uint64_t total = length;
    /* A chain, so that no compiler makes it shorter. */
    for (size_t i = 0; i < length; i++) total = (total ^ input[i]) * UINT64_C(0xd1342543de82ef95);
    return total;
}

static void once(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(sum(input, length));
}

static void thrice(void *state, const unsigned char *input, size_t length) {
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        uint64_t total = sum(input, length);
        paragone_keep(&total);
    }
    paragone_answer_u64(sum(input, length));
}

static void astray(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(sum(input, length) ^ (length == 100));
}

static void crashes(void *state, const unsigned char *input, size_t length) {
    once(state, input, length);
    if (length == 100) abort();
}

int main(void) {
    paragone_bench("sum", "once", once);
    paragone_bench("sum", "twin", once);
    paragone_bench("sum", "thrice", thrice);
    paragone_bench("faulty", "once", once);
    paragone_bench("faulty", "astray", astray);
    paragone_bench("faulty", "crashes", crashes);
    return paragone_serve();
}
