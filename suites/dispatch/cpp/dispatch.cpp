// C++'s ways to call what the input's bytes choose.
//
// In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded.

#include "targets.hpp"

#include "paragone.hpp"

#include <stdexcept>
#include <string>

namespace {

// There are 1, 2 or 8 targets.
u32 maskOf(const paragone::Cell &cell) { return static_cast<u32>(std::stoul(cell.param("targets"))) - 1; }

template <class Call> u32 fold(paragone::Bytes input, Call call) {
    u32 folded = 1;
    for (u32 byte : input) folded = call(folded, byte);
    return folded;
}

u32 direct(u32 mask, u32 folded, u32 byte) {
    switch (byte & mask) {
    case 0: return a(folded, byte);
    case 1: return b(folded, byte);
    case 2: return c(folded, byte);
    case 3: return d(folded, byte);
    case 4: return e(folded, byte);
    case 5: return f(folded, byte);
    case 6: return g(folded, byte);
    default: return h(folded, byte);
    }
}

u32 writtenOut(u32 mask, u32 folded, u32 byte) {
    switch (byte & mask) {
    case 0: return folded * 5 + byte;
    case 1: return (folded ^ byte) + (folded << 3);
    case 2: return (folded ^ (folded >> 15)) + byte;
    case 3: return folded * 3 ^ byte;
    case 4: return (folded + byte) ^ (folded << 5);
    case 5: return (folded - byte) ^ (folded >> 9);
    case 6: return folded * 9 - byte;
    default: return ~folded + (byte << 7);
    }
}

// Raises the chosen event for each byte. The handlers beyond the first must all have been called.
u32 raise(const std::vector<std::vector<Handler>> &events, u32 mask, paragone::Bytes input) {
    State state{1, 0};
    for (u32 byte : input)
        for (const Handler &handler : events[byte & mask]) handler(state, byte);
    if (state.seen != (events[0].size() - 1) * input.size()) throw std::logic_error("a handler was left out");
    return state.folded;
}

void bench(const char *benchmark) {
    using paragone::Bytes;
    using paragone::Cell;

    paragone::bench(benchmark, "written-out", [](const Cell &cell) {
        return [mask = maskOf(cell)](Bytes input) {
            return fold(input, [mask](u32 folded, u32 byte) { return writtenOut(mask, folded, byte); });
        };
    });
    paragone::bench(benchmark, "plain", [](const Cell &cell) {
        if (maskOf(cell) != 0) throw std::invalid_argument("a plain call has one target");
        return [](Bytes input) { return fold(input, [](u32 folded, u32 byte) { return a(folded, byte); }); };
    });
    paragone::bench(benchmark, "direct", [](const Cell &cell) {
        return [mask = maskOf(cell)](Bytes input) {
            return fold(input, [mask](u32 folded, u32 byte) { return direct(mask, folded, byte); });
        };
    });
    paragone::bench(benchmark, "condition", [](const Cell &cell) {
        return [mask = maskOf(cell), all = bindings()](Bytes input) {
            return fold(input, [mask, &all](u32 folded, u32 byte) {
                return all[byte & mask].isDirect ? direct(mask, folded, byte) : superclass(folded, byte);
            });
        };
    });
    paragone::bench(benchmark, "single", [](const Cell &cell) {
        return [only = single(maskOf(cell))](Bytes input) {
            return fold(input, [&only](u32 folded, u32 byte) { return only->apply(folded, byte); });
        };
    });
    paragone::bench(benchmark, "virtual", [](const Cell &cell) {
        return [mask = maskOf(cell), all = objects()](Bytes input) {
            return fold(input, [mask, &all](u32 folded, u32 byte) { return all[byte & mask]->apply(folded, byte); });
        };
    });
    paragone::bench(benchmark, "pointer", [](const Cell &cell) {
        return [mask = maskOf(cell), all = pointers()](Bytes input) {
            return fold(input, [mask, &all](u32 folded, u32 byte) { return all[byte & mask](folded, byte); });
        };
    });
    paragone::bench(benchmark, "std-function", [](const Cell &cell) {
        return [mask = maskOf(cell), all = closures()](Bytes input) {
            return fold(input, [mask, &all](u32 folded, u32 byte) { return all[byte & mask](folded, byte); });
        };
    });
    paragone::bench(benchmark, "dynamic-cast", [](const Cell &cell) {
        return [mask = maskOf(cell), all = unknown()](Bytes input) {
            return fold(input, [mask, &all](u32 folded, u32 byte) {
                return dynamic_cast<const Target &>(*all[byte & mask]).apply(folded, byte);
            });
        };
    });
    for (std::size_t handlers : {1, 4}) {
        paragone::bench(benchmark, handlers == 1 ? "event-1" : "event-4", [handlers](const Cell &cell) {
            return [mask = maskOf(cell), all = events(handlers)](Bytes input) { return raise(all, mask, input); };
        });
    }
}

} // namespace

int main() {
    for (const char *benchmark : {"one", "two", "eight", "whole-program"}) bench(benchmark);
    return paragone::serve();
}
