/* Strings lower-cased and decomposed by Foundation's NSString.
 *
 * In: strings made in the set-up; out: the sum of the results' hashes. What Foundation makes on the way is given back
 * after each string (`foundation`), or, as the post had it, after all of them (`foundation-one-pool`).
 */
#import "paragone_objc.h"

#include "../c/texts.h"

static inline uint64_t decomposed(const char *text, size_t length) {
    NSString *decoded = [[NSString alloc] initWithBytes:text length:length encoding:NSUTF8StringEncoding];
    const char *result = [[[decoded lowercaseString] decomposedStringWithCanonicalMapping] UTF8String];
    uint64_t hash = texts_hash(result, strlen(result));
    [decoded release];
    return hash;
}

static void by_foundation(void *state, const unsigned char *input, size_t length) {
    const texts *all = state;
    uint64_t sum = 0;
    (void)length;
    for (size_t i = 0, start = 0, count = texts_number(input); i < count; start = all->ends[i++]) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        sum += decomposed(all->bytes + start, all->ends[i] - start);
        [pool release];
    }
    paragone_answer_u64(sum);
}

static void with_one_pool(void *state, const unsigned char *input, size_t length) {
    const texts *all = state;
    uint64_t sum = 0;
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    (void)length;
    for (size_t i = 0, start = 0, count = texts_number(input); i < count; start = all->ends[i++])
        sum += decomposed(all->bytes + start, all->ends[i] - start);
    [pool release];
    paragone_answer_u64(sum);
}

int main(void) {
    texts_bench("foundation", by_foundation);
    texts_bench("foundation-one-pool", with_one_pool);
    return paragone_serve();
}
