#include <stddef.h>
#include <stdint.h>

uint64_t words(const unsigned char *data, size_t length);
uint64_t letters(const unsigned char *data, size_t length);
