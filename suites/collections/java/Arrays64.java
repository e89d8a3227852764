// The arrays that the pipeline goes through.
//
// In: how many elements a call gets, and in which order they come; out: the arrays. The generator is
// xoshiro256** (David Blackman and Sebastiano Vigna, 2018), begun and used as the post of 2024 did.

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

final class Arrays64 {
    /** Elements of an array of the benchmark `prediction`: 32 KiB. */
    private static final int BLOCK = 4096;

    private Arrays64() {}

    private static final class Xoshiro {
        private long a, b = 18_446_744, c = 73_709, d = 551_615;

        Xoshiro(long seed) {
            a = seed;
            for (int i = 0; i < 10; i++) next();
        }

        long next() {
            long output = Long.rotateLeft(b * 5, 7) * 9, shifted = b << 17;
            c ^= a;
            d ^= b;
            b ^= c;
            a ^= d;
            c ^= shifted;
            d = Long.rotateLeft(d, 45);
            return output;
        }
    }

    private static long[] array(long seed, int elements) {
        Xoshiro generator = new Xoshiro(seed);
        long[] values = new long[elements];
        for (int i = 0; i < elements; i++) values[i] = generator.next();
        return values;
    }

    /** The post's two arrays, which a call takes one after the other: half of the elements are in each. */
    static long[][] alternated(int elements, String seeds) {
        long[] numbers = Arrays.stream(seeds.split(",")).mapToLong(Long::parseLong).toArray();
        if (elements % numbers.length != 0) throw new IllegalArgumentException("too few elements for arrays of one length");
        return Arrays.stream(numbers).mapToObj(seed -> array(seed, elements / numbers.length)).toArray(long[][]::new);
    }

    /** Whether an element gets through every filter. */
    private static boolean isCounted(long value) {
        long swapped = Long.reverseBytes(value);
        return value != 0 && (swapped & 0xff00) >> 8 < (swapped & 0xff) && Long.numberOfLeadingZeros(swapped) <= 56;
    }

    /** Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1. */
    static long[][] ordered(int elements, String data) {
        if (elements % (2 * BLOCK) != 0) {
            throw new IllegalArgumentException("the elements have to fill pairs of arrays of " + BLOCK);
        }
        long[][] originals = alternated(2 * BLOCK, "0,1"), arrays = new long[elements / BLOCK][];
        Xoshiro dice = new Xoshiro(2);
        for (int number = 0; number < arrays.length; number++) {
            long[] original = originals[number % 2];
            arrays[number] = switch (data) {
                case "alternated" -> original.clone();
                case "predictable" -> LongStream.concat(
                    Arrays.stream(original).filter(value -> !isCounted(value)),
                    Arrays.stream(original).filter(Arrays64::isCounted)).toArray();
                case "fresh" -> shuffled(original, dice);
                default -> throw new IllegalArgumentException("no order of the data is called `" + data + "`");
            };
        }
        check(arrays, data);
        return arrays;
    }

    /** The order is in no answer, so that it is looked at here: where the counted elements of the second array are. */
    private static void check(long[][] arrays, String data) {
        if (arrays.length == 0) return;
        int places = IntStream.range(0, BLOCK).filter(place -> isCounted(arrays[1][place])).sum();
        int right = data.equals("predictable") ? 6_249_282 : data.equals("alternated") ? 4_087_321 : 4_176_195;
        if (places != right) throw new IllegalStateException("the elements are in another order than `" + data + "`");
    }

    /** Fisher and Yates', with the upper halves of the generator's outputs. */
    private static long[] shuffled(long[] original, Xoshiro dice) {
        long[] values = original.clone();
        for (int at = values.length - 1; at > 0; at--) {
            int other = (int) ((dice.next() >>> 32) * (at + 1) >>> 32);
            long value = values[at];
            values[at] = values[other];
            values[other] = value;
        }
        return values;
    }
}
