/* The zlib format by zlib.
 *
 * In: a text; out: it compressed with a checksum behind it, or decompressed again. A stream is made once and reset for
 * each text, as zlib's manual has it for many texts.
 */
#include "frame.h"

#include <zlib.h>

static void *packer_of(int level) {
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream && deflateInit(stream, level) != Z_OK) free(stream), stream = NULL;
    return stream;
}

static void free_packer(void *packer) { deflateEnd(packer), free(packer); }

static size_t most_packed(void *packer, size_t length) { return deflateBound(packer, length); }

static size_t pack(void *packer, const unsigned char *text, size_t length, unsigned char *out, size_t room) {
    z_stream *stream = packer;
    if (deflateReset(stream) != Z_OK) return FAILED;
    stream->next_in = (unsigned char *)text, stream->avail_in = (uInt)length;
    stream->next_out = out, stream->avail_out = (uInt)room;
    return deflate(stream, Z_FINISH) == Z_STREAM_END ? stream->total_out : FAILED;
}

static void *unpacker_of(void) {
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream && inflateInit(stream) != Z_OK) free(stream), stream = NULL;
    return stream;
}

static void free_unpacker(void *unpacker) { inflateEnd(unpacker), free(unpacker); }

static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room) {
    z_stream *stream = unpacker;
    if (inflateReset(stream) != Z_OK) return FAILED;
    stream->next_in = (unsigned char *)packed, stream->avail_in = (uInt)size;
    stream->next_out = out, stream->avail_out = (uInt)room;
    return inflate(stream, Z_FINISH) == Z_STREAM_END ? stream->total_out : FAILED;
}

int main(void) {
    packs("deflate", "zlib", BY_PARAM, pack_input);
    packs("deflate-size", "zlib", BY_PARAM, weigh_input);
    competes("zlib-1", 1);
    competes("zlib-6", 6);
    competes("zlib-9", 9);
    unpacks("zlib", 6);
    return paragone_serve();
}
