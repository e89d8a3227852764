//! The arrays that the pipeline goes through, and how a way becomes jobs of the SDK.
//!
//! In: how many elements a call gets, in which order they come, and ways, each a function from an array to a
//! sum; out: registered jobs. It knows no way. The generator is xoshiro256** (David Blackman and Sebastiano
//! Vigna, 2018), begun and used as the post of 2024 did.

/// Elements of an array of the benchmark `prediction`: 32 KiB.
private let block = 4096

struct Xoshiro {
    private var a: UInt64, b: UInt64 = 18_446_744, c: UInt64 = 73_709, d: UInt64 = 551_615

    init(seed: UInt64) {
        a = seed
        for _ in 0..<10 { _ = next() }
    }

    mutating func next() -> UInt64 {
        let output = rotated(b &* 5, by: 7) &* 9
        let shifted = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotated(d, by: 45)
        return output
    }

    private func rotated(_ value: UInt64, by bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
}

private func array(seed: UInt64, _ elements: Int) -> [Int] {
    var generator = Xoshiro(seed: seed)
    return (0..<elements).map { _ in Int(truncatingIfNeeded: generator.next()) }
}

/// An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1.
private func alternated(_ elements: Int, seeds: String = "0,1") throws -> [[Int]] {
    let numbers = seeds.split(separator: ",").compactMap { UInt64($0) }
    guard elements % numbers.count == 0 else { throw Failure("arrays of the same length need more elements") }
    return numbers.map { array(seed: $0, elements / numbers.count) }
}

/// Whether an element gets through every filter.
private func isCounted(_ value: Int) -> Bool {
    let swapped = value.byteSwapped
    return value != 0 && (swapped & 0xff00) >> 8 < swapped & 0xff && swapped.leadingZeroBitCount <= 56
}

/// Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1.
private func ordered(_ elements: Int, _ data: String) throws -> [[Int]] {
    guard elements % (2 * block) == 0 else {
        throw Failure("the elements have to fill pairs of arrays of \(block)")
    }
    let originals = try alternated(2 * block)
    var dice = Xoshiro(seed: 2)
    let arrays = try (0..<elements / block).map { number in
        let original = originals[number % 2]
        switch data {
        case "alternated":
            // An array of its own: assigned, it would be the same memory.
            return original.map { $0 }
        case "predictable":
            return original.filter { !isCounted($0) } + original.filter(isCounted)
        case "fresh":
            var values = original
            // Fisher and Yates', with the upper halves of the generator's outputs.
            for at in stride(from: block - 1, to: 0, by: -1) {
                values.swapAt(at, Int(((dice.next() >> 32) * UInt64(at + 1)) >> 32))
            }
            return values
        default:
            throw Failure("no order of the data is called `\(data)`")
        }
    }
    try check(arrays, data)
    return arrays
}

/// The order is in no answer, so that it is looked at here: where the counted elements of the second array are.
private func check(_ arrays: [[Int]], _ data: String) throws {
    guard arrays.count > 1 else { return }
    let right = ["predictable": 6_249_282, "alternated": 4_087_321, "fresh": 4_176_195]
    let places = arrays[1].enumerated().reduce(0) { sum, one in sum + (isCounted(one.element) ? one.offset : 0) }
    guard places == right[data] else { throw Failure("the elements are in another order than `\(data)`") }
}

extension Driver {
    /// A call applies the way to each of the arrays that its input stands for, and answers the sum of all.
    func register(_ name: String, _ way: @escaping ([Int]) -> Int) {
        func job(_ cell: Cell, _ make: (Int) throws -> [[Int]]) rethrows -> (Input) -> Int {
            let made = try cell.inputs.map { (elements($0), try make(elements($0))) }
            return { input in
                var sum = 0
                for (count, arrays) in made where count == elements(input) {
                    for array in arrays { sum &+= way(array) }
                }
                return sum
            }
        }
        for benchmark in ["pipeline", "swift", "published", "published-largest"] {
            bench(benchmark, name) { cell in
                let seeds = try cell.param("seeds")
                return try job(cell) { try alternated($0, seeds: seeds) }
            }
        }
        bench("prediction", name) { cell in
            let data = try cell.param("data")
            return try job(cell) { try ordered($0, data) }
        }
    }
}

private func elements(_ input: Input) -> Int { Int(input.load(as: UInt64.self)) }
