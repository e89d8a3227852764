/* Digests by Node's own module, which calls OpenSSL's libcrypto.
 *
 * In: a message in memory; out: its digest. `node` makes an object for each message, as Node has no way to
 * use one again; `node-one-shot` is the function that newer versions have for short messages.
 */
import crypto from "node:crypto";

import { bench, serve } from "./paragone.mjs";

const algorithms = ["md4", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "ripemd160"];

for (const algorithm of algorithms) {
    bench(algorithm, "node", () => (input) => crypto.createHash(algorithm).update(input).digest());
    bench(algorithm, "node-one-shot", () => {
        if (!crypto.hash) throw new Error("this Node has no `crypto.hash`; 20.12 and later have it");
        return (input) => crypto.hash(algorithm, input, "buffer");
    });
}
await serve();
