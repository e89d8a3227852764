// The digests that Go's authors keep beside the standard library, because they are old.
//
// In: a message in memory; out: its digest. The state is made once and reset for each message, and the
// digest goes into memory that is used again.
package main

import (
	"hash"

	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"
	"paragone.dev/sdk"
)

func main() {
	bench("md4", md4.New)
	bench("ripemd160", ripemd160.New)
	paragone.Serve()
}

func bench(benchmark string, create func() hash.Hash) {
	paragone.Bench(benchmark, "x-crypto", func(*paragone.Cell) func([]byte) []byte {
		state := create()
		out := make([]byte, 0, state.Size())
		return func(input []byte) []byte {
			state.Reset()
			state.Write(input)
			return state.Sum(out)
		}
	})
}
