// zlib's checksums from C++, which calls C as C does.
//
// In: bytes in memory; out: their checksum.
#include "paragone.hpp"

#include <zlib.h>

int main() {
    paragone::bench("adler32", "direct", [](const paragone::Cell &) {
        return [](paragone::Bytes input) { return adler32(1, input.data(), static_cast<uInt>(input.size())); };
    });
    paragone::bench("crc32", "direct", [](const paragone::Cell &) {
        return [](paragone::Bytes input) { return crc32(0, input.data(), static_cast<uInt>(input.size())); };
    });
    paragone::bench("first-byte", "direct", [](const paragone::Cell &) {
        return [](paragone::Bytes input) { return adler32(1, input.data(), 1); };
    });
    paragone::bench("once-more", "direct", [](const paragone::Cell &) {
        return [](paragone::Bytes input) {
            return adler32(adler32(1, input.data(), static_cast<uInt>(input.size())), input.data(), 1);
        };
    });
    return paragone::serve();
}
