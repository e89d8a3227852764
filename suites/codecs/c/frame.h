/* One format by one library: from the seven functions of a library to the jobs of every benchmark.
 *
 * In: texts of the suite; out: what each becomes when it has been packed and unpacked. A program defines a library's
 * functions as `library.h` declares them, includes this file, and says in `main` which jobs it has. They are static
 * and known by name, so that no call goes through a pointer. It knows no library.
 */
#ifndef FRAME_H
#define FRAME_H

#include "library.h"

#include "paragone.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A level that is the benchmark's parameter `level`. */
enum { BY_PARAM = 0 };

typedef struct { const unsigned char *text; unsigned char *packed; size_t size; } sealed;

/* `out` is what timed calls write to. What Paragone is told lies in `told`, which no timed call knows. */
typedef struct {
    void *packer, *unpacker;
    unsigned char *out, *told;
    size_t room, size, told_size, longest;
    int is_told;
    sealed *inputs; /* packed before the clock runs, for what unpacks */
    size_t count;
} task;

static int level_of(const paragone_cell *cell) {
    intptr_t level = (intptr_t)paragone_context(cell);
    if (level != BY_PARAM) return (int)level;
    const char *text = paragone_param(cell, "level");
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || !*text || *end || value < 1 || value > 99) return paragone_fail("parameter `level` is no number from 1 to 99"), 1;
    return (int)value;
}

static void tear_down(void *state) {
    task *it = state;
    if (!it) return;
    if (it->packer) free_packer(it->packer);
    if (it->unpacker) free_unpacker(it->unpacker);
    for (size_t i = 0; i < it->count; i++) free(it->inputs[i].packed);
    free(it->inputs), free(it->out), free(it->told), free(it);
}

static void *set_up(const paragone_cell *cell) {
    task *it = calloc(1, sizeof *it);
    if (!it) return paragone_fail("out of memory"), NULL;
    for (size_t i = 0; i < paragone_inputs(cell); i++) {
        size_t length;
        paragone_input(cell, i, &length);
        if (length > it->longest) it->longest = length;
    }
    it->packer = packer_of(level_of(cell));
    it->unpacker = unpacker_of();
    if (!it->packer || !it->unpacker) return paragone_fail("the library has no memory, or no such level"), it;
    it->room = most_packed(it->packer, it->longest);
    if (it->room < it->longest) it->room = it->longest; /* what unpacks writes there too */
    it->out = malloc(it->room + 1);
    it->told = malloc(it->longest + 1);
    if (!it->out || !it->told) paragone_fail("out of memory");
    /* Memory that was never written to would come page by page, within the first calls. */
    else memset(it->out, 0, it->room + 1), memset(it->told, 0, it->longest + 1);
    return it;
}

static void pack_input(void *state, const unsigned char *input, size_t length) {
    task *it = state;
    it->size = pack(it->packer, input, length, it->out, it->room);
    it->is_told = 0;
    if (it->size == FAILED) paragone_fail("the library failed to compress");
}

/* Where the size decides, one call is one trial. */
static void weigh_input(void *state, const unsigned char *input, size_t length) {
    task *it = state;
    pack_input(state, input, length);
    if (it->size != FAILED) paragone_reading("compressed-bytes", (double)it->size);
}

/* The answer of what packs is what its output unpacks to. Then the output is overwritten: a call that leaves what
 * another had made has nothing to be told. */
static void tell_unpacked(void *state) {
    task *it = state;
    if (!it->is_told) {
        memset(it->told, 0, it->longest + 1);
        it->told_size = it->size == FAILED ? FAILED : unpack(it->unpacker, it->out, it->size, it->told, it->longest);
        memset(it->out, 0xA5, it->room + 1);
        it->is_told = 1;
    }
    if (it->told_size == FAILED) paragone_fail("the library does not decompress what it made");
    else paragone_answer(it->told, it->told_size);
}

static void *set_up_packed(const paragone_cell *cell) {
    task *it = set_up(cell);
    if (!it || !it->out || !it->told) return it;
    it->inputs = calloc(paragone_inputs(cell) + 1, sizeof *it->inputs);
    if (!it->inputs) return paragone_fail("out of memory"), it;
    for (; it->count < paragone_inputs(cell); it->count++) {
        sealed *one = &it->inputs[it->count];
        size_t length;
        one->text = paragone_input(cell, it->count, &length);
        pack_input(it, one->text, length);
        if (it->size == FAILED) return it;
        one->size = it->size;
        one->packed = malloc(one->size + 1);
        if (!one->packed) return paragone_fail("out of memory"), it;
        memcpy(one->packed, it->out, one->size);
    }
    /* Nothing of what was packed may stay where the calls write. */
    memset(it->out, 0xA5, it->room + 1);
    it->size = 0;
    return it;
}

/* Room for exactly the text, whose length a careful user keeps beside what is packed; some formats hold it themselves. */
static void unpack_input(void *state, const unsigned char *input, size_t length) {
    task *it = state;
    const sealed *one = it->inputs;
    while (one->text != input) one++;
    it->size = unpack(it->unpacker, one->packed, one->size, it->out, length);
    it->is_told = 0;
    if (it->size == FAILED) paragone_fail("the library failed to decompress");
}

/* The answer of what unpacks is the text; then it is overwritten, as above. */
static void tell_text(void *state) {
    task *it = state;
    if (!it->is_told) {
        it->told_size = it->size;
        if (it->size <= it->longest) memcpy(it->told, it->out, it->size);
        memset(it->out, 0xA5, it->room + 1);
        it->is_told = 1;
    }
    if (it->told_size > it->longest) paragone_fail("more came out than the text is long");
    else paragone_answer(it->told, it->told_size);
}

static void packs(const char *benchmark, const char *name, int level, paragone_call *call) {
    paragone_job *job = paragone_bench(benchmark, name, call);
    job->setup = set_up, job->teardown = tear_down, job->answer = tell_unpacked, job->context = (void *)(intptr_t)level;
}

static void weighs(const char *name, int level) { packs("size", name, level, weigh_input); }

/* One of those who compete in time and in size. */
static void competes(const char *name, int level) { packs("compress", name, level, pack_input), weighs(name, level); }

static void unpacks(const char *name, int level) {
    paragone_job *job = paragone_bench("decompress", name, unpack_input);
    job->setup = set_up_packed, job->teardown = tear_down, job->answer = tell_text, job->context = (void *)(intptr_t)level;
}

#endif
