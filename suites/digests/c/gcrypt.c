/* Digests by libgcrypt.
 *
 * In: a message in memory; out: its digest, by the library's one-call function. Which instructions it
 * uses is the library's own choice, but where the program is compiled with NO_HARDWARE.
 */
#include "paragone.h"

#include <gcrypt.h>

static void *setup(const paragone_cell *cell) {
    (void)cell;
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return NULL;
#ifdef NO_HARDWARE
    /* Only before the library is initialised. */
    if (gcry_control(GCRYCTL_DISABLE_HWF, "all", NULL)) paragone_fail("libgcrypt does not let its hardware paths be switched off");
#endif
    if (!gcry_check_version(GCRYPT_VERSION)) paragone_fail("libgcrypt is older than its header");
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return NULL;
}

#define DIGEST(benchmark, algorithm, size) \
    static void benchmark(void *state, const unsigned char *input, size_t length) { \
        static unsigned char out[size]; \
        (void)state; \
        gcry_md_hash_buffer(algorithm, out, input, length); \
        paragone_answer(out, sizeof out); \
    }

DIGEST(md4, GCRY_MD_MD4, 16)
DIGEST(md5, GCRY_MD_MD5, 16)
DIGEST(ripemd160, GCRY_MD_RMD160, 20)
DIGEST(sha1, GCRY_MD_SHA1, 20)
DIGEST(sha224, GCRY_MD_SHA224, 28)
DIGEST(sha256, GCRY_MD_SHA256, 32)
DIGEST(sha384, GCRY_MD_SHA384, 48)
DIGEST(sha512, GCRY_MD_SHA512, 64)

int main(void) {
    paragone_bench("md4", "gcrypt", md4)->setup = setup;
    paragone_bench("md5", "gcrypt", md5)->setup = setup;
    paragone_bench("ripemd160", "gcrypt", ripemd160)->setup = setup;
    paragone_bench("sha1", "gcrypt", sha1)->setup = setup;
    paragone_bench("sha224", "gcrypt", sha224)->setup = setup;
    paragone_bench("sha256", "gcrypt", sha256)->setup = setup;
    paragone_bench("sha384", "gcrypt", sha384)->setup = setup;
    paragone_bench("sha512", "gcrypt", sha512)->setup = setup;
    return paragone_serve();
}
