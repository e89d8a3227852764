/* Texts of four locales by NSBundle, found anew for each text or once, and by a dictionary.
 *
 * In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.
 */
#include "paragone_objc.h"

static NSString *const locales[] = {@"en", @"nl", @"id", @"es"};
static NSString *keys[64];

/* GNUstep takes absolute paths alone. */
static NSString *folder;

static NSBundle *bundle(NSString *locale) {
    return [NSBundle bundleWithPath:[NSString stringWithFormat:@"%@/%@.lproj", folder, locale]];
}

static NSString *text(NSBundle *bundle, NSString *key) {
    return [bundle localizedStringForKey:key value:nil table:@"Actions"];
}

static uint32_t add(uint32_t folded, NSString *text) {
    NSUInteger length = [text length];
    return folded * 31 + ((uint32_t)length << 8) + [text characterAtIndex:length / 2];
}

static size_t from(size_t quarter, size_t length) { return quarter * length / 4; }

static void every(void *state, const unsigned char *input, size_t length) {
    uint32_t folded = 1;
    for (size_t quarter = 0; quarter < 4; quarter++) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        for (size_t i = from(quarter, length); i < from(quarter + 1, length); i++)
            folded = add(folded, text(bundle(locales[quarter]), keys[input[i] & 63]));
        [pool drain];
    }
    paragone_answer_u64(folded);
}

static void *bundles(const paragone_cell *cell) {
    NSMutableArray *all = [NSMutableArray new];
    for (size_t quarter = 0; quarter < 4; quarter++) [all addObject:bundle(locales[quarter])];
    return all;
}

static void kept(void *state, const unsigned char *input, size_t length) {
    uint32_t folded = 1;
    for (size_t quarter = 0; quarter < 4; quarter++) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        NSBundle *bundle = [(NSArray *)state objectAtIndex:quarter];
        for (size_t i = from(quarter, length); i < from(quarter + 1, length); i++)
            folded = add(folded, text(bundle, keys[input[i] & 63]));
        [pool drain];
    }
    paragone_answer_u64(folded);
}

static void *tables(const paragone_cell *cell) {
    NSMutableDictionary *tables = [NSMutableDictionary new];
    for (size_t quarter = 0; quarter < 4; quarter++) {
        NSMutableDictionary *table = [NSMutableDictionary dictionary];
        for (size_t i = 0; i < 64; i++) [table setObject:text(bundle(locales[quarter]), keys[i]) forKey:keys[i]];
        [tables setObject:table forKey:locales[quarter]];
    }
    return tables;
}

static void table(void *state, const unsigned char *input, size_t length) {
    uint32_t folded = 1;
    for (size_t quarter = 0; quarter < 4; quarter++) {
        NSDictionary *table = [(NSDictionary *)state objectForKey:locales[quarter]];
        for (size_t i = from(quarter, length); i < from(quarter + 1, length); i++)
            folded = add(folded, [table objectForKey:keys[input[i] & 63]]);
    }
    paragone_answer_u64(folded);
}

int main(void) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    for (int i = 0; i < 64; i++) keys[i] = [[NSString alloc] initWithFormat:@"message-%02d", i];
    folder = [[[[NSFileManager defaultManager] currentDirectoryPath]
        stringByAppendingPathComponent:@"catalogue/bundle"] retain];
    [pool drain];
    paragone_bench("lookup", "bundle-every", every);
    paragone_job *job = paragone_bench("lookup", "bundle-kept", kept);
    job->setup = bundles, job->teardown = paragone_release;
    job = paragone_bench("lookup", "table", table);
    job->setup = tables, job->teardown = paragone_release;
    return paragone_serve();
}
