"""The journal of one game: records that survive a power cut and prove that nobody changed them.

    journal   "DTJ" 0x01, then records
    record    length u16 of the payload, sequence u32, CRC-32 u32 of length, sequence and payload; payload
    payload   type u8, then what the type needs

Integers are little-endian; sequence numbers count from 0 within a game. The first record is OPEN, the last of a
finished game is CLOSE. `shared/JOURNAL.md` has the whole format with examples.

A game is a hash chain: h = SHA-256("dominotable game 1" + payload of OPEN), then h = SHA-256(h + payload) for each
record. CLOSE holds the result, the end of the chain (which covers the result too) and its signature by the table's
key. The CRC finds what time and flash do; the chain and its signature find what people do.

A file is damaged in one of two ways. A *torn* tail is what a power cut leaves: unsound bytes with nothing sound
behind them; it is cut off and reported. Unsound bytes *before* a sound record are damage, reported with their place.
Nothing here raises on what it reads.
"""

import binascii
import hashlib
import struct
from collections import namedtuple

from dominocore import hmac
from dominocore.compat import const
from dominocore.faults import DominoError

MAGIC = b"DTJ\x01"
SUFFIX = ".dtj"

# Types of payload
OPEN = const(1)  # configuration, JSON
HAND = const(2)  # checkpoint at the start of a hand, as Match gives it
EVENT = const(3)  # ms u32 since the record before it in the same boot, packed event
NOTE = const(4)  # ms u32 likewise, JSON: the clock was set, the table was moved ...
BOOT = const(5)  # boot number u32, torn bytes cut off u32: the game went on after a power cut
CLOSE = const(6)  # end of the chain (32), its signature (32), result, JSON

HEAD_SIZE = const(10)
PAYLOAD_MOST = const(4096)

_HEAD = "<HII"
_COVERED = "<HI"  # the part of the head under the CRC
_TIMED = "<BI"
_BOOT = "<BII"
_CHAIN = b"dominotable game 1"
_CLOSE_HEAD = const(65)

# What is wrong with a journal: a stable word, where, and the sequence number expected there.
Problem = namedtuple("Problem", ("code", "offset", "sequence"))

# What a whole journal is worth: problems, and whether it is closed, its chain is whole, and it is signed by the key
# (None: not known, since the game is not closed, or no key was given).
Verdict = namedtuple("Verdict", ("problems", "closed", "chain", "signed"))


def record(sequence: int, payload: bytes) -> bytes:
    """The bytes of one record."""
    if not 0 < len(payload) <= PAYLOAD_MOST:
        raise DominoError("record_size", len(payload))
    covered = struct.pack(_COVERED, len(payload), sequence)
    return covered + struct.pack("<I", binascii.crc32(payload, binascii.crc32(covered))) + payload


def sound(data: bytes, at: int) -> int:
    """The size of the sound record at `at`; 0 when there is none, -1 when more bytes are needed to know."""
    if at + HEAD_SIZE > len(data):
        return -1
    length, _, crc = struct.unpack_from(_HEAD, data, at)
    if not 0 < length <= PAYLOAD_MOST:
        return 0
    end = at + HEAD_SIZE + length
    if end > len(data):
        return -1
    covered = binascii.crc32(data[at : at + 6])
    return end - at if binascii.crc32(data[at + HEAD_SIZE : end], covered) == crc else 0


def sequence_at(data: bytes, at: int) -> int:
    """The sequence number of the record at `at`."""
    return struct.unpack_from("<I", data, at + 2)[0]


def link_chain(digest: bytes, payload: bytes) -> bytes:
    """The chain after one more payload; an empty digest begins it."""
    chain = hashlib.sha256(digest or _CHAIN)
    chain.update(payload)
    return chain.digest()


# Payloads


def open_payload(config: bytes) -> bytes:
    return bytes((OPEN,)) + config


def hand_payload(checkpoint: bytes) -> bytes:
    return bytes((HAND,)) + checkpoint


def event_payload(ms: int, event: bytes) -> bytes:
    return struct.pack(_TIMED, EVENT, ms) + event


def note_payload(ms: int, note: bytes) -> bytes:
    return struct.pack(_TIMED, NOTE, ms) + note


def boot_payload(boot: int, torn: int) -> bytes:
    return struct.pack(_BOOT, BOOT, boot, torn)


def split_timed(payload: bytes):
    """`(ms, rest)` of an EVENT or NOTE; None when it is too short to be one."""
    return (struct.unpack_from("<I", payload, 1)[0], payload[5:]) if len(payload) >= 5 else None


def split_boot(payload: bytes):
    """`(boot number, torn bytes)` of a BOOT; None when it is none."""
    return struct.unpack_from("<II", payload, 1) if len(payload) == 9 else None


def split_close(payload: bytes):
    """`(end of the chain, signature, result)` of a CLOSE; None when it is too short to be one."""
    if len(payload) < _CLOSE_HEAD:
        return None
    return payload[1:33], payload[33:65], payload[65:]


class Writer:
    """Makes the bytes to append for one game; goes on where a Reader stopped when given what that found."""

    def __init__(self, sequence: int = 0, digest: bytes = b""):
        self.sequence = sequence
        self.digest = digest

    def open(self, config: bytes) -> bytes:
        """The beginning of a journal."""
        return MAGIC + self.add(open_payload(config))

    def add(self, payload: bytes) -> bytes:
        data = record(self.sequence, payload)
        self.digest = link_chain(self.digest, payload)
        self.sequence += 1
        return data

    def close(self, result: bytes, key: bytes) -> bytes:
        """The end of a journal. The chain ends over type and result: what CLOSE holds besides follows from it."""
        self.digest = link_chain(self.digest, bytes((CLOSE,)) + result)
        signature = hmac.sign(key, hmac.GAME, self.digest)
        data = record(self.sequence, bytes((CLOSE,)) + self.digest + signature + result)
        self.sequence += 1
        return data


class Reader:
    """Reads a journal, whole or in pieces: `feed` gives records, `finish` says that this was all."""

    def __init__(self):
        self.offset = 0  # of the first byte not yet understood
        self.sequence = 0  # of the record expected next
        self.digest = b""
        self.problems = []
        self.torn = 0  # bytes cut off by `finish`
        self.closed = False
        self._data = b""
        self._bad = -1  # offset of the unsound bytes being passed over, or -1
        self._chain = None  # whether CLOSE agrees with the chain
        self._signature = b""

    def feed(self, data: bytes):
        """Take more bytes; gives the `(sequence, payload)` pairs that are whole now."""
        self._data += data
        if self.offset == 0 and not self._magic():
            return []
        return self._read(False)

    def finish(self):
        """There are no more bytes: gives the last records and cuts off a torn tail."""
        out = self._read(True)
        if self._bad >= 0:
            self.torn += self.offset - self._bad
            self._problem("torn", self._bad)
            self._bad = -1
        elif not self.sequence:
            self._problem("empty", 0)
        return out

    def verify(self, key=None) -> Verdict:
        """The verdict, after `finish`."""
        signed = None
        if self.closed and key is not None:
            signed = hmac.same(hmac.sign(key, hmac.GAME, self.digest), self._signature)
        return Verdict(tuple(self.problems), self.closed, self._chain, signed)

    def _problem(self, code, offset):
        self.problems.append(Problem(code, offset, self.sequence))

    def _magic(self):
        if len(self._data) < len(MAGIC):
            return False
        if not self._data.startswith(MAGIC):
            self._problem("magic", 0)
        self._data = self._data[len(MAGIC) :]
        self.offset = len(MAGIC)
        return True

    def _read(self, last):
        """Read the records in hand; with `last`, an unfinished one is unsound and what follows is looked at too."""
        out = []
        data = self._data
        at = 0
        while at < len(data):
            size = sound(data, at)
            if size > 0 and self._plausible(sequence_at(data, at)):
                self._accept(data, at, size, out)
                at += size
            elif size < 0 and not last:
                break
            else:
                if self._bad < 0:
                    self._bad = self.offset + at
                at += 1
        self.offset += at
        self._data = data[at:]
        return out

    def _plausible(self, sequence):
        """In order any number is looked at; behind damage a record must be one that can follow."""
        return self._bad < 0 or self.sequence <= sequence < self.sequence + 0x10000

    def _accept(self, data, at, size, out):
        place = self.offset + at
        sequence = sequence_at(data, at)
        payload = data[at + HEAD_SIZE : at + size]
        if self._bad >= 0:
            self._problem("damaged", self._bad)
            self._bad = -1
        elif sequence != self.sequence:
            self._problem("sequence", place)
        if self.closed:
            self._problem("after_close", place)
        if (payload[0] == OPEN) != (sequence == 0):
            self._problem("open", place)
        if payload[0] == CLOSE:
            self._take_close(payload, place)
        else:
            self.digest = link_chain(self.digest, payload)
        self.sequence = sequence + 1
        out.append((sequence, payload))

    def _take_close(self, payload, place):
        close = split_close(payload)
        self.closed = True
        self._chain = False
        if close:
            chain, self._signature, result = close
            self.digest = link_chain(self.digest, bytes((CLOSE,)) + result)
            self._chain = hmac.same(chain, self.digest)
        if not self._chain:
            self._problem("chain", place)


def read(data: bytes):
    """A whole journal: `(records, reader)`; `reader.verify(key)` says what it is worth."""
    reader = Reader()
    records = reader.feed(data)
    return records + reader.finish(), reader
