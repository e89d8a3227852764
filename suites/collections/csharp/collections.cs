// The pipeline in C#: a loop, LINQ, and an array after each stage.
//
// In: an array of 64-bit integers; out: the sum of the leading zeros. They are unsigned, so that shifts bring
// no sign along. Mono has neither a byte swap of its own nor a count of zeros; both are written here without a
// branch, as one that depends on the data would be mispredicted beside those of the pipeline.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Paragone;

static class Bits {
    public static ulong Swapped(ulong value) {
        value = value >> 8 & 0x00ff00ff00ff00ff | (value & 0x00ff00ff00ff00ff) << 8;
        value = value >> 16 & 0x0000ffff0000ffff | (value & 0x0000ffff0000ffff) << 16;
        return value >> 32 | value << 32;
    }

    // Filled with ones from the highest one downwards; then the ones are counted, in pairs, fours and eights.
    public static int LeadingZeros(ulong value) {
        value |= value >> 1;
        value |= value >> 2;
        value |= value >> 4;
        value |= value >> 8;
        value |= value >> 16;
        value |= value >> 32;
        value -= value >> 1 & 0x5555555555555555;
        value = (value & 0x3333333333333333) + (value >> 2 & 0x3333333333333333);
        value = value + (value >> 4) & 0x0f0f0f0f0f0f0f0f;
        return 64 - (int)(unchecked(value * 0x0101010101010101) >> 56);
    }
}

static class Collections {
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Imperative(ulong[] values) {
        long sum = 0;
        foreach (var value in values) {
            if (value == 0) continue;
            var swapped = Bits.Swapped(value);
            if ((swapped & 0xff00) >> 8 >= (swapped & 0xff)) continue;
            var zeros = Bits.LeadingZeros(swapped);
            if (zeros > 56) continue;
            unchecked { sum += zeros; }
        }
        return sum;
    }

    // `Sum` would throw where it overflows.
    static long Lazy(ulong[] values) {
        return values
            .Where(value => value != 0)
            .Select(Bits.Swapped)
            .Where(value => (value & 0xff00) >> 8 < (value & 0xff))
            .Select(Bits.LeadingZeros)
            .Where(zeros => zeros <= 56)
            .Aggregate(0L, (sum, zeros) => unchecked(sum + zeros));
    }

    static long Eager(ulong[] values) {
        var present = values.Where(value => value != 0).ToArray();
        var swapped = present.Select(Bits.Swapped).ToArray();
        var ordered = swapped.Where(value => (value & 0xff00) >> 8 < (value & 0xff)).ToArray();
        var zeros = ordered.Select(Bits.LeadingZeros).ToArray();
        var kept = zeros.Where(count => count <= 56).ToArray();
        return kept.Aggregate(0L, (sum, count) => unchecked(sum + count));
    }

    static int Elements(Input input) { return checked((int)BitConverter.ToInt64(input.Array, input.Offset)); }

    // A call applies the way to each of the arrays that its input stands for, and answers the sum of all.
    static void Register(Driver driver, string name, Func<ulong[], long> way) {
        Func<Dictionary<int, ulong[][]>, Input, long> call = (made, input) => {
            long sum = 0;
            foreach (var array in made[Elements(input)]) sum += way(array);
            return sum;
        };
        foreach (var benchmark in new[] { "pipeline", "csharp", "published", "published-largest" }) {
            driver.Bench(benchmark, name,
                cell => cell.Inputs.Select(Elements).ToDictionary(elements => elements, elements => Arrays.Alternated(elements, cell.Param("seeds"))),
                call);
        }
        driver.Bench("prediction-others", name,
            cell => cell.Inputs.Select(Elements).ToDictionary(elements => elements, elements => Arrays.Ordered(elements, cell.Param("data"))),
            call);
    }

    static int Main() {
        var driver = new Driver();
        Register(driver, "loop", Imperative);
        Register(driver, "lazy", Lazy);
        Register(driver, "eager", Eager);
        return driver.Serve();
    }
}
