/* The Brotli format by Google's library.
 *
 * In: a text; out: it compressed, without a checksum, or decompressed again. The library has nothing that could be
 * used for a second text, so that every call makes its own and gives it back.
 */
#include "frame.h"

#include <brotli/decode.h>
#include <brotli/encode.h>

static void *packer_of(int level) {
    int *quality = malloc(sizeof *quality);
    if (quality && level <= BROTLI_MAX_QUALITY) return *quality = level, quality;
    return free(quality), NULL;
}

static void free_packer(void *packer) { free(packer); }

static size_t most_packed(void *packer, size_t length) { return (void)packer, BrotliEncoderMaxCompressedSize(length); }

static size_t pack(void *packer, const unsigned char *text, size_t length, unsigned char *out, size_t room) {
    size_t size = room;
    return BrotliEncoderCompress(*(int *)packer, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, length, text, &size, out) ? size : FAILED;
}

/* What stands for it is never looked at. */
static void *unpacker_of(void) {
    static char nothing;
    return &nothing;
}

static void free_unpacker(void *unpacker) { (void)unpacker; }

static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room) {
    (void)unpacker;
    size_t length = room;
    return BrotliDecoderDecompress(size, packed, &length, out) == BROTLI_DECODER_RESULT_SUCCESS ? length : FAILED;
}

int main(void) {
    competes("brotli-1", 1);
    competes("brotli-5", 5);
    competes("brotli-9", 9);
    weighs("brotli-11", 11);
    unpacks("brotli", 5);
    return paragone_serve();
}
