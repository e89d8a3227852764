/* `peak THREADS`: first a known course of blocks on one thread, a station after each part of it; then blocks of all
 * threads at once. How high it goes stands in the test. */
#include <pthread.h>
#include <stdlib.h>

#include "station.h"

static pthread_barrier_t there;

static void *thread(void *nothing) {
    pthread_barrier_wait(&there);
    void *volatile block = malloc(1000);
    pthread_barrier_wait(&there);
    free(block);
    pthread_barrier_wait(&there);
    return nothing;
}

int main(int count, char **words) {
    int threads = count > 1 ? atoi(words[1]) : 1;
    pthread_t others[64];
    pthread_barrier_init(&there, NULL, threads);
    for (int i = 1; i < threads; i++) pthread_create(&others[i], NULL, thread, NULL);
    station();
    void *volatile kept = malloc(500);
    void *volatile block = malloc(1000);
    void *volatile zeroed = calloc(4, 500);
    free(block); /* 3500 at most, 2500 left */
    block = malloc(100);
    station();
    zeroed = realloc(zeroed, 3000); /* 3600 at most: as if in place */
    zeroed = realloc(zeroed, 10);
    free(block);
    station();
    free(zeroed);
    free(kept);
    station();
    thread(NULL);
    station();
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
    return 0;
}
