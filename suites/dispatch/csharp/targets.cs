// What is called: eight tiny jobs, by each of C#'s ways to call them.
//
// In: what was folded so far, and a byte; out: what is folded now.

using System;
using System.Runtime.CompilerServices;

static class Targets {
    public static uint A(uint folded, uint b) { return folded * 5 + b; }
    public static uint B(uint folded, uint b) { return (folded ^ b) + (folded << 3); }
    public static uint C(uint folded, uint b) { return (folded ^ (folded >> 15)) + b; }
    public static uint D(uint folded, uint b) { return folded * 3 ^ b; }
    public static uint E(uint folded, uint b) { return (folded + b) ^ (folded << 5); }
    public static uint F(uint folded, uint b) { return (folded - b) ^ (folded >> 9); }
    public static uint G(uint folded, uint b) { return folded * 9 - b; }
    public static uint H(uint folded, uint b) { return ~folded + (b << 7); }

    // What a binding calls where it is not direct, which does not happen.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static uint Superclass(uint folded, uint b) { return folded ^ b; }

    public static uint Direct(uint mask, uint folded, uint b) {
        switch (b & mask) {
            case 0: return A(folded, b);
            case 1: return B(folded, b);
            case 2: return C(folded, b);
            case 3: return D(folded, b);
            case 4: return E(folded, b);
            case 5: return F(folded, b);
            case 6: return G(folded, b);
            default: return H(folded, b);
        }
    }

    public static Target[] Objects() {
        return new Target[] { new OfA(), new OfB(), new OfC(), new OfD(), new OfE(), new OfF(), new OfG(), new OfH() };
    }

    public static Func<uint, uint, uint>[] Delegates() {
        return new Func<uint, uint, uint>[] { A, B, C, D, E, F, G, H };
    }

    public static Binding[] Bindings() {
        var all = new Binding[8];
        for (var i = 0; i < all.Length; i++) all[i] = new Binding(true);
        return all;
    }
}

// The same jobs where the compiler is forbidden to carry them into the caller.
static class Kept {
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static uint A(uint folded, uint b) { return Targets.A(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint B(uint folded, uint b) { return Targets.B(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint C(uint folded, uint b) { return Targets.C(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint D(uint folded, uint b) { return Targets.D(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint E(uint folded, uint b) { return Targets.E(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint F(uint folded, uint b) { return Targets.F(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint G(uint folded, uint b) { return Targets.G(folded, b); }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint H(uint folded, uint b) { return Targets.H(folded, b); }

    public static uint Direct(uint mask, uint folded, uint b) {
        switch (b & mask) {
            case 0: return A(folded, b);
            case 1: return B(folded, b);
            case 2: return C(folded, b);
            case 3: return D(folded, b);
            case 4: return E(folded, b);
            case 5: return F(folded, b);
            case 6: return G(folded, b);
            default: return H(folded, b);
        }
    }
}

// An object that has the job as its method, by a class.
public abstract class Target {
    public abstract uint Apply(uint folded, uint b);
}

// The same by an interface.
public interface IApplies {
    uint ApplyTo(uint folded, uint b);
}

public sealed class OfA : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.A(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.A(folded, b); }
}

public sealed class OfB : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.B(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.B(folded, b); }
}

public sealed class OfC : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.C(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.C(folded, b); }
}

public sealed class OfD : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.D(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.D(folded, b); }
}

public sealed class OfE : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.E(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.E(folded, b); }
}

public sealed class OfF : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.F(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.F(folded, b); }
}

public sealed class OfG : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.G(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.G(folded, b); }
}

public sealed class OfH : Target, IApplies {
    public override uint Apply(uint folded, uint b) { return Targets.H(folded, b); }
    public uint ApplyTo(uint folded, uint b) { return Targets.H(folded, b); }
}

// An interface that one class of the whole program has.
public interface ISingle {
    uint Choose(uint folded, uint b);
}

public sealed class Only : ISingle {
    readonly uint mask;

    public Only(uint mask) { this.mask = mask; }
    public uint Choose(uint folded, uint b) { return Kept.Direct(mask, folded, b); }
}

// As the bindings of Objective-C have it: true unless somebody made a subclass, and never changed.
public sealed class Binding {
    public readonly bool IsDirect;

    public Binding(bool isDirect) { IsDirect = isDirect; }
}

// What the handlers of an event work on.
public sealed class State {
    public uint Folded = 1;
    public long Seen;
}

// An event whose first handler does the job; the others count that they were called.
public sealed class Source {
    public event Action<State, uint> Came;

    public Source(Func<uint, uint, uint> job, int handlers) {
        Came += (state, b) => state.Folded = job(state.Folded, b);
        for (var i = 1; i < handlers; i++) Came += (state, b) => state.Seen++;
    }

    public void Raise(State state, uint b) {
        var came = Came;
        if (came != null) came(state, b);
    }
}
