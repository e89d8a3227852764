"""The arrays that the pipeline goes through, and how a way becomes jobs of the SDK.

In: how many elements a call gets, in which order they come, and ways, each a function from an array to a sum;
out: registered jobs. It knows no way. Python's integers have no width, so the elements are unsigned, from 0
to 2^64 - 1. The generator is xoshiro256** (David Blackman and Sebastiano Vigna, 2018), begun and used as the
post of 2024 did.
"""

from paragone import bench

BLOCK = 4096
# The order is in no answer, so that it is looked at: the sum of the places of the second array's counted elements.
PLACES = {"predictable": 6249282, "alternated": 4087321, "fresh": 4176195}
MASK = 2**64 - 1


def xoshiro(seed, count):
    """So many outputs, after ten that are dropped."""
    a, b, c, d = seed, 18446744, 73709, 551615
    outputs = []
    append = outputs.append
    for _ in range(count + 10):
        product = b * 5 & MASK
        append((product << 7 | product >> 57) * 9 & MASK)
        c ^= a
        d ^= b
        shifted = b << 17 & MASK
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 45 | d >> 19) & MASK
    del outputs[:10]
    return outputs


def alternated(elements, seeds="0,1"):
    """An array for each seed, which a call takes one after the other; the post has two."""
    numbers = [int(seed) for seed in seeds.split(",")]
    if elements % len(numbers):
        raise ValueError("arrays of the same length need more elements")
    return [xoshiro(seed, elements // len(numbers)) for seed in numbers]


def is_counted(value):
    """Whether an element gets through every filter."""
    swapped = int.from_bytes(value.to_bytes(8, "little"), "big")
    return value != 0 and (swapped & 0xFF00) >> 8 < swapped & 0xFF and 64 - swapped.bit_length() <= 56


def shuffle(array, dice):
    """Fisher and Yates', with the upper halves of the generator's outputs."""
    for at in range(len(array) - 1, 0, -1):
        other = (next(dice) >> 32) * (at + 1) >> 32
        array[at], array[other] = array[other], array[at]


def ordered(elements, data):
    """Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1."""
    if elements % (2 * BLOCK):
        raise ValueError(f"the elements have to fill pairs of arrays of {BLOCK}")
    if data not in PLACES:
        raise ValueError(f"no order of the data is called `{data}`")
    originals, arrays = alternated(2 * BLOCK), []
    sorted_ones = [sorted(original, key=is_counted) for original in originals] if data == "predictable" else originals
    dice = iter(xoshiro(2, elements // BLOCK * (BLOCK - 1)) if data == "fresh" else ())
    for number in range(elements // BLOCK):
        # Integers are objects: each array gets its own, or the same few would be met again and again.
        array = [value ^ 0 for value in sorted_ones[number % 2]]
        if data == "fresh":
            shuffle(array, dice)
        arrays.append(array)
    if arrays and sum(place for place, value in enumerate(arrays[1]) if is_counted(value)) != PLACES[data]:
        raise ValueError(f"the elements are in another order than `{data}`")
    return arrays


def register(name, way, made=list):
    """A call applies the way to each of the arrays that its input stands for, and answers the sum of all.

    `made` turns a list into the collection that the way wants.
    """

    def job(make):
        def set_up(cell):
            by_input = {
                data: [made(array) for array in make(int.from_bytes(data, "little"), cell)] for data in cell.inputs
            }

            def call(data):
                total = 0
                for array in by_input[data]:
                    total += way(array)
                return total & MASK

            return call

        return set_up

    for benchmark in ["pipeline", "python", "published", "published-largest"]:
        bench(benchmark, name, job(lambda elements, cell: alternated(elements, cell.param("seeds"))))
    bench("prediction-others", name, job(lambda elements, cell: ordered(elements, cell.param("data"))))
