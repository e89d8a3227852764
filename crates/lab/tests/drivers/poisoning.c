/* A driver that writes into what it is given to read, at size 100: into the input's file, each implementation in another
 * way, or into its own program. All but `good` are here to be survived.
 *
 * In the benchmark `path` an input is a file's path. In `bytes` it is the bytes, and where they lie is seen when the
 * file is opened. Who is kept from writing says why and ends with exit code 9.
 */
#include "paragone.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char opened[4096];

/* In place of the C library's own: all that is opened to be read is an input, but for /dev/null. */
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if ((flags & O_ACCMODE) == O_RDONLY && strcmp(path, "/dev/null")) snprintf(opened, sizeof opened, "%s", path);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static void kept_from(const char *what) {
    perror(what);
    _exit(9);
}

static int opened_for(const char *path, int flags) {
    int fd = open(path, flags, 0644);
    if (fd < 0) kept_from("open");
    return fd;
}

static void write_other_bytes(const char *path, int flags) {
    int fd = opened_for(path, flags);
    char other[100];
    memset(other, 'x', sizeof other);
    if (write(fd, other, sizeof other) < 0) kept_from("write");
    close(fd);
}

static void none(const char *path) { (void)path; }
static void writes(const char *path) { write_other_bytes(path, O_WRONLY); }

static void maps(const char *path) {
    int fd = opened_for(path, O_RDWR);
    unsigned char *shared = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED) kept_from("mmap");
    shared[50]++;
    munmap(shared, 100);
    close(fd);
}

static void takes_the_right(const char *path) {
    if (chmod(path, 0666)) kept_from("chmod");
    write_other_bytes(path, O_WRONLY);
}

/* Not before the first answers have been found right. */
static void takes_it_later(const char *path) {
    static unsigned calls;
    if (++calls > 20) takes_the_right(path);
}

static void replaces(const char *path) {
    if (unlink(path)) kept_from("unlink");
    write_other_bytes(path, O_WRONLY | O_CREAT);
}

static void replaces_itself(const char *path) {
    static char program[1 << 20], name[4096];
    (void)path;
    ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
    int fd = opened_for("/proc/self/exe", O_RDONLY);
    ssize_t size = read(fd, program, sizeof program - 1);
    close(fd);
    if (length < 0 || size < 0 || strstr(name, " (deleted)")) return;
    unlink(name);
    fd = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT, 0755);
    if (fd < 0 || write(fd, program, size + 1) < 0) kept_from("program");
    close(fd);
}

static void sum(FILE *file, const unsigned char *bytes, size_t length) {
    uint64_t total = 0;
    for (size_t i = 0; !file && i < length; i++) total = total * 31 + bytes[i];
    for (int byte; file && (byte = getc(file)) != EOF;) total = total * 31 + (uint64_t)byte;
    if (file) fclose(file);
    paragone_answer_u64(total);
}

#define JOB(name, deed)                                                                                      \
    static void name##_bytes(void *state, const unsigned char *input, size_t length) {                      \
        sum(NULL, input, length);                                                                            \
        if (length == 100) deed(opened);                                                                     \
    }                                                                                                        \
    static void name##_path(void *state, const unsigned char *input, size_t length) {                       \
        char path[4096];                                                                                     \
        struct stat about;                                                                                   \
        snprintf(path, sizeof path, "%.*s", (int)length, (const char *)input);                               \
        FILE *file = fopen(path, "rb");                                                                      \
        if (!file) { paragone_fail("the file cannot be opened"); return; }                                   \
        fstat(fileno(file), &about);                                                                         \
        sum(file, NULL, 0);                                                                                  \
        if (about.st_size == 100) deed(path);                                                                \
    }

JOB(good, none)
JOB(maps, maps)
JOB(writes, writes)
JOB(takes_the_right, takes_the_right)
JOB(takes_it_later, takes_it_later)
JOB(replaces, replaces)
JOB(replaces_itself, replaces_itself)

#define BENCH(name, job) paragone_bench("bytes", name, job##_bytes), paragone_bench("path", name, job##_path)

int main(void) {
    BENCH("good", good);
    BENCH("maps", maps);
    BENCH("writes", writes);
    BENCH("takes-the-right", takes_the_right);
    BENCH("takes-it-later", takes_it_later);
    BENCH("replaces", replaces);
    BENCH("replaces-itself", replaces_itself);
    return paragone_serve();
}
