// What `stack_first.hpp` promises: alignment, the way to the heap, the last block, and counters that come back to 0.
//
// In: nothing; out: a line for each promise that is broken, and exit code 1 where there was one.
#include "stack_first.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

static int broken = 0;

static void hold(bool kept, const char *promise) {
    if (!kept) std::printf("broken: %s\n", promise), broken = 1;
}

template <std::size_t Size> static bool counts(const StackFirst<Size> &arena, std::size_t stack, std::size_t heap) {
    return arena.stack_objects() == stack && arena.heap_objects() == heap;
}

static bool is_aligned(const void *block, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

static void alignments() {
    StackFirst<16384> wide;
    StackFirst<64> tight;
    for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        // What lies in the way moves the next block off its alignment.
        void *const in_the_way = wide.allocate(1, 1), *const block = wide.allocate(alignment + 1, alignment);
        hold(is_aligned(block, alignment), "a block of the buffer has its alignment");
        std::memset(block, 1, alignment + 1);
        wide.deallocate(block, alignment + 1, alignment);
        wide.deallocate(in_the_way, 1, 1);
        void *const beyond = tight.allocate(65, alignment);
        hold(is_aligned(beyond, alignment), "a block of the heap has its alignment");
        std::memset(beyond, 1, 65);
        tight.deallocate(beyond, 65, alignment);
    }
    hold(counts(wide, 0, 0) && counts(tight, 0, 0), "who gives everything back has counters at 0");
}

static void overflow() {
    StackFirst<4080> arena;
    void *const most = arena.allocate(4079, 1), *const last = arena.allocate(1, 1);
    hold(counts(arena, 2, 0), "the buffer is filled to its last byte");
    void *const none = arena.allocate(0, 1);
    hold(counts(arena, 3, 0), "no bytes find room in a full buffer");
    void *const beyond = arena.allocate(1, 1);
    hold(counts(arena, 3, 1), "what does not fit comes from the heap");
    const auto offset = reinterpret_cast<std::uintptr_t>(beyond) - reinterpret_cast<std::uintptr_t>(most);
    hold(offset >= 4080, "a block of the heap lies outside of the buffer");
    arena.deallocate(beyond, 1, 1);
    arena.deallocate(none, 0, 1);
    arena.deallocate(last, 1, 1);
    arena.deallocate(most, 4079, 1);
    hold(counts(arena, 0, 0), "all that was freed is no longer counted");
    void *const whole = arena.allocate(4080, 1);
    hold(whole == most && counts(arena, 1, 0), "blocks that were freed in the other order leave the whole buffer");
    arena.deallocate(whole, 4080, 1);
}

static void order() {
    StackFirst<4080> arena;
    void *const first = arena.allocate(100, 1), *const second = arena.allocate(100, 1);
    arena.deallocate(first, 100, 1);
    void *const third = arena.allocate(100, 1);
    hold(third != first && third != second, "a block that is not the last is not given again");
    arena.deallocate(third, 100, 1);
    hold(arena.allocate(50, 1) == third, "the last block is given again");
    hold(counts(arena, 2, 0), "two of them live");
}

static void collections() {
    StackFirst<> arena;
    {
        std::pmr::vector<std::pmr::vector<int>> all(&arena);
        for (int i = 0; i < 40; i++) all.emplace_back(i * 10, i);
        bool whole = true;
        for (int i = 0; i < 40; i++)
            for (const int value : all[i]) whole = whole && value == i;
        hold(whole, "no block overlaps another");
        hold(arena.stack_objects() > 0 && arena.heap_objects() > 0, "some are in the buffer and some in the heap");
    }
    hold(counts(arena, 0, 0), "collections give everything back");
}

int main() {
    alignments();
    overflow();
    order();
    collections();
    return broken;
}
