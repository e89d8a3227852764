// Authenticated ciphers by Go's standard library, and by the library that stands beside it.
//
// In: a text; out: the text encrypted with its tag of 16 bytes behind it, or decrypted again, in memory that is used
// again. The key is expanded once.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"unsafe"

	"golang.org/x/crypto/chacha20poly1305"
	"paragone.dev/sdk"
)

func main() {
	both("aes-256-gcm", "standard", func(key []byte) (cipher.AEAD, error) {
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		return cipher.NewGCM(block)
	})
	both("chacha20-poly1305", "x-crypto", chacha20poly1305.New)
	paragone.Serve()
}

// What a cell gives to a cipher, and memory for what comes out.
type given struct {
	aead          cipher.AEAD
	nonce, header []byte
	out           []byte
}

func both(benchmark, name string, expand func(key []byte) (cipher.AEAD, error)) {
	paragone.Bench(benchmark, name, func(cell *paragone.Cell) func([]byte) []byte {
		g := givenBy(cell, expand)
		return func(input []byte) []byte { return g.aead.Seal(g.out, g.nonce, input, g.header) }
	})
	paragone.Bench(benchmark+"-open", name, func(cell *paragone.Cell) func([]byte) []byte {
		g := givenBy(cell, expand)
		sealed := map[*byte][]byte{}
		// What was encrypted elsewhere may be refused.
		isSealed := cell.Param("given") == "sealed"
		for _, input := range cell.Inputs() {
			if isSealed {
				sealed[unsafe.SliceData(input)] = input
			} else {
				sealed[unsafe.SliceData(input)] = g.aead.Seal(nil, g.nonce, input, g.header)
			}
		}
		return func(input []byte) []byte {
			text, err := g.aead.Open(g.out, g.nonce, sealed[unsafe.SliceData(input)], g.header)
			if err != nil && isSealed {
				return []byte("refused")
			}
			if err != nil {
				panic(err)
			}
			return text
		}
	})
}

func givenBy(cell *paragone.Cell, expand func(key []byte) (cipher.AEAD, error)) given {
	aead, err := expand(bytes(cell, "key")[:32])
	if err != nil {
		panic(err)
	}
	longest := 0
	for _, input := range cell.Inputs() {
		longest = max(longest, len(input))
	}
	return given{aead, bytes(cell, "nonce")[:aead.NonceSize()], bytes(cell, "header"), make([]byte, 0, longest+aead.Overhead())}
}

// The bytes of a parameter that the suite writes in hexadecimal digits.
func bytes(cell *paragone.Cell, name string) []byte {
	bytes, err := hex.DecodeString(cell.Param(name))
	if err != nil {
		panic(err)
	}
	return bytes
}
