// How many lines has a text? Two ways in C++.
#include "paragone.hpp"

#include <algorithm>

using paragone::Bytes;
using paragone::Cell;

// What a call returns is its answer.
static std::size_t by_loop(Bytes text) {
    std::size_t lines = 0;
    for (unsigned char byte : text) {
        if (byte == '\n') lines++;
    }
    return lines;
}

static std::ptrdiff_t by_count(Bytes text) { return std::count(text.begin(), text.end(), '\n'); }

int main() {
    // The lambda is the set-up: it runs once, untimed, and gives what is called and timed.
    paragone::bench("lines", "loop", [](const Cell &) { return by_loop; });
    paragone::bench("lines", "count", [](const Cell &) { return by_count; });
    return paragone::serve();
}
