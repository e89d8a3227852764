/* Makes a program a driver: register jobs with `bench`, then `serve`.
 *
 * In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and times.
 * It parses no flag, does no statistics and knows no benchmark. Standard library only; Node 18 or later.
 *
 *     import { bench, serve } from "./paragone.mjs";
 *
 *     bench("sum", "loop", () => (input) => input.reduce((sum, byte) => sum + byte, 0));
 *     await serve();
 *
 * An input is a `Buffer` (a `Uint8Array`) with memory of its own, never a slice of Node's pool; where that
 * lies is the runtime's choice, since JavaScript has no addresses to align. A call is synchronous. The
 * collector runs as it does for any program: `reading gc` says how often, and `reading allocated` how many
 * bytes, where the runtime counts them. CPU time has a resolution of a microsecond.
 */

import fs from "node:fs";
import { PerformanceObserver, constants, performance } from "node:perf_hooks";
import tty from "node:tty";
import v8 from "node:v8";
import zlib from "node:zlib";

/* What a request may measure: bytes of one line, and lines between `prepare` and `end`. */
const MOST_LINE = 4096;
const MOST_LINES = 4096;
/* Names of readings, of one request. */
const MOST_READINGS = 16;
const MOST_NUMBER = 18446744073709551615n;

/* Places of the stack that samples take in turn: three frames of 96 bytes each, so that sixteen cross a page. */
const PLACES = 16;
const FRAMES = 3;

/* The first element makes this an array of any values, so that what is kept never changes its kind. */
const kept = [{}];
const jobs = [];

/** Keeps a value from being optimised away. It escapes into an array, and the compiler neither removes
 * such a store nor knows that nobody reads it. */
export function keep(value) {
    kept[0] = value;
}

const told = new Map();

/** Tells a number beside the time, from within a call: it goes with the sample, under a name of `a-z 0-9 _ + -`.
 *
 * A sample has many calls, and each name once, with the value that was told last: a job that wants a total adds it
 * up and tells it at any call. More than 16 names in one request fail it; what an untimed call tells is forgotten. */
export function reading(name, value) {
    if (told.size === MOST_READINGS && !told.has(name)) throw new Failure(`readings of more than ${MOST_READINGS} names in one request`);
    told.set(name, value);
}

/** Registers an implementation of a benchmark.
 *
 * `setup(cell)` runs untimed at each `prepare`. It returns the call, a function of one input, which is what
 * is timed; what the call returns is its answer. A job that changes what it works on is registered with
 * `{ reset: true }` as the last argument, which Paragone is told, and its setup returns `{ call, reset }`: two
 * functions of one input, the second of which runs untimed before each call. */
export function bench(benchmark, implementation, setup, { reset = false } = {}) {
    jobs.push({ benchmark, implementation, setup, hasReset: reset });
}

/* The result of a call, as the bytes that Paragone compares: integers are 8 bytes little-endian. */
function answer(result) {
    if (result === undefined || result === null) return Buffer.alloc(0);
    if (typeof result === "string") return Buffer.from(result);
    if (ArrayBuffer.isView(result)) return Buffer.from(result.buffer, result.byteOffset, result.byteLength);
    if (result instanceof ArrayBuffer) return Buffer.from(result);
    const exact = typeof result === "bigint" || typeof result === "boolean" || Number.isSafeInteger(result);
    if (!exact) throw new Failure(`an answer is bytes, text, a truth value or an exact integer, and this is ${shown(result)}`);
    const number = BigInt(result);
    if (BigInt.asUintN(64, number) !== number && BigInt.asIntN(64, number) !== number) {
        throw new Failure("an answer that is a number has at most 64 bits");
    }
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, number));
    return bytes;
}

function shown(value) {
    return typeof value === "number" ? `the number ${value}` : Object.prototype.toString.call(value);
}

/* What `prepare` said: the inputs, already in memory, and the parameters. */
class Cell {
    inputs = [];
    params = new Map();

    /** The value of a parameter; a parameter that the suite does not set fails the cell by name. */
    param(name) {
        if (!this.params.has(name)) throw new Failure(`no parameter \`${name}\``);
        return this.params.get(name);
    }
}

/* Fails the request under way, with a text that is meant for the reader. */
class Failure extends Error {}

/* A cell that is ready to be called. */
class Job {
    constructor(cell, prepared, hasReset) {
        const { call, reset } = typeof prepared === "function" ? { call: prepared } : prepared;
        if (hasReset && !reset) throw new Failure("it is registered with `{ reset: true }`, and its setup returned no reset");
        if (reset && !hasReset) throw new Failure("its setup returned a reset: register it with `{ reset: true }`");
        this.call = call;
        this.reset = reset;
        this.inputs = cell.inputs.length > 0 ? cell.inputs : [Buffer.alloc(0)];
        this.timed = false;
        this.last = undefined;
    }

    answer(index) {
        // `last` speaks of timed calls alone.
        this.timed = false;
        this.last = undefined;
        this.reset?.(this.inputs[index]);
        const { call } = this;
        return answer(call(this.inputs[index]));
    }

    /* So many untimed calls, and one number of all their answers: each one's length, 8 bytes, and its bytes. */
    audit(calls) {
        const length = Buffer.alloc(8);
        let crc = 0;
        for (let i = 0, next = 0; i < calls; i++, next = next + 1 === this.inputs.length ? 0 : next + 1) {
            const bytes = this.answer(next);
            length.writeBigUInt64LE(BigInt(bytes.length));
            crc = crc32(length, crc);
            // Of no bytes, zlib says 0 whatever came before.
            if (bytes.length > 0) crc = crc32(bytes, crc);
        }
        return crc;
    }

    time(calls) {
        this.timed = false;
        this.last = undefined;
        const sample = this.reset ? timeSingleCalls(this.call, this.reset, this.inputs, calls) : timeCalls(this.call, this.inputs, calls);
        this.last = sample.last;
        this.timed = true;
        return sample;
    }
}

const clock = process.hrtime.bigint;
const cpuClock = process.cpuUsage;

function cpuSince(start) {
    const { user, system } = cpuClock(start);
    return (user + system) * 1000;
}

function timeCalls(call, inputs, calls) {
    let last;
    let next = 0;
    // The first reading brings the clock's own code and data into the cache.
    clock();
    const cpu = cpuClock();
    const start = clock();
    for (let i = 0; i < calls; i++) {
        last = call(inputs[next]);
        next = next + 1 === inputs.length ? 0 : next + 1;
    }
    const wall = clock() - start;
    return { wall, cpu: cpuSince(cpu), last };
}

function timeSingleCalls(call, reset, inputs, calls) {
    let last;
    let next = 0;
    let wall = 0n;
    clock();
    const cpu = cpuClock();
    for (let i = 0; i < calls; i++) {
        const input = inputs[next];
        next = next + 1 === inputs.length ? 0 : next + 1;
        reset(input);
        const start = clock();
        last = call(input);
        wall += clock() - start;
    }
    return { wall, cpu: cpuSince(cpu), last };
}

/* Lets the loops above call two functions that do nothing. A place that has called more than one function
 * is compiled as a call of any function: so every job is called alike, none is inlined into the loop, where
 * work that is the same for all calls could be done once for all, and a call's result is always needed. */
function callAnyFunction() {
    const none = [Buffer.alloc(0)];
    for (const nothing of [() => undefined, () => null, () => undefined]) {
        timeCalls(nothing, none, 1000);
        timeSingleCalls(nothing, nothing, none, 100);
    }
}

/* Does something so many frames lower on the stack.
 *
 * Where the stack lies beside other data can cost ten percent, and one process has one such luck for its
 * whole life; samples at several places average over it. */
function lower(frames, work) {
    return frames === 0 ? work() : lower(frames - 1, work);
}

/* How often the collector ran since a moment of `performance.now`. The runtime tells of it when the event
 * loop turns; work of its own that it has put off is done then as well, outside of what is timed. */
class Collections {
    told = [];

    constructor() {
        this.observer = new PerformanceObserver((list) => this.told.push(...list.getEntries()));
        this.observer.observe({ entryTypes: ["gc"] });
    }

    async since(start, end) {
        await new Promise((turned) => setImmediate(turned));
        const told = [...this.told, ...this.observer.takeRecords()];
        this.told = [];
        // Steps of a collection that goes on beside the program are told apart from whole ones.
        const steps = constants.NODE_PERFORMANCE_GC_INCREMENTAL | constants.NODE_PERFORMANCE_GC_WEAKCB;
        return told.filter((gc) => gc.startTime >= start && gc.startTime <= end && !(gc.detail.kind & steps)).length;
    }
}

class Conversation {
    constructor(fromLab, toLab) {
        this.fromLab = fromLab;
        this.toLab = toLab;
        this.heard = Buffer.alloc(1 << 16);
        this.from = 0;
        this.to = 0;
        this.job = undefined;
        this.samples = 0;
        this.collections = new Collections();
    }

    async hold() {
        for (let line = this.line(); line !== undefined; line = this.line()) {
            const [word, rest] = split(line);
            if (word === "quit") return;
            const details = word === "prepare" ? this.details() : [];
            let reply;
            try {
                // What an implementation throws fails its request, not the conversation.
                reply = word === "time" ? await this.time(rest) : this.reply(word, rest, details);
            } catch (err) {
                reply = error(said(err));
            }
            this.say(typeof reply === "string" ? Buffer.from(reply) : reply);
        }
    }

    /* A line without its end, or nothing where Paragone has closed its side. */
    line() {
        for (let seen = this.from; ; ) {
            const end = this.heard.subarray(seen, this.to).indexOf(10);
            const length = (end < 0 ? this.to : seen + end) - this.from;
            if (length >= MOST_LINE) throw new Broken("a line of more than 4096 bytes");
            if (end >= 0) {
                const line = this.heard.toString("utf8", this.from, this.from + length);
                this.from += length + 1;
                return line;
            }
            this.heard.copyWithin(0, this.from, this.to);
            [this.from, this.to, seen] = [0, length, length];
            const got = fs.readSync(this.fromLab, this.heard, this.to, this.heard.length - this.to, null);
            if (got === 0 && length === 0) return undefined;
            if (got === 0) throw new Broken("Paragone went away within a line");
            this.to += got;
        }
    }

    /* The lines up to `end`, read whatever is wrong, so that the next request is read as a request. */
    details() {
        const lines = [];
        while (lines.length <= MOST_LINES) {
            const line = this.line();
            if (line === undefined) break;
            if (line === "end") return lines;
            lines.push(line);
        }
        throw new Broken("`prepare` without an `end`");
    }

    say(bytes) {
        for (let said = 0; said < bytes.length; ) said += fs.writeSync(this.toLab, bytes, said);
    }

    reply(word, rest, details) {
        told.clear();
        switch (word) {
            case "paragone": {
                const version = number(word, rest, 0n);
                if (version === 0n) throw new Failure("this driver speaks protocol 1 and 2");
                return greeting(version === 1n ? 1 : 2);
            }
            case "prepare":
                this.job = undefined;
                this.job = prepare(rest, details);
                return "ok\n";
            case "answer": {
                const index = number(word, rest, 0n);
                const job = this.prepared();
                if (index >= BigInt(job.inputs.length)) throw new Failure(`no input ${index}`);
                return counted(job.answer(Number(index)));
            }
            case "audit": {
                const calls = countable(word, rest);
                return `audit ${this.prepared().audit(calls)}\n`;
            }
            case "last":
                if (!this.job?.timed) throw new Failure("nothing was timed");
                return counted(answer(this.job.last));
            default:
                throw new Failure(`unknown request \`${word}\``);
        }
    }

    async time(rest) {
        const calls = countable("time", rest);
        const job = this.prepared();
        const frames = (this.samples++ % PLACES) * FRAMES;
        told.clear();
        const allocated = allocatedBytes();
        const start = performance.now();
        const { wall, cpu } = lower(frames, () => job.time(calls));
        const end = performance.now();
        let readings = [...told].map(([name, value]) => `reading ${name} ${value}\n`).join("");
        readings += `reading gc ${await this.collections.since(start, end)}\n`;
        if (allocated !== undefined) readings += `reading allocated ${allocatedBytes() - allocated}\n`;
        return `${readings}time ${wall} ${cpu}\n`;
    }

    prepared() {
        if (!this.job) throw new Failure("nothing is prepared");
        return this.job;
    }
}

/* CRC-32 as IEEE 802.3 has it, for a Node whose zlib does not offer it: goes on from that of the bytes before. */
function tableCrc32(bytes, before) {
    crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
        for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
        return byte;
    });
    let crc = ~before;
    for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 255];
    return ~crc >>> 0;
}

let crcTable;
const crc32 = zlib.crc32 ?? tableCrc32;

/* Ends the conversation, since what was heard is no message. */
class Broken extends Error {}

function split(line) {
    const at = line.indexOf(" ");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

function number(word, text, least) {
    const value = /^[0-9]+$/.test(text) ? BigInt(text) : -1n;
    if (value < least || value > MOST_NUMBER) throw new Failure(`expected \`${word} NUMBER\`, got \`${word} ${text}\``);
    return value;
}

/* A number of calls. */
function countable(word, text) {
    const calls = number(word, text, 1n);
    if (calls > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure(`more calls than this runtime can count: ${calls}`);
    return Number(calls);
}

function prepare(wanted, details) {
    const cell = new Cell();
    for (const line of details) {
        const [word, rest] = split(line);
        if (word === "input") {
            cell.inputs.push(readInput(rest));
        } else if (word === "param") {
            const [name, value] = split(rest);
            if (!cell.params.has(name)) cell.params.set(name, value);
        } else {
            throw new Failure(`unknown line \`${line}\` in \`prepare\``);
        }
    }
    const job = jobs.find(({ benchmark, implementation }) => wanted === `${benchmark} ${implementation}`);
    if (!job) throw new Failure(`unknown implementation \`${wanted}\``);
    return new Job(cell, job.setup(cell), job.hasReset);
}

function readInput(path) {
    let fd;
    try {
        fd = fs.openSync(path, "r");
        const bytes = Buffer.alloc(fs.fstatSync(fd).size);
        for (let got = 0; got < bytes.length; ) {
            const more = fs.readSync(fd, bytes, got, bytes.length - got, null);
            if (more === 0) throw new Error("it is shorter than it was");
            got += more;
        }
        return bytes;
    } catch (err) {
        throw new Failure(`failed to read input \`${path}\`: ${err.message}`);
    } finally {
        if (fd !== undefined) fs.closeSync(fd);
    }
}

function greeting(version) {
    const { node, v8: engine } = process.versions;
    const lines = [`paragone ${version}`, "language javascript", `runtime node ${node} v8 ${engine}`, `clock process.hrtime ${resolution()}`];
    for (const { benchmark, implementation, hasReset } of jobs) {
        const reset = hasReset && version > 1 ? " reset" : "";
        if (benchmark !== "paragone") lines.push(`implementation ${benchmark} ${implementation}${reset}`);
    }
    return `${lines.join("\n")}\nready\n`;
}

/* The smallest step seen; the readings are many, since the first thousands are interpreted and far apart. */
function resolution() {
    let least = Infinity;
    let before = clock();
    for (let i = 0; i < 10000; i++) {
        const after = clock();
        if (after > before) least = Math.min(least, Number(after - before));
        before = after;
    }
    return Number.isFinite(least) ? least : 0;
}

/* Counted by whole areas of the heap as they are given to the program: right over many samples, coarse in one. */
function allocatedBytes() {
    return v8.getHeapStatistics().total_allocated_bytes;
}

/* One line, and not a long one, whatever an implementation said. */
function error(text) {
    return `error ${text.slice(0, 500).replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")}\n`;
}

function said(err) {
    if (err instanceof Failure) return err.message;
    try {
        return String(err) || "threw an empty text";
    } catch {
        return "threw what has no text";
    }
}

function counted(bytes) {
    return Buffer.concat([Buffer.from(`answer ${bytes.length}\n`), bytes]);
}

/* Takes the streams for the conversation alone: what an implementation prints goes to standard error, and
 * what it reads is empty, also where native code does so. Node cannot duplicate a descriptor; but it can
 * open one anew by its name, and what is opened next takes the lowest number that is free. */
function privateStreams() {
    const { O_APPEND, O_RDONLY, O_WRONLY } = fs.constants;
    const fromLab = fs.openSync("/dev/fd/0", O_RDONLY);
    const toLab = fs.openSync("/dev/fd/1", O_WRONLY | O_APPEND);
    replace(0, "/dev/null", O_RDONLY);
    replace(1, "/dev/fd/2", O_WRONLY | O_APPEND);
    return [fromLab, toLab];
}

function replace(descriptor, path, flags) {
    fs.closeSync(descriptor);
    const got = fs.openSync(path, flags);
    if (got !== descriptor) throw new Error(`\`${path}\` was opened as ${got} in place of ${descriptor}`);
}

/** Talks with Paragone until it says `quit`, and ends the process. */
export async function serve() {
    if (tty.isatty(0)) {
        console.error("this is a benchmark driver: it is started by `paragone run`, not by hand");
        process.exit(2);
    }
    // The one job that every driver has: its time is what a call costs.
    bench("paragone", "empty", () => () => undefined);
    try {
        const conversation = new Conversation(...privateStreams());
        callAnyFunction();
        await conversation.hold();
    } catch (err) {
        console.error(`driver: ${err.message}`);
        process.exit(1);
    }
    process.exit(0);
}
