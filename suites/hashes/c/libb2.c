/* BLAKE2b-512 and BLAKE2s-256 by libb2, the BLAKE2 authors' library.
 *
 * In: a message in memory; out: its digest, by the library's one-call functions. Which instruction set
 * it uses is the library's own choice, made at its first call.
 */
#include "paragone.h"

#include <blake2.h>

static void by_blake2b(void *state, const unsigned char *input, size_t length) {
    static unsigned char out[64];
    (void)state;
    if (blake2b(out, input, NULL, sizeof out, length, 0)) paragone_fail("libb2's `blake2b` failed");
    paragone_answer(out, sizeof out);
}

static void by_blake2s(void *state, const unsigned char *input, size_t length) {
    static unsigned char out[32];
    (void)state;
    if (blake2s(out, input, NULL, sizeof out, length, 0)) paragone_fail("libb2's `blake2s` failed");
    paragone_answer(out, sizeof out);
}

int main(void) {
    paragone_bench("blake2b", "libb2", by_blake2b);
    paragone_bench("blake2s", "libb2", by_blake2s);
    return paragone_serve();
}
