//! The jobs that `protocol/transcripts` speak of, in Swift.
//!
//! In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
//! jobs in the same order, and none has any other use.

// Numbers found nowhere else: whether they are in the built program tells which work was kept in it.
private let kept: UInt64 = 0xC6A3_5D1E_94F7_2B8D
private let answered: UInt64 = 0xB1E9_47D2_6C83_5FA5
private let dropped: UInt64 = 0xD5F2_8B3C_71A6_4E97

@main
struct Conformance {
    static func main() {
        let driver = Driver()
        driver.bench("echo", "bytes") { _ in { input in Array(input) } }
        driver.bench("sum", "bytes") { _ in { input in input.reduce(0) { $0 + UInt64($1) } } }
        driver.bench("count", "calls") { _ in
            var calls: UInt64 = 0
            return { _ in
                calls += 1
                return calls
            }
        }
        driver.bench(
            "reset", "inplace",
            setup: { _ in [UInt8]() },
            reset: { state, input in state = Array(input) },
            call: { state, _ in
                for i in state.indices { state[i] &+= 1 }
                return state
            })
        driver.bench("param", "value") { cell in
            let value = try cell.param("value")
            return { _ in value }
        }
        driver.bench("inputs", "count") { cell in
            let total = cell.inputs.reduce(0) { $0 + 1000 + $1.count }
            return { _ in total }
        }
        driver.bench("inputs", "aligned") { _ in { input in Int(bitPattern: input.baseAddress) % 64 } }
        driver.bench("fail", "call") { _ in { _ -> Int in throw Failure("this call always fails") } }
        driver.bench("fail", "setup") { _ -> (Input) -> Void in throw Failure("this setup always fails") }
        driver.bench("fail", "verbose") { _ in
            { _ -> Int in throw Failure(String(repeating: "a line\nand another\r\n", count: 1000)) }
        }
        driver.bench("print", "noise") { _ in { _ in print("noise on standard output") } }
        driver.bench("read", "stdin") { _ in
            { _ in
                var lines = 0
                while readLine() != nil { lines += 1 }
                return lines
            }
        }
        driver.bench("work", "kept") { _ in { input in keep(mixed(input, kept)) } }
        driver.bench("work", "answered") { _ in { input in mixed(input, answered) } }
        driver.bench("work", "dropped") { _ in { input in _ = mixed(input, dropped) } }
        driver.serve()
    }
}

@inline(__always)
private func mixed(_ input: Input, _ factor: UInt64) -> UInt64 {
    input.reduce(1) { ($0 ^ UInt64($1)) &* factor }
}
