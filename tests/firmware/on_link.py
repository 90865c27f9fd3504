"""Run by MicroPython, from test_link.py: the table's link with a desk of paper and a host made of the same codec.

    micropython tests/firmware/on_link.py NAME...
"""

import asyncio
import sys

_HERE = sys.argv[0][: sys.argv[0].rfind("/")]
sys.path[:0] = [_HERE + "/../../" + name for name in ("shared", "firmware")]

from dominocore import events, hmac, messages, wire  # noqa: E402
from dominocore.faults import DominoError  # noqa: E402
from table import link  # noqa: E402

KEY = b"k" * 32
DEAL = (1, events.act(events.DEAL), bytes((3, 4, 5)))
PLAY = (2, events.act(events.PLAY, 27), b"")
LOG = bytes([n & 255 for n in range(3000)])


class Desk:
    """Answers with what it was given, and writes down what it was told."""

    def __init__(self):
        self.game = 0
        self.told = []

    def info(self):
        return {"table": "t1", "text": "x" * 900}

    def start(self, config):
        if config["game"] != "block":
            raise DominoError("no_such_game", config["game"])
        self.told.append(config)
        self.game = 7
        yield {"game": 7}

    def stop(self):
        self.told.append("stop")
        self.game = 0
        yield True

    def undo(self):
        self.told.append("undo")
        yield False  # somebody else is at work
        yield PLAY

    def rule(self, asked):
        self.told.append(asked)
        yield True

    def running(self):
        return self.game

    def state(self, keyed):
        return {"keyed": keyed}

    def hand(self):
        return self.game, b"start", [DEAL, PLAY]

    def logs(self, first, count):
        return [{"game": game} for game in range(first, 6)][:count]

    def read(self, game, offset, count):
        if game not in (3, 7):
            raise DominoError("no_log", game)
        return LOG[offset : offset + count]

    def hashing(self, game):
        if game != 3:
            raise DominoError("no_log", game)
        for _ in range(4):
            yield None
        yield 3000, bytes(32)

    def set_clock(self, seconds):
        self.told.append(seconds)

    def hand_over(self):
        self.told.append("hand over")


class FakePort:
    """The bytes between; `blocked` stands for a host that does not read."""

    def __init__(self):
        self.incoming = b""
        self.outgoing = b""
        self.blocked = False
        self.longest = 0

    def read(self):
        data = self.incoming[:64]
        self.incoming = self.incoming[64:]
        return data

    def writable(self):
        return not self.blocked

    def write(self, data):
        assert not self.blocked
        self.longest = max(self.longest, len(data))
        self.outgoing += data


class Rig:
    """A table and a host on one line."""

    def __init__(self):
        self.port = FakePort()
        self.desk = Desk()
        self.now = 0
        self.interrupts = []
        self.table = link.TableLink(self.port, self.desk, KEY, 5, self.ticks, self.random, self.interrupts.append)
        self.connect(99)

    def ticks(self):
        return self.now

    def random(self, count):
        return bytes([17 + n for n in range(count)])

    def connect(self, session):
        self.host = wire.Link(wire.HOST, session)
        self.joiner = messages.Joiner(messages.REPLY_MOST)
        self.heard = []
        self.tag = 0

    def turn(self):
        self.table.turn()
        data = self.port.outgoing
        self.port.outgoing = b""
        for kind, value in self.host.receive(data):
            if kind == wire.MESSAGE:
                message = self.joiner.add(value)
                if message:
                    self.heard.append(message)
        self.port.incoming += self.host.poll(self.now, 1000)
        self.now += 5

    def turns(self, count=60):
        for _ in range(count):
            self.turn()

    def post(self, code, body=b""):
        while self.host.state != wire.UP:
            self.turn()
        self.tag += 1
        for piece in messages.pieces(messages.message(code, self.tag, body)):
            while not self.host.send(piece):
                self.turn()

    def ask(self, code, body=b""):
        """The body of the reply, or the code of the error."""
        self.heard = []
        self.post(code, body)
        self.turns()
        for got, tag, reply in self.heard:
            if tag == self.tag:
                return reply if got == code | messages.REPLY else messages.unpack_error(reply)[0]
        raise AssertionError("no reply to %d" % code)

    def notices(self):
        self.turns()
        found = [(code, body) for code, tag, body in self.heard if code < messages.REPLY]
        self.heard = []
        return found

    def authenticate(self, key=KEY):
        nonce = self.ask(messages.CHALLENGE)
        return self.ask(messages.AUTH, hmac.sign(key, hmac.AUTH, nonce))


def test_requests_are_answered():
    rig = Rig()
    assert messages.unpack_object(rig.ask(messages.INFO))["table"] == "t1"
    started = rig.ask(messages.START, messages.pack_json({"game": "block", "seats": ["Ana"]}))
    assert messages.unpack_json(started) == {"game": 7}
    assert rig.desk.told == [{"game": "block", "seats": ["Ana"]}]
    assert messages.unpack_json(rig.ask(messages.STATE)) == {"keyed": False}
    assert messages.unpack_json(rig.ask(messages.LOGS, messages.pack_game(2))) == [{"game": n} for n in (2, 3, 4)]
    assert rig.ask(messages.READ, messages.pack_read(3, 10, 5000)) == LOG[10 : 10 + messages.READ_MOST]
    assert messages.unpack_hash(rig.ask(messages.HASH, messages.pack_game(3))) == (3000, bytes(32))
    assert rig.ask(messages.CLOCK, messages.pack_clock(1700000000)) == b""
    assert rig.desk.told[-1] == 1700000000


def test_refusals_keep_their_codes():
    rig = Rig()
    assert rig.ask(messages.START, messages.pack_json({"game": "chess"})) == "no_such_game"
    assert rig.ask(messages.START, b"[1, 2]") == "malformed"
    assert rig.ask(messages.START, b"{}") == "internal"
    assert rig.ask(messages.READ, messages.pack_read(4, 0, 10)) == "no_log"
    assert rig.ask(messages.READ, b"12") == "malformed"
    assert rig.ask(messages.HASH, messages.pack_game(4)) == "no_log"
    assert rig.ask(messages.WATCH, b"maybe") == "malformed"
    assert rig.ask(77) == "unknown_request"
    assert messages.unpack_object(rig.ask(messages.INFO))["table"] == "t1"


def test_what_needs_the_key_waits_for_it():
    rig = Rig()
    rig.desk.game = 7
    config = messages.pack_json({"game": "block"})
    live = messages.pack_read(7, 0, 10)
    guarded = [(code, b"") for code in (messages.STOP, messages.REPL, messages.TAKE_BACK)]
    guarded += [(messages.START, config), (messages.READ, live), (messages.RULE, b'{"seat": 2, "points": 5}')]
    for code, body in guarded:
        assert rig.ask(code, body) == "needs_key"
    assert rig.desk.told == []
    assert rig.ask(messages.READ, messages.pack_read(3, 0, 10)) == LOG[:10]
    assert rig.authenticate(b"wrong") == "bad_key"
    assert rig.ask(messages.STOP) == "needs_key"
    assert rig.authenticate() == b""
    assert rig.ask(messages.READ, live) == LOG[:10]
    assert messages.unpack_json(rig.ask(messages.STATE)) == {"keyed": True}
    assert events.unpack(rig.ask(messages.TAKE_BACK))[:3] == PLAY
    assert rig.ask(*guarded[-1]) == b"" and rig.ask(messages.RULE, b"[]") == "malformed"
    assert rig.ask(messages.STOP) == b"" and rig.desk.told == ["undo", {"seat": 2, "points": 5}, "stop"]


def test_an_answer_to_a_challenge_is_good_once_and_dies_with_the_host():
    rig = Rig()
    nonce = rig.ask(messages.CHALLENGE)
    answer = hmac.sign(KEY, hmac.AUTH, nonce)
    assert rig.ask(messages.AUTH, bytes(32)) == "bad_key"
    assert rig.ask(messages.AUTH, answer) == "bad_key"
    assert rig.authenticate() == b""
    assert rig.ask(messages.STOP) == b""
    rig.connect(100)
    assert rig.ask(messages.STOP) == "needs_key"


def test_hand_over_comes_after_its_reply():
    rig = Rig()
    rig.authenticate()
    rig.heard = []
    rig.post(messages.REPL)
    while not rig.desk.told:
        rig.turn()
    rig.turn()
    assert rig.desk.told == ["hand over"]
    assert [code for code, _, _ in rig.heard] == [messages.REPL | messages.REPLY]


def test_a_watching_host_sees_what_a_spectator_sees():
    rig = Rig()
    rig.desk.game = 7
    rig.table.event(7, 5, PLAY)
    rig.ask(messages.INFO)
    assert rig.notices() == []
    rig.ask(messages.WATCH, b"\1")
    rig.table.event(7, 9, DEAL)
    rig.table.note("on_turn", 2)
    hidden = (1, DEAL[1], b"\xff\xff\xff")
    hand = events.pack(*hidden) + events.pack(*PLAY)
    assert rig.notices() == [
        (messages.CHECKPOINT, messages.pack_checkpoint(7, b"start", hand)),
        (messages.EVENT, messages.pack_event(7, 9, events.pack(*hidden))),
        (messages.NOTE, messages.pack_json(["on_turn", 2])),
    ]
    rig.authenticate()
    rig.heard = []
    rig.table.event(7, 12, DEAL)
    assert rig.notices() == [(messages.EVENT, messages.pack_event(7, 12, events.pack(*DEAL)))]
    rig.ask(messages.WATCH, b"\0")
    rig.table.event(7, 15, PLAY)
    assert rig.notices() == []


def test_a_slow_host_gets_a_checkpoint_in_place_of_what_it_missed():
    rig = Rig()
    rig.desk.game = 7
    rig.ask(messages.WATCH, b"\1")
    rig.notices()
    rig.port.blocked = True
    for n in range(500):
        rig.table.event(7, n, PLAY)
        rig.table.turn()
    rig.port.blocked = False
    seen = rig.notices()
    checkpoint = [code for code, _ in seen].index(messages.CHECKPOINT)
    before = [messages.unpack_event(body)[1] for _, body in seen[:checkpoint]]
    after = [messages.unpack_event(body)[1] for _, body in seen[checkpoint + 1 :]]
    assert before == list(range(len(before))), "a gap without a checkpoint"
    assert after == list(range(500 - len(after), 500)), "an event missing after the checkpoint"
    rig.table.event(7, 999, PLAY)
    assert [messages.unpack_event(body)[1] for _, body in rig.notices()] == [999]


def test_a_turn_is_bounded():
    rig = Rig()
    rig.ask(messages.INFO)
    for _ in range(messages.UNDER_WAY):
        rig.post(messages.READ, messages.pack_read(3, 0, 5000))
    for _ in range(40):
        rig.table.turn()
        assert len(rig.port.outgoing) <= 512
        rig.turn()
    assert rig.port.longest <= 32
    assert len([1 for code, _, _ in rig.heard if code == messages.READ | messages.REPLY]) == messages.UNDER_WAY


def test_too_many_requests_do_not_pile_up():
    rig = Rig()
    rig.ask(messages.INFO)
    rig.port.blocked = True
    for _ in range(30):
        rig.port.incoming += wire.frame(wire.DATA, rig.tag & 255, 0, messages.pieces(bytes((messages.INFO, 1)))[0])
        rig.tag += 1
        rig.table.turn()
    assert len(rig.table._inbox) <= messages.UNDER_WAY


def test_noise_never_stops_the_table():
    rig = Rig()
    rig.ask(messages.INFO)
    state = 1
    for _ in range(3000):
        state = state * 1103515245 + 12345 & 0x3FFFFFFF
        rig.port.incoming += bytes((state >> 16 & 255, state >> 8 & 3))
        rig.table.turn()
        rig.port.outgoing = b""
    for code in range(256):
        for body in (b"", b"\0", b"{}", b"\xff" * 40):
            rig.port.incoming = b"\0"
            rig.table._answer(code, 1, body)
    rig.port.incoming = b"\0"
    rig.table._outbox = []
    rig.connect(200)
    assert messages.unpack_object(rig.ask(messages.INFO))["table"] == "t1"


def test_every_boot_has_a_session_of_its_own():
    sessions = []
    for boot in range(1, 50):
        table = link.TableLink(FakePort(), Desk(), KEY, boot, None, bytes, None)
        sessions.append(table._link._session)
    assert len(set(sessions)) == 49 and all(0 < session < 2**30 for session in sessions)


def test_ctrl_c_is_a_byte_while_the_task_runs():
    rig = Rig()

    async def serve():
        task = asyncio.create_task(rig.table.run())
        await asyncio.sleep_ms(30)
        assert rig.interrupts == [-1]
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass

    asyncio.run(serve())
    assert rig.interrupts == [-1, 3]


def serve_stdio():
    """Not a test: a table of paper on the real stdin and stdout, for the tests of the host."""
    import os
    import time

    import micropython

    table = link.TableLink(
        link.Port(sys.stdin, sys.stdout), Desk(), KEY, 5, time.ticks_ms, os.urandom, micropython.kbd_intr
    )
    asyncio.run(table.run())


def main(names):
    for name in names:
        globals()[name]()


main(sys.argv[1:])
