/* One trial in C: frames come at a steady rate into a bounded buffer, and another thread writes them somewhere.
 * In: the orders, one frame, and where to write; out: when the first frame found no room, and the rate after that. */
#ifndef BURST_H
#define BURST_H

#include "paragone.h"

#include <stdbool.h>

typedef struct {
    size_t size;     /* bytes of the trial's frame */
    double rate;     /* frames that come each second */
    unsigned frames; /* of the burst */
    unsigned buffer; /* frames that the buffer holds, those under way among them */
} orders;

/* Where frames go. A frame that was submitted stays where it is until `complete` has given its slot back. What fails
 * says so by paragone_fail and gives false. */
typedef struct drain {
    unsigned most; /* frames that may be under way at once */
    bool (*submit)(struct drain *drain, unsigned slot, uint64_t number, const unsigned char *frame);
    bool (*complete)(struct drain *drain, unsigned *slot); /* waits for one */
    void (*burst_is_over)(struct drain *drain);            /* what comes now is not measured; may be NULL */
} drain;

/* Reads the orders from the cell, and gets the buffer's memory. NULL: it was said why. */
typedef struct burst burst;
burst *burst_new(const paragone_cell *cell);
void burst_free(burst *it);
const orders *burst_orders(const burst *it);
unsigned char *burst_scratch(burst *it); /* room for one frame, between trials */

/* Makes a trial and tells `depth`, `sustained` and `dropped`. Every frame has been written then, those that found no
 * room after the burst. */
bool burst_trial(burst *it, const unsigned char *frame, drain *drain);
/* Says before how large the frame is. */
void burst_size(burst *it, size_t size);

double burst_number(const paragone_cell *cell, const char *name); /* 0: it was said what is wrong */
uint64_t burst_digest(uint64_t number, const unsigned char *frame, size_t size);
double burst_now(void); /* seconds */
void burst_wait_until(double moment);

/* The folder under test, `PATH` or `PATH@PRICE`: -1, where it was said why. */
int place_open(const char *text, double *price);
bool place_has_room(int folder, uint64_t bytes);
/* A file that has lost its name before anything is written, so that its room is given back however this ends. */
int place_file(int folder, int more_flags);
bool file_digest(int file, const orders *of, unsigned char *scratch, uint64_t *sum);
/* A job of the benchmark `files`: what it makes of a file of its own, opened with these flags. */
typedef struct { int flags; drain *(*open)(int file, const orders *of); void (*close)(drain *drain); } way;
void place_bench(const char *name, const way *how);

#endif
