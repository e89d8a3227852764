// Ciphers that are written in C#: those of the class library, and RC4 of Mono.Security.
//
// In: a text of whole blocks in an array; out: the text encrypted, or decrypted, in a buffer that is used
// again. The transform is made once and used again where it lets itself be.

using System;
using System.Linq;
using System.Security.Cryptography;
using Mono.Security.Cryptography;
using Paragone;

static class Managed {
    static byte[] Bytes(string digits) {
        var bytes = new byte[digits.Length / 2];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(digits.Substring(2 * i, 2), 16);
        return bytes;
    }

    sealed class Work {
        readonly SymmetricAlgorithm algorithm;
        readonly bool encrypt, chained;
        ICryptoTransform transform;
        readonly byte[] room;

        internal Work(Cell cell, SymmetricAlgorithm algorithm, CipherMode mode, bool encrypt) {
            this.algorithm = algorithm;
            this.encrypt = encrypt;
            chained = mode == CipherMode.CBC;
            algorithm.Mode = mode;
            algorithm.Padding = PaddingMode.None;
            algorithm.Key = Bytes(cell.Param("key"));
            if (chained) algorithm.IV = Bytes(cell.Param("iv"));
            transform = Transform();
            room = Room(cell);
        }

        ICryptoTransform Transform() { return encrypt ? algorithm.CreateEncryptor() : algorithm.CreateDecryptor(); }

        internal ArraySegment<byte> Through(Input input) {
            var count = transform.TransformBlock(input.Array, input.Offset, input.Length, room, 0);
            if (chained) Begin();
            return new ArraySegment<byte>(room, 0, count);
        }

        // The end of a text, even of none, sets the vector anew for the next, in AES. The transforms of the
        // others say that they cannot be used again, and expand the key for each text.
        void Begin() {
            if (transform.CanReuseTransform) {
                transform.TransformFinalBlock(Nothing, 0, 0);
            } else {
                transform.Dispose();
                transform = Transform();
            }
        }
    }

    static readonly byte[] Nothing = new byte[0];

    static byte[] Room(Cell cell) { return new byte[cell.Inputs.Max(input => input.Length)]; }

    static void Bench(Driver driver, string benchmark, Func<SymmetricAlgorithm> create, CipherMode mode, bool encrypt = true) {
        driver.Bench(benchmark, "managed", cell => new Work(cell, create(), mode, encrypt), (work, input) => work.Through(input));
    }

    static int Main() {
        var driver = new Driver();
        Bench(driver, "aes-128-ecb", () => new RijndaelManaged(), CipherMode.ECB);
        Bench(driver, "aes-256-ecb", () => new RijndaelManaged(), CipherMode.ECB);
        Bench(driver, "aes-128-cbc", () => new RijndaelManaged(), CipherMode.CBC);
        Bench(driver, "aes-256-cbc", () => new RijndaelManaged(), CipherMode.CBC);
        Bench(driver, "aes-128-cbc-decrypt", () => new RijndaelManaged(), CipherMode.CBC, encrypt: false);
        Bench(driver, "des-ecb", () => new DESCryptoServiceProvider(), CipherMode.ECB);
        Bench(driver, "des-cbc", () => new DESCryptoServiceProvider(), CipherMode.CBC);
        Bench(driver, "3des-ecb", () => new TripleDESCryptoServiceProvider(), CipherMode.ECB);
        Bench(driver, "3des-cbc", () => new TripleDESCryptoServiceProvider(), CipherMode.CBC);
        Bench(driver, "rc2-ecb", () => new RC2CryptoServiceProvider(), CipherMode.ECB);
        Bench(driver, "rc2-cbc", () => new RC2CryptoServiceProvider(), CipherMode.CBC);
        driver.Bench("rc4", "managed",
            cell => new { rc4 = new ARC4Managed(), key = Bytes(cell.Param("key")), room = Room(cell) },
            (state, input) => {
                state.rc4.Key = state.key;
                var count = state.rc4.TransformBlock(input.Array, input.Offset, input.Length, state.room, 0);
                return new ArraySegment<byte>(state.room, 0, count);
            });
        return driver.Serve();
    }
}
