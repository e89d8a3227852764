/* zlib's checksums from Objective-C, out of a method: what it adds to C is the message.
 *
 * In: bytes in memory; out: their checksum. The object is made in the set-up.
 */
#include "paragone_objc.h"

#include <zlib.h>

@interface Checksums : NSObject
- (uint64_t)adler:(uint64_t)start of:(const unsigned char *)bytes length:(size_t)length;
- (uint64_t)crc:(const unsigned char *)bytes length:(size_t)length;
@end

@implementation Checksums
- (uint64_t)adler:(uint64_t)start of:(const unsigned char *)bytes length:(size_t)length {
    return adler32(start, bytes, (uInt)length);
}
- (uint64_t)crc:(const unsigned char *)bytes length:(size_t)length {
    return crc32(0, bytes, (uInt)length);
}
@end

static void *checksums(const paragone_cell *cell) {
    (void)cell;
    return [Checksums new];
}

static void adler(void *state, const unsigned char *input, size_t length) {
    paragone_answer_u64([(Checksums *)state adler:1 of:input length:length]);
}

static void crc(void *state, const unsigned char *input, size_t length) {
    paragone_answer_u64([(Checksums *)state crc:input length:length]);
}

static void first(void *state, const unsigned char *input, size_t length) {
    (void)length;
    paragone_answer_u64([(Checksums *)state adler:1 of:input length:1]);
}

static void once_more(void *state, const unsigned char *input, size_t length) {
    uint64_t whole = [(Checksums *)state adler:1 of:input length:length];
    paragone_answer_u64([(Checksums *)state adler:whole of:input length:1]);
}

static void bench(const char *benchmark, paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, "method", call);
    job->setup = checksums, job->teardown = paragone_release;
}

int main(void) {
    bench("adler32", adler);
    bench("crc32", crc);
    bench("first-byte", first);
    bench("once-more", once_more);
    return paragone_serve();
}
