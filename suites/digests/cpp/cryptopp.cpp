// Digests by Crypto++.
//
// In: a message in memory; out: its digest. An object is made once and used again: CalculateDigest begins
// anew. The library asks for the processor when it is loaded, and takes no order what not to use.
#define CRYPTOPP_ENABLE_NAMESPACE_WEAK 1

#include "paragone.hpp"

#include <crypto++/md2.h>
#include <crypto++/md4.h>
#include <crypto++/md5.h>
#include <crypto++/ripemd.h>
#include <crypto++/sha.h>

#include <array>

template <class Digest> static void bench(const char *benchmark) {
    paragone::bench(benchmark, "cryptopp", [](const paragone::Cell &) {
        return [digest = Digest()](paragone::Bytes input) mutable {
            std::array<unsigned char, Digest::DIGESTSIZE> hash;
            digest.CalculateDigest(hash.data(), input.data(), input.size());
            return hash;
        };
    });
}

int main() {
    bench<CryptoPP::Weak::MD2>("md2");
    bench<CryptoPP::Weak::MD4>("md4");
    bench<CryptoPP::Weak::MD5>("md5");
    bench<CryptoPP::SHA1>("sha1");
    bench<CryptoPP::SHA224>("sha224");
    bench<CryptoPP::SHA256>("sha256");
    bench<CryptoPP::SHA384>("sha384");
    bench<CryptoPP::SHA512>("sha512");
    bench<CryptoPP::RIPEMD160>("ripemd160");
    return paragone::serve();
}
