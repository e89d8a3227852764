// Blocks of memory resources of std::pmr, with nothing done in them.
//
// In: strings made in the set-up, of which only the lengths and both ends matter; out: the sum of the ends. It is
// `blocks` of rust/texts/src/job.rs in C++: three blocks of a string's length, given back in the order of Rust's, the
// first one first.
#include "stack_first.hpp"
#include "texts.hpp"

#include <memory_resource>
#include <stdexcept>

namespace {

std::uint64_t blocks(std::string_view text, std::pmr::memory_resource &resource) {
    unsigned char *made[3];
    for (auto &block : made) {
        block = static_cast<unsigned char *>(resource.allocate(text.size(), 1));
        block[0] = static_cast<unsigned char>(text.front());
        block[text.size() - 1] = static_cast<unsigned char>(text.back());
        // Else the compiler might see that nobody needs the block, and ask for none.
        asm volatile("" : "+r"(block) : : "memory");
    }
    std::uint64_t ends = 0;
    for (auto *block : made) ends += block[0] + (std::uint64_t{block[text.size() - 1]} << 8);
    for (auto *block : made) resource.deallocate(block, text.size(), 1);
    return ends;
}

} // namespace

int main() {
    bench_in("blocks", "new-delete", [] {
        return [](std::string_view text) { return blocks(text, *std::pmr::new_delete_resource()); };
    });
    bench_in("blocks", "monotonic", [] {
        return [](std::string_view text) {
            unsigned char buffer[4080];
            std::pmr::monotonic_buffer_resource resource(buffer, sizeof buffer);
            return blocks(text, resource);
        };
    });
    bench_in("blocks", "stack-first", [] {
        return [](std::string_view text) {
            StackFirst<> resource;
            const std::uint64_t ends = blocks(text, resource);
            if (resource.stack_objects() || resource.heap_objects()) throw std::logic_error("an object was not freed");
            return ends;
        };
    });
    return paragone::serve();
}
