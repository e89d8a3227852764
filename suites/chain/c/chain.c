/* The chain in C. */
#include "paragone.h"

#include <string.h>

static void chain(void *state, const unsigned char *input, size_t length) {
    (void)state, (void)length;
    uint64_t steps, x = UINT64_C(0x9e3779b97f4a7c15);
    memcpy(&steps, input, sizeof steps);
    for (uint64_t i = 0; i < steps; i++) x = (x * UINT64_C(0xd1342543de82ef95)) ^ (x >> 32);
    paragone_answer_u64(x);
}

int main(void) {
    paragone_bench("mul", "mul", chain);
    return paragone_serve();
}
