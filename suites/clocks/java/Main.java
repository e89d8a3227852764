// What the Java library offers to tell the time.
//
// In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
// was painted, or the bytes' sum. The clocks that are numbers share a loop: a process serves one of them,
// so the compiler knows which it is, and inlines it.

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

class Main {
    private static final Duration PERIOD = Duration.ofMillis(100);

    /**
     * When the display was last painted: so long before the set-up that the first read of a call paints it.
     * What the clock takes for 20 ms must be that, roughly, by the runtime's monotonic clock.
     */
    private static long checked(LongSupplier clock, long period) {
        long began = System.nanoTime(), start = clock.getAsLong();
        while (clock.getAsLong() - start <= period / 5 && System.nanoTime() - began < 2_000_000_000L) {
            Thread.onSpinWait();
        }
        long passed = System.nanoTime() - began;
        if (passed < 10_000_000 || passed >= 2_000_000_000L) {
            throw new IllegalStateException("20 ms by this clock are " + passed + " ns");
        }
        return start - period;
    }

    private static long reads(byte[] input) {
        return ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static long every(Paragone.Cell cell) {
        String every = cell.param("every");
        return every.equals("none") ? Long.MAX_VALUE : Long.parseLong(every);
    }

    private static void bench(String name, LongSupplier clock, long period) {
        Paragone.bench("read", name, cell -> {
            long setUp = checked(clock, period);
            return input -> {
                long reads = reads(input), last = setUp, painted = 0;
                for (long i = 0; i < reads; i++) {
                    long now = clock.getAsLong();
                    if (now - last > period) {
                        last = now;
                        painted++;
                    }
                }
                Paragone.answer(2 * reads + (painted > 0 ? 1 : 0));
            };
        });
        Paragone.bench("progress", name, cell -> {
            long every = every(cell);
            return input -> {
                long sum = 0, shown = 0, until = every, last = clock.getAsLong();
                for (int i = 0; i < input.length; i++) {
                    sum += input[i] & 0xFF;
                    if (--until == 0) {
                        long now = clock.getAsLong();
                        until = every;
                        if (now - last > period) {
                            shown = i + 1;
                            last = now;
                        }
                    }
                }
                Paragone.keep(shown);
                Paragone.answer(sum);
            };
        });
    }

    private static void benchInstant() {
        Paragone.bench("read", "instant-now", cell -> {
            Instant setUp = Instant.ofEpochMilli(checked(() -> Instant.now().toEpochMilli(), 100));
            return input -> {
                long reads = reads(input), painted = 0;
                Instant last = setUp;
                for (long i = 0; i < reads; i++) {
                    Instant now = Instant.now();
                    if (Duration.between(last, now).compareTo(PERIOD) > 0) {
                        last = now;
                        painted++;
                    }
                }
                Paragone.answer(2 * reads + (painted > 0 ? 1 : 0));
            };
        });
        Paragone.bench("progress", "instant-now", cell -> {
            long every = every(cell);
            return input -> {
                long sum = 0, shown = 0, until = every;
                Instant last = Instant.now();
                for (int i = 0; i < input.length; i++) {
                    sum += input[i] & 0xFF;
                    if (--until == 0) {
                        Instant now = Instant.now();
                        until = every;
                        if (Duration.between(last, now).compareTo(PERIOD) > 0) {
                            shown = i + 1;
                            last = now;
                        }
                    }
                }
                Paragone.keep(shown);
                Paragone.answer(sum);
            };
        });
    }

    public static void main(String[] arguments) {
        bench("nano-time", System::nanoTime, 100_000_000);
        bench("current-time-millis", System::currentTimeMillis, 100);
        benchInstant();
        Paragone.serve();
    }
}
