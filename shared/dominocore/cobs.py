"""COBS: bytes without a zero in them, so that a zero can end a frame.

Consistent Overhead Byte Stuffing cuts a text at its zeros and writes before each part how far the next
zero is. `split` and `join` do the work in C; a byte loop is three times slower on a board.

Texts here are at most LIMIT bytes long: no part then needs the long-run code of the general scheme, and
the encoded form is always exactly one byte longer than the text.
"""

LIMIT = 254


def encode(text: bytes) -> bytes:
    """The zero-free form of a text of at most LIMIT bytes."""
    out = []
    for part in text.split(b"\0"):
        out.append(bytes((len(part) + 1,)))
        out.append(part)
    return b"".join(out)


def decode(data: bytes):
    """The text of an encoded form, or None when it is no such form."""
    size = len(data)
    if not 0 < size <= LIMIT + 1:
        return None
    parts = []
    at = 0
    while at < size:
        step = data[at]
        if step == 0 or at + step > size:
            return None
        part = data[at + 1 : at + step]
        if b"\0" in part:
            return None
        parts.append(part)
        at += step
    return b"\0".join(parts)
