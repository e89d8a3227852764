/* Takes known amounts of the machine, beside a little work. */
#define _GNU_SOURCE
#include "paragone.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 20, BULK_BYTES = 256 << 20 };

/* What the program weighs beyond one that serves nothing. */
static const volatile unsigned char ballast[1 << 20] = {1};

static int file = -1;
static char page[4096];

static void sum(const unsigned char *input, size_t length) {
    uint64_t total = length;
    for (size_t i = 0; i < length; i++) total = (total ^ input[i]) * UINT64_C(0xd1342543de82ef95);
    paragone_answer_u64(total);
}

static void nothing(void *state, const unsigned char *input, size_t length) {
    (void)state;
    (void)ballast[length % sizeof ballast];
    sum(input, length);
}

/* Five blocks handed out and five taken back, 1000 + 100 + 300 + 700 + 64 bytes; at most 1764 at once:
 * the block of 300 bytes has gone into that of 700 before the last is there. */
static void memory(void *state, const unsigned char *input, size_t length) {
    (void)state;
    void *one = malloc(1000), *two = calloc(4, 25), *three = malloc(300);
    free(two);
    three = realloc(three, 700);
    void *four = aligned_alloc(64, 64);
    paragone_keep(&one);
    paragone_keep(&two);
    paragone_keep(&three);
    paragone_keep(&four);
    free(one);
    free(three);
    free(four);
    sum(input, length);
}

/* A block of 1000 bytes in one call of ten. */
static void rare(void *state, const unsigned char *input, size_t length) {
    static unsigned calls;
    (void)state;
    if (++calls % 10 == 0) {
        void *block = malloc(1000);
        paragone_keep(&block);
        free(block);
    }
    sum(input, length);
}

/* A child that touches memory of its own, and ends. */
static void child(void *state, const unsigned char *input, size_t length) {
    (void)state;
    pid_t other = fork();
    if (other == 0) {
        char *bytes = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (bytes != MAP_FAILED) memset(bytes, 1, FILE_BYTES);
        _exit(bytes == MAP_FAILED);
    }
    int status = 0;
    if (other < 0 || waitpid(other, &status, 0) != other || status != 0) {
        paragone_fail("the child did not end well");
        return;
    }
    sum(input, length);
}

static void parents(void *state, const unsigned char *input, size_t length) {
    (void)state;
    for (int i = 0; i < 1000; i++) syscall(SYS_getppid);
    sum(input, length);
}

/* For a moment, and given back at once. */
static void bulk(void *state, const unsigned char *input, size_t length) {
    (void)state;
    char *bytes = mmap(NULL, BULK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        paragone_fail("no memory");
        return;
    }
    for (size_t i = 0; i < BULK_BYTES; i += 4096) bytes[i] = 1;
    munmap(bytes, BULK_BYTES);
    sum(input, length);
}

static void *make_file(const paragone_cell *cell) {
    char name[] = "paragone-taking-XXXXXX";
    (void)cell;
    if (file < 0) file = mkstemp(name);
    unlink(name);
    for (int i = 0; i < FILE_BYTES / (int)sizeof page; i++) {
        if (pwrite(file, page, sizeof page, (off_t)i * (off_t)sizeof page) != (ssize_t)sizeof page) {
            paragone_fail("the file could not be written");
            return NULL;
        }
    }
    fsync(file);
    return NULL;
}

static void read_file(const unsigned char *input, size_t length) {
    for (int i = 0; i < FILE_BYTES / (int)sizeof page; i++) {
        if (pread(file, page, sizeof page, (off_t)i * (off_t)sizeof page) < 0) paragone_fail("the file could not be read");
    }
    sum(input, length);
}

static void cold(void *state, const unsigned char *input, size_t length) {
    (void)state;
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    read_file(input, length);
}

static void warm(void *state, const unsigned char *input, size_t length) {
    (void)state;
    read_file(input, length);
}

static void *wait_for_work(void *state) {
    pause();
    return state;
}

static void thread(void *state, const unsigned char *input, size_t length) {
    static pthread_t other;
    static int started;
    (void)state;
    if (!started) started = pthread_create(&other, NULL, wait_for_work, NULL) == 0;
    sum(input, length);
}

int main(void) {
    paragone_bench("work", "nothing", nothing);
    paragone_bench("work", "memory", memory);
    paragone_bench("work", "rare", rare);
    paragone_bench("work", "child", child);
    paragone_bench("work", "getppid", parents);
    paragone_bench("work", "bulk", bulk);
    paragone_bench("work", "cold", cold)->setup = make_file;
    paragone_bench("work", "warm", warm)->setup = make_file;
    paragone_bench("work", "thread", thread);
    return paragone_serve();
}
