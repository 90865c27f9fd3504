"""What table and host say to each other over the link.

    message   code u8, tag u8, body
    piece     last u8 (1 on the last piece of a message), up to 239 bytes of the message

A request has a tag chosen by the host; its reply has the same tag and the code plus REPLY, or the code ERROR.
Notices come from the table unasked, with tag 0. Rare bodies are JSON objects, frequent ones are packed;
`shared/LINK.md` lists every body. The link delivers pieces once and in order, so a message is simply cut
and joined again.
"""

import json
import struct

from dominocore.compat import const
from dominocore.faults import DominoError
from dominocore.wire import PAYLOAD

# Requests
INFO = const(1)
START = const(2)
STOP = const(3)
LOGS = const(4)
READ = const(5)
HASH = const(6)
WATCH = const(7)
STATE = const(8)
CHALLENGE = const(9)
AUTH = const(10)
CLOCK = const(11)
REPL = const(12)
TAKE_BACK = const(13)
RULE = const(14)

NAMES = {
    INFO: "info",
    START: "start",
    STOP: "stop",
    LOGS: "logs",
    READ: "read",
    HASH: "hash",
    WATCH: "watch",
    STATE: "state",
    CHALLENGE: "challenge",
    AUTH: "auth",
    CLOCK: "clock",
    REPL: "repl",
    TAKE_BACK: "undo",
    RULE: "rule",
}

# Notices
EVENT = const(0x40)
CHECKPOINT = const(0x41)
NOTE = const(0x42)

REPLY = const(0x80)
ERROR = const(0xFF)

# Who may ask. Everything not named here is open to anyone with a cable.
KEY = const(1)  # needs the table's key
KEY_IN_GAME = const(2)  # needs it while a game is running
KEY_IF_LIVE = const(3)  # needs it for the log of the running game

GUARDED = {
    START: KEY_IN_GAME,
    STOP: KEY,
    READ: KEY_IF_LIVE,
    REPL: KEY,
    TAKE_BACK: KEY,
    RULE: KEY,
}

REQUEST_MOST = const(2048)  # the longest message a table takes
REPLY_MOST = const(65536)  # the longest a host takes
READ_MOST = const(954)  # the most log bytes in one reply: it then fills four frames exactly
UNDER_WAY = const(4)  # the most requests a host may have unanswered
NONCE = const(16)

_READ = "<HIH"
_HASH = "<I"
_EVENT = "<HI"
_GAME = "<H"
_CHECKPOINT = "<HH"
_CLOCK = "<I"


def needs_key(code: int, running: int, game: int) -> bool:
    """Whether a request needs the key while game number `running` (0: none) is on, asked about `game`."""
    guard = GUARDED.get(code)
    if guard == KEY_IN_GAME:
        return running != 0
    if guard == KEY_IF_LIVE:
        return running != 0 and game == running
    return guard == KEY


# Messages and pieces


def message(code: int, tag: int, body: bytes = b"") -> bytes:
    return bytes((code, tag)) + body


def pieces(text: bytes):
    """The payloads that carry a message."""
    step = PAYLOAD - 1
    ends = range(step, len(text), step)
    out = [b"\0" + text[end - step : end] for end in ends]
    out.append(b"\1" + text[len(out) * step :])
    return out


class Joiner:
    """Joins pieces to messages. A message that is too long is lost as a whole, and counted."""

    def __init__(self, most: int):
        self.lost = 0
        self._most = most
        self.reset()

    def reset(self):
        """Forget a half message; to be called when the link has parted."""
        self._parts = []
        self._size = 0

    def add(self, payload: bytes):
        """`(code, tag, body)` when this payload ends a message, else None."""
        if not payload:
            return None
        self._size += len(payload) - 1
        if self._size <= self._most:
            self._parts.append(payload[1:])
        if not payload[0]:
            return None
        text = b"".join(self._parts)
        whole = self._size <= self._most
        self.reset()
        if not whole or len(text) < 2:
            self.lost += 1
            return None
        return text[0], text[1], text[2:]


# Bodies. Reading one checks it: a body that cannot be read raises DominoError("malformed").


def _unpack(form, body, exact=True):
    size = struct.calcsize(form)
    if len(body) < size or (exact and len(body) != size):
        raise DominoError("malformed")
    return struct.unpack_from(form, body)


def pack_json(value) -> bytes:
    return json.dumps(value).encode()


def unpack_json(body: bytes):
    try:
        return json.loads(body.decode())
    except (ValueError, RuntimeError):  # RuntimeError: nested too deep for CPython's reader
        raise DominoError("malformed")


def unpack_object(body: bytes) -> dict:
    value = unpack_json(body)
    if not isinstance(value, dict):
        raise DominoError("malformed")
    return value


def pack_game(game: int) -> bytes:
    """Body of `logs` (the first game wanted) and of `hash`."""
    return struct.pack(_GAME, game)


def unpack_game(body: bytes) -> int:
    return _unpack(_GAME, body)[0]


def pack_read(game: int, offset: int, size: int) -> bytes:
    return struct.pack(_READ, game, offset, size)


def unpack_read(body: bytes):
    """`(game, offset, size)`."""
    return _unpack(_READ, body)


def pack_hash(size: int, digest: bytes) -> bytes:
    return struct.pack(_HASH, size) + digest


def unpack_hash(body: bytes):
    """`(size, digest)`."""
    if len(body) != 36:
        raise DominoError("malformed")
    return _unpack(_HASH, body, False)[0], body[4:]


def pack_error(code: str, detail: str) -> bytes:
    return ("%s\n%s" % (code, detail)).encode()


def unpack_error(body: bytes):
    """`(code, detail)`."""
    try:
        code, _, detail = body.decode().partition("\n")
    except ValueError:
        raise DominoError("malformed")
    return code, detail


def pack_event(game: int, ms: int, event: bytes) -> bytes:
    """`ms` is the time since the game was opened."""
    return struct.pack(_EVENT, game, ms) + event


def unpack_event(body: bytes):
    """`(game, ms, packed event)`."""
    game, ms = _unpack(_EVENT, body, False)
    return game, ms, body[6:]


def pack_checkpoint(game: int, checkpoint: bytes, events: bytes) -> bytes:
    """Where the match stood when its hand began, and the packed events of the hand since."""
    return struct.pack(_CHECKPOINT, game, len(checkpoint)) + checkpoint + events


def unpack_checkpoint(body: bytes):
    """`(game, checkpoint, events)`; game 0: none is running."""
    game, size = _unpack(_CHECKPOINT, body, False)
    if len(body) < 4 + size:
        raise DominoError("malformed")
    return game, body[4 : 4 + size], body[4 + size :]


def pack_clock(seconds: int) -> bytes:
    """`seconds` since 1970, UTC."""
    return struct.pack(_CLOCK, seconds)


def unpack_clock(body: bytes) -> int:
    return _unpack(_CLOCK, body)[0]
