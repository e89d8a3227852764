//! Makes a program a driver: register jobs with `Driver.bench`, then `Driver.serve`.
//!
//! In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and
//! times. It parses no flag, does no statistics and knows no benchmark. Standard library only, Swift
//! 5.9 and later; compile it together with the program, as one module (`-O -wmo`).
//!
//!     let driver = Driver()
//!     driver.bench("sum", "loop") { _ in { input in input.reduce(0) { $0 + UInt64($1) } } }
//!     driver.serve()
//!
//! What is thrown is an error of its request, and the conversation goes on. A trap (an index out of
//! bounds, an overflow) cannot be caught: it ends the driver, and Paragone starts another one. There is
//! no collector and no counter of memory in this runtime, so a sample comes with those readings
//! alone that its calls tell.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What a request may measure: bytes of one line, and lines between `prepare` and `end`.
private let mostLine = 4096
private let mostLines = 4096

/// Names of readings, of one request.
private let mostReadings = 16

/// The bytes that a call gets: in memory of this process, aligned to 64, never without an address.
typealias Input = UnsafeRawBufferPointer

/// What calls have told in the request under way. One thread at a time uses it, which the compiler cannot see.
private final class Told: @unchecked Sendable {
    var readings: [(name: String, value: Double)] = []
    var tooMany = false

    func forget() {
        readings.removeAll(keepingCapacity: true)
        tooMany = false
    }

    /// Fails a request that told too much: `reading` itself does not throw.
    func check() throws {
        if tooMany { throw Failure("readings of more than \(mostReadings) names in one request") }
    }
}

private let told = Told()

/// Tells a number beside the time, from within a call and from the thread that was called: it goes with the
/// sample, under a name of `a-z 0-9 _ + -`.
///
/// A sample has many calls, and each name once, with the value that was told last: a job that wants a total adds
/// it up and tells it at any call. More than 16 names in one request fail it; what an untimed call tells is
/// forgotten.
func reading(_ name: String, _ value: Double) {
    for index in told.readings.indices where told.readings[index].name == name {
        told.readings[index].value = value
        return
    }
    if told.readings.count == mostReadings {
        told.tooMany = true
    } else {
        told.readings.append((name: name, value: value))
    }
}

/// Keeps a value from being optimised away, also by an optimiser that sees the whole program.
///
/// Not a byte is set to zero. But a function of the system's library gets the address, one whose call
/// may never be left out; so the value has to lie there, whole, and all that it refers to as well.
@inline(__always)
func keep<T>(_ value: T) {
    withUnsafePointer(to: value) { pointer in
        let address = UnsafeMutableRawPointer(mutating: pointer)
        #if canImport(Darwin)
        memset_s(address, 0, 0, 0)
        #else
        explicit_bzero(address, 0)
        #endif
    }
}

/// What to throw from a set-up or a call: Paragone shows the reason in the cell's row.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String) { description = reason }
}

/// The result of a call, as the bytes that Paragone compares: integers are 8 bytes little-endian.
protocol Answer {
    var answer: [UInt8] { get }
}

extension Array: Answer where Element == UInt8 {
    var answer: [UInt8] { self }
}

extension String: Answer {
    var answer: [UInt8] { Array(utf8) }
}

extension Bool: Answer {
    var answer: [UInt8] { (self ? 1 : 0).answer }
}

extension FixedWidthInteger {
    // Widened or reinterpreted: an answer is compared as bits, in any language.
    var answer: [UInt8] { withUnsafeBytes(of: UInt64(truncatingIfNeeded: self).littleEndian) { Array($0) } }
}
extension Int: Answer {}
extension Int32: Answer {}
extension Int64: Answer {}
extension UInt: Answer {}
extension UInt8: Answer {}
extension UInt16: Answer {}
extension UInt32: Answer {}
extension UInt64: Answer {}

/// The bytes of a result, of which `bench` has seen that it is one, or that it is nothing.
private func bytes<T>(of result: T) -> [UInt8] { (result as? any Answer)?.answer ?? [] }

/// What `prepare` said: the inputs, already in memory, and the parameters.
final class Cell {
    /// The inputs, one of which each call gets.
    fileprivate(set) var inputs: [Input] = []
    fileprivate var params: [(name: String, value: String)] = []

    /// The value of a parameter; a parameter that the suite does not set fails the cell by name.
    func param(_ name: String) throws -> String {
        guard let found = params.first(where: { $0.name == name }) else { throw Failure("no parameter `\(name)`") }
        return found.value
    }

    /// A cell without inputs has one without bytes.
    fileprivate var inputsOrNothing: [Input] { inputs.isEmpty ? [nothing] : inputs }
    private let nothing = Input(start: UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64), count: 0)

    deinit {
        nothing.deallocate()
        for input in inputs { free(UnsafeMutableRawPointer(mutating: input.baseAddress)) }
    }
}

/// Reads a file into a buffer aligned to 64, so that no language is luckier than another.
private func read(_ path: String) throws -> Input {
    func failure(_ reason: String) -> Failure { Failure("failed to read input `\(path)`: \(reason)") }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(String(cString: strerror(errno))) }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0 else { throw failure(String(cString: strerror(errno))) }
    let length = Int(about.st_size)
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, length + 1) == 0, let memory else { throw failure("out of memory") }
    var got = 0
    while got < length {
        let more = read(file, memory + got, length - got)
        guard more > 0 else {
            let reason = more < 0 ? String(cString: strerror(errno)) : "it is shorter than it was"
            free(memory)
            throw failure(reason)
        }
        got += more
    }
    return Input(start: memory, count: length)
}

/// A cell that is ready to be called. Closures and no protocol: by those the compiler makes a loop for
/// each type of result, where a method that it must look up would handle all of them at a distance.
private struct Prepared {
    let answer: (Input) throws -> [UInt8]
    let time: (UInt64, [Input]) throws -> (wall: UInt64, cpu: UInt64)
    let last: () -> [UInt8]?

    init<T>(_ job: Job<T>) {
        answer = { try job.answer($0) }
        time = { try job.time($0, $1) }
        last = { job.result.map { bytes(of: $0) } }
    }
}

private final class Job<T> {
    let reset: ((Input) throws -> Void)?
    let call: (Input) throws -> T
    var result: T?

    init(reset: ((Input) throws -> Void)?, call: @escaping (Input) throws -> T) {
        self.reset = reset
        self.call = call
    }

    func answer(_ input: Input) throws -> [UInt8] {
        // `last` speaks of timed calls alone.
        result = nil
        try reset?(input)
        let answer = try call(input)
        try told.check()
        return bytes(of: answer)
    }

    // Never inlined, so that what surrounds the loop cannot change its code. The call is a pointer to
    // code that the optimiser does not know here; so each one has to be made, with all of its result.
    @inline(never)
    func time(_ calls: UInt64, _ inputs: [Input]) throws -> (wall: UInt64, cpu: UInt64) {
        var last = result
        result = nil
        let call = call
        var next = 0
        var wall: UInt64 = 0
        return try inputs.withUnsafeBufferPointer { inputs in
            // The first reading brings the clock's own code and data into the cache.
            keep(now(wallClock))
            let cpu = now(CLOCK_PROCESS_CPUTIME_ID)
            if let reset {
                for _ in 0..<calls {
                    let input = inputs[next]
                    next = next + 1 == inputs.count ? 0 : next + 1
                    try reset(input)
                    let start = now(wallClock)
                    last = try call(input)
                    wall += now(wallClock) - start
                }
            } else {
                let start = now(wallClock)
                for _ in 0..<calls {
                    last = try call(inputs[next])
                    next = next + 1 == inputs.count ? 0 : next + 1
                }
                wall = now(wallClock) - start
            }
            let spent = now(CLOCK_PROCESS_CPUTIME_ID) - cpu
            try told.check()
            result = last
            return (wall, spent)
        }
    }
}

/// Where a job with a reset has its state. A property would be checked at each call for who else uses it.
private final class Place<S> {
    let state = UnsafeMutablePointer<S>.allocate(capacity: 1)

    init(_ state: S) { self.state.initialize(to: state) }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }
}

/// What a program registered.
private struct Registered {
    let benchmark: String
    let implementation: String
    let hasReset: Bool
    let setup: (Cell) throws -> Prepared
}

/// The jobs of this program.
final class Driver {
    fileprivate var jobs: [Registered] = []

    /// Registers an implementation of a benchmark. `setup` runs untimed at each `prepare`; the closure
    /// that it returns is what is timed. That one returns an `Answer`, or nothing.
    func bench<T>(
        _ benchmark: String, _ implementation: String, setup: @escaping (Cell) throws -> (Input) throws -> T
    ) {
        add(benchmark, implementation, hasReset: false) { Job<T>(reset: nil, call: try setup($0)) }
    }

    /// The same for a job that changes its state: `reset` runs untimed before each call.
    func bench<S, T>(
        _ benchmark: String, _ implementation: String, setup: @escaping (Cell) throws -> S,
        reset: @escaping (inout S, Input) throws -> Void, call: @escaping (inout S, Input) throws -> T
    ) {
        add(benchmark, implementation, hasReset: true) { cell in
            let place = Place(try setup(cell))
            return Job<T>(reset: { try reset(&place.state.pointee, $0) }, call: { try call(&place.state.pointee, $0) })
        }
    }

    // Looked at here: a constraint on `bench` would let the compiler take a result that is no answer for nothing.
    private func add<T>(
        _ benchmark: String, _ implementation: String, hasReset: Bool, _ setup: @escaping (Cell) throws -> Job<T>
    ) {
        guard T.self == Void.self || T.self is any Answer.Type else {
            complain("driver: `\(benchmark) \(implementation)` returns `\(T.self)`, which is no `Answer`")
            exit(1)
        }
        jobs.append(
            Registered(benchmark: benchmark, implementation: implementation, hasReset: hasReset) {
                Prepared(try setup($0))
            })
    }

    /// Talks with Paragone until it says `quit`; does not return.
    func serve() -> Never {
        if isatty(0) != 0 {
            complain("this is a benchmark driver: it is started by `paragone run`, not by hand")
            exit(2)
        }
        // The one job that every driver has: its time is what a call costs.
        bench("paragone", "empty") { _ in { _ in } }
        do {
            try Conversation(jobs: self, streams: privateStreams()).hold()
        } catch {
            complain("driver: \(error)")
            exit(1)
        }
        exit(0)
    }
}

/// Places of the stack that samples take in turn, as many steps of 272 bytes as cross a page of 4 KiB,
/// at every alignment to 16 within a cache line.
private let places = 16

/// Takes a sample so many places lower on the stack.
///
/// Where the stack lies beside other data can cost ten percent, and one process has one such luck
/// for its whole life; samples at several places average over it.
@inline(never)
private func time(_ job: Prepared, _ calls: UInt64, _ inputs: [Input], lower places: Int) throws -> (
    wall: UInt64, cpu: UInt64
) {
    // What a call takes anyway makes it 272, or close to that, by compiler.
    try withUnsafeTemporaryAllocation(byteCount: 200, alignment: 8) { room in
        keep(room.baseAddress)
        let spent =
            if places == 0 { try job.time(calls, inputs) } else { try time(job, calls, inputs, lower: places - 1) }
        keep(room.baseAddress)
        return spent
    }
}

private final class Conversation {
    let jobs: Driver
    let input: Lines
    let output: Int32
    var cell: (cell: Cell, job: Prepared)?
    /// Timed so far.
    var samples = 0

    init(jobs: Driver, streams: (input: Int32, output: Int32)) {
        self.jobs = jobs
        input = Lines(of: streams.input)
        output = streams.output
    }

    func hold() throws {
        while let line = try input.next() {
            let (word, rest) = split(line)
            if word == "quit" { break }
            let details = word == "prepare" ? try details() : []
            var bytes: [UInt8]
            do {
                bytes = try reply(to: word, rest, details)
            } catch {
                bytes = errorLine("\(error)")
            }
            try write(bytes, to: output)
        }
    }

    /// The lines up to `end`, read whatever is wrong, so that the next request is read as a request.
    func details() throws -> [String] {
        var lines: [String] = []
        while lines.count <= mostLines, let line = try input.next() {
            if line == "end" { return lines }
            lines.append(line)
        }
        throw Failure("`prepare` without an `end`")
    }

    func reply(to word: String, _ rest: String, _ details: [String]) throws -> [UInt8] {
        func number(atLeast least: UInt64) throws -> UInt64 {
            // `UInt64` takes a sign, which the protocol does not have.
            let digits = rest.utf8.allSatisfy { 0x30 <= $0 && $0 <= 0x39 }
            guard digits, let number = UInt64(rest), number >= least else {
                throw Failure("expected `\(word) NUMBER`, got `\(word) \(rest)`")
            }
            return number
        }
        func prepared() throws -> (cell: Cell, job: Prepared) {
            guard let cell else { throw Failure("nothing is prepared") }
            return cell
        }
        told.forget()
        switch word {
        case "paragone":
            let version = try number(atLeast: 0)
            guard version > 0 else { throw Failure("this driver speaks protocol 1 and 2") }
            return greeting(min(version, 2))
        case "prepare":
            return try prepare(rest, details)
        case "answer":
            let index = try number(atLeast: 0)
            let (cell, job) = try prepared()
            let inputs = cell.inputsOrNothing
            guard index < UInt64(inputs.count) else { throw Failure("no input \(index)") }
            return counted(try job.answer(inputs[Int(index)]))
        case "time":
            let calls = try number(atLeast: 1)
            let (cell, job) = try prepared()
            let inputs = cell.inputsOrNothing
            let (wall, cpu) = try time(job, calls, inputs, lower: samples % places)
            samples += 1
            let own = told.readings.map { "reading \($0.name) \($0.value)\n" }.joined()
            return Array("\(own)time \(wall) \(cpu)\n".utf8)
        case "audit":
            let calls = try number(atLeast: 1)
            let (cell, job) = try prepared()
            let inputs = cell.inputsOrNothing
            var digest = Digest()
            var next = 0
            for _ in 0..<calls {
                digest.add(try job.answer(inputs[next]))
                next = next + 1 == inputs.count ? 0 : next + 1
            }
            return Array("audit \(digest.crc)\n".utf8)
        case "last":
            guard let last = cell?.job.last() else { throw Failure("nothing was timed") }
            return counted(last)
        default:
            throw Failure("unknown request `\(word)`")
        }
    }

    func greeting(_ version: UInt64) -> [UInt8] {
        var text = "paragone \(version)\nlanguage swift\nruntime \(runtime)\n"
        text += "clock \(wallClockName) \(resolution())\n"
        for job in jobs.jobs where job.benchmark != "paragone" {
            let reset = job.hasReset && version > 1 ? " reset" : ""
            text += "implementation \(job.benchmark) \(job.implementation)\(reset)\n"
        }
        return Array((text + "ready\n").utf8)
    }

    func prepare(_ wanted: String, _ details: [String]) throws -> [UInt8] {
        self.cell = nil
        let cell = Cell()
        for line in details {
            switch split(line) {
            case ("input", let path):
                cell.inputs.append(try read(path))
            case ("param", let pair):
                cell.params.append(split(pair))
            default:
                throw Failure("unknown line `\(line)` in `prepare`")
            }
        }
        guard let job = jobs.jobs.first(where: { "\($0.benchmark) \($0.implementation)" == wanted }) else {
            throw Failure("unknown implementation `\(wanted)`")
        }
        self.cell = (cell, try job.setup(cell))
        return Array("ok\n".utf8)
    }
}

/// Lines from a descriptor, read in pieces, none longer than the protocol allows.
private final class Lines {
    private let file: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var unread = 0..<0

    init(of file: Int32) { self.file = file }

    /// The next line without its end; nil where Paragone has closed its side.
    func next() throws -> String? {
        var line: [UInt8] = []
        while try !unread.isEmpty || more() {
            let end = buffer[unread].firstIndex(of: 0x0A)
            line += buffer[unread.lowerBound..<(end ?? unread.upperBound)]
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            guard line.count < mostLine else { throw Failure("a line that does not end within \(mostLine) bytes") }
            // Decoding repairs what is no text.
            if end != nil { return String(decoding: line, as: UTF8.self) }
        }
        guard line.isEmpty else { throw Failure("Paragone went away within a line") }
        return nil
    }

    private func more() throws -> Bool {
        var got: Int
        repeat { got = read(file, buffer.baseAddress!, buffer.count) } while got < 0 && errno == EINTR
        guard got >= 0 else { throw Failure("failed to read from Paragone: \(String(cString: strerror(errno)))") }
        unread = 0..<got
        return got > 0
    }
}

/// What stands before and after the first space. By bytes: to a string, a space with an accent is no space.
private func split(_ line: String) -> (name: String, value: String) {
    guard let space = line.utf8.firstIndex(of: 0x20) else { return (line, "") }
    return (String(line[..<space]), String(line[line.utf8.index(after: space)...]))
}

/// One line, and not a long one, whatever an implementation said.
private func errorLine(_ text: String) -> [UInt8] {
    let text = text.isEmpty ? "failed without a reason" : text
    let scalars = text.unicodeScalars.prefix(500).map { $0.properties.generalCategory == .control ? " " : $0 }
    return Array("error ".utf8) + Array(String(String.UnicodeScalarView(scalars)).utf8) + [0x0A]
}

/// CRC-32 as IEEE 802.3 and zlib have it, of answers in their order: the length of each, 8 bytes, and its bytes.
private struct Digest {
    let table: [UInt32] = (UInt32(0)..<256).map { (byte: UInt32) -> UInt32 in
        var entry = byte
        for _ in 0..<8 { entry = entry & 1 == 0 ? entry >> 1 : (entry >> 1) ^ 0xEDB8_8320 }
        return entry
    }
    var crc: UInt32 = 0

    mutating func add(_ answer: [UInt8]) {
        fold(UInt64(answer.count).answer)
        fold(answer)
    }

    private mutating func fold(_ bytes: [UInt8]) {
        var folded = ~crc
        for byte in bytes {
            folded = (folded >> 8) ^ table[Int(UInt8(truncatingIfNeeded: folded) ^ byte)]
        }
        crc = ~folded
    }
}

private func counted(_ answer: [UInt8]) -> [UInt8] {
    Array("answer \(answer.count)\n".utf8) + answer
}

private func write(_ bytes: [UInt8], to file: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
        let done = rest.withUnsafeBytes { write(file, $0.baseAddress!, $0.count) }
        guard done >= 0 || errno == EINTR else {
            throw Failure("failed to write to Paragone: \(String(cString: strerror(errno)))")
        }
        rest = rest.dropFirst(max(done, 0))
    }
}

private func complain(_ text: String) {
    // Where this cannot be said either, nobody is left to hear it.
    try? write(Array("\(text)\n".utf8), to: 2)
}

// What `SuspendingClock` reads as well, without its 128-bit arithmetic.
#if canImport(Darwin)
private let wallClock = CLOCK_UPTIME_RAW
private let wallClockName = "CLOCK_UPTIME_RAW"
#else
private let wallClock = CLOCK_MONOTONIC
private let wallClockName = "CLOCK_MONOTONIC"
#endif

@inline(__always)
private func now(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
}

private func resolution() -> UInt64 {
    var least = UInt64.max
    var before = now(wallClock)
    var readings = 0
    for _ in 0..<1000 {
        var after = now(wallClock)
        // A clock that stands still for so many readings has no step that could be told.
        while after == before && readings < 1_000_000 {
            after = now(wallClock)
            readings += 1
        }
        if after == before { break }
        least = min(least, after - before)
        before = after
    }
    return least == .max ? 0 : least
}

// A program cannot ask for its compiler's version; it can ask whether it is at least another.
#if compiler(>=6.4)
private let runtime = "swift 6.4 or later"
#elseif compiler(>=6.3)
private let runtime = "swift 6.3"
#elseif compiler(>=6.2)
private let runtime = "swift 6.2"
#elseif compiler(>=6.1)
private let runtime = "swift 6.1"
#elseif compiler(>=6.0)
private let runtime = "swift 6.0"
#elseif compiler(>=5.10)
private let runtime = "swift 5.10"
#else
private let runtime = "swift 5.9 or earlier"
#endif

/// Takes the streams for the conversation alone: what an implementation prints goes to standard
/// error, and what it reads is empty. The copies are closed in child processes.
private func privateStreams() throws -> (input: Int32, output: Int32) {
    let (input, output) = (fcntl(0, F_DUPFD_CLOEXEC, 3), fcntl(1, F_DUPFD_CLOEXEC, 3))
    let nothing = open("/dev/null", O_RDONLY)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, 0) == 0, dup2(2, 1) == 1 else {
        throw Failure("failed to take standard input and output: \(String(cString: strerror(errno)))")
    }
    close(nothing)
    return (input, output)
}
