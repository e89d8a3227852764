/* What a program says of its library, for `frame.h` to make jobs of.
 *
 * In: a level, a text, or what was packed; out: bytes in the room that is given, and how many. What a careful user makes
 * once is made by `packer_of` and `unpacker_of`, untimed; what each use costs is within `pack` and `unpack`.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define FAILED SIZE_MAX

/* NULL where there is no memory, or no such level. */
static void *packer_of(int level);
static void free_packer(void *packer);
/* So many bytes at most come of a text of that length. */
static size_t most_packed(void *packer, size_t length);
/* How many bytes were written, or FAILED. */
static size_t pack(void *packer, const unsigned char *text, size_t length, unsigned char *out, size_t room);

static void *unpacker_of(void);
static void free_unpacker(void *unpacker);
/* `room` is at least the length of the text. */
static size_t unpack(void *unpacker, const unsigned char *packed, size_t size, unsigned char *out, size_t room);

#endif
