//! The clocks of Foundation and Dispatch, in Swift.
//!
//! In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
//! was painted, or the bytes' sum.

import Dispatch
import Foundation

struct DateWatch: Watch {
    func now() -> Date { Date() }
    func isPeriodOver(_ now: Date, since last: Date) -> Bool { now.timeIntervalSince(last) > 0.1 }
    func isFifthOver(_ now: Date, since last: Date) -> Bool { now.timeIntervalSince(last) > 0.02 }
    func periodBefore(_ moment: Date) -> Date { moment - 0.1 }
}

struct DispatchWatch: Watch {
    func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
    func isPeriodOver(_ now: UInt64, since last: UInt64) -> Bool { now - last > 100_000_000 }
    func isFifthOver(_ now: UInt64, since last: UInt64) -> Bool { now - last > 20_000_000 }
    func periodBefore(_ moment: UInt64) -> UInt64 { moment - 100_000_000 }
}

@main
struct FoundationClocks {
    static func main() {
        let driver = Driver()
        driver.bench("date", by: DateWatch.self)
        driver.bench("dispatch-time", by: DispatchWatch.self)
        driver.serve()
    }
}
