// Digests by OpenSSL's libcrypto, called from C# by P/Invoke; old ones by its legacy provider.
//
// In: the address of a message, which the SDK pinned; out: its digest. Nothing is copied at the border.
// `openssl` fetches the algorithm once and uses its context again: a call crosses the border three times,
// for init, update and final. `openssl-one-shot` does as older examples do, and makes a context for each
// message: six times, and libcrypto looks the algorithm up. Both make an array of the digest, as ComputeHash does.

using System;
using System.Runtime.InteropServices;
using Paragone;

static class OpenSsl {
    [DllImport("libcrypto")] static extern IntPtr OSSL_PROVIDER_load(IntPtr library, string name);
    [DllImport("libcrypto")] static extern IntPtr EVP_MD_fetch(IntPtr library, string name, string properties);
    [DllImport("libcrypto")] static extern void EVP_MD_free(IntPtr digest);
    [DllImport("libcrypto")] static extern int EVP_MD_get_size(IntPtr digest);
    [DllImport("libcrypto")] static extern IntPtr EVP_MD_CTX_new();
    [DllImport("libcrypto")] static extern void EVP_MD_CTX_free(IntPtr context);
    [DllImport("libcrypto")] static extern IntPtr EVP_get_digestbyname(string name);
    [DllImport("libcrypto")] static extern int EVP_DigestInit_ex(IntPtr context, IntPtr digest, IntPtr engine);
    [DllImport("libcrypto")] static extern int EVP_DigestInit_ex2(IntPtr context, IntPtr digest, IntPtr parameters);
    [DllImport("libcrypto")] static extern int EVP_DigestUpdate(IntPtr context, IntPtr bytes, UIntPtr count);
    [DllImport("libcrypto")] static extern int EVP_DigestFinal_ex(IntPtr context, byte[] digest, IntPtr length);

    sealed class Hasher : IDisposable {
        readonly IntPtr digest, context;
        readonly int size;

        internal Hasher(string name) {
            digest = EVP_MD_fetch(IntPtr.Zero, name, null);
            context = EVP_MD_CTX_new();
            if (digest == IntPtr.Zero || context == IntPtr.Zero) {
                throw new NotSupportedException("this libcrypto does not offer " + name + "; has it its legacy provider?");
            }
            size = EVP_MD_get_size(digest);
        }

        internal byte[] Hash(Input input) {
            // The array is pinned while the call lasts, not copied: its elements are the same on both sides.
            var hash = new byte[size];
            if (EVP_DigestInit_ex2(context, digest, IntPtr.Zero) != 1 ||
                EVP_DigestUpdate(context, input.Address, (UIntPtr)(uint)input.Length) != 1 ||
                EVP_DigestFinal_ex(context, hash, IntPtr.Zero) != 1) throw new InvalidOperationException("libcrypto failed to hash");
            return hash;
        }

        public void Dispose() {
            EVP_MD_CTX_free(context);
            EVP_MD_free(digest);
        }
    }

    static byte[] OneShot(IntPtr digest, Input input) {
        var hash = new byte[EVP_MD_get_size(digest)];
        var context = EVP_MD_CTX_new();
        var done = EVP_DigestInit_ex(context, digest, IntPtr.Zero) == 1 &&
            EVP_DigestUpdate(context, input.Address, (UIntPtr)(uint)input.Length) == 1 &&
            EVP_DigestFinal_ex(context, hash, IntPtr.Zero) == 1;
        EVP_MD_CTX_free(context);
        if (!done) throw new InvalidOperationException("libcrypto failed to hash");
        return hash;
    }

    static void Bench(Driver driver, string benchmark, string name) {
        driver.Bench(benchmark, "openssl", cell => new Hasher(name), (hasher, input) => hasher.Hash(input));
        driver.Bench(benchmark, "openssl-one-shot", cell => EVP_get_digestbyname(name), OneShot);
    }

    static int Main() {
        // The legacy provider replaces nothing: the default one has to be asked for as well.
        OSSL_PROVIDER_load(IntPtr.Zero, "default");
        OSSL_PROVIDER_load(IntPtr.Zero, "legacy");
        var driver = new Driver();
        Bench(driver, "md4", "MD4");
        Bench(driver, "md5", "MD5");
        Bench(driver, "sha1", "SHA1");
        Bench(driver, "sha224", "SHA224");
        Bench(driver, "sha256", "SHA256");
        Bench(driver, "sha384", "SHA384");
        Bench(driver, "sha512", "SHA512");
        Bench(driver, "ripemd160", "RIPEMD160");
        return driver.Serve();
    }
}
