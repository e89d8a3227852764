"""Ciphers by pycryptodome, which has C of its own.

In: a text of whole blocks; out: the text encrypted, or decrypted, in memory that is used again where the
package takes some. In ECB one object goes through all texts. An object with a vector serves one text, and
so does RC4's, so the key is expanded in each call of these. `-X plain` keeps it from using AES
instructions.
"""

import sys

# The package calls its C by cffi where that is installed, and by ctypes elsewhere. It comes without cffi,
# so this is ctypes on every machine.
sys.modules["cffi"] = None

from Crypto.Cipher import AES, ARC2, ARC4, DES, DES3

from paragone import bench, serve

AES_WORDS = {"use_aesni": "plain" not in sys._xoptions}
RC2_WORDS = {"effective_keylen": 128}


def given(cell, name):
    return bytes.fromhex(cell.param(name))


def rooms(cell):
    """Room of just the length that each input asks for: the package takes no other."""
    return {len(data): bytearray(len(data)) for data in cell.inputs}


def ecb(algorithm, **words):
    def setup(cell):
        encrypt = algorithm.new(given(cell, "key"), algorithm.MODE_ECB, **words).encrypt
        out = rooms(cell)

        def call(data):
            room = out[len(data)]
            encrypt(data, output=room)
            return room

        return call

    return setup


def cbc(algorithm, direction="encrypt", **words):
    def setup(cell):
        key, iv = given(cell, "key"), given(cell, "iv")
        new, mode = algorithm.new, algorithm.MODE_CBC
        out = rooms(cell)

        def encrypt(data):
            room = out[len(data)]
            new(key, mode, iv=iv, **words).encrypt(data, output=room)
            return room

        def decrypt(data):
            room = out[len(data)]
            new(key, mode, iv=iv, **words).decrypt(data, output=room)
            return room

        return decrypt if direction == "decrypt" else encrypt

    return setup


def stream(cell):
    key, new = given(cell, "key"), ARC4.new
    return lambda data: new(key).encrypt(data)


WAYS = {
    "aes-128-ecb": ecb(AES, **AES_WORDS),
    "aes-256-ecb": ecb(AES, **AES_WORDS),
    "aes-128-cbc": cbc(AES, **AES_WORDS),
    "aes-256-cbc": cbc(AES, **AES_WORDS),
    "aes-128-cbc-decrypt": cbc(AES, "decrypt", **AES_WORDS),
    "des-ecb": ecb(DES),
    "des-cbc": cbc(DES),
    "3des-ecb": ecb(DES3),
    "3des-cbc": cbc(DES3),
    "rc2-ecb": ecb(ARC2, **RC2_WORDS),
    "rc2-cbc": cbc(ARC2, **RC2_WORDS),
    "rc4": stream,
}
for name, way in WAYS.items():
    bench(name, "pycryptodome", way)
serve()
