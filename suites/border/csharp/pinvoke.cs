// zlib's checksums by P/Invoke.
//
// In: bytes in memory; out: their checksum. `pinvoke-array` gives an array of C#'s, which is pinned for the call
// and not copied. `pinvoke-address` gives where bytes lie that have been pinned from the set-up on. C's
// `unsigned long` is as wide as an address on every Unix.

using System;
using System.Runtime.InteropServices;
using Paragone;

static class Program {
    [DllImport("libz.so.1", EntryPoint = "adler32")]
    static extern UIntPtr Adler32(UIntPtr adler, IntPtr bytes, uint length);

    [DllImport("libz.so.1", EntryPoint = "adler32")]
    static extern UIntPtr Adler32(UIntPtr adler, byte[] bytes, uint length);

    [DllImport("libz.so.1", EntryPoint = "crc32")]
    static extern UIntPtr Crc32(UIntPtr crc, IntPtr bytes, uint length);

    [DllImport("libz.so.1", EntryPoint = "crc32")]
    static extern UIntPtr Crc32(UIntPtr crc, byte[] bytes, uint length);

    static readonly UIntPtr Zero = UIntPtr.Zero, One = new UIntPtr(1);

    /// <summary>The inputs as arrays that begin with them; the last one is found without a search.</summary>
    sealed class Arrays {
        readonly Cell cell;
        readonly byte[][] arrays;
        IntPtr last;
        byte[] array;

        internal Arrays(Cell cell) {
            this.cell = cell;
            arrays = new byte[cell.Inputs.Count][];
            for (var i = 0; i < arrays.Length; i++) arrays[i] = cell.Inputs[i].ToArray();
        }

        internal byte[] Of(Input input) {
            if (input.Address != last) Find(input);
            return array;
        }

        void Find(Input input) {
            for (var i = 0; i < arrays.Length; i++) {
                if (cell.Inputs[i].Address != input.Address) continue;
                last = input.Address;
                array = arrays[i];
            }
        }
    }

    static int Main() {
        var driver = new Driver();
        driver.Bench("adler32", "pinvoke-address", cell => 0,
            (state, input) => Adler32(One, input.Address, (uint)input.Length).ToUInt64());
        driver.Bench("crc32", "pinvoke-address", cell => 0,
            (state, input) => Crc32(Zero, input.Address, (uint)input.Length).ToUInt64());
        driver.Bench("first-byte", "pinvoke-address", cell => 0,
            (state, input) => Adler32(One, input.Address, 1).ToUInt64());
        driver.Bench("once-more", "pinvoke-address", cell => 0,
            (state, input) => Adler32(Adler32(One, input.Address, (uint)input.Length), input.Address, 1).ToUInt64());
        driver.Bench("adler32", "pinvoke-array", cell => new Arrays(cell),
            (arrays, input) => Adler32(One, arrays.Of(input), (uint)input.Length).ToUInt64());
        driver.Bench("crc32", "pinvoke-array", cell => new Arrays(cell),
            (arrays, input) => Crc32(Zero, arrays.Of(input), (uint)input.Length).ToUInt64());
        driver.Bench("first-byte", "pinvoke-array", cell => new Arrays(cell),
            (arrays, input) => Adler32(One, arrays.Of(input), 1).ToUInt64());
        driver.Bench("once-more", "pinvoke-array", cell => new Arrays(cell),
            (arrays, input) => Adler32(Adler32(One, arrays.Of(input), (uint)input.Length), arrays.Of(input), 1).ToUInt64());
        return driver.Serve();
    }
}
