#include "paragone.h"
#include "work.h"

static void call_buckets(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(buckets(data, length));
}

static void call_largest(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(largest(data, length));
}

int main(void) {
    paragone_bench("buckets", "plain", call_buckets);
    paragone_bench("largest", "plain", call_largest);
    return paragone_serve();
}
