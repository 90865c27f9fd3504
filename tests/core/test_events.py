"""Acts and packed events."""

from dominocore import events
from dominocore.faults import DominoError
from dominocore.spelling import parse_place


def test_pack_and_unpack_are_inverse():
    samples = [
        (1, events.act(events.PLAY, 27, events.R), b""),
        (12, events.PASS_ACT, b""),
        (0, events.act(events.HAND), b""),
        (3, events.act(events.DEAL), bytes(range(17))),
        (2, events.act(events.DRAW, 255), b""),
        (0, events.act(events.RULING, 2, 255, 255), b""),
    ]
    packed = b"".join([events.pack(*s) for s in samples])
    found = []
    position = 0
    while position < len(packed):
        seat, act, data, position = events.unpack(packed, position)
        found.append((seat, act, data))
    assert found == samples


def test_a_play_takes_five_bytes():
    assert len(events.pack(4, events.act(events.PLAY, 20, events.L))) == 5


def test_a_cut_event_is_refused():
    packed = events.pack(1, events.act(events.DEAL), b"\x01\x02\x03")
    for size in range(len(packed)):
        try:
            events.unpack(packed[:size])
        except DominoError as error:
            assert error.code == "bad_event"
        else:
            assert False, size


def test_places_have_names():
    for name in ("L", "R", "U", "D", "A1", "A6", "T1", "T12", "M1", "M42"):
        assert events.place_name(parse_place(name)) == name
    for name in ("", "X", "L1", "A0", "A7", "T13", "T", "M01", "LR"):
        try:
            parse_place(name)
        except DominoError as error:
            assert error.code == "bad_place"
        else:
            assert False, name


def test_redaction_hides_what_others_hold():
    deal = (2, events.act(events.DEAL), b"\x01\x02")
    draw = (2, events.act(events.DRAW, 7), b"")
    play = (2, events.act(events.PLAY, 7), b"")
    assert events.redact(2, deal) == deal and events.redact(2, draw) == draw
    assert events.redact(1, deal)[2] == b"\xff\xff"
    assert events.redact(0, draw)[1] == events.DRAW_ACT
    assert events.redact(0, play) == play
