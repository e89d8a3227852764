/* BLAKE2b-512 by libsodium, which has no BLAKE2s.
 *
 * In: a message in memory; out: its digest, by the library's one-call function. `sodium_init`, which
 * chooses the instruction set, runs before the clock.
 */
#include "paragone.h"

#include <sodium.h>

static void *setup(const paragone_cell *cell) {
    (void)cell;
    if (sodium_init() < 0) paragone_fail("libsodium's `sodium_init` failed");
    return NULL;
}

static void blake2b(void *state, const unsigned char *input, size_t length) {
    static unsigned char out[64];
    (void)state;
    if (crypto_generichash(out, sizeof out, input, length, NULL, 0)) paragone_fail("libsodium's `crypto_generichash` failed");
    paragone_answer(out, sizeof out);
}

int main(void) {
    paragone_bench("blake2b", "libsodium", blake2b)->setup = setup;
    return paragone_serve();
}
