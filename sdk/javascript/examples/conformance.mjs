/* The jobs that `protocol/transcripts` speak of, in JavaScript.
 *
 * In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
 * jobs in the same order, and none has any other use. */

import { readFileSync } from "node:fs";

import { bench, keep, serve } from "../paragone.mjs";

const KEPT = 0xc6a35d1e94f72b8dn;
const ANSWERED = 0xb1e947d26c835fa5n;
const DROPPED = 0xd5f28b3c71a64e97n;

function mixed(input, factor) {
    let mix = 1n;
    for (const byte of input) mix = BigInt.asUintN(64, (mix ^ BigInt(byte)) * factor);
    return mix;
}

function fails(text) {
    throw new Error(text);
}

bench("echo", "bytes", () => (input) => input);
bench("sum", "bytes", () => (input) => input.reduce((sum, byte) => sum + byte, 0));
bench("count", "calls", () => {
    let calls = 0;
    return () => ++calls;
});
function resetInplace() {
    let page;
    return {
        reset: (input) => {
            page = Uint8Array.from(input);
        },
        call: () => {
            for (let i = 0; i < page.length; i++) page[i]++;
            return page;
        },
    };
}

bench("reset", "inplace", resetInplace, { reset: true });
bench("param", "value", (cell) => {
    const value = cell.param("value");
    return () => value;
});
bench("inputs", "count", (cell) => {
    const total = cell.inputs.reduce((sum, input) => sum + 1000 + input.length, 0);
    return () => total;
});
// JavaScript has no addresses: a buffer lies where the runtime puts it.
bench("inputs", "aligned", () => () => 0);
bench("fail", "call", () => () => fails("this call always fails"));
bench("fail", "setup", () => fails("this setup always fails"));
bench("fail", "verbose", () => () => fails("a line\nand another\r\n".repeat(1000)));
bench("print", "noise", () => () => console.log("noise on standard output"));
bench("read", "stdin", () => () => readFileSync(0).length);
bench("work", "kept", () => (input) => keep(mixed(input, KEPT)));
bench("work", "answered", () => (input) => mixed(input, ANSWERED));
bench("work", "dropped", () => (input) => {
    mixed(input, DROPPED);
});
await serve();
