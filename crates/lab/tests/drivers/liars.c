/* A driver without an SDK, whose implementations each cheat or misbehave in one way. `good` and `twice` are honest:
 * `twice` does the same work two times over. What each of the others does stands beside its name in `cases`. */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of the protocol; where it is 1, the greeting says neither more nor less than in that version. */
#ifndef VERSION
#define VERSION 2
#endif

static const char *const cases[] = {
    "good",
    "twice",
    /* Lies about time. */
    "one-call-of-n",            /* makes one call however many are asked for */
    "no-call",                  /* makes none, and says a nanosecond for each */
    "half-of-the-calls",        /* makes every second call, and says what that took */
    "most-of-the-calls",        /* makes two of three */
    "says-zero",                /* makes all calls, and says that they took no time */
    "says-always-the-same",     /* makes all calls, and says 5 us whatever their number */
    "says-half",                /* makes all calls, and says half of their time */
    "says-little",              /* makes all calls, and says a thousandth of their time */
    "clock-2-slow",             /* its clock runs 2 % slow */
    "clock-10-slow",
    "clock-50-slow",
    "clock-10-fast",
    "clock-twice-fast",
    "clock-stands",             /* its clock does not move */
    "says-more-than-there-was", /* says so many nanoseconds that no request could have lasted */
    "slow-in-short-samples",    /* its clock runs at half its rate in samples of less than fifty calls */
    "hides-behind-a-reset",     /* says that it has a reset, has none, and says a tenth of the time */
    "works-before-the-clock",   /* makes all calls before it reads the clock */
    "works-after-the-clock",
    "no-cpu-clock",             /* says that it took no time of the processor */
    /* Lies about the work. */
    "nothing",                  /* does nothing: its answers are wrong */
    "last-input-only",          /* works on the last of its inputs, and skips the others */
    "first-input-only",
    "last-call-only",           /* makes the last call of a sample only */
    "keeps-the-answer",         /* computes the answer when it is asked, and tells the same one later */
    "remembers-each-input",     /* computes each input's answer once */
    "every-tenth-is-wrong",     /* skips every tenth call */
    "wrong-when-timed",         /* right when asked, wrong in timed calls */
    "wrong-after-a-while",      /* wrong after 5000 calls */
    "half-an-answer",           /* answers four bytes of eight */
    "wrong-digest",             /* gives another number for its answers than they have */
    "copies-its-audit",         /* gives the digest of a single answer */
    /* Misbehaves. */
    "segfaults", "aborts", "exits", "hangs", "says-garbage", "says-half-a-line", "says-too-much", "says-ok-to-all",
    "huge-answer", "closes-its-input", "closes-its-output", "ignores-signals", "eats-memory",
    "children-eat-memory",      /* starts children that eat memory */
    "kills-its-keeper",         /* and goes on in a process of its own */
    "leaves-a-daemon",          /* which burns the core that others are timed on */
    "works-between-requests",   /* a thread of its own goes on after the reply */
    "stops-itself",             /* by SIGSTOP */
    "prints-a-lot",
    "writes-into-its-input",    /* opens the file for writing */
    "maps-its-input",           /* changes it by a shared mapping */
    "removes-its-input",        /* and writes another file in its place */
    "changes-its-priority",
    "slow-beside-its-calls",    /* works for 0.3 ms on each request before it begins, and for 0.7 to 1.3 ms on long ones */
#if VERSION == 1
    "old",                      /* honest; of a driver that cannot be audited */
#endif
};

enum { INPUTS = 64 };

static FILE *from_lab, *to_lab;
static char line[4096], name[128], paths[INPUTS][4096];
static unsigned char *inputs[INPUTS];
static size_t lengths[INPUTS], input_count;
static uint64_t answer, known[INPUTS], calls_made;
static int is_known[INPUTS], is_prepared, is_empty, was_timed;

static int is(const char *what) { return !is_empty && !strcmp(name, what); }

static uint64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Each byte waits for the one before it, so that the work takes the same time on any machine's widest day. */
__attribute__((noinline)) static uint64_t work(const unsigned char *bytes, size_t length) {
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum;
}

static void spin(void) {
    for (volatile uint64_t i = 0;; i++) {}
}

static void *spinner(void *unused) {
    (void)unused;
    spin();
    return NULL;
}

/* What an honest call does, and what the misbehaving do with their first one that counts. */
static void call(size_t index) {
    calls_made++;
    if (is_empty) return;
    const unsigned char *bytes = inputs[index];
    size_t length = lengths[index];
    if (is("nothing")) return;
    if ((is("last-input-only") && index + 1 < input_count) || (is("first-input-only") && index)) return;
    if (is("every-tenth-is-wrong") && calls_made % 10 == 0) return;
    if (is("remembers-each-input") && is_known[index]) {
        answer = known[index];
        return;
    }
    answer = work(bytes, length);
    if (is("twice")) {
        __asm__ volatile("" : : "r"(answer) : "memory");
        answer = work(bytes, length);
    }
    known[index] = answer, is_known[index] = 1;
    if (is("wrong-after-a-while") && calls_made > 5000) answer ^= 1;
}

static void misbehave(void) {
    if (is("segfaults")) *(volatile int *)0 = 1;
    if (is("aborts")) abort();
    if (is("exits")) _exit(7);
    if (is("hangs")) spin();
    if (is("says-garbage")) fputs("tim e 1 2\n", to_lab);
    if (is("says-half-a-line")) fputs("time 12", to_lab), fflush(to_lab), spin();
    if (is("says-too-much")) for (int i = 0; i < 3; i++) fputs("time 100000 100000\n", to_lab);
    if (is("closes-its-input")) fclose(from_lab), sleep(1000);
    if (is("closes-its-output")) fclose(to_lab), sleep(1000);
    if (is("ignores-signals")) {
        for (int signal_number = 1; signal_number < 32; signal_number++) signal(signal_number, SIG_IGN);
        spin();
    }
    if (is("eats-memory")) for (;;) memset(malloc(1 << 24), 1, 1 << 24);
    if (is("children-eat-memory")) {
        for (int i = 0; i < 4; i++)
            if (!fork()) {
                for (int blocks = 0; blocks < 40; blocks++) memset(malloc(1 << 24), 1, 1 << 24);
                sleep(1000);
            }
        sleep(3);
    }
    if (is("kills-its-keeper")) {
        if (!fork()) setsid(), spin();
        kill(getppid(), SIGKILL);
    }
    if (is("leaves-a-daemon") && !fork()) {
        setsid();
        if (fork()) _exit(0);
        spin();
    }
    if (is("stops-itself")) raise(SIGSTOP);
    if (is("prints-a-lot")) for (int i = 0; i < 2000; i++) fputs("a line that nobody reads\n", stderr);
    if (is("writes-into-its-input") || is("removes-its-input")) {
        chmod(paths[0], 0644);
        if (is("removes-its-input")) unlink(paths[0]);
        int fd = open(paths[0], O_WRONLY | O_CREAT, 0644);
        if (fd >= 0 && write(fd, "poison", 6) == 6) close(fd);
    }
    if (is("maps-its-input")) {
        int fd = open(paths[0], O_RDWR);
        char *there = fd < 0 ? MAP_FAILED : mmap(NULL, lengths[0], PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (there != MAP_FAILED) memcpy(there, "poison", 6), msync(there, lengths[0], MS_SYNC);
    }
    if (is("changes-its-priority") && nice(19) < 0) {}
}

static void dawdle(uint64_t calls) {
    static uint64_t chance = 1;
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    uint64_t until = now(CLOCK_MONOTONIC) + (calls < 50 ? 300000 : 700000 + (chance >> 33) % 600000);
    while (now(CLOCK_MONOTONIC) < until) {}
}

static void time_request(uint64_t calls) {
    static int has_misbehaved, has_thread;
    if (is("slow-beside-its-calls")) dawdle(calls);
    if (!is_empty && !has_misbehaved++) misbehave();
    if (is("works-between-requests") && !has_thread++) {
        char *stack = malloc(1 << 16);
        (void)stack;
        if (!fork()) spinner(NULL);
    }
    uint64_t made = calls, spared = 0;
    if (is("one-call-of-n")) made = 1;
    if (is("no-call")) made = 0;
    if (is("half-of-the-calls")) spared = 2;
    if (is("most-of-the-calls")) spared = 3;
    uint64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    size_t next = 0, count = input_count ? input_count : 1;
    if (is("works-before-the-clock")) {
        for (uint64_t i = 0; i < calls; i++, next = next + 1 == count ? 0 : next + 1) call(next);
        made = 0, wall = now(CLOCK_MONOTONIC);
    }
    for (uint64_t i = 0; i < made; i++, next = next + 1 == count ? 0 : next + 1) {
        int skipped = (spared && i % spared == spared - 1 && i + 1 < made) || (is("last-call-only") && i + 1 < made)
            || is("keeps-the-answer");
        if (!skipped) call(next);
        else if (is("keeps-the-answer")) answer = known[next];
    }
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (is("works-after-the-clock")) {
        wall = 100 + made, next = 0;
        for (uint64_t i = 0; i < calls; i++, next = next + 1 == count ? 0 : next + 1) call(next);
    }
    if (is("no-call")) wall = calls;
    if (is("says-zero") || is("clock-stands")) wall = 0;
    if (is("clock-stands")) cpu = 0;
    if (is("says-always-the-same")) wall = 5000;
    if (is("says-half") || is("clock-50-slow")) wall /= 2;
    if (is("says-little")) wall /= 1000;
    if (is("clock-2-slow")) wall = wall * 98 / 100;
    if (is("clock-10-slow")) wall = wall * 90 / 100;
    if (is("clock-10-fast")) wall = wall * 110 / 100;
    if (is("clock-twice-fast")) wall *= 2;
    if (is("says-more-than-there-was")) wall = UINT64_MAX / 2;
    if (is("slow-in-short-samples") && calls < 50) wall /= 2;
    if (is("hides-behind-a-reset")) wall /= 10;
    if (is("no-cpu-clock")) cpu = 0;
    if (is("wrong-when-timed")) answer ^= 1;
    was_timed = 1;
    fprintf(to_lab, "time %llu %llu\n", (unsigned long long)wall, (unsigned long long)cpu);
}

static uint32_t folded(uint32_t crc, const void *bytes, size_t length) {
    for (crc = ~crc; length--; bytes = (const char *)bytes + 1) {
        crc ^= *(const unsigned char *)bytes;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void audit_request(uint64_t calls) {
    uint32_t crc = 0;
    size_t next = 0, count = input_count ? input_count : 1;
    uint64_t length = is_empty ? 0 : sizeof answer;
    for (uint64_t i = 0; i < calls; i++, next = next + 1 == count ? 0 : next + 1) {
        if (!is("copies-its-audit") || !i) call(next);
        crc = folded(folded(crc, &length, sizeof length), &answer, length);
    }
    if (is("wrong-digest")) crc ^= 1;
    was_timed = 0;
    fprintf(to_lab, "audit %lu\n", (unsigned long)crc);
}

static void send_answer(void) {
    size_t length = is_empty ? 0 : is("half-an-answer") ? 4 : sizeof answer;
    if (is("huge-answer")) {
        fputs("answer 99999999999\n", to_lab);
        return;
    }
    fprintf(to_lab, "answer %zu\n", length);
    fwrite(&answer, 1, length, to_lab);
}

static void read_input(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t index = input_count++;
    struct stat about;
    if (!file || fstat(fileno(file), &about)) exit(1);
    snprintf(paths[index], sizeof paths[index], "%s", path);
    inputs[index] = aligned_alloc(64, ((size_t)about.st_size + 64) / 64 * 64);
    lengths[index] = fread(inputs[index], 1, (size_t)about.st_size, file);
    is_known[index] = 0;
    fclose(file);
}

static int next_line(void) {
    if (!fgets(line, sizeof line, from_lab)) return 0;
    line[strcspn(line, "\n")] = 0;
    return 1;
}

static void prepare(const char *names) {
    char wanted[sizeof line];
    snprintf(wanted, sizeof wanted, "%s", names);
    is_empty = !strcmp(wanted, "paragone empty");
    if (!is_empty) snprintf(name, sizeof name, "%s", strchr(wanted, ' ') ? strchr(wanted, ' ') + 1 : "");
    for (size_t i = 0; i < input_count; i++) free(inputs[i]);
    input_count = 0, was_timed = 0, is_prepared = 1;
    while (next_line() && strcmp(line, "end"))
        if (!strncmp(line, "input ", 6) && input_count < INPUTS) read_input(line + 6);
    fputs("ok\n", to_lab);
}

static void greet(void) {
    fprintf(to_lab, "paragone %d\nlanguage c\nruntime none\nclock CLOCK_MONOTONIC 1\n", VERSION);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        fprintf(to_lab, "implementation sum %s%s\n", cases[i], VERSION > 1 && !strcmp(cases[i], "hides-behind-a-reset") ? " reset" : "");
    fputs("ready\n", to_lab);
}

int main(void) {
    from_lab = fdopen(dup(0), "r"), to_lab = fdopen(dup(1), "w");
    while (next_line() && strcmp(line, "quit")) {
        if (is("says-ok-to-all") && strncmp(line, "prepare", 7)) fputs("ok\n", to_lab);
        else if (!strncmp(line, "paragone ", 9)) greet();
        else if (!strncmp(line, "prepare ", 8)) prepare(line + 8);
        else if (!is_prepared) fputs("error nothing is prepared\n", to_lab);
        else if (!strncmp(line, "answer ", 7)) call((size_t)atol(line + 7)), was_timed = 0, send_answer();
        else if (!strncmp(line, "time ", 5)) time_request(strtoull(line + 5, NULL, 10));
        else if (!strncmp(line, "audit ", 6)) audit_request(strtoull(line + 6, NULL, 10));
        else if (!strcmp(line, "last") && was_timed) send_answer();
        else if (!strcmp(line, "last")) fputs("error nothing was timed\n", to_lab);
        else fputs("error unknown request\n", to_lab);
        fflush(to_lab);
    }
    return 0;
}
