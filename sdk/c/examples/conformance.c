/* The jobs that `protocol/transcripts` speak of, in C.
 *
 * In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
 * jobs in the same order, and none has any other use. */
#include "../paragone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers found nowhere else: whether they are in the built program tells which work was kept in it. */
#define KEPT UINT64_C(0xC6A35D1E94F72B8D)
#define ANSWERED UINT64_C(0xB1E947D26C835FA5)
#define DROPPED UINT64_C(0xD5F28B3C71A64E97)

#define UNUSED (void)state, (void)input, (void)length

static void echo_bytes(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer(input, length);
}

static void sum_bytes(void *state, const unsigned char *input, size_t length) {
    uint64_t total = 0;
    (void)state;
    for (size_t i = 0; i < length; i++) total += input[i];
    paragone_answer_u64(total);
}

static void *zero(const paragone_cell *cell) {
    (void)cell;
    return calloc(1, sizeof(uint64_t));
}

static void count_calls(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64(++*(uint64_t *)state);
}

static unsigned char copy[1 << 16];

static void copy_input(void *state, const unsigned char *input, size_t length) {
    (void)state;
    if (length > sizeof copy) paragone_fail("the input is longer than the job's buffer");
    else memcpy(copy, input, length);
}

static void increment(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    if (length > sizeof copy) return;
    for (size_t i = 0; i < length; i++) copy[i]++;
    paragone_answer(copy, length);
}

static void *value_of(const paragone_cell *cell) {
    const char *value = paragone_param(cell, "value");
    if (!value) paragone_fail("no parameter `value`");
    return (void *)value;
}

static void param_value(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer(state, strlen((const char *)state));
}

static void *count_inputs(const paragone_cell *cell) {
    uint64_t *total = (uint64_t *)calloc(1, sizeof *total);
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t length;
        paragone_input(cell, i, &length);
        *total += 1000 + length;
    }
    return total;
}

static void inputs_count(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64(*(uint64_t *)state);
}

static void inputs_aligned(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64((uintptr_t)input % 64);
}

static void fail_call(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_fail("this call always fails");
}

static void *fail_setup(const paragone_cell *cell) {
    (void)cell;
    paragone_fail("this setup always fails");
    return malloc(1); /* a state all the same, which the teardown has to give back */
}

static void fail_verbose(void *state, const unsigned char *input, size_t length) {
    static char text[20000];
    UNUSED;
    for (size_t i = 0; i + 1 < sizeof text; i++) text[i] = "a line\nand another\r\n"[i % 20];
    paragone_fail(text);
}

static void print_noise(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    puts("noise on standard output");
    fflush(stdout);
}

static void read_stdin(void *state, const unsigned char *input, size_t length) {
    uint64_t got = 0;
    UNUSED;
    while (getchar() != EOF) got++;
    paragone_answer_u64(got);
}

static inline uint64_t mixed(const unsigned char *input, size_t length, uint64_t factor) {
    uint64_t mix = 1;
    for (size_t i = 0; i < length; i++) mix = (mix ^ input[i]) * factor;
    return mix;
}

static void work_kept(void *state, const unsigned char *input, size_t length) {
    uint64_t mix = mixed(input, length, KEPT);
    (void)state;
    paragone_keep(&mix);
}

static void work_answered(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_u64(mixed(input, length, ANSWERED));
}

static void work_dropped(void *state, const unsigned char *input, size_t length) {
    uint64_t mix = mixed(input, length, DROPPED);
    (void)state, (void)mix;
}

int main(void) {
    paragone_job *job;
    paragone_bench("echo", "bytes", echo_bytes);
    paragone_bench("sum", "bytes", sum_bytes);
    job = paragone_bench("count", "calls", count_calls);
    job->setup = zero, job->teardown = free;
    paragone_bench("reset", "inplace", increment)->reset = copy_input;
    paragone_bench("param", "value", param_value)->setup = value_of;
    job = paragone_bench("inputs", "count", inputs_count);
    job->setup = count_inputs, job->teardown = free;
    paragone_bench("inputs", "aligned", inputs_aligned);
    paragone_bench("fail", "call", fail_call);
    job = paragone_bench("fail", "setup", fail_call);
    job->setup = fail_setup, job->teardown = free;
    paragone_bench("fail", "verbose", fail_verbose);
    paragone_bench("print", "noise", print_noise);
    paragone_bench("read", "stdin", read_stdin);
    paragone_bench("work", "kept", work_kept);
    paragone_bench("work", "answered", work_answered);
    paragone_bench("work", "dropped", work_dropped);
    return paragone_serve();
}
