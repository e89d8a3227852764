/* Strings lower-cased and decomposed by GLib, whose memory is malloc's: that of the C library, or of another one that
 * the program is linked with.
 *
 * In: strings made in the set-up; out: the sum of the results' hashes. GLib keeps strings as UTF-8, so that decoding is
 * a check and a copy.
 */
#include "texts.h"

#include <glib.h>

static void by_glib(void *state, const unsigned char *input, size_t length) {
    const texts *all = state;
    uint64_t sum = 0;
    (void)length;
    for (size_t i = 0, start = 0, count = texts_number(input); i < count; start = all->ends[i++]) {
        gchar *decoded = g_strndup(all->bytes + start, all->ends[i] - start), *lower, *result;
        if (!g_utf8_validate(decoded, -1, NULL)) {
            g_free(decoded);
            paragone_fail("a string is no UTF-8");
            return;
        }
        lower = g_utf8_strdown(decoded, -1);
        result = g_utf8_normalize(lower, -1, G_NORMALIZE_NFD);
        sum += texts_hash(result, strlen(result));
        g_free(result);
        g_free(lower);
        g_free(decoded);
    }
    paragone_answer_u64(sum);
}

int main(void) {
    texts_bench("glib", by_glib);
    return paragone_serve();
}
