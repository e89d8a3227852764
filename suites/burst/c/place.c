/* The folder under test, and nothing beside it: a folder is all that is ever opened, and a file in it loses its name
 * before anything is written. */
#define _GNU_SOURCE 1
#include "burst.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Left free on top of what a trial needs. */
#define SPARE (16u << 20)

static int failed(const char *what, const char *why) {
    static char said[400];
    snprintf(said, sizeof said, "%s: %s", what, why);
    paragone_fail(said);
    return -1;
}

int place_open(const char *text, double *price) {
    static char path[4096];
    if (!text || strlen(text) >= sizeof path) return failed("parameter `path`", "it is not there, or too long");
    strcpy(path, text);
    char *at = strrchr(path, '@'), *end = NULL;
    double told = at && at[1] ? strtod(at + 1, &end) : 0;
    *price = 0;
    if (end && !*end) {
        if (!(isfinite(told) && told > 0)) return failed(text, "a price for each GiB is a number above 0");
        *price = told, *at = 0;
    }
    const char *temporary = getenv("TMPDIR");
    if (!*path) snprintf(path, sizeof path, "%s", temporary && *temporary ? temporary : "/tmp");
    struct stat found;
    if (stat(path, &found)) return failed(path, strerror(errno));
    if (S_ISBLK(found.st_mode) || S_ISCHR(found.st_mode))
        return failed(path, "it is a device, which is never written to; name a folder on it");
    if (!S_ISDIR(found.st_mode)) return failed(path, "it is no folder; name the folder that is to be written to");
    /* What is opened is a folder again, whatever was put there meanwhile. */
    int folder = open(path, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
    return folder < 0 ? failed(path, strerror(errno)) : folder;
}

bool place_has_room(int folder, uint64_t bytes) {
    struct statvfs found;
    if (fstatvfs(folder, &found)) return failed("fstatvfs", strerror(errno)), false;
    uint64_t available = (uint64_t)found.f_bavail * found.f_frsize;
    if (available >= bytes + SPARE) return true;
    char why[200];
    snprintf(why, sizeof why, "it has %llu MiB free, and a trial needs %llu MiB; take fewer frames, smaller ones, or another folder",
             (unsigned long long)available >> 20, (unsigned long long)(bytes + SPARE) >> 20);
    return failed("too little room in the folder", why), false;
}

int place_file(int folder, int more_flags) {
    static unsigned next;
    char name[64];
    snprintf(name, sizeof name, ".paragone-burst-%ld-c%u", (long)getpid(), next++);
    int file = openat(folder, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC | more_flags, 0600);
    int why = errno;
    /* Some file systems make the file, and then refuse how it is to be opened; but what was there before is another's. */
    int is_ours = file >= 0 || why != EEXIST;
    int kept = is_ours ? unlinkat(folder, name, 0) : 0;
    if (file < 0) return failed(more_flags ? "failed to open a file in the folder with O_DIRECT" : "failed to make a file in the folder", strerror(why));
    if (kept) return close(file), failed("failed to remove a file's name", strerror(errno));
    return file;
}

bool file_digest(int file, const orders *of, unsigned char *scratch, uint64_t *sum) {
    *sum = 0;
    for (uint64_t number = 0; number < of->frames; number++) {
        for (size_t done = 0; done < of->size;) {
            ssize_t got = pread(file, scratch + done, of->size - done, (off_t)(number * of->size + done));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return failed("failed to read a frame back", got ? strerror(errno) : "the file ends before it"), false;
            done += (size_t)got;
        }
        *sum += burst_digest(number, scratch, of->size);
    }
    return true;
}

typedef struct { burst *of; int folder; double price; const way *how; } state;

static void tear_down(void *context) {
    state *it = context;
    if (!it) return;
    burst_free(it->of);
    if (it->folder >= 0) close(it->folder);
    free(it);
}

static void *set_up(const paragone_cell *cell) {
    state *it = calloc(1, sizeof *it);
    if (!it) paragone_fail("no memory");
    else it->how = paragone_context(cell), it->folder = place_open(paragone_param(cell, "path"), &it->price), it->of = burst_new(cell);
    return it;
}

static void call(void *context, const unsigned char *frame, size_t size) {
    state *it = context;
    const orders *of = burst_orders(it->of);
    burst_size(it->of, size);
    if (!place_has_room(it->folder, (uint64_t)of->frames * size)) return;
    int file = place_file(it->folder, it->how->flags);
    if (file < 0) return;
    drain *to = it->how->open(file, of);
    uint64_t sum;
    if (to && burst_trial(it->of, frame, to) && file_digest(file, of, burst_scratch(it->of), &sum)) {
        if (it->price > 0) paragone_reading("price-per-gib", it->price);
        paragone_answer_u64(sum);
    }
    if (to) it->how->close(to);
    close(file);
}

void place_bench(const char *name, const way *how) {
    paragone_job *job = paragone_bench("files", name, call);
    job->setup = set_up, job->teardown = tear_down, job->context = (void *)(uintptr_t)how;
}
