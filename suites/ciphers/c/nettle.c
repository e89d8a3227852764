/* Ciphers by Nettle.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted. The key is expanded once; a call
 * copies the initialisation vector, which CBC writes over, and goes through the text. RC4's key is set for
 * each text. Which instructions are used the library chose when it was loaded.
 */
#include "task.h"

#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/arctwo.h>
#include <nettle/cbc.h>
#include <nettle/des.h>
#include <nettle/version.h>

typedef struct {
    task given;
    union {
        struct aes128_ctx aes_128;
        struct aes256_ctx aes_256;
        struct des_ctx des;
        struct des3_ctx des3;
        struct arctwo_ctx rc2;
        struct arcfour_ctx rc4;
    } key;
} cipher;

static cipher *cipher_of(const paragone_cell *cell, size_t key_length) {
    cipher *c = calloc(1, sizeof *c);
    if (!c) return paragone_fail("out of memory"), NULL;
    if (!task_of(cell, &c->given)) return c;
    if (key_length && c->given.key_length != key_length) paragone_fail("`key` is not as long as this cipher's key");
    return c;
}

static void teardown(void *state) {
    cipher *c = state;
    if (!c) return;
    free(c->given.out);
    free(c);
}

/* CBC by Nettle's function for any cipher; version 3.8 has faster ones for AES. */
#define ANY_CBC(name, encrypt, block) \
    cbc_encrypt(&c->key.name, (nettle_cipher_func *)encrypt, block, iv, length_, c->given.out, input)
#if NETTLE_VERSION_MAJOR > 3 || NETTLE_VERSION_MINOR >= 8
#define AES_CBC(name, size) cbc_##size##_encrypt(&c->key.name, iv, length_, c->given.out, input)
#else
#define AES_CBC(name, size) ANY_CBC(name, size##_encrypt, AES_BLOCK_SIZE)
#endif

/* A set-up function, and the two modes of a block cipher whose `encrypt` takes several blocks. */
#define CIPHER(name, length, set_key, encrypt, block, whole) \
    static void *name(const paragone_cell *cell) { \
        cipher *c = cipher_of(cell, length); \
        if (c) set_key; \
        return c; \
    } \
    static void name##_ecb(void *state, const unsigned char *input, size_t length_) { \
        cipher *c = state; \
        encrypt(&c->key.name, length_, c->given.out, input); \
        paragone_answer(c->given.out, length_); \
    } \
    static void name##_cbc(void *state, const unsigned char *input, size_t length_) { \
        cipher *c = state; \
        unsigned char iv[block]; \
        memcpy(iv, c->given.iv, block); \
        whole; \
        paragone_answer(c->given.out, length_); \
    }

CIPHER(aes_128, AES128_KEY_SIZE, aes128_set_encrypt_key(&c->key.aes_128, c->given.key), aes128_encrypt, AES_BLOCK_SIZE,
       AES_CBC(aes_128, aes128))
CIPHER(aes_256, AES256_KEY_SIZE, aes256_set_encrypt_key(&c->key.aes_256, c->given.key), aes256_encrypt, AES_BLOCK_SIZE,
       AES_CBC(aes_256, aes256))
CIPHER(des, DES_KEY_SIZE, des_set_key(&c->key.des, c->given.key), des_encrypt, DES_BLOCK_SIZE,
       ANY_CBC(des, des_encrypt, DES_BLOCK_SIZE))
CIPHER(des3, DES3_KEY_SIZE, des3_set_key(&c->key.des3, c->given.key), des3_encrypt, DES3_BLOCK_SIZE,
       ANY_CBC(des3, des3_encrypt, DES3_BLOCK_SIZE))
CIPHER(rc2, 16, arctwo_set_key_ekb(&c->key.rc2, 16, c->given.key, 128), arctwo_encrypt, ARCTWO_BLOCK_SIZE,
       ANY_CBC(rc2, arctwo_encrypt, ARCTWO_BLOCK_SIZE))

static void *aes_128_back(const paragone_cell *cell) {
    cipher *c = cipher_of(cell, AES128_KEY_SIZE);
    if (c) aes128_set_decrypt_key(&c->key.aes_128, c->given.key);
    return c;
}

static void aes_128_cbc_decrypt(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    unsigned char iv[AES_BLOCK_SIZE];
    memcpy(iv, c->given.iv, sizeof iv);
    cbc_decrypt(&c->key.aes_128, (nettle_cipher_func *)aes128_decrypt, sizeof iv, iv, length, c->given.out, input);
    paragone_answer(c->given.out, length);
}

static void *rc4_any(const paragone_cell *cell) { return cipher_of(cell, 0); }

static void rc4(void *state, const unsigned char *input, size_t length) {
    cipher *c = state;
    arcfour_set_key(&c->key.rc4, c->given.key_length, c->given.key);
    arcfour_crypt(&c->key.rc4, length, c->given.out, input);
    paragone_answer(c->given.out, length);
}

static void bench(const char *benchmark, void *(*setup)(const paragone_cell *), paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, "nettle", call);
    job->setup = setup;
    job->teardown = teardown;
}

int main(void) {
    bench("aes-128-ecb", aes_128, aes_128_ecb);
    bench("aes-256-ecb", aes_256, aes_256_ecb);
    bench("aes-128-cbc", aes_128, aes_128_cbc);
    bench("aes-256-cbc", aes_256, aes_256_cbc);
    bench("aes-128-cbc-decrypt", aes_128_back, aes_128_cbc_decrypt);
    bench("des-ecb", des, des_ecb);
    bench("des-cbc", des, des_cbc);
    bench("3des-ecb", des3, des3_ecb);
    bench("3des-cbc", des3, des3_cbc);
    bench("rc2-ecb", rc2, rc2_ecb);
    bench("rc2-cbc", rc2, rc2_cbc);
    bench("rc4", rc4_any, rc4);
    return paragone_serve();
}
