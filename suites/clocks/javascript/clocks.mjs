// What Node offers to tell the time.
//
// In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
// was painted, or the bytes' sum. The clocks that are numbers share a loop: a process serves one of them,
// so the compiler knows which it is. `hrtime` subtracts in the reading itself, and has loops of its own.

import { performance } from "node:perf_hooks";

import { bench, keep, serve } from "./paragone.mjs";

/* When the display was last painted: so long before the set-up that the first read of a call paints it.
 * What the clock takes for 20 ms must be that, roughly, by another clock. */
function checked(now, fifth, other) {
    const began = other();
    const start = now();
    while (now() - start <= fifth && other() - began < 2000);
    const passed = other() - began;
    if (passed < 10 || passed >= 2000) throw new Error(`20 ms by this clock are ${passed} ms`);
    return start;
}

function readsOf(input) {
    return Number(input.readBigUInt64LE(0));
}

function everyOf(cell) {
    const every = cell.param("every");
    // As many as a small integer of the runtime holds: with more, all counting would be by floating point.
    return every === "none" ? 2 ** 31 - 1 : Number(every);
}

/* For numbers, bigints and dates alike; `before` goes back from a reading by a period. */
function clock(name, now, period, fifth, before, other) {
    bench("read", name, () => {
        const setUp = before(checked(now, fifth, other));
        return (input) => {
            const reads = readsOf(input);
            let last = setUp;
            let painted = 0;
            for (let i = 0; i < reads; i++) {
                const time = now();
                if (time - last > period) {
                    last = time;
                    painted++;
                }
            }
            return 2 * reads + (painted > 0 ? 1 : 0);
        };
    });
    bench("progress", name, (cell) => {
        const every = everyOf(cell);
        return (input) => {
            let sum = 0;
            let shown = 0;
            let until = every;
            let last = now();
            for (let i = 0; i < input.length; i++) {
                sum += input[i];
                if (--until === 0) {
                    const time = now();
                    until = every;
                    if (time - last > period) {
                        shown = i + 1;
                        last = time;
                    }
                }
            }
            keep(shown);
            return sum;
        };
    });
}

function hrtime() {
    bench("read", "hrtime", () => {
        checked(() => {
            const [seconds, nanoseconds] = process.hrtime();
            return seconds * 1e3 + nanoseconds / 1e6;
        }, 20, Date.now);
        const [seconds, nanoseconds] = process.hrtime();
        const setUp = [seconds - 1, nanoseconds];
        return (input) => {
            const reads = readsOf(input);
            let last = setUp;
            let painted = 0;
            for (let i = 0; i < reads; i++) {
                const [seconds, nanoseconds] = process.hrtime(last);
                if (seconds > 0 || nanoseconds > 100_000_000) {
                    last = process.hrtime();
                    painted++;
                }
            }
            return 2 * reads + (painted > 0 ? 1 : 0);
        };
    });
}

clock("performance-now", () => performance.now(), 100, 20, (time) => time - 100, Date.now);
clock("date-now", Date.now, 100, 20, (time) => time - 100, () => performance.now());
clock("new-date", () => new Date(), 100, 20, (time) => new Date(time - 100), () => performance.now());
clock("hrtime-bigint", process.hrtime.bigint, 100_000_000n, 20_000_000n, (time) => time - 100_000_000n, Date.now);
hrtime();
await serve();
