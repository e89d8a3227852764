/* A driver without an SDK, which takes its time where nobody is timed yet. `good` is honest. `says-half` tells half of
 * its time, and each request for several calls takes 2 s longer than the one before: asked sixteen times, as an audit
 * does before it accuses anybody, that is more than four minutes. `answers-late` takes 2 s for each answer. */
#define _GNU_SOURCE 1
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { INPUTS = 256, LONGEST = 1 << 16 };

static char line[4096], name[64];
static unsigned char *inputs[INPUTS];
static size_t lengths[INPUTS], count;
static uint64_t answer;
static int is_empty, late_requests;

static int is(const char *what) { return !is_empty && !strcmp(name, what); }

static uint64_t now(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static void call(size_t index) {
    if (is_empty || !count) return;
    answer = 14695981039346656037u;
    for (size_t i = 0; i < lengths[index]; i++) answer = (answer ^ inputs[index][i]) * 1099511628211u;
}

static void time_request(uint64_t calls) {
    uint64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    size_t next = 0;
    for (uint64_t i = 0; i < calls; i++, next = next + 1 >= count ? 0 : next + 1) call(next);
    if (is("says-half") && calls > 1) sleep(2 * ++late_requests);
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (is("says-half")) wall /= 2;
    printf("time %llu %llu\n", (unsigned long long)wall, (unsigned long long)cpu);
}

static uint32_t folded(uint32_t crc, const void *bytes, size_t length) {
    for (crc = ~crc; length--; bytes = (const char *)bytes + 1) {
        crc ^= *(const unsigned char *)bytes;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void audit_request(uint64_t calls) {
    uint32_t crc = 0;
    size_t next = 0;
    uint64_t length = is_empty ? 0 : sizeof answer;
    for (uint64_t i = 0; i < calls; i++, next = next + 1 >= count ? 0 : next + 1) {
        call(next);
        crc = folded(folded(crc, &length, sizeof length), &answer, length);
    }
    printf("audit %lu\n", (unsigned long)crc);
}

static void send_answer(void) {
    size_t length = is_empty ? 0 : sizeof answer;
    printf("answer %zu\n", length);
    fwrite(&answer, 1, length, stdout);
}

static void read_input(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || count == INPUTS) exit(1);
    inputs[count] = malloc(LONGEST);
    lengths[count] = fread(inputs[count], 1, LONGEST, file);
    count++;
    fclose(file);
}

static int next_line(void) {
    if (!fgets(line, sizeof line, stdin)) return 0;
    line[strcspn(line, "\n")] = 0;
    return 1;
}

static void prepare(void) {
    is_empty = !strcmp(line, "prepare paragone empty");
    if (!is_empty) sscanf(line, "prepare %*s %63s", name);
    while (count) free(inputs[--count]);
    while (next_line() && strcmp(line, "end"))
        if (!strncmp(line, "input ", 6)) read_input(line + 6);
    puts("ok");
}

static void greet(void) {
    puts("paragone 2\nlanguage c\nruntime none\nclock CLOCK_MONOTONIC 1");
    puts("implementation sum good\nimplementation sum says-half\nimplementation sum answers-late\nready");
}

int main(void) {
    while (next_line() && strcmp(line, "quit")) {
        if (!strncmp(line, "paragone ", 9)) greet();
        else if (!strncmp(line, "prepare ", 8)) prepare();
        else if (!strncmp(line, "answer ", 7)) {
            call((size_t)atol(line + 7));
            if (is("answers-late")) sleep(2);
            send_answer();
        }
        else if (!strncmp(line, "time ", 5)) time_request(strtoull(line + 5, NULL, 10));
        else if (!strncmp(line, "audit ", 6)) audit_request(strtoull(line + 6, NULL, 10));
        else if (!strcmp(line, "last")) send_answer();
        else puts("error unknown request");
        fflush(stdout);
    }
    return 0;
}
