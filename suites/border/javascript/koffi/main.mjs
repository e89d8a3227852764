/* zlib's checksums by koffi, which calls C by a description of its functions.
 *
 * In: bytes in memory; out: their checksum. A Buffer's memory has an address, which is what C gets.
 */
import koffi from "koffi";
import { bench, serve } from "./paragone.mjs";

// Node has a zlib of its own inside, whose names are found first: libz.so.1 would call half of that. `deep`
// makes a library look for what it calls in itself before it looks there.
const zlib = koffi.load("libz.so.1", { deep: true });
const adler32 = zlib.func("unsigned long adler32(unsigned long adler, const uint8_t *bytes, unsigned int length)");
const crc32 = zlib.func("unsigned long crc32(unsigned long crc, const uint8_t *bytes, unsigned int length)");

bench("adler32", "koffi", () => (input) => adler32(1, input, input.length));
bench("crc32", "koffi", () => (input) => crc32(0, input, input.length));
bench("first-byte", "koffi", () => (input) => adler32(1, input, 1));
bench("once-more", "koffi", () => (input) => adler32(adler32(1, input, input.length), input, 1));
await serve();
