/* The jobs that `protocol/transcripts` speak of, in Objective-C.
 *
 * In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
 * jobs in the same order, and none has any other use. */
#include "../paragone_objc.h"

#include <stdio.h>
#include <string.h>

/* Numbers found nowhere else: whether they are in the built program tells which work was kept in it. */
#define KEPT UINT64_C(0xC6A35D1E94F72B8D)
#define ANSWERED UINT64_C(0xB1E947D26C835FA5)
#define DROPPED UINT64_C(0xD5F28B3C71A64E97)

#define UNUSED (void)state, (void)input, (void)length

static void echo_bytes(void *state, const unsigned char *input, size_t length) {
    (void)state;
    paragone_answer_data([NSData dataWithBytes:input length:length]);
}

static void sum_bytes(void *state, const unsigned char *input, size_t length) {
    uint64_t total = 0;
    (void)state;
    for (size_t i = 0; i < length; i++) total += input[i];
    paragone_answer_u64(total);
}

@interface Counter : NSObject {
    uint64_t calls;
}
- (uint64_t)count;
@end

@implementation Counter
- (uint64_t)count {
    return ++calls;
}
@end

static void *counter(const paragone_cell *cell) {
    (void)cell;
    return [Counter new];
}

static void count_calls(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64([(Counter *)state count]);
}

static void *buffer(const paragone_cell *cell) {
    (void)cell;
    return [NSMutableData new];
}

static void copy_input(void *state, const unsigned char *input, size_t length) {
    [(NSMutableData *)state setData:[NSData dataWithBytes:input length:length]];
}

static void increment(void *state, const unsigned char *input, size_t length) {
    unsigned char *bytes = (unsigned char *)[(NSMutableData *)state mutableBytes];
    (void)input;
    for (size_t i = 0; i < length; i++) bytes[i]++;
    paragone_answer_data((NSData *)state);
}

static void *value_of(const paragone_cell *cell) {
    const char *value = paragone_param(cell, "value");
    if (!value) [NSException raise:NSInvalidArgumentException format:@"no parameter `value`"];
    return [[NSString alloc] initWithUTF8String:value];
}

static void param_value(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_string((NSString *)state);
}

static void *count_inputs(const paragone_cell *cell) {
    uint64_t total = 0;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t length;
        paragone_input(cell, i, &length);
        total += 1000 + length;
    }
    return [[NSNumber alloc] initWithUnsignedLongLong:total];
}

static void inputs_count(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64([(NSNumber *)state unsignedLongLongValue]);
}

static void inputs_aligned(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64((uintptr_t)input % 64);
}

static void fail_call(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    [NSException raise:NSGenericException format:@"this call always fails"];
}

static void *fail_setup(const paragone_cell *cell) {
    (void)cell;
    @throw @"this setup always fails"; /* what is no exception is an error too */
}

static void fail_verbose(void *state, const unsigned char *input, size_t length) {
    NSMutableString *text = [NSMutableString string];
    UNUSED;
    for (int i = 0; i < 1000; i++) [text appendString:@"a line\nand another\r\n"];
    [NSException raise:NSGenericException format:@"%@", text];
}

static void print_noise(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    puts("noise on standard output");
    fflush(stdout);
}

static void read_stdin(void *state, const unsigned char *input, size_t length) {
    UNUSED;
    paragone_answer_u64([[[NSFileHandle fileHandleWithStandardInput] readDataToEndOfFile] length]);
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
    job->setup = counter, job->teardown = paragone_release;
    job = paragone_bench("reset", "inplace", increment);
    job->setup = buffer, job->teardown = paragone_release, job->reset = copy_input;
    job = paragone_bench("param", "value", param_value);
    job->setup = value_of, job->teardown = paragone_release;
    job = paragone_bench("inputs", "count", inputs_count);
    job->setup = count_inputs, job->teardown = paragone_release;
    paragone_bench("inputs", "aligned", inputs_aligned);
    paragone_bench("fail", "call", fail_call);
    paragone_bench("fail", "setup", fail_call)->setup = fail_setup;
    paragone_bench("fail", "verbose", fail_verbose);
    paragone_bench("print", "noise", print_noise);
    paragone_bench("read", "stdin", read_stdin);
    paragone_bench("work", "kept", work_kept);
    paragone_bench("work", "answered", work_answered);
    paragone_bench("work", "dropped", work_dropped);
    return paragone_serve();
}
