// C#'s ways to call what the input's bytes choose.
//
// In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. The loop is
// written out for each way, because a call through a delegate is not inlined.

using System;
using System.Linq;
using System.Reflection;
using Paragone;

static class Dispatch {
    // Known when the class is loaded, and never changed: a compiler at run time may take it for a constant.
    static readonly bool IsDirect = Environment.GetEnvironmentVariable("DISPATCH_SUPERCLASS") == null;

    // There are 1, 2 or 8 targets.
    static uint Mask(Cell cell) { return uint.Parse(cell.Param("targets")) - 1; }

    // What a way works on, and how many targets there are.
    sealed class Ready<T> {
        public T All;
        public uint Mask;
    }

    static Ready<T> With<T>(Cell cell, T all) { return new Ready<T> { All = all, Mask = Mask(cell) }; }

    static long Plain(uint mask, Input input) {
        if (mask != 0) throw new ArgumentException("a plain call has one target");
        uint folded = 1;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) folded = Kept.A(folded, input.Array[i]);
        return folded;
    }

    static long Direct(uint mask, Input input) {
        uint folded = 1;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) folded = Targets.Direct(mask, folded, input.Array[i]);
        return folded;
    }

    static long NeverInlined(uint mask, Input input) {
        uint folded = 1;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) folded = Kept.Direct(mask, folded, input.Array[i]);
        return folded;
    }

    static long Condition(Ready<Binding[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var bindings = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = bindings[b & mask].IsDirect ? Kept.Direct(mask, folded, b) : Targets.Superclass(folded, b);
        }
        return folded;
    }

    static long ConditionOnStaticReadonly(uint mask, Input input) {
        uint folded = 1;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = IsDirect ? Kept.Direct(mask, folded, b) : Targets.Superclass(folded, b);
        }
        return folded;
    }

    static long Single(ISingle single, Input input) {
        uint folded = 1;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) folded = single.Choose(folded, input.Array[i]);
        return folded;
    }

    static long Virtual(Ready<Target[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var objects = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = objects[b & mask].Apply(folded, b);
        }
        return folded;
    }

    static long Interface(Ready<IApplies[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var objects = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = objects[b & mask].ApplyTo(folded, b);
        }
        return folded;
    }

    static long Delegate(Ready<Func<uint, uint, uint>[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var delegates = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = delegates[b & mask](folded, b);
        }
        return folded;
    }

    // Asks one class after the other whether it is that.
    static uint ByType(object target, uint folded, uint b) {
        if (target is OfA) return ((OfA)target).Apply(folded, b);
        if (target is OfB) return ((OfB)target).Apply(folded, b);
        if (target is OfC) return ((OfC)target).Apply(folded, b);
        if (target is OfD) return ((OfD)target).Apply(folded, b);
        if (target is OfE) return ((OfE)target).Apply(folded, b);
        if (target is OfF) return ((OfF)target).Apply(folded, b);
        if (target is OfG) return ((OfG)target).Apply(folded, b);
        if (target is OfH) return ((OfH)target).Apply(folded, b);
        throw new InvalidOperationException("there are eight classes");
    }

    static long ByType(Ready<object[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var objects = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = ByType(objects[b & mask], folded, b);
        }
        return folded;
    }

    static long Reflection(Ready<MethodInfo[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var methods = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            folded = (uint)methods[b & mask].Invoke(null, new object[] { folded, b });
        }
        return folded;
    }

    static long Dynamic(Ready<object[]> ready, Input input) {
        uint folded = 1, mask = ready.Mask;
        var objects = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            dynamic target = objects[b & mask];
            folded = target.Apply(folded, b);
        }
        return folded;
    }

    // Raises the chosen event for each byte. The handlers beyond the first must all have been called.
    static long Raise(Ready<Source[]> ready, int handlers, Input input) {
        var state = new State();
        var mask = ready.Mask;
        var sources = ready.All;
        var end = input.Offset + input.Length;
        for (var i = input.Offset; i < end; i++) {
            uint b = input.Array[i];
            sources[b & mask].Raise(state, b);
        }
        if (state.Seen != (handlers - 1) * (long)input.Length) throw new InvalidOperationException("a handler was left out");
        return state.Folded;
    }

    static void Bench(Driver driver, string benchmark) {
        driver.Bench(benchmark, "plain", Mask, Plain);
        driver.Bench(benchmark, "direct", Mask, Direct);
        driver.Bench(benchmark, "never-inlined", Mask, NeverInlined);
        driver.Bench(benchmark, "condition", cell => With(cell, Targets.Bindings()), Condition);
        driver.Bench(benchmark, "condition-static", Mask, ConditionOnStaticReadonly);
        driver.Bench(benchmark, "single", cell => (ISingle)new Only(Mask(cell)), Single);
        driver.Bench(benchmark, "virtual", cell => With(cell, Targets.Objects()), Virtual);
        driver.Bench(benchmark, "interface", cell => With(cell, Targets.Objects().Cast<IApplies>().ToArray()), Interface);
        driver.Bench(benchmark, "delegate", cell => With(cell, Targets.Delegates()), Delegate);
        driver.Bench(benchmark, "by-type", cell => With(cell, Targets.Objects().ToArray<object>()), ByType);
        driver.Bench(benchmark, "reflection", cell => With(cell, Targets.Delegates().Select(each => each.Method).ToArray()), Reflection);
        driver.Bench(benchmark, "dynamic", cell => With(cell, Targets.Objects().ToArray<object>()), Dynamic);
        foreach (var each in new[] { 1, 4 }) {
            var handlers = each;
            driver.Bench(benchmark, "event-" + handlers,
                cell => With(cell, Targets.Delegates().Select(job => new Source(job, handlers)).ToArray()),
                (ready, input) => Raise(ready, handlers, input));
        }
    }

    static int Main() {
        var driver = new Driver();
        foreach (var benchmark in new[] { "one", "two", "eight" }) Bench(driver, benchmark);
        return driver.Serve();
    }
}
