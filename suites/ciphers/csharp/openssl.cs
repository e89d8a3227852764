// Ciphers by OpenSSL's libcrypto, called from C# by P/Invoke; old ones by its legacy provider.
//
// In: the address of a text of whole blocks, which the SDK pinned; out: the text encrypted, or decrypted, in
// a buffer that is pinned and used again. Nothing is copied at the border. A call crosses it three
// times in CBC, for the vector, the text and its end, twice with RC4, for the key and the text, and once in ECB.

using System;
using System.Linq;
using System.Runtime.InteropServices;
using Paragone;

static class OpenSsl {
    [DllImport("libcrypto")] static extern IntPtr OSSL_PROVIDER_load(IntPtr library, string name);
    [DllImport("libcrypto")] static extern IntPtr EVP_CIPHER_fetch(IntPtr library, string name, string properties);
    [DllImport("libcrypto")] static extern void EVP_CIPHER_free(IntPtr cipher);
    [DllImport("libcrypto")] static extern IntPtr EVP_CIPHER_CTX_new();
    [DllImport("libcrypto")] static extern void EVP_CIPHER_CTX_free(IntPtr context);
    [DllImport("libcrypto")] static extern int EVP_CIPHER_CTX_set_key_length(IntPtr context, int length);
    [DllImport("libcrypto")] static extern int EVP_CIPHER_CTX_set_padding(IntPtr context, int padding);
    [DllImport("libcrypto")]
    static extern int EVP_CipherInit_ex2(IntPtr context, IntPtr cipher, byte[] key, byte[] iv, int encrypt, IntPtr parameters);
    [DllImport("libcrypto")]
    static extern int EVP_CipherUpdate(IntPtr context, IntPtr to, out int written, IntPtr from, int count);
    [DllImport("libcrypto")] static extern int EVP_CipherFinal_ex(IntPtr context, IntPtr to, out int left);

    /// <summary>What has to be set for each text: nothing, the vector, or the key.</summary>
    enum Anew { Nothing, Vector, Key }

    sealed class Work : IDisposable {
        readonly IntPtr cipher, context;
        readonly byte[] key, vector, room;
        readonly GCHandle pin;
        readonly IntPtr to;

        internal Work(Cell cell, string name, Anew anew, bool encrypt) {
            key = Bytes(cell.Param("key"));
            vector = anew == Anew.Vector ? Bytes(cell.Param("iv")) : null;
            room = new byte[cell.Inputs.Max(input => input.Length)];
            pin = GCHandle.Alloc(room, GCHandleType.Pinned);
            to = pin.AddrOfPinnedObject();
            cipher = EVP_CIPHER_fetch(IntPtr.Zero, name, null);
            context = EVP_CIPHER_CTX_new();
            if (cipher == IntPtr.Zero || context == IntPtr.Zero) {
                throw new NotSupportedException("this libcrypto does not offer " + name + "; has it its legacy provider?");
            }
            var way = encrypt ? 1 : 0;
            Need(EVP_CipherInit_ex2(context, cipher, null, null, way, IntPtr.Zero));
            Need(EVP_CIPHER_CTX_set_key_length(context, key.Length));
            Need(EVP_CipherInit_ex2(context, IntPtr.Zero, key, vector, way, IntPtr.Zero));
            Need(EVP_CIPHER_CTX_set_padding(context, 0));
            // Of the two only what each text needs anew is kept; -1 leaves the direction as it is.
            if (anew != Anew.Key) key = null;
        }

        internal ArraySegment<byte> Through(Input input) {
            int written;
            if (key != null || vector != null) Need(EVP_CipherInit_ex2(context, IntPtr.Zero, key, vector, -1, IntPtr.Zero));
            Need(EVP_CipherUpdate(context, to, out written, input.Address, input.Length));
            if (vector != null) {
                // Without padding nothing is left to come: it ends the text.
                int left;
                Need(EVP_CipherFinal_ex(context, to + written, out left));
            }
            return new ArraySegment<byte>(room, 0, written);
        }

        static void Need(int done) {
            if (done != 1) throw new InvalidOperationException("libcrypto failed");
        }

        public void Dispose() {
            EVP_CIPHER_CTX_free(context);
            EVP_CIPHER_free(cipher);
            pin.Free();
        }
    }

    static byte[] Bytes(string digits) {
        var bytes = new byte[digits.Length / 2];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(digits.Substring(2 * i, 2), 16);
        return bytes;
    }

    static void Bench(Driver driver, string benchmark, string name, Anew anew, bool encrypt = true) {
        driver.Bench(benchmark, "openssl", cell => new Work(cell, name, anew, encrypt), (work, input) => work.Through(input));
    }

    static int Main() {
        // The legacy provider replaces nothing: the default one has to be asked for as well.
        OSSL_PROVIDER_load(IntPtr.Zero, "default");
        OSSL_PROVIDER_load(IntPtr.Zero, "legacy");
        var driver = new Driver();
        Bench(driver, "aes-128-ecb", "AES-128-ECB", Anew.Nothing);
        Bench(driver, "aes-256-ecb", "AES-256-ECB", Anew.Nothing);
        Bench(driver, "aes-128-cbc", "AES-128-CBC", Anew.Vector);
        Bench(driver, "aes-256-cbc", "AES-256-CBC", Anew.Vector);
        Bench(driver, "aes-128-cbc-decrypt", "AES-128-CBC", Anew.Vector, encrypt: false);
        Bench(driver, "des-ecb", "DES-ECB", Anew.Nothing);
        Bench(driver, "des-cbc", "DES-CBC", Anew.Vector);
        Bench(driver, "3des-ecb", "DES-EDE3-ECB", Anew.Nothing);
        Bench(driver, "3des-cbc", "DES-EDE3-CBC", Anew.Vector);
        Bench(driver, "rc2-ecb", "RC2-ECB", Anew.Nothing);
        Bench(driver, "rc2-cbc", "RC2-CBC", Anew.Vector);
        Bench(driver, "rc4", "RC4", Anew.Key);
        return driver.Serve();
    }
}
