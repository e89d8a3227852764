/* Does on request what the kernel counts: a line `WORD NUMBER` or `WORD PATH` in, `ok` out, and nothing else. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };
static char block[1 << 20];

static void must(int right, const char *what) {
    if (right) return;
    perror(what);
    _exit(1);
}

/* A system call that no library answers by itself. */
static void call(long times) {
    while (times-- > 0) syscall(SYS_getppid);
}

static void touch(size_t bytes) {
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(memory != MAP_FAILED, "mmap");
    madvise(memory, bytes, MADV_NOHUGEPAGE); /* a page, a fault */
    for (size_t at = 0; at < bytes; at += PAGE) memory[at] = 1;
    munmap(memory, bytes);
}

static void *calls_ten_times(void *nothing) {
    call(10);
    return nothing;
}

static void *waits(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void start(void *(*work)(void *), pthread_t *thread) {
    must(pthread_create(thread, NULL, work, NULL) == 0, "pthread_create");
}

static void fork_and_wait(void) {
    pid_t child = fork();
    must(child >= 0, "fork");
    if (!child) {
        call(10);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void write_file(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(fd >= 0 && write(fd, block, sizeof block) == sizeof block && fsync(fd) == 0, path);
    close(fd);
}

static void read_file(const char *path) {
    int fd = open(path, O_RDONLY);
    must(fd >= 0, path);
    while (read(fd, block, sizeof block) > 0) {}
    close(fd);
}

static void evict_file(const char *path) {
    int fd = open(path, O_RDONLY);
    must(fd >= 0 && fsync(fd) == 0 && posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0, path);
    close(fd);
}

static volatile unsigned long sink;

static void obey(const char *word, const char *rest) {
    long number = atol(rest);
    pthread_t thread;
    if (!strcmp(word, "call")) call(number);
    else if (!strcmp(word, "count")) while (number-- > 0) sink += 1;
    else if (!strcmp(word, "fault")) touch((size_t)number * PAGE);
    else if (!strcmp(word, "touch")) touch((size_t)number);
    else if (!strcmp(word, "sleep")) while (number-- > 0) nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    else if (!strcmp(word, "threads")) while (number-- > 0) start(calls_ten_times, &thread), pthread_join(thread, NULL);
    else if (!strcmp(word, "stay")) while (number-- > 0) start(waits, &thread);
    else if (!strcmp(word, "fork")) while (number-- > 0) fork_and_wait();
    else if (!strcmp(word, "write")) write_file(rest);
    else if (!strcmp(word, "read")) read_file(rest);
    else if (!strcmp(word, "evict")) evict_file(rest);
    else must(0, word);
}

int main(void) {
    char line[PAGE];
    ssize_t length;
    /* Every request and every reply is one system call, whatever stands in it. */
    while ((length = read(0, line, sizeof line - 1)) > 1) {
        line[length - 1] = 0;
        char *rest = strchr(line, ' ');
        must(rest != NULL, line);
        *rest++ = 0;
        obey(line, rest);
        must(write(1, "ok\n", 3) == 3, "write");
    }
    return 0;
}
