"""The sum of a file's bytes in Python: whole, in pieces, mapped, and byte by byte.

In: a path; out: the sum modulo 256. `sum` runs in C; the ways called `loop` take each byte in Python.
"""

import mmap
import os

from paragone import bench, serve


def chunks(cell):
    buffer = bytearray(int(cell.param("buffer")))
    view = memoryview(buffer)

    def call(path):
        total = 0
        with open(path, "rb", buffering=0) as file:
            while count := file.readinto(buffer):
                total += sum(view[:count])
        return total & 255

    return call


def whole(path):
    with open(path, "rb") as file:
        return sum(file.read()) & 255


def whole_loop(path):
    total = 0
    with open(path, "rb") as file:
        for byte in file.read():
            total += byte
    return total & 255


def mapped(path):
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return 0
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as pages, memoryview(pages) as view:
            return sum(view) & 255


def stream(path):
    total = 0
    with open(path, "rb") as file:
        while byte := file.read(1):
            total += byte[0]
    return total & 255


bench("file", "chunks", chunks)
bench("buffer", "chunks", chunks)
bench("file", "whole", lambda cell: whole)
bench("file", "whole-loop", lambda cell: whole_loop)
bench("file", "mmap", lambda cell: mapped)
bench("file", "bytes", lambda cell: stream)
serve()
