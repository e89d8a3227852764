// Ciphers by Crypto++.
//
// In: a text of whole blocks; out: the text encrypted, or decrypted, in a buffer that is used again. The key
// is expanded once; a call sets the initialisation vector, or RC4's key, and goes through the text.
#define CRYPTOPP_ENABLE_NAMESPACE_WEAK 1

#include "task.hpp"

#include <crypto++/aes.h>
#include <crypto++/algparam.h>
#include <crypto++/arc4.h>
#include <crypto++/des.h>
#include <crypto++/modes.h>
#include <crypto++/rc2.h>

#include <memory>

// Of a key of 16 bytes RC2 is to use all 128 bits; other ciphers do not read this, and need not.
static CryptoPP::AlgorithmParameters effective(const Buffer &key) {
    return CryptoPP::MakeParameters(CryptoPP::Name::EffectiveKeyLength(), static_cast<int>(8 * key.size()), false);
}

template <class Mode> static void ecb(const char *benchmark) {
    paragone::bench(benchmark, "cryptopp", [](const paragone::Cell &cell) {
        auto mode = std::make_shared<Mode>();
        Buffer key = bytes_of(cell, "key");
        mode->SetKey(key.data(), key.size(), effective(key));
        return [mode, room = room_for(cell)](paragone::Bytes input) mutable {
            mode->ProcessData(room.data(), input.data(), input.size());
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

template <class Mode> static void cbc(const char *benchmark) {
    paragone::bench(benchmark, "cryptopp", [](const paragone::Cell &cell) {
        auto mode = std::make_shared<Mode>();
        Buffer key = bytes_of(cell, "key"), iv = bytes_of(cell, "iv");
        mode->SetKey(key.data(), key.size(), effective(key)(CryptoPP::Name::IV(), CryptoPP::ConstByteArrayParameter(iv.data(), iv.size())));
        return [mode, iv, room = room_for(cell)](paragone::Bytes input) mutable {
            mode->Resynchronize(iv.data(), static_cast<int>(iv.size()));
            mode->ProcessData(room.data(), input.data(), input.size());
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

static void rc4() {
    paragone::bench("rc4", "cryptopp", [](const paragone::Cell &cell) {
        auto cipher = std::make_shared<CryptoPP::Weak::ARC4>();
        return [cipher, key = bytes_of(cell, "key"), room = room_for(cell)](paragone::Bytes input) mutable {
            cipher->SetKey(key.data(), key.size());
            cipher->ProcessData(room.data(), input.data(), input.size());
            return paragone::Bytes(room.data(), input.size());
        };
    });
}

int main() {
    using namespace CryptoPP;
    ecb<ECB_Mode<AES>::Encryption>("aes-128-ecb");
    ecb<ECB_Mode<AES>::Encryption>("aes-256-ecb");
    cbc<CBC_Mode<AES>::Encryption>("aes-128-cbc");
    cbc<CBC_Mode<AES>::Encryption>("aes-256-cbc");
    cbc<CBC_Mode<AES>::Decryption>("aes-128-cbc-decrypt");
    ecb<ECB_Mode<DES>::Encryption>("des-ecb");
    cbc<CBC_Mode<DES>::Encryption>("des-cbc");
    ecb<ECB_Mode<DES_EDE3>::Encryption>("3des-ecb");
    cbc<CBC_Mode<DES_EDE3>::Encryption>("3des-cbc");
    ecb<ECB_Mode<RC2>::Encryption>("rc2-ecb");
    cbc<CBC_Mode<RC2>::Encryption>("rc2-cbc");
    rc4();
    return paragone::serve();
}
