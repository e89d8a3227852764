/* What Node does by its event loop: streams of files and of http, and fetch. A thread that main.mjs waits for.
 *
 * In: which way, and where; out: a sum modulo 256, or -1.
 */
import fs from "node:fs";
import http from "node:http";
import { parentPort, workerData as shared } from "node:worker_threads";
import { added } from "./added.mjs";

const agent = new http.Agent({ keepAlive: true });

const asked = (address) =>
    new Promise((told, failed) => {
        http.get(address, { agent }, (answer) => {
            if (answer.statusCode === 200) told(answer);
            else failed(new Error(`the server answered ${answer.statusCode}`));
        }).on("error", failed);
    });

/* The callback for each piece is what streams are fastest with; `for await` costs a turn of the loop for each. */
const summed = (stream) =>
    new Promise((told, failed) => {
        let sum = 0;
        stream.on("data", (piece) => (sum = (sum + added(piece, piece.length)) & 255));
        stream.on("end", () => told(sum));
        stream.on("error", failed);
    });

async function fetched(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    return answer;
}

const ways = {
    file: (where, size) => summed(fs.createReadStream(where, { highWaterMark: size })),
    http: async (where) => summed(await asked(where)),
    "fetch-whole": async (where) => {
        const bytes = new Uint8Array(await (await fetched(where)).arrayBuffer());
        return added(bytes, bytes.length);
    },
    "fetch-chunks": async (where) => {
        let sum = 0;
        for await (const piece of (await fetched(where)).body) sum = (sum + added(piece, piece.length)) & 255;
        return sum;
    },
};

parentPort.on("message", async ({ way, where, size }) => {
    try {
        shared[1] = await ways[way](where, size);
    } catch (error) {
        fs.writeSync(2, `${error.stack}\n`);
        shared[1] = -1;
    }
    Atomics.store(shared, 0, 1);
    Atomics.notify(shared, 0);
});
