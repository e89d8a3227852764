// Strings lower-cased and decomposed by JavaScript's own methods, which in Node are ICU's.
//
// In: strings made in the set-up; out: the sum of the results' hashes, of 64 bits in two halves, as a number has 53.
// How the strings are drawn is said in rust/texts/src/texts.rs.

import { bench, serve } from "./paragone.mjs";

function draws() {
    const state = Uint32Array.of(1, 18446744, 73709, 551615);
    const rotated = (word, by) => (word << by) | (word >>> (32 - by));
    const next = () => {
        const result = (rotated(state[0] + state[3], 7) + state[0]) >>> 0;
        const shifted = state[1] << 9;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotated(state[3], 11);
        return result;
    };
    let drawn = 0;
    let left = 0;
    // A number below the limit, which is at most 256.
    return (limit) => {
        if (left === 0) {
            drawn = next();
            left = 4;
        }
        const byte = drawn & 0xff;
        drawn >>>= 8;
        left--;
        return (byte * limit) >> 8;
    };
}

// How many strings an input asks for: the first ones are the same however many there are.
function numberOf(input) {
    return Number(new DataView(input.buffer, input.byteOffset).getBigUint64(0, true));
}

function textsOf(cell) {
    const count = Math.max(...cell.inputs.map(numberOf));
    const entries = cell.param("entries").split(" ").map((entry) => Buffer.from(entry));
    const below = draws();
    return Array.from({ length: count }, () => {
        const length = 50 + below(50);
        return Buffer.concat(Array.from({ length }, () => entries[below(entries.length)]));
    });
}

function sumOfHashes(texts, count, resultOf) {
    let sumHigh = 0;
    let sumLow = 0;
    for (let at = 0; at < count; at++) {
        const result = resultOf(texts[at]);
        // FNV-1a of 64 bits. Its factor is 2^40 + 435: the first is a shift into the upper half.
        let high = 0xcbf29ce4;
        let low = 0x84222325;
        for (let i = 0; i < result.length; i++) {
            low = (low ^ result[i]) >>> 0;
            const product = low * 435;
            high = (high * 435 + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
            low = product >>> 0;
        }
        const total = sumLow + low;
        sumLow = total >>> 0;
        sumHigh = (sumHigh + high + (total > 0xffffffff ? 1 : 0)) >>> 0;
    }
    return (BigInt(sumHigh) << 32n) | BigInt(sumLow);
}

for (const benchmark of ["emoji", "letters", "libraries-emoji", "libraries-letters"]) {
    bench(benchmark, "string", (cell) => {
        const texts = textsOf(cell);
        const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
        const encoder = new TextEncoder();
        const resultOf = (text) => encoder.encode(decoder.decode(text).toLowerCase().normalize("NFD"));
        return (input) => sumOfHashes(texts, numberOf(input), resultOf);
    });
}
await serve();
