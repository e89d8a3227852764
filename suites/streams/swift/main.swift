// The sum of the bytes of a file, and of what a server has, in Swift.
//
// In: a path or an address; out: the sum modulo 256. Data is walked with its checks and without, as the post did;
// URLSession gives it whole, or piece by piece to a delegate.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func text(_ input: Input) -> String { String(decoding: input, as: UTF8.self) }

func loop(_ data: Data) -> UInt8 {
    var sum: UInt8 = 0
    for byte in data { sum &+= byte }
    return sum
}

func unsafe(_ data: Data) -> UInt8 {
    data.withUnsafeBytes { bytes in
        var sum: UInt8 = 0
        for byte in bytes { sum &+= byte }
        return sum
    }
}

func buffer(_ cell: Cell) throws -> Int {
    guard let size = Int(try cell.param("buffer")) else { throw Failure("`buffer` is no number") }
    return size
}

/// What a task of a session has come to; whoever waits for it blocks.
final class Fetch: NSObject, URLSessionDataDelegate {
    private let done = DispatchSemaphore(value: 0)
    private let add: (Data) -> UInt8
    private var sum: UInt8 = 0
    private var failure: Error?

    init(add: @escaping (Data) -> UInt8) { self.add = add }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { sum &+= add(data) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        failure = error
        done.signal()
    }

    func waited() throws -> UInt8 {
        done.wait()
        if let failure { throw failure }
        defer { sum = 0 }
        return sum
    }
}

func whole(_ session: URLSession, _ url: URL) throws -> Data {
    let done = DispatchSemaphore(value: 0)
    var result: Result<Data, Error> = .failure(Failure("nothing came"))
    session.dataTask(with: url) { data, _, error in
        if let data { result = .success(data) } else if let error { result = .failure(error) }
        done.signal()
    }.resume()
    done.wait()
    return try result.get()
}

func url(_ input: Input) throws -> URL {
    guard let url = URL(string: text(input)) else { throw Failure("no address") }
    return url
}

let driver = Driver()
for benchmark in ["file", "buffer", "long"] {
    driver.bench(benchmark, "chunks") { cell in
        let size = try buffer(cell)
        return { input in
            guard let file = FileHandle(forReadingAtPath: text(input)) else { throw Failure("the file cannot be opened") }
            defer { try? file.close() }
            var sum: UInt8 = 0
            while let data = try file.read(upToCount: size), !data.isEmpty { sum &+= unsafe(data) }
            return UInt64(sum)
        }
    }
}
driver.bench("file", "whole") { _ in
    { input in UInt64(loop(try Data(contentsOf: URL(fileURLWithPath: text(input))))) }
}
driver.bench("file", "whole-unsafe") { _ in
    { input in UInt64(unsafe(try Data(contentsOf: URL(fileURLWithPath: text(input))))) }
}
driver.bench("file", "mmap-unsafe") { _ in
    { input in UInt64(unsafe(try Data(contentsOf: URL(fileURLWithPath: text(input)), options: .alwaysMapped))) }
}
driver.bench("http", "whole") { _ in
    let session = URLSession(configuration: .ephemeral)
    return { input in UInt64(loop(try whole(session, try url(input)))) }
}
driver.bench("http", "whole-unsafe") { _ in
    let session = URLSession(configuration: .ephemeral)
    return { input in UInt64(unsafe(try whole(session, try url(input)))) }
}
for (name, add) in [("delegate", loop), ("delegate-unsafe", unsafe)] {
    driver.bench("http", name) { _ in
        let fetch = Fetch(add: add)
        let session = URLSession(configuration: .ephemeral, delegate: fetch, delegateQueue: nil)
        return { input in
            session.dataTask(with: try url(input)).resume()
            return UInt64(try fetch.waited())
        }
    }
}
driver.serve()
