/* The LZ4 block format by liblz4, fast and with the search of its HC functions.
 *
 * In: a text; out: it compressed, without a frame or a checksum, or decompressed again. HC's tables, 256 KiB, are kept
 * from text to text; the fast way has 16 KiB on the stack, and needs nothing kept.
 */
#include "frame.h"

#include <lz4.h>
#include <lz4hc.h>

/* The command `lz4` counts them so: below 3 it is the fast way. */
enum { FAST = 1, LEAST_HC = 3 };

typedef struct { void *tables; int level; } packer;

static void *packer_of(int level) {
    packer *it = calloc(1, sizeof *it);
    if (!it || level > LZ4HC_CLEVEL_MAX) return free(it), NULL;
    it->level = level;
    if (level >= LEAST_HC && !(it->tables = malloc((size_t)LZ4_sizeofStateHC()))) free(it), it = NULL;
    return it;
}

static void free_packer(void *of) { free(((packer *)of)->tables), free(of); }

static size_t most_packed(void *of, size_t length) { return (void)of, (size_t)LZ4_compressBound((int)length); }

static size_t pack(void *of, const unsigned char *text, size_t length, unsigned char *out, size_t room) {
    const packer *it = of;
    const char *from = (const char *)text;
    int size = it->level < LEAST_HC ? LZ4_compress_default(from, (char *)out, (int)length, (int)room)
                                    : LZ4_compress_HC_extStateHC(it->tables, from, (char *)out, (int)length, (int)room, it->level);
    return size > 0 ? (size_t)size : FAILED;
}

/* Decompressing keeps nothing; what stands for it is never looked at. */
static void *unpacker_of(void) {
    static char nothing;
    return &nothing;
}

static void free_unpacker(void *unpacker) { (void)unpacker; }

static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room) {
    (void)unpacker;
    int length = LZ4_decompress_safe((const char *)packed, (char *)out, (int)size, (int)room);
    return length >= 0 ? (size_t)length : FAILED;
}

int main(void) {
    competes("lz4", FAST);
    competes("lz4-hc-9", 9);
    unpacks("lz4", FAST);
    return paragone_serve();
}
