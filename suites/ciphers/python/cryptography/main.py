"""Ciphers by the package `cryptography`, which brings a libcrypto of its own.

In: a text of whole blocks; out: the text encrypted, or decrypted, in memory that is used again. In ECB one
context goes through all texts. A context with a vector serves one text, and so does RC4's, so the key is
expanded in each call of these, and they are ended.
"""

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4, RC2, TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES

from paragone import bench, serve


def given(cell, name):
    return bytes.fromhex(cell.param(name))


def room(cell):
    """Room for what comes out of the longest input; the package wants a block more than it writes."""
    return bytearray(max(map(len, cell.inputs)) + 15)


def ecb(algorithm):
    def setup(cell):
        update = Cipher(algorithm(given(cell, "key")), modes.ECB()).encryptor().update_into
        out = room(cell)
        view = memoryview(out)
        return lambda data: view[: update(data, out)]

    return setup


def renewed(algorithm, mode, direction="encryptor"):
    """A text has a context of its own; what needs no context is looked up once."""

    def setup(cell):
        create = getattr(Cipher(algorithm(given(cell, "key")), mode(cell)), direction)
        out = room(cell)
        view = memoryview(out)

        def call(data):
            context = create()
            length = context.update_into(data, out)
            context.finalize()  # gives nothing more without padding
            return view[:length]

        return call

    return setup


def cbc(algorithm, direction="encryptor"):
    return renewed(algorithm, lambda cell: modes.CBC(given(cell, "iv")), direction)


WAYS = {
    "aes-128-ecb": ecb(AES),
    "aes-256-ecb": ecb(AES),
    "aes-128-cbc": cbc(AES),
    "aes-256-cbc": cbc(AES),
    "aes-128-cbc-decrypt": cbc(AES, "decryptor"),
    "3des-ecb": ecb(TripleDES),
    "3des-cbc": cbc(TripleDES),
    "rc2-cbc": cbc(RC2),
    "rc4": renewed(ARC4, lambda cell: None),
}
for name, way in WAYS.items():
    bench(name, "cryptography", way)
serve()
