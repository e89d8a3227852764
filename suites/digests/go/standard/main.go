// Digests by Go's standard library.
//
// In: a message in memory; out: its digest, by each package's one-call function. Which instructions it
// uses the library chose when it was built and when the process started.
package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"

	"paragone.dev/sdk"
)

func main() {
	bench("md5", md5.Sum)
	bench("sha1", sha1.Sum)
	bench("sha224", sha256.Sum224)
	bench("sha256", sha256.Sum256)
	bench("sha384", sha512.Sum384)
	bench("sha512", sha512.Sum512)
	paragone.Serve()
}

func bench[T paragone.Answer](benchmark string, sum func([]byte) T) {
	paragone.Bench(benchmark, "standard", func(*paragone.Cell) func([]byte) T { return sum })
}
