//! Swift's ways to call what the input's bytes choose.
//!
//! In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. The loop is
//! written out for each way, so that no way goes through a closure that it did not ask for.

/// There are 1, 2 or 8 targets.
func mask(_ cell: Cell) throws -> UInt32 {
    guard let targets = UInt32(try cell.param("targets")), targets > 0 else { throw Failure("`targets` is no number") }
    return targets - 1
}

/// Raises the chosen event for each byte. The handlers beyond the first must all have been called.
func raise(_ events: [[Handler]], _ mask: UInt32, _ input: Input) throws -> UInt64 {
    let state = State()
    for each in input {
        for handler in events[Int(UInt32(each) & mask)] { handler(state, UInt32(each)) }
    }
    if state.seen != (events[0].count - 1) * input.count { throw Failure("a handler was left out") }
    return UInt64(state.folded)
}

func bench(_ driver: Driver, _ benchmark: String) {
    driver.bench(benchmark, "plain") { cell in
        guard try mask(cell) == 0 else { throw Failure("a plain call has one target") }
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = keptA(folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "direct") { cell in
        let mask = try mask(cell)
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = direct(mask, folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "never-inlined") { cell in
        let mask = try mask(cell)
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = kept(mask, folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "condition") { cell in
        let mask = try mask(cell)
        let bindings = (0..<8).map { _ in Binding(isDirect: true) }
        return { input in
            var folded: UInt32 = 1
            for each in input {
                let byte = UInt32(each)
                folded = bindings[Int(byte & mask)].isDirect ? kept(mask, folded, byte) : superclass(folded, byte)
            }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "single") { cell in
        let only: any Single = Only(mask: try mask(cell))
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = only.choose(folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "class") { cell in
        let mask = try mask(cell)
        let all = objects()
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = all[Int(UInt32(byte) & mask)].apply(folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "protocol") { cell in
        let mask = try mask(cell)
        let all = existentials()
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = all[Int(UInt32(byte) & mask)].apply(to: folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "closure") { cell in
        let mask = try mask(cell)
        let all = closures()
        return { input in
            var folded: UInt32 = 1
            for byte in input { folded = all[Int(UInt32(byte) & mask)](folded, UInt32(byte)) }
            return UInt64(folded)
        }
    }
    driver.bench(benchmark, "dynamic-cast") { cell in
        let mask = try mask(cell)
        let all = unknown()
        return { input in
            var folded: UInt32 = 1
            for byte in input {
                guard let target = all[Int(UInt32(byte) & mask)] as? any Applies else { throw Failure("no target") }
                folded = target.apply(to: folded, UInt32(byte))
            }
            return UInt64(folded)
        }
    }
    for handlers in [1, 4] {
        driver.bench(benchmark, "event-\(handlers)") { cell in
            let mask = try mask(cell)
            let all = events(handlers)
            return { input in try raise(all, mask, input) }
        }
    }
}

@main
struct Dispatch {
    static func main() {
        let driver = Driver()
        for benchmark in ["one", "two", "eight"] { bench(driver, benchmark) }
        driver.serve()
    }
}
