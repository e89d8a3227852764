/* Authenticated ciphers by libsodium, whose AES needs a processor with instructions for it.
 *
 * In: a text; out: the text encrypted with its tag of 16 bytes behind it, or decrypted again.
 */
#include "task.h"

#include <sodium.h>

typedef struct { task given; crypto_aead_aes256gcm_state *expanded; } cipher;

static void *cipher_of(const paragone_cell *cell, int aes) {
    cipher *c = calloc(1, sizeof *c);
    if (!c) return paragone_fail("out of memory"), NULL;
    if (!task_of(cell, &c->given, 32, 12)) return c;
    if (sodium_init() < 0) return paragone_fail("libsodium does not start"), c;
    if (!aes) return c;
    if (!crypto_aead_aes256gcm_is_available()) return paragone_fail("libsodium has no AES for this processor"), c;
    c->expanded = sodium_malloc(sizeof *c->expanded);
    if (!c->expanded) return paragone_fail("out of memory"), c;
    crypto_aead_aes256gcm_beforenm(c->expanded, c->given.key);
    return c;
}

static void *aes(const paragone_cell *cell) { return cipher_of(cell, 1); }
static void *chacha(const paragone_cell *cell) { return cipher_of(cell, 0); }

static void seal_aes(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned long long written = 0;
    crypto_aead_aes256gcm_encrypt_afternm(c->given.out, &written, input, length, c->given.header, c->given.header_length,
                                          NULL, c->given.nonce, (const void *)c->expanded);
    paragone_answer(c->given.out, (size_t)written);
}

static void seal_chacha(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned long long written = 0;
    crypto_aead_chacha20poly1305_ietf_encrypt(c->given.out, &written, input, length, c->given.header,
                                              c->given.header_length, NULL, c->given.nonce, c->given.key);
    paragone_answer(c->given.out, (size_t)written);
}

static void open_aes(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned char *sealed = sealed_of(&c->given, input);
    unsigned long long written = 0;
    int wrong = !sealed || crypto_aead_aes256gcm_decrypt_afternm(c->given.out, &written, NULL, sealed, text_of(&c->given, length) + TAG, c->given.header,
                                                                 c->given.header_length, c->given.nonce, (const void *)c->expanded);
    opened(&c->given, wrong, (size_t)written, "libsodium found the tag wrong");
}

static void open_chacha(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned char *sealed = sealed_of(&c->given, input);
    unsigned long long written = 0;
    int wrong = !sealed || crypto_aead_chacha20poly1305_ietf_decrypt(c->given.out, &written, NULL, sealed, text_of(&c->given, length) + TAG, c->given.header,
                                                                     c->given.header_length, c->given.nonce, c->given.key);
    opened(&c->given, wrong, (size_t)written, "libsodium found the tag wrong");
}

/* What decryption begins with: everything encrypted, where there is a cipher to do it. */
static void *aes_open(const paragone_cell *cell) {
    cipher *c = aes(cell);
    if (c && c->expanded) seal_all(cell, &c->given, seal_aes, c);
    return c;
}

static void *chacha_open(const paragone_cell *cell) {
    cipher *c = chacha(cell);
    if (c && c->given.out) seal_all(cell, &c->given, seal_chacha, c);
    return c;
}

static void teardown(void *state) {
    cipher *c = state;
    if (!c) return;
    sodium_free(c->expanded);
    task_free(&c->given);
    free(c);
}

static void bench(const char *benchmark, void (*call)(void *, const unsigned char *, size_t), void *(*setup)(const paragone_cell *)) {
    paragone_job *job = paragone_bench(benchmark, "libsodium", call);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("aes-256-gcm", seal_aes, aes);
    bench("chacha20-poly1305", seal_chacha, chacha);
    bench("aes-256-gcm-open", open_aes, aes_open);
    bench("chacha20-poly1305-open", open_chacha, chacha_open);
    return paragone_serve();
}
