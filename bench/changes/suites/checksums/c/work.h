#include <stddef.h>
#include <stdint.h>

uint64_t fnv(const unsigned char *data, size_t length);
uint64_t fletcher(const unsigned char *data, size_t length);
