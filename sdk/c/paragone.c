/* The C side of protocol 2; paragone.h says how to use it. Compiled as Objective-C it catches what is
 * thrown, and gives back what a sample's calls autorelease within that sample's time. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "paragone.h"

#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __OBJC__
#import <Foundation/Foundation.h>
#define LANGUAGE "objc"
#else
#define LANGUAGE "c"
#endif

/* Stops while the machine sleeps. On Apple's systems CLOCK_MONOTONIC moves in whole microseconds, and goes on. */
#ifdef __APPLE__
#define CLOCK CLOCK_UPTIME_RAW
#define CLOCK_NAME "CLOCK_UPTIME_RAW"
#else
#define CLOCK CLOCK_MONOTONIC
#define CLOCK_NAME "CLOCK_MONOTONIC"
#endif

typedef struct { unsigned char *bytes; size_t length; } buffer;
typedef struct { char *name, *value; } param;

struct paragone_cell { const paragone_job *job; void *state, *context; buffer *inputs; size_t input_count; param *params; size_t param_count; };

struct paragone_result paragone_last;
const char *paragone_language = LANGUAGE;

static paragone_job *jobs[1024 + 1]; /* the last one is `empty` */
static size_t job_count;
static struct paragone_cell cell;
static char failure[512];
static int timed;
static struct { const char *name; double value; } readings[16];
static size_t reading_count;
static FILE *from_lab, *to_lab;
static char line[4096]; /* the request under way; the protocol allows no longer line */

static void empty(void *state, const unsigned char *input, size_t length) {
    (void)state, (void)input, (void)length;
    paragone_answer(NULL, 0);
}

static void *allocated(void *memory) {
    if (!memory) {
        fputs("driver: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

paragone_job *paragone_bench(const char *benchmark, const char *implementation, paragone_call *call) {
    if (job_count == sizeof jobs / sizeof *jobs - (call != empty)) {
        fputs("driver: more than 1024 implementations in one program\n", stderr);
        exit(1);
    }
    paragone_job *job = (paragone_job *)allocated(calloc(1, sizeof *job));
    job->benchmark = benchmark, job->implementation = implementation, job->call = call;
    return jobs[job_count++] = job;
}

void paragone_reading(const char *name, double value) {
    size_t i = 0;
    while (i < reading_count && readings[i].name != name && strcmp(readings[i].name, name)) i++;
    if (i == sizeof readings / sizeof *readings) {
        paragone_fail("readings of more than 16 names in one request");
        return;
    }
    readings[i].name = name, readings[i].value = value;
    reading_count += i == reading_count;
}

size_t paragone_inputs(const paragone_cell *c) { return c->input_count; }

const unsigned char *paragone_input(const paragone_cell *c, size_t index, size_t *length) {
    *length = index < c->input_count ? c->inputs[index].length : 0;
    return index < c->input_count ? c->inputs[index].bytes : NULL;
}

const char *paragone_param(const paragone_cell *c, const char *name) {
    for (size_t i = 0; i < c->param_count; i++)
        if (!strcmp(c->params[i].name, name)) return c->params[i].value;
    return NULL;
}

void *paragone_context(const paragone_cell *c) { return c->context; }

void paragone_fail(const char *reason) {
    if (!failure[0]) snprintf(failure, sizeof failure, "%s", reason && *reason ? reason : "failed without a reason");
}

/* A pool for the calls of one sample, and an attempt at what the program wrote: in C there is nothing to do. */
#ifdef __OBJC__
typedef NSAutoreleasePool *pool;

static pool opened(void) { return [NSAutoreleasePool new]; }
static void drained(pool objects) { [objects drain]; }

static int attempt(int (*work)(char *), char *text) {
    pool objects = opened(); /* takes with it what was opened within, where something was thrown */
    int done = 1;
    @try {
        done = work(text);
    } @catch (NSException *thrown) {
        paragone_fail([[NSString stringWithFormat:@"%@: %@", [thrown name], [thrown reason]] UTF8String]);
    } @catch (id thrown) {
        paragone_fail([[thrown description] UTF8String]);
    }
    drained(objects);
    return done;
}
#else
typedef int pool;

static pool opened(void) { return 0; }
static void drained(pool objects) { (void)objects; }
static int attempt(int (*work)(char *), char *text) { return work(text); }
#endif

static uint64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t resolution(void) {
    uint64_t least = 0, before = now(CLOCK), after = before;
    for (int steps = 0; steps < 1000; steps++, before = after) {
        /* A clock that stands still for so many readings has no step that could be told. */
        for (int i = 0; i < 1000000 && after == before; i++) after = now(CLOCK);
        if (after == before) break;
        if (!least || after - before < least) least = after - before;
    }
    return least;
}

/* Reads a file into a buffer aligned to 64, so that no language is luckier than another. */
static int read_input(const char *path) {
    buffer *inputs = (buffer *)allocated(realloc(cell.inputs, (cell.input_count + 1) * sizeof *inputs));
    cell.inputs = inputs;
    errno = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    void *memory = NULL;
    if (fd < 0 || fstat(fd, &about)) goto failed;
    if ((errno = posix_memalign(&memory, 64, (size_t)about.st_size + 1))) goto failed;
    for (size_t got = 0; got < (size_t)about.st_size;) {
        ssize_t n = read(fd, (char *)memory + got, (size_t)about.st_size - got);
        if (n <= 0) goto failed;
        got += (size_t)n;
    }
    close(fd);
    inputs[cell.input_count].bytes = (unsigned char *)memory;
    inputs[cell.input_count++].length = (size_t)about.st_size;
    return 0;
failed:
    snprintf(failure, sizeof failure, "failed to read input `%.300s`: %s", path, errno ? strerror(errno) : "it is shorter than it was");
    free(memory);
    if (fd >= 0) close(fd);
    return -1;
}

static int tear_down(char *unused) {
    (void)unused;
    cell.job->teardown(cell.state);
    return 1;
}

static void forget_cell(void) {
    if (cell.job && cell.job->teardown) attempt(tear_down, NULL);
    for (size_t i = 0; i < cell.input_count; i++) free(cell.inputs[i].bytes);
    for (size_t i = 0; i < cell.param_count; i++) free(cell.params[i].name);
    free(cell.inputs);
    free(cell.params);
    memset(&cell, 0, sizeof cell);
    timed = 0;
}

/* Reads a line without its end: 1, or 0 where Paragone has closed its side, or -1 where what came is no line. */
static int read_line(void) {
    size_t length = 0;
    for (int c; (c = getc_unlocked(from_lab)) != '\n'; line[length++] = (char)(c ? c : '?')) {
        if (c == EOF && !length) return 0;
        if (c != EOF && length + 1 < sizeof line) continue;
        fputs(c == EOF ? "driver: Paragone went away within a line\n" : "driver: a line of more than 4096 bytes\n", stderr);
        return -1;
    }
    line[length] = 0;
    return 1;
}

static void add_param(const char *text) {
    cell.params = (param *)allocated(realloc(cell.params, (cell.param_count + 1) * sizeof *cell.params));
    param *p = &cell.params[cell.param_count++];
    p->name = (char *)allocated(strdup(text));
    p->value = strchr(p->name, ' ');
    if (p->value) *p->value++ = 0;
    else p->value = p->name + strlen(p->name);
}

/* Reads up to `end` whatever is wrong, so that the next request is read as a request; 0 when Paragone has gone. */
static int prepare(const char *names) {
    char wanted[sizeof line];
    const paragone_job *job = NULL;
    strcpy(wanted, names);
    forget_cell();
    for (int lines = 0;; lines++) {
        int heard = read_line() == 1;
        if (heard && !strcmp(line, "end")) break;
        if (!heard || lines == 4096) {
            fputs("driver: `prepare` without an `end`\n", stderr);
            return 0;
        }
        if (!strncmp(line, "input ", 6)) {
            if (!failure[0]) read_input(line + 6);
        } else if (!strncmp(line, "param ", 6)) add_param(line + 6);
        else if (!strcmp(line, "param")) add_param("");
        else if (!failure[0]) snprintf(failure, sizeof failure, "unknown line `%.200s` in `prepare`", line);
    }
    for (size_t i = 0; i < job_count && !job; i++) {
        size_t n = strlen(jobs[i]->benchmark);
        if (!strncmp(wanted, jobs[i]->benchmark, n) && wanted[n] == ' ' && !strcmp(wanted + n + 1, jobs[i]->implementation)) job = jobs[i];
    }
    if (!job && !failure[0]) snprintf(failure, sizeof failure, "unknown implementation `%.200s`", wanted);
    if (!failure[0]) cell.context = job->context;
    if (!failure[0] && job->setup) {
        cell.state = job->setup(&cell);
        if (failure[0] && cell.state && job->teardown) job->teardown(cell.state);
    }
    if (!failure[0]) {
        cell.job = job;
        fputs("ok\n", to_lab);
    }
    return 1;
}

static void send_answer(void) {
    if (failure[0]) return;
    fprintf(to_lab, "answer %zu\n", paragone_last.length);
    fwrite(paragone_last.bytes ? paragone_last.bytes : "", 1, paragone_last.length, to_lab);
}

static void work_out_answer(void) {
    if (!failure[0] && cell.job->answer) cell.job->answer(cell.state);
}

/* One untimed call, with its reset before it, up to its answer. */
static void call_untimed(buffer input) {
    timed = 0; /* `last` speaks of timed calls alone */
    paragone_answer(NULL, 0);
    if (cell.job->reset) cell.job->reset(cell.state, input.bytes, input.length);
    cell.job->call(cell.state, input.bytes, input.length);
    work_out_answer();
}

static unsigned char no_bytes[1];
static const buffer none = {no_bytes, 0};

static void answer(uint64_t index) {
    if (index >= cell.input_count && (index || cell.input_count)) {
        snprintf(failure, sizeof failure, "no input %llu", (unsigned long long)index);
        return;
    }
    call_untimed(cell.input_count ? cell.inputs[index] : none);
    send_answer();
}

/* CRC-32 as IEEE 802.3 and zlib have it: goes on from what it made of the bytes before. */
static uint32_t folded(uint32_t crc, const unsigned char *bytes, size_t length) {
    static uint32_t table[256];
    for (uint32_t i = 0; !table[255] && i < 256; i++) {
        uint32_t of_byte = i;
        for (int bit = 0; bit < 8; bit++) of_byte = of_byte >> 1 ^ (of_byte & 1 ? UINT32_C(0xEDB88320) : 0);
        table[i] = of_byte;
    }
    crc = ~crc;
    for (size_t i = 0; i < length; i++) crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    return ~crc;
}

/* So many untimed calls, and one number made of all their answers: each one's length, 8 bytes, and its bytes. */
static void audit(uint64_t calls) {
    uint32_t crc = 0;
    size_t next = 0;
    for (uint64_t i = 0; i < calls; i++, next = next + 1 >= cell.input_count ? 0 : next + 1) {
        unsigned char length[8];
        pool objects = opened();
        call_untimed(cell.input_count ? cell.inputs[next] : none);
        if (failure[0]) return;
        for (int byte = 0; byte < 8; byte++) length[byte] = (unsigned char)((uint64_t)paragone_last.length >> 8 * byte);
        crc = folded(crc, length, sizeof length);
        crc = folded(crc, (const unsigned char *)paragone_last.bytes, paragone_last.length);
        drained(objects);
    }
    fprintf(to_lab, "audit %lu\n", (unsigned long)crc);
}

/* Never inlined, so that what surrounds the loop cannot change its code. An optimiser that sees the whole
 * program could see through `call`: keeping the result makes every call's work needed. */
__attribute__((noinline)) static uint64_t time_calls(uint64_t calls, const buffer *inputs, size_t count) {
    paragone_call *call = cell.job->call, *reset = cell.job->reset;
    void *state = cell.state;
    uint64_t wall = 0, start;
    size_t next = 0;
    now(CLOCK); /* brings the clock's own code and data into the cache */
    if (reset) {
        for (uint64_t i = 0; i < calls; i++, next = next + 1 == count ? 0 : next + 1) {
            reset(state, inputs[next].bytes, inputs[next].length);
            start = now(CLOCK);
            pool objects = opened(); /* the reset's own objects are not the call's */
            call(state, inputs[next].bytes, inputs[next].length);
            paragone_keep(&paragone_last);
            drained(objects);
            wall += now(CLOCK) - start;
        }
        return wall;
    }
    start = now(CLOCK);
    pool objects = opened();
    for (uint64_t i = 0; i < calls; i++, next = next + 1 == count ? 0 : next + 1) {
        call(state, inputs[next].bytes, inputs[next].length);
        paragone_keep(&paragone_last);
    }
    drained(objects);
    return now(CLOCK) - start;
}

static void time_request(uint64_t calls) {
    paragone_answer(NULL, 0);
    timed = 0;
    /* Where the stack lies beside other data can cost ten percent, and one process has one such luck for its
     * whole life; samples at several places, sixteen that cross a page of 4 KiB, average over it. */
    static unsigned samples;
    paragone_keep(alloca(samples++ % 16 * 272 + 16));
    uint64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t wall = time_calls(calls, cell.inputs ? cell.inputs : &none, cell.input_count ? cell.input_count : 1);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    timed = !failure[0];
    if (failure[0]) return;
    for (size_t i = 0; i < reading_count; i++) fprintf(to_lab, "reading %s %.9f\n", readings[i].name, readings[i].value);
    fprintf(to_lab, "time %llu %llu\n", (unsigned long long)wall, (unsigned long long)cpu);
}

static void greet(uint64_t version) {
    fprintf(to_lab, "paragone %d\nlanguage %s\nruntime %s\nclock " CLOCK_NAME " %llu\n", version < 2 ? 1 : 2, paragone_language,
#ifdef __clang__
            "clang " __clang_version__,
#else
            "gcc " __VERSION__,
#endif
            (unsigned long long)resolution());
    for (size_t i = 0; i < job_count; i++)
        if (jobs[i]->call != empty)
            fprintf(to_lab, "implementation %s %s%s%s\n", jobs[i]->benchmark, jobs[i]->implementation,
                    jobs[i]->reset && version > 1 ? " reset" : "", jobs[i]->answer && version > 1 ? " untimed-answer" : "");
    fputs("ready\n", to_lab);
}

static int number(const char *text, uint64_t *value) {
    errno = 0;
    *value = strtoull(text, NULL, 10);
    return *text && strspn(text, "0123456789") == strlen(text) && !errno;
}

/* The request whose word stands in `line`; -1 when Paragone has gone. */
static int obey(char *rest) {
    uint64_t value = 0;
    int calls = !strcmp(line, "time") || !strcmp(line, "audit");
    int counts = calls || !strcmp(line, "paragone") || !strcmp(line, "answer");
    if (!strcmp(line, "prepare")) {
        if (!prepare(rest)) return -1;
    } else if (counts && (!number(rest, &value) || (!value && calls))) snprintf(failure, sizeof failure, "expected `%.9s NUMBER`, got `%.9s %.100s`", line, line, rest);
    else if (!strcmp(line, "paragone") && value) greet(value);
    else if (!strcmp(line, "paragone")) paragone_fail("this driver speaks protocol 1 and 2");
    else if (!strcmp(line, "last") && !timed) paragone_fail("nothing was timed");
    else if (!strcmp(line, "last")) work_out_answer(), send_answer();
    else if (!counts) snprintf(failure, sizeof failure, "unknown request `%.100s`", line);
    else if (!cell.job) paragone_fail("nothing is prepared");
    else if (!strcmp(line, "answer")) answer(value);
    else if (!strcmp(line, "audit")) audit(value);
    else time_request(value);
    return 1;
}

/* One request; -1 when Paragone has gone. */
static int reply_to_line(void) {
    char *rest = strchr(line, ' ');
    if (rest) *rest++ = 0;
    else rest = line + strlen(line);
    failure[0] = 0, reading_count = 0;
    if (attempt(obey, rest) < 0) return -1;
    for (char *c = failure; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    if (failure[0]) fprintf(to_lab, "error %s\n", failure);
    return fflush(to_lab) ? -1 : 1;
}

int paragone_serve(void) {
    if (isatty(0)) {
        fputs("this is a benchmark driver: it is started by `paragone run`, not by hand\n", stderr);
        return 2;
    }
    /* The streams serve the conversation alone: what an implementation prints goes to standard error,
     * and what it reads is empty. The copies are closed in child processes. */
    from_lab = fdopen(fcntl(0, F_DUPFD_CLOEXEC, 3), "r");
    to_lab = fdopen(fcntl(1, F_DUPFD_CLOEXEC, 3), "w");
    int nothing = open("/dev/null", O_RDONLY);
    if (!from_lab || !to_lab || nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0) {
        perror("driver: failed to take standard input and output");
        return 1;
    }
    close(nothing);
    setvbuf(to_lab, NULL, _IOFBF, 1 << 16);
    paragone_bench("paragone", "empty", empty);
    int more;
    while ((more = read_line()) == 1 && strcmp(line, "quit") && strncmp(line, "quit ", 5))
        if ((more = reply_to_line()) < 0) break;
    forget_cell();
    return more < 0;
}
