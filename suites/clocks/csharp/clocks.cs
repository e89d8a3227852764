// What the class library of .NET offers to tell the time.
//
// In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
// was painted, or the bytes' sum. The loops are written out for each clock, because a call through a
// delegate is not inlined.

using System;
using System.Diagnostics;
using Paragone;

static class Clocks {
    static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    // What the clock takes for 20 ms must be that, roughly, by another one; returns when that began.
    static T Checked<T>(Func<T> now, Func<T, T, bool> isFifthOver) {
        var began = Stopwatch.StartNew();
        var start = now();
        while (!isFifthOver(start, now()) && began.ElapsedMilliseconds < 2000) {}
        var passed = began.ElapsedMilliseconds;
        if (passed < 10 || passed >= 2000) throw new InvalidOperationException("20 ms by this clock are " + passed + " ms");
        return start;
    }

    static long Reads(Input input) { return BitConverter.ToInt64(input.Array, input.Offset); }

    static long Every(Cell cell) {
        var every = cell.Param("every");
        return every == "none" ? long.MaxValue : long.Parse(every);
    }

    static long Answer(long reads, long painted) { return 2 * reads + (painted > 0 ? 1 : 0); }

    // A call begins with a display that was painted so long before the set-up that its first read paints anew.

    static long ReadUtcNow(DateTime last, Input input) {
        long reads = Reads(input), painted = 0;
        for (long i = 0; i < reads; i++) {
            var now = DateTime.UtcNow;
            if (now - last > Period) {
                last = now;
                painted++;
            }
        }
        return Answer(reads, painted);
    }

    static long ReadNow(DateTime last, Input input) {
        long reads = Reads(input), painted = 0;
        for (long i = 0; i < reads; i++) {
            var now = DateTime.Now;
            if (now - last > Period) {
                last = now;
                painted++;
            }
        }
        return Answer(reads, painted);
    }

    static long ReadStopwatch(long last, Input input) {
        long reads = Reads(input), painted = 0, period = Stopwatch.Frequency / 10;
        for (long i = 0; i < reads; i++) {
            var now = Stopwatch.GetTimestamp();
            if (now - last > period) {
                last = now;
                painted++;
            }
        }
        return Answer(reads, painted);
    }

    // Milliseconds that begin anew after 25 days: the difference is right all the same.
    static long ReadTickCount(int last, Input input) {
        long reads = Reads(input), painted = 0;
        for (long i = 0; i < reads; i++) {
            var now = Environment.TickCount;
            if (unchecked(now - last) > 100) {
                last = now;
                painted++;
            }
        }
        return Answer(reads, painted);
    }

    static long GoThroughByUtcNow(long every, Input input) {
        long sum = 0, shown = 0, until = every;
        int end = input.Offset + input.Length;
        var last = DateTime.UtcNow;
        for (var i = input.Offset; i < end; i++) {
            sum += input.Array[i];
            if (--until == 0) {
                var now = DateTime.UtcNow;
                until = every;
                if (now - last > Period) {
                    shown = i + 1 - input.Offset;
                    last = now;
                }
            }
        }
        Driver.Keep(shown);
        return sum;
    }

    static long GoThroughByStopwatch(long every, Input input) {
        long sum = 0, shown = 0, until = every, period = Stopwatch.Frequency / 10;
        int end = input.Offset + input.Length;
        var last = Stopwatch.GetTimestamp();
        for (var i = input.Offset; i < end; i++) {
            sum += input.Array[i];
            if (--until == 0) {
                var now = Stopwatch.GetTimestamp();
                until = every;
                if (now - last > period) {
                    shown = i + 1 - input.Offset;
                    last = now;
                }
            }
        }
        Driver.Keep(shown);
        return sum;
    }

    static int Main() {
        var driver = new Driver();
        Func<DateTime, DateTime, bool> isFifthOver = (start, now) => (now - start).TotalMilliseconds > 20;
        driver.Bench("read", "datetime-utcnow", cell => Checked(() => DateTime.UtcNow, isFifthOver) - Period, ReadUtcNow);
        driver.Bench("read", "datetime-now", cell => Checked(() => DateTime.Now, isFifthOver) - Period, ReadNow);
        driver.Bench("read", "stopwatch",
            cell => Checked(() => Stopwatch.GetTimestamp(), (start, now) => now - start > Stopwatch.Frequency / 50) - Stopwatch.Frequency / 10,
            ReadStopwatch);
        driver.Bench("read", "tick-count",
            cell => unchecked(Checked(() => Environment.TickCount, (start, now) => unchecked(now - start) > 20) - 100),
            ReadTickCount);
        driver.Bench("progress", "datetime-utcnow", Every, GoThroughByUtcNow);
        driver.Bench("progress", "stopwatch", Every, GoThroughByStopwatch);
        return driver.Serve();
    }
}
