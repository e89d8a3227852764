// A memory resource that takes from a buffer within itself first, and from `new` when that is full.
//
// In: requests of std::pmr; out: memory, and how many objects live where. It is the crate `stackfirst` in C++: blocks
// are placed with their alignment, only the last one is given back when it is freed, and counters tell leaks. pmr has no
// word for growing in place. What lives in it must not outlive it: here no compiler sees to that.
#ifndef STACK_FIRST_HPP
#define STACK_FIRST_HPP

#include <cstddef>
#include <cstdint>
#include <memory_resource>

template <std::size_t Size = 4080> class StackFirst final : public std::pmr::memory_resource {
public:
    StackFirst() noexcept {} // not `= default`, which would let `StackFirst()` write zeros over the buffer
    StackFirst(const StackFirst &) = delete;
    StackFirst &operator=(const StackFirst &) = delete;

    std::size_t stack_objects() const noexcept { return stack; }
    std::size_t heap_objects() const noexcept { return heap; }

private:
    void *do_allocate(std::size_t bytes, std::size_t alignment) override {
        const auto free = reinterpret_cast<std::uintptr_t>(buffer) + used;
        const std::size_t gap = -free & (alignment - 1), room = Size - used;
        if (gap > room || bytes > room - gap) {
            void *const block = std::pmr::new_delete_resource()->allocate(bytes, alignment);
            ++heap;
            return block;
        }
        unsigned char *const block = buffer + used + gap;
        used += gap + bytes;
        ++stack;
        return block;
    }

    void do_deallocate(void *block, std::size_t bytes, std::size_t alignment) override {
        // A block of no bytes may lie just behind the buffer's last byte.
        const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(buffer);
        if (offset > Size) {
            std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
            --heap;
            return;
        }
        if (offset + bytes == used) used = offset;
        --stack;
    }

    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override { return this == &other; }

    alignas(16) unsigned char buffer[Size];
    std::size_t used = 0, stack = 0, heap = 0;
};

#endif
