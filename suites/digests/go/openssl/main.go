// Digests by OpenSSL's libcrypto, called from Go.
//
// In: a message in memory; out: its digest. The algorithm is fetched once and the context used again, as
// in C. Init, update and final are one function of C, so that a message crosses the border once; it
// crosses as an address, and so does the memory for the digest.
package main

/*
#cgo pkg-config: libcrypto
#cgo noescape hash
#cgo nocallback hash

#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>

static int hash(EVP_MD_CTX *context, const EVP_MD *digest, const void *input, size_t length, unsigned char *out) {
    unsigned int written;
    return EVP_DigestInit_ex2(context, digest, NULL) && EVP_DigestUpdate(context, input, length) &&
           EVP_DigestFinal_ex(context, out, &written);
}
*/
import "C"

import (
	"unsafe"

	"paragone.dev/sdk"
)

func main() {
	// The legacy provider replaces nothing: the default one has to be asked for as well.
	load("default")
	load("legacy")
	bench("md4", "MD4")
	bench("md5", "MD5")
	bench("sha1", "SHA1")
	bench("sha224", "SHA224")
	bench("sha256", "SHA256")
	bench("sha384", "SHA384")
	bench("sha512", "SHA512")
	bench("ripemd160", "RIPEMD160")
	paragone.Serve()
}

func load(provider string) {
	name := C.CString(provider)
	C.OSSL_PROVIDER_load(nil, name)
	C.free(unsafe.Pointer(name))
}

func bench(benchmark, algorithm string) {
	paragone.Bench(benchmark, "openssl", func(*paragone.Cell) func([]byte) []byte {
		name := C.CString(algorithm)
		defer C.free(unsafe.Pointer(name))
		// Both live as long as the process, which has few cells.
		digest, context := C.EVP_MD_fetch(nil, name, nil), C.EVP_MD_CTX_new()
		if digest == nil || context == nil {
			panic("this libcrypto does not offer the digest; has it its legacy provider?")
		}
		out := make([]byte, C.EVP_MD_get_size(digest))
		return func(input []byte) []byte {
			start := unsafe.Pointer(unsafe.SliceData(input))
			if C.hash(context, digest, start, C.size_t(len(input)), (*C.uchar)(unsafe.SliceData(out))) == 0 {
				panic("libcrypto failed to hash")
			}
			return out
		}
	})
}
