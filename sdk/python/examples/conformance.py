"""The jobs that `protocol/transcripts` speak of, in Python.

In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
jobs in the same order, and none has any other use.
"""

import sys

from paragone import bench, keep, serve

KEPT = 0xC6A35D1E94F72B8D
ANSWERED = 0xB1E947D26C835FA5
DROPPED = 0xD5F28B3C71A64E97


def count_calls(cell):
    calls = 0

    def call(data):
        nonlocal calls
        calls += 1
        return calls

    return call


def reset_inplace(cell):
    page = bytearray()

    def reset(data):
        page[:] = data

    def call(data):
        for i in range(len(page)):
            page[i] = (page[i] + 1) % 256
        return page

    return call, reset


def param_value(cell):
    value = cell.param("value")
    return lambda data: value


def inputs_count(cell):
    total = sum(1000 + len(data) for data in cell.inputs)
    return lambda data: total


def fails(text):
    raise ValueError(text)


def mixed(data, factor):
    mix = 1
    for byte in data:
        mix = (mix ^ byte) * factor & 0xFFFFFFFFFFFFFFFF
    return mix


def work_dropped(data):
    mixed(data, DROPPED)


bench("echo", "bytes", lambda cell: lambda data: data)
bench("sum", "bytes", lambda cell: lambda data: sum(data))
bench("count", "calls", count_calls)
bench("reset", "inplace", reset_inplace, reset=True)
bench("param", "value", param_value)
bench("inputs", "count", inputs_count)
# Python has no addresses: `bytes` lie where the interpreter puts them.
bench("inputs", "aligned", lambda cell: lambda data: 0)
bench("fail", "call", lambda cell: lambda data: fails("this call always fails"))
bench("fail", "setup", lambda cell: fails("this setup always fails"))
bench("fail", "verbose", lambda cell: lambda data: fails("a line\nand another\r\n" * 1000))
bench("print", "noise", lambda cell: lambda data: print("noise on standard output"))
bench("read", "stdin", lambda cell: lambda data: len(sys.stdin.read()))
bench("work", "kept", lambda cell: lambda data: keep(mixed(data, KEPT)))
bench("work", "answered", lambda cell: lambda data: mixed(data, ANSWERED))
bench("work", "dropped", lambda cell: work_dropped)
serve()
