//! Strings lower-cased by Swift's own String and decomposed by Foundation.
//!
//! In: strings made in the set-up; out: the sum of the results' hashes. How the strings are drawn is said in
//! rust/texts/src/texts.rs.

import Foundation

struct Draws {
    private var state: (UInt32, UInt32, UInt32, UInt32) = (1, 18_446_744, 73_709, 551_615)
    private var drawn: UInt32 = 0
    private var left = 0

    private func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 { word << by | word >> (32 - by) }

    private mutating func next() -> UInt32 {
        let result = rotated(state.0 &+ state.3, 7) &+ state.0
        let shifted = state.1 << 9
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, 11)
        return result
    }

    /// A number below the limit, which is at most 256.
    mutating func below(_ limit: Int) -> Int {
        if left == 0 { (drawn, left) = (next(), 4) }
        let byte = Int(drawn & 0xff)
        drawn >>= 8
        left -= 1
        return (byte * limit) >> 8
    }
}

/// How many strings an input asks for: the first ones are the same however many there are.
func number(of input: Input) -> Int { Int(input.loadUnaligned(as: UInt64.self)) }

func texts(of cell: Cell) throws -> [[UInt8]] {
    let count = cell.inputs.map(number).max()!
    let entries = try cell.param("entries").split(separator: " ").map { Array($0.utf8) }
    var draws = Draws()
    return (0..<count).map { _ in
        var text: [UInt8] = []
        for _ in 0..<50 + draws.below(50) { text += entries[draws.below(entries.count)] }
        return text
    }
}

/// FNV-1a of 64 bits.
func hash(_ text: String.UTF8View) -> UInt64 {
    text.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

@main
struct Strings {
    static func main() {
        let driver = Driver()
        for benchmark in ["emoji", "letters", "libraries-emoji", "libraries-letters"] {
            driver.bench(benchmark, "foundation") { cell in
                let all = try texts(of: cell)
                return { input -> UInt64 in
                    var sum: UInt64 = 0
                    for text in all[..<number(of: input)] {
                        let lower = String(decoding: text, as: UTF8.self).lowercased()
                        sum &+= hash(lower.decomposedStringWithCanonicalMapping.utf8)
                    }
                    return sum
                }
            }
        }
        driver.serve()
    }
}
