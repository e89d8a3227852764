// JavaScript's ways to call what the input's bytes choose.
//
// In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. A process serves
// one way, and one number of targets: what the compiler learns about a call is learned of that alone.

import { bench, serve } from "./paragone.mjs";
import { a, classes, direct, emitters, functions, methods, names, superclass } from "./targets.mjs";

/* There are 1, 2 or 8 targets. */
const maskOf = (cell) => Number(cell.param("targets")) - 1;

function ways(benchmark) {
    bench(benchmark, "plain", (cell) => {
        if (maskOf(cell) !== 0) throw new Error("a plain call has one target");
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) folded = a(folded, input[i]);
            return folded >>> 0;
        };
    });
    bench(benchmark, "direct", (cell) => {
        const mask = maskOf(cell);
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) folded = direct(mask, folded, input[i]);
            return folded >>> 0;
        };
    });
    bench(benchmark, "condition", (cell) => {
        const mask = maskOf(cell);
        const bindings = classes.map(() => ({ isDirect: true }));
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) {
                const byte = input[i];
                folded = bindings[byte & mask].isDirect ? direct(mask, folded, byte) : superclass(folded, byte);
            }
            return folded >>> 0;
        };
    });
    bench(benchmark, "method", (cell) => {
        const mask = maskOf(cell);
        const objects = classes.map((Each) => new Each());
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) folded = objects[input[i] & mask].apply(folded, input[i]);
            return folded >>> 0;
        };
    });
    bench(benchmark, "function", (cell) => {
        const mask = maskOf(cell);
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) folded = functions[input[i] & mask](folded, input[i]);
            return folded >>> 0;
        };
    });
    bench(benchmark, "by-name", (cell) => {
        const mask = maskOf(cell);
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) folded = methods[names[input[i] & mask]](folded, input[i]);
            return folded >>> 0;
        };
    });
    bench(benchmark, "reflect-apply", (cell) => {
        const mask = maskOf(cell);
        return (input) => {
            let folded = 1;
            for (let i = 0; i < input.length; i++) {
                folded = Reflect.apply(functions[input[i] & mask], undefined, [folded, input[i]]);
            }
            return folded >>> 0;
        };
    });
    for (const handlers of [1, 4]) {
        bench(benchmark, `event-${handlers}`, (cell) => {
            const mask = maskOf(cell);
            const state = { folded: 1, seen: 0 };
            const sources = emitters(state, handlers);
            return (input) => {
                state.folded = 1;
                state.seen = 0;
                for (let i = 0; i < input.length; i++) sources[input[i] & mask].emit("came", input[i]);
                if (state.seen !== (handlers - 1) * input.length) throw new Error("a handler was left out");
                return state.folded >>> 0;
            };
        });
    }
}

for (const benchmark of ["one", "two", "eight"]) ways(benchmark);
await serve();
