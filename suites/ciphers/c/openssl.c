/* Ciphers by OpenSSL's libcrypto, old ones by its legacy provider.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted. The algorithm is fetched and the key
 * expanded once; a call sets the initialisation vector, goes through the text and ends it, though without
 * padding nothing is left to come. ECB is not ended, as one context goes through all texts, and neither is
 * RC4, which has no vector: its key is set for each text.
 */
#include "task.h"

#include <openssl/evp.h>
#include <openssl/provider.h>

typedef struct { task given; EVP_CIPHER *algorithm; EVP_CIPHER_CTX *context; } cipher;

/* The legacy provider replaces nothing: the default one has to be asked for as well. */
static void load_providers(void) {
    static int loaded;
    if (loaded) return;
    loaded = 1;
    OSSL_PROVIDER_load(NULL, "default");
    OSSL_PROVIDER_load(NULL, "legacy");
}

static int ready(cipher *c, int encrypt) {
    return EVP_CipherInit_ex2(c->context, c->algorithm, NULL, NULL, encrypt, NULL) &&
           EVP_CIPHER_CTX_set_key_length(c->context, (int)c->given.key_length) &&
           EVP_CipherInit_ex2(c->context, NULL, c->given.key, c->given.iv_length ? c->given.iv : NULL, encrypt, NULL) &&
           EVP_CIPHER_CTX_set_padding(c->context, 0);
}

static void *cipher_of(const paragone_cell *cell, const char *name, int encrypt) {
    load_providers();
    cipher *c = calloc(1, sizeof *c);
    if (!c) return paragone_fail("out of memory"), NULL;
    if (!task_of(cell, &c->given)) return c;
    c->algorithm = EVP_CIPHER_fetch(NULL, name, NULL);
    c->context = EVP_CIPHER_CTX_new();
    if (!c->algorithm || !c->context) paragone_fail("this libcrypto does not offer the cipher; has it its legacy provider?");
    else if (!ready(c, encrypt)) paragone_fail("libcrypto does not take this key");
    return c;
}

static void update(cipher *c, const unsigned char *input, size_t length) {
    int written = 0;
    if (!EVP_CipherUpdate(c->context, c->given.out, &written, input, (int)length)) paragone_fail("libcrypto failed");
    paragone_answer(c->given.out, (size_t)written);
}

static void ecb(void *state, const unsigned char *input, size_t length) { update(state, input, length); }

static void cbc(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    /* -1: encrypting or decrypting, as before. */
    if (!EVP_CipherInit_ex2(c->context, NULL, NULL, c->given.iv, -1, NULL)) paragone_fail("libcrypto failed");
    update(c, input, length);
    int left = 0;
    if (!EVP_CipherFinal_ex(c->context, c->given.out + length, &left) || left) paragone_fail("libcrypto failed");
}

static void stream(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    if (!EVP_CipherInit_ex2(c->context, NULL, c->given.key, NULL, -1, NULL)) paragone_fail("libcrypto failed");
    update(c, input, length);
}

static void teardown(void *state) {
    cipher *c = state;
    if (!c) return;
    EVP_CIPHER_CTX_free(c->context);
    EVP_CIPHER_free(c->algorithm);
    free(c->given.out);
    free(c);
}

/* A set-up gets no name of its benchmark, so each has a function of its own. */
#define CIPHER(setup, name, encrypt) \
    static void *setup(const paragone_cell *cell) { return cipher_of(cell, name, encrypt); }

CIPHER(aes_128_ecb, "AES-128-ECB", 1)
CIPHER(aes_256_ecb, "AES-256-ECB", 1)
CIPHER(aes_128_cbc, "AES-128-CBC", 1)
CIPHER(aes_256_cbc, "AES-256-CBC", 1)
CIPHER(aes_128_cbc_decrypt, "AES-128-CBC", 0)
CIPHER(des_ecb, "DES-ECB", 1)
CIPHER(des_cbc, "DES-CBC", 1)
CIPHER(des3_ecb, "DES-EDE3-ECB", 1)
CIPHER(des3_cbc, "DES-EDE3-CBC", 1)
CIPHER(rc2_ecb, "RC2-ECB", 1)
CIPHER(rc2_cbc, "RC2-CBC", 1)
CIPHER(rc4, "RC4", 1)

static void bench(const char *benchmark, void *(*setup)(const paragone_cell *), paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, "openssl", call);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("aes-128-ecb", aes_128_ecb, ecb);
    bench("aes-256-ecb", aes_256_ecb, ecb);
    bench("aes-128-cbc", aes_128_cbc, cbc);
    bench("aes-256-cbc", aes_256_cbc, cbc);
    bench("aes-128-cbc-decrypt", aes_128_cbc_decrypt, cbc);
    bench("des-ecb", des_ecb, ecb);
    bench("des-cbc", des_cbc, cbc);
    bench("3des-ecb", des3_ecb, ecb);
    bench("3des-cbc", des3_cbc, cbc);
    bench("rc2-ecb", rc2_ecb, ecb);
    bench("rc2-cbc", rc2_cbc, cbc);
    bench("rc4", rc4, stream);
    return paragone_serve();
}
