/* `stress THREADS TIMES`: blocks of random sizes by all calls, handed from thread to thread, each filled and looked
 * at again. Ends with nothing allocated, and prints how many mallocs, frees and bytes it was by its own count. */
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

struct block { size_t size; unsigned char bytes[]; };

enum { PLACES = 256 };

static _Atomic(struct block *) places[PLACES];
static atomic_ulong mallocs, frees, requested;
static pthread_barrier_t begin, end;
static long times;

static void expect(int holds) {
    if (!holds) _exit(91);
}

static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static unsigned char mark(const struct block *block) { return (unsigned char)(block->size * 31 + 7); }

/* Up to all that may be used. */
static size_t room(struct block *block) { return malloc_usable_size(block) - sizeof *block; }

static void fill(struct block *block, size_t size) {
    expect(malloc_usable_size(block) >= size);
    block->size = size;
    memset(block->bytes, mark(block), room(block));
}

static void look(struct block *block, size_t length) {
    for (size_t i = 0; i < length; i++) expect(block->bytes[i] == mark(block));
}

static struct block *make(uint64_t chance) {
    size_t size = sizeof(struct block) + (chance >> 8) % (chance % 64 == 0 ? 300000 : chance % 4 == 0 ? 5000 : 100);
    size_t alignment = (size_t)16 << (chance >> 40) % 9;
    void *block = NULL;
    switch (chance >> 56 & 7) {
    case 0: block = aligned_alloc(alignment, size); break;
    case 1: block = memalign(alignment, size); break;
    case 2: expect(posix_memalign(&block, alignment, size) == 0); break;
    case 3:
        block = calloc(1, size), alignment = 16;
        for (size_t i = 0; i < size; i++) expect(((unsigned char *)block)[i] == 0);
        break;
    default: block = malloc(size), alignment = 16;
    }
    expect(block != NULL && (uintptr_t)block % alignment == 0);
    mallocs++, requested += size;
    fill(block, size);
    return block;
}

static struct block *resize(struct block *block, size_t size) {
    size_t before = block->size;
    block = realloc(block, size);
    expect(block != NULL && block->size == before);
    look(block, (size < before ? size : before) - sizeof *block);
    mallocs++, frees++, requested += size;
    fill(block, size);
    return block;
}

static void discard(struct block *block) {
    if (block == NULL) return;
    look(block, room(block));
    frees++;
    free(block);
}

static void *thread(void *seed) {
    uint64_t state = (uintptr_t)seed * UINT64_C(0x9e3779b97f4a7c15);
    pthread_barrier_wait(&begin);
    for (long i = 0; i < times; i++) {
        uint64_t chance = next(&state);
        struct block *block = make(chance);
        if (chance >> 32 & 1) block = resize(block, sizeof *block + next(&state) % 2000);
        discard(atomic_exchange(&places[next(&state) % PLACES], block));
    }
    pthread_barrier_wait(&end);
    pthread_barrier_wait(&begin);
    return NULL;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    int threads = atoi(words[1]);
    times = atol(words[2]);
    pthread_t ids[256];
    pthread_barrier_init(&begin, NULL, threads + 1);
    pthread_barrier_init(&end, NULL, threads + 1);
    for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, thread, (void *)(uintptr_t)(i + 1));
    station();
    pthread_barrier_wait(&begin);
    pthread_barrier_wait(&end);
    for (int i = 0; i < PLACES; i++) discard(places[i]);
    station();
    char line[100];
    int length = snprintf(line, sizeof line, "%lu %lu %lu\n", mallocs, frees, requested);
    expect(write(1, line, length) == length);
    pthread_barrier_wait(&begin);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    return 0;
}
