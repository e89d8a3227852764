import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Strings lower-cased and decomposed by the JDK.
 *
 * <p>In: strings made in the set-up; out: the sum of the results' hashes. How the strings are drawn is said in
 * rust/texts/src/texts.rs.
 */
final class Main {
    private static final class Draws {
        private int a = 1, b = 18446744, c = 73709, d = 551615, drawn, left;

        private int next() {
            int result = Integer.rotateLeft(a + d, 7) + a, shifted = b << 9;
            c ^= a;
            d ^= b;
            b ^= c;
            a ^= d;
            c ^= shifted;
            d = Integer.rotateLeft(d, 11);
            return result;
        }

        /** A number below the limit, which is at most 256. */
        int below(int limit) {
            if (left == 0) {
                drawn = next();
                left = 4;
            }
            int drawnByte = drawn & 0xFF;
            drawn >>>= 8;
            left--;
            return drawnByte * limit >> 8;
        }
    }

    /** How many strings an input asks for: the first ones are the same however many there are. */
    private static int number(byte[] input) {
        return Math.toIntExact(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }

    private static byte[][] texts(Paragone.Cell cell) {
        int count = cell.inputs().stream().mapToInt(Main::number).max().getAsInt();
        byte[][] entries = Arrays.stream(cell.param("entries").split(" "))
            .map(entry -> entry.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        Draws draws = new Draws();
        byte[][] texts = new byte[count][];
        byte[] room = new byte[1024];
        for (int i = 0; i < texts.length; i++) {
            int size = 0;
            for (int left = 50 + draws.below(50); left > 0; left--) {
                byte[] entry = entries[draws.below(entries.length)];
                System.arraycopy(entry, 0, room, size, entry.length);
                size += entry.length;
            }
            texts[i] = Arrays.copyOf(room, size);
        }
        return texts;
    }

    /** FNV-1a of 64 bits. */
    private static long hash(byte[] text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text) hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
        return hash;
    }

    public static void main(String[] arguments) {
        for (String benchmark : new String[] {"emoji", "letters", "libraries-emoji", "libraries-letters"}) {
            Paragone.bench(benchmark, "jdk", cell -> {
                byte[][] texts = texts(cell);
                return input -> {
                    long sum = 0;
                    for (int i = 0, count = number(input); i < count; i++) {
                        String lower = new String(texts[i], StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
                        sum += hash(Normalizer.normalize(lower, Normalizer.Form.NFD).getBytes(StandardCharsets.UTF_8));
                    }
                    Paragone.answer(sum);
                };
            });
        }
        Paragone.serve();
    }
}
