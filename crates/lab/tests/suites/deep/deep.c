/* A trial's depth is level + times * (first + its number modulo 3), which is known by construction. */
#include "paragone.h"

#include <stdlib.h>
#include <string.h>

static double level, times;

static void *set_up(const paragone_cell *cell) {
    if (!strcmp(paragone_param(cell, "level"), "none")) paragone_fail("there is no such level");
    level = atof(paragone_param(cell, "level")), times = atof(paragone_param(cell, "times"));
    return NULL;
}

static void trial(int first) {
    static unsigned number;
    paragone_reading("depth", level + times * (first + (int)(number++ % 3)));
    paragone_reading("lost", 2);
    paragone_answer_u64(42);
}

static void deep(void *state, const unsigned char *input, size_t length) { (void)state, (void)input, (void)length, trial(40); }
static void flat(void *state, const unsigned char *input, size_t length) { (void)state, (void)input, (void)length, trial(20); }

static void silent(void *state, const unsigned char *input, size_t length) {
    (void)state, (void)input, (void)length;
    paragone_answer_u64(42);
}

static void nothing(void *state, const unsigned char *input, size_t length) {
    (void)state, (void)input, (void)length;
    paragone_reading("depth", 0);
    paragone_answer_u64(42);
}

int main(void) {
    paragone_bench("depth", "deep", deep)->setup = set_up;
    paragone_bench("depth", "flat", flat)->setup = set_up;
    paragone_bench("depth", "silent", silent);
    paragone_bench("depth", "nothing", nothing);
    return paragone_serve();
}
