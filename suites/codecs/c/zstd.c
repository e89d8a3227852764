/* The Zstandard format by libzstd.
 *
 * In: a text; out: it compressed, without a checksum, or decompressed again. A context is made once for all texts, as
 * the library's manual asks for where there are many.
 */
#include "frame.h"

#include <zstd.h>

typedef struct { ZSTD_CCtx *context; int level; } packer;

static void *packer_of(int level) {
    packer *it = calloc(1, sizeof *it);
    if (!it || level > ZSTD_maxCLevel()) return free(it), NULL;
    it->context = ZSTD_createCCtx(), it->level = level;
    if (!it->context) free(it), it = NULL;
    return it;
}

static void free_packer(void *of) { ZSTD_freeCCtx(((packer *)of)->context), free(of); }

static size_t most_packed(void *of, size_t length) { return (void)of, ZSTD_compressBound(length); }

static size_t pack(void *of, const unsigned char *text, size_t length, unsigned char *out, size_t room) {
    packer *it = of;
    size_t size = ZSTD_compressCCtx(it->context, out, room, text, length, it->level);
    return ZSTD_isError(size) ? FAILED : size;
}

static void *unpacker_of(void) { return ZSTD_createDCtx(); }

static void free_unpacker(void *unpacker) { ZSTD_freeDCtx(unpacker); }

static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room) {
    size_t length = ZSTD_decompressDCtx(unpacker, out, room, packed, size);
    return ZSTD_isError(length) ? FAILED : length;
}

int main(void) {
    packs("zstd", "zstd", BY_PARAM, pack_input);
    competes("zstd-1", 1);
    competes("zstd-3", 3);
    competes("zstd-9", 9);
    competes("zstd-19", 19);
    unpacks("zstd", 3);
    return paragone_serve();
}
