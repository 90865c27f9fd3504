"""Tiles. A tile is a small int, `hi*(hi+1)//2 + lo`, so every set is a prefix of the next larger one.

Double-6 is 0..27, double-9 0..54, double-12 0..90, double-15 0..135. The tables below are indexed by tile.
"""

from dominocore.compat import const
from dominocore.faults import DominoError

UNSEEN = const(255)  # stands where a tile is that nobody has shown: '?' in a record
TOP = const(15)  # the highest number on any tile
SETS = (6, 9, 12, 15)

HI = bytes([hi for hi in range(TOP + 1) for lo in range(hi + 1)])
LO = bytes([lo for hi in range(TOP + 1) for lo in range(hi + 1)])
PIPS = bytes([hi + lo for hi in range(TOP + 1) for lo in range(hi + 1)])
NUMBERS = tuple([1 << hi | 1 << lo for hi in range(TOP + 1) for lo in range(hi + 1)])  # both numbers as a mask


def tile(a, b):
    """The tile with these two numbers, in either order."""
    if a < b:
        a, b = b, a
    return a * (a + 1) // 2 + b


def size(top):
    """How many tiles the double-`top` set has."""
    return (top + 1) * (top + 2) // 2


def is_double(t):
    return HI[t] == LO[t]


def other(t, number):
    """The half of `t` that does not touch when `number` does."""
    return PIPS[t] - number


def name(t):
    return "?" if t == UNSEEN else "%d-%d" % (HI[t], LO[t])


def parse(text):
    """The tile written `6-4` or `4-6`, or UNSEEN for `?`."""
    if text == "?":
        return UNSEEN
    a, dash, b = text.partition("-")
    if dash and a.isdigit() and b.isdigit() and len(a) <= 2 and len(b) <= 2 and int(a) <= TOP and int(b) <= TOP:
        return tile(int(a), int(b))
    raise DominoError("bad_tile", text)


def pips(tiles):
    """The pips of several tiles together."""
    total = 0
    for t in tiles:
        total += PIPS[t]
    return total
