/* AES by the noble package, which is JavaScript alone.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted, in memory that is used again. The package
 * gives a text an object of its own, and expands the key for each.
 */
import { cbc, ecb } from "@noble/ciphers/aes.js";

import { bench, serve } from "./paragone.mjs";

const options = { disablePadding: true };

const given = (cell, name) => Uint8Array.from(Buffer.from(cell.param(name), "hex"));

/* Room of just the length that each input asks for: the package takes no other. */
function rooms(cell) {
    const lengths = cell.inputs.map((input) => input.length);
    return new Map(lengths.map((length) => [length, new Uint8Array(length)]));
}

for (const benchmark of ["aes-128-ecb", "aes-256-ecb"]) {
    bench(benchmark, "noble", (cell) => {
        const key = given(cell, "key");
        const out = rooms(cell);
        return (input) => ecb(key, options).encrypt(input, out.get(input.length));
    });
}
for (const benchmark of ["aes-128-cbc", "aes-256-cbc"]) {
    bench(benchmark, "noble", (cell) => {
        const key = given(cell, "key");
        const iv = given(cell, "iv");
        const out = rooms(cell);
        return (input) => cbc(key, iv, options).encrypt(input, out.get(input.length));
    });
}
bench("aes-128-cbc-decrypt", "noble", (cell) => {
    const key = given(cell, "key");
    const iv = given(cell, "iv");
    const out = rooms(cell);
    return (input) => cbc(key, iv, options).decrypt(input, out.get(input.length));
});
await serve();
