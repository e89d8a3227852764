// Authenticated ciphers by Go's standard library, and by the library that stands beside it.
//
// In: a text; out: the text encrypted with its tag of 16 bytes behind it, in memory that is used again. The key is
// expanded once.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"

	"golang.org/x/crypto/chacha20poly1305"
	"paragone.dev/sdk"
)

func main() {
	seal("aes-256-gcm", "standard", func(key []byte) (cipher.AEAD, error) {
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		return cipher.NewGCM(block)
	})
	seal("chacha20-poly1305", "x-crypto", chacha20poly1305.New)
	paragone.Serve()
}

func seal(benchmark, name string, expand func(key []byte) (cipher.AEAD, error)) {
	paragone.Bench(benchmark, name, func(cell *paragone.Cell) func([]byte) []byte {
		aead, err := expand(bytes(cell, "key")[:32])
		if err != nil {
			panic(err)
		}
		nonce, header := bytes(cell, "nonce")[:aead.NonceSize()], bytes(cell, "header")
		longest := 0
		for _, input := range cell.Inputs() {
			longest = max(longest, len(input))
		}
		out := make([]byte, 0, longest+aead.Overhead())
		return func(input []byte) []byte { return aead.Seal(out, nonce, input, header) }
	})
}

// The bytes of a parameter that the suite writes in hexadecimal digits.
func bytes(cell *paragone.Cell, name string) []byte {
	bytes, err := hex.DecodeString(cell.Param(name))
	if err != nil {
		panic(err)
	}
	return bytes
}
