/* Frames into a file by liburing with O_DIRECT, several under way at once. */
#define _GNU_SOURCE 1
#include "burst.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enough to keep a device busy, and half of a small buffer. */
#define MOST 4

typedef struct { drain as_drain; struct io_uring ring; int file; size_t size; unsigned under_way; } rung;

static bool submit(drain *it, unsigned slot, uint64_t number, const unsigned char *frame) {
    rung *to = (rung *)it;
    struct io_uring_sqe *entry = io_uring_get_sqe(&to->ring);
    if (!entry) return paragone_fail("io_uring has no room for a write"), false;
    io_uring_prep_write(entry, to->file, frame, (unsigned)to->size, number * to->size);
    io_uring_sqe_set_data(entry, (void *)(uintptr_t)slot);
    int submitted = io_uring_submit(&to->ring);
    if (submitted < 1) return paragone_fail(strerror(-submitted)), false;
    to->under_way++;
    return true;
}

static bool complete(drain *it, unsigned *slot) {
    rung *to = (rung *)it;
    struct io_uring_cqe *entry;
    int waited;
    do waited = io_uring_wait_cqe(&to->ring, &entry);
    while (waited == -EINTR);
    if (waited) return paragone_fail(strerror(-waited)), false;
    int written = entry->res;
    *slot = (unsigned)(uintptr_t)io_uring_cqe_get_data(entry);
    io_uring_cqe_seen(&to->ring, entry);
    to->under_way--;
    if (written < 0) return paragone_fail(strerror(-written)), false;
    if ((size_t)written != to->size) return paragone_fail("a frame was written in part"), false;
    return true;
}

static drain *open_ring(int file, const orders *of) {
    rung *to = calloc(1, sizeof *to);
    if (!to) return paragone_fail("no memory"), NULL;
    to->as_drain = (drain){MOST, submit, complete, NULL};
    to->file = file, to->size = of->size;
    int why = io_uring_queue_init(MOST, &to->ring, 0);
    if (!why) return &to->as_drain;
    static char said[128];
    snprintf(said, sizeof said, "io_uring cannot be used here: %s", strerror(-why));
    paragone_fail(said);
    free(to);
    return NULL;
}

/* The kernel reads the frames until each write has ended. */
static void close_ring(drain *it) {
    rung *to = (rung *)it;
    unsigned slot;
    while (to->under_way) {
        unsigned before = to->under_way;
        if (!complete(it, &slot) && to->under_way == before) abort();
    }
    io_uring_queue_exit(&to->ring);
    free(to);
}

int main(void) {
    static const way ring = {O_DIRECT, open_ring, close_ring};
    place_bench("io-uring", &ring);
    return paragone_serve();
}
