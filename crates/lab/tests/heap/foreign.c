/* Blocks that came by other ways than the library's calls, and go back through them. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

void *__libc_malloc(size_t);

static void *early[3];

static void before_all_libraries(int count, char **words, char **environment) {
    (void)count, (void)words, (void)environment;
    for (int i = 0; i < 3; i++) early[i] = malloc(100);
}
__attribute__((section(".preinit_array"), used)) static void (*first)(int, char **, char **) = before_all_libraries;

static void expect(int holds) {
    if (!holds) _exit(91);
}

/* A block of glibc's own, all of it used. */
static void *foreign(size_t size) {
    void *block = __libc_malloc(size);
    memset(block, 0xa5, malloc_usable_size(block));
    return block;
}

int main(void) {
    station();
    for (int i = 0; i < 3; i++) memset(early[i], i, malloc_usable_size(early[i]));
    free(early[0]);
    free(foreign(10));
    free(foreign(100));
    free(foreign(1000000));
    station();
    /* From here on they are the library's: one malloc each, and one free. */
    early[1] = realloc(early[1], 400);
    void *grown = realloc(foreign(10), 40);
    expect(((char *)early[1])[99] == 1 && ((unsigned char *)grown)[9] == 0xa5);
    station();
    free(early[1]);
    free(grown);
    early[2] = realloc(early[2], 0);
    station();
    /* Memory that was the library's is somebody else's after that, with what was left in it. */
    void *ours = malloc(200);
    free(ours);
    void *theirs = __libc_malloc(216);
    expect(theirs == ours);
    free(theirs);
    station();
    return 0;
}
