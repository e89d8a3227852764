/* Digests by Nettle, MD2 among them.
 *
 * In: a message in memory; out: its digest. A call is init, update and digest on a context in static
 * memory; nothing is allocated. Which instructions are used the library chose when it was loaded.
 */
#include "paragone.h"

#include <nettle/md2.h>
#include <nettle/md4.h>
#include <nettle/md5.h>
#include <nettle/ripemd160.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

#define DIGEST(name, size) \
    static void by_##name(void *state, const unsigned char *input, size_t length) { \
        static struct name##_ctx context; \
        static unsigned char out[size]; \
        (void)state; \
        name##_init(&context); \
        name##_update(&context, length, input); \
        name##_digest(&context, sizeof out, out); \
        paragone_answer(out, sizeof out); \
    }

DIGEST(md2, MD2_DIGEST_SIZE)
DIGEST(md4, MD4_DIGEST_SIZE)
DIGEST(md5, MD5_DIGEST_SIZE)
DIGEST(ripemd160, RIPEMD160_DIGEST_SIZE)
DIGEST(sha1, SHA1_DIGEST_SIZE)
DIGEST(sha224, SHA224_DIGEST_SIZE)
DIGEST(sha256, SHA256_DIGEST_SIZE)
DIGEST(sha384, SHA384_DIGEST_SIZE)
DIGEST(sha512, SHA512_DIGEST_SIZE)

int main(void) {
    paragone_bench("md2", "nettle", by_md2);
    paragone_bench("md4", "nettle", by_md4);
    paragone_bench("md5", "nettle", by_md5);
    paragone_bench("ripemd160", "nettle", by_ripemd160);
    paragone_bench("sha1", "nettle", by_sha1);
    paragone_bench("sha224", "nettle", by_sha224);
    paragone_bench("sha256", "nettle", by_sha256);
    paragone_bench("sha384", "nettle", by_sha384);
    paragone_bench("sha512", "nettle", by_sha512);
    return paragone_serve();
}
