/* `calls THREADS TIMES`: a known list of calls, TIMES by each thread, and then twice as often; stations before,
 * between and after. What one time comes to stands in the test. */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

static long times;
static pthread_barrier_t begin, end;

static void expect(int holds) {
    if (!holds) _exit(91);
}

static void aligned(const void *block, size_t alignment) { expect(block != NULL && (uintptr_t)block % alignment == 0); }

static void failing_calls(void) {
    void *block = malloc(1), *untouched = block;
    expect(malloc(SIZE_MAX) == NULL && malloc(PTRDIFF_MAX) == NULL && errno == ENOMEM);
    expect(calloc(SIZE_MAX, 2) == NULL && calloc(SIZE_MAX / 2, 1) == NULL);
    expect(realloc(block, SIZE_MAX / 2) == NULL && reallocarray(block, SIZE_MAX, 2) == NULL);
    expect(aligned_alloc(64, SIZE_MAX - 100) == NULL && pvalloc(SIZE_MAX - 100) == NULL);
    expect(posix_memalign(&block, 3, 10) == EINVAL && posix_memalign(&block, 0, 10) == EINVAL);
    expect(posix_memalign(&block, 64, SIZE_MAX / 2) == ENOMEM && block == untouched);
    free(NULL);
    free(block);
}

static void once(void) {
    char *grown = malloc(100);
    memset(grown, 1, 100);
    grown = realloc(grown, 100000);
    expect(grown[99] == 1);
    unsigned char *zeroed = calloc(7, 11);
    for (int i = 0; i < 77; i++) expect(zeroed[i] == 0);
    void *line = aligned_alloc(64, 640), *page = NULL, *odd = memalign(32, 33);
    expect(posix_memalign(&page, 4096, 5000) == 0);
    void *valued = valloc(10), *whole = pvalloc(10), *array = reallocarray(NULL, 3, 50), *nothing = malloc(0);
    aligned(line, 64), aligned(page, 4096), aligned(odd, 32), aligned(valued, 4096), aligned(whole, 4096);
    array = reallocarray(array, 3, 60);
    /* All that may be used, is; the least block has room for 24 bytes by itself. */
    void *used[] = {grown, zeroed, line, page, odd, valued, whole, array, nothing};
    size_t least[] = {100000, 77, 640, 5000, 33, 10, 4096, 180, 24};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        expect(malloc_usable_size(used[i]) >= least[i]);
        memset(used[i], 0xff, malloc_usable_size(used[i]));
    }
    expect(realloc(zeroed, 0) == NULL);
    free(grown), free(line), free(page), free(odd), free(valued), free(whole), free(array), free(nothing);
    failing_calls();
    /* In a program at a fixed address, this is that of a jump within the program. */
    void *(*volatile by_its_address)(size_t) = malloc;
    void *volatile kept = by_its_address(48);
    (void)kept;
}

static void round_of(long count) {
    for (long i = 0; i < count; i++) once();
}

/* What threads do when they begin and end is before the first station and after the last. */
static void *thread(void *nothing) {
    pthread_barrier_wait(&end);
    for (int round = 1; round <= 2; round++) {
        pthread_barrier_wait(&begin);
        round_of(times * round);
        pthread_barrier_wait(&end);
    }
    pthread_barrier_wait(&begin);
    return nothing;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    int threads = atoi(words[1]);
    times = atol(words[2]);
    pthread_t others[64];
    pthread_barrier_init(&begin, NULL, threads);
    pthread_barrier_init(&end, NULL, threads);
    for (int i = 1; i < threads; i++) pthread_create(&others[i], NULL, thread, NULL);
    pthread_barrier_wait(&end);
    station();
    for (int round = 1; round <= 2; round++) {
        pthread_barrier_wait(&begin);
        round_of(times * round);
        pthread_barrier_wait(&end);
        station();
    }
    pthread_barrier_wait(&begin);
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
    return 0;
}
