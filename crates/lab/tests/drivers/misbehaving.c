/* A driver of implementations that each do one thing wrong, at size 100 only where they can choose.
 * All but `good` are here to be survived. */
#include "paragone.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned char answer[64];

static int now_is_the_time(size_t length) { return length == 100; }

static void good(void *state, const unsigned char *input, size_t length) {
    (void)state;
    uint64_t sum = length;
    for (size_t i = 0; i < length; i++) sum = sum * 31 + input[i];
    memcpy(answer, &sum, sizeof sum);
    paragone_answer(answer, sizeof sum);
}

#define JOB(name, deed)                                                                \
    static void name(void *state, const unsigned char *input, size_t length) {        \
        good(state, input, length);                                                    \
        if (now_is_the_time(length)) { deed; }                                         \
    }

static unsigned char *volatile nowhere;
static volatile int forever = 1;
/* Counts calls, so that a deed can wait until the first answers have been found right. */
static unsigned calls;

JOB(segfault, *nowhere = 1)
JOB(aborts, abort())
JOB(hangs, while (forever) {})
JOB(exits, exit(7))
JOB(wrong, answer[3] ^= 1)
JOB(prints, printf("answer 3\nabc time 1 1\n"); fflush(stdout))
JOB(lies_later, if (++calls > 1) answer[0] ^= 1)

static void ignores_sigterm(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (now_is_the_time(length)) while (forever) {}
}

/* The descriptors of the conversation are the first two after the standard ones. */
static void closes_its_input(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (now_is_the_time(length)) {
        for (int fd = 3; fd < 10; fd++)
            if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) close(fd);
        sleep(1000);
    }
}

static void garbage(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (now_is_the_time(length))
        for (int fd = 3; fd < 10; fd++)
            if (write(fd, "\001\377\376 what?\nok\nok\n", 16) < 0) continue;
}

/* Shared memory, because that is not counted against the limit on data. */
static void giant_answer(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (now_is_the_time(length)) {
        size_t giant = (size_t)1 << 30;
        paragone_answer(mmap(NULL, giant, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0), giant);
    }
}

static void eats_memory(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (now_is_the_time(length))
        for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}

static void leave_a_daemon(const char *mark) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0) {
            for (int fd = 0; fd < 64; fd++) close(fd);
            execlp("sleep", mark, "1000", (char *)0);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void daemonises(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    static int left;
    if (!left++) leave_a_daemon("paragone-test-daemon");
}

/* Each has less than the limit, and all together have more. */
static void breeds(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (!now_is_the_time(length)) return;
    for (int child = 0; child < 4; child++)
        if (fork() == 0) {
            nowhere = malloc((size_t)100 << 20);
            if (nowhere) memset(nowhere, 1, (size_t)100 << 20);
            for (;;) pause();
        }
    for (;;) pause();
}

static void kills_its_keeper(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    if (!now_is_the_time(length)) return;
    leave_a_daemon("paragone-test-stray");
    kill(getppid(), SIGKILL);
    for (;;) pause();
}

/* Answers wrongly where the daemon of the one before is still there. */
static void looks_for_strays(void *state, const unsigned char *input, size_t length) {
    good(state, input, length);
    DIR *all = now_is_the_time(length) ? opendir("/proc") : NULL;
    for (struct dirent *one; all && (one = readdir(all));) {
        char path[300], line[64] = "";
        snprintf(path, sizeof path, "/proc/%s/cmdline", one->d_name);
        FILE *file = fopen(path, "r");
        if (!file) continue;
        if (fgets(line, sizeof line, file) && !strcmp(line, "paragone-test-stray")) answer[0] ^= 1;
        fclose(file);
    }
    if (all) closedir(all);
}

int main(void) {
    paragone_bench("sum", "good", good);
    paragone_bench("sum", "segfault", segfault);
    paragone_bench("sum", "aborts", aborts);
    paragone_bench("sum", "hangs", hangs);
    paragone_bench("sum", "exits", exits);
    paragone_bench("sum", "wrong", wrong);
    paragone_bench("sum", "giant-answer", giant_answer);
    paragone_bench("sum", "prints", prints);
    paragone_bench("sum", "closes-its-input", closes_its_input);
    paragone_bench("sum", "ignores-sigterm", ignores_sigterm);
    paragone_bench("sum", "daemonises", daemonises);
    paragone_bench("sum", "garbage", garbage);
    paragone_bench("sum", "lies-later", lies_later);
    paragone_bench("sum", "eats-memory", eats_memory);
    paragone_bench("sum", "breeds", breeds);
    paragone_bench("sum", "kills-its-keeper", kills_its_keeper);
    paragone_bench("sum", "looks-for-strays", looks_for_strays);
    return paragone_serve();
}
