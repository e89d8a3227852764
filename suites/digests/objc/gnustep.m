/* The one digest that GNUstep's own library has.
 *
 * In: a message in memory; out: its MD5. The library gives it to an NSData alone, so each call makes one
 * around the message, which is not copied, and the digest is another.
 */
#include "paragone_objc.h"

#import <GNUstepBase/NSData+GNUstepBase.h>

static void md5(void *state, const unsigned char *input, size_t length) {
    (void)state;
    NSData *message = [[NSData alloc] initWithBytesNoCopy:(void *)input length:length freeWhenDone:NO];
    paragone_answer_data([message md5Digest]);
    [message release];
}

int main(void) {
    paragone_bench("md5", "gnustep", md5);
    return paragone_serve();
}
