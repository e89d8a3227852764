/* Counts what a program asks of malloc, to the last call and byte: preloaded before glibc, whose allocator
 * goes on doing the work. In: PARAGONE_HEAP, the path of a page that Paragone made. Out: the counts in it.
 * It must not know what is measured, and must not allocate.
 *
 * Built by `cc -O2 -fPIC -shared heap.c -o heap.so -ldl` (meter/heap_library.rs); the page is read by
 * meter/heap.rs, which has the same layout.
 *
 * A block that is counted has 16 bytes more than was asked for: its tail, at the end of what
 * malloc_usable_size says of it, with the size that was asked for and a check of size and address. What has
 * no such tail came by another way, and is handed on and not counted. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef __GLIBC__
#error "mallocs are counted beside glibc, and this C library is another one"
#endif

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* The page. Counts have a line of the cache for each thread, which alone writes there; the first is shared
 * by all threads that come when the others are given out, which are never given back. */

#define LAYOUT UINT64_C(0x3130504145484750) /* "PGHEAP01" */
enum { SLOTS = 126 };

struct slot { uint64_t mallocs, frees, requested, unused[5]; };

struct page {
    uint64_t layout; /* written by Paragone, before anybody else */
    uint64_t owner;  /* the process that is counted, 0 for none */
    uint64_t others; /* processes that were not */
    uint64_t taken;  /* slots given out */
    uint64_t unused[4];
    uint64_t live, peak, unused_too[6]; /* bytes asked for and not freed; the most at once */
    struct slot slots[SLOTS];
};
_Static_assert(sizeof(struct page) == 8192, "as in meter/heap.rs");

/* Lies in memory that the kernel wipes in every fork, however it is made: a child finds no page. */
struct ours { struct page *page; bool told; };

static struct ours nobody;
static struct ours *ours = &nobody;
static struct page *mapped;

static __thread struct slot *slot __attribute__((tls_model("initial-exec")));

/* The page, where this process is the one that is counted. */
static inline struct page *counting(void) {
    struct ours *here = __atomic_load_n(&ours, __ATOMIC_ACQUIRE);
    if (__builtin_expect(here->page != NULL, 1)) return here->page;
    if (mapped != NULL && !here->told) {
        here->told = true;
        __atomic_fetch_add(&mapped->others, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static inline struct slot *slot_of(struct page *page) {
    if (__builtin_expect(slot == NULL, 0)) {
        uint64_t before = __atomic_fetch_add(&page->taken, 1, __ATOMIC_RELAXED);
        slot = &page->slots[before < SLOTS - 1 ? before + 1 : 0];
    }
    return slot;
}

static inline void add(struct page *page, uint64_t *count, uint64_t more) {
    if (__builtin_expect(slot == page->slots, 0)) {
        __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
    } else {
        __atomic_store_n(count, *count + more, __ATOMIC_RELAXED);
    }
}

static inline void count_malloc(struct page *page, uint64_t requested) {
    struct slot *mine = slot_of(page);
    add(page, &mine->mallocs, 1);
    add(page, &mine->requested, requested);
}

static inline void count_free(struct page *page) { add(page, &slot_of(page)->frees, 1); }

/* Of glibc 2.32 and later: true where there is surely no second thread. Saves half of what counting costs. */
extern char __libc_single_threaded __attribute__((weak));

static inline bool is_alone(void) { return &__libc_single_threaded != NULL && __libc_single_threaded != 0; }

/* One number for all threads, so that the peak is that of the sum. `more` may be negative, modulo 2^64. */
static inline void count_live(struct page *page, uint64_t more) {
    uint64_t peak = __atomic_load_n(&page->peak, __ATOMIC_RELAXED);
    if (is_alone()) {
        uint64_t now = page->live + more;
        __atomic_store_n(&page->live, now, __ATOMIC_RELAXED);
        if (now > peak) __atomic_store_n(&page->peak, now, __ATOMIC_RELAXED);
        return;
    }
    uint64_t now = __atomic_add_fetch(&page->live, more, __ATOMIC_RELAXED);
    while (now > peak && !__atomic_compare_exchange_n(&page->peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

/* Tails. They lie wherever a block ends. */

struct __attribute__((packed, may_alias)) tail { uint64_t size, check; };

/* The least block of glibc has room for 24 bytes; with that, and 16 more, a block has as much room before its
 * tail as it would have had without one, for programs that use what malloc_usable_size says. */
enum { LEAST = 24 };
#define MOST ((size_t)PTRDIFF_MAX - (1 << 20))

static size_t (*usable)(void *);

static inline size_t with_tail(size_t size) { return (size < LEAST ? LEAST : size) + sizeof(struct tail); }

static inline uint64_t check_of(const void *block, uint64_t size) {
    uint64_t mixed = ((uint64_t)(uintptr_t)block ^ UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mixed ^ size) * UINT64_C(0x94d049bb133111eb) ^ mixed >> 32;
}

/* Where the tail of a block is, if it has one. */
static inline struct tail *place_of(void *block) {
    return (struct tail *)((char *)block + usable(block) - sizeof(struct tail));
}

static inline void put_tail(void *block, uint64_t size) {
    *place_of(block) = (struct tail){size, check_of(block, size)};
}

/* NULL where it has none. */
static inline struct tail *tail_of(void *block) {
    if (__builtin_expect(usable == NULL, 0)) return NULL;
    struct tail *tail = place_of(block);
    /* A block of another's may be too short for one. */
    if ((char *)tail < (char *)block + LEAST) return NULL;
    return tail->check == check_of(block, tail->size) ? tail : NULL;
}

/* Whether the block has a tail, which is wiped: who has the same memory next may not be one of us. */
static inline bool take_tail(void *block, uint64_t *size) {
    struct tail *tail = tail_of(block);
    if (tail == NULL) return false;
    *size = tail->size;
    *tail = (struct tail){0, 0};
    return true;
}

/* Calls, with the names that programs know them by. One that hands out no block is not counted. */

static inline void *handed_out(struct page *page, void *block, size_t size) {
    if (block == NULL) return NULL;
    put_tail(block, size);
    count_malloc(page, size);
    count_live(page, size);
    return block;
}

void *malloc(size_t size) {
    struct page *page = counting();
    if (page == NULL || size > MOST) return __libc_malloc(size);
    return handed_out(page, __libc_malloc(with_tail(size)), size);
}

void *calloc(size_t count, size_t each) {
    struct page *page = counting();
    size_t size;
    if (page == NULL || __builtin_mul_overflow(count, each, &size) || size > MOST) return __libc_calloc(count, each);
    return handed_out(page, __libc_calloc(1, with_tail(size)), size);
}

void free(void *block) {
    struct page *page = counting();
    uint64_t size;
    if (block != NULL && take_tail(block, &size) && page != NULL) {
        count_free(page);
        count_live(page, -size);
    }
    __libc_free(block);
}

/* One malloc and one free, as if in place: whether the block moves is the allocator's affair. */
void *realloc(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    struct page *page = size > MOST ? NULL : counting();
    uint64_t before = 0;
    bool was_counted = take_tail(block, &before);
    void *moved = __libc_realloc(block, page == NULL ? size : with_tail(size));
    if (moved == NULL) {
        if (was_counted) put_tail(block, before);
        return NULL;
    }
    if (page == NULL) return moved;
    put_tail(moved, size);
    count_malloc(page, size);
    if (was_counted) count_free(page);
    count_live(page, size - before);
    return moved;
}

void *reallocarray(void *block, size_t count, size_t each) {
    size_t size;
    if (__builtin_mul_overflow(count, each, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    struct page *page = counting();
    if (page == NULL || size > MOST) return __libc_memalign(alignment, size);
    return handed_out(page, __libc_memalign(alignment, with_tail(size)), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = memalign(alignment, size);
    if (block == NULL) return ENOMEM;
    *out = block;
    return 0;
}

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

/* Gives whole pages; what was asked for is counted. */
void *pvalloc(size_t size) {
    struct page *page = counting();
    size_t whole = (size_t)sysconf(_SC_PAGESIZE);
    if (size > MOST) return __libc_memalign(whole, size);
    size_t room = (size + whole - 1) / whole * whole;
    if (page == NULL) return __libc_memalign(whole, room);
    return handed_out(page, __libc_memalign(whole, with_tail(room)), size);
}

/* Of C23, for programs of a newer glibc. */
void free_sized(void *block, size_t size) {
    (void)size;
    free(block);
}

void free_aligned_sized(void *block, size_t alignment, size_t size) {
    (void)alignment;
    (void)size;
    free(block);
}

size_t malloc_usable_size(void *block) {
    if (block == NULL) return 0;
    if (usable == NULL) usable = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    return usable(block) - (tail_of(block) != NULL ? sizeof(struct tail) : 0);
}

/* Claiming the page. */

/* Whether calls come here: a program that brings an allocator of its own keeps it, and then nothing is known.
 * One that is loaded at a fixed address may have a jump of its own to the function that it uses, without being
 * the one that defines it. */
static bool calls_come_here(void) {
    const char *names[] = {"malloc", "calloc", "realloc", "free", "malloc_usable_size"};
    Dl_info us, they;
    if (dladdr(&nobody, &us) == 0) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = dlsym(RTLD_DEFAULT, names[i]);
        const ElfW(Sym) *symbol = NULL;
        if (found == NULL || dladdr1(found, &they, (void **)&symbol, RTLD_DL_SYMENT) == 0) return false;
        bool is_a_jump = symbol != NULL && symbol->st_shndx == SHN_UNDEF;
        if (they.dli_fbase != us.dli_fbase && !is_a_jump) return false;
    }
    return true;
}

static struct page *page_at(const char *path) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return NULL;
    struct stat about;
    struct page *page = MAP_FAILED;
    if (fstat(file, &about) == 0 && about.st_size == (off_t)sizeof *page) {
        page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    if (page == MAP_FAILED) return NULL;
    if (page->layout == LAYOUT) return page;
    munmap(page, sizeof *page);
    return NULL;
}

/* The first process that comes is counted, and what it turns into by exec; the others are only numbered. */
static bool claimed(struct page *page) {
    uint64_t me = (uint64_t)getpid(), owner = 0;
    if (__atomic_compare_exchange_n(&page->owner, &owner, me, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return true;
    if (owner != me) {
        __atomic_fetch_add(&page->others, 1, __ATOMIC_RELAXED);
        return false;
    }
    __atomic_store_n(&page->live, 0, __ATOMIC_RELAXED);
    return true;
}

static void begin(void) {
    const char *path = getenv("PARAGONE_HEAP");
    if (path == NULL || !calls_come_here()) return;
    usable = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    if (usable == NULL) return;
    struct ours *here = mmap(NULL, sizeof *here, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (here == MAP_FAILED || madvise(here, sizeof *here, MADV_WIPEONFORK) != 0) return;
    struct page *page = page_at(path);
    if (page == NULL) return;
    if (!claimed(page)) {
        munmap(page, sizeof *page);
        return;
    }
    mapped = here->page = page;
    __atomic_store_n(&ours, here, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void start(int count, char **words) {
    /* Paragone's own processes are started on the way to the one that is meant. */
    if (count > 1 && (strcmp(words[1], "__keeper") == 0 || strcmp(words[1], "__command") == 0)) return;
    int before = errno;
    begin();
    errno = before;
}
