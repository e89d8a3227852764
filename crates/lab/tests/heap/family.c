/* Forks of two kinds, programs started beside, and a program that takes this one's place. */
#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "station.h"

extern char **environ;

static void *from_before;

static void expect(int holds) {
    if (!holds) _exit(91);
}

static void allocate_and_end(void) {
    void *volatile blocks[1000];
    for (int i = 0; i < 1000; i++) blocks[i] = malloc(i);
    from_before = realloc(from_before, 100);
    for (int i = 0; i < 1000; i += 2) free(blocks[i]);
    free(from_before);
    _exit(7);
}

static void wait_for(pid_t child) {
    int status;
    expect(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "beside") == 0) allocate_and_end();
    from_before = malloc(64);
    if (count > 1 && strcmp(words[1], "instead") == 0) {
        station();
        void *volatile block = malloc(10);
        (void)block;
        station();
        return 0;
    }
    station();
    pid_t child = fork();
    if (child == 0) allocate_and_end();
    wait_for(child);
    station();
    /* A fork that no handler of a library hears of. */
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) allocate_and_end();
    wait_for(child);
    station();
    char *beside[] = {words[0], "beside", NULL};
    expect(posix_spawn(&child, words[0], NULL, NULL, beside, environ) == 0);
    wait_for(child);
    station();
    /* With a block that nobody gives back. */
    execl(words[0], words[0], "instead", (char *)NULL);
    return 92;
}
