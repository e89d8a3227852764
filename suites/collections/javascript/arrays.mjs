/* The arrays that the pipeline goes through, and how a way becomes jobs of the SDK.
 *
 * In: how many elements a call gets, in which order they come, and ways, each a function from a collection to a
 * sum; out: registered jobs. It knows no way. An array is made of halves, a lower and an upper one for each
 * element, because numbers here have 53 bits; a way says which collection it wants to have made of them. The
 * generator is xoshiro256** (David Blackman and Sebastiano Vigna, 2018), begun and used as the post of 2024 did.
 */

import { bench } from "./paragone.mjs";

/* Elements of an array of the benchmark `prediction`: 32 KiB. */
const BLOCK = 4096;
/* The order is in no answer, so that it is looked at: the sum of the places of the second array's counted elements. */
const PLACES = { predictable: 6249282, alternated: 4087321, fresh: 4176195 };

/* `next` puts an output into `low` and `high`. */
class Xoshiro {
    constructor(seed) {
        this.state = Int32Array.of(seed, 0, 18446744, 0, 73709, 0, 551615, 0);
        this.low = 0;
        this.high = 0;
        for (let i = 0; i < 10; i++) this.next();
    }

    /* What stands there is multiplied by a small number. */
    times(factor) {
        const product = (this.low >>> 0) * factor;
        this.high = (Math.imul(this.high, factor) + Math.floor(product / 4294967296)) | 0;
        this.low = product | 0;
    }

    next() {
        const s = this.state;
        this.low = s[2];
        this.high = s[3];
        this.times(5);
        const { low, high } = this;
        this.low = (low << 7) | (high >>> 25);
        this.high = (high << 7) | (low >>> 25);
        this.times(9);
        const shiftedLow = s[2] << 17;
        const shiftedHigh = (s[3] << 17) | (s[2] >>> 15);
        s[4] ^= s[0];
        s[5] ^= s[1];
        s[6] ^= s[2];
        s[7] ^= s[3];
        s[2] ^= s[4];
        s[3] ^= s[5];
        s[0] ^= s[6];
        s[1] ^= s[7];
        s[4] ^= shiftedLow;
        s[5] ^= shiftedHigh;
        // Rotated left by 45: the halves change places, and each is shifted by 13 more.
        const [lower, upper] = [s[6], s[7]];
        s[6] = (upper << 13) | (lower >>> 19);
        s[7] = (lower << 13) | (upper >>> 19);
    }
}

function arrayOf(seed, elements) {
    const generator = new Xoshiro(seed);
    const halves = new Uint32Array(2 * elements);
    for (let i = 0; i < halves.length; i += 2) {
        generator.next();
        halves[i] = generator.low;
        halves[i + 1] = generator.high;
    }
    return halves;
}

/* An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1. */
function alternated(elements, seeds = "0,1") {
    const numbers = seeds.split(",").map(Number);
    if (elements % numbers.length !== 0) throw new Error("arrays of the same length need more elements");
    return numbers.map((seed) => arrayOf(seed, elements / numbers.length));
}

export function swapped32(half) {
    return ((half << 24) | ((half & 0xff00) << 8) | ((half >>> 8) & 0xff00) | (half >>> 24)) >>> 0;
}

/* Whether an element gets through every filter. */
function isCounted(low, high) {
    const upper = swapped32(low);
    const lower = swapped32(high);
    const zeros = upper === 0 ? 32 + Math.clz32(lower) : Math.clz32(upper);
    return (low | high) !== 0 && (lower & 0xff00) >> 8 < (lower & 0xff) && zeros <= 56;
}

function copied(original, places) {
    return Uint32Array.from({ length: 2 * places.length }, (_, i) => original[2 * places[i >> 1] + (i & 1)]);
}

/* Fisher and Yates', with the upper halves of the generator's outputs. */
function shuffled(places, dice) {
    for (let at = places.length - 1; at > 0; at--) {
        dice.next();
        const other = Math.floor(((dice.high >>> 0) * (at + 1)) / 4294967296);
        [places[at], places[other]] = [places[other], places[at]];
    }
    return places;
}

function placesOf(halves) {
    let sum = 0;
    for (let place = 0; place < BLOCK; place++) {
        if (isCounted(halves[2 * place], halves[2 * place + 1])) sum += place;
    }
    return sum;
}

/* Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1. */
function ordered(elements, data) {
    if (elements % (2 * BLOCK) !== 0) throw new Error(`the elements have to fill pairs of arrays of ${BLOCK}`);
    const originals = alternated(2 * BLOCK);
    const dice = new Xoshiro(2);
    const arrays = Array.from({ length: elements / BLOCK }, (_, number) => {
        const original = originals[number % 2];
        const places = Array.from({ length: BLOCK }, (_, place) => place);
        const counted = (place) => isCounted(original[2 * place], original[2 * place + 1]);
        switch (data) {
            case "alternated":
                return original.slice();
            case "predictable":
                return copied(original, [...places.filter((place) => !counted(place)), ...places.filter(counted)]);
            case "fresh":
                return copied(original, shuffled(places, dice));
            default:
                throw new Error(`no order of the data is called \`${data}\``);
        }
    });
    if (arrays.length > 0 && placesOf(arrays[1]) !== PLACES[data]) {
        throw new Error(`the elements are in another order than \`${data}\``);
    }
    return arrays;
}

/* A call applies the way to each of the arrays that its input stands for, and answers the sum of all. */
export function register(name, made, way) {
    const job = (make) => (cell) => {
        const elements = (input) => input.readUInt32LE(0);
        const byElements = new Map(
            cell.inputs.map((input) => [elements(input), make(elements(input), cell).map(made)]),
        );
        return (input) => {
            let sum = 0;
            for (const array of byElements.get(elements(input))) sum += way(array);
            return sum;
        };
    };
    for (const benchmark of ["pipeline", "javascript", "published", "published-largest"]) {
        bench(benchmark, name, job((elements, cell) => alternated(elements, cell.param("seeds"))));
    }
    bench("prediction-others", name, job((elements, cell) => ordered(elements, cell.param("data"))));
}
