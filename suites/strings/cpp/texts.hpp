// The strings of a cell, made in its set-up, the same in each language, and the hash of a result.
//
// In: numbers, the cell's inputs, and the parameter `entries`; out: so many strings. How they are drawn is said in
// rust/texts/src/texts.rs.
#ifndef TEXTS_HPP
#define TEXTS_HPP

#include "paragone.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

class Texts {
public:
    explicit Texts(const paragone::Cell &cell) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < cell.inputs(); i++) count = std::max(count, number(cell.input(i)));
        std::istringstream words(cell.param("entries"));
        std::vector<std::string> entries;
        for (std::string word; words >> word;) entries.push_back(word);
        for (; count > 0; count--) {
            for (std::size_t left = 50 + below(50); left > 0; left--) bytes += entries[below(entries.size())];
            ends.push_back(bytes.size());
        }
    }

    // The sum of what `way` makes of so many strings, as the input says: the first ones are always the same.
    template <class Way> std::uint64_t sum(paragone::Bytes input, Way &way) const {
        std::uint64_t sum = 0;
        std::size_t start = 0;
        for (std::size_t i = 0, count = number(input); i < count; i++) {
            const std::size_t end = ends[i];
            sum += way(std::string_view(bytes).substr(start, end - start));
            start = end;
        }
        return sum;
    }

private:
    static std::size_t number(paragone::Bytes input) {
        std::size_t number = 0;
        for (std::size_t i = input.size(); i-- > 0;) number = number << 8 | input[i];
        return number;
    }

    std::uint32_t next() {
        const auto rotated = [](std::uint32_t word, int by) { return word << by | word >> (32 - by); };
        const std::uint32_t result = rotated(state[0] + state[3], 7) + state[0], shifted = state[1] << 9;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotated(state[3], 11);
        return result;
    }

    std::size_t below(std::size_t limit) {
        if (left == 0) drawn = next(), left = 4;
        const std::size_t byte = drawn & 0xff;
        drawn >>= 8, left--;
        return byte * limit >> 8;
    }

    std::uint32_t state[4] = {1, 18446744, 73709, 551615}, drawn = 0;
    int left = 0;
    std::string bytes;
    std::vector<std::size_t> ends;
};

// FNV-1a of 64 bits.
inline std::uint64_t hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

// Registers a way for one benchmark; `make` is called in the set-up and gives what takes one string.
template <class Make> inline void bench_in(const char *benchmark, const char *name, Make make) {
    paragone::bench(benchmark, name, [make](const paragone::Cell &cell) {
        return [texts = Texts(cell), way = make()](paragone::Bytes input) mutable { return texts.sum(input, way); };
    });
}

// The same for all benchmarks of strings.
template <class Make> inline void bench(const char *name, Make make) {
    for (const char *benchmark : {"emoji", "letters", "libraries-emoji", "libraries-letters"}) bench_in(benchmark, name, make);
}

#endif
