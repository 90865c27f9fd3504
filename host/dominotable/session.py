"""A conversation with one table over its serial port.

`Session(port)` opens the port and greets the table; its methods ask and wait for the answer. The protocol is in
`dominocore.wire` and `dominocore.messages`, so all that is here is time, the port, and errors that say what to do.
Nothing runs in the background: bytes move while a method waits.
"""

import errno
import secrets
import time
from collections import deque
from dataclasses import dataclass

import serial

from dominocore import events, hmac, messages, wire
from dominocore.faults import DominoError
from dominotable import downloads
from dominotable.errors import HostError, Refused

REPLY_S = 5.0  # a table answers in milliseconds; it may be erasing flash
CONNECT_S = 4.0
_PROBE_S = 0.1
_WAIT_S = 0.02
_QUIET_S = 5.0  # a watched table that says nothing for so long is asked whether it is still there
_LEAVE_RAW_REPL = b"\x02\0"  # Ctrl-B brings a prompt from any REPL; to a table it is a bad frame


@dataclass(frozen=True)
class Checkpoint:
    """Where the match stood when its hand began, and the events since; game 0: none is running."""

    game: int
    start: bytes
    events: list


@dataclass(frozen=True)
class Event:
    """One event `(seat, act, data)` and when it was, in ms of playing time."""

    game: int
    ms: int
    event: tuple


@dataclass(frozen=True)
class Note:
    """What the display says: a code of `dominocore.words` and its details."""

    code: str
    details: list


@dataclass(frozen=True)
class Restarted:
    """The table was switched off and on; a Checkpoint follows."""


class Session:
    def __init__(self, port: str, timeout: float = CONNECT_S):
        self.port = port
        self._serial = _open(port)
        self._link = wire.Link(wire.HOST, secrets.randbelow(0x3FFFFFFF) + 1)
        self._joiner = messages.Joiner(messages.REPLY_MOST)
        self._tag = 0
        self._replies: dict = {}  # tag: (code, body), or None while it is awaited
        self._notices = deque()
        self._restarts = 0
        try:
            self._greet(timeout)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self) -> None:
        self._serial.close()

    # Requests

    def info(self) -> dict:
        return self._ask_json(messages.INFO)

    def start(self, config: dict) -> dict:
        """Begin a game: `game`, `set`, `seats` (names), `options`."""
        return self._ask_json(messages.START, messages.pack_json(config))

    def stop(self) -> None:
        """Abandon the running game."""
        self._ask(messages.STOP)

    def undo(self) -> tuple:
        """Take back the last act of the hand under way; gives its event `(seat, act, data)`."""
        body = self._ask(messages.TAKE_BACK)
        return self._decode(messages.TAKE_BACK, events.unpack, body)[:3]

    def rule(self, ruling: dict) -> None:
        """A judge's word: `seat`, and `points` (a penalty) or `fault` (the rule that was broken)."""
        self._ask(messages.RULE, messages.pack_json(ruling))

    def state(self) -> dict:
        return self._ask_json(messages.STATE)

    def logs(self) -> list[dict]:
        """All games the table holds, oldest first."""
        found: list[dict] = []
        while True:
            first = found[-1]["game"] + 1 if found else 0
            more = self._ask_json(messages.LOGS, messages.pack_game(first))
            if not more:
                return found
            found += more

    def read(self, game: int, offset: int, count: int) -> bytes:
        return self._ask(messages.READ, messages.pack_read(game, offset, count))

    def hash(self, game: int) -> tuple[int, bytes]:
        """Size and SHA-256 of a game's log."""
        return self._decode(messages.HASH, messages.unpack_hash, self._ask(messages.HASH, messages.pack_game(game)))

    def download(self, game: int, path, progress=None) -> int:
        """Fetch a log into a file, going on with what an earlier try left; gives its size.

        `progress(done, size)` is called as bytes arrive.
        """
        return downloads.download(self, game, path, progress)

    def authenticate(self, key: bytes) -> None:
        """Show the table that we have its key; it holds until one of the two restarts."""
        nonce = self._ask(messages.CHALLENGE)
        self._ask(messages.AUTH, hmac.sign(key, hmac.AUTH, nonce))

    def set_clock(self, seconds: int | None = None) -> None:
        """Tell the table the time of day, since it has no clock of its own."""
        self._ask(messages.CLOCK, messages.pack_clock(int(time.time()) if seconds is None else seconds))

    def hand_over(self) -> None:
        """Make the table leave its port to the REPL; the session is over then."""
        self._ask(messages.REPL)
        self._pump(_PROBE_S)  # our acknowledgement must get there
        self.close()

    def watch(self, idle: float | None = None):
        """Give a Checkpoint, then every Event and Note as they come, and Restarted when the table was.

        With `idle`, None is given whenever nothing came for so many seconds.
        """
        self._ask(messages.WATCH, b"\1")
        restarts = self._restarts
        spoke = asked = self._now()
        while True:
            if self._notices:
                spoke = self._now()
                yield self._notices.popleft()
                continue
            if self._restarts != restarts:
                self._rejoin()
                restarts = self._restarts
                self._ask(messages.WATCH, b"\1")
                yield Restarted()
                continue
            self._pump(_WAIT_S)
            now = self._now()
            if now - max(spoke, asked) > _QUIET_S:
                self.post(messages.STATE)
                asked = now
            if idle is not None and now - spoke > idle:
                spoke = now
                yield None

    # Asking in two steps, for whoever has several requests under way

    def post(self, code: int, body: bytes = b"") -> int:
        """Send a request; gives the tag to wait for."""
        self._tag = self._tag % 255 + 1
        self._replies[self._tag] = None
        deadline = self._now() + REPLY_S
        for piece in messages.pieces(messages.message(code, self._tag, body)):
            while not self._link.send(piece):
                self._pump(_WAIT_S)
                self._check(deadline)
                self._check_asked(self._tag)
        return self._tag

    def wait(self, code: int, tag: int) -> bytes:
        """The body of the reply to a request, or the error the table gave."""
        deadline = self._now() + REPLY_S
        self._check_asked(tag)
        while self._replies[tag] is None:
            self._pump(_WAIT_S)
            self._check(deadline)
            self._check_asked(tag)
        got, body = self._replies.pop(tag)
        if got == messages.ERROR:
            raise Refused(*self._decode(code, messages.unpack_error, body))
        if got != code | messages.REPLY:
            raise HostError("bad_reply", self.port, messages.NAMES[code])
        return body

    def _check_asked(self, tag):
        """A table that restarted does not know what it was asked; the session can go on with something else."""
        if tag not in self._replies:
            self._rejoin()
            raise HostError("restarted", self.port)

    def _ask(self, code, body=b""):
        return self.wait(code, self.post(code, body))

    def _ask_json(self, code, body=b""):
        return self._decode(code, messages.unpack_json, self._ask(code, body))

    def _decode(self, code, unpack, body):
        try:
            return unpack(body)
        except DominoError:
            raise HostError("bad_reply", self.port, messages.NAMES[code]) from None

    # Meeting

    def _greet(self, timeout):
        """Meet the table; a REPL is looked for first, since the bytes of a hello would be commands to it."""
        deadline = self._now() + timeout
        self._write(_LEAVE_RAW_REPL)
        prompt = self._read(_PROBE_S)
        while self._link.state != wire.UP:
            if prompt.endswith(b">>> "):
                raise HostError("at_repl", self.port)
            self._check(deadline)
            prompt = (prompt + self._pump(_WAIT_S))[-80:]

    def _rejoin(self):
        deadline = self._now() + CONNECT_S
        while self._link.state != wire.UP:
            self._pump(_WAIT_S)
            self._check(deadline)

    def _check(self, deadline):
        if self._now() > deadline:
            raise HostError("silent", self.port)

    # Bytes

    def _pump(self, wait):
        """Write what is due, take in what comes within `wait` seconds; gives the bytes that came."""
        now = int(self._now() * 1000) & 0x3FFFFFFF
        self._write(self._link.poll(now, 4096))
        data = self._read(wait)
        for kind, value in self._link.receive(data):
            self._happened(kind, value)
        return data

    def _happened(self, kind, value):
        if kind == wire.MESSAGE:
            message = self._joiner.add(value)
            if message:
                self._take(*message)
        elif kind == wire.REFUSED:
            raise HostError("version", self.port, value, wire.VERSION)
        elif kind == wire.PARTED:
            self._joiner.reset()
            self._replies.clear()
            self._notices.clear()
            self._restarts += 1
            if value == wire.LOST:
                raise HostError("lost", self.port)

    def _take(self, code, tag, body):
        if code & messages.REPLY:
            if tag in self._replies:
                self._replies[tag] = (code, body)
            return
        try:
            notice = _notice(code, body)
        except (DominoError, ValueError, TypeError):
            raise HostError("bad_reply", self.port, messages.NAMES[messages.WATCH]) from None
        if notice is not None:
            self._notices.append(notice)

    def _now(self):
        """Seconds by the clock that waiting goes by."""
        return time.monotonic()

    def _read(self, wait):
        try:
            self._serial.timeout = wait
            data = self._serial.read(1)
            return data + self._serial.read(self._serial.in_waiting) if data else b""
        except (OSError, TypeError):  # TypeError: pyserial, when the port was closed under it
            raise HostError("lost", self.port) from None

    def _write(self, data):
        try:
            if data:
                self._serial.write(data)
        except serial.SerialTimeoutException:
            raise HostError("silent", self.port) from None
        except OSError:
            raise HostError("lost", self.port) from None


def _open(port):
    try:
        return serial.Serial(port, 115200, timeout=_WAIT_S, write_timeout=2.0, exclusive=True)
    except serial.SerialException as error:
        raise _open_error(port, error) from None


def _open_error(port, error):
    """pyserial tells apart by text what the system tells apart by number; the number is in there somewhere."""
    number = error.errno if error.errno is not None else getattr(error.__context__, "errno", None)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or isinstance(error.__context__, FileNotFoundError):
        return HostError("no_device", port)
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
        return HostError("busy_port", port)
    if number in (errno.EACCES, errno.EPERM):
        return HostError("no_permission", port)
    return HostError("no_port", port, error)


def _notice(code, body):
    if code == messages.EVENT:
        game, ms, packed = messages.unpack_event(body)
        return Event(game, ms, events.unpack(packed)[:3])
    if code == messages.CHECKPOINT:
        game, start, packed = messages.unpack_checkpoint(body)
        return Checkpoint(game, start, _unpack_all(packed))
    if code == messages.NOTE:
        text, *details = messages.unpack_json(body)
        return Note(text, details)
    return None  # of a newer table


def _unpack_all(packed):
    found = []
    at = 0
    while at < len(packed):
        seat, act, data, at = events.unpack(packed, at)
        found.append((seat, act, data))
    return found
