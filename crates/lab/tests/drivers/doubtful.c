/* Implementations whose times are right and not the whole story: each does one thing that a reader should know of. */
#include "paragone.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static uint64_t sum(const unsigned char *input, size_t length) {
    uint64_t total = length;
    for (size_t i = 0; i < length; i++) total = (total ^ input[i]) * UINT64_C(0xd1342543de82ef95);
    return total;
}

static void plain(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(sum(input, length));
}

static void prints(void *state, const unsigned char *input, size_t length) {
    fputs("eight...", stderr);
    plain(state, input, length);
}

static void *waits(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void threads(void *state, const unsigned char *input, size_t length) {
    static int started;
    pthread_t thread;
    for (; started < 2; started++)
        if (pthread_create(&thread, NULL, waits, NULL)) paragone_fail("no thread");
    plain(state, input, length);
}

/* 8 KiB of a file that is in memory, being a part of this program. */
static void reads(void *state, const unsigned char *input, size_t length) {
    static char page[8192];
    int file = open("/proc/self/exe", O_RDONLY);
    if (file < 0 || read(file, page, sizeof page) != (ssize_t)sizeof page) paragone_fail("nothing to read");
    close(file);
    plain(state, input, length);
}

/* Right for the first input that it ever sees. */
static void forgetful(void *state, const unsigned char *input, size_t length) {
    static uint64_t first;
    uint64_t total = sum(input, length);
    if (!first) first = total;
    paragone_answer_u64(first);
    (void)state;
}

int main(void) {
    paragone_bench("job", "plain", plain);
    paragone_bench("job", "prints", prints);
    paragone_bench("job", "threads", threads);
    paragone_bench("job", "reads", reads);
    paragone_bench("job", "forgetful", forgetful);
    return paragone_serve();
}
