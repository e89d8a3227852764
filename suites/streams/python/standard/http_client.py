"""The sum of what a server has, in Python: by the standard library, which keeps no connection.

In: an address; out: the sum modulo 256 of the body.
"""

from urllib.request import urlopen

from paragone import bench, serve


def chunks(cell):
    buffer = bytearray(int(cell.param("buffer")))
    view = memoryview(buffer)

    def call(address):
        total = 0
        with urlopen(address.decode()) as body:
            while count := body.readinto(buffer):
                total += sum(view[:count])
        return total & 255

    return call


def whole(address):
    with urlopen(address.decode()) as body:
        return sum(body.read()) & 255


bench("http", "urllib-chunks", chunks)
bench("http", "urllib-whole", lambda cell: whole)
serve()
