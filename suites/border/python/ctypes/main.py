"""zlib's checksums by ctypes, and by Python's own module zlib, which is written in C.

In: bytes in memory; out: their checksum. ctypes hands over the address of a bytes object.
"""

import ctypes
import zlib

from paragone import bench, serve

library = ctypes.CDLL("libz.so.1")


def foreign(function):
    function.argtypes = [ctypes.c_ulong, ctypes.c_char_p, ctypes.c_uint]
    function.restype = ctypes.c_ulong
    return function


adler32 = foreign(library.adler32)
crc32 = foreign(library.crc32)

bench("adler32", "ctypes", lambda cell: lambda data: adler32(1, data, len(data)))
bench("crc32", "ctypes", lambda cell: lambda data: crc32(0, data, len(data)))
bench("first-byte", "ctypes", lambda cell: lambda data: adler32(1, data, 1))
bench("once-more", "ctypes", lambda cell: lambda data: adler32(adler32(1, data, len(data)), data, 1))
bench("adler32", "zlib", lambda cell: lambda data: zlib.adler32(data))
bench("crc32", "zlib", lambda cell: lambda data: zlib.crc32(data))
serve()
