"""Acts and events, the atoms of every game.

An *act* is one int, so that legal moves are cheap lists and a journal entry is a few bytes:

    tile | place << 8 | extra << 16 | verb << 24

`tile` is a tile or UNSEEN; `place` is an open end, a train, a slot or a called suit (0: none); `extra` is the half
that touches plus one (Matador) or 32 plus the captured tile (High Fives). What the fields mean depends on the verb.

An *event* is `(seat, act, data)`: who, what, and a bytes of tiles or numbers for the few verbs that carry a list
(deal, reveal, score …). Seat 0 is the table itself, written `*` in a record.
"""

import struct

from dominocore.compat import const
from dominocore.faults import DominoError
from dominocore.tiles import UNSEEN

# What a seat does in play. PLAY is 0 so that a tile laid without an end is its own act.
PLAY = const(0)
DRAW = const(1)
PASS = const(2)
END = const(3)
CLAIM = const(4)
MUGGINS = const(5)
# What the table or the judge says, and what shows tiles.
HAND = const(40)
DEAL = const(41)
REVEAL = const(42)
SCORE = const(43)
FAULT = const(44)
RULING = const(45)
UNDO = const(46)

WORDS = {
    PLAY: "play",
    DRAW: "draw",
    PASS: "pass",
    END: "end",
    CLAIM: "claim",
    MUGGINS: "muggins",
    HAND: "hand",
    DEAL: "deal",
    REVEAL: "reveal",
    SCORE: "score",
    FAULT: "fault",
    RULING: "ruling",
    UNDO: "undo",
}
VERBS = {word: verb for verb, word in WORDS.items()}

# Places, with the letters a record uses for them.
L = const(1)
R = const(2)
U = const(3)
D = const(4)
LEG = const(10)  # LEG + 1 is A1
TRAIN = const(20)  # TRAIN + seat is that seat's train
SIDING = const(40)  # SIDING + 1 is M1
_FAMILIES = (("A", LEG, 6), ("T", TRAIN, 12), ("M", SIDING, 99))  # letter, number before the first, how many


def act(verb, tile=0, place=0, extra=0):
    return tile | place << 8 | extra << 16 | verb << 24


def verb_of(a):
    return a >> 24


def tile_of(a):
    return a & 255


def place_of(a):
    return a >> 8 & 255


PASS_ACT = const(2 << 24)
DRAW_ACT = const(1 << 24 | 255)  # as a choice: the tile is not known before it is drawn
END_ACT = const(3 << 24)
CLAIM_ACT = const(4 << 24)
MUGGINS_ACT = const(5 << 24)


def place_name(place):
    """`L`, `R`, `U`, `D`, `A1`…, `T1`…, `M1`…"""
    if place <= D:
        return "-LRUD"[place]
    for letter, base, count in _FAMILIES:
        if base < place <= base + count:
            return "%s%d" % (letter, place - base)
    raise DominoError("bad_place", place)


def parse_place(text):
    if len(text) == 1 and text in "LRUD":
        return "-LRUD".find(text)
    for letter, base, count in _FAMILIES:
        digits = text[1:]
        if text[:1] == letter and digits.isdigit() and digits[0] != "0" and int(digits) <= count:
            return base + int(digits)
    raise DominoError("bad_place", text)


# Packed events: seat u8 (0x80 is added when data follows), act u32, then data length u8 and data.
_HEAD = "<BI"
_HEAD_SIZE = const(5)
_WITH_DATA = const(0x80)


def pack(seat, a, data=b""):
    if data:
        return struct.pack(_HEAD, seat | _WITH_DATA, a) + bytes([len(data)]) + data
    return struct.pack(_HEAD, seat, a)


def unpack(buffer, position=0):
    """The event at `position` and where the next one begins: `(seat, act, data, next)`."""
    if position + _HEAD_SIZE > len(buffer):
        raise DominoError("bad_event", position)
    seat, a = struct.unpack_from(_HEAD, buffer, position)
    position += _HEAD_SIZE
    data = b""
    if seat & _WITH_DATA:
        start = position + 1
        position = start + buffer[position] if position < len(buffer) else start
        if position > len(buffer):
            raise DominoError("bad_event", position)
        data = bytes(buffer[start:position])
    return seat & 0x7F, a, data, position


def redact(seat, event):
    """The same event as `seat` may see it: others' dealt and drawn tiles become UNSEEN. Seat 0 is a spectator."""
    who, a, data = event
    if who != seat:
        verb = a >> 24
        if verb == DEAL:
            return who, a, bytes([UNSEEN]) * len(data)
        if verb == DRAW:
            return who, DRAW_ACT, data
    return event
