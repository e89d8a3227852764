/* The sum of the bytes of a file, and of what a server has, in JavaScript on Node.
 *
 * In: a path or an address; out: the sum modulo 256. A call of the SDK returns when it is done; so what is asynchronous
 * runs in a thread of its own (streams.mjs), which this one waits for.
 */
import fs from "node:fs";
import { Worker } from "node:worker_threads";
import { bench, serve } from "./paragone.mjs";
import { added } from "./added.mjs";

const text = (input) => Buffer.from(input).toString("utf8");
const size = (cell) => Number(cell.param("buffer"));

function chunks(cell) {
    const buffer = Buffer.allocUnsafeSlow(size(cell));
    return (input) => {
        const file = fs.openSync(text(input));
        let sum = 0;
        for (let count; (count = fs.readSync(file, buffer, 0, buffer.length, null)) > 0; ) {
            sum = (sum + added(buffer, count)) & 255;
        }
        fs.closeSync(file);
        return sum;
    };
}

/* What the thread has to tell: that it is done, and the sum, or -1 where it failed. */
const DONE = 0, SUM = 1;
let thread;
const shared = new Int32Array(new SharedArrayBuffer(8));

function elsewhere(way) {
    return (cell) => {
        thread ??= new Worker(new URL("./streams.mjs", import.meta.url), { workerData: shared });
        thread.unref();
        return (input) => {
            shared[DONE] = 0;
            thread.postMessage({ way, where: text(input), size: size(cell) });
            Atomics.wait(shared, DONE, 0);
            if (shared[SUM] < 0) throw new Error("the stream failed; standard error says why");
            return shared[SUM];
        };
    };
}

bench("file", "chunks", chunks);
bench("buffer", "chunks", chunks);
bench("long", "chunks", chunks);
bench("file", "whole", () => (input) => {
    const bytes = fs.readFileSync(text(input));
    return added(bytes, bytes.length);
});
bench("file", "stream", elsewhere("file"));
bench("http", "stream", elsewhere("http"));
bench("http", "fetch-whole", elsewhere("fetch-whole"));
bench("http", "fetch-chunks", elsewhere("fetch-chunks"));
await serve();
