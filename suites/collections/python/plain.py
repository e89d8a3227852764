"""The pipeline by what Python itself has: lists, generators, `map` and `filter`, and a loop.

In: a list of integers; out: the sum of the leading zeros. A user writes each stage in line, as the call of a
function would cost more than what it does; only `map` and `filter` ask for functions.
"""

from arrays import MASK, register
from paragone import serve


def imperative(values):
    total = 0
    from_bytes = int.from_bytes
    for value in values:
        if value != 0:
            swapped = from_bytes(value.to_bytes(8, "little"), "big")
            if (swapped & 0xFF00) >> 8 < swapped & 0xFF:
                zeros = 64 - swapped.bit_length()
                if zeros <= 56:
                    total += zeros
    return total & MASK


def eager(values):
    from_bytes = int.from_bytes
    present = [value for value in values if value != 0]
    swapped = [from_bytes(value.to_bytes(8, "little"), "big") for value in present]
    ordered = [value for value in swapped if (value & 0xFF00) >> 8 < value & 0xFF]
    zeros = [64 - value.bit_length() for value in ordered]
    return sum([zeros for zeros in zeros if zeros <= 56]) & MASK


def lazy(values):
    from_bytes = int.from_bytes
    present = (value for value in values if value != 0)
    swapped = (from_bytes(value.to_bytes(8, "little"), "big") for value in present)
    ordered = (value for value in swapped if (value & 0xFF00) >> 8 < value & 0xFF)
    zeros = (64 - value.bit_length() for value in ordered)
    return sum(zeros for zeros in zeros if zeros <= 56) & MASK


def lazy_functions(values):
    from_bytes = int.from_bytes
    present = filter(lambda value: value != 0, values)
    swapped = map(lambda value: from_bytes(value.to_bytes(8, "little"), "big"), present)
    ordered = filter(lambda value: (value & 0xFF00) >> 8 < value & 0xFF, swapped)
    zeros = map(lambda value: 64 - value.bit_length(), ordered)
    return sum(filter(lambda zeros: zeros <= 56, zeros)) & MASK


register("loop", imperative)
register("eager", eager)
register("lazy", lazy)
register("lazy-functions", lazy_functions)
serve()
