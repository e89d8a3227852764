/* Authenticated ciphers by OpenSSL's libcrypto.
 *
 * In: a text; out: the text encrypted with its tag of 16 bytes behind it, or decrypted again. The algorithm is fetched and
 * the key expanded once; a call sets the nonce, goes through the text and ends it.
 */
#include "task.h"

#include <openssl/evp.h>

typedef struct { task given; EVP_CIPHER *algorithm; EVP_CIPHER_CTX *context, *back; } cipher;

static void *cipher_of(const paragone_cell *cell, const char *name) {
    cipher *c = calloc(1, sizeof *c);
    if (!c) return paragone_fail("out of memory"), NULL;
    if (!task_of(cell, &c->given, 32, 12)) return c;
    c->algorithm = EVP_CIPHER_fetch(NULL, name, NULL);
    c->context = EVP_CIPHER_CTX_new();
    if (!c->algorithm || !c->context) paragone_fail("this libcrypto does not offer the cipher");
    else if (!EVP_EncryptInit_ex2(c->context, c->algorithm, c->given.key, c->given.nonce, NULL)) paragone_fail("libcrypto does not take this key");
    return c;
}

static void seal(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    int written = 0, left = 0;
    int done = EVP_EncryptInit_ex2(c->context, NULL, NULL, c->given.nonce, NULL) &&
               (!c->given.header_length || EVP_EncryptUpdate(c->context, NULL, &left, c->given.header, (int)c->given.header_length)) &&
               EVP_EncryptUpdate(c->context, c->given.out, &written, input, (int)length) &&
               EVP_EncryptFinal_ex(c->context, c->given.out + written, &left) &&
               EVP_CIPHER_CTX_ctrl(c->context, EVP_CTRL_AEAD_GET_TAG, TAG, c->given.out + length);
    if (!done) paragone_fail("libcrypto failed");
    paragone_answer(c->given.out, length + TAG);
}

static void open_sealed(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned char *sealed = sealed_of(&c->given, input);
    size_t text = text_of(&c->given, length);
    int written = 0, left = 0;
    int done = sealed && EVP_DecryptInit_ex2(c->back, NULL, NULL, c->given.nonce, NULL) &&
               EVP_CIPHER_CTX_ctrl(c->back, EVP_CTRL_AEAD_SET_TAG, TAG, sealed + text) &&
               (!c->given.header_length || EVP_DecryptUpdate(c->back, NULL, &left, c->given.header, (int)c->given.header_length)) &&
               EVP_DecryptUpdate(c->back, c->given.out, &written, sealed, (int)text) &&
               EVP_DecryptFinal_ex(c->back, c->given.out + written, &left) > 0;
    opened(&c->given, !done, text, "libcrypto found the tag wrong");
}

static void teardown(void *state) {
    cipher *c = state;
    if (!c) return;
    EVP_CIPHER_CTX_free(c->context);
    EVP_CIPHER_CTX_free(c->back);
    EVP_CIPHER_free(c->algorithm);
    task_free(&c->given);
    free(c);
}

/* What decryption begins with: everything encrypted, and a context of the other direction. */
static void *ready_to_open(const paragone_cell *cell, cipher *c) {
    if (!c || !c->context) return c;
    seal_all(cell, &c->given, seal, c);
    c->back = EVP_CIPHER_CTX_new();
    if (!c->back || !EVP_DecryptInit_ex2(c->back, c->algorithm, c->given.key, c->given.nonce, NULL)) paragone_fail("libcrypto does not take this key");
    return c;
}

/* A set-up gets no name of its benchmark, so each has a function of its own. */
static void *aes(const paragone_cell *cell) { return cipher_of(cell, "AES-256-GCM"); }
static void *chacha(const paragone_cell *cell) { return cipher_of(cell, "ChaCha20-Poly1305"); }

static void *aes_open(const paragone_cell *cell) { return ready_to_open(cell, aes(cell)); }
static void *chacha_open(const paragone_cell *cell) { return ready_to_open(cell, chacha(cell)); }

static void bench(const char *benchmark, void (*call)(void *, const unsigned char *, size_t), void *(*setup)(const paragone_cell *)) {
    paragone_job *job = paragone_bench(benchmark, "openssl", call);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("aes-256-gcm", seal, aes);
    bench("chacha20-poly1305", seal, chacha);
    bench("aes-256-gcm-open", open_sealed, aes_open);
    bench("chacha20-poly1305-open", open_sealed, chacha_open);
    return paragone_serve();
}
