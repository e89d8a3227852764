"""Strings lower-cased by Python's str and decomposed by its module unicodedata.

In: strings made in the set-up; out: the sum of the results' hashes. The hash is a loop in the interpreter, which costs
more than all the rest: these rows are here for their answers.
"""

import unicodedata
from itertools import islice

from paragone import bench, serve

MASK_32 = 0xFFFFFFFF
MASK_64 = 0xFFFFFFFFFFFFFFFF


def draws():
    """xoshiro128++, whose outputs are taken as four bytes, the lowest first."""
    a, b, c, d = 1, 18446744, 73709, 551615
    while True:
        total = (a + d) & MASK_32
        output = ((total << 7 | total >> 25) + a) & MASK_32
        shifted = b << 9 & MASK_32
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 11 | d >> 21) & MASK_32
        yield output & 255
        yield output >> 8 & 255
        yield output >> 16 & 255
        yield output >> 24


def texts(cell):
    count = max(int.from_bytes(number, "little") for number in cell.inputs)
    entries = cell.param("entries").encode().split(b" ")
    kinds = len(entries)
    draw = draws()
    return [
        b"".join([entries[next(draw) * kinds >> 8] for _ in range(50 + (next(draw) * 50 >> 8))]) for _ in range(count)
    ]


def fnv_1a(text):
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 & MASK_64
    return value


def set_up(cell):
    strings = texts(cell)

    def call(number):
        total = 0
        # The first strings are the same however many there are.
        for text in islice(strings, int.from_bytes(number, "little")):
            total += fnv_1a(unicodedata.normalize("NFD", text.decode().lower()).encode())
        return total & MASK_64

    return call


for benchmark in ("emoji", "letters", "libraries-emoji", "libraries-letters"):
    bench(benchmark, "unicodedata", set_up)
serve()
