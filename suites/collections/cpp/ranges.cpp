// The pipeline in C++20, by the views of <ranges>.
//
// In: an array of 64-bit integers; out: the sum of the leading zeros. A view that filters asks the one before
// it twice for an element that it keeps: once to look, and once to hand it on. So what was mapped is mapped
// twice, unless the compiler sees that it is the same.
#include "arrays.hpp"

#include <bit>
#include <ranges>

namespace views = std::views;

[[gnu::noinline]] static std::uint64_t lazy(const Array &values) {
    std::uint64_t sum = 0;
    auto counted = values | views::filter([](auto value) { return value != 0; })
        | views::transform([](auto value) { return __builtin_bswap64(value); })
        | views::filter([](auto value) { return (value & 0xff00) >> 8 < (value & 0xff); })
        | views::transform([](auto value) { return static_cast<std::uint64_t>(std::countl_zero(value)); })
        | views::filter([](auto zeros) { return zeros <= 56; });
    for (auto zeros : counted) sum += zeros;
    return sum;
}

int main() {
    way("lazy", lazy);
    return paragone::serve();
}
