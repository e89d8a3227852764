/* Answers of objects, for an Objective-C driver; everything else is sdk/c's paragone.h.
 *
 * In: objects of Foundation; out: answers and states of the C SDK. Compile paragone.c as Objective-C too:
 * then what a job throws is an error. A sample's calls share one autorelease pool, which is drained
 * within the sample's time, so that what they autorelease is given back at their cost; a pool for each
 * call would cost more than a small call itself. A job that autoreleases much opens a pool of its own in
 * its call, as any long loop would. With a reset, each call has its own. No ARC is needed.
 *
 *     gcc $(gnustep-config --objc-flags) -std=gnu11 -I sdk/c -I sdk/objc -x objective-c \
 *         driver.m sdk/c/paragone.c $(gnustep-config --base-libs) -o driver
 */
#ifndef PARAGONE_OBJC_H
#define PARAGONE_OBJC_H

#import <Foundation/Foundation.h>

#include "paragone.h"

/* Holds an answer's object until the next one takes its place, whatever pool it is in. */
static inline void paragone_hold(id object) {
    static id held;
    id before = held;
    held = [object retain];
    [before release];
}

/* The bytes of an answer, which are not copied. */
static inline void paragone_answer_data(NSData *data) {
    paragone_hold(data);
    paragone_answer([data bytes], [data length]);
}

/* Text as UTF-8. */
static inline void paragone_answer_string(NSString *text) {
    paragone_answer_data([text dataUsingEncoding:NSUTF8StringEncoding]);
}

/* The teardown of a job whose setup returned an object of its own (alloc, new, copy or retain). */
static inline void paragone_release(void *state) { [(id)state release]; }

#endif
