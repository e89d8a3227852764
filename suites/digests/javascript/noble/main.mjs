/* Digests by the noble package, which is JavaScript alone.
 *
 * In: a message in memory; out: its digest, by the package's one-call functions.
 */
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

import { bench, serve } from "./paragone.mjs";

for (const [benchmark, hash] of Object.entries({ md5, sha1, sha224, sha256, sha384, sha512, ripemd160 })) {
    bench(benchmark, "noble", () => (input) => hash(input));
}
await serve();
