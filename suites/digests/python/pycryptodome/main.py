"""Digests by pycryptodome, which has C of its own.

In: a message in memory; out: its digest. An object is made for each message: the package has no way to
use one again.
"""

import sys

# The package calls its C by cffi where that is installed, and by ctypes elsewhere. It comes without cffi,
# so this is ctypes on every machine.
sys.modules["cffi"] = None

from Crypto.Hash import MD2, MD4, MD5, RIPEMD160, SHA1, SHA224, SHA256, SHA384, SHA512

from paragone import bench, serve

ALGORITHMS = {
    "md2": MD2,
    "md4": MD4,
    "md5": MD5,
    "sha1": SHA1,
    "sha224": SHA224,
    "sha256": SHA256,
    "sha384": SHA384,
    "sha512": SHA512,
    "ripemd160": RIPEMD160,
}


def hasher(algorithm):
    create = algorithm.new
    return lambda cell: lambda data: create(data).digest()


for name, algorithm in ALGORITHMS.items():
    bench(name, "pycryptodome", hasher(algorithm))
serve()
