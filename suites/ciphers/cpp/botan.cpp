// Ciphers by Botan 2.
//
// In: a text of whole blocks; out: the text encrypted, or decrypted, in a buffer that is used again. The key
// is expanded once; a call sets the initialisation vector, or RC4's key, and goes through the text. Its CBC
// works in place alone, so that a text that is to stay is copied first. Which
// instructions it uses is the library's own choice, but where the program is compiled with NO_HARDWARE.
#include "task.hpp"

#include <botan/block_cipher.h>
#include <botan/cipher_mode.h>
#include <botan/cpuid.h>
#include <botan/stream_cipher.h>

#include <algorithm>
#include <memory>

// Each block by itself, as ECB is no mode of this library but the cipher alone.
static void ecb(const char *benchmark, const char *name) {
    paragone::bench(benchmark, "botan", [name](const paragone::Cell &cell) {
        std::shared_ptr<Botan::BlockCipher> cipher = Botan::BlockCipher::create_or_throw(name);
        cipher->set_key(bytes_of(cell, "key"));
        return [cipher, block = cipher->block_size(), room = room_for(cell)](paragone::Bytes input) mutable {
            cipher->encrypt_n(input.data(), room.data(), input.size() / block);
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

static void cbc(const char *benchmark, const char *name, Botan::Cipher_Dir way = Botan::ENCRYPTION) {
    paragone::bench(benchmark, "botan", [name, way](const paragone::Cell &cell) {
        std::shared_ptr<Botan::Cipher_Mode> mode = Botan::Cipher_Mode::create_or_throw(std::string(name) + "/CBC/NoPadding", way);
        mode->set_key(bytes_of(cell, "key"));
        return [mode, iv = bytes_of(cell, "iv"), room = room_for(cell)](paragone::Bytes input) mutable {
            mode->start(iv.data(), iv.size());
            std::copy(input.begin(), input.end(), room.begin());
            mode->process(room.data(), input.size());
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

static void rc4() {
    paragone::bench("rc4", "botan", [](const paragone::Cell &cell) {
        std::shared_ptr<Botan::StreamCipher> cipher = Botan::StreamCipher::create_or_throw("RC4");
        return [cipher, key = bytes_of(cell, "key"), room = room_for(cell)](paragone::Bytes input) mutable {
            cipher->set_key(key.data(), key.size());
            cipher->cipher(input.data(), room.data(), input.size());
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

// Before the library looks at the processor for the first algorithm; the highest bit says that it looked.
static void forget_hardware() {
#ifdef NO_HARDWARE
    for (int bit = 0; bit < 63; bit++) Botan::CPUID::clear_cpuid_bit(static_cast<Botan::CPUID::CPUID_bits>(1ULL << bit));
#endif
}

int main() {
    forget_hardware();
    ecb("aes-128-ecb", "AES-128");
    ecb("aes-256-ecb", "AES-256");
    cbc("aes-128-cbc", "AES-128");
    cbc("aes-256-cbc", "AES-256");
    cbc("aes-128-cbc-decrypt", "AES-128", Botan::DECRYPTION);
    ecb("des-ecb", "DES");
    cbc("des-cbc", "DES");
    ecb("3des-ecb", "TripleDES");
    cbc("3des-cbc", "TripleDES");
    rc4();
    return paragone::serve();
}
