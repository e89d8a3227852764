#include "work.h"
#include <string.h>

static uint32_t number_at(const unsigned char *data) {
    uint32_t number;
    memcpy(&number, data, sizeof number);
    return number;
}

/* Numbers by their highest four bits, in the order in which they came: memory that is written at sixteen places. */
uint64_t buckets(const unsigned char *data, size_t length) {
    uint64_t sums[16] = {0}, total = 0;
    for (size_t i = 0; i + 4 <= length; i += 4) {
        uint32_t number = number_at(data + i);
        uint64_t *sum = &sums[number >> 28];
        *sum = (*sum << 5 | *sum >> 59) ^ number;
    }
    for (size_t i = 0; i < 16; i++) {
        total = total * 31 + sums[i];
    }
    return total;
}

/* The largest sum of neighbours, bytes above 127 counted as negative (Kadane). */
uint64_t largest(const unsigned char *data, size_t length) {
    int64_t total = 0, here = 0;
    for (size_t i = 0; i < length; i++) {
        here += (signed char)data[i];
        if (here < 0) here = 0;
        if (here > total) total = here;
    }
    return (uint64_t)total;
}
