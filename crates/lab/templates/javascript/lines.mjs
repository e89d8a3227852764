// How many lines has a text? Two ways in JavaScript.
import { bench, serve } from "./paragone.mjs";

// The outer function is the set-up: it runs once, untimed, and gives what is called and timed.
bench("lines", "loop", () => (text) => {
    let lines = 0;
    for (let i = 0; i < text.length; i++) if (text[i] === 10) lines++;
    return lines; // what a call returns is its answer
});

bench("lines", "index-of", () => (text) => {
    let lines = 0;
    for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines++;
    return lines;
});

await serve();
