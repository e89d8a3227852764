import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * What is called: eight tiny jobs, by each of Java's ways to call them.
 *
 * <p>In: what was folded so far, and a byte; out: what is folded now.
 */
final class Targets {
    private Targets() {}

    static int a(int folded, int b) { return folded * 5 + b; }
    static int b(int folded, int b) { return (folded ^ b) + (folded << 3); }
    static int c(int folded, int b) { return (folded ^ (folded >>> 15)) + b; }
    static int d(int folded, int b) { return folded * 3 ^ b; }
    static int e(int folded, int b) { return (folded + b) ^ (folded << 5); }
    static int f(int folded, int b) { return (folded - b) ^ (folded >>> 9); }
    static int g(int folded, int b) { return folded * 9 - b; }
    static int h(int folded, int b) { return ~folded + (b << 7); }

    /** What a binding calls where it is not direct, which does not happen. */
    static int superclass(int folded, int b) { return folded ^ b; }

    /** An object that has the job as its method, by a class. */
    abstract static class Target {
        abstract int apply(int folded, int b);
    }

    /** The same by an interface. */
    interface Applies {
        int applyTo(int folded, int b);
    }

    static final class A extends Target implements Applies {
        @Override int apply(int folded, int b) { return a(folded, b); }
        @Override public int applyTo(int folded, int b) { return a(folded, b); }
    }

    static final class B extends Target implements Applies {
        @Override int apply(int folded, int b) { return b(folded, b); }
        @Override public int applyTo(int folded, int b) { return b(folded, b); }
    }

    static final class C extends Target implements Applies {
        @Override int apply(int folded, int b) { return c(folded, b); }
        @Override public int applyTo(int folded, int b) { return c(folded, b); }
    }

    static final class D extends Target implements Applies {
        @Override int apply(int folded, int b) { return d(folded, b); }
        @Override public int applyTo(int folded, int b) { return d(folded, b); }
    }

    static final class E extends Target implements Applies {
        @Override int apply(int folded, int b) { return e(folded, b); }
        @Override public int applyTo(int folded, int b) { return e(folded, b); }
    }

    static final class F extends Target implements Applies {
        @Override int apply(int folded, int b) { return f(folded, b); }
        @Override public int applyTo(int folded, int b) { return f(folded, b); }
    }

    static final class G extends Target implements Applies {
        @Override int apply(int folded, int b) { return g(folded, b); }
        @Override public int applyTo(int folded, int b) { return g(folded, b); }
    }

    static final class H extends Target implements Applies {
        @Override int apply(int folded, int b) { return h(folded, b); }
        @Override public int applyTo(int folded, int b) { return h(folded, b); }
    }

    static Target[] objects() {
        return new Target[] {new A(), new B(), new C(), new D(), new E(), new F(), new G(), new H()};
    }

    static Applies[] interfaces() {
        return new Applies[] {new A(), new B(), new C(), new D(), new E(), new F(), new G(), new H()};
    }

    static IntBinaryOperator[] lambdas() {
        return new IntBinaryOperator[] {
            Targets::a, Targets::b, Targets::c, Targets::d, Targets::e, Targets::f, Targets::g, Targets::h,
        };
    }

    /** An interface that one class of the whole program has. */
    interface Single {
        int choose(int folded, int b);
    }

    static final class Only implements Single {
        private final int mask;

        Only(int mask) { this.mask = mask; }

        @Override public int choose(int folded, int b) { return direct(mask, folded, b); }
    }

    static int direct(int mask, int folded, int b) {
        switch (b & mask) {
            case 0: return a(folded, b);
            case 1: return b(folded, b);
            case 2: return c(folded, b);
            case 3: return d(folded, b);
            case 4: return e(folded, b);
            case 5: return f(folded, b);
            case 6: return g(folded, b);
            default: return h(folded, b);
        }
    }

    /** As the bindings of Objective-C have it: true unless somebody made a subclass, and never changed. */
    static final class Binding {
        final boolean isDirect;

        Binding(boolean isDirect) { this.isDirect = isDirect; }
    }

    static Binding[] bindings() {
        Binding[] all = new Binding[8];
        for (int i = 0; i < all.length; i++) all[i] = new Binding(true);
        return all;
    }

    /** What the handlers of an event work on. */
    static final class State {
        int folded = 1;
        long seen;
    }

    interface Handler {
        void handle(State state, int b);
    }

    /** The first handler does the job, the others count that they were called. */
    static List<List<Handler>> events(int handlers) {
        List<List<Handler>> events = new ArrayList<>();
        for (IntBinaryOperator job : lambdas()) {
            List<Handler> event = new ArrayList<>();
            event.add((state, b) -> state.folded = job.applyAsInt(state.folded, b));
            while (event.size() < handlers) event.add((state, b) -> state.seen++);
            events.add(event);
        }
        return events;
    }
}
