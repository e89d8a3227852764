// Digests by Botan 2.
//
// In: a message in memory; out: its digest, in a buffer that is used again. An object is made once and used
// again: final begins anew. Which instructions it uses is the library's own choice, but where the program is
// compiled with NO_HARDWARE.
#include "paragone.hpp"

#include <botan/cpuid.h>
#include <botan/hash.h>

#include <memory>
#include <vector>

static void bench(const char *benchmark, const char *name) {
    paragone::bench(benchmark, "botan", [name](const paragone::Cell &) {
        std::shared_ptr<Botan::HashFunction> digest = Botan::HashFunction::create_or_throw(name);
        return [digest, hash = std::vector<unsigned char>(digest->output_length())](paragone::Bytes input) mutable {
            digest->update(input.data(), input.size());
            digest->final(hash.data());
            return paragone::Bytes(hash.data(), hash.size());
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
    bench("md4", "MD4");
    bench("md5", "MD5");
    bench("sha1", "SHA-1");
    bench("sha224", "SHA-224");
    bench("sha256", "SHA-256");
    bench("sha384", "SHA-384");
    bench("sha512", "SHA-512");
    bench("ripemd160", "RIPEMD-160");
    return paragone::serve();
}
