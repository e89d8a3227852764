//! The loops that ask a clock: reads alone, and a display's throttling while bytes go by.
//!
//! In: a clock as a type, so that each gets loops of its own; out: jobs of the SDK. It knows no clock but
//! the one by which it checks the others.

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One way to tell the time, with the words that its users write.
protocol Watch {
    associatedtype Moment

    init()
    func now() -> Moment
    /// Whether more than 100 ms have passed, and whether more than 20.
    func isPeriodOver(_ now: Moment, since last: Moment) -> Bool
    func isFifthOver(_ now: Moment, since last: Moment) -> Bool
    func periodBefore(_ moment: Moment) -> Moment
}

/// Nanoseconds of one of the system's clocks.
@inline(__always)
func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// When the display was last painted: so long before the set-up that the first read of a call paints it.
///
/// What the clock takes for 20 ms must be that, roughly, by the system's.
private func checked<W: Watch>(_ watch: W) throws -> W.Moment {
    let began = nanoseconds(CLOCK_MONOTONIC)
    let start = watch.now()
    while !watch.isFifthOver(watch.now(), since: start) && nanoseconds(CLOCK_MONOTONIC) - began < 2_000_000_000 {}
    let passed = nanoseconds(CLOCK_MONOTONIC) - began
    guard passed >= 10_000_000, passed < 2_000_000_000 else {
        throw Failure("20 ms by this clock are \(passed) ns")
    }
    return watch.periodBefore(start)
}

extension Driver {
    @inline(__always)
    func bench<W: Watch>(_ name: String, by _: W.Type) {
        bench("read", name) { _ in
            let watch = W()
            let setUp = try checked(watch)
            return { input -> UInt64 in
                let reads = input.loadUnaligned(as: UInt64.self)
                var last = setUp
                var painted = 0
                for _ in 0..<reads {
                    let now = watch.now()
                    if watch.isPeriodOver(now, since: last) {
                        last = now
                        painted += 1
                    }
                }
                return 2 * reads + (painted > 0 ? 1 : 0)
            }
        }
        bench("progress", name) { cell in
            let every = try interval(of: cell)
            let watch = W()
            return { input -> UInt64 in
                var sum: UInt64 = 0
                var shown = 0
                var until = every
                var last = watch.now()
                for at in 0..<input.count {
                    sum += UInt64(input[at])
                    until -= 1
                    if until == 0 {
                        let now = watch.now()
                        until = every
                        if watch.isPeriodOver(now, since: last) {
                            shown = at + 1
                            last = now
                        }
                    }
                }
                keep(shown)
                return sum
            }
        }
    }
}

private func interval(of cell: Cell) throws -> Int {
    let every = try cell.param("every")
    guard let number = every == "none" ? Int.max : Int(every) else { throw Failure("`every` is no number") }
    return number
}
