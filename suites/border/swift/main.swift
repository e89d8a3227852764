// zlib's checksums from Swift, by their addresses.
//
// In: bytes in memory; out: their checksum. A function of C's calling convention is called as C calls
// one by a pointer; an import by a module map would differ by that pointer alone.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

typealias Checksum = @convention(c) (CUnsignedLong, UnsafeRawPointer?, CUnsignedInt) -> CUnsignedLong

// A Swift that came with a system of its own has a libz of its own beside it, and what all languages call
// has to be one and the same: so the machine's own folders come first.
private let places = ["/lib/x86_64-linux-gnu/", "/lib/aarch64-linux-gnu/", "/usr/lib64/", ""]

func checksum(_ name: String) throws -> Checksum {
    for place in places {
        if let library = dlopen(place + "libz.so.1", RTLD_NOW), let address = dlsym(library, name) {
            return unsafeBitCast(address, to: Checksum.self)
        }
    }
    throw Failure("no `\(name)` in libz.so.1: \(dlerror().map { String(cString: $0) } ?? "not found")")
}

let driver = Driver()
driver.bench("adler32", "dlsym") { _ in
    let adler32 = try checksum("adler32")
    return { input in UInt64(adler32(1, input.baseAddress, CUnsignedInt(input.count))) }
}
driver.bench("crc32", "dlsym") { _ in
    let crc32 = try checksum("crc32")
    return { input in UInt64(crc32(0, input.baseAddress, CUnsignedInt(input.count))) }
}
driver.bench("first-byte", "dlsym") { _ in
    let adler32 = try checksum("adler32")
    return { input in UInt64(adler32(1, input.baseAddress, 1)) }
}
driver.bench("once-more", "dlsym") { _ in
    let adler32 = try checksum("adler32")
    return { input in UInt64(adler32(adler32(1, input.baseAddress, CUnsignedInt(input.count)), input.baseAddress, 1)) }
}
driver.serve()
