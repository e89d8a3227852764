// What is called: eight tiny jobs, by each of JavaScript's ways to call them.
//
// In: what was folded so far, and a byte; out: what is folded now, as a signed number of 32 bits.

import { EventEmitter } from "node:events";

export const a = (folded, byte) => (Math.imul(folded, 5) + byte) | 0;
export const b = (folded, byte) => ((folded ^ byte) + (folded << 3)) | 0;
export const c = (folded, byte) => ((folded ^ (folded >>> 15)) + byte) | 0;
export const d = (folded, byte) => Math.imul(folded, 3) ^ byte;
export const e = (folded, byte) => (folded + byte) ^ (folded << 5);
export const f = (folded, byte) => (folded - byte) ^ (folded >>> 9);
export const g = (folded, byte) => (Math.imul(folded, 9) - byte) | 0;
export const h = (folded, byte) => (~folded + (byte << 7)) | 0;

export const functions = [a, b, c, d, e, f, g, h];

/* What a binding calls where it is not direct, which does not happen. */
export const superclass = (folded, byte) => folded ^ byte;

/* Objects of eight classes, each with the job as its method. */
class A { apply(folded, byte) { return a(folded, byte); } }
class B { apply(folded, byte) { return b(folded, byte); } }
class C { apply(folded, byte) { return c(folded, byte); } }
class D { apply(folded, byte) { return d(folded, byte); } }
class E { apply(folded, byte) { return e(folded, byte); } }
class F { apply(folded, byte) { return f(folded, byte); } }
class G { apply(folded, byte) { return g(folded, byte); } }
class H { apply(folded, byte) { return h(folded, byte); } }

export const classes = [A, B, C, D, E, F, G, H];

/* One object with eight methods, and their names. */
export const methods = { a, b, c, d, e, f, g, h };
export const names = Object.keys(methods);

export function direct(mask, folded, byte) {
    switch (byte & mask) {
        case 0: return a(folded, byte);
        case 1: return b(folded, byte);
        case 2: return c(folded, byte);
        case 3: return d(folded, byte);
        case 4: return e(folded, byte);
        case 5: return f(folded, byte);
        case 6: return g(folded, byte);
        default: return h(folded, byte);
    }
}

/* Emitters whose first listener does the job; the others count that they were called. */
export function emitters(state, handlers) {
    return functions.map((job) => {
        const emitter = new EventEmitter();
        emitter.on("came", (byte) => (state.folded = job(state.folded, byte)));
        for (let i = 1; i < handlers; i++) emitter.on("came", () => state.seen++);
        return emitter;
    });
}
