/* The pipeline in JavaScript: methods of arrays, generators, and loops.
 *
 * In: a collection of 64-bit integers; out: the sum of the leading zeros. A number has 53 bits, so an element is
 * a bigint, in an array of values or in a typed one; or, in `loop-halves`, two numbers of 32 bits, as one
 * writes it who wants it fast. Bigints are unsigned here. They have no method that swaps bytes or counts zeros:
 * a view of eight bytes writes in one order and reads in the other. The sum of counts stays below 2^53.
 */

import { register, swapped32 } from "./arrays.mjs";
import { serve } from "./paragone.mjs";

const eight = new DataView(new ArrayBuffer(8));

function swapped(value) {
    eight.setBigUint64(0, value, true);
    return eight.getBigUint64(0, false);
}

function zerosOf(value) {
    const upper = Number(value >> 32n);
    return upper === 0 ? 32 + Math.clz32(Number(value)) : Math.clz32(upper);
}

const isPresent = (value) => value !== 0n;
const isOrdered = (value) => (value & 0xff00n) >> 8n < (value & 0xffn);
const isSmall = (zeros) => zeros <= 56;

function imperative(values) {
    let sum = 0;
    for (const value of values) {
        if (value !== 0n) {
            const turned = swapped(value);
            if ((turned & 0xff00n) >> 8n < (turned & 0xffn)) {
                const zeros = zerosOf(turned);
                if (zeros <= 56) sum += zeros;
            }
        }
    }
    return sum;
}

/* The same by a counter: a typed array is read by its index, which compilers know best. */
function imperativeTyped(values) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
        const value = values[i];
        if (value !== 0n) {
            const turned = swapped(value);
            if ((turned & 0xff00n) >> 8n < (turned & 0xffn)) {
                const zeros = zerosOf(turned);
                if (zeros <= 56) sum += zeros;
            }
        }
    }
    return sum;
}

function imperativeHalves(halves) {
    let sum = 0;
    for (let i = 0; i < halves.length; i += 2) {
        const low = halves[i];
        const high = halves[i + 1];
        if ((low | high) !== 0) {
            const upper = swapped32(low);
            const lower = swapped32(high);
            if ((lower & 0xff00) >> 8 < (lower & 0xff)) {
                const zeros = upper === 0 ? 32 + Math.clz32(lower) : Math.clz32(upper);
                if (zeros <= 56) sum += zeros;
            }
        }
    }
    return sum;
}

function eager(values) {
    return values
        .filter(isPresent)
        .map(swapped)
        .filter(isOrdered)
        .map(zerosOf)
        .filter(isSmall)
        .reduce((sum, zeros) => sum + zeros, 0);
}

function* filtered(values, keep) {
    for (const value of values) if (keep(value)) yield value;
}

function* mapped(values, to) {
    for (const value of values) yield to(value);
}

function lazy(values) {
    let sum = 0;
    const zeros = filtered(mapped(filtered(mapped(filtered(values, isPresent), swapped), isOrdered), zerosOf), isSmall);
    for (const count of zeros) sum += count;
    return sum;
}

const typed = (halves) => new BigUint64Array(halves.buffer);
const values = (halves) => Array.from(typed(halves));

register("loop", values, imperative);
register("eager", values, eager);
register("lazy", values, lazy);
register("loop-typed", typed, imperativeTyped);
register("loop-halves", (halves) => halves, imperativeHalves);
await serve();
