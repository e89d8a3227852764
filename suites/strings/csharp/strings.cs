// Strings lower-cased and decomposed by the class library.
//
// In: strings made in the set-up; out: the sum of the results' hashes. How the strings are drawn is said in
// rust/texts/src/texts.rs.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Paragone;

static class Strings {
    sealed class Draws {
        uint a = 1, b = 18446744, c = 73709, d = 551615, drawn;
        int left;

        static uint Rotated(uint word, int by) { return word << by | word >> (32 - by); }

        uint Next() {
            unchecked {
                uint result = Rotated(a + d, 7) + a, shifted = b << 9;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = Rotated(d, 11);
                return result;
            }
        }

        // A number below the limit, which is at most 256.
        public int Below(int limit) {
            if (left == 0) {
                drawn = Next();
                left = 4;
            }
            var drawnByte = (int)(drawn & 0xFF);
            drawn >>= 8;
            left--;
            return drawnByte * limit >> 8;
        }
    }

    // How many strings an input asks for: the first ones are the same however many there are.
    static long Number(Input input) { return BitConverter.ToInt64(input.Array, input.Offset); }

    static byte[][] Texts(Cell cell) {
        var count = cell.Inputs.Max<Input, long>(Number);
        var entries = cell.Param("entries").Split(' ').Select(Encoding.UTF8.GetBytes).ToArray();
        var draws = new Draws();
        var texts = new byte[count][];
        var text = new List<byte>();
        for (var i = 0; i < texts.Length; i++) {
            text.Clear();
            for (var left = 50 + draws.Below(50); left > 0; left--) text.AddRange(entries[draws.Below(entries.Length)]);
            texts[i] = text.ToArray();
        }
        return texts;
    }

    // FNV-1a of 64 bits.
    static ulong Hash(byte[] text) {
        var hash = 0xcbf29ce484222325UL;
        for (var i = 0; i < text.Length; i++) hash = unchecked((hash ^ text[i]) * 0x100000001b3UL);
        return hash;
    }

    static ulong Sum(byte[][] texts, Input input) {
        ulong sum = 0;
        for (long i = 0, count = Number(input); i < count; i++) {
            var result = Encoding.UTF8.GetString(texts[i]).ToLowerInvariant().Normalize(NormalizationForm.FormD);
            sum = unchecked(sum + Hash(Encoding.UTF8.GetBytes(result)));
        }
        return sum;
    }

    static int Main() {
        var driver = new Driver();
        foreach (var benchmark in new[] { "emoji", "letters", "libraries-emoji", "libraries-letters" }) driver.Bench(benchmark, "string", Texts, Sum);
        return driver.Serve();
    }
}
