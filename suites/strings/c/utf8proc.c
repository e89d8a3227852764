/* Strings lower-cased and decomposed by utf8proc, in one step, in buffers of malloc.
 *
 * In: strings made in the set-up; out: the sum of the results' hashes. The library decomposes while it decodes, and
 * asks a function what each character should be first: it makes it lower.
 */
#include "texts.h"

#include <utf8proc.h>

static utf8proc_int32_t lowered(utf8proc_int32_t character, void *nothing) {
    (void)nothing;
    return utf8proc_tolower(character);
}

static void by_utf8proc(void *state, const unsigned char *input, size_t length) {
    const texts *all = state;
    uint64_t sum = 0;
    (void)length;
    for (size_t i = 0, start = 0, count = texts_number(input); i < count; start = all->ends[i++]) {
        const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE;
        utf8proc_uint8_t *result;
        utf8proc_ssize_t bytes = utf8proc_map_custom((const utf8proc_uint8_t *)all->bytes + start,
                                                     (utf8proc_ssize_t)(all->ends[i] - start), &result, options, lowered, NULL);
        if (bytes < 0) {
            paragone_fail(utf8proc_errmsg(bytes));
            return;
        }
        sum += texts_hash((const char *)result, (size_t)bytes);
        free(result);
    }
    paragone_answer_u64(sum);
}

int main(void) {
    texts_bench("utf8proc", by_utf8proc);
    return paragone_serve();
}
