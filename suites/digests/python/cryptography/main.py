"""Digests by the package `cryptography`, which brings a libcrypto of its own.

In: a message in memory; out: its digest. The algorithm is looked up once; a context is made for each
message, as one that has given its digest cannot be used again.
"""

from cryptography.hazmat.primitives import hashes

from paragone import bench, serve

ALGORITHMS = {
    "md5": hashes.MD5,
    "sha1": hashes.SHA1,
    "sha224": hashes.SHA224,
    "sha256": hashes.SHA256,
    "sha384": hashes.SHA384,
    "sha512": hashes.SHA512,
}


def hasher(algorithm):
    def setup(cell):
        chosen, create = algorithm(), hashes.Hash

        def call(data):
            context = create(chosen)
            context.update(data)
            return context.finalize()

        return call

    return setup


for name, algorithm in ALGORITHMS.items():
    bench(name, "cryptography", hasher(algorithm))
serve()
