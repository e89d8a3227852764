/* A sum that is made once, or so many times more as a parameter says. */
#include "paragone.h"

#include <stdlib.h>

static int more;

static void *set_up(const paragone_cell *cell) {
    more = atoi(paragone_param(cell, "more"));
    return NULL;
}

__attribute__((noinline)) uint64_t sum(const unsigned char *input, size_t length) {
    uint64_t total = length;
    /* A chain, so that no compiler makes it shorter. */
    for (size_t i = 0; i < length; i++) total = (total ^ input[i]) * UINT64_C(0xd1342543de82ef95);
    return total;
}

static void burdened(void *state, const unsigned char *input, size_t length) {
    (void)state;
    for (int turn = 0; turn < more; turn++) {
        uint64_t total = sum(input, length);
        paragone_keep(&total);
    }
    paragone_answer_u64(sum(input, length));
}

static void unburdened(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(sum(input, length));
}

int main(void) {
    paragone_bench("work", "burdened", burdened)->setup = set_up;
    paragone_bench("work", "free", unburdened);
    return paragone_serve();
}
