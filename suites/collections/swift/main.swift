//! The pipeline in Swift, where the post asked: eager, lazy and imperative.
//!
//! In: an array of 64-bit integers; out: the sum of the leading zeros. Nothing is inlined into what calls it, so
//! that the machine code of each way stands below its own name.

@inline(never)
private func imperative(_ values: [Int]) -> Int {
    var sum = 0
    for value in values where value != 0 {
        let swapped = value.byteSwapped
        if (swapped & 0xff00) >> 8 < swapped & 0xff {
            let zeros = swapped.leadingZeroBitCount
            if zeros <= Int.bitWidth - 8 { sum &+= zeros }
        }
    }
    return sum
}

@inline(never)
private func eager(_ values: [Int]) -> Int {
    values
        .filter { $0 != 0 }
        .map { $0.byteSwapped }
        .filter { ($0 & 0xff00) >> 8 < $0 & 0xff }
        .map { $0.leadingZeroBitCount }
        .filter { $0 <= Int.bitWidth - 8 }
        .reduce(0, &+)
}

@inline(never)
private func lazy(_ values: [Int]) -> Int {
    values
        .lazy
        .filter { $0 != 0 }
        .map { $0.byteSwapped }
        .filter { ($0 & 0xff00) >> 8 < $0 & 0xff }
        .map { $0.leadingZeroBitCount }
        .filter { $0 <= Int.bitWidth - 8 }
        .reduce(0, &+)
}

/// The stages are in a function of their own, which tells no more of its type than that it is a sequence.
@inline(never)
private func zeros(of values: [Int]) -> some Sequence<Int> {
    values
        .lazy
        .filter { $0 != 0 }
        .map { $0.byteSwapped }
        .filter { ($0 & 0xff00) >> 8 < $0 & 0xff }
        .map { $0.leadingZeroBitCount }
        .filter { $0 <= Int.bitWidth - 8 }
}

@inline(never)
private func lazyInFunction(_ values: [Int]) -> Int { zeros(of: values).reduce(0, &+) }

/// The type is forgotten, as where a property has to hold any such sequence.
@inline(never)
private func lazyErased(_ values: [Int]) -> Int { AnySequence(zeros(of: values)).reduce(0, &+) }

let driver = Driver()
driver.register("loop", imperative)
driver.register("eager", eager)
driver.register("lazy", lazy)
driver.register("lazy-in-function", lazyInFunction)
driver.register("lazy-erased", lazyErased)
driver.serve()
