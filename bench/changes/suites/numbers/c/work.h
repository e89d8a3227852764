#include <stddef.h>
#include <stdint.h>

uint64_t buckets(const unsigned char *data, size_t length);
uint64_t largest(const unsigned char *data, size_t length);
