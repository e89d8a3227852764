//! What is called: eight tiny jobs, by each of Swift's ways to call them.
//!
//! In: what was folded so far, and a byte; out: what is folded now. The compiler sees all files at once.

func a(_ folded: UInt32, _ byte: UInt32) -> UInt32 { folded &* 5 &+ byte }
func b(_ folded: UInt32, _ byte: UInt32) -> UInt32 { (folded ^ byte) &+ (folded &<< 3) }
func c(_ folded: UInt32, _ byte: UInt32) -> UInt32 { (folded ^ (folded &>> 15)) &+ byte }
func d(_ folded: UInt32, _ byte: UInt32) -> UInt32 { (folded &* 3) ^ byte }
func e(_ folded: UInt32, _ byte: UInt32) -> UInt32 { (folded &+ byte) ^ (folded &<< 5) }
func f(_ folded: UInt32, _ byte: UInt32) -> UInt32 { (folded &- byte) ^ (folded &>> 9) }
func g(_ folded: UInt32, _ byte: UInt32) -> UInt32 { folded &* 9 &- byte }
func h(_ folded: UInt32, _ byte: UInt32) -> UInt32 { ~folded &+ (byte &<< 7) }

/// The same jobs where the compiler is forbidden to carry them into the caller.
@inline(never) func keptA(_ folded: UInt32, _ byte: UInt32) -> UInt32 { a(folded, byte) }
@inline(never) func keptB(_ folded: UInt32, _ byte: UInt32) -> UInt32 { b(folded, byte) }
@inline(never) func keptC(_ folded: UInt32, _ byte: UInt32) -> UInt32 { c(folded, byte) }
@inline(never) func keptD(_ folded: UInt32, _ byte: UInt32) -> UInt32 { d(folded, byte) }
@inline(never) func keptE(_ folded: UInt32, _ byte: UInt32) -> UInt32 { e(folded, byte) }
@inline(never) func keptF(_ folded: UInt32, _ byte: UInt32) -> UInt32 { f(folded, byte) }
@inline(never) func keptG(_ folded: UInt32, _ byte: UInt32) -> UInt32 { g(folded, byte) }
@inline(never) func keptH(_ folded: UInt32, _ byte: UInt32) -> UInt32 { h(folded, byte) }

/// What a binding calls where it is not direct, which does not happen.
@inline(never) func superclass(_ folded: UInt32, _ byte: UInt32) -> UInt32 { folded ^ byte }

/// An object that has the job as its method, by a class.
class Target {
    func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { superclass(folded, byte) }
}

/// The same by a protocol.
protocol Applies {
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32
}

final class OfA: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { a(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { a(folded, byte) }
}

final class OfB: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { b(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { b(folded, byte) }
}

final class OfC: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { c(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { c(folded, byte) }
}

final class OfD: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { d(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { d(folded, byte) }
}

final class OfE: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { e(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { e(folded, byte) }
}

final class OfF: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { f(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { f(folded, byte) }
}

final class OfG: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { g(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { g(folded, byte) }
}

final class OfH: Target, Applies {
    override func apply(_ folded: UInt32, _ byte: UInt32) -> UInt32 { h(folded, byte) }
    func apply(to folded: UInt32, _ byte: UInt32) -> UInt32 { h(folded, byte) }
}

func objects() -> [Target] { [OfA(), OfB(), OfC(), OfD(), OfE(), OfF(), OfG(), OfH()] }

func existentials() -> [any Applies] { [OfA(), OfB(), OfC(), OfD(), OfE(), OfF(), OfG(), OfH()] }

func unknown() -> [Any] { [OfA(), OfB(), OfC(), OfD(), OfE(), OfF(), OfG(), OfH()] }

func closures() -> [(UInt32, UInt32) -> UInt32] { [a, b, c, d, e, f, g, h] }

/// A protocol that one type of the whole program has.
protocol Single {
    func choose(_ folded: UInt32, _ byte: UInt32) -> UInt32
}

final class Only: Single {
    let mask: UInt32

    init(mask: UInt32) { self.mask = mask }
    func choose(_ folded: UInt32, _ byte: UInt32) -> UInt32 { kept(mask, folded, byte) }
}

@inline(__always)
func direct(_ mask: UInt32, _ folded: UInt32, _ byte: UInt32) -> UInt32 {
    switch byte & mask {
    case 0: return a(folded, byte)
    case 1: return b(folded, byte)
    case 2: return c(folded, byte)
    case 3: return d(folded, byte)
    case 4: return e(folded, byte)
    case 5: return f(folded, byte)
    case 6: return g(folded, byte)
    default: return h(folded, byte)
    }
}

@inline(__always)
func kept(_ mask: UInt32, _ folded: UInt32, _ byte: UInt32) -> UInt32 {
    switch byte & mask {
    case 0: return keptA(folded, byte)
    case 1: return keptB(folded, byte)
    case 2: return keptC(folded, byte)
    case 3: return keptD(folded, byte)
    case 4: return keptE(folded, byte)
    case 5: return keptF(folded, byte)
    case 6: return keptG(folded, byte)
    default: return keptH(folded, byte)
    }
}

/// As the bindings of Objective-C have it: true unless somebody made a subclass, and never changed.
final class Binding {
    let isDirect: Bool

    init(isDirect: Bool) { self.isDirect = isDirect }
}

/// What the handlers of an event work on.
final class State {
    var folded: UInt32 = 1
    var seen = 0
}

typealias Handler = (State, UInt32) -> Void

/// The first handler does the job, the others count that they were called.
func events(_ handlers: Int) -> [[Handler]] {
    closures().map { job in
        [{ state, byte in state.folded = job(state.folded, byte) }]
            + [Handler](repeating: { state, _ in state.seen += 1 }, count: handlers - 1)
    }
}
