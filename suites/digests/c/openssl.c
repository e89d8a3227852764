/* Digests by OpenSSL's libcrypto, old ones by its legacy provider.
 *
 * In: a message in memory; out: its digest. The algorithm is fetched once and the context used again,
 * as OpenSSL's manual advises: a call is init, update and final.
 */
#include "paragone.h"

#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>

typedef struct { EVP_MD *digest; EVP_MD_CTX *context; unsigned char out[EVP_MAX_MD_SIZE]; } hasher;

/* The legacy provider replaces nothing: the default one has to be asked for as well. */
static void load_providers(void) {
    static int loaded;
    if (loaded) return;
    loaded = 1;
    OSSL_PROVIDER_load(NULL, "default");
    OSSL_PROVIDER_load(NULL, "legacy");
}

static void *hasher_of(const char *name) {
    load_providers();
    hasher *h = calloc(1, sizeof *h);
    if (!h) {
        paragone_fail("out of memory");
        return NULL;
    }
    h->digest = EVP_MD_fetch(NULL, name, NULL);
    h->context = EVP_MD_CTX_new();
    if (!h->digest || !h->context) paragone_fail("this libcrypto does not offer the digest; has it its legacy provider?");
    return h;
}

static void hash(void *state, const unsigned char *input, size_t length) {
    hasher *h = state;
    unsigned int out_length = 0;
    if (!EVP_DigestInit_ex2(h->context, h->digest, NULL) || !EVP_DigestUpdate(h->context, input, length) ||
        !EVP_DigestFinal_ex(h->context, h->out, &out_length))
        paragone_fail("libcrypto failed to hash");
    paragone_answer(h->out, out_length);
}

static void teardown(void *state) {
    hasher *h = state;
    if (!h) return;
    EVP_MD_CTX_free(h->context);
    EVP_MD_free(h->digest);
    free(h);
}

/* A set-up gets no name of its benchmark, so each has a function of its own. */
#define DIGEST(benchmark, name) \
    static void *setup_##benchmark(const paragone_cell *cell) { return (void)cell, hasher_of(name); }

DIGEST(md4, "MD4")
DIGEST(md5, "MD5")
DIGEST(ripemd160, "RIPEMD160")
DIGEST(sha1, "SHA1")
DIGEST(sha224, "SHA224")
DIGEST(sha256, "SHA256")
DIGEST(sha384, "SHA384")
DIGEST(sha512, "SHA512")

static void bench(const char *benchmark, void *(*setup)(const paragone_cell *)) {
    paragone_job *job = paragone_bench(benchmark, "openssl", hash);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("md4", setup_md4);
    bench("md5", setup_md5);
    bench("ripemd160", setup_ripemd160);
    bench("sha1", setup_sha1);
    bench("sha224", setup_sha224);
    bench("sha256", setup_sha256);
    bench("sha384", setup_sha384);
    bench("sha512", setup_sha512);
    return paragone_serve();
}
