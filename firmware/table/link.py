"""The table's end of the link: owns the serial port, answers the host, and tells a watching host what happens.

Nothing here may hold up the scan. Reading asks the poll before every byte, since `read(n)` on a board waits for all
n; writing asks it before every small chunk, since a full port waits half a second for a host that does not read.
A turn does at most one thing: a slice of a long answer, one request, or one notice.

The *desk* is whoever can answer: an object with these methods. Each may raise DominoError, which the host gets. A *job*
is a generator: it gives None after a slice of its work, False while it waits for somebody else, and at last its result.

    info() -> dict                          what this table is
    start(config: dict) -> job of dict      begin a game
    stop() -> job                           abandon the running game
    undo() -> job of event                  take back the last act of the hand under way, which is given
    rule(asked: dict) -> job                a judge's ruling
    running() -> int                        number of the running game, 0: none
    state(keyed: bool) -> dict              how the game stands; what only a referee may see if `keyed`
    hand() -> (game, checkpoint, events)    of the hand under way: bytes, and the events given to `event` so far
                                            that still stand; (0, b"", []) if there is none
    logs(first, count) -> list              as Store.logs
    read(game, offset, count) -> bytes      as Store.read
    hashing(game)                           as Store.hashing
    set_clock(seconds)                      the host's wall clock, seconds since 1970
    hand_over()                             leave the port to the REPL; called when the host has the reply

A host that reads slowly loses no event unnoticed: when notices pile up they are dropped together, and a CHECKPOINT
with the whole hand takes their place.
"""

import asyncio
import select

from micropython import const

from dominocore import events, hmac, messages, wire
from dominocore.faults import DominoError

WINDOW = const(4)  # four frames and their requests fit what a board buffers

_CHUNK = const(32)  # bytes written after one look at the poll
_CHUNKS = const(16)  # chunks in one turn
_READ_MOST = const(64)  # bytes read in one turn
_NOTICES = const(16)
_LOGS = const(3)  # logs in one reply
_IDLE_MS = const(20)  # between turns when nobody speaks
_AWAKE_MS = const(2)  # and while a conversation may go on
_AWAKE_TURNS = const(25)
_CTRL_C = const(3)


class Port:
    """stdin and stdout as bytes, without waiting."""

    def __init__(self, stdin, stdout):
        self._stdin = stdin.buffer
        self._stdout = stdout.buffer
        self._readable = select.poll()
        self._readable.register(stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._bytes = bytearray(_READ_MOST)

    def read(self) -> bytes:
        """What has come in, at most one turn's worth."""
        count = 0
        while count < _READ_MOST and self._ready(self._readable, select.POLLIN):
            if not self._stdin.readinto(self._byte):
                break  # hung up
            self._bytes[count] = self._byte[0]
            count += 1
        return bytes(self._bytes[:count])

    def writable(self) -> bool:
        return self._ready(self._writable, select.POLLOUT)

    def write(self, data: bytes):
        self._stdout.write(data)

    def _ready(self, poller, wanted):
        for _, flags in poller.ipoll(0):
            return bool(flags & wanted)
        return False


class TableLink:
    """Runs the link; `run` is the task, `event` and `note` are for the application."""

    def __init__(self, port, desk, key: bytes, boot: int, ticks_ms, random, kbd_intr):
        """`boot` counts power-ons, `random(n)` gives n random bytes, `kbd_intr` is micropython.kbd_intr."""
        session = (
            boot * 4096 + random(1)[0]
        ) % 0x3FFFFFFE + 1  # differs from that of the last boot, whatever chance says
        self._link = wire.Link(wire.TABLE, session, WINDOW)
        self._port = port
        self._desk = desk
        self._key = key
        self._ticks_ms = ticks_ms
        self._random = random
        self._kbd_intr = kbd_intr
        self._joiner = messages.Joiner(messages.REQUEST_MOST)
        self._leaving = False
        self._forget()

    def _forget(self):
        """A new host knows nothing and has shown nothing."""
        self._joiner.reset()
        self._inbox = []  # requests
        self._outbox = []  # pieces of the message being sent
        self._job = None  # an answer that takes time: (code, tag, job, how its result becomes the body of the reply)
        self._notices = []
        self._watching = False
        self._behind = False  # a CHECKPOINT must come before further notices
        self._keyed = False
        self._nonce = b""

    async def run(self):
        """Serve the port until cancelled; Ctrl-C is an ordinary byte meanwhile."""
        self._kbd_intr(-1)
        quiet = 0
        try:
            while True:
                quiet = 0 if self.turn() else quiet + 1
                wait = _IDLE_MS if quiet > _AWAKE_TURNS else _AWAKE_MS
                await asyncio.sleep_ms(wait if quiet else 0)
        finally:
            self._kbd_intr(_CTRL_C)

    def turn(self) -> bool:
        """One round of reading, working and writing; whether there was anything to do."""
        data = self._port.read()
        for kind, value in self._link.receive(data):
            if kind == wire.MESSAGE:
                self._take(value)
            elif kind != wire.REFUSED:
                self._forget()
        worked = not self._outbox and self._work()
        return self._write() or worked or len(data) > 0

    # For the application

    def event(self, game: int, ms: int, event):
        """Tell a watching host of an event; without the key it sees what a spectator sees."""
        if self._watching:
            body = messages.pack_event(game, ms, self._packed(event))
            self._notify(messages.message(messages.EVENT, 0, body))

    def note(self, code: str, *details):
        """Tell a watching host what the display says."""
        if self._watching:
            self._notify(messages.message(messages.NOTE, 0, messages.pack_json([code] + list(details))))

    def _packed(self, event):
        seat, act, data = event if self._keyed else events.redact(0, event)
        return events.pack(seat, act, data)

    def _notify(self, notice):
        if len(self._notices) < _NOTICES:
            self._notices.append(notice)
        else:
            self._notices = []
            self._behind = True

    # Work

    def _take(self, payload):
        request = self._joiner.add(payload)
        if request and len(self._inbox) < messages.UNDER_WAY:
            self._inbox.append(request)

    def _work(self):
        """Do one thing; whether there was any."""
        if self._job:
            return self._go_on(*self._job)
        if self._inbox:
            self._answer(*self._inbox.pop(0))
        elif self._behind:
            self._behind = False
            self._notices = []
            self._outbox = messages.pieces(messages.message(messages.CHECKPOINT, 0, self._checkpoint()))
        elif self._notices:
            self._outbox = messages.pieces(self._notices.pop(0))
        elif self._leaving and self._link.idle():
            self._leaving = False
            self._desk.hand_over()
        else:
            return False
        return True

    def _write(self):
        while self._outbox and self._link.send(self._outbox[0]):
            self._outbox.pop(0)
        written = False
        for _ in range(_CHUNKS):
            if not self._port.writable():
                break
            data = self._link.poll(self._ticks_ms(), _CHUNK)
            if not data:
                break
            self._port.write(data)
            written = True
        return written

    def _checkpoint(self):
        game, checkpoint, hand = self._desk.hand()
        return messages.pack_checkpoint(game, checkpoint, b"".join([self._packed(event) for event in hand]))

    # Requests

    def _answer(self, code, tag, body):
        try:
            do = _DO.get(code)
            if not do:
                raise DominoError("unknown_request", code)
            self._check_key(code, body)
            reply = do(self, tag, body)
        except Exception as error:
            self._fail(tag, error)
        else:
            if reply is not None:
                self._reply(code, tag, reply)

    def _fail(self, tag, error):
        """Tell the host what went wrong; whatever it sent, the table plays on."""
        if isinstance(error, DominoError):
            self._refuse(tag, error.code, " ".join([str(detail) for detail in error.detail]))
        else:
            self._refuse(tag, "internal", repr(error))

    def _reply(self, code, tag, body):
        self._outbox = messages.pieces(messages.message(code | messages.REPLY, tag, body))

    def _refuse(self, tag, code, detail):
        body = messages.pack_error(code, detail)[: messages.READ_MOST]
        self._outbox = messages.pieces(messages.message(messages.ERROR, tag, body))

    def _check_key(self, code, body):
        if self._keyed or code not in messages.GUARDED:
            return
        game = messages.unpack_read(body)[0] if code == messages.READ else 0
        if messages.needs_key(code, self._desk.running(), game):
            raise DominoError("needs_key", messages.NAMES[code])

    def _info(self, tag, body):
        return messages.pack_json(self._desk.info())

    def _start(self, tag, body):
        self._job = messages.START, tag, self._desk.start(messages.unpack_object(body)), messages.pack_json

    def _stop(self, tag, body):
        self._job = messages.STOP, tag, self._desk.stop(), _nothing

    def _undo(self, tag, body):
        self._job = messages.TAKE_BACK, tag, self._desk.undo(), _pack_event

    def _rule(self, tag, body):
        self._job = messages.RULE, tag, self._desk.rule(messages.unpack_object(body)), _nothing

    def _logs(self, tag, body):
        return messages.pack_json(self._desk.logs(messages.unpack_game(body), _LOGS))

    def _read(self, tag, body):
        game, offset, count = messages.unpack_read(body)
        return self._desk.read(game, offset, min(count, messages.READ_MOST))

    def _hash(self, tag, body):
        self._job = messages.HASH, tag, self._desk.hashing(messages.unpack_game(body)), _pack_hash

    def _go_on(self, code, tag, job, pack):
        """One slice of a job; whether there was anything to do."""
        try:
            found = next(job)
            if found is None or found is False:
                return found is None
            body = pack(found)
        except Exception as error:
            self._job = None
            self._fail(tag, error)
        else:
            self._job = None
            self._reply(code, tag, body)
        return True

    def _watch(self, tag, body):
        if body not in (b"\0", b"\1"):
            raise DominoError("malformed")
        self._watching = self._behind = body == b"\1"
        self._notices = []
        return b""

    def _state(self, tag, body):
        return messages.pack_json(self._desk.state(self._keyed))

    def _challenge(self, tag, body):
        self._nonce = self._random(messages.NONCE)
        return self._nonce

    def _auth(self, tag, body):
        nonce = self._nonce
        self._nonce = b""  # a challenge is good for one answer
        if not nonce or not hmac.same(hmac.sign(self._key, hmac.AUTH, nonce), body):
            raise DominoError("bad_key")
        self._keyed = True
        return b""

    def _clock(self, tag, body):
        self._desk.set_clock(messages.unpack_clock(body))
        return b""

    def _repl(self, tag, body):
        self._leaving = True
        return b""


def _nothing(done):
    return b""


def _pack_event(event):
    return events.pack(*event)


def _pack_hash(found):
    return messages.pack_hash(*found)


_DO = {
    messages.INFO: TableLink._info,
    messages.START: TableLink._start,
    messages.STOP: TableLink._stop,
    messages.LOGS: TableLink._logs,
    messages.READ: TableLink._read,
    messages.HASH: TableLink._hash,
    messages.WATCH: TableLink._watch,
    messages.STATE: TableLink._state,
    messages.CHALLENGE: TableLink._challenge,
    messages.AUTH: TableLink._auth,
    messages.CLOCK: TableLink._clock,
    messages.REPL: TableLink._repl,
    messages.TAKE_BACK: TableLink._undo,
    messages.RULE: TableLink._rule,
}
