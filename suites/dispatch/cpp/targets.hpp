// What is called: eight tiny jobs, by each of C++'s ways to call them.
//
// In: what was folded so far, and a byte; out: what is folded now. The work itself is in another translation
// unit, which a compiler sees from here only where it sees the whole program.
#ifndef DISPATCH_TARGETS_HPP
#define DISPATCH_TARGETS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

using u32 = std::uint32_t;

u32 a(u32 folded, u32 byte);
u32 b(u32 folded, u32 byte);
u32 c(u32 folded, u32 byte);
u32 d(u32 folded, u32 byte);
u32 e(u32 folded, u32 byte);
u32 f(u32 folded, u32 byte);
u32 g(u32 folded, u32 byte);
u32 h(u32 folded, u32 byte);

// What a binding calls where it is not direct, which does not happen.
u32 superclass(u32 folded, u32 byte);

// An object that has the job as its method.
struct Target {
    virtual ~Target() = default;
    virtual u32 apply(u32 folded, u32 byte) const = 0;
};

// What an object is asked for by a cast at each call: a base of its own, beside another one.
struct Unknown {
    virtual ~Unknown() = default;
};

// A base that one class of the whole program derives from.
struct Single {
    virtual ~Single() = default;
    virtual u32 apply(u32 folded, u32 byte) const = 0;
};

// As the bindings of Objective-C have it: true unless somebody made a subclass, and never changed.
struct Binding {
    bool isDirect;
};

// What the handlers of an event work on.
struct State {
    u32 folded;
    std::uint64_t seen;
};

using Pointer = u32 (*)(u32, u32);
using Closure = std::function<u32(u32, u32)>;
using Handler = std::function<void(State &, u32)>;

std::vector<std::unique_ptr<Target>> objects();
std::vector<std::unique_ptr<Unknown>> unknown();
std::vector<Pointer> pointers();
std::vector<Closure> closures();
std::vector<Binding> bindings();
std::unique_ptr<Single> single(u32 mask);
// The first handler does the job, the others count that they were called.
std::vector<std::vector<Handler>> events(std::size_t handlers);

#endif
