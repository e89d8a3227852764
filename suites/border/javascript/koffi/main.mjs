/* zlib's checksums by koffi, which calls C by a description of its functions.
 *
 * In: bytes in memory; out: their checksum. A Buffer's memory has an address, which is what C gets.
 */
import koffi from "koffi";
import { bench, serve } from "./paragone.mjs";

const zlib = koffi.load("libz.so.1");
const adler32 = zlib.func("unsigned long adler32(unsigned long adler, const uint8_t *bytes, unsigned int length)");
const crc32 = zlib.func("unsigned long crc32(unsigned long crc, const uint8_t *bytes, unsigned int length)");

bench("adler32", "koffi", () => (input) => adler32(1, input, input.length));
bench("crc32", "koffi", () => (input) => crc32(0, input, input.length));
bench("first-byte", "koffi", () => (input) => adler32(1, input, 1));
await serve();
