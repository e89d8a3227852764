// Ciphers by Go's standard library.
//
// In: a text of whole blocks; out: the text encrypted, or decrypted, in memory that is used again. The key
// is expanded once; a call sets the initialisation vector and goes through the text. RC4's key is set for
// each text.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/rc4"
	"encoding/hex"

	"paragone.dev/sdk"
)

type (
	call    = func(input []byte) []byte
	expand  = func(key []byte) (cipher.Block, error)
	chained = func(block cipher.Block, iv []byte) cipher.BlockMode
)

func main() {
	ecb("aes-128-ecb", aes.NewCipher)
	ecb("aes-256-ecb", aes.NewCipher)
	cbc("aes-128-cbc", aes.NewCipher, cipher.NewCBCEncrypter)
	cbc("aes-256-cbc", aes.NewCipher, cipher.NewCBCEncrypter)
	cbc("aes-128-cbc-decrypt", aes.NewCipher, cipher.NewCBCDecrypter)
	ecb("des-ecb", des.NewCipher)
	cbc("des-cbc", des.NewCipher, cipher.NewCBCEncrypter)
	ecb("3des-ecb", des.NewTripleDESCipher)
	cbc("3des-cbc", des.NewTripleDESCipher, cipher.NewCBCEncrypter)
	paragone.Bench("rc4", "standard", stream)
	paragone.Serve()
}

// The library has no such mode, and leaves the loop to whoever wants it.
func ecb(benchmark string, expand expand) {
	paragone.Bench(benchmark, "standard", func(cell *paragone.Cell) call {
		block := must(expand(bytes(cell, "key")))
		out, size := room(cell), block.BlockSize()
		return func(input []byte) []byte {
			for i := 0; i < len(input); i += size {
				block.Encrypt(out[i:], input[i:])
			}
			return out[:len(input)]
		}
	})
}

func cbc(benchmark string, expand expand, chain chained) {
	paragone.Bench(benchmark, "standard", func(cell *paragone.Cell) call {
		iv := bytes(cell, "iv")
		mode := chain(must(expand(bytes(cell, "key"))), iv)
		out := room(cell)
		// All modes of the library have it, though its interface does not say so.
		restart := mode.(interface{ SetIV(iv []byte) })
		return func(input []byte) []byte {
			restart.SetIV(iv)
			mode.CryptBlocks(out[:len(input)], input)
			return out[:len(input)]
		}
	})
}

func stream(cell *paragone.Cell) call {
	key, out := bytes(cell, "key"), room(cell)
	return func(input []byte) []byte {
		must(rc4.NewCipher(key)).XORKeyStream(out, input)
		return out[:len(input)]
	}
}

func bytes(cell *paragone.Cell, name string) []byte { return must(hex.DecodeString(cell.Param(name))) }

// Room for what comes out of the longest input.
func room(cell *paragone.Cell) []byte {
	longest := 0
	for _, input := range cell.Inputs() {
		longest = max(longest, len(input))
	}
	return make([]byte, longest)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
