"""Digests by Python's own module, which calls OpenSSL's libcrypto.

In: a message in memory; out: its digest. An object is made for each message, as one that has hashed cannot
be reset: by the module's function for the digest, or else as a copy of an empty one, which looks nothing up.
"""

import hashlib

from paragone import bench, serve


def caller(algorithm):
    function = getattr(hashlib, algorithm, None)
    if function:
        return lambda data: function(data).digest()
    # A digest without a function is found by its name, which takes longer than to hash a short message.
    empty = hashlib.new(algorithm)

    def call(data):
        fresh = empty.copy()
        fresh.update(data)
        return fresh.digest()

    return call


def hasher(algorithm):
    def setup(cell):
        return caller(algorithm)

    return setup


for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "ripemd160"):
    bench(name, "hashlib", hasher(name))
serve()
