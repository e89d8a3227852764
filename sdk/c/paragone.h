/* Makes a program a driver: register jobs with paragone_bench, then paragone_serve.
 *
 * In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and times.
 * It parses no flag, does no statistics and knows no benchmark. For C99 and later, C++ and Objective-C.
 *
 *     static void sum(void *state, const unsigned char *input, size_t length) {
 *         uint64_t total = 0;
 *         for (size_t i = 0; i < length; i++) total += input[i];
 *         paragone_answer_u64(total);
 *     }
 *     int main(void) {
 *         paragone_bench("sum", "loop", sum);
 *         return paragone_serve();
 *     }
 */
#ifndef PARAGONE_H
#define PARAGONE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paragone_cell paragone_cell;

/* One implementation of a benchmark. All but `call` may stay NULL. */
typedef struct paragone_job {
    const char *benchmark, *implementation;
    void *(*setup)(const paragone_cell *cell);                                 /* untimed, at `prepare` */
    void (*reset)(void *state, const unsigned char *input, size_t length);     /* untimed, before each call */
    void (*call)(void *state, const unsigned char *input, size_t length);      /* what is timed */
    void (*teardown)(void *state);                                             /* untimed, at the next `prepare`; at once where the set-up failed with a state */
    void *context;                                                             /* the program's own; see paragone_context */
    void (*answer)(void *state);                                               /* untimed, when Paragone asks for the answer of the last call, as often as it asks, and after each call of an audit */
} paragone_job;

typedef void paragone_call(void *state, const unsigned char *input, size_t length);

/* Registers an implementation; the other fields may be set through what it returns. */
paragone_job *paragone_bench(const char *benchmark, const char *implementation, paragone_call *call);

/* Talks with Paragone until it says `quit`; returns the exit code for main. */
int paragone_serve(void);

/* What `prepare` said: inputs, and the value of a parameter (NULL where the suite does not set it). */
size_t paragone_inputs(const paragone_cell *cell);
const unsigned char *paragone_input(const paragone_cell *cell, size_t index, size_t *length);
const char *paragone_param(const paragone_cell *cell, const char *name);

/* What the job that is being set up bears as its `context`, so that one set-up may serve many jobs. */
void *paragone_context(const paragone_cell *cell);

/* What the greeting names as the language: a header for another one over this file sets it. */
extern const char *paragone_language;

/* Fails the request under way with a reason: Paragone shows it in the cell's row. */
void paragone_fail(const char *reason);

/* Tells a number beside the time, from within a call: it goes with the sample, under a name of `a-z 0-9 _ + -`. The
 * name is not copied: it must stay as it is until the reply, as a literal does. A sample has many calls, and each
 * name once, with the value that was told last: a job that wants a total adds it up and tells it at any call. More
 * than 16 names in one request fail it; what an untimed call tells is forgotten. */
void paragone_reading(const char *name, double value);

/* The result of the call under way. The bytes are not copied: they must stay where they are until the
 * next call, so keep them in static memory or in the job's state, never in a local variable. */
struct paragone_result { const void *bytes; size_t length; uint64_t number; };
extern struct paragone_result paragone_last;

static inline void paragone_answer(const void *bytes, size_t length) {
    paragone_last.bytes = bytes;
    paragone_last.length = length;
}

/* The same for an integer: 8 bytes, little-endian, copied. */
static inline void paragone_answer_u64(uint64_t number) {
    paragone_last.number = number;
    paragone_last.bytes = &paragone_last.number;
    paragone_last.length = 8;
}

/* Keeps what a pointer points to from being optimised away, also under -O3 -flto. */
static inline void paragone_keep(const void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

#ifdef __cplusplus
}
#endif
#endif
