// Makes a program a driver: register jobs with Driver.Bench, then Driver.Serve.
//
// In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and
// times. It parses no flag, does no statistics and knows no benchmark. For Mono and for .NET on
// Unix; class library only, in the C# that both have.
//
//     var driver = new Paragone.Driver();
//     driver.Bench("sum", "loop", (cell) => 0L, (start, input) => {
//         var sum = start;
//         for (var i = 0; i < input.Length; i++) sum += input[i];
//         return sum;
//     });
//     return driver.Serve();
//
// Wall time is Stopwatch, whose steps are 100 ns on Mono and 1 ns on .NET; CPU time is the process's
// clock of the system, in nanoseconds, and outside of the wall interval. An input is pinned bytes at an
// address that is a multiple of 64, so that native code may have it without a copy and a collector
// never moves it. Samples take several places of the stack in turn, as in the other SDKs.
// Before each time stand two readings: `gc`, the collections while it was taken, and `allocated`, the
// bytes that this thread allocated. Nothing is warmed up and nothing collected in secret.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Paragone {

/// <summary>Bytes of a file, pinned and aligned to 64, so that no language is luckier.</summary>
public struct Input {
    /// <summary>Where the bytes lie: from Offset on, Length of them. What lies beside them is no input.</summary>
    public readonly byte[] Array;
    public readonly int Offset, Length;
    /// <summary>The same for native code.</summary>
    public readonly IntPtr Address;

    internal Input(byte[] array, int offset, int length, IntPtr address) {
        Array = array;
        Offset = offset;
        Length = length;
        Address = address;
    }

    public byte this[int index] { get { return Array[Offset + index]; } }

    /// <summary>A copy, for what takes nothing but a whole array: belongs into the set-up or the reset.</summary>
    public byte[] ToArray() {
        var copy = new byte[Length];
        Buffer.BlockCopy(Array, Offset, copy, 0, Length);
        return copy;
    }
}

/// <summary>What `prepare` said: the inputs, already in memory, and the parameters.</summary>
public sealed class Cell {
    readonly List<Input> inputs = new List<Input>();
    readonly List<GCHandle> pins = new List<GCHandle>();
    readonly Dictionary<string, string> parameters = new Dictionary<string, string>();

    /// <summary>The inputs, one of which each call gets.</summary>
    public IReadOnlyList<Input> Inputs { get { return inputs; } }

    /// <summary>The value of a parameter; one that the suite does not set fails the cell by name.</summary>
    public string Param(string name) {
        string value;
        if (!parameters.TryGetValue(name, out value)) throw new Failure("no parameter `" + name + "`");
        return value;
    }

    internal void Add(string detail) {
        if (detail.StartsWith("input ", StringComparison.Ordinal)) {
            Read(detail.Substring(6));
        } else if (detail == "param" || detail.StartsWith("param ", StringComparison.Ordinal)) {
            var pair = detail.Substring(Math.Min(6, detail.Length));
            var space = pair.IndexOf(' ');
            var name = space < 0 ? pair : pair.Substring(0, space);
            // The first one counts, as in every SDK.
            if (!parameters.ContainsKey(name)) parameters.Add(name, space < 0 ? "" : pair.Substring(space + 1));
        } else {
            throw new Failure("unknown line `" + detail + "` in `prepare`");
        }
    }

    void Read(string path) {
        try {
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1)) {
                var length = checked((int)file.Length);
                var input = Room(length);
                for (int got = 0, more; got < length; got += more) {
                    more = file.Read(input.Array, input.Offset + got, length - got);
                    if (more <= 0) throw new Failure("it is shorter than it was");
                }
                inputs.Add(input);
            }
        } catch (Exception error) {
            throw new Failure("failed to read input `" + path + "`: " + error.Message);
        }
    }

    Input Room(int length) {
        var array = new byte[checked(length + 64)];
        var pin = GCHandle.Alloc(array, GCHandleType.Pinned);
        pins.Add(pin);
        var start = pin.AddrOfPinnedObject().ToInt64();
        var offset = (int)(-start & 63);
        return new Input(array, offset, length, new IntPtr(start + offset));
    }

    /// <summary>What calls take in turn; a cell without inputs gets an empty one.</summary>
    internal Input[] Rotated() {
        if (inputs.Count == 0) return new[] { Room(0) };
        return inputs.ToArray();
    }

    internal void Forget() {
        foreach (var pin in pins) pin.Free();
        pins.Clear();
    }
}

/// <summary>A reason that stands for itself, where the name of an exception's class would say nothing.</summary>
sealed class Failure : Exception {
    internal Failure(string reason) : base(reason) {}
}

/// <summary>What the driver saw besides the clock while it took a sample.</summary>
struct Sample {
    internal long Wall, Cpu, Collections, Allocated;
}

/// <summary>A cell that is ready to be called.</summary>
abstract class Prepared {
    internal abstract byte[] Answer(Input input);
    internal abstract Sample Time(ulong calls, Input[] inputs);
    /// <summary>Null where nothing was timed.</summary>
    internal abstract byte[] Last();
    internal abstract void Forget();
}

sealed class Job<S, T> : Prepared {
    readonly S state;
    readonly Action<S, Input> reset;
    readonly Func<S, Input, T> call;
    // A field of an object that others can reach: it is written before the next call, which the compiler
    // cannot see through, could read it. So every call's result is needed, and none is left out.
    T last;
    bool timed;

    internal Job(S state, Action<S, Input> reset, Func<S, Input, T> call) {
        this.state = state;
        this.reset = reset;
        this.call = call;
    }

    internal override byte[] Answer(Input input) {
        timed = false; // `last` speaks of timed calls alone
        if (reset != null) reset(state, input);
        return Answers.Bytes(call(state, input));
    }

    // Never inlined, so that what surrounds the loop cannot change its code.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal override Sample Time(ulong calls, Input[] inputs) {
        timed = false;
        var sample = new Sample();
        Stopwatch.GetTimestamp(); // brings the clock's own code and data into the cache
        sample.Collections = -Clocks.Collections();
        sample.Cpu = -Clocks.Cpu();
        sample.Allocated = -GC.GetAllocatedBytesForCurrentThread();
        var ticks = reset == null ? Plain(calls, inputs) : WithReset(calls, inputs);
        sample.Allocated += GC.GetAllocatedBytesForCurrentThread();
        sample.Cpu += Clocks.Cpu();
        sample.Collections += Clocks.Collections();
        sample.Wall = Clocks.Nanoseconds(ticks);
        timed = true;
        return sample;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    long Plain(ulong calls, Input[] inputs) {
        var call = this.call;
        var state = this.state;
        var next = 0;
        var start = Stopwatch.GetTimestamp();
        for (ulong i = 0; i < calls; i++) {
            last = call(state, inputs[next]);
            if (++next == inputs.Length) next = 0;
        }
        return Stopwatch.GetTimestamp() - start;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    long WithReset(ulong calls, Input[] inputs) {
        long ticks = 0;
        var next = 0;
        for (ulong i = 0; i < calls; i++) {
            reset(state, inputs[next]);
            var start = Stopwatch.GetTimestamp();
            last = call(state, inputs[next]);
            ticks += Stopwatch.GetTimestamp() - start;
            if (++next == inputs.Length) next = 0;
        }
        return ticks;
    }

    internal override byte[] Last() { return timed ? Answers.Bytes(last) : null; }

    internal override void Forget() {
        var held = state as IDisposable;
        if (held != null) held.Dispose();
    }
}

/// <summary>The answer of a call that has none.</summary>
struct Nothing {}

static class Answers {
    static readonly UTF8Encoding Utf8 = new UTF8Encoding(false);

    /// <summary>The bytes that Paragone compares: integers and truth values are 8, little-endian.</summary>
    internal static byte[] Bytes(object answer) {
        var bytes = answer as byte[];
        if (bytes != null) return bytes;
        var text = answer as string;
        if (text != null) return Utf8.GetBytes(text);
        if (answer == null || answer is Nothing) return new byte[0];
        if (answer is Input) return ((Input)answer).ToArray();
        if (answer is ArraySegment<byte>) {
            var part = (ArraySegment<byte>)answer;
            return new Input(part.Array, part.Offset, part.Count, IntPtr.Zero).ToArray();
        }
        ulong number;
        if (answer is bool) number = (bool)answer ? 1UL : 0UL;
        else if (answer is ulong) number = (ulong)answer;
        else if (answer is long || answer is int || answer is short || answer is sbyte || answer is uint || answer is ushort || answer is byte) number = unchecked((ulong)Convert.ToInt64(answer));
        else throw new Failure("an answer of type " + answer.GetType() + ": answer bytes, text, an integer, a truth value or nothing");
        bytes = new byte[8];
        for (var i = 0; i < 8; i++) bytes[i] = (byte)(number >> 8 * i);
        return bytes;
    }
}

/// <summary>What a program registered.</summary>
sealed class Registered {
    internal readonly string Names;
    internal readonly bool HasReset;
    internal readonly Func<Cell, Prepared> Prepare;

    internal Registered(string names, bool hasReset, Func<Cell, Prepared> prepare) {
        Names = names;
        HasReset = hasReset;
        Prepare = prepare;
    }
}

/// <summary>The jobs of this program.</summary>
public sealed class Driver {
    readonly List<Registered> jobs = new List<Registered>();

    /// <summary>
    /// Registers an implementation of a benchmark. The set-up runs untimed at each `prepare`; the call gets
    /// what it returned and an input, is what is timed, and returns the answer.
    /// A state that is IDisposable is disposed of at the next `prepare`.
    /// </summary>
    public void Bench<S, T>(string benchmark, string implementation, Func<Cell, S> setup, Func<S, Input, T> call) {
        BenchWithReset(benchmark, implementation, setup, null, call);
    }

    /// <summary>The same for a call that answers nothing.</summary>
    public void Bench<S>(string benchmark, string implementation, Func<Cell, S> setup, Action<S, Input> call) {
        BenchWithReset(benchmark, implementation, setup, null, call);
    }

    /// <summary>The same for a job that changes its state: the reset runs untimed before each call.</summary>
    public void BenchWithReset<S, T>(string benchmark, string implementation, Func<Cell, S> setup, Action<S, Input> reset, Func<S, Input, T> call) {
        jobs.Add(new Registered(benchmark + " " + implementation, reset != null, cell => new Job<S, T>(setup(cell), reset, call)));
    }

    public void BenchWithReset<S>(string benchmark, string implementation, Func<Cell, S> setup, Action<S, Input> reset, Action<S, Input> call) {
        BenchWithReset(benchmark, implementation, setup, reset, (S state, Input input) => {
            call(state, input);
            return new Nothing();
        });
    }

    /// <summary>
    /// Keeps a value from being optimised away: a call that is never inlined and never optimised, to which it
    /// is given in memory, so the compiler must have made it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static void Keep<T>(T value) {}

    /// <summary>Names of readings, of one request.</summary>
    const int MostReadings = 16;
    internal static readonly string[] ToldNames = new string[MostReadings];
    internal static readonly double[] ToldValues = new double[MostReadings];
    internal static int Told;

    /// <summary>
    /// Tells a number beside the time, from within a call and from the thread that was called: it goes with the
    /// sample, under a name of `a-z 0-9 _ + -`. A sample has many calls, and each name once, with the value that was
    /// told last: a job that wants a total adds it up and tells it at any call. More than 16 names in one request
    /// fail it; what an untimed call tells is forgotten.
    /// </summary>
    public static void Reading(string name, double value) {
        var at = 0;
        while (at < Told && ToldNames[at] != name) at++;
        if (at == MostReadings) throw new Failure("readings of more than " + MostReadings + " names in one request");
        ToldNames[at] = name;
        ToldValues[at] = value;
        if (at == Told) Told++;
    }

    /// <summary>Talks with Paragone until it says `quit`; returns the exit code for Main.</summary>
    public int Serve() {
        if (Native.isatty(0) == 1) {
            Console.Error.WriteLine("this is a benchmark driver: it is started by `paragone run`, not by hand");
            return 2;
        }
        // The one job that every driver has: its time is what a call costs.
        Bench("paragone", "empty", cell => 0, (state, input) => new Nothing());
        try {
            new Conversation(jobs).Hold();
            return 0;
        } catch (Broken broken) {
            Console.Error.WriteLine("driver: " + broken.Message);
            return 1;
        }
    }
}

/// <summary>What ends the conversation: no request can be read any more, or no reply written.</summary>
sealed class Broken : Exception {
    internal Broken(string reason) : base(reason) {}
}

sealed class Conversation {
    /// <summary>What a request may measure: bytes of one line, and lines between `prepare` and `end`.</summary>
    const int MostLine = 4096, MostLines = 4096;
    /// <summary>Places of the stack that samples take in turn.</summary>
    const int Places = 16;

    readonly List<Registered> jobs;
    readonly Streams streams = new Streams(MostLine);
    Cell cell;
    Prepared job;
    Input[] inputs;
    int samples;

    internal Conversation(List<Registered> jobs) { this.jobs = jobs; }

    internal void Hold() {
        string line;
        while ((line = streams.Line()) != null && line != "quit" && !line.StartsWith("quit ", StringComparison.Ordinal)) {
            try {
                Reply(line);
            } catch (Broken) {
                throw;
            } catch (Exception error) {
                streams.Drop();
                streams.Say("error " + OneLine(error) + "\n");
            }
            streams.Send();
        }
    }

    void Reply(string line) {
        var space = line.IndexOf(' ');
        var word = space < 0 ? line : line.Substring(0, space);
        var rest = space < 0 ? "" : line.Substring(space + 1);
        Driver.Told = 0;
        switch (word) {
        case "paragone":
            var version = Number(word, rest, 0);
            if (version == 0) throw new Failure("this driver speaks protocol 1 and 2");
            Greet(Math.Min(version, 2));
            break;
        case "prepare":
            Prepare(rest);
            break;
        case "answer":
            var index = Number(word, rest, 0);
            if (job == null) throw new Failure("nothing is prepared");
            if (index >= (ulong)inputs.Length) throw new Failure("no input " + index);
            SayAnswer(job.Answer(inputs[(int)index]));
            break;
        case "time":
            var calls = Number(word, rest, 1);
            if (job == null) throw new Failure("nothing is prepared");
            var sample = Lower(samples++ % Places, calls);
            for (var i = 0; i < Driver.Told; i++) {
                var value = Driver.ToldValues[i].ToString("R", System.Globalization.CultureInfo.InvariantCulture);
                streams.Say("reading " + Driver.ToldNames[i] + " " + value + "\n");
            }
            streams.Say("reading gc " + sample.Collections + "\nreading allocated " + sample.Allocated + "\n");
            streams.Say("time " + sample.Wall + " " + sample.Cpu + "\n");
            break;
        case "audit":
            var audited = Number(word, rest, 1);
            if (job == null) throw new Failure("nothing is prepared");
            streams.Say("audit " + Audit(audited) + "\n");
            break;
        case "last":
            var last = job == null ? null : job.Last();
            if (last == null) throw new Failure("nothing was timed");
            SayAnswer(last);
            break;
        default:
            throw new Failure("unknown request `" + word + "`");
        }
    }

    /// <summary>So many untimed calls, and one number made of all their answers: each one's length, 8 bytes, and its bytes.</summary>
    uint Audit(ulong calls) {
        var crc = 0u;
        var next = 0;
        for (ulong i = 0; i < calls; i++) {
            var answer = job.Answer(inputs[next]);
            if (++next == inputs.Length) next = 0;
            crc = Crc.Of(answer, Crc.Of(Answers.Bytes(answer.LongLength), crc));
        }
        return crc;
    }

    /// <summary>
    /// With what Mono adds to a frame, 272 bytes: sixteen of them cross a page of 4 KiB, at every alignment to
    /// 16 within a cache line.
    /// </summary>
    [StructLayout(LayoutKind.Sequential, Size = 160)]
    struct Room {
        internal long First;
    }

    // Samples so many places lower on the stack. Where the stack lies beside other data can cost ten percent,
    // and one process has one such luck for its whole life; samples at several places average over it.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    Sample Lower(int places, ulong calls) {
        var room = new Room();
        room.First = places;
        var sample = places == 0 ? job.Time(calls, inputs) : Lower(places - 1, calls);
        Held(ref room);
        return sample;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    static void Held(ref Room room) {}

    void SayAnswer(byte[] answer) {
        streams.Say("answer " + answer.Length + "\n");
        streams.Say(answer);
    }

    void Greet(ulong version) {
        var runtime = RuntimeInformation.FrameworkDescription;
        streams.Say("paragone " + version + "\nlanguage csharp\nruntime " + runtime + "\nclock Stopwatch " + Clocks.Resolution() + "\n");
        foreach (var known in jobs) {
            var reset = known.HasReset && version > 1 ? " reset" : "";
            if (known.Names != "paragone empty") streams.Say("implementation " + known.Names + reset + "\n");
        }
        streams.Say("ready\n");
    }

    /// <summary>Reads up to `end` whatever is wrong, so that the next request is read as a request.</summary>
    void Prepare(string wanted) {
        Exception wrong = null;
        try {
            Forget();
        } catch (Exception error) {
            wrong = error;
        }
        var cell = this.cell = new Cell();
        for (var lines = 0;; lines++) {
            var line = streams.Line();
            if (line == "end") break;
            if (line == null || lines == MostLines) throw new Broken("`prepare` without an `end`");
            try {
                if (wrong == null) cell.Add(line);
            } catch (Exception error) {
                wrong = error;
            }
        }
        if (wrong != null) throw wrong;
        var found = jobs.Find(known => known.Names == wanted);
        if (found == null) throw new Failure("unknown implementation `" + wanted + "`");
        var prepared = found.Prepare(cell);
        inputs = cell.Rotated();
        job = prepared;
        streams.Say("ok\n");
    }

    void Forget() {
        Prepared oldJob = job;
        Cell oldCell = cell;
        job = null;
        cell = null;
        inputs = null;
        try {
            if (oldJob != null) oldJob.Forget();
        } finally {
            if (oldCell != null) oldCell.Forget();
        }
    }

    ulong Number(string word, string text, ulong least) {
        ulong number;
        var style = System.Globalization.NumberStyles.None;
        if (ulong.TryParse(text, style, System.Globalization.CultureInfo.InvariantCulture, out number) && number >= least) return number;
        throw new Failure("expected `" + word + " NUMBER`, got `" + word + " " + text + "`");
    }

    /// <summary>One line, and not a long one, whatever an implementation said.</summary>
    static string OneLine(Exception error) {
        var text = error is Failure ? error.Message : error.GetType().Name + ": " + error.Message;
        var line = new StringBuilder(text, 0, Math.Min(text.Length, 500), 512);
        for (var i = 0; i < line.Length; i++) {
            if (char.IsControl(line[i]) || char.IsSurrogate(line[i])) line[i] = ' ';
        }
        return line.ToString();
    }
}

/// <summary>CRC-32 as IEEE 802.3 and zlib have it.</summary>
static class Crc {
    static readonly uint[] Table = Made();

    static uint[] Made() {
        var table = new uint[256];
        for (uint i = 0; i < 256; i++) {
            var entry = i;
            for (var bit = 0; bit < 8; bit++) entry = (entry & 1) == 0 ? entry >> 1 : entry >> 1 ^ 0xEDB88320;
            table[i] = entry;
        }
        return table;
    }

    /// <summary>Goes on from what it made of the bytes before.</summary>
    internal static uint Of(byte[] bytes, uint crc) {
        crc = ~crc;
        foreach (var next in bytes) crc = crc >> 8 ^ Table[(crc ^ next) & 255];
        return ~crc;
    }
}

static class Clocks {
    static readonly bool Apple = RuntimeInformation.IsOSPlatform(OSPlatform.OSX);

    internal static long Nanoseconds(long ticks) {
        var whole = ticks / Stopwatch.Frequency;
        return whole * 1000000000 + (ticks - whole * Stopwatch.Frequency) * 1000000000 / Stopwatch.Frequency;
    }

    /// <summary>The clock's smallest step as seen just now.</summary>
    internal static long Resolution() {
        var least = long.MaxValue;
        for (var i = 0; i < 1000; i++) {
            long before = Stopwatch.GetTimestamp(), after;
            do after = Stopwatch.GetTimestamp();
            while (after == before);
            least = Math.Min(least, after - before);
        }
        return Nanoseconds(least);
    }

    internal static long Cpu() {
        Native.Timespec time;
        Native.clock_gettime(Apple ? 12 : 2, out time); // CLOCK_PROCESS_CPUTIME_ID
        return time.Seconds.ToInt64() * 1000000000 + time.Nanoseconds.ToInt64();
    }

    /// <summary>Mono counts each of its two generations alone; .NET counts in one what is collected with a higher one.</summary>
    internal static long Collections() {
        return GC.MaxGeneration == 1 ? (long)GC.CollectionCount(0) + GC.CollectionCount(1) : GC.CollectionCount(0);
    }
}

/// <summary>
/// The streams of the conversation, taken for it alone: what an implementation prints goes to standard
/// error, and what it reads is empty. Plain system calls, because Mono opens no descriptor that it does not know.
/// </summary>
sealed class Streams {
    readonly int input, output;
    readonly byte[] heard = new byte[1 << 16];
    int from, to;
    readonly byte[] line;
    readonly MemoryStream said = new MemoryStream();
    /// <summary>What a reply may leave behind for the next one.</summary>
    const int MostKept = 1 << 16;

    internal Streams(int mostLine) {
        line = new byte[mostLine];
        var closedInChildren = RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? 67 : 1030; // F_DUPFD_CLOEXEC
        input = Native.fcntl(0, closedInChildren, 3);
        output = Native.fcntl(1, closedInChildren, 3);
        var nothing = Native.open("/dev/null", 0);
        if (input < 0 || output < 0 || nothing < 0 || Native.dup2(nothing, 0) != 0 || Native.dup2(2, 1) != 1) {
            throw new Broken("failed to take standard input and output");
        }
        Native.close(nothing);
    }

    /// <summary>A line without its end, or null where Paragone has closed its side.</summary>
    internal string Line() {
        for (var length = 0;;) {
            if (from == to && !Hear()) {
                if (length == 0) return null;
                throw new Broken("Paragone went away within a line");
            }
            var next = heard[from++];
            if (next == '\n') return Encoding.UTF8.GetString(line, 0, length);
            if (length + 1 == line.Length) throw new Broken("a line of more than 4096 bytes");
            line[length++] = next;
        }
    }

    bool Hear() {
        from = 0;
        to = Again(() => Native.read(input, heard, new IntPtr(heard.Length)), "failed to read a request");
        return to > 0;
    }

    internal void Say(string text) { Say(Encoding.UTF8.GetBytes(text)); }

    internal void Say(byte[] bytes) { said.Write(bytes, 0, bytes.Length); }

    internal void Drop() { said.SetLength(0); }

    internal void Send() {
        var bytes = said.GetBuffer();
        var pin = GCHandle.Alloc(bytes, GCHandleType.Pinned);
        try {
            for (int sent = 0, all = (int)said.Length; sent < all;) {
                var start = pin.AddrOfPinnedObject() + sent;
                sent += Again(() => Native.write(output, start, new IntPtr(all - sent)), "failed to write a reply");
            }
        } finally {
            pin.Free();
        }
        Drop();
        if (said.Capacity > MostKept) said.Capacity = MostKept;
    }

    static int Again(Func<IntPtr> call, string failed) {
        const int Interrupted = 4;
        while (true) {
            var done = (int)call();
            if (done >= 0) return done;
            if (Marshal.GetLastWin32Error() != Interrupted) throw new Broken(failed);
        }
    }
}

/// <summary>What the class library has no name for.</summary>
static class Native {
    internal struct Timespec {
        internal IntPtr Seconds, Nanoseconds;
    }

    [DllImport("libc")] internal static extern int clock_gettime(int clock, out Timespec time);
    [DllImport("libc")] internal static extern int isatty(int descriptor);
    [DllImport("libc")] internal static extern int open(string path, int flags);
    [DllImport("libc")] internal static extern int close(int descriptor);
    [DllImport("libc")] internal static extern int fcntl(int descriptor, int command, int argument);
    [DllImport("libc")] internal static extern int dup2(int from, int to);
    [DllImport("libc", SetLastError = true)] internal static extern IntPtr read(int descriptor, byte[] bytes, IntPtr count);
    [DllImport("libc", SetLastError = true)] internal static extern IntPtr write(int descriptor, IntPtr bytes, IntPtr count);
}

} // namespace Paragone
