// Checksums in Go: zlib's by cgo, and those of the standard library.
//
// In: bytes in memory; out: their checksum.
package main

/*
#cgo pkg-config: zlib
#include <zlib.h>
*/
import "C"

import (
	"hash/adler32"
	"hash/crc32"
	"unsafe"

	"paragone.dev/sdk"
)

func start(input []byte) *C.Bytef {
	return (*C.Bytef)(unsafe.Pointer(unsafe.SliceData(input)))
}

func main() {
	paragone.Bench("adler32", "cgo", func(*paragone.Cell) func([]byte) uint64 {
		return func(input []byte) uint64 { return uint64(C.adler32(1, start(input), C.uInt(len(input)))) }
	})
	paragone.Bench("crc32", "cgo", func(*paragone.Cell) func([]byte) uint64 {
		return func(input []byte) uint64 { return uint64(C.crc32(0, start(input), C.uInt(len(input)))) }
	})
	paragone.Bench("first-byte", "cgo", func(*paragone.Cell) func([]byte) uint64 {
		return func(input []byte) uint64 { return uint64(C.adler32(1, start(input), 1)) }
	})
	paragone.Bench("once-more", "cgo", func(*paragone.Cell) func([]byte) uint64 {
		return func(input []byte) uint64 {
			whole := C.adler32(1, start(input), C.uInt(len(input)))
			return uint64(C.adler32(whole, start(input), 1))
		}
	})
	paragone.Bench("adler32", "standard", func(*paragone.Cell) func([]byte) uint32 { return adler32.Checksum })
	paragone.Bench("crc32", "standard", func(*paragone.Cell) func([]byte) uint32 { return crc32.ChecksumIEEE })
	paragone.Serve()
}
