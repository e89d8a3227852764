/* Is every word of a text unique? Three ways in C.
 *
 * In: a text in memory; out: twice the number of words before the first one that repeats an earlier
 * one, plus 1 when there is none. Every call begins with nothing and frees what it took.
 */
#include "paragone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const unsigned char *start; size_t length; } word;

/* A word is a longest run of digits, letters and underscores; any other byte separates. */
static const unsigned char in_word[256] = {
    ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1,
    ['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1, ['G'] = 1, ['H'] = 1, ['I'] = 1, ['J'] = 1,
    ['K'] = 1, ['L'] = 1, ['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['Q'] = 1, ['R'] = 1, ['S'] = 1, ['T'] = 1,
    ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1, ['Y'] = 1, ['Z'] = 1, ['_'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1,
    ['d'] = 1, ['e'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1, ['l'] = 1, ['m'] = 1,
    ['n'] = 1, ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['u'] = 1, ['v'] = 1, ['w'] = 1,
    ['x'] = 1, ['y'] = 1, ['z'] = 1,
};

static void *allocated(void *memory) {
    if (!memory) {
        fputs("words: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void answer(size_t before, int unique) { paragone_answer_u64(2 * (uint64_t)before + (unique ? 1 : 0)); }

/* The next word from `*at` on, which moves behind it; 0 at the end of the text. */
static int next_word(const unsigned char **at, const unsigned char *end, word *found) {
    const unsigned char *p = *at;
    while (p < end && !in_word[*p]) p++;
    found->start = p;
    while (p < end && in_word[*p]) p++;
    found->length = (size_t)(p - found->start);
    *at = p;
    return found->length > 0;
}

static int same(word a, word b) { return a.length == b.length && !memcmp(a.start, b.start, a.length); }

/* Puts a word behind `count` others; the list doubles where it is full, which is at powers of two. */
static word *appended(word *list, size_t count, word next) {
    if (!count) list = allocated(malloc(sizeof *list));
    else if (!(count & (count - 1))) list = allocated(realloc(list, 2 * count * sizeof *list));
    list[count] = next;
    return list;
}

/* Each word beside all before it. */
static void nested_loop(void *state, const unsigned char *input, size_t length) {
    const unsigned char *end = input + length;
    word *list = NULL, next;
    size_t count = 0;
    int unique = 1;
    (void)state;
    while (unique && next_word(&input, end, &next)) {
        for (size_t i = 0; i < count && unique; i++) unique = !same(list[i], next);
        if (unique) list = appended(list, count++, next);
    }
    free(list);
    answer(count, unique);
}

/* By bytes, then by length; equal words in the order of the text. */
static int order(const void *left, const void *right) {
    const word *a = left, *b = right;
    int by_bytes = memcmp(a->start, b->start, a->length < b->length ? a->length : b->length);
    if (by_bytes) return by_bytes;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Equal words become neighbours; where there are any, the first repeat in the text is looked for, and
 * the words before it are counted. */
static void sort(void *state, const unsigned char *input, size_t length) {
    const unsigned char *at = input, *end = input + length, *first = NULL;
    word *list = NULL, next;
    size_t count = 0;
    (void)state;
    while (next_word(&at, end, &next)) list = appended(list, count++, next);
    if (count) qsort(list, count, sizeof *list, order);
    for (size_t i = 1; i < count; i++)
        if ((!first || list[i].start < first) && same(list[i - 1], list[i])) first = list[i].start;
    free(list);
    if (first)
        for (at = input, count = 0; next_word(&at, first, &next);) count++;
    answer(count, !first);
}

typedef struct { word word; uint64_t hash; } slot;

/* The hash FNV-1a, folded, because its low bits alone are poor. */
static uint64_t hash_of(word w) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < w.length; i++) hash = (hash ^ w.start[i]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* The slot that holds this word, or the free one where it belongs. */
static slot *slot_of(slot *table, size_t slots, slot wanted) {
    size_t i = wanted.hash & (slots - 1);
    while (table[i].word.start && (table[i].hash != wanted.hash || !same(table[i].word, wanted.word))) i = (i + 1) & (slots - 1);
    return &table[i];
}

static slot *doubled(slot *table, size_t slots) {
    slot *larger = allocated(calloc(2 * slots, sizeof *larger));
    for (size_t i = 0; i < slots; i++)
        if (table[i].word.start) *slot_of(larger, 2 * slots, table[i]) = table[i];
    free(table);
    return larger;
}

/* A hash table of our own: open addressing, linear probing, never more than half full. */
static void hash_table(void *state, const unsigned char *input, size_t length) {
    const unsigned char *end = input + length;
    size_t slots = 16, count = 0;
    slot *table = allocated(calloc(slots, sizeof *table)), next;
    int unique = 1;
    (void)state;
    while (next_word(&input, end, &next.word)) {
        next.hash = hash_of(next.word);
        slot *place = slot_of(table, slots, next);
        unique = !place->word.start;
        if (!unique) break;
        *place = next;
        if (2 * ++count >= slots) table = doubled(table, slots), slots *= 2;
    }
    free(table);
    answer(count, unique);
}

int main(void) {
    paragone_bench("unique", "nested-loop", nested_loop);
    paragone_bench("unique", "sort", sort);
    paragone_bench("unique", "hash-table", hash_table);
    paragone_bench("unique-long", "sort", sort);
    paragone_bench("unique-long", "hash-table", hash_table);
    paragone_bench("repeated", "nested-loop", nested_loop);
    paragone_bench("repeated", "sort", sort);
    paragone_bench("repeated", "hash-table", hash_table);
    return paragone_serve();
}
