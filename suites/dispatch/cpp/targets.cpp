// The eight jobs, and what makes objects of them.
//
// In: nothing but numbers; out: objects whose types the caller's translation unit does not see.

#include "targets.hpp"

u32 a(u32 folded, u32 byte) { return folded * 5 + byte; }
u32 b(u32 folded, u32 byte) { return (folded ^ byte) + (folded << 3); }
u32 c(u32 folded, u32 byte) { return (folded ^ (folded >> 15)) + byte; }
u32 d(u32 folded, u32 byte) { return folded * 3 ^ byte; }
u32 e(u32 folded, u32 byte) { return (folded + byte) ^ (folded << 5); }
u32 f(u32 folded, u32 byte) { return (folded - byte) ^ (folded >> 9); }
u32 g(u32 folded, u32 byte) { return folded * 9 - byte; }
u32 h(u32 folded, u32 byte) { return ~folded + (byte << 7); }

u32 superclass(u32 folded, u32 byte) { return folded ^ byte; }

namespace {

template <Pointer function> struct Of : Target {
    u32 apply(u32 folded, u32 byte) const override { return function(folded, byte); }
};

template <Pointer function> struct OfUnknown : Unknown, Of<function> {};

struct Only : Single {
    explicit Only(u32 mask) : mask(mask) {}

    u32 apply(u32 folded, u32 byte) const override {
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

    u32 mask;
};

template <class Base, template <Pointer> class Made> std::vector<std::unique_ptr<Base>> made() {
    std::vector<std::unique_ptr<Base>> all;
    all.push_back(std::make_unique<Made<a>>());
    all.push_back(std::make_unique<Made<b>>());
    all.push_back(std::make_unique<Made<c>>());
    all.push_back(std::make_unique<Made<d>>());
    all.push_back(std::make_unique<Made<e>>());
    all.push_back(std::make_unique<Made<f>>());
    all.push_back(std::make_unique<Made<g>>());
    all.push_back(std::make_unique<Made<h>>());
    return all;
}

template <Pointer function> std::vector<Handler> event(std::size_t handlers) {
    std::vector<Handler> event;
    event.push_back([](State &state, u32 byte) { state.folded = function(state.folded, byte); });
    while (event.size() < handlers) event.push_back([](State &state, u32) { state.seen++; });
    return event;
}

template <Pointer function> Closure closure() {
    return [](u32 folded, u32 byte) { return function(folded, byte); };
}

} // namespace

std::vector<std::unique_ptr<Target>> objects() { return made<Target, Of>(); }
std::vector<std::unique_ptr<Unknown>> unknown() { return made<Unknown, OfUnknown>(); }
std::vector<Pointer> pointers() { return {a, b, c, d, e, f, g, h}; }
std::vector<Binding> bindings() { return std::vector<Binding>(8, Binding{true}); }
std::unique_ptr<Single> single(u32 mask) { return std::make_unique<Only>(mask); }

std::vector<Closure> closures() {
    return {closure<a>(), closure<b>(), closure<c>(), closure<d>(), closure<e>(), closure<f>(), closure<g>(), closure<h>()};
}

std::vector<std::vector<Handler>> events(std::size_t handlers) {
    return {event<a>(handlers), event<b>(handlers), event<c>(handlers), event<d>(handlers),
            event<e>(handlers), event<f>(handlers), event<g>(handlers), event<h>(handlers)};
}
