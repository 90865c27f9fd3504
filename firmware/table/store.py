"""The journal on flash: a record is durable before the table confirms the move it holds.

Each game is one append-only file, `journal/g00001.log`, in the format of `dominocore.journal`. Appending to a file
on littlefs costs an erase, some 50 ms with interrupts off. A file small enough for littlefs to keep inside its
directory costs about 1 ms to rewrite, and after a power cut it is the old or the new one, never half. So new records
go to `journal/tail` (game number u16, records; at most 448 bytes), rewritten whole, until it is full; then its
records and the new ones are appended to the log in one write, and the next tail begins with what follows them.

A tail is not emptied when it has been folded into the log: a cut between the two would be one more case. Its records
are then in the log too and are known by their sequence numbers. So a journal is the log and those records of the
tail that follow it, at whatever moment the power failed.

Nothing here formats, and nothing deletes a log: when flash runs low a new game is refused before it starts.
"""

import hashlib
import json
import os
import struct
from collections import namedtuple

from micropython import const

from dominocore import journal
from dominocore.faults import DominoError
from dominocore.wire import ticks_diff

RESERVE = const(65536)  # bytes that must be free for a game to start: the longest one, and what littlefs needs

_TAIL_MOST = const(448)
_TAIL_HEAD = const(2)
_BATCH = const(1024)  # bytes made durable in one write
_SLICE = const(512)  # bytes read in one go
_CONFIG_MOST = const(1024)

# What was found at power-on: the game to go on with (0: none), its configuration, the checkpoint of the hand under
# way (b"": none yet) and the packed events since; torn bytes cut off; the log that cannot be gone on with (0: none).
Found = namedtuple("Found", ("game", "config", "checkpoint", "events", "torn", "damaged"))


class Store:
    """The journals of this table. `recover` comes first; one game at a time is open."""

    def __init__(self, ticks_ms, root: str = "journal"):
        self.game = 0  # the open game, 0: none
        self.ms = 0  # its playing time up to the last record
        self._ticks_ms = ticks_ms
        self._root = root
        self._writer = None
        self._queue = []  # records not yet durable
        self._tail = b""  # records durable in the tail file but not in the log
        self._log_size = 0
        self._highest = 0  # the highest game number ever used
        self._torn = 0
        self._stamped = 0  # when the last record was made

    # Power-on

    def recover(self) -> Found:
        """Find out what is there. An unfinished game is open afterwards; `resume` goes on with it."""
        if self._root not in os.listdir():
            os.mkdir(self._root)
        games = self.games()
        game = games[-1] if games else 0
        tail_game, tail = self._read_tail()
        self._highest = max(game, tail_game)
        scan = _Scan()
        if game:
            scan.log(self._path(game))
        self._log_size = scan.reader.offset - scan.reader.torn
        if scan.reader.torn and scan.whole():
            self._cut(game)
        self._tail = scan.tail(tail) if tail_game == game else b""
        self._torn = scan.reader.torn
        if not game or scan.reader.closed:
            return Found(0, None, b"", [], self._torn, 0)
        if not scan.whole():
            return Found(0, None, b"", [], 0, game)
        self.game = game
        self.ms = scan.ms
        self._writer = journal.Writer(scan.reader.sequence, scan.reader.digest)
        return Found(game, scan.config, scan.checkpoint, scan.events, self._torn, 0)

    def resume(self, boot: int):
        """Go on with the game that was found: its journal says that the power failed and what that cost."""
        self._stamped = self._ticks_ms()
        self._put(journal.boot_payload(boot, self._torn))

    def _read_tail(self):
        try:
            with open(self._root + "/tail", "rb") as file:
                data = file.read()
        except OSError:
            return 0, b""
        return (struct.unpack_from("<H", data)[0], data[_TAIL_HEAD:]) if len(data) >= _TAIL_HEAD else (0, b"")

    def _cut(self, game):
        """Write the log again without its torn bytes."""
        with open(self._path(game), "rb") as old, open(self._spare(), "wb") as new:
            left = self._log_size
            while left:
                left -= new.write(old.read(min(left, _SLICE)))
        os.rename(self._spare(), self._path(game))

    # A game

    def open_game(self, config: dict) -> int:
        """Begin a journal and make it durable; gives the game's number, which goes into its configuration."""
        if self.game:
            raise DominoError("game_running", self.game)
        free = self.free()
        if free < RESERVE:
            raise DominoError("flash_full", free)
        game = self._highest + 1
        config = dict(config)
        config["number"] = game
        text = json.dumps(config).encode()
        if len(text) > _CONFIG_MOST:
            raise DominoError("config_too_long", len(text))
        writer = journal.Writer()
        data = writer.open(text)
        with open(self._spare(), "wb") as file:
            file.write(data)
        os.rename(self._spare(), self._path(game))  # at once or not at all: there is no log without its OPEN
        self.game = self._highest = game
        self.ms = 0
        self._writer = writer
        self._queue = []
        self._tail = b""
        self._log_size = len(data)
        self._stamped = self._ticks_ms()
        return game

    def hand(self, checkpoint: bytes):
        """Queue the checkpoint a new hand begins with."""
        self._put(journal.hand_payload(checkpoint))

    def event(self, packed: bytes) -> int:
        """Queue an event; gives the playing time it is stamped with."""
        self._put(journal.event_payload(self._stamp(), packed))
        return self.ms

    def note(self, value: dict):
        """Queue a remark, such as the wall clock having been set."""
        self._put(journal.note_payload(self._stamp(), json.dumps(value).encode()))

    def flush(self) -> bool:
        """Make queued records durable, a bounded batch in one write; True when none is left."""
        batch = b""
        count = 0
        for record in self._queue:
            if count and len(batch) + len(record) > _BATCH:
                break
            batch += record
            count += 1
        if count:
            tail = self._tail + batch
            if len(tail) > _TAIL_MOST - _TAIL_HEAD:
                self._fold(tail)
            else:
                self._write("tail", "wb", struct.pack("<H", self.game) + tail)
                self._tail = tail
            del self._queue[:count]
        return not self._queue

    def close_game(self, result: dict, key: bytes):
        """Sign the journal and make all of it durable in its log."""
        if not self.game:
            raise DominoError("no_game")
        while not self.flush():
            pass
        closing = journal.Writer(self._writer.sequence, self._writer.digest)
        self._fold(self._tail + closing.close(json.dumps(result).encode(), key))
        self.game = 0

    def _put(self, payload):
        if not self.game:
            raise DominoError("no_game")
        self._queue.append(self._writer.add(payload))

    def _stamp(self):
        now = self._ticks_ms()
        ms = max(0, ticks_diff(now, self._stamped))
        self._stamped = now
        self.ms += ms
        return ms

    def _fold(self, records):
        """Append records, the tail's among them, to the log."""
        self._write(self._name(self.game), "ab", records)
        self._log_size += len(records)
        self._tail = b""

    def _write(self, name, mode, data):
        """One durable write; a file is durable when it is closed."""
        try:
            with open(self._root + "/" + name, mode) as file:
                file.write(data)
        except OSError as error:
            raise DominoError("flash_write", name, error.errno)

    # Reading, for whoever downloads

    def games(self) -> list:
        """The numbers of all logs, in order."""
        names = os.listdir(self._root)
        return sorted([int(name[1:-4]) for name in names if name[0] == "g" and name[6:] == ".log"])

    def logs(self, first: int, count: int) -> list:
        """What there is of the games from number `first` on, at most `count` of them."""
        wanted = [game for game in self.games() if game >= first][:count]
        return [
            {"game": game, "bytes": self.size(game), "running": game == self.game, "config": self.config(game)}
            for game in wanted
        ]

    def config(self, game: int) -> dict:
        """The configuration a game was opened with; empty when it cannot be read."""
        data = self.read(game, len(journal.MAGIC), journal.HEAD_SIZE + 1 + _CONFIG_MOST)
        size = journal.sound(data, 0)
        if size <= 0:
            return {}  # damaged; it can be downloaded and looked at all the same
        return json.loads(data[journal.HEAD_SIZE + 1 : size].decode())

    def size(self, game: int) -> int:
        """The durable bytes of a game's journal."""
        if game and game == self.game:
            return self._log_size + len(self._tail)
        try:
            return os.stat(self._path(game))[6]
        except OSError:
            raise DominoError("no_log", game)

    def read(self, game: int, offset: int, count: int) -> bytes:
        """A piece of a game's journal; shorter at its end."""
        data = b""
        if offset < self.size(game):
            with open(self._path(game), "rb") as log:
                log.seek(offset)
                data = log.read(count)
        if game == self.game and len(data) < count:
            at = offset + len(data) - self._log_size
            data += self._tail[at : at + count - len(data)]
        return data

    def hashing(self, game: int):
        """Hash a journal in slices, so that the table can go on meanwhile: gives None, then `(size, sha256)`."""
        size = self.size(game)
        digest = hashlib.sha256()
        for offset in range(0, size, _SLICE):
            digest.update(self.read(game, offset, min(_SLICE, size - offset)))
            yield None
        yield size, digest.digest()

    def free(self) -> int:
        """Free bytes of flash."""
        status = os.statvfs(self._root)
        return status[0] * status[3]

    def _name(self, game):
        return "g%05d.log" % game

    def _path(self, game):
        return self._root + "/" + self._name(game)

    def _spare(self):
        return self._root + "/spare"


class _Scan:
    """Reads a journal from log and tail and keeps what is needed to go on with the game."""

    def __init__(self):
        self.reader = journal.Reader()
        self.config = None
        self.checkpoint = b""
        self.events = []
        self.ms = 0

    def whole(self) -> bool:
        """Whether nothing is missing but a torn end."""
        return self.config is not None and all([problem.code == "torn" for problem in self.reader.problems])

    def log(self, path):
        with open(path, "rb") as file:
            data = file.read(_SLICE)
            while data:
                self._take(self.reader.feed(data))
                data = file.read(_SLICE)
        self._take(self.reader.finish())

    def tail(self, data) -> bytes:
        """Read on in those records of the tail which the log does not have; gives their bytes."""
        at = 0
        size = journal.sound(data, at)
        while size > 0 and journal.sequence_at(data, at) < self.reader.sequence:
            at += size
            size = journal.sound(data, at)
        cut = self.reader.torn
        self._take(self.reader.feed(data[at:]))
        self._take(self.reader.finish())
        return data[at : len(data) - (self.reader.torn - cut)]

    def _take(self, records):
        for _, payload in records:
            kind = payload[0]
            if kind == journal.OPEN:
                self.config = json.loads(payload[1:].decode())
            elif kind == journal.HAND:
                self.checkpoint = payload[1:]
                self.events = []
            elif kind == journal.EVENT or kind == journal.NOTE:
                self._take_timed(kind, journal.split_timed(payload))

    def _take_timed(self, kind, timed):
        if timed:
            ms, rest = timed
            self.ms += ms
            if kind == journal.EVENT:
                self.events.append(rest)
