/* Ciphers by Node's own module, which calls OpenSSL's libcrypto.
 *
 * In: a text of whole blocks; out: the text encrypted, or decrypted, in new memory: the module takes none.
 * Without a vector one object goes through all texts. An object with a vector serves one text, and so does
 * RC4's, so the key is expanded in each call of these: the module has no way to keep it. A text that has
 * its object is ended, which gives nothing more without padding.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";

import { bench, serve } from "./paragone.mjs";

const given = (cell, name) => Buffer.from(cell.param(name), "hex");

function ecb(benchmark, algorithm) {
    bench(benchmark, "node", (cell) => {
        const cipher = createCipheriv(algorithm, given(cell, "key"), null).setAutoPadding(false);
        return (input) => cipher.update(input);
    });
}

function cbc(benchmark, algorithm, create = createCipheriv) {
    bench(benchmark, "node", (cell) => {
        const key = given(cell, "key");
        const iv = given(cell, "iv");
        return (input) => {
            const cipher = create(algorithm, key, iv).setAutoPadding(false);
            const out = cipher.update(input);
            cipher.final();
            return out;
        };
    });
}

ecb("aes-128-ecb", "aes-128-ecb");
ecb("aes-256-ecb", "aes-256-ecb");
cbc("aes-128-cbc", "aes-128-cbc");
cbc("aes-256-cbc", "aes-256-cbc");
cbc("aes-128-cbc-decrypt", "aes-128-cbc", createDecipheriv);
ecb("des-ecb", "des-ecb");
cbc("des-cbc", "des-cbc");
ecb("3des-ecb", "des-ede3");
cbc("3des-cbc", "des-ede3-cbc");
ecb("rc2-ecb", "rc2-ecb");
cbc("rc2-cbc", "rc2-cbc");
bench("rc4", "node", (cell) => {
    const key = given(cell, "key");
    return (input) => {
        const cipher = createCipheriv("rc4", key, null);
        const out = cipher.update(input);
        cipher.final();
        return out;
    };
});
await serve();
