"""COBS: published examples, every length, zeros everywhere, and forms that are none."""

from chance import Chance
from dominocore import cobs

EXAMPLES = (
    (b"", b"\x01"),
    (b"\x00", b"\x01\x01"),
    (b"\x00\x00", b"\x01\x01\x01"),
    (b"\x11\x22\x00\x33", b"\x03\x11\x22\x02\x33"),
    (b"\x11\x22\x33\x44", b"\x05\x11\x22\x33\x44"),
    (b"\x11\x00\x00\x00", b"\x02\x11\x01\x01\x01"),
    (bytes(range(1, 255)), b"\xff" + bytes(range(1, 255))),
)


def test_published_examples():
    for text, encoded in EXAMPLES:
        assert cobs.encode(text) == encoded
        assert cobs.decode(encoded) == text


def test_every_length_comes_back_and_grows_by_one():
    chance = Chance(1)
    for size in range(cobs.LIMIT + 1):
        for text in (bytes(size), b"\x01" * size, bytes([chance.below(4) for _ in range(size)])):
            encoded = cobs.encode(text)
            assert len(encoded) == size + 1
            assert 0 not in encoded
            assert cobs.decode(encoded) == text


def test_what_is_no_encoded_form_is_none():
    for data in (b"", b"\x00", b"\x02", b"\x03\x11", b"\x01\x00", b"\x03\x00\x11", b"\x01" * (cobs.LIMIT + 2)):
        assert cobs.decode(data) is None


def test_noise_never_raises():
    chance = Chance(2)
    for _ in range(2000):
        data = chance.text(chance.below(40))
        text = cobs.decode(data)
        assert text is None or cobs.encode(text) == data
