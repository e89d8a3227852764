"""The pipeline by numpy, which is eager: each stage makes an array.

In: an array of 64-bit unsigned integers; out: the sum of the leading zeros. numpy counts ones but no leading
zeros, so each value is filled with ones from its highest one downwards, and these are counted.
"""

import numpy

from arrays import register
from paragone import serve


def leading_zeros(values):
    filled = values.copy()
    for by in (1, 2, 4, 8, 16, 32):
        filled |= filled >> by
    return 64 - numpy.bitwise_count(filled)


def eager(values):
    present = values[values != 0]
    swapped = present.byteswap()
    ordered = swapped[(swapped & 0xFF00) >> 8 < swapped & 0xFF]
    zeros = leading_zeros(ordered)
    return int(zeros[zeros <= 56].sum(dtype=numpy.uint64))


def branchless(values):
    """Nothing is left out: what a filter holds back counts as 0."""
    swapped = values.byteswap()
    zeros = leading_zeros(swapped)
    kept = (values != 0) & ((swapped & 0xFF00) >> 8 < swapped & 0xFF) & (zeros <= 56)
    return int((zeros * kept).sum(dtype=numpy.uint64))


def array(values):
    return numpy.array(values, dtype=numpy.uint64)


register("numpy", eager, made=array)
register("numpy-branchless", branchless, made=array)
serve()
