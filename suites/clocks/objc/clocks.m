/* What Foundation offers to tell the time, in Objective-C.
 *
 * In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
 * was painted, or the bytes' sum. A date is an object, autoreleased: a loop that makes many of them opens
 * a pool of its own for every thousand, as a careful user does.
 */
#include "paragone_objc.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const NSTimeInterval period = 0.1;

#define POOL 1000

typedef NSTimeInterval reading(void);

static NSTimeInterval now_time_interval(void) { return [NSDate timeIntervalSinceReferenceDate]; }
static NSTimeInterval now_date(void) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSTimeInterval now = [[NSDate date] timeIntervalSinceReferenceDate];
    [pool release];
    return now;
}

/* The system's clock, below Foundation. */
static NSTimeInterval seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (NSTimeInterval)time.tv_sec + (NSTimeInterval)time.tv_nsec / 1e9;
}

/* When the display was last painted: so long before the set-up that the first read of a call paints it.
 * What the clock takes for 20 ms must be that, roughly, by the system's. */
static NSTimeInterval checked(reading *now) {
    NSTimeInterval began = seconds(), start = now(), passed;
    while (now() - start <= period / 5 && seconds() - began < 2) {}
    passed = seconds() - began;
    if (passed < 0.01 || passed >= 2) [NSException raise:NSGenericException format:@"20 ms by this clock are %g s", passed];
    return start - period;
}

static uint64_t reads_of(const unsigned char *input) {
    uint64_t reads;
    memcpy(&reads, input, sizeof reads);
    return reads;
}

static void read_time_interval(void *state, const unsigned char *input, size_t length) {
    uint64_t reads = reads_of(input), painted = 0;
    NSTimeInterval last = [(NSDate *)state timeIntervalSinceReferenceDate];
    (void)length;
    for (uint64_t i = 0; i < reads; i++) {
        NSTimeInterval time = [NSDate timeIntervalSinceReferenceDate];
        if (time - last > period) {
            last = time;
            painted++;
        }
    }
    paragone_answer_u64(2 * reads + (painted > 0));
}

static void read_date(void *state, const unsigned char *input, size_t length) {
    uint64_t reads = reads_of(input), painted = 0;
    NSDate *last = [(NSDate *)state retain];
    (void)length;
    for (uint64_t i = 0; i < reads;) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        for (uint64_t end = reads - i < POOL ? reads : i + POOL; i < end; i++) {
            NSDate *now = [NSDate date];
            if ([now timeIntervalSinceDate:last] > period) {
                [last release];
                last = [now retain];
                painted++;
            }
        }
        [pool release];
    }
    [last release];
    paragone_answer_u64(2 * reads + (painted > 0));
}

static void progress_time_interval(void *state, const unsigned char *input, size_t length) {
    uint64_t every = [(NSNumber *)state unsignedLongLongValue];
    uint64_t sum = 0, shown = 0, until = every;
    NSTimeInterval last = [NSDate timeIntervalSinceReferenceDate];
    for (size_t i = 0; i < length; i++) {
        sum += input[i];
        if (--until == 0) {
            NSTimeInterval time = [NSDate timeIntervalSinceReferenceDate];
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

static void progress_date(void *state, const unsigned char *input, size_t length) {
    uint64_t every = [(NSNumber *)state unsignedLongLongValue];
    uint64_t sum = 0, shown = 0, until = every, pooled = 0;
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSDate *last = [[NSDate date] retain];
    for (size_t i = 0; i < length; i++) {
        sum += input[i];
        if (--until == 0) {
            NSDate *now = [NSDate date];
            until = every;
            if ([now timeIntervalSinceDate:last] > period) {
                shown = i + 1;
                [last release];
                last = [now retain];
            }
            if (++pooled == POOL) {
                [pool release];
                pool = [NSAutoreleasePool new];
                pooled = 0;
            }
        }
    }
    [last release];
    [pool release];
    paragone_keep(&shown);
    paragone_answer_u64(sum);
}

static void *every_of(const paragone_cell *cell) {
    const char *text = paragone_param(cell, "every");
    if (!text) [NSException raise:NSInvalidArgumentException format:@"no parameter `every`"];
    return [[NSNumber alloc] initWithUnsignedLongLong:strcmp(text, "none") ? strtoull(text, NULL, 10) : UINT64_MAX];
}

static void *set_up_date(const paragone_cell *cell) {
    (void)cell;
    return [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:checked(now_date)];
}

static void *set_up_time_interval(const paragone_cell *cell) {
    (void)cell;
    return [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:checked(now_time_interval)];
}

static void registered(const char *name, void *(*set_up)(const paragone_cell *), paragone_call *read, paragone_call *progress) {
    paragone_job *job = paragone_bench("read", name, read);
    job->setup = set_up, job->teardown = paragone_release;
    job = paragone_bench("progress", name, progress);
    job->setup = every_of, job->teardown = paragone_release;
}

int main(void) {
    registered("date", set_up_date, read_date, progress_date);
    registered("time-interval", set_up_time_interval, read_time_interval, progress_time_interval);
    return paragone_serve();
}
