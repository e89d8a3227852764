import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

/**
 * The jobs that `protocol/transcripts` speak of, in Java.
 *
 * <p>In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
 * jobs in the same order, and none has any other use.
 */
class Conformance {
    // Numbers found nowhere else, as in the drivers whose machine code can be looked at.
    private static final long KEPT = 0xC6A3_5D1E_94F7_2B8DL;
    private static final long ANSWERED = 0xB1E9_47D2_6C83_5FA5L;
    private static final long DROPPED = 0xD5F2_8B3C_71A6_4E97L;

    public static void main(String[] arguments) {
        Paragone.bench("echo", "bytes", cell -> Paragone::answer);
        Paragone.bench("sum", "bytes", cell -> input -> {
            long total = 0;
            for (byte b : input) total += b & 0xFF;
            Paragone.answer(total);
        });
        Paragone.bench("count", "calls", cell -> {
            long[] calls = new long[1];
            return input -> Paragone.answer(++calls[0]);
        });
        Paragone.benchWithReset("reset", "inplace",
            cell -> new byte[1][],
            (state, input) -> state[0] = input.clone(),
            (state, input) -> {
                for (int i = 0; i < state[0].length; i++) state[0][i]++;
                Paragone.answer(state[0]);
            });
        Paragone.bench("param", "value", cell -> {
            String value = cell.param("value");
            return input -> Paragone.answer(value);
        });
        Paragone.bench("inputs", "count", cell -> {
            long total = cell.inputs().stream().mapToLong(input -> 1000 + input.length).sum();
            return input -> Paragone.answer(total);
        });
        // Inputs have no address that would stay.
        Paragone.bench("inputs", "aligned", cell -> input -> Paragone.answer(0));
        Paragone.bench("fail", "call", cell -> input -> {
            throw new IllegalStateException("this call always fails");
        });
        Paragone.bench("fail", "setup", cell -> {
            throw new IllegalStateException("this setup always fails");
        });
        Paragone.bench("fail", "verbose", cell -> input -> {
            throw new IllegalStateException("a line\nand another\r\n".repeat(1000));
        });
        Paragone.bench("print", "noise", cell -> input -> System.out.println("noise on standard output"));
        Paragone.bench("read", "stdin",
            cell -> input -> Paragone.answer(new BufferedReader(new InputStreamReader(System.in)).lines().count()));
        Paragone.bench("work", "kept", cell -> input -> Paragone.keep(mixed(input, KEPT)));
        Paragone.bench("work", "answered", cell -> input -> Paragone.answer(mixed(input, ANSWERED)));
        Paragone.bench("work", "dropped", cell -> input -> mixed(input, DROPPED));
        Paragone.serve();
    }

    private static long mixed(byte[] input, long factor) {
        long mix = 1;
        for (byte b : input) mix = (mix ^ b & 0xFF) * factor;
        return mix;
    }
}
