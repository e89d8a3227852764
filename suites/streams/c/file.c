/* The sum of a file's bytes, in C: whole, in pieces, mapped, byte by byte; and what reading and adding take alone.
 *
 * In: a path; out: the sum modulo 256, or for `parts` how many bytes were passed. Every call opens the file and closes
 * it, and frees what it took.
 */
#include "paragone.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Compilers add bytes in vectors, because the sum is one too. */
static uint8_t added(const unsigned char *bytes, size_t count) {
    uint8_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += bytes[i];
    return sum;
}

static int failed(void) {
    paragone_fail(strerror(errno));
    return -1;
}

static int opened(const unsigned char *input, size_t length, size_t *size) {
    char path[4096];
    if (length >= sizeof path) {
        errno = ENAMETOOLONG;
        return failed();
    }
    memcpy(path, input, length);
    path[length] = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return failed();
    struct stat about;
    if (size) *size = fstat(fd, &about) ? 0 : (size_t)about.st_size;
    return fd;
}

/* One read; 0 at the end. A failure ends the loop too, and says so. */
static size_t got(int fd, void *buffer, size_t size) {
    for (;;) {
        ssize_t count = read(fd, buffer, size);
        if (count >= 0) return (size_t)count;
        if (errno != EINTR) return (void)failed(), 0;
    }
}

/* A buffer as large as the suite says, kept from call to call as any reader would keep it. */
struct buffer { unsigned char *bytes; size_t size; };

static void *with_buffer(const paragone_cell *cell) {
    const char *text = paragone_param(cell, "buffer");
    struct buffer *buffer = malloc(sizeof *buffer);
    buffer->size = text ? strtoul(text, NULL, 10) : 0;
    if (!buffer->size) {
        paragone_fail("the parameter `buffer` is missing");
        return buffer->bytes = NULL, buffer;
    }
    buffer->bytes = aligned_alloc(4096, (buffer->size + 4095) / 4096 * 4096);
    return buffer;
}

static void without_buffer(void *state) {
    struct buffer *buffer = state;
    free(buffer->bytes);
    free(buffer);
}

static void chunks(void *state, const unsigned char *input, size_t length) {
    struct buffer *buffer = state;
    int fd = opened(input, length, NULL);
    if (fd < 0) return;
    uint8_t sum = 0;
    for (size_t count; (count = got(fd, buffer->bytes, buffer->size)) > 0;) sum += added(buffer->bytes, count);
    close(fd);
    paragone_answer_u64(sum);
}

static void whole(void *state, const unsigned char *input, size_t length) {
    size_t size = 0, filled = 0;
    int fd = opened(input, length, &size);
    if (fd < 0) return;
    unsigned char *bytes = malloc(size + 1);
    for (size_t count; (count = got(fd, bytes + filled, size + 1 - filled)) > 0;) filled += count;
    close(fd);
    paragone_answer_u64(added(bytes, filled));
    free(bytes);
}

static void mapped(void *state, const unsigned char *input, size_t length) {
    size_t size = 0;
    int fd = opened(input, length, &size);
    if (fd < 0) return;
    /* Nothing cannot be mapped. */
    unsigned char *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (bytes == MAP_FAILED) return (void)failed();
    paragone_answer_u64(added(bytes, size));
    if (bytes) munmap(bytes, size);
}

static void by_getc(int locked, const unsigned char *input, size_t length) {
    int fd = opened(input, length, NULL);
    if (fd < 0) return;
    FILE *file = fdopen(fd, "rb");
    uint8_t sum = 0;
    if (locked) for (int byte; (byte = getc(file)) != EOF;) sum += (uint8_t)byte;
    else for (int byte; (byte = getc_unlocked(file)) != EOF;) sum += (uint8_t)byte;
    fclose(file);
    paragone_answer_u64(sum);
}

static void bytes(void *state, const unsigned char *input, size_t length) { by_getc(1, input, length); }
static void bytes_unlocked(void *state, const unsigned char *input, size_t length) { by_getc(0, input, length); }

/* Instruments: each half of `chunks` alone. Their answer is the number of bytes. */
static void read_alone(void *state, const unsigned char *input, size_t length) {
    struct buffer *buffer = state;
    int fd = opened(input, length, NULL);
    if (fd < 0) return;
    uint64_t total = 0;
    for (size_t count; (count = got(fd, buffer->bytes, buffer->size)) > 0;) total += count;
    close(fd);
    paragone_keep(buffer->bytes);
    paragone_answer_u64(total);
}

static void add_alone(void *state, const unsigned char *input, size_t length) {
    struct buffer *buffer = state;
    size_t size = 0;
    int fd = opened(input, length, &size);
    if (fd < 0) return;
    close(fd);
    uint8_t sum = 0;
    for (size_t left = size, part; left > 0; left -= part) {
        part = left < buffer->size ? left : buffer->size;
        paragone_keep(buffer->bytes);
        sum += added(buffer->bytes, part);
    }
    paragone_keep(&sum);
    paragone_answer_u64(size);
}

static void both(void *state, const unsigned char *input, size_t length) {
    struct buffer *buffer = state;
    int fd = opened(input, length, NULL);
    if (fd < 0) return;
    uint8_t sum = 0;
    uint64_t total = 0;
    for (size_t count; (count = got(fd, buffer->bytes, buffer->size)) > 0; total += count) sum += added(buffer->bytes, count);
    close(fd);
    paragone_keep(&sum);
    paragone_answer_u64(total);
}

static void *with_bytes(const paragone_cell *cell) {
    struct buffer *buffer = with_buffer(cell);
    for (size_t i = 0; buffer->bytes && i < buffer->size; i++) buffer->bytes[i] = (unsigned char)(i * 7);
    return buffer;
}

static void buffered(const char *benchmark, const char *name, paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, name, call);
    job->setup = with_bytes;
    job->teardown = without_buffer;
}

int main(void) {
    buffered("file", "chunks", chunks);
    paragone_bench("file", "whole", whole);
    paragone_bench("long", "whole", whole);
    paragone_bench("file", "mmap", mapped);
    paragone_bench("file", "bytes", bytes);
    paragone_bench("file", "bytes-unlocked", bytes_unlocked);
    buffered("buffer", "chunks", chunks);
    buffered("long", "chunks", chunks);
    buffered("parts", "both", both);
    buffered("parts", "read", read_alone);
    buffered("parts", "add", add_alone);
    return paragone_serve();
}
