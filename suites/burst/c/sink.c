/* A sink that drains at a known speed: a bucket of tokens that fills at a steady rate, and each frame takes one. */
#include "burst.h"

#include <stdlib.h>

typedef struct {
    drain as_drain;
    double rate, bucket, level, last;
    bool over;
    size_t size;
    uint64_t sum;
    unsigned slot;
} sink;

typedef struct { burst *of; double rate, bucket; } state;

static bool submit(drain *it, unsigned slot, uint64_t number, const unsigned char *frame) {
    sink *to = (sink *)it;
    while (!to->over) {
        double now = burst_now();
        to->level += (now - to->last) * to->rate;
        if (to->level > to->bucket) to->level = to->bucket;
        to->last = now;
        if (to->level >= 1) {
            to->level -= 1;
            break;
        }
        burst_wait_until(now + (1 - to->level) / to->rate);
    }
    to->sum += burst_digest(number, frame, to->size);
    to->slot = slot;
    return true;
}

static bool complete(drain *it, unsigned *slot) {
    *slot = ((sink *)it)->slot;
    return true;
}

static void burst_is_over(drain *it) { ((sink *)it)->over = true; }

static void *set_up(const paragone_cell *cell) {
    state *it = calloc(1, sizeof *it);
    if (!it) paragone_fail("no memory");
    else it->of = burst_new(cell), it->rate = burst_number(cell, "drain"), it->bucket = burst_number(cell, "bucket");
    return it;
}

static void tear_down(void *context) {
    state *it = context;
    if (it) burst_free(it->of);
    free(it);
}

static void token_bucket(void *context, const unsigned char *frame, size_t size) {
    state *it = context;
    burst_size(it->of, size);
    sink to = {{1, submit, complete, burst_is_over}, it->rate, it->bucket, it->bucket, burst_now(), false, size, 0, 0};
    if (burst_trial(it->of, frame, &to.as_drain)) paragone_answer_u64(to.sum);
}

int main(void) {
    paragone_job *job = paragone_bench("sink", "token-bucket", token_bucket);
    job->setup = set_up, job->teardown = tear_down;
    return paragone_serve();
}
