#include "work.h"

/* FNV-1a: each byte waits for the one before. */
uint64_t fnv(const unsigned char *data, size_t length) {
    uint64_t total = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) {
        total = (total ^ data[i]) * 0x100000001b3u;
    }
    return total;
}

/* Fletcher's checksum: a sum, and the sum of the sums. */
uint64_t fletcher(const unsigned char *data, size_t length) {
    uint32_t total = 0, sums = 0;
    for (size_t i = 0; i < length; i++) {
        total = (total + data[i]) % 65535;
        sums = (sums + total) % 65535;
    }
    return (uint64_t)sums << 16 | total;
}
