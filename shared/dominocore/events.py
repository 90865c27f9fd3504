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
BID = const(6)
TRUMP = const(7)
ANTE = const(8)
BET = const(9)
CALL = const(10)
RAISE = const(11)
CHECK = const(12)
FOLD = const(13)
TAKE = const(14)
TRASH = const(15)
DISCARD = const(16)
DOWN = const(17)
REMOVE = const(18)
TURN = const(19)
PUT = const(20)
WASTE = const(21)
MOVE = const(22)
QUIT = const(23)
LAY = const(28)  # to 31: LAY + n has the low half lying right, below, left, above of the high one (n = 0 … 3)
# What the table or the judge says, and what shows tiles.
HAND = const(40)
DEAL = const(41)
REVEAL = const(42)
SCORE = const(43)
FAULT = const(44)
RULING = const(45)
UNDO = const(46)
# Tiles that the table lays by rule.
ROW = const(47)
POOL = const(48)
CLOCK = const(49)
LAYOUT = const(50)
UP = const(51)

WORDS = {
    PLAY: "play",
    DRAW: "draw",
    PASS: "pass",
    END: "end",
    CLAIM: "claim",
    MUGGINS: "muggins",
    BID: "bid",
    TRUMP: "trump",
    ANTE: "ante",
    BET: "bet",
    CALL: "call",
    RAISE: "raise",
    CHECK: "check",
    FOLD: "fold",
    TAKE: "take",
    TRASH: "trash",
    DISCARD: "discard",
    DOWN: "down",
    REMOVE: "remove",
    TURN: "turn",
    PUT: "put",
    WASTE: "waste",
    MOVE: "move",
    QUIT: "quit",
    LAY: "lay",
    LAY + 1: "lay",
    LAY + 2: "lay",
    LAY + 3: "lay",
    HAND: "hand",
    DEAL: "deal",
    REVEAL: "reveal",
    SCORE: "score",
    FAULT: "fault",
    RULING: "ruling",
    UNDO: "undo",
    ROW: "row",
    POOL: "pool",
    CLOCK: "clock",
    LAYOUT: "layout",
    UP: "up",
}

FROM_RACK = (PLAY, DISCARD, DOWN)  # acts by which a tile leaves the seat's rack
LAID_BY_TABLE = (ROW, POOL, CLOCK, LAYOUT, UP)

# Places, with the letters a record uses for them.
L = const(1)
R = const(2)
U = const(3)
D = const(4)
LEG = const(10)  # LEG + 1 is A1
TRAIN = const(20)  # TRAIN + seat is that seat's train
SIDING = const(40)  # SIDING + 1 is M1
SLOT = const(140)  # SLOT + n is slot n of a clock, written as a number
SUIT = const(200)  # SUIT + n calls suit n with the lead; written `=n`, not as an end
CAPTURE = const(32)  # extra: CAPTURE + tile is the pool tile captured
NUMBER_MOST = const(99999)  # in a bid, a bet or an option
DOUBLES = const(7)  # a trump act names a number, the doubles
NO_TRUMP = const(8)  # or none
FAMILIES = (("A", LEG, 6), ("T", TRAIN, 12), ("M", SIDING, 99))  # letter, number before the first, how many


def act(verb, tile=0, place=0, extra=0):
    return tile | place << 8 | extra << 16 | verb << 24


def verb_of(a):
    return a >> 24


def tile_of(a):
    return a & 255


def place_of(a):
    return a >> 8 & 255


def tiles_of(a):
    """The tiles that an act takes from the rack: one, or up to three for a discard."""
    if a >> 24 != DISCARD:
        return (a & 255,)
    return tuple([a & 255] + [n - 1 for n in (a >> 8 & 255, a >> 16 & 255) if n])


def number_of(a):
    """The number that goes with a bid, a bet and the like: any below 2**24."""
    return a & 0xFFFFFF


PASS_ACT = const(2 << 24)
DRAW_ACT = const(1 << 24 | 255)  # as a choice: the tile is not known before it is drawn
END_ACT = const(3 << 24)
CLAIM_ACT = const(4 << 24)
MUGGINS_ACT = const(5 << 24)


def place_name(place):
    """`L`, `R`, `U`, `D`, `A1`…, `T1`…, `M1`…, and slots by their number"""
    if place <= D:
        return "-LRUD"[place]
    if SLOT < place < SUIT:
        return str(place - SLOT)
    for letter, base, count in FAMILIES:
        if base < place <= base + count:
            return "%s%d" % (letter, place - base)
    raise DominoError("bad_place", place)


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
