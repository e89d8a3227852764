#define _GNU_SOURCE 1
#include "burst.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAGE 4096

struct burst {
    orders of;
    unsigned char *frames;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    /* Slots with a frame in them, in a ring, and slots without one, in a heap of indices. */
    unsigned *full, *free, full_first, full_count, free_count;
    uint64_t *numbers;
    bool closed, failed;
    atomic_bool over;
    drain *drain;
    double *written; /* when each frame had been written, of those within the burst */
    unsigned written_count;
};

double burst_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void burst_wait_until(double moment) {
    struct timespec until;
    until.tv_sec = (time_t)moment;
    until.tv_nsec = (long)((moment - (double)until.tv_sec) * 1e9);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

uint64_t burst_digest(uint64_t number, const unsigned char *frame, size_t size) {
    const uint64_t factor = 0xC6A35D1E94F72B8D;
    uint64_t state = (number + 1) * factor;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word;
        memcpy(&word, frame + i, 8);
        state = (state ^ word) * factor;
        state ^= state >> 32;
    }
    return state;
}

double burst_number(const paragone_cell *cell, const char *name) {
    static char said[128];
    const char *text = paragone_param(cell, name);
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0;
    if (text && *text && !*end && value >= 1e-3 && value <= 1e9) return value;
    snprintf(said, sizeof said, "parameter `%s` is no number above 0", name);
    paragone_fail(said);
    return 0;
}

const orders *burst_orders(const burst *it) { return &it->of; }
void burst_size(burst *it, size_t size) { it->of.size = size; }
unsigned char *burst_scratch(burst *it) { return it->frames; }

void burst_free(burst *it) {
    if (!it) return;
    free(it->frames), free(it->full), free(it->free), free(it->numbers), free(it->written), free(it);
}

burst *burst_new(const paragone_cell *cell) {
    size_t most = 0, wrong = 0;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t size;
        paragone_input(cell, i, &size);
        wrong += !size || size % PAGE;
        if (size > most) most = size;
    }
    double rate = burst_number(cell, "rate"), frames = burst_number(cell, "frames"), buffer = burst_number(cell, "buffer");
    if (!rate || !frames || !buffer) return NULL;
    if (!most || wrong || frames < 1 || buffer < 1) {
        paragone_fail("a frame has a multiple of 4096 bytes, and there is at least one, in the burst and in the buffer");
        return NULL;
    }
    burst *it = calloc(1, sizeof *it);
    if (it) {
        it->of = (orders){most, rate, (unsigned)frames, (unsigned)buffer};
        it->frames = aligned_alloc(PAGE, most * it->of.buffer);
        it->full = calloc(it->of.buffer, sizeof *it->full);
        it->free = calloc(it->of.buffer, sizeof *it->free);
        it->numbers = calloc(it->of.buffer, sizeof *it->numbers);
        it->written = calloc(it->of.frames, sizeof *it->written);
    }
    if (!it || !it->frames || !it->full || !it->free || !it->numbers || !it->written) {
        burst_free(it);
        paragone_fail("no memory for the buffer");
        return NULL;
    }
    /* Each page is touched, so that the first trial meets no other memory than the last. */
    memset(it->frames, 1, most * it->of.buffer);
    pthread_mutex_init(&it->lock, NULL);
    pthread_cond_init(&it->filled, NULL);
    return it;
}

static unsigned char *slot_of(burst *it, unsigned slot) { return it->frames + slot * it->of.size; }

static void fill(burst *it, unsigned slot, uint64_t number, const unsigned char *frame) {
    memcpy(slot_of(it, slot), frame, it->of.size);
    memcpy(slot_of(it, slot), &number, 8);
    it->numbers[slot] = number;
}

/* The next slot to be written; waits for one where nothing is under way. */
static bool next_full(burst *it, bool wait, unsigned *slot) {
    pthread_mutex_lock(&it->lock);
    while (wait && !it->full_count && !it->closed) pthread_cond_wait(&it->filled, &it->lock);
    bool is_there = it->full_count > 0;
    if (is_there) {
        *slot = it->full[it->full_first];
        it->full_first = (it->full_first + 1) % it->of.buffer;
        it->full_count--;
    }
    pthread_mutex_unlock(&it->lock);
    return is_there;
}

static void *write_frames(void *context) {
    burst *it = context;
    drain *to = it->drain;
    bool is_over = false;
    for (unsigned under_way = 0;;) {
        unsigned slot;
        while (under_way < to->most && next_full(it, !under_way, &slot)) {
            if (!is_over && atomic_load(&it->over)) {
                is_over = true;
                if (to->burst_is_over) to->burst_is_over(to);
            }
            if (!to->submit(to, slot, it->numbers[slot], slot_of(it, slot))) goto failed;
            under_way++;
        }
        if (!under_way) return NULL;
        if (!to->complete(to, &slot)) goto failed;
        under_way--;
        if (!atomic_load(&it->over) && it->written_count < it->of.frames) it->written[it->written_count++] = burst_now();
        pthread_mutex_lock(&it->lock);
        it->free[it->free_count++] = slot;
        pthread_mutex_unlock(&it->lock);
    }
failed:
    it->failed = true;
    return NULL;
}

/* Lets the frames come, each at its time. */
static void come(burst *it, const unsigned char *frame, double start, unsigned char *is_dropped, unsigned *depth, double *since) {
    for (unsigned number = 0; number < it->of.frames; number++) {
        burst_wait_until(start + number / it->of.rate);
        pthread_mutex_lock(&it->lock);
        bool has_room = it->free_count > 0;
        unsigned slot = has_room ? it->free[--it->free_count] : 0;
        pthread_mutex_unlock(&it->lock);
        if (!has_room) {
            if (*depth == it->of.frames) *depth = number, *since = burst_now();
            is_dropped[number] = 1;
            continue;
        }
        fill(it, slot, number, frame);
        pthread_mutex_lock(&it->lock);
        it->full[(it->full_first + it->full_count++) % it->of.buffer] = slot;
        pthread_cond_signal(&it->filled);
        pthread_mutex_unlock(&it->lock);
    }
    burst_wait_until(start + it->of.frames / it->of.rate);
    atomic_store(&it->over, true);
    pthread_mutex_lock(&it->lock);
    it->closed = true;
    pthread_cond_signal(&it->filled);
    pthread_mutex_unlock(&it->lock);
}

/* Frames a second between the first and the last that were written since a moment; one frame tells no rate, and then it
 * is the rate over all that time. */
static double rate(const burst *it, double since) {
    unsigned first = 0;
    while (first < it->written_count && it->written[first] < since) first++;
    unsigned count = it->written_count - first;
    if (!count) return 0;
    double from = count > 1 ? it->written[first] : since, took = it->written[it->written_count - 1] - from;
    return (count > 1 ? count - 1 : 1) / (took > 1e-9 ? took : 1e-9);
}

bool burst_trial(burst *it, const unsigned char *frame, drain *to) {
    unsigned char *is_dropped = calloc(it->of.frames, 1);
    pthread_t writer;
    it->drain = to;
    it->full_first = it->full_count = it->written_count = 0;
    it->closed = it->failed = false;
    atomic_store(&it->over, false);
    for (it->free_count = 0; it->free_count < it->of.buffer; it->free_count++) it->free[it->free_count] = it->free_count;
    if (!is_dropped || pthread_create(&writer, NULL, write_frames, it)) {
        free(is_dropped);
        paragone_fail("no memory or no thread for a trial");
        return false;
    }
    unsigned depth = it->of.frames, dropped = 0;
    double start = burst_now(), since = start;
    come(it, frame, start, is_dropped, &depth, &since);
    pthread_join(writer, NULL);
    if (to->burst_is_over) to->burst_is_over(to);
    for (unsigned number = 0, slot = 0; number < it->of.frames && !it->failed; number++) {
        if (!is_dropped[number]) continue;
        dropped++;
        fill(it, 0, number, frame);
        it->failed = !to->submit(to, 0, number, slot_of(it, 0)) || !to->complete(to, &slot);
    }
    free(is_dropped);
    if (it->failed) return false;
    paragone_reading("depth", depth);
    paragone_reading("sustained", rate(it, since) * (double)it->of.size);
    paragone_reading("dropped", dropped);
    return true;
}
