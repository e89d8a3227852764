import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.List;

/**
 * zlib's checksums by JNA's direct mapping, for which nobody writes C.
 *
 * <p>In: bytes in memory; out: their checksum. `jna-array` gives C an array of Java's, which JNA copies into
 * memory that C may see, and back. `jna-memory` has the bytes outside of Java's heap from the set-up on, so that
 * a call gives an address. C's `unsigned long` is a `long` here: for systems where both have 64 bits.
 */
class Main {
    static final class ByArray {
        static native long adler32(long adler, byte[] bytes, int length);

        static native long crc32(long crc, byte[] bytes, int length);

        static {
            Native.register(ByArray.class, "libz.so.1");
        }
    }

    static final class ByMemory {
        static native long adler32(long adler, Pointer bytes, int length);

        static native long crc32(long crc, Pointer bytes, int length);

        static {
            Native.register(ByMemory.class, "libz.so.1");
        }
    }

    /** The inputs outside of the heap; the one that was asked for last is found without a search. */
    static final class Outside {
        private final List<byte[]> inputs;
        private final Memory[] memories;
        private byte[] last;
        private Memory memory;

        Outside(Paragone.Cell cell) {
            inputs = cell.inputs();
            memories = new Memory[inputs.size()];
            for (int i = 0; i < memories.length; i++) {
                byte[] input = inputs.get(i);
                memories[i] = new Memory(input.length + 1); // none has no bytes
                memories[i].write(0, input, 0, input.length);
            }
        }

        Pointer of(byte[] input) {
            if (input != last) find(input);
            return memory;
        }

        private void find(byte[] input) {
            for (int i = 0; i < memories.length; i++) {
                if (inputs.get(i) != input) continue;
                last = input;
                memory = memories[i];
            }
        }
    }

    public static void main(String[] arguments) {
        Paragone.bench("adler32", "jna-array", cell -> input -> Paragone.answer(ByArray.adler32(1, input, input.length)));
        Paragone.bench("crc32", "jna-array", cell -> input -> Paragone.answer(ByArray.crc32(0, input, input.length)));
        Paragone.bench("first-byte", "jna-array", cell -> input -> Paragone.answer(ByArray.adler32(1, input, 1)));
        Paragone.bench("once-more", "jna-array", cell -> input ->
            Paragone.answer(ByArray.adler32(ByArray.adler32(1, input, input.length), input, 1)));
        Paragone.bench("adler32", "jna-memory", cell -> {
            Outside outside = new Outside(cell);
            return input -> Paragone.answer(ByMemory.adler32(1, outside.of(input), input.length));
        });
        Paragone.bench("crc32", "jna-memory", cell -> {
            Outside outside = new Outside(cell);
            return input -> Paragone.answer(ByMemory.crc32(0, outside.of(input), input.length));
        });
        Paragone.bench("first-byte", "jna-memory", cell -> {
            Outside outside = new Outside(cell);
            return input -> Paragone.answer(ByMemory.adler32(1, outside.of(input), 1));
        });
        Paragone.bench("once-more", "jna-memory", cell -> {
            Outside outside = new Outside(cell);
            return input -> {
                long whole = ByMemory.adler32(1, outside.of(input), input.length);
                Paragone.answer(ByMemory.adler32(whole, outside.of(input), 1));
            };
        });
        Paragone.serve();
    }
}
