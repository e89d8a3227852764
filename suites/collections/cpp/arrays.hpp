// The arrays that the pipeline goes through, and how a way becomes jobs of the SDK.
//
// In: how many elements a call gets, in which order they come, and ways, each a function from an array to a
// sum; out: registered jobs. It knows no way. The generator is xoshiro256** (David Blackman and Sebastiano
// Vigna, 2018), begun and used as the post of 2024 did.
#ifndef ARRAYS_HPP
#define ARRAYS_HPP

#include "paragone.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Unsigned, because a sum that wraps around is defined there alone.
using Array = std::vector<std::uint64_t>;
using Way = std::uint64_t (*)(const Array &);

constexpr std::size_t block = 4096;

constexpr std::uint64_t rotated(std::uint64_t value, int by) { return value << by | value >> (64 - by); }

class Xoshiro {
public:
    explicit Xoshiro(std::uint64_t seed) : state{seed, 18446744, 73709, 551615} {
        for (int i = 0; i < 10; i++) next();
    }

    std::uint64_t next() {
        auto output = rotated(state[1] * 5, 7) * 9, shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotated(state[3], 45);
        return output;
    }

private:
    std::array<std::uint64_t, 4> state;
};

inline Array array_of(std::uint64_t seed, std::size_t elements) {
    Xoshiro generator(seed);
    Array array(elements);
    for (auto &value : array) value = generator.next();
    return array;
}

// An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1.
inline std::vector<Array> alternated(std::size_t elements, const std::string &seeds = "0,1") {
    std::vector<std::uint64_t> numbers;
    std::istringstream text(seeds);
    for (std::string seed; std::getline(text, seed, ',');) numbers.push_back(std::stoull(seed));
    if (elements % numbers.size() != 0) throw std::invalid_argument("arrays of the same length need more elements");
    std::vector<Array> arrays;
    for (auto seed : numbers) arrays.push_back(array_of(seed, elements / numbers.size()));
    return arrays;
}

// Whether an element gets through every filter.
inline bool is_counted(std::uint64_t value) {
    auto swapped = __builtin_bswap64(value);
    return value != 0 && (swapped & 0xff00) >> 8 < (swapped & 0xff) && __builtin_clzll(swapped) <= 56;
}

// The order is in no answer, so that it is looked at here: where the counted elements of the second array are.
inline void check(const std::vector<Array> &arrays, const std::string &data) {
    if (arrays.empty()) return;
    std::size_t places = 0, right = data == "predictable" ? 6249282 : data == "alternated" ? 4087321 : 4176195;
    for (std::size_t place = 0; place < block; place++) places += is_counted(arrays[1][place]) ? place : 0;
    if (places != right) throw std::logic_error("the elements are in another order than `" + data + "`");
}

// Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1.
inline std::vector<Array> ordered(std::size_t elements, const std::string &data) {
    if (elements % (2 * block) != 0) throw std::invalid_argument("the elements have to fill pairs of arrays of 4096");
    auto originals = alternated(2 * block);
    std::vector<Array> arrays;
    Xoshiro dice(2);
    for (std::size_t number = 0; number < elements / block; number++) {
        auto array = originals[number % 2];
        if (data == "predictable") {
            std::stable_partition(array.begin(), array.end(), [](auto value) { return !is_counted(value); });
        } else if (data == "fresh") {
            for (auto at = block - 1; at > 0; at--) std::swap(array[at], array[(dice.next() >> 32) * (at + 1) >> 32]);
        } else if (data != "alternated") {
            throw std::invalid_argument("no order of the data is called `" + data + "`");
        }
        arrays.push_back(std::move(array));
    }
    check(arrays, data);
    return arrays;
}

inline std::uint64_t number(paragone::Bytes input) {
    std::uint64_t number;
    std::memcpy(&number, input.data(), sizeof number);
    return number;
}

// Registers a way: a call applies it to each of the arrays that its input stands for, and answers the sum of all.
inline void way(const char *name, Way way) {
    auto bench = [&](const char *benchmark, bool prediction) {
        paragone::bench(benchmark, name, [=](const paragone::Cell &cell) {
            std::vector<std::pair<std::uint64_t, std::vector<Array>>> made;
            for (std::size_t i = 0; i < cell.inputs(); i++) {
                auto elements = number(cell.input(i));
                made.emplace_back(elements, prediction ? ordered(elements, cell.param("data")) : alternated(elements, cell.param("seeds")));
            }
            return [way, made = std::move(made)](paragone::Bytes input) {
                std::size_t at = 0;
                while (made[at].first != number(input)) at++;
                std::uint64_t sum = 0;
                for (auto &array : made[at].second) sum += way(array);
                return sum;
            };
        });
    };
    bench("pipeline", false);
    bench("cpp", false);
    bench("published", false);
    bench("published-largest", false);
    bench("prediction-others", true);
}

#endif
