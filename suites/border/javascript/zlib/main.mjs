/* Node's own CRC-32, that of the zlib inside it: since Node 20.15 and 22.2.
 *
 * In: bytes in memory; out: their checksum.
 */
import zlib from "node:zlib";
import { bench, serve } from "./paragone.mjs";

bench("crc32", "standard", () => (input) => zlib.crc32(input));
await serve();
