// The jobs that `protocol/transcripts` speak of, in C++.
//
// In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
// jobs in the same order, and none has any other use.
#include "../paragone.hpp"

#include <cstdio>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <vector>

using paragone::Bytes;
using paragone::Cell;

// Numbers found nowhere else: whether they are in the built program tells which work was kept in it.
constexpr std::uint64_t KEPT = 0xC6A35D1E94F72B8D;
constexpr std::uint64_t ANSWERED = 0xB1E947D26C835FA5;
constexpr std::uint64_t DROPPED = 0xD5F28B3C71A64E97;

static inline std::uint64_t mixed(Bytes input, std::uint64_t factor) {
    std::uint64_t mix = 1;
    for (unsigned char byte : input) mix = (mix ^ byte) * factor;
    return mix;
}

int main() {
    using Buffer = std::vector<unsigned char>;
    paragone::bench("echo", "bytes", [](const Cell &) { return [](Bytes input) { return Buffer(input.begin(), input.end()); }; });
    paragone::bench("sum", "bytes", [](const Cell &) {
        return [](Bytes input) { return std::accumulate(input.begin(), input.end(), std::uint64_t{0}); };
    });
    paragone::bench("count", "calls", [](const Cell &) { return [calls = 0](Bytes) mutable { return ++calls; }; });
    paragone::bench(
        "reset", "inplace", [](const Cell &) { return Buffer(); },
        [](Buffer &state, Bytes input) { state.assign(input.begin(), input.end()); },
        [](Buffer &state, Bytes) {
            for (unsigned char &byte : state) byte++;
            return Bytes(state.data(), state.size());
        });
    paragone::bench("param", "value", [](const Cell &cell) { return [value = cell.param("value")](Bytes) { return value; }; });
    paragone::bench("inputs", "count", [](const Cell &cell) {
        std::size_t total = 0;
        for (std::size_t i = 0; i < cell.inputs(); i++) total += 1000 + cell.input(i).size();
        return [total](Bytes) { return total; };
    });
    paragone::bench("inputs", "aligned", [](const Cell &) {
        return [](Bytes input) { return reinterpret_cast<std::uintptr_t>(input.data()) % 64; };
    });
    paragone::bench("fail", "call", [](const Cell &) { return [](Bytes) { throw std::runtime_error("this call always fails"); }; });
    paragone::bench("fail", "setup", [](const Cell &cell) {
        if (cell.inputs() < SIZE_MAX) throw 7; // what is no std::exception is an error too
        return [](Bytes) {};
    });
    paragone::bench("fail", "verbose", [](const Cell &) {
        return [](Bytes) {
            std::string text;
            for (int i = 0; i < 1000; i++) text += "a line\nand another\r\n";
            throw std::runtime_error(text);
        };
    });
    paragone::bench("print", "noise", [](const Cell &) { return [](Bytes) { std::cout << "noise on standard output" << std::endl; }; });
    paragone::bench("read", "stdin", [](const Cell &) {
        return [](Bytes) {
            std::uint64_t lines = 0;
            for (std::string line; std::getline(std::cin, line);) lines++;
            return lines;
        };
    });
    paragone::bench("work", "kept", [](const Cell &) { return [](Bytes input) { paragone::keep(mixed(input, KEPT)); }; });
    paragone::bench("work", "answered", [](const Cell &) { return [](Bytes input) { return mixed(input, ANSWERED); }; });
    paragone::bench("work", "dropped", [](const Cell &) { return [](Bytes input) { mixed(input, DROPPED); }; });
    return paragone::serve();
}
