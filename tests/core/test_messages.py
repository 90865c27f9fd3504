"""Messages: bodies come back, pieces join in every size, nonsense is refused with a code, and who needs the key."""

from chance import Chance
from dominocore import messages, wire
from dominocore.faults import DominoError


def code_of(function, *arguments):
    """The code of the error a call raises, or None."""
    try:
        function(*arguments)
    except DominoError as error:
        return error.code
    return None


def test_pieces_join_again_in_every_size():
    joiner = messages.Joiner(messages.REQUEST_MOST)
    for size in (0, 1, 236, 237, 238, 239, 475, 476, 477, 1000, messages.REQUEST_MOST - 2):
        text = messages.message(messages.INFO, 9, bytes([n & 255 for n in range(size)]))
        parts = messages.pieces(text)
        assert all(len(part) <= wire.PAYLOAD for part in parts)
        for part in parts[:-1]:
            assert joiner.add(part) is None
        assert joiner.add(parts[-1]) == (messages.INFO, 9, text[2:])


def test_a_full_read_reply_fills_its_frames():
    text = messages.message(messages.READ | messages.REPLY, 1, bytes(messages.READ_MOST))
    assert [len(part) for part in messages.pieces(text)] == [wire.PAYLOAD] * 4


def test_too_long_a_message_is_lost_as_a_whole():
    joiner = messages.Joiner(messages.REQUEST_MOST)
    for _ in range(100):
        assert joiner.add(b"\0" + bytes(239)) is None
    assert joiner.add(b"\1end") is None
    assert joiner.lost == 1
    assert joiner.add(b"\1\x01\x02x") == (1, 2, b"x")


def test_a_half_message_is_forgotten_when_the_link_parts():
    joiner = messages.Joiner(messages.REQUEST_MOST)
    joiner.add(b"\0\x01\x02half")
    joiner.reset()
    assert joiner.add(b"\1\x03\x04whole") == (3, 4, b"whole")


def test_noise_never_raises():
    chance = Chance(4)
    joiner = messages.Joiner(messages.REQUEST_MOST)
    for _ in range(1000):
        joiner.add(chance.text(chance.below(20)))
    assert joiner.add(b"") is None


def test_bodies_come_back():
    assert messages.pack_read(5, 70000, 954) == b"\x05\x00\x70\x11\x01\x00\xba\x03"
    assert messages.unpack_read(messages.pack_read(5, 70000, 954)) == (5, 70000, 954)
    assert messages.unpack_game(messages.pack_game(300)) == 300
    digest = bytes(range(32))
    assert messages.unpack_hash(messages.pack_hash(12345, digest)) == (12345, digest)
    assert messages.unpack_error(messages.pack_error("needs_key", "stop")) == ("needs_key", "stop")
    assert messages.unpack_event(messages.pack_event(7, 90000, b"ev")) == (7, 90000, b"ev")
    assert messages.unpack_checkpoint(messages.pack_checkpoint(7, b"cp", b"events")) == (7, b"cp", b"events")
    assert messages.unpack_clock(messages.pack_clock(1700000000)) == 1700000000
    value = {"seats": ["Ana", "Ñandú"], "n": 1}
    assert messages.unpack_object(messages.pack_json(value)) == value


def test_bodies_that_cannot_be_read_are_malformed():
    for body in (b"", b"\xff\xfe", b"{", b"[" * 2000, b'{"a":'):
        assert code_of(messages.unpack_json, body) == "malformed"
    for function, body in (
        (messages.unpack_object, b"[1]"),
        (messages.unpack_game, b"\x01"),
        (messages.unpack_game, b"\x01\x02\x03"),
        (messages.unpack_read, b"1234567"),
        (messages.unpack_hash, b"1234"),
        (messages.unpack_event, b"12345"),
        (messages.unpack_checkpoint, b"1"),
        (messages.unpack_checkpoint, b"\x01\x00\x09\x00short"),
        (messages.unpack_clock, b"123"),
        (messages.unpack_error, b"\xff\xfe"),
    ):
        assert code_of(function, body) == "malformed"


def test_who_needs_the_key():
    def asked(code, running=0, game=0):
        return messages.needs_key(code, running, game)

    open_to_all = set(messages.NAMES) - set(messages.GUARDED)
    assert not any(asked(code, 5, 5) for code in open_to_all)
    assert asked(messages.STOP) and asked(messages.STOP, 5) and asked(messages.REPL)
    assert not asked(messages.START) and asked(messages.START, 5)
    assert not asked(messages.READ, 5, 4) and asked(messages.READ, 5, 5)
    assert not asked(messages.READ, 0, 0)


def test_codes_are_distinct_and_leave_room_for_replies():
    codes = list(messages.NAMES) + [messages.EVENT, messages.CHECKPOINT, messages.NOTE]
    assert len(set(codes)) == len(codes)
    assert all(code < messages.REPLY for code in codes)
    assert all(code | messages.REPLY != messages.ERROR for code in codes)
