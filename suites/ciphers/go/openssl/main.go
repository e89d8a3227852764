// Ciphers by OpenSSL's libcrypto, called from Go.
//
// In: a text of whole blocks; out: the text encrypted, or decrypted, in memory that is used again. The
// algorithm is fetched and the key expanded once, as in C. Setting the vector, or RC4's key, and going
// through the text are one function of C, so that a text crosses the border once; it crosses as an address.
package main

/*
#cgo pkg-config: libcrypto
#cgo noescape crypt
#cgo nocallback crypt

#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>

static int ready(EVP_CIPHER_CTX *context, const EVP_CIPHER *algorithm, const unsigned char *key, int length,
                 const unsigned char *iv, int encrypt) {
    return EVP_CipherInit_ex2(context, algorithm, NULL, NULL, encrypt, NULL) &&
           EVP_CIPHER_CTX_set_key_length(context, length) &&
           EVP_CipherInit_ex2(context, NULL, key, iv, encrypt, NULL) && EVP_CIPHER_CTX_set_padding(context, 0);
}

// -1: encrypting or decrypting, as before. Without key and vector the context goes on as it is. A text with a
// vector is ended, though without padding nothing is left to come.
static int crypt(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv, unsigned char *out,
                 const unsigned char *input, size_t length) {
    int written, left;
    return ((!key && !iv) || EVP_CipherInit_ex2(context, NULL, key, iv, -1, NULL)) &&
           EVP_CipherUpdate(context, out, &written, input, (int)length) && (size_t)written == length &&
           (!iv || EVP_CipherFinal_ex(context, out + length, &left));
}
*/
import "C"

import (
	"encoding/hex"
	"unsafe"

	"paragone.dev/sdk"
)

// What belongs to a text: a call sets it.
type renewed int

const (
	nothing renewed = iota
	vector
	key
)

func main() {
	// The legacy provider replaces nothing: the default one has to be asked for as well.
	load("default")
	load("legacy")
	bench("aes-128-ecb", "AES-128-ECB", true, nothing)
	bench("aes-256-ecb", "AES-256-ECB", true, nothing)
	bench("aes-128-cbc", "AES-128-CBC", true, vector)
	bench("aes-256-cbc", "AES-256-CBC", true, vector)
	bench("aes-128-cbc-decrypt", "AES-128-CBC", false, vector)
	bench("des-ecb", "DES-ECB", true, nothing)
	bench("des-cbc", "DES-CBC", true, vector)
	bench("3des-ecb", "DES-EDE3-ECB", true, nothing)
	bench("3des-cbc", "DES-EDE3-CBC", true, vector)
	bench("rc2-ecb", "RC2-ECB", true, nothing)
	bench("rc2-cbc", "RC2-CBC", true, vector)
	bench("rc4", "RC4", true, key)
	paragone.Serve()
}

func load(provider string) {
	name := C.CString(provider)
	C.OSSL_PROVIDER_load(nil, name)
	C.free(unsafe.Pointer(name))
}

func bench(benchmark, algorithm string, encrypt bool, each renewed) {
	paragone.Bench(benchmark, "openssl", func(cell *paragone.Cell) func([]byte) []byte {
		givenKey, givenVector := given(cell, "key"), []byte(nil)
		if each == vector {
			givenVector = given(cell, "iv")
		}
		context := contextOf(algorithm, encrypt, givenKey, givenVector)
		out := room(cell)
		var newKey *C.uchar
		if each == key {
			newKey = start(givenKey)
		}
		newVector := start(givenVector)
		return func(input []byte) []byte {
			if C.crypt(context, newKey, newVector, start(out), start(input), C.size_t(len(input))) == 0 {
				panic("libcrypto failed")
			}
			return out[:len(input)]
		}
	})
}

// The context lives as long as the process, which has few cells.
func contextOf(algorithm string, encrypt bool, key, iv []byte) *C.EVP_CIPHER_CTX {
	name := C.CString(algorithm)
	defer C.free(unsafe.Pointer(name))
	cipher, context := C.EVP_CIPHER_fetch(nil, name, nil), C.EVP_CIPHER_CTX_new()
	if cipher == nil || context == nil {
		panic("this libcrypto does not offer the cipher; has it its legacy provider?")
	}
	direction := C.int(0)
	if encrypt {
		direction = 1
	}
	if C.ready(context, cipher, start(key), C.int(len(key)), start(iv), direction) == 0 {
		panic("libcrypto does not take this key")
	}
	return context
}

func start(bytes []byte) *C.uchar { return (*C.uchar)(unsafe.SliceData(bytes)) }

func given(cell *paragone.Cell, name string) []byte {
	bytes, err := hex.DecodeString(cell.Param(name))
	if err != nil {
		panic(err)
	}
	return bytes
}

// Room for what comes out of the longest input.
func room(cell *paragone.Cell) []byte {
	longest := 0
	for _, input := range cell.Inputs() {
		longest = max(longest, len(input))
	}
	return make([]byte, longest)
}
