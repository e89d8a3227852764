/* Frames into a file by write calls: buffered, past the cache, and on to the device each. */
#define _GNU_SOURCE 1
#include "burst.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#ifndef O_DIRECT
#error "this system has no O_DIRECT"
#endif

typedef struct { drain as_drain; int file; size_t size; bool synced; unsigned slot; } plain;

static bool submit(drain *it, unsigned slot, uint64_t number, const unsigned char *frame) {
    plain *to = (plain *)it;
    for (size_t done = 0; done < to->size;) {
        ssize_t written = pwrite(to->file, frame + done, to->size - done, (off_t)(number * to->size + done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return paragone_fail(strerror(errno)), false;
        done += (size_t)written;
    }
    if (to->synced && fsync(to->file)) return paragone_fail(strerror(errno)), false;
    to->slot = slot;
    return true;
}

static bool complete(drain *it, unsigned *slot) {
    *slot = ((plain *)it)->slot;
    return true;
}

static drain *opened(int file, const orders *of, bool synced) {
    static plain to;
    to = (plain){{1, submit, complete, NULL}, file, of->size, synced, 0};
    return &to.as_drain;
}

static drain *open_plain(int file, const orders *of) { return opened(file, of, false); }
static drain *open_synced(int file, const orders *of) { return opened(file, of, true); }
static void close_plain(drain *it) { (void)it; }

int main(void) {
    static const way buffered = {0, open_plain, close_plain}, direct = {O_DIRECT, open_plain, close_plain}, synced = {0, open_synced, close_plain};
    place_bench("buffered", &buffered);
    place_bench("direct", &direct);
    place_bench("fsync", &synced);
    return paragone_serve();
}
