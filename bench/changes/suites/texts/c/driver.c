#include "paragone.h"
#include "work.h"

static void call_words(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(words(data, length));
}

static void call_letters(void *state, const unsigned char *data, size_t length) {
    (void)state;
    paragone_answer_u64(letters(data, length));
}

int main(void) {
    paragone_bench("words", "plain", call_words);
    paragone_bench("letters", "plain", call_letters);
    return paragone_serve();
}
