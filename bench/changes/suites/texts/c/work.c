#include "work.h"

static unsigned is_letter(unsigned char byte) {
    return (unsigned char)((byte | 32) - 'a') < 26;
}

/* How many runs of letters there are, without a branch that depends on the text. */
uint64_t words(const unsigned char *data, size_t length) {
    uint64_t total = 0;
    unsigned inside = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned letter = is_letter(data[i]);
        total += letter & ~inside;
        inside = letter;
    }
    return total;
}

/* How often each byte occurs, as one number: a small table that is written. */
uint64_t letters(const unsigned char *data, size_t length) {
    uint32_t counts[256] = {0};
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++) {
        counts[data[i]]++;
    }
    for (size_t i = 0; i < 256; i++) {
        total = total * 31 + counts[i];
    }
    return total;
}
