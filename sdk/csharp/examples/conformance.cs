// The jobs that `protocol/transcripts` speak of, in C#.
//
// In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
// jobs in the same order, and none has any other use.

using System;
using System.Linq;
using System.Text;
using Paragone;

static class Conformance {
    // As in the other languages, where a search for them in the program tells which work was kept in it.
    const ulong Kept = 0xC6A35D1E94F72B8D, Answered = 0xB1E947D26C835FA5, Dropped = 0xD5F28B3C71A64E97;

    sealed class Box<T> {
        internal T Value;
    }

    static ulong Mixed(Input input, ulong factor) {
        ulong mix = 1;
        for (var i = 0; i < input.Length; i++) mix = unchecked((mix ^ input[i]) * factor);
        return mix;
    }

    static int Fails(string why) { throw new InvalidOperationException(why); }

    static int Main() {
        var driver = new Driver();
        driver.Bench("echo", "bytes", cell => 0, (state, input) => input.ToArray());
        driver.Bench("sum", "bytes", cell => 0L, (start, input) => {
            var sum = start;
            for (var i = 0; i < input.Length; i++) sum += input[i];
            return sum;
        });
        driver.Bench("count", "calls", cell => new Box<int>(), (calls, input) => ++calls.Value);
        driver.BenchWithReset("reset", "inplace", cell => new Box<byte[]>(),
            (copy, input) => copy.Value = input.ToArray(),
            (copy, input) => {
                for (var i = 0; i < copy.Value.Length; i++) copy.Value[i]++;
                return copy.Value;
            });
        driver.Bench("param", "value", cell => cell.Param("value"), (value, input) => value);
        driver.Bench("inputs", "count", cell => cell.Inputs.Sum(input => 1000 + input.Length), (total, input) => total);
        driver.Bench("inputs", "aligned", cell => 0, (state, input) => input.Address.ToInt64() % 64);
        driver.Bench("fail", "call", cell => 0, (state, input) => Fails("this call always fails"));
        driver.Bench("fail", "setup", cell => Fails("this setup always fails"), (state, input) => state);
        driver.Bench("fail", "verbose", cell => 0, (state, input) => Fails(new StringBuilder().Insert(0, "a line\nand another\r\n", 1000).ToString()));
        driver.Bench("print", "noise", cell => 0, (state, input) => Console.WriteLine("noise on standard output"));
        driver.Bench("read", "stdin", cell => 0, (state, input) => {
            var lines = 0;
            while (Console.ReadLine() != null) lines++;
            return lines;
        });
        driver.Bench("work", "kept", cell => 0, (state, input) => Driver.Keep(Mixed(input, Kept)));
        driver.Bench("work", "answered", cell => 0, (state, input) => Mixed(input, Answered));
        driver.Bench("work", "dropped", cell => 0, (state, input) => {
            Mixed(input, Dropped);
        });
        return driver.Serve();
    }
}
