// The arrays that the pipeline goes through.
//
// In: how many elements a call gets, and in which order they come; out: the arrays. The generator is
// xoshiro256** (David Blackman and Sebastiano Vigna, 2018), begun and used as the post of 2024 did.

using System;
using System.Linq;

sealed class Xoshiro {
    ulong a, b = 18446744, c = 73709, d = 551615;

    public Xoshiro(ulong seed) {
        a = seed;
        for (var i = 0; i < 10; i++) Next();
    }

    static ulong Rotated(ulong value, int by) { return value << by | value >> (64 - by); }

    public ulong Next() {
        ulong output = unchecked(Rotated(b * 5, 7) * 9), shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = Rotated(d, 45);
        return output;
    }
}

static class Arrays {
    // Elements of an array of the benchmark `prediction`: 32 KiB.
    const int Block = 4096;

    static ulong[] Array(ulong seed, int elements) {
        var generator = new Xoshiro(seed);
        var values = new ulong[elements];
        for (var i = 0; i < elements; i++) values[i] = generator.Next();
        return values;
    }

    // An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1.
    public static ulong[][] Alternated(int elements, string seeds) {
        var numbers = seeds.Split(',').Select(ulong.Parse).ToArray();
        if (elements % numbers.Length != 0) throw new ArgumentException("arrays of the same length need more elements");
        return numbers.Select(seed => Array(seed, elements / numbers.Length)).ToArray();
    }

    // Whether an element gets through every filter.
    static bool IsCounted(ulong value) {
        var swapped = Bits.Swapped(value);
        return value != 0 && (swapped & 0xff00) >> 8 < (swapped & 0xff) && Bits.LeadingZeros(swapped) <= 56;
    }

    // Fisher and Yates', with the upper halves of the generator's outputs.
    static ulong[] Shuffled(ulong[] original, Xoshiro dice) {
        var values = (ulong[])original.Clone();
        for (var at = values.Length - 1; at > 0; at--) {
            var other = (int)((dice.Next() >> 32) * (ulong)(at + 1) >> 32);
            var value = values[at];
            values[at] = values[other];
            values[other] = value;
        }
        return values;
    }

    // Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1.
    public static ulong[][] Ordered(int elements, string data) {
        if (elements % (2 * Block) != 0) throw new ArgumentException("the elements have to fill pairs of arrays of " + Block);
        var originals = Alternated(2 * Block, "0,1");
        var dice = new Xoshiro(2);
        var arrays = new ulong[elements / Block][];
        for (var number = 0; number < arrays.Length; number++) {
            var original = originals[number % 2];
            switch (data) {
                case "alternated":
                    arrays[number] = (ulong[])original.Clone();
                    break;
                case "predictable":
                    arrays[number] = original.Where(value => !IsCounted(value)).Concat(original.Where(IsCounted)).ToArray();
                    break;
                case "fresh":
                    arrays[number] = Shuffled(original, dice);
                    break;
                default:
                    throw new ArgumentException("no order of the data is called `" + data + "`");
            }
        }
        Check(arrays, data);
        return arrays;
    }

    // The order is in no answer, so that it is looked at here: where the counted elements of the second array are.
    static void Check(ulong[][] arrays, string data) {
        if (arrays.Length == 0) return;
        var places = arrays[1].Select((value, place) => IsCounted(value) ? place : 0).Sum();
        var right = data == "predictable" ? 6249282 : data == "alternated" ? 4087321 : 4176195;
        if (places != right) throw new InvalidOperationException("the elements are in another order than `" + data + "`");
    }
}
