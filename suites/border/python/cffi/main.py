"""zlib's checksums by cffi, in the way that needs no compiler.

In: bytes in memory; out: their checksum. cffi hands over the address of a bytes object.
"""

from cffi import FFI
from paragone import bench, serve

ffi = FFI()
ffi.cdef("""
    unsigned long adler32(unsigned long adler, const unsigned char *bytes, unsigned int length);
    unsigned long crc32(unsigned long crc, const unsigned char *bytes, unsigned int length);
""")
library = ffi.dlopen("libz.so.1")
adler32 = library.adler32
crc32 = library.crc32

bench("adler32", "cffi", lambda cell: lambda data: adler32(1, data, len(data)))
bench("crc32", "cffi", lambda cell: lambda data: crc32(0, data, len(data)))
bench("first-byte", "cffi", lambda cell: lambda data: adler32(1, data, 1))
bench("once-more", "cffi", lambda cell: lambda data: adler32(adler32(1, data, len(data)), data, 1))
serve()
