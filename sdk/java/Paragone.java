import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Makes a program a driver: register jobs with {@link #bench}, then {@link #serve}.
 *
 * <p>In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and
 * times. It parses no flag, does no statistics and knows no benchmark. Standard library only.
 *
 * <pre>{@code
 * class Main {
 *     public static void main(String[] arguments) {
 *         Paragone.bench("sum", "loop", cell -> input -> {
 *             long sum = 0;
 *             for (byte b : input) sum += b & 0xFF;
 *             Paragone.answer(sum);
 *         });
 *         Paragone.serve();
 *     }
 * }
 * }</pre>
 *
 * <p>For Java 17 and later. A file whose name is not ASCII is found only in a locale that can write
 * the name, such as C.UTF-8.
 */
public final class Paragone {
    /** What a request may measure: bytes of one line, and lines between `prepare` and `end`. */
    private static final int MOST_LINE = 4096, MOST_LINES = 4096;

    /** Names of readings, of one request. */
    private static final int MOST_READINGS = 16;

    /** What is timed: takes an input, and says its result by {@link #answer}, or nothing. */
    public interface Call {
        void call(byte[] input) throws Exception;
    }

    /** Runs untimed at each `prepare`; what it returns is timed. */
    public interface Setup {
        Call prepare(Cell cell) throws Exception;
    }

    /** The two for a job that changes its state. */
    public interface CallOn<S> {
        void call(S state, byte[] input) throws Exception;
    }

    public interface SetupOf<S> {
        S prepare(Cell cell) throws Exception;
    }

    // The slots of `answer` and `keep`. An opaque access is a plain move of the processor, but the
    // compiler may leave none out, and has to believe that memory is another after it: so it can neither
    // skip a call's work nor do it once for all calls, and what is stored is on the heap.
    private static final int NOTHING = 0, NUMBER = 1, BYTES = 2, TEXT = 3;
    private static int kind, length;
    private static long number, keptNumber;
    private static Object object, keptObject;
    private static final VarHandle NUMBER_SLOT = slot("number", long.class), OBJECT_SLOT = slot("object", Object.class);
    private static final VarHandle KEPT_NUMBER = slot("keptNumber", long.class);
    private static final VarHandle KEPT_OBJECT = slot("keptObject", Object.class);

    private static VarHandle slot(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Paragone.class, field, type);
        } catch (ReflectiveOperationException fault) {
            throw new AssertionError(fault);
        }
    }

    /** The result of the call under way: Paragone compares its 8 bytes, little-endian. */
    public static void answer(long result) {
        NUMBER_SLOT.setOpaque(result);
        kind = NUMBER;
    }

    public static void answer(boolean result) {
        answer(result ? 1L : 0L);
    }

    /** Bytes are not copied: they must stay as they are until the next call. */
    public static void answer(byte[] result) {
        answer(result, result.length);
    }

    /** The first bytes of a buffer. */
    public static void answer(byte[] buffer, int count) {
        OBJECT_SLOT.setOpaque(buffer);
        length = count;
        kind = BYTES;
    }

    /** Text becomes UTF-8 when Paragone asks for it. */
    public static void answer(String result) {
        OBJECT_SLOT.setOpaque(result);
        kind = TEXT;
    }

    private static byte[] answered() {
        return switch (kind) {
            case NUMBER -> littleEndian(number);
            case BYTES -> Arrays.copyOf((byte[]) object, length);
            case TEXT -> ((String) object).getBytes(StandardCharsets.UTF_8);
            default -> new byte[0];
        };
    }

    private static byte[] littleEndian(long number) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (number >>> 8 * i);
        return bytes;
    }

    /** Keeps a value from being optimised away; an object stays in memory until the next one is kept. */
    public static void keep(Object value) {
        KEPT_OBJECT.setOpaque(value);
    }

    public static void keep(long value) {
        KEPT_NUMBER.setOpaque(value);
    }

    public static void keep(double value) {
        KEPT_NUMBER.setOpaque(Double.doubleToRawLongBits(value));
    }

    private static final String[] toldNames = new String[MOST_READINGS];
    private static final double[] toldValues = new double[MOST_READINGS];
    private static int told;

    /**
     * Tells a number beside the time, from within a call and from the thread that was called: it goes with the
     * sample, under a name of `a-z 0-9 _ + -`.
     *
     * <p>A sample has many calls, and each name once, with the value that was told last: a job that wants a total
     * adds it up and tells it at any call. More than 16 names in one request fail it; what an untimed call tells
     * is forgotten.
     */
    public static void reading(String name, double value) {
        int at = 0;
        while (at < told && !toldNames[at].equals(name)) at++;
        if (at == MOST_READINGS) {
            throw new IllegalStateException("readings of more than " + MOST_READINGS + " names in one request");
        }
        toldNames[at] = name;
        toldValues[at] = value;
        if (at == told) told++;
    }

    /** What `prepare` said: the inputs, already in memory, and the parameters. */
    public static final class Cell {
        private final List<byte[]> inputs = new ArrayList<>();
        private final Map<String, String> params = new HashMap<>();

        private Cell() {}

        /** The inputs, one of which each call gets. They have no address: the collector moves them. */
        public List<byte[]> inputs() {
            return inputs;
        }

        /** The value of a parameter; one that the suite does not set fails the cell by name. */
        public String param(String name) {
            String value = params.get(name);
            if (value == null) throw new IllegalArgumentException("no parameter `" + name + "`");
            return value;
        }
    }

    /** A cell that is ready to be called: `call` is set, or all the others are. */
    private record Job(Call call, CallOn<Object> callOn, CallOn<Object> reset, Object state, byte[][] inputs) {
        private static final VarHandle INPUT = MethodHandles.arrayElementVarHandle(byte[][].class);

        void answer(byte[] input) throws Exception {
            if (call != null) {
                call.call(input);
                return;
            }
            reset.call(state, input);
            callOn.call(state, input);
        }

        // A loop of its own for each kind, which the compiler replaces while it runs. What calls it may
        // inline, the implementation too, as in any program; the opaque readings keep the calls apart.
        long time(long calls) throws Exception {
            long wall = 0;
            int next = 0;
            // The first reading brings the clock's own code and data into the cache.
            System.nanoTime();
            if (reset != null) {
                for (long i = 0; i != calls; i++) {
                    byte[] input = (byte[]) INPUT.getOpaque(inputs, next);
                    next = next + 1 == inputs.length ? 0 : next + 1;
                    reset.call(state, input);
                    CallOn<Object> callOn = ((Job) JOB.getOpaque()).callOn;
                    long start = System.nanoTime();
                    callOn.call(state, input);
                    wall += System.nanoTime() - start;
                }
                return wall;
            }
            long start = System.nanoTime();
            for (long i = 0; i != calls; i++) {
                byte[] input = (byte[]) INPUT.getOpaque(inputs, next);
                next = next + 1 == inputs.length ? 0 : next + 1;
                // Read anew each time, or what depends on its own values alone could be computed once.
                ((Job) JOB.getOpaque()).call.call(input);
            }
            return System.nanoTime() - start;
        }
    }

    private interface Preparation {
        Job prepare(Cell cell, byte[][] inputs) throws Exception;
    }

    private record Registered(boolean hasReset, Preparation preparation) {}

    private static final Map<String, Registered> registered = new LinkedHashMap<>();

    private static void register(String benchmark, String implementation, boolean hasReset, Preparation preparation) {
        registered.put(benchmark + " " + implementation, new Registered(hasReset, preparation));
    }

    /** Registers an implementation of a benchmark. */
    public static void bench(String benchmark, String implementation, Setup setup) {
        register(
            benchmark, implementation, false, (cell, inputs) -> new Job(setup.prepare(cell), null, null, null, inputs));
    }

    /** The same for a job that changes its state: `reset` runs untimed before each call. */
    @SuppressWarnings("unchecked")
    public static <S> void benchWithReset(
            String benchmark, String implementation, SetupOf<S> setup, CallOn<S> reset, CallOn<S> call) {
        // The loop need not know the type of a state that it only hands on.
        register(
            benchmark,
            implementation,
            true,
            (cell, inputs) ->
                new Job(null, (CallOn<Object>) call, (CallOn<Object>) reset, setup.prepare(cell), inputs));
    }

    /** Talks with Paragone until it says `quit`; does not return. */
    public static void serve() {
        if (isTerminal()) {
            System.err.println("this is a benchmark driver: it is started by `paragone run`, not by hand");
            System.exit(2);
        }
        // The one job that every driver has: its time is what a call costs.
        bench("paragone", "empty", cell -> input -> {});
        int code = 0;
        try {
            InputStream input = privateInput();
            hold(input, privateOutput());
        } catch (IOException fault) {
            System.err.println("driver: " + fault.getMessage());
            code = 1;
        }
        System.err.flush();
        System.exit(code);
    }

    /** A request that is not obeyed, and why. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String reason) {
            super(reason);
        }
    }

    private static Job job;
    private static final VarHandle JOB = slot("job", Job.class);
    private static boolean isTimed;
    private static int samples;

    private static InputStream fromLab;
    private static final byte[] buffer = new byte[MOST_LINE];
    private static int begin, end;

    private static void hold(InputStream input, OutputStream output) throws IOException {
        fromLab = input;
        for (String line = line(); line != null; line = line()) {
            String[] words = split(line);
            if (words[0].equals("quit")) return;
            List<String> details = words[0].equals("prepare") ? details() : List.of();
            byte[] reply;
            try {
                reply = reply(words[0], words[1], details);
            } catch (Refusal refusal) {
                reply = error(refusal.getMessage());
            } catch (Throwable thrown) {
                // What an implementation throws fails its request, not the conversation.
                reply = error("threw " + thrown);
            }
            output.write(reply);
        }
    }

    private static String[] split(String line) {
        int space = line.indexOf(' ');
        return space < 0 ? new String[] {line, ""} : new String[] {line.substring(0, space), line.substring(space + 1)};
    }

    /** The next line without its end, or null where Paragone has closed its side. */
    private static String line() throws IOException {
        for (int at = begin; ; at++) {
            if (at == end) {
                System.arraycopy(buffer, begin, buffer, 0, end - begin);
                at -= begin;
                end -= begin;
                begin = 0;
                int count = end == buffer.length ? -1 : fromLab.read(buffer, end, buffer.length - end);
                if (count < 0 && end == 0) return null;
                if (count < 0) throw new IOException("a line that does not end, or not within 4096 bytes");
                end += count;
            }
            if (buffer[at] == '\n') {
                String line = new String(buffer, begin, at - begin, StandardCharsets.UTF_8);
                begin = at + 1;
                return line;
            }
        }
    }

    /** The lines up to `end`, read whatever is wrong, so that the next request is read as a request. */
    private static List<String> details() throws IOException {
        List<String> lines = new ArrayList<>();
        while (lines.size() <= MOST_LINES) {
            String line = line();
            if (line == null) break;
            if (line.equals("end")) return lines;
            lines.add(line);
        }
        throw new IOException("`prepare` without an `end`");
    }

    private static byte[] reply(String word, String rest, List<String> details) throws Exception {
        told = 0;
        switch (word) {
            case "paragone":
                long version = number(word, rest, 0);
                if (version == 0) throw new Refusal("this driver speaks protocol 1 and 2");
                return utf8(greeting(version == 1 ? 1 : 2));
            case "prepare":
                prepare(rest, details);
                return utf8("ok\n");
            case "answer":
                return answerTo(number(word, rest, 0));
            case "time":
                return timed(number(word, rest, 1));
            case "audit":
                return audited(number(word, rest, 1));
            case "last":
                if (!isTimed) throw new Refusal("nothing was timed");
                return counted(answered());
            default:
                throw new Refusal("unknown request `" + word + "`");
        }
    }

    private static String greeting(int version) {
        String clock = System.getProperty("os.name").startsWith("Mac") ? "CLOCK_UPTIME_RAW" : "CLOCK_MONOTONIC";
        StringBuilder text = new StringBuilder("paragone " + version + "\nlanguage java\nruntime ");
        text.append(System.getProperty("java.vm.name")).append(' ').append(System.getProperty("java.runtime.version"));
        text.append("\nclock ").append(clock).append(' ').append(resolution()).append('\n');
        for (Map.Entry<String, Registered> one : registered.entrySet()) {
            if (one.getKey().equals("paragone empty")) continue;
            text.append("implementation ").append(one.getKey());
            text.append(one.getValue().hasReset() && version > 1 ? " reset\n" : "\n");
        }
        return text.append("ready\n").toString();
    }

    private static void prepare(String wanted, List<String> details) throws Exception {
        job = null;
        object = keptObject = null;
        isTimed = false;
        Cell cell = new Cell();
        for (String line : details) {
            String[] words = split(line);
            if (words[0].equals("input")) {
                cell.inputs.add(read(words[1]));
            } else if (words[0].equals("param")) {
                String[] param = split(words[1]);
                cell.params.putIfAbsent(param[0], param[1]);
            } else {
                throw new Refusal("unknown line `" + line + "` in `prepare`");
            }
        }
        Registered found = registered.get(wanted);
        if (found == null) throw new Refusal("unknown implementation `" + wanted + "`");
        byte[][] inputs = cell.inputs.isEmpty() ? new byte[1][0] : cell.inputs.toArray(new byte[0][]);
        job = found.preparation().prepare(cell, inputs);
    }

    private static byte[] read(String path) throws Refusal {
        try (FileInputStream file = new FileInputStream(path)) {
            return file.readAllBytes();
        } catch (IOException fault) {
            throw new Refusal("failed to read input `" + path + "`: " + fault.getMessage());
        }
    }

    private static byte[] answerTo(long index) throws Exception {
        if (job == null) throw new Refusal("nothing is prepared");
        if (Long.compareUnsigned(index, job.inputs.length) >= 0) {
            throw new Refusal("no input " + Long.toUnsignedString(index));
        }
        return counted(untimed((int) index));
    }

    /** What one untimed call answers. */
    private static byte[] untimed(int index) throws Exception {
        // `last` speaks of timed calls alone.
        isTimed = false;
        kind = NOTHING;
        job.answer(job.inputs[index]);
        return answered();
    }

    /** So many untimed calls, and one number made of all their answers: each one's length, 8 bytes, and its bytes. */
    private static byte[] audited(long calls) throws Exception {
        if (job == null) throw new Refusal("nothing is prepared");
        CRC32 crc = new CRC32();
        int next = 0;
        for (long i = 0; i != calls; i++) {
            byte[] answer = untimed(next);
            next = next + 1 == job.inputs.length ? 0 : next + 1;
            crc.update(littleEndian(answer.length));
            crc.update(answer);
        }
        return utf8("audit " + crc.getValue() + "\n");
    }

    private static byte[] timed(long calls) throws Exception {
        if (job == null) throw new Refusal("nothing is prepared");
        isTimed = false;
        kind = NOTHING;
        long[] sample = new long[4];
        lower(samples++ % PLACES * FRAMES, calls, sample);
        isTimed = true;
        StringBuilder own = new StringBuilder();
        for (int i = 0; i < told; i++) own.append("reading " + toldNames[i] + " " + toldValues[i] + "\n");
        return utf8(own + "reading gc " + sample[2] + "\nreading allocated " + sample[3]
            + "\ntime " + sample[0] + " " + sample[1] + "\n");
    }

    /**
     * Samples take sixteen places of the stack in turn. Where the stack lies beside other data can cost
     * ten percent, and one process has one such luck for its whole life. How large a frame is depends on
     * what made it, such as 168 bytes interpreted and 80 compiled: five are a place, and sixteen places
     * cross a page of 4 KiB. As five is odd, the place within a cache line is mostly another as well.
     */
    private static final int PLACES = 16, FRAMES = 5;

    private static void lower(int frames, long calls, long[] sample) throws Exception {
        if (frames > 0) {
            lower(frames - 1, calls, sample);
            return;
        }
        long collections = Counters.collections(), cpu = Counters.cpu(), allocated = Counters.allocated();
        sample[0] = job.time(calls);
        sample[3] = Counters.allocated() - allocated;
        sample[1] = Counters.cpu() - cpu;
        sample[2] = Counters.collections() - collections;
    }

    private static long number(String word, String text, long least) throws Refusal {
        try {
            long number = Long.parseUnsignedLong(text);
            // It takes a sign, which the protocol does not have, and digits of every script.
            boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
            if (digits && Long.compareUnsigned(number, least) >= 0) return number;
        } catch (NumberFormatException none) {
            // It is said below what was expected.
        }
        throw new Refusal("expected `" + word + " NUMBER`, got `" + word + " " + text + "`");
    }

    /** One line, and not a long one, whatever an implementation said. */
    private static byte[] error(String text) {
        StringBuilder line = new StringBuilder("error ");
        text.codePoints().limit(500).map(c -> Character.isISOControl(c) ? ' ' : c).forEach(line::appendCodePoint);
        return utf8(line.append('\n').toString());
    }

    private static byte[] counted(byte[] answer) {
        byte[] head = utf8("answer " + answer.length + "\n");
        byte[] reply = Arrays.copyOf(head, head.length + answer.length);
        System.arraycopy(answer, 0, reply, head.length, answer.length);
        return reply;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long resolution() {
        long least = Long.MAX_VALUE, before = System.nanoTime(), after = before;
        for (int steps = 0; steps < 1000; steps++, before = after) {
            // A clock that stands still for so many readings has no step that could be told.
            for (int i = 0; i < 1_000_000 && after == before; i++) after = System.nanoTime();
            if (after == before) break;
            least = Math.min(least, after - before);
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    /** What the runtime counts, read outside of the wall interval. A class of its own, as it loads slowly. */
    private static final class Counters {
        private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

        /**
         * The process's CPU time is counted in steps of 10 ms by many runtimes, far more than a sample
         * lasts. There it is the time of this thread, whose step is below a microsecond, and what
         * collectors and compilers use beside it is left out.
         */
        private static final boolean STEPS = SYSTEM.getProcessCpuTime() % 1_000_000 == 0;

        static long cpu() {
            return STEPS ? THREADS.getCurrentThreadCpuTime() : SYSTEM.getProcessCpuTime();
        }

        /** Bytes that this thread asked for; other threads of an implementation are not seen. */
        static long allocated() {
            return THREADS.getCurrentThreadAllocatedBytes();
        }

        static long collections() {
            long count = 0;
            for (GarbageCollectorMXBean collector : COLLECTORS) count += Math.max(0, collector.getCollectionCount());
            return count;
        }
    }

    private static boolean isTerminal() {
        if (System.console() != null) return true;
        try {
            // A console has both streams; here the first of them is asked about.
            String device = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException nothingKnown) {
            return false;
        }
    }

    // The streams serve the conversation alone. Java has no `dup2`: a descriptor is copied by opening it
    // anew, and when it closes one of the first three, the runtime puts /dev/null in its place. So what
    // Java code prints goes to standard error, and what native code prints is lost; nothing can be read.
    // A socket cannot be opened anew: then only the streams of Java are replaced.

    private static InputStream privateInput() throws IOException {
        InputStream input = new FileInputStream(FileDescriptor.in);
        try {
            InputStream copy = new FileInputStream("/dev/fd/0");
            input.close();
            input = copy;
        } catch (IOException socket) {
            // It goes on with the descriptor itself.
        }
        System.setIn(InputStream.nullInputStream());
        return input;
    }

    private static OutputStream privateOutput() throws IOException {
        OutputStream output = new FileOutputStream(FileDescriptor.out);
        try {
            // To append: otherwise a file would be emptied.
            OutputStream copy = new FileOutputStream("/dev/fd/1", true);
            output.close();
            output = copy;
        } catch (IOException socket) {
            // It goes on with the descriptor itself.
        }
        System.setOut(System.err);
        return output;
    }
}
