// The pipeline in C++17: loops, and a vector after each stage.
//
// In: an array of 64-bit integers; out: the sum of the leading zeros. Nothing is inlined into what calls it,
// so that the machine code of each way stands below its own name.
#include "arrays.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

// `__builtin_clzll` has no answer for 0, which no element is that got so far.
static std::uint64_t zeros_of(std::uint64_t value) { return static_cast<std::uint64_t>(__builtin_clzll(value)); }

[[gnu::noinline]] static std::uint64_t imperative(const Array &values) {
    std::uint64_t sum = 0;
    for (auto value : values) {
        if (value == 0) continue;
        auto swapped = __builtin_bswap64(value);
        if ((swapped & 0xff00) >> 8 >= (swapped & 0xff)) continue;
        auto zeros = zeros_of(swapped);
        if (zeros > 56) continue;
        sum += zeros;
    }
    return sum;
}

// Every element is counted, by nothing where a filter holds it back: conditions are numbers here.
[[gnu::noinline]] static std::uint64_t branchless(const Array &values) {
    std::uint64_t sum = 0;
    for (auto value : values) {
        auto swapped = __builtin_bswap64(value);
        // The lowest bit changes no count but that of 0, which is held back anyway.
        auto zeros = zeros_of(swapped | 1);
        std::uint64_t kept = (value != 0) & ((swapped & 0xff00) >> 8 < (swapped & 0xff)) & (zeros <= 56);
        sum += (0 - kept) & zeros;
    }
    return sum;
}

[[gnu::noinline]] static std::uint64_t eager(const Array &values) {
    Array present, swapped, ordered, zeros, kept;
    std::copy_if(values.begin(), values.end(), std::back_inserter(present), [](auto value) { return value != 0; });
    swapped.reserve(present.size());
    std::transform(present.begin(), present.end(), std::back_inserter(swapped),
                   [](auto value) { return __builtin_bswap64(value); });
    std::copy_if(swapped.begin(), swapped.end(), std::back_inserter(ordered),
                 [](auto value) { return (value & 0xff00) >> 8 < (value & 0xff); });
    zeros.reserve(ordered.size());
    std::transform(ordered.begin(), ordered.end(), std::back_inserter(zeros), zeros_of);
    std::copy_if(zeros.begin(), zeros.end(), std::back_inserter(kept), [](auto zeros) { return zeros <= 56; });
    return std::accumulate(kept.begin(), kept.end(), std::uint64_t{0});
}

int main() {
    way("loop", imperative);
    way("branchless", branchless);
    way("eager", eager);
    return paragone::serve();
}
