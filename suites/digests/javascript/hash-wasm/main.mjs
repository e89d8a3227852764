/* Digests by the hash-wasm package: C, compiled to WebAssembly.
 *
 * In: a message in memory; out: its digest. Each module is compiled and its hasher made once; a call is
 * init, update and digest. The package copies a message into the module's own memory, in pieces of 16 KiB.
 */
import * as wasm from "hash-wasm";

import { bench, serve } from "./paragone.mjs";

const hashers = {
    md4: await wasm.createMD4(),
    md5: await wasm.createMD5(),
    sha1: await wasm.createSHA1(),
    sha224: await wasm.createSHA224(),
    sha256: await wasm.createSHA256(),
    sha384: await wasm.createSHA384(),
    sha512: await wasm.createSHA512(),
    ripemd160: await wasm.createRIPEMD160(),
};

for (const [benchmark, hasher] of Object.entries(hashers)) {
    bench(benchmark, "hash-wasm", () => (input) => {
        hasher.init();
        hasher.update(input);
        return hasher.digest("binary");
    });
}
await serve();
