//! The clocks of Swift's standard library, and the one of the system below them.
//!
//! In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
//! was painted, or the bytes' sum. Periods are written where they are compared, as users write them.

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct Continuous: Watch {
    let clock = ContinuousClock()

    func now() -> ContinuousClock.Instant { clock.now }
    func isPeriodOver(_ now: ContinuousClock.Instant, since last: ContinuousClock.Instant) -> Bool {
        now - last > .milliseconds(100)
    }
    func isFifthOver(_ now: ContinuousClock.Instant, since last: ContinuousClock.Instant) -> Bool {
        now - last > .milliseconds(20)
    }
    func periodBefore(_ moment: ContinuousClock.Instant) -> ContinuousClock.Instant {
        moment.advanced(by: .milliseconds(-100))
    }
}

struct Suspending: Watch {
    let clock = SuspendingClock()

    func now() -> SuspendingClock.Instant { clock.now }
    func isPeriodOver(_ now: SuspendingClock.Instant, since last: SuspendingClock.Instant) -> Bool {
        now - last > .milliseconds(100)
    }
    func isFifthOver(_ now: SuspendingClock.Instant, since last: SuspendingClock.Instant) -> Bool {
        now - last > .milliseconds(20)
    }
    func periodBefore(_ moment: SuspendingClock.Instant) -> SuspendingClock.Instant {
        moment.advanced(by: .milliseconds(-100))
    }
}

struct ClockGettime: Watch {
    func now() -> Int { nanoseconds(CLOCK_MONOTONIC) }
    func isPeriodOver(_ now: Int, since last: Int) -> Bool { now - last > 100_000_000 }
    func isFifthOver(_ now: Int, since last: Int) -> Bool { now - last > 20_000_000 }
    func periodBefore(_ moment: Int) -> Int { moment - 100_000_000 }
}

@main
struct Clocks {
    static func main() {
        let driver = Driver()
        driver.bench("continuous-clock", by: Continuous.self)
        driver.bench("suspending-clock", by: Suspending.self)
        driver.bench("clock-gettime", by: ClockGettime.self)
        driver.serve()
    }
}
