#include "paragone.h"
#include "work.h"

static void call_fnv(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(fnv(data, length));
}

static void call_fletcher(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(fletcher(data, length));
}

int main(void) {
    paragone_bench("fnv", "plain", call_fnv);
    paragone_bench("fletcher", "plain", call_fletcher);
    return paragone_serve();
}
