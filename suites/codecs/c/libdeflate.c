/* The zlib format by libdeflate, which takes whole texts alone and no streams.
 *
 * In: a text; out: it compressed with a checksum behind it, or decompressed again. A compressor is made once for all texts,
 * which is the only way that the library offers.
 */
#include "frame.h"

#include <libdeflate.h>

static void *packer_of(int level) { return libdeflate_alloc_compressor(level); }

static void free_packer(void *packer) { libdeflate_free_compressor(packer); }

static size_t most_packed(void *packer, size_t length) { return libdeflate_zlib_compress_bound(packer, length); }

static size_t pack(void *packer, const unsigned char *text, size_t length, unsigned char *out, size_t room) {
    size_t size = libdeflate_zlib_compress(packer, text, length, out, room);
    return size ? size : FAILED;
}

static void *unpacker_of(void) { return libdeflate_alloc_decompressor(); }

static void free_unpacker(void *unpacker) { libdeflate_free_decompressor(unpacker); }

static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room) {
    size_t length;
    return libdeflate_zlib_decompress(unpacker, packed, size, out, room, &length) == LIBDEFLATE_SUCCESS ? length : FAILED;
}

int main(void) {
    packs("deflate", "libdeflate", BY_PARAM, pack_input);
    packs("deflate-size", "libdeflate", BY_PARAM, weigh_input);
    competes("libdeflate-1", 1);
    competes("libdeflate-6", 6);
    competes("libdeflate-12", 12);
    unpacks("libdeflate", 6);
    return paragone_serve();
}
