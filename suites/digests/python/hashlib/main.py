"""Digests by Python's own module, which calls OpenSSL's libcrypto.

In: a message in memory; out: its digest. An object is made for each message: the module has no way to
use one again.
"""

import hashlib

from paragone import bench, serve


def constructor(algorithm):
    # A module that was built without a function for it may still find the digest by its name.
    return getattr(hashlib, algorithm, None) or (lambda data: hashlib.new(algorithm, data))


def hasher(algorithm):
    def setup(cell):
        create = constructor(algorithm)
        return lambda data: create(data).digest()

    return setup


for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "ripemd160"):
    bench(name, "hashlib", hasher(name))
serve()
