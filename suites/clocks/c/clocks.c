/* What C on Unix offers to tell the time.
 *
 * In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
 * was painted, or the bytes' sum. A clock is read as a number in its own unit, and 100 ms are written in
 * that unit. Each clock gets a loop of its own, compiled with the clock in it.
 */
#define _GNU_SOURCE
#include "paragone.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NS_100_MS UINT64_C(100000000)
#define INLINE static inline __attribute__((always_inline))

typedef uint64_t reading(void);

INLINE uint64_t nanoseconds(struct timespec time) { return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec; }

/* A clock that a system does not have is -1, which no system has. */
#ifndef CLOCK_MONOTONIC_RAW
#define CLOCK_MONOTONIC_RAW -1
#endif
#ifndef CLOCK_REALTIME_COARSE
#define CLOCK_REALTIME_COARSE -1
#endif
#ifndef CLOCK_MONOTONIC_COARSE
#define CLOCK_MONOTONIC_COARSE -1
#endif
#ifndef CLOCK_BOOTTIME
#define CLOCK_BOOTTIME -1
#endif
#ifndef CLOCK_TAI
#define CLOCK_TAI -1
#endif

#define BY_CLOCK_GETTIME(name, id)                     \
    INLINE uint64_t now_##name(void) {                 \
        struct timespec time = {0, 0};                 \
        clock_gettime(id, &time);                      \
        return nanoseconds(time);                      \
    }
BY_CLOCK_GETTIME(realtime, CLOCK_REALTIME)
BY_CLOCK_GETTIME(realtime_coarse, CLOCK_REALTIME_COARSE)
BY_CLOCK_GETTIME(monotonic, CLOCK_MONOTONIC)
BY_CLOCK_GETTIME(monotonic_coarse, CLOCK_MONOTONIC_COARSE)
BY_CLOCK_GETTIME(monotonic_raw, CLOCK_MONOTONIC_RAW)
BY_CLOCK_GETTIME(boottime, CLOCK_BOOTTIME)
BY_CLOCK_GETTIME(tai, CLOCK_TAI)
BY_CLOCK_GETTIME(process_cpu, CLOCK_PROCESS_CPUTIME_ID)
BY_CLOCK_GETTIME(thread_cpu, CLOCK_THREAD_CPUTIME_ID)

/* The same clock as `monotonic`, by way of the kernel instead of the page that it shares. */
INLINE uint64_t now_syscall(void) {
    struct timespec time = {0, 0};
#ifdef SYS_clock_gettime
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
#endif
    return nanoseconds(time);
}

INLINE uint64_t now_gettimeofday(void) {
    struct timeval time;
    gettimeofday(&time, NULL);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

INLINE uint64_t now_time(void) { return (uint64_t)time(NULL); }

INLINE uint64_t now_clock(void) { return (uint64_t)clock(); }

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>

INLINE uint64_t now_rdtsc(void) { return __rdtsc(); }

/* It waits for the instructions before it, which `rdtsc` does not. */
INLINE uint64_t now_rdtscp(void) {
    unsigned int processor;
    return __rdtscp(&processor);
}
#else
/* Stands still, so that the set-up says so. */
INLINE uint64_t now_rdtsc(void) { return 0; }
INLINE uint64_t now_rdtscp(void) { return 0; }
#endif

static uint64_t ticks_of_100_ms;

/* How often the processor's counter ticks is found by asking another clock, once. */
static void calibrate(void) {
    uint64_t began = now_monotonic(), ticks = now_rdtsc(), passed;
    if (ticks_of_100_ms) return;
    do passed = now_monotonic() - began;
    while (passed < 10000000);
    ticks_of_100_ms = (uint64_t)((double)(now_rdtsc() - ticks) / (double)passed * (double)NS_100_MS);
}

/* When the display was last painted: so long before the set-up that the first read of a call paints it.
 *
 * A clock that stands still, or whose unit is another than we believe, is found here: what it takes for
 * 20 ms must be at least 10 ms by the system's clock, however busy the machine is, and less than 2 s.
 * `time` knows whole seconds, of which the next may begin at once. */
static void *checked(reading *now, uint64_t period, uint64_t least_ns) {
    uint64_t *last = malloc(sizeof *last), began = now_monotonic(), start = now(), passed;
    while (now() - start <= period / 5 && now_monotonic() - began < 2000000000) {}
    passed = now_monotonic() - began;
    if (!last) paragone_fail("out of memory");
    else if (passed < least_ns || passed >= 2000000000) paragone_fail("20 ms by this clock are not 20 ms: the system has no such clock, or its unit is another");
    else *last = start - period;
    return last;
}

INLINE void read_often(reading *now, uint64_t period, const uint64_t *set_up, const unsigned char *input) {
    uint64_t reads, last = *set_up, painted = 0;
    memcpy(&reads, input, sizeof reads);
    for (uint64_t i = 0; i < reads; i++) {
        uint64_t time = now();
        if (time - last > period) {
            last = time;
            painted++;
        }
    }
    paragone_answer_u64(2 * reads + (painted > 0));
}

INLINE void go_through(reading *now, uint64_t period, uint64_t every, const unsigned char *input, size_t length) {
    uint64_t sum = 0, shown = 0, until = every, last = now();
    for (size_t i = 0; i < length; i++) {
        sum += input[i];
        if (--until == 0) {
            uint64_t time = now();
            until = every;
            if (time - last > period) {
                shown = i + 1;
                last = time;
            }
        }
    }
    paragone_keep(&shown);
    paragone_answer_u64(sum);
}

static void *every_of(const paragone_cell *cell) {
    const char *text = paragone_param(cell, "every");
    uint64_t *every = malloc(sizeof *every);
    calibrate();
    if (!text || !every) return paragone_fail("no parameter `every`, or no memory"), every;
    *every = strcmp(text, "none") ? strtoull(text, NULL, 10) : UINT64_MAX;
    if (!*every) paragone_fail("`every` is a number above 0, or `none`");
    return every;
}

#define EACH_CLOCK(X)                                                 \
    X(realtime, "realtime", NS_100_MS, 10000000)                      \
    X(realtime_coarse, "realtime-coarse", NS_100_MS, 10000000)        \
    X(monotonic, "monotonic", NS_100_MS, 10000000)                    \
    X(monotonic_coarse, "monotonic-coarse", NS_100_MS, 10000000)      \
    X(monotonic_raw, "monotonic-raw", NS_100_MS, 10000000)            \
    X(boottime, "boottime", NS_100_MS, 10000000)                      \
    X(tai, "tai", NS_100_MS, 10000000)                                \
    X(process_cpu, "process-cpu", NS_100_MS, 10000000)                \
    X(thread_cpu, "thread-cpu", NS_100_MS, 10000000)                  \
    X(syscall, "syscall", NS_100_MS, 10000000)                        \
    X(gettimeofday, "gettimeofday", 100000, 10000000)                 \
    X(time, "time", 0, 0)                                             \
    X(clock, "clock", CLOCKS_PER_SEC / 10, 10000000)                  \
    X(rdtsc, "rdtsc", ticks_of_100_ms, 10000000)                      \
    X(rdtscp, "rdtscp", ticks_of_100_ms, 10000000)

#define READ(name, text, period, least_ns)                                            \
    static void *set_up_##name(const paragone_cell *cell) {                           \
        (void)cell;                                                                   \
        calibrate();                                                                  \
        return checked(now_##name, period, least_ns);                                 \
    }                                                                                 \
    static void read_##name(void *state, const unsigned char *input, size_t length) { \
        (void)length;                                                                 \
        read_often(now_##name, period, state, input);                                 \
    }
EACH_CLOCK(READ)

#define PROGRESS(name, period)                                                            \
    static void progress_##name(void *state, const unsigned char *input, size_t length) { \
        go_through(now_##name, period, *(uint64_t *)state, input, length);                \
    }
PROGRESS(monotonic, NS_100_MS)
PROGRESS(monotonic_coarse, NS_100_MS)
PROGRESS(syscall, NS_100_MS)
PROGRESS(rdtsc, ticks_of_100_ms)

static void registered(const char *benchmark, const char *name, void *(*set_up)(const paragone_cell *), paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, name, call);
    job->setup = set_up;
    job->teardown = free;
}

int main(void) {
#define REGISTER(name, text, period, least_ns) registered("read", text, set_up_##name, read_##name);
    EACH_CLOCK(REGISTER)
    registered("progress", "monotonic", every_of, progress_monotonic);
    registered("progress", "monotonic-coarse", every_of, progress_monotonic_coarse);
    registered("progress", "syscall", every_of, progress_syscall);
    registered("progress", "rdtsc", every_of, progress_rdtsc);
    return paragone_serve();
}
