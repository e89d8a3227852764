/* Ciphers by node-forge, which is JavaScript alone, and older than arrays of bytes in that language.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted. The key is expanded once; a call sets
 * the vector and goes through the text. The package works on strings with a byte in each character, so a
 * call makes one of the text, and bytes of what comes out.
 */
import forge from "node-forge";

import { bench, serve } from "./paragone.mjs";

const given = (cell, name) => forge.util.hexToBytes(cell.param(name));

/* The package writes into a buffer of its own, which is taken as it is. */
const bytes = (buffer) => Buffer.from(buffer.getBytes(), "binary");

function mode(benchmark, algorithm, create = forge.cipher.createCipher) {
    bench(benchmark, "forge", (cell) => {
        const cipher = create(algorithm, given(cell, "key"));
        const start = algorithm.endsWith("CBC") ? { iv: given(cell, "iv") } : {};
        // Texts are whole blocks, all of which go through in `update`, as long as none waits for padding.
        cipher.mode.pad = cipher.mode.unpad = false;
        return (input) => {
            cipher.start(start);
            cipher.update(forge.util.createBuffer(input));
            if (!cipher.finish()) throw new Error("node-forge failed");
            return bytes(cipher.output);
        };
    });
}

/* This one of the package's ciphers has functions of its own, whose end takes what pads: here nothing does. */
const unpadded = () => true;

function rc2(benchmark, iv) {
    bench(benchmark, "forge", (cell) => {
        const cipher = forge.rc2.createEncryptionCipher(given(cell, "key"), 128);
        const start = iv && given(cell, iv);
        return (input) => {
            cipher.start(start);
            cipher.update(forge.util.createBuffer(input));
            if (!cipher.finish(unpadded)) throw new Error("node-forge failed");
            return bytes(cipher.output);
        };
    });
}

mode("aes-128-ecb", "AES-ECB");
mode("aes-256-ecb", "AES-ECB");
mode("aes-128-cbc", "AES-CBC");
mode("aes-256-cbc", "AES-CBC");
mode("aes-128-cbc-decrypt", "AES-CBC", forge.cipher.createDecipher);
mode("des-ecb", "DES-ECB");
mode("des-cbc", "DES-CBC");
mode("3des-ecb", "3DES-ECB");
mode("3des-cbc", "3DES-CBC");
rc2("rc2-ecb", null);
rc2("rc2-cbc", "iv");
await serve();
