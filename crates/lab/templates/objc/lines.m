/* How many lines has a text? Two ways in Objective-C. */
#include "paragone_objc.h"

static void by_loop(void *state, const unsigned char *text, size_t length) {
    uint64_t lines = 0;
    (void)state;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    paragone_answer_u64(lines);
}

/* The state is the line end to look for, made once. */
static void by_range(void *state, const unsigned char *text, size_t length) {
    NSData *data = [[NSData alloc] initWithBytesNoCopy:(void *)text length:length freeWhenDone:NO];
    NSRange rest = NSMakeRange(0, length);
    uint64_t lines = 0;
    for (;;) {
        NSRange found = [data rangeOfData:(NSData *)state options:0 range:rest];
        if (found.location == NSNotFound) break;
        lines++;
        rest = NSMakeRange(found.location + 1, length - found.location - 1);
    }
    [data release];
    paragone_answer_u64(lines);
}

static void *line_end(const paragone_cell *cell) {
    (void)cell;
    return [[NSData alloc] initWithBytes:"\n" length:1];
}

int main(void) {
    paragone_bench("lines", "loop", by_loop);
    paragone_job *range = paragone_bench("lines", "range-of-data", by_range);
    range->setup = line_end, range->teardown = paragone_release; /* untimed */
    return paragone_serve();
}
