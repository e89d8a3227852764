/* BLAKE2b-512 and BLAKE2s-256 by OpenSSL's libcrypto.
 *
 * In: a message in memory; out: its digest. The algorithm is fetched once and the context used again,
 * as OpenSSL's manual advises: a call is init, update and final.
 */
#include "paragone.h"

#include <openssl/evp.h>
#include <stdlib.h>

typedef struct { EVP_MD *algorithm; const EVP_MD *digest; EVP_MD_CTX *context; unsigned char out[EVP_MAX_MD_SIZE]; } hasher;

/* Fetching by name came with OpenSSL 3; before it the algorithm is a constant, here `constant`. */
static void *hasher_of(const char *name, const EVP_MD *constant) {
    hasher *h = calloc(1, sizeof *h);
    if (!h) {
        paragone_fail("out of memory");
        return NULL;
    }
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
    (void)constant;
    h->digest = h->algorithm = EVP_MD_fetch(NULL, name, NULL);
#else
    (void)name;
    h->digest = constant;
#endif
    h->context = EVP_MD_CTX_new();
    if (!h->digest || !h->context) paragone_fail("libcrypto does not offer this digest");
    return h;
}

static void *setup_blake2b(const paragone_cell *cell) {
    (void)cell;
    return hasher_of("BLAKE2B-512", EVP_blake2b512());
}

static void *setup_blake2s(const paragone_cell *cell) {
    (void)cell;
    return hasher_of("BLAKE2S-256", EVP_blake2s256());
}

static void hash(void *state, const unsigned char *input, size_t length) {
    hasher *h = state;
    unsigned int out_length = 0;
    if (!EVP_DigestInit_ex(h->context, h->digest, NULL) || !EVP_DigestUpdate(h->context, input, length) ||
        !EVP_DigestFinal_ex(h->context, h->out, &out_length))
        paragone_fail("libcrypto failed to hash");
    paragone_answer(h->out, out_length);
}

static void teardown(void *state) {
    hasher *h = state;
    if (!h) return;
    EVP_MD_CTX_free(h->context);
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
    EVP_MD_free(h->algorithm);
#endif
    free(h);
}

int main(void) {
    paragone_job *job = paragone_bench("blake2b", "openssl", hash);
    job->setup = setup_blake2b, job->teardown = teardown;
    job = paragone_bench("blake2s", "openssl", hash);
    job->setup = setup_blake2s, job->teardown = teardown;
    return paragone_serve();
}
