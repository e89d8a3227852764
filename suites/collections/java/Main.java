// The pipeline in Java: a loop, streams, and an array after each stage.
//
// In: an array of 64-bit integers; out: the sum of the leading zeros.

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

class Main {
    private static long imperative(long[] values) {
        long sum = 0;
        for (long value : values) {
            if (value == 0) continue;
            long swapped = Long.reverseBytes(value);
            if ((swapped & 0xff00) >> 8 >= (swapped & 0xff)) continue;
            long zeros = Long.numberOfLeadingZeros(swapped);
            if (zeros > 56) continue;
            sum += zeros;
        }
        return sum;
    }

    private static long lazy(long[] values) {
        return Arrays.stream(values)
            .filter(value -> value != 0)
            .map(Long::reverseBytes)
            .filter(value -> (value & 0xff00) >> 8 < (value & 0xff))
            .map(Long::numberOfLeadingZeros)
            .filter(zeros -> zeros <= 56)
            .sum();
    }

    private static long parallel(long[] values) {
        return Arrays.stream(values)
            .parallel()
            .filter(value -> value != 0)
            .map(Long::reverseBytes)
            .filter(value -> (value & 0xff00) >> 8 < (value & 0xff))
            .map(Long::numberOfLeadingZeros)
            .filter(zeros -> zeros <= 56)
            .sum();
    }

    private static long eager(long[] values) {
        long[] present = Arrays.stream(values).filter(value -> value != 0).toArray();
        long[] swapped = Arrays.stream(present).map(Long::reverseBytes).toArray();
        long[] ordered = Arrays.stream(swapped).filter(value -> (value & 0xff00) >> 8 < (value & 0xff)).toArray();
        long[] zeros = Arrays.stream(ordered).map(Long::numberOfLeadingZeros).toArray();
        long[] kept = Arrays.stream(zeros).filter(count -> count <= 56).toArray();
        return Arrays.stream(kept).sum();
    }

    /** Numbers that are objects, as a collection of the library holds them. */
    private static long lazyBoxed(List<Long> values) {
        return values.stream()
            .filter(value -> value != 0)
            .map(Long::reverseBytes)
            .filter(value -> (value & 0xff00) >> 8 < (value & 0xff))
            .map(Long::numberOfLeadingZeros)
            .filter(zeros -> zeros <= 56)
            .reduce(0, Integer::sum);
    }

    private static long eagerBoxed(List<Long> values) {
        List<Long> present = values.stream().filter(value -> value != 0).toList();
        List<Long> swapped = present.stream().map(Long::reverseBytes).toList();
        List<Long> ordered = swapped.stream().filter(value -> (value & 0xff00) >> 8 < (value & 0xff)).toList();
        List<Integer> zeros = ordered.stream().map(Long::numberOfLeadingZeros).toList();
        List<Integer> kept = zeros.stream().filter(count -> count <= 56).toList();
        return kept.stream().reduce(0, Integer::sum);
    }

    private static int elements(byte[] input) {
        return Math.toIntExact(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }

    /** A call applies the way to each of the arrays that its input stands for, and answers the sum of all. */
    private static <C> Paragone.Call job(
            Paragone.Cell cell, IntFunction<long[][]> arrays, Function<long[], C> made, ToLongFunction<C> way) {
        Map<Integer, List<C>> byElements = new HashMap<>();
        for (byte[] input : cell.inputs()) {
            int elements = elements(input);
            byElements.put(elements, Arrays.stream(arrays.apply(elements)).map(made).toList());
        }
        return input -> {
            long sum = 0;
            for (C collection : byElements.get(elements(input))) sum += way.applyAsLong(collection);
            Paragone.answer(sum);
        };
    }

    /** `made` turns an array into the collection that the way wants. */
    private static <C> void register(String name, Function<long[], C> made, ToLongFunction<C> way) {
        for (String benchmark : List.of("pipeline", "java", "published", "published-largest")) {
            Paragone.bench(benchmark, name,
                cell -> job(cell, elements -> Arrays64.alternated(elements, cell.param("seeds")), made, way));
        }
        Paragone.bench("prediction-others", name,
            cell -> job(cell, elements -> Arrays64.ordered(elements, cell.param("data")), made, way));
    }

    public static void main(String[] arguments) {
        Function<long[], long[]> plain = array -> array;
        Function<long[], List<Long>> boxed = array -> Arrays.stream(array).boxed().toList();
        register("loop", plain, Main::imperative);
        register("lazy", plain, Main::lazy);
        register("eager", plain, Main::eager);
        register("lazy-boxed", boxed, Main::lazyBoxed);
        register("eager-boxed", boxed, Main::eagerBoxed);
        register("parallel-stream", plain, Main::parallel);
        Paragone.serve();
    }
}
