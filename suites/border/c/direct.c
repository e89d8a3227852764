/* zlib's checksums, called as C calls them: what all other languages are compared with.
 *
 * In: bytes in memory; out: their checksum. The library is linked dynamically, so a call goes by its
 * table of addresses.
 */
#include "paragone.h"

#include <zlib.h>

static void adler(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(adler32(1, input, (uInt)length));
}

static void crc(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(crc32(0, input, (uInt)length));
}

static void first(void *state, const unsigned char *input, size_t length) {
    (void)state, (void)length;
    paragone_answer_u64(adler32(1, input, 1));
}

static void once_more(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(adler32(adler32(1, input, (uInt)length), input, 1));
}

int main(void) {
    paragone_bench("adler32", "direct", adler);
    paragone_bench("crc32", "direct", crc);
    paragone_bench("first-byte", "direct", first);
    paragone_bench("once-more", "direct", once_more);
    return paragone_serve();
}
