/* How many lines has a text? Two ways in C. */
#include "paragone.h"

#include <string.h>

static void by_loop(void *state, const unsigned char *text, size_t length) {
    uint64_t lines = 0;
    (void)state;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    paragone_answer_u64(lines);
}

static void by_memchr(void *state, const unsigned char *text, size_t length) {
    const unsigned char *end = text + length;
    uint64_t lines = 0;
    (void)state;
    while ((text = memchr(text, '\n', (size_t)(end - text)))) lines++, text++;
    paragone_answer_u64(lines);
}

int main(void) {
    /* What these return has a `setup`, which runs once and untimed; here is nothing to set up. */
    paragone_bench("lines", "loop", by_loop);
    paragone_bench("lines", "memchr", by_memchr);
    return paragone_serve();
}
