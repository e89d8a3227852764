import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * Java's ways to call what the input's bytes choose.
 *
 * <p>In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. The loop is
 * written out for each way, so that no way shares a call with another.
 */
final class Main {
    private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "g", "h"};

    /** Known when the class is loaded, and never changed: a compiler at run time may take it for a constant. */
    private static final boolean IS_DIRECT = Boolean.parseBoolean(System.getProperty("dispatch.direct", "true"));

    /** There are 1, 2 or 8 targets. */
    private static int mask(Paragone.Cell cell) {
        return Integer.parseInt(cell.param("targets")) - 1;
    }

    private static void answer(int folded) {
        Paragone.answer(folded & 0xFFFFFFFFL);
    }

    private static int plain(byte[] input) {
        int folded = 1;
        for (byte b : input) folded = Targets.a(folded, b & 0xFF);
        return folded;
    }

    private static int direct(int mask, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = Targets.direct(mask, folded, b & 0xFF);
        return folded;
    }

    private static int condition(Targets.Binding[] bindings, int mask, byte[] input) {
        int folded = 1;
        for (byte each : input) {
            int b = each & 0xFF;
            folded = bindings[b & mask].isDirect ? Targets.direct(mask, folded, b) : Targets.superclass(folded, b);
        }
        return folded;
    }

    private static int conditionOnStaticFinal(int mask, byte[] input) {
        int folded = 1;
        for (byte each : input) {
            int b = each & 0xFF;
            folded = IS_DIRECT ? Targets.direct(mask, folded, b) : Targets.superclass(folded, b);
        }
        return folded;
    }

    private static int single(Targets.Single single, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = single.choose(folded, b & 0xFF);
        return folded;
    }

    private static int virtual(Targets.Target[] objects, int mask, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = objects[b & mask].apply(folded, b & 0xFF);
        return folded;
    }

    private static int byInterface(Targets.Applies[] objects, int mask, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = objects[b & mask].applyTo(folded, b & 0xFF);
        return folded;
    }

    private static int lambda(IntBinaryOperator[] lambdas, int mask, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = lambdas[b & mask].applyAsInt(folded, b & 0xFF);
        return folded;
    }

    /** Asks one class after the other whether it is that. */
    private static int byType(Object target, int folded, int b) {
        if (target instanceof Targets.A) return ((Targets.A) target).apply(folded, b);
        if (target instanceof Targets.B) return ((Targets.B) target).apply(folded, b);
        if (target instanceof Targets.C) return ((Targets.C) target).apply(folded, b);
        if (target instanceof Targets.D) return ((Targets.D) target).apply(folded, b);
        if (target instanceof Targets.E) return ((Targets.E) target).apply(folded, b);
        if (target instanceof Targets.F) return ((Targets.F) target).apply(folded, b);
        if (target instanceof Targets.G) return ((Targets.G) target).apply(folded, b);
        if (target instanceof Targets.H) return ((Targets.H) target).apply(folded, b);
        throw new IllegalStateException("there are eight classes");
    }

    private static int byType(Object[] objects, int mask, byte[] input) {
        int folded = 1;
        for (byte b : input) folded = byType(objects[b & mask], folded, b & 0xFF);
        return folded;
    }

    private static int methodHandle(MethodHandle[] handles, int mask, byte[] input) throws Exception {
        try {
            int folded = 1;
            for (byte b : input) folded = (int) handles[b & mask].invokeExact(folded, b & 0xFF);
            return folded;
        } catch (Throwable thrown) {
            throw new Exception(thrown);
        }
    }

    private static int reflection(Method[] methods, int mask, byte[] input) throws ReflectiveOperationException {
        int folded = 1;
        for (byte b : input) folded = (Integer) methods[b & mask].invoke(null, folded, b & 0xFF);
        return folded;
    }

    /** Raises the chosen event for each byte. The handlers beyond the first must all have been called. */
    private static int raise(List<List<Targets.Handler>> events, int mask, byte[] input) {
        Targets.State state = new Targets.State();
        for (byte b : input) {
            for (Targets.Handler handler : events.get(b & mask)) handler.handle(state, b & 0xFF);
        }
        if (state.seen != (events.get(0).size() - 1L) * input.length) {
            throw new IllegalStateException("a handler was left out");
        }
        return state.folded;
    }

    private static MethodHandle handle(String name) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        return MethodHandles.lookup().findStatic(Targets.class, name, type);
    }

    private static void bench(String benchmark) {
        Paragone.bench(benchmark, "plain", cell -> {
            if (mask(cell) != 0) throw new IllegalArgumentException("a plain call has one target");
            return input -> answer(plain(input));
        });
        Paragone.bench(benchmark, "direct", cell -> {
            int mask = mask(cell);
            return input -> answer(direct(mask, input));
        });
        Paragone.bench(benchmark, "condition", cell -> {
            int mask = mask(cell);
            Targets.Binding[] bindings = Targets.bindings();
            return input -> answer(condition(bindings, mask, input));
        });
        Paragone.bench(benchmark, "condition-static", cell -> {
            int mask = mask(cell);
            return input -> answer(conditionOnStaticFinal(mask, input));
        });
        Paragone.bench(benchmark, "single", cell -> {
            Targets.Single single = new Targets.Only(mask(cell));
            return input -> answer(single(single, input));
        });
        Paragone.bench(benchmark, "virtual", cell -> {
            int mask = mask(cell);
            Targets.Target[] objects = Targets.objects();
            return input -> answer(virtual(objects, mask, input));
        });
        Paragone.bench(benchmark, "interface", cell -> {
            int mask = mask(cell);
            Targets.Applies[] objects = Targets.interfaces();
            return input -> answer(byInterface(objects, mask, input));
        });
        Paragone.bench(benchmark, "lambda", cell -> {
            int mask = mask(cell);
            IntBinaryOperator[] lambdas = Targets.lambdas();
            return input -> answer(lambda(lambdas, mask, input));
        });
        Paragone.bench(benchmark, "by-type", cell -> {
            int mask = mask(cell);
            Object[] objects = Targets.objects();
            return input -> answer(byType(objects, mask, input));
        });
        Paragone.bench(benchmark, "method-handle", cell -> {
            int mask = mask(cell);
            MethodHandle[] handles = new MethodHandle[NAMES.length];
            for (int i = 0; i < handles.length; i++) handles[i] = handle(NAMES[i]);
            return input -> answer(methodHandle(handles, mask, input));
        });
        Paragone.bench(benchmark, "reflection", cell -> {
            int mask = mask(cell);
            Method[] methods = new Method[NAMES.length];
            for (int i = 0; i < methods.length; i++) {
                methods[i] = Targets.class.getDeclaredMethod(NAMES[i], int.class, int.class);
            }
            return input -> answer(reflection(methods, mask, input));
        });
        for (int handlers : new int[] {1, 4}) {
            Paragone.bench(benchmark, "event-" + handlers, cell -> {
                int mask = mask(cell);
                List<List<Targets.Handler>> events = Targets.events(handlers);
                return input -> answer(raise(events, mask, input));
            });
        }
    }

    public static void main(String[] arguments) {
        for (String benchmark : new String[] {"one", "two", "eight"}) bench(benchmark);
        Paragone.serve();
    }
}
