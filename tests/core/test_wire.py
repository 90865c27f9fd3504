"""The link: bytes of the frames, meetings, restarts, and two ends joined by a bad line."""

import binascii
import struct

from chance import Chance
from dominocore import cobs, wire
from dominocore.faults import DominoError

BANNER = b"\r\nMPY: soft reboot\r\nMicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico\r\n>>> \x00"


class Line:
    """One direction of a line. Loses, doubles, swaps and flips by chance (one in `worse` frames, 0: never)."""

    def __init__(self, chance, worse=0, swaps=True):
        self.chance = chance
        self.worse = worse
        self.swaps = swaps
        self.frames = []

    def put(self, data):
        frames = data.split(b"\0")
        assert frames.pop() == b"", "a poll without a limit gives whole frames"
        self.frames += [frame + b"\0" for frame in frames]

    def take(self):
        out = b"".join(self._harm())
        self.frames = []
        return out

    def _harm(self):
        frames = []
        for frame in self.frames:
            harm = self.chance.below(5) if self.worse and self.chance.one_in(self.worse) else 5
            if harm == 0:
                continue
            if harm == 1:
                at = self.chance.below(len(frame))
                frame = frame[:at] + bytes((frame[at] ^ 1 << self.chance.below(8),)) + frame[at + 1 :]
            elif harm == 2:
                frame += frame
            elif harm == 3:
                frame = BANNER[: self.chance.below(len(BANNER))] + frame
            frames.append(frame)
            if harm == 4 and self.swaps and len(frames) > 1:
                frames[-1], frames[-2] = frames[-2], frames[-1]
        return frames


class Pair:
    """A host and a table, joined by two lines, with a clock that starts just before it wraps."""

    def __init__(self, worse=0, seed=1, swaps=True):
        chance = Chance(seed)
        self.now = 2**30 - 700
        self.host = wire.Link(wire.HOST, 1000)
        self.table = wire.Link(wire.TABLE, 2000, 4)
        self.down = Line(chance, worse, swaps)
        self.up = Line(chance, worse, swaps)
        self.said = {"host": [], "table": []}  # events besides messages
        self.heard = {"host": [], "table": []}  # payloads

    def turn(self, ms=20):
        self.down.put(self.host.poll(self.now, 2000))
        self.up.put(self.table.poll(self.now, 2000))
        self._sort("table", self.table.receive(self.down.take()))
        self._sort("host", self.host.receive(self.up.take()))
        self.now = (self.now + ms) & (2**30 - 1)

    def _sort(self, who, events):
        for event in events:
            if event[0] == wire.MESSAGE:
                self.heard[who].append(event[1])
            else:
                self.said[who].append(event)

    def turns(self, count):
        for _ in range(count):
            self.turn()

    def meet(self):
        for _ in range(600):
            self.turn()
            if self.host.state == self.table.state == wire.UP:
                return
        raise AssertionError("the two never met")

    def events(self, who):
        """What happened to `who` besides messages, and forget what it heard."""
        events = self.said[who]
        self.said[who] = []
        self.heard[who] = []
        return events


def hello(role=wire.HOST, session=77, echo=0, up=0, version=wire.VERSION):
    return wire.frame(wire.HELLO, 0, 0, struct.pack("<BBBBII", version, role, up, 8, session, echo))


def joined_table(session=77):
    """A table in the middle of a meeting with a host of that session, and its own number."""
    table = wire.Link(wire.TABLE, 2000, 4)
    table.receive(hello(session=session))
    table.poll(0, 1000)
    table.receive(hello(session=session, echo=2000, up=1))
    assert table.state == wire.UP
    table.poll(0, 1000)
    return table


def kinds(data):
    return [wire.unframe(part)[0] for part in data.split(b"\0")[:-1]]


def test_bytes_of_a_frame():
    body = b"\x03\x05\x07ab\x00c"
    expected = cobs.encode(body + struct.pack("<I", binascii.crc32(body))) + b"\0"
    assert wire.frame(wire.DATA, 5, 7, b"ab\0c") == expected
    assert wire.unframe(expected[:-1]) == body


def test_meeting_then_silence():
    pair = Pair()
    pair.meet()
    assert pair.events("host") == [(wire.JOINED, 2000)]
    assert pair.events("table") == [(wire.JOINED, 1000)]
    pair.turns(3)
    assert pair.host.poll(pair.now) == pair.table.poll(pair.now) == b""


def test_what_follows_each_hello():
    """The table NEXT, driven from outside: state before, session and echo of the hello, state after."""
    for state, session, echo, after in (
        (wire.IDLE, 78, 0, wire.GREET),
        (wire.IDLE, 78, 2000, wire.UP),
        (wire.GREET, 78, 0, wire.GREET),
        (wire.GREET, 78, 2000, wire.UP),
        (wire.GREET, 77, 0, wire.GREET),
        (wire.GREET, 77, 2000, wire.UP),
        (wire.UP, 78, 0, wire.GREET),
        (wire.UP, 78, 2000, wire.GREET),
        (wire.UP, 77, 0, wire.UP),
        (wire.UP, 77, 2000, wire.UP),
    ):
        table = joined_table() if state == wire.UP else wire.Link(wire.TABLE, 2000, 4)
        if state == wire.GREET:
            table.receive(hello())
        table.poll(0, 1000)
        assert table.state == state
        table.receive(hello(session=session, echo=echo))
        assert table.state == after, (state, session, echo)
        assert kinds(table.poll(0, 1000)) == [wire.HELLO]


def test_messages_go_both_ways_whole_and_byte_by_byte():
    table = joined_table()
    data = b"".join(wire.frame(wire.DATA, n, 0, bytes((n,)) * n * 60) for n in range(5))
    expected = [(wire.MESSAGE, bytes((n,)) * n * 60) for n in range(5)]
    assert table.receive(data) == expected
    assert kinds(table.poll(0, 1000)) == [wire.ACK]
    for step in (1, 2, 3, 7, 64):
        table = joined_table()
        events = []
        for at in range(0, len(data), step):
            events += table.receive(data[at : at + step])
        assert events == expected


def test_junk_around_frames_is_passed_over():
    for junk in (b"\0", b"\0\0\0", BANNER, b"x" * 5000 + b"\0", bytes(range(1, 256)) + b"\0"):
        table = joined_table()
        one = wire.frame(wire.DATA, 0, 0, b"one")
        two = wire.frame(wire.DATA, 1, 0, b"two")
        assert table.receive(junk + one + junk + two + junk) == [(wire.MESSAGE, b"one"), (wire.MESSAGE, b"two")]
        assert table.state == wire.UP


def test_too_long_a_frame_is_dropped_in_any_cut():
    long = cobs.encode(b"\x03\x00\x00" + b"y" * 244 + b"crc!")
    for step in (1, 100, 1000):
        table = joined_table()
        for at in range(0, len(long), step):
            assert table.receive(long[at : at + step]) == []
        assert table.receive(b"\0" + wire.frame(wire.DATA, 0, 0, b"z")) == [(wire.MESSAGE, b"z")]
        assert table.bad == 1


def test_a_sound_frame_with_a_tail_is_no_frame():
    longest = wire.frame(wire.DATA, 0, 0, b"y" * wire.PAYLOAD)
    for step in (1, 248, 1000):
        table = joined_table()
        data = longest[:-1] + b"x\0"
        for at in range(0, len(data), step):
            assert table.receive(data[at : at + step]) == []


def test_memory_is_bounded_without_a_zero():
    table = joined_table()
    for _ in range(100):
        table.receive(b"\xaa" * 1000)
    assert len(table._partial) < 300


def test_every_single_bit_flip_is_found():
    good = wire.frame(wire.DATA, 0, 0, b"pay 7 to seat 2\x00")
    for at in range(len(good) - 1):
        for bit in range(8):
            bad = good[:at] + bytes((good[at] ^ 1 << bit,)) + good[at + 1 :]
            assert joined_table().receive(bad) == [], (at, bit)


def test_noise_never_raises_and_never_wedges():
    chance = Chance(5)
    table = joined_table()
    for _ in range(500):
        table.receive(chance.text(chance.below(300)))
        table.poll(chance.below(2**30), chance.below(100))
    assert table.receive(b"\0" + hello(session=99)) == [(wire.PARTED, wire.RESTARTED)]


def test_sound_frames_of_any_kind_never_raise():
    chance = Chance(6)
    for role in (wire.HOST, wire.TABLE):
        link = wire.Link(role, 5)
        for _ in range(1500):
            payload = bytes([chance.below(3) for _ in range(chance.below(14))])
            link.receive(wire.frame(chance.below(8), chance.below(4), chance.below(4), payload))
            link.send(b"x")
            assert len(link.poll(chance.below(2**30), 64)) <= 64


def test_poll_gives_at_most_its_limit_and_loses_nothing():
    table = joined_table()
    for n in range(4):
        assert table.send(bytes((n,)) * 200)
    out = b""
    for _ in range(200):
        part = table.poll(0, 7)
        assert len(part) <= 7
        out += part
    host = [wire.unframe(part)[3:] for part in out.split(b"\0")[:-1]]
    assert host == [bytes((n,)) * 200 for n in range(4)]
    assert table.poll(0, 0) == b""


def test_window_bounds_what_is_under_way():
    pair = Pair()
    assert pair.host.room() == 0 and not pair.host.send(b"too early")
    pair.meet()
    assert pair.host.room() == 4 and pair.table.room() == 8
    for n in range(4):
        assert pair.host.send(bytes((n,)))
    assert not pair.host.send(b"full")
    pair.turns(2)
    assert pair.host.room() == 4
    assert pair.heard["table"] == [b"\0", b"\1", b"\2", b"\3"]


def test_too_long_a_payload_is_the_callers_mistake():
    pair = Pair()
    pair.meet()
    assert pair.host.send(b"x" * wire.PAYLOAD)
    try:
        pair.host.send(b"x" * (wire.PAYLOAD + 1))
    except DominoError as error:
        assert error.code == "payload_too_long"
    else:
        raise AssertionError


def test_a_gap_is_asked_for_once():
    table = joined_table()
    for n in (1, 2, 3):
        assert table.receive(wire.frame(wire.DATA, n, 0, b"later")) == []
    asked = table.poll(0, 1000)
    assert kinds(asked) == [wire.NAK]
    assert wire.unframe(asked[:-1])[2] == 0
    assert table.receive(wire.frame(wire.DATA, 0, 0, b"first")) == [(wire.MESSAGE, b"first")]


def test_a_nak_sends_again_at_once():
    table = joined_table()
    table.send(b"one")
    table.send(b"two")
    assert kinds(table.poll(0, 1000)) == [wire.DATA, wire.DATA]
    assert table.poll(1, 1000) == b""
    table.receive(wire.frame(wire.NAK, 0, 1, b""))
    again = table.poll(2, 1000)
    assert kinds(again) == [wire.DATA]
    assert wire.unframe(again[:-1])[3:] == b"two"
    assert table.repeats == 1


def test_a_repeat_is_acknowledged_but_not_delivered():
    table = joined_table()
    data = wire.frame(wire.DATA, 0, 0, b"once")
    assert table.receive(data) == [(wire.MESSAGE, b"once")]
    table.poll(0)
    assert table.receive(data) == []
    assert kinds(table.poll(0)) == [wire.ACK]


def test_an_old_acknowledgement_changes_nothing():
    table = joined_table()
    table.send(b"wait for it")
    table.poll(0)
    table.receive(wire.frame(wire.ACK, 0, 255, b"") + wire.frame(wire.NAK, 0, 200, b""))
    assert table.poll(0) == b"" and table.room() == 7
    table.receive(wire.frame(wire.ACK, 0, 1, b""))
    assert table.room() == 8


def test_time_is_counted_over_the_wrap():
    top = 2**30
    assert wire.ticks_diff(5, top - 5) == 10
    assert wire.ticks_diff(top - 5, 5) == -10
    for start in (0, 1000, top - 260, top - 250, top - 249, top - 10, top - 1):
        table = joined_table()
        table.send(b"x")
        table.poll(start)
        waited = 0
        while not table.poll((start + waited) % top):
            waited += 1
            assert waited < 300
        assert waited == 250


def test_silence_is_answered_by_repeats_and_then_given_up():
    pair = Pair()
    pair.meet()
    pair.events("table")
    pair.table.send(b"anyone?")
    sent = 0
    ms = 0
    while pair.table.state == wire.UP:
        sent += len(pair.table.poll(pair.now, 1000))
        pair.now = (pair.now + 10) & (2**30 - 1)
        ms += 10
        assert ms < 60_000
    assert pair.table.receive(b"") == [(wire.PARTED, wire.LOST)]
    assert 20 * 16 < sent < 30 * 16
    assert pair.table.poll(pair.now) == b"" and pair.table.room() == 0


def test_a_table_restarting_while_the_host_only_listens_is_noticed():
    pair = Pair()
    pair.meet()
    pair.turns(3)
    pair.events("host")
    pair.table = wire.Link(wire.TABLE, 2500, 4)
    pair.meet()
    assert pair.events("host") == [(wire.PARTED, wire.RESTARTED), (wire.JOINED, 2500)]


def test_a_restart_is_noticed_by_the_next_message_when_its_hello_was_lost():
    pair = Pair()
    pair.meet()
    pair.turns(3)
    pair.events("host")
    pair.table = wire.Link(wire.TABLE, 2500, 4)
    pair.table.poll(pair.now)
    pair.host.send(b"hello?")
    pair.turns(5)
    assert pair.events("host") == [(wire.PARTED, wire.RESTARTED), (wire.JOINED, 2500)]
    assert pair.table.state == wire.UP and pair.heard["table"] == []


def test_one_end_that_gave_up_meets_the_other_again():
    pair = Pair()
    pair.meet()
    for n in range(3):
        pair.host.send(b"%d" % n)
        pair.turns(2)
    pair.table.send(b"lost on a pulled cable")
    while pair.table.state == wire.UP:
        pair.table.poll(pair.now, 1000)
        pair.now = (pair.now + 1000) % 2**30
    assert pair.host.state == wire.UP
    pair.host.send(b"still there?")
    pair.turns(6)
    pair.events("table")
    assert pair.host.state == pair.table.state == wire.UP
    pair.host.send(b"there you are")
    pair.turns(2)
    assert pair.heard["table"] == [b"there you are"]
    assert pair.heard["host"] == []


def test_a_new_host_takes_the_place_of_a_dead_one():
    pair = Pair()
    pair.meet()
    pair.table.send(b"for the dead")
    pair.events("table")
    pair.host = wire.Link(wire.HOST, 1500)
    pair.meet()
    assert pair.events("table") == [(wire.PARTED, wire.RESTARTED), (wire.JOINED, 1500)]
    pair.turns(30)
    assert pair.heard["host"] == []
    pair.table.send(b"for the living")
    pair.turns(3)
    assert pair.heard["host"] == [b"for the living"]


def test_another_version_is_refused_and_said_so():
    host = wire.Link(wire.HOST, 1)
    table = wire.Link(wire.TABLE, 2)
    assert table.receive(hello(version=9)) == [(wire.REFUSED, 9)]
    refusal = table.poll(0, 1000)
    assert wire.REFUSE in kinds(refusal) and table.state == wire.IDLE
    host.poll(0)
    assert (wire.REFUSED, wire.VERSION) in host.receive(wire.frame(wire.REFUSE, 0, 0, bytes((wire.VERSION,))))
    assert host.state == wire.IDLE
    assert host.poll(5000) == b"" and host.poll(10000) == b""


def test_ones_own_echo_is_no_peer():
    host = wire.Link(wire.HOST, 1)
    for turn in range(5):
        assert host.receive(host.poll(turn * 1000)) == []
        assert host.state == wire.GREET


def test_sequence_numbers_wrap():
    pair = Pair()
    pair.meet()
    sent = []
    while len(sent) < 700:
        payload = struct.pack("<H", len(sent))
        if pair.host.send(payload) and pair.table.send(payload):
            sent.append(payload)
        else:
            pair.turn()
    pair.turns(5)
    assert pair.heard["table"] == sent
    assert pair.heard["host"] == sent
    assert pair.host.repeats == pair.table.repeats == 0


def converse(pair, count):
    """Send `count` numbered messages each way over a bad line; both must hear all, once, in order."""
    ends = (pair.host, pair.table)
    sent = [0, 0]
    for _ in range(count * 40):
        for i, end in enumerate(ends):
            while sent[i] < count and end.send(b"%d " % sent[i] + b"\0x" * (sent[i] % 100)):
                sent[i] += 1
        pair.turn()
        if len(pair.heard["host"]) == len(pair.heard["table"]) == count:
            break
    for who in ("host", "table"):
        assert [int(p.split(b" ")[0]) for p in pair.heard[who]] == list(range(count))


def test_a_bad_line_delivers_once_and_in_order():
    for worse, seed, count in ((50, 1, 1500), (10, 2, 600), (4, 3, 200), (2, 4, 40)):
        pair = Pair(worse, seed)
        pair.meet()
        converse(pair, count)


def test_restarts_on_a_bad_line_never_mix_two_meetings():
    chance = Chance(9)
    pair = Pair(12, 10, False)
    number = 0
    for life in range(60):
        if chance.one_in(2):
            pair.table = wire.Link(wire.TABLE, 5000 + life, 4)
        else:
            pair.host = wire.Link(wire.HOST, 5000 + life)
        if chance.one_in(3):
            pair.down.put(pair.host.poll(pair.now, 2000))  # what the line swallowed
        pair.meet()
        for who in ("host", "table"):
            pair.events(who)
        first = number
        for _ in range(30):
            for end in (pair.host, pair.table):
                if end.send(b"%d" % number):
                    number += 1
            pair.turn()
        for who in ("host", "table"):
            heard = [int(payload) for payload in pair.heard[who]]
            assert heard == sorted(set(heard)), "twice or out of order"
            assert not heard or heard[0] >= first, "a message of an earlier meeting"
