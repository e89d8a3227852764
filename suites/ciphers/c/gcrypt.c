/* Ciphers by libgcrypt.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted. The key is expanded once; a call sets
 * the initialisation vector and goes through the text. RC4 has no vector: its key is set for each text.
 * Which instructions it uses is the library's own choice, but where the program is compiled with
 * NO_HARDWARE.
 */
#include "task.h"

#include <gcrypt.h>

typedef struct { task given; gcry_cipher_hd_t handle; } cipher;

static void start_library(void) {
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return;
#ifdef NO_HARDWARE
    /* Only before the library is initialised. */
    if (gcry_control(GCRYCTL_DISABLE_HWF, "all", NULL)) paragone_fail("libgcrypt does not let its hardware paths be switched off");
#endif
    if (!gcry_check_version(GCRYPT_VERSION)) paragone_fail("libgcrypt is older than its header");
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
}

static void *cipher_of(const paragone_cell *cell, int algorithm, int mode) {
    start_library();
    cipher *c = calloc(1, sizeof *c);
    if (!c) return paragone_fail("out of memory"), NULL;
    if (!task_of(cell, &c->given)) return c;
    if (gcry_cipher_open(&c->handle, algorithm, mode, 0)) paragone_fail("this libgcrypt does not offer the cipher");
    else if (gcry_cipher_setkey(c->handle, c->given.key, c->given.key_length)) paragone_fail("libgcrypt does not take this key");
    return c;
}

static void encrypt(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    if (gcry_cipher_encrypt(c->handle, c->given.out, length, input, length)) paragone_fail("libgcrypt failed");
    paragone_answer(c->given.out, length);
}

static void encrypt_cbc(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    if (gcry_cipher_setiv(c->handle, c->given.iv, c->given.iv_length)) paragone_fail("libgcrypt failed");
    encrypt(c, input, length);
}

static void decrypt_cbc(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    if (gcry_cipher_setiv(c->handle, c->given.iv, c->given.iv_length) ||
        gcry_cipher_decrypt(c->handle, c->given.out, length, input, length))
        paragone_fail("libgcrypt failed");
    paragone_answer(c->given.out, length);
}

static void stream(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    if (gcry_cipher_setkey(c->handle, c->given.key, c->given.key_length)) paragone_fail("libgcrypt failed");
    encrypt(c, input, length);
}

static void teardown(void *state) {
    cipher *c = state;
    if (!c) return;
    gcry_cipher_close(c->handle);
    free(c->given.out);
    free(c);
}

/* A set-up gets no name of its benchmark, so each has a function of its own. */
#define CIPHER(setup, algorithm, mode) \
    static void *setup(const paragone_cell *cell) { return cipher_of(cell, algorithm, mode); }

CIPHER(aes_128_ecb, GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_ECB)
CIPHER(aes_256_ecb, GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_ECB)
CIPHER(aes_128_cbc, GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_CBC)
CIPHER(aes_256_cbc, GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CBC)
CIPHER(des_ecb, GCRY_CIPHER_DES, GCRY_CIPHER_MODE_ECB)
CIPHER(des_cbc, GCRY_CIPHER_DES, GCRY_CIPHER_MODE_CBC)
CIPHER(des3_ecb, GCRY_CIPHER_3DES, GCRY_CIPHER_MODE_ECB)
CIPHER(des3_cbc, GCRY_CIPHER_3DES, GCRY_CIPHER_MODE_CBC)
CIPHER(rc2_ecb, GCRY_CIPHER_RFC2268_128, GCRY_CIPHER_MODE_ECB)
CIPHER(rc2_cbc, GCRY_CIPHER_RFC2268_128, GCRY_CIPHER_MODE_CBC)
CIPHER(rc4, GCRY_CIPHER_ARCFOUR, GCRY_CIPHER_MODE_STREAM)

static void bench(const char *benchmark, void *(*setup)(const paragone_cell *), paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, "gcrypt", call);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("aes-128-ecb", aes_128_ecb, encrypt);
    bench("aes-256-ecb", aes_256_ecb, encrypt);
    bench("aes-128-cbc", aes_128_cbc, encrypt_cbc);
    bench("aes-256-cbc", aes_256_cbc, encrypt_cbc);
    bench("aes-128-cbc-decrypt", aes_128_cbc, decrypt_cbc);
    bench("des-ecb", des_ecb, encrypt);
    bench("des-cbc", des_cbc, encrypt_cbc);
    bench("3des-ecb", des3_ecb, encrypt);
    bench("3des-cbc", des3_cbc, encrypt_cbc);
    bench("rc2-ecb", rc2_ecb, encrypt);
    bench("rc2-cbc", rc2_cbc, encrypt_cbc);
    bench("rc4", rc4, stream);
    return paragone_serve();
}
