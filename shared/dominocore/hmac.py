"""HMAC-SHA256 (RFC 2104) over hashlib, since MicroPython has no hmac module.

The table's key signs two kinds of things; a tag in front keeps a signature of one kind from ever being
shown as one of the other.
"""

import hashlib

AUTH = b"dominotable auth"
GAME = b"dominotable game"

_BLOCK = 64


def digest(key: bytes, message: bytes) -> bytes:
    """The 32-byte HMAC-SHA256 of a message."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([b ^ 0x36 for b in key]))
    inner.update(message)
    outer = hashlib.sha256(bytes([b ^ 0x5C for b in key]))
    outer.update(inner.digest())
    return outer.digest()


def sign(key: bytes, kind: bytes, message: bytes) -> bytes:
    """The signature of a message of one kind (AUTH or GAME)."""
    return digest(key, kind + message)


def same(a: bytes, b: bytes) -> bool:
    """Whether two digests are equal, in a time that does not tell where they differ."""
    if len(a) != len(b):
        return False
    difference = 0
    for x, y in zip(a, b):
        difference |= x ^ y
    return difference == 0
