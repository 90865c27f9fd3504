"""The link between table and host: bytes in, events out. The same class serves both ends; it does no I/O.

    frame    COBS(body) 0x00
    body     kind u8, sequence u8, acknowledgement u8, payload (0..240 bytes), CRC-32 u32 of all before it
    hello    version u8, role u8, up u8, window u8, session u32, echo u32

Integers are little-endian. `shared/LINK.md` has the whole format with examples.

Meeting
-------
Each end has a session number, random at power-on. A hello says "I am session S of this role, and I have heard
of your session E" (0: of none). An end is UP once the other has said its number back. Whoever gives up a meeting
takes a new number, so the same pair of numbers never meets twice, and both ends count from sequence 0 in each
pair. That is what makes a restart safe: the restarted end has a new number, the other sees it, drops what it had
in hand, says so (PARTED, then JOINED), and no frame of the old meeting can be taken for one of the new.

A hello is one of four things to the end that hears it, by two questions: is its session the one I know, and does
it echo mine? The table NEXT gives the state that follows. Everything else is a consequence of the step:

- leaving UP forgets what was under way, takes a new number and reports PARTED(RESTARTED);
- a session not known before becomes the known one;
- entering UP reports JOINED; both sequences start at 0;
- a hello is answered with a hello unless both ends are UP: so hellos come to rest.

A host begins in GREET and repeats its hello; a table begins in IDLE, says one hello into the air so that a host
which was listening learns of the restart, and after that only answers. A frame other than a hello that reaches an
IDLE end is from a peer that does not know of our restart: it is answered with a hello.

Carrying
--------
Go-back-n. A data frame has the next sequence number; every frame carries the number expected next from the other
side. At most `window` payloads wait for acknowledgement. What is out of order is not kept: it is answered with NAK,
once, and the sender goes back to the oldest payload not acknowledged, as it does when nothing is heard for a while.
Frames are made only when `poll` is asked for bytes, so no more than one frame is ever waiting in here.
After _TRIES silent periods the meeting is given up: PARTED(LOST).

Times are milliseconds of any origin modulo 2**30, as MicroPython's `ticks_ms` gives them.
"""

import binascii
import struct

from dominocore import cobs
from dominocore.compat import const
from dominocore.faults import DominoError

VERSION = const(1)
PAYLOAD = const(240)  # the most bytes a frame carries

# Roles
HOST = const(1)
TABLE = const(2)

# Kinds of frame
HELLO = const(1)
REFUSE = const(2)
DATA = const(3)
ACK = const(4)
NAK = const(5)

# States
IDLE = const(0)
GREET = const(1)
UP = const(2)

# Events are pairs: one of these, and what is said of it
JOINED = const(0)  # session number of the peer
PARTED = const(1)  # RESTARTED or LOST
REFUSED = const(2)  # the peer's protocol version
MESSAGE = const(3)  # payload

RESTARTED = const(0)
LOST = const(1)

# What a hello can be to its hearer
CALL = const(0)  # a new session that does not know us
MEET = const(1)  # a new session that knows us
AGAIN = const(2)  # the known session, not knowing us (yet)
AGREE = const(3)  # the known session, knowing us

NEXT = (
    # CALL   MEET   AGAIN  AGREE
    (GREET, UP, GREET, UP),  # in IDLE
    (GREET, UP, GREET, UP),  # in GREET
    (GREET, GREET, UP, UP),  # in UP
)

_HELLO = "<BBBBII"
_HELLO_SIZE = const(12)
_LEAST = const(8)  # an encoded frame without payload, without its zero
_MOST = const(248)  # and one with a full payload
_PERIOD = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_PATIENCE_MS = const(250)
_MOST_PATIENCE_MS = const(1000)
_TRIES = const(24)


def ticks_diff(a: int, b: int) -> int:
    """How many milliseconds a is after b, on a clock that wraps at 2**30."""
    return ((a - b + _HALF) & _PERIOD) - _HALF


def frame(kind: int, sequence: int, ack: int, payload: bytes) -> bytes:
    """One frame, ready to be written."""
    body = bytes((kind, sequence, ack)) + payload
    return cobs.encode(body + struct.pack("<I", binascii.crc32(body))) + b"\0"


def unframe(encoded: bytes):
    """The body of a frame (its zero taken off) without the CRC, or None when it is not a sound frame."""
    if not _LEAST <= len(encoded) <= _MOST:
        return None
    body = cobs.decode(encoded)
    if body is None:
        return None
    text = body[:-4]
    return text if struct.pack("<I", binascii.crc32(text)) == body[-4:] else None


class Link:
    """One end of the link. Feed `receive`, write what `poll` gives, put payloads in with `send`."""

    def __init__(self, role: int, session: int, window: int = 8):
        """`session` is a random number of 1..2**30-1, `window` how many frames this end can take in one go."""
        self.state = GREET if role == HOST else IDLE
        self.bad = 0  # frames that were not sound, for whoever looks after the cable
        self.repeats = 0  # times this end went back to send again
        self._role = role
        self._session = session
        self._window = window
        self._peer = 0
        self._peer_window = 1
        self._events = []
        self._partial = b""
        self._out = b""
        self._owed = 1 << HELLO
        self._reset()

    def _reset(self):
        """Nothing sent, nothing received, nothing waited for."""
        self._queue = []  # payloads not yet acknowledged
        self._base = 0  # sequence number of the first of them
        self._cursor = 0  # how many of them are on their way
        self._expect = 0
        self._asked = False  # a NAK for _expect has been given
        self._calm()

    def _calm(self):
        """The peer was heard: be patient from the start."""
        self._due = None
        self._patience = _PATIENCE_MS
        self._tries = 0

    # What the owner calls

    def room(self) -> int:
        """How many payloads `send` would take now."""
        return self._peer_window - len(self._queue) if self.state == UP else 0

    def idle(self) -> bool:
        """Whether everything sent has been acknowledged."""
        return not self._queue

    def send(self, payload: bytes) -> bool:
        """Put a payload on its way; False when there is no room for it now."""
        if len(payload) > PAYLOAD:
            raise DominoError("payload_too_long", len(payload))
        if self.room() <= 0:
            return False
        self._queue.append(payload)
        return True

    def receive(self, data: bytes):
        """Take bytes from the line, in any cut, and give the events since the last call. `b""` is fine."""
        if data:
            parts = data.split(b"\0")
            last = parts.pop()
            for part in parts:
                self._take(self._partial + part)
                self._partial = b""
            self._partial = (self._partial + last)[: _MOST + 1]  # one byte too long stays too long
        events = self._events
        self._events = []
        return events

    def poll(self, now: int, limit: int = _MOST + 1) -> bytes:
        """The bytes to write now, at most `limit`."""
        self._watch_time(now)
        out = self._out
        while len(out) < limit:
            more = self._next_frame()
            if not more:
                break
            out += more
        if out:
            self._out = out[limit:]
            out = out[:limit]
        return out

    # Frames in

    def _take(self, encoded):
        if not encoded:
            return
        body = unframe(encoded)
        if body is None:
            self.bad += 1
            if self.state == UP:
                self._ask_again()
            return
        kind = body[0]
        if kind == HELLO:
            self._take_hello(body[3:])
        elif kind == REFUSE:
            self._take_refusal(body[3:])
        elif self.state == UP:
            self._take_ack(kind, body[2])
            if kind == DATA:
                self._take_data(body[1], body[3:])
        elif self.state == IDLE:
            self._owed |= 1 << HELLO

    def _take_hello(self, payload):
        version = payload[0] if payload else 0
        if version != VERSION:
            self._owed |= 1 << REFUSE
            self._events.append((REFUSED, version))
            return
        if len(payload) < _HELLO_SIZE:
            return
        _, role, up, window, session, echo = struct.unpack_from(_HELLO, payload)
        if role == self._role or not session or not window:
            return  # an echo of ourselves, or nonsense
        known = session == self._peer
        heard = (AGREE if known else MEET) if echo == self._session else (AGAIN if known else CALL)
        self._peer = session
        self._peer_window = window
        self._step(NEXT[self.state][heard])
        if not (up and self.state == UP):
            self._owed |= 1 << HELLO

    def _step(self, state):
        if self.state == UP and state != UP:
            self._part(RESTARTED)
        elif self.state != UP and state == UP:
            self._calm()
            self._events.append((JOINED, self._peer))
        self.state = state

    def _part(self, reason):
        """Give up the meeting under way; a later one gets a new number."""
        self._reset()
        self._owed &= 1 << REFUSE | 1 << HELLO
        self._session = self._session % (_PERIOD - 1) + 1
        self._events.append((PARTED, reason))

    def _take_refusal(self, payload):
        if payload and self.state != UP:
            self.state = IDLE
            self._owed &= ~(1 << HELLO)
            self._events.append((REFUSED, payload[0]))

    def _take_ack(self, kind, ack):
        if not DATA <= kind <= NAK:
            return
        count = (ack - self._base) & 255
        if count > len(self._queue):
            return  # an old frame come again
        if count:
            del self._queue[:count]
            self._base = ack
            self._cursor = max(0, self._cursor - count)
            self._calm()
        if kind == NAK and self._cursor:
            self._go_back()

    def _go_back(self):
        self._cursor = 0
        self.repeats += 1

    def _take_data(self, sequence, payload):
        ahead = (sequence - self._expect) & 255
        if ahead == 0:
            self._expect = (sequence + 1) & 255
            self._asked = False
            self._events.append((MESSAGE, payload))
            self._owed |= 1 << ACK
        elif ahead < 128:
            self._ask_again()
        else:
            self._owed |= 1 << ACK  # a repeat: our acknowledgement was lost

    def _ask_again(self):
        if not self._asked:
            self._asked = True
            self._owed |= 1 << NAK

    # Frames out

    def _watch_time(self, now):
        if self.state == IDLE or (self.state == UP and not self._cursor):
            self._due = None
        elif self._due is None:
            self._due = (now + self._patience) & _PERIOD
        elif ticks_diff(now, self._due) >= 0:
            self._lose_patience()

    def _lose_patience(self):
        self._due = None
        self._tries += 1
        self._patience = min(2 * self._patience, _MOST_PATIENCE_MS)
        if self._tries > _TRIES:
            self._part(LOST)
            self._peer = 0
            self.state = IDLE
        elif self.state == GREET:
            self._owed |= 1 << HELLO
        else:
            self._go_back()

    def _next_frame(self):
        if self._owed & ~(1 << ACK):
            for kind in (REFUSE, HELLO, NAK):
                if self._owed & 1 << kind:
                    return self._control(kind)
        if self._cursor < len(self._queue):
            payload = self._queue[self._cursor]
            sequence = (self._base + self._cursor) & 255
            self._cursor += 1
            self._owed &= ~(1 << ACK)
            return frame(DATA, sequence, self._expect, payload)
        if self._owed & 1 << ACK:
            return self._control(ACK)
        return b""

    def _control(self, kind):
        self._owed &= ~(1 << kind)
        payload = b""
        if kind == HELLO:
            up = 1 if self.state == UP else 0
            payload = struct.pack(_HELLO, VERSION, self._role, up, self._window, self._session, self._peer)
        elif kind == REFUSE:
            payload = bytes((VERSION,))
        elif kind == NAK:
            self._owed &= ~(1 << ACK)
        return frame(kind, 0, self._expect, payload)
