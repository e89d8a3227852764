// Digests that are written in C#: those of the class library, and the old ones of Mono.Security.
//
// In: a message in an array; out: its digest. An object is made once and used again: ComputeHash begins
// anew. It returns a new array each time, which no user gets around.

using System;
using System.Security.Cryptography;
using Mono.Security.Cryptography;
using Paragone;

static class Managed {
    static void Bench(Driver driver, string benchmark, Func<HashAlgorithm> create) {
        driver.Bench(benchmark, "managed", cell => create(),
            (hash, input) => hash.ComputeHash(input.Array, input.Offset, input.Length));
    }

    static int Main() {
        var driver = new Driver();
        Bench(driver, "md2", () => new MD2Managed());
        Bench(driver, "md4", () => new MD4Managed());
        // Called a provider, as on Windows it is one; on Mono it is C#.
        Bench(driver, "md5", () => new MD5CryptoServiceProvider());
        Bench(driver, "sha1", () => new SHA1Managed());
        Bench(driver, "sha224", () => new SHA224Managed());
        Bench(driver, "sha256", () => new SHA256Managed());
        Bench(driver, "sha384", () => new SHA384Managed());
        Bench(driver, "sha512", () => new SHA512Managed());
        Bench(driver, "ripemd160", () => new RIPEMD160Managed());
        return driver.Serve();
    }
}
