/* A driver that plays a runtime: what it says its calls took depends on how many there were, and not on
 * any clock, so that tests know what is to be found. Its answers are a digest of all it was given. It
 * speaks the protocol by itself, because an SDK would tell the truth; and version 1 of it, as old drivers do. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char line[4096], implementation[64];
static uint64_t inputs[64];
static int count, played_empty;
/* Bytes of the last input. */
static uint64_t size;
/* Calls and samples so far, of the whole process as a compiler would count them. */
static uint64_t made, samples;

static double per_call(void) {
    if (!strcmp(implementation, "compiled")) return made < 12000 ? 2000 : 100;
    if (!strcmp(implementation, "slows")) return made < 200000 ? 100 : 150;
    if (!strcmp(implementation, "restless")) return 1e9 / (1e4 + (double)made);
    if (!strcmp(implementation, "near")) return 130;
    if (!strcmp(implementation, "far")) return 1000;
    /* As long as each other at 285.7 bytes. */
    if (!strcmp(implementation, "per-byte")) return 8 * (double)size;
    if (!strcmp(implementation, "fixed-cost")) return 2000 + (double)size;
    return 100;
}

static uint64_t now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static uint64_t digest(const char *path) {
    FILE *file = fopen(path, "rb");
    uint64_t sum = 14695981039346656037u;
    if (!file) exit(3);
    size = 0;
    for (int byte; (byte = fgetc(file)) != EOF; size++) sum = (sum ^ (uint64_t)byte) * 1099511628211u;
    fclose(file);
    return sum;
}

static void prepare(void) {
    sscanf(line, "prepare %*s %63s", implementation);
    played_empty = !strncmp(line, "prepare paragone ", 17);
    count = 0;
    while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n")) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "input ", 6) && count < 64) inputs[count++] = digest(line + 6);
    }
    puts("ok");
}

static void sample(uint64_t calls) {
    uint64_t began = now();
    /* A little noise, the same each time. */
    double noise = 1 + 0.002 * ((double)(samples % 7) - 3);
    uint64_t wall = (uint64_t)((played_empty ? 1 : per_call() * noise) * (double)calls);
    if (!played_empty) {
        made += calls;
        samples++;
    }
    /* Paragone lets nobody claim much more time than there was. */
    while (wall > 900000 && now() - began < wall) {}
    /* No sample is so long, and Paragone's clock goes on where a busy machine lets this process wait. */
    if (wall > 400000000) wall = now() - began;
    if (!strcmp(implementation, "collects"))
        printf("reading gc %d\nreading allocated %llu\n", samples % 4 == 0, (unsigned long long)calls * 64);
    printf("time %llu %llu\n", (unsigned long long)wall, (unsigned long long)wall);
}

static void answer(int input) {
    uint64_t sum = count ? inputs[input % count] : 0;
    printf("answer %zu\n", sizeof sum);
    fwrite(&sum, sizeof sum, 1, stdout);
}

int main(void) {
    static const char *names[] = {
        "steady", "near", "far", "compiled", "slows", "restless", "collects", "per-byte", "fixed-cost",
    };
    uint64_t calls = 1;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "paragone ", 9)) {
            printf("paragone 1\nlanguage pretended\nruntime a play\nclock none 1\n");
            for (size_t i = 0; i < sizeof names / sizeof *names; i++) printf("implementation job %s\n", names[i]);
            puts("ready");
        } else if (!strncmp(line, "prepare ", 8)) {
            prepare();
        } else if (!strncmp(line, "answer ", 7)) {
            answer(atoi(line + 7));
        } else if (!strncmp(line, "time ", 5)) {
            calls = strtoull(line + 5, NULL, 10);
            sample(calls);
        } else if (!strncmp(line, "last", 4)) {
            answer(count ? (int)((calls - 1) % (uint64_t)count) : 0);
        } else {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
