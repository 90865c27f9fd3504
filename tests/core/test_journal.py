"""The journal: what is written is read, in any cut; whatever is changed is found; noise never raises."""

import binascii
import struct

from chance import Chance
from dominocore import hmac, journal

KEY = b"0123456789abcdef0123456789abcdef"
CONFIG = b'{"game":"block","set":6,"seats":["Ana","Beto"]}'
RESULT = b'{"winner":1}'
PAYLOADS = (
    journal.hand_payload(b"checkpoint\x00\xff"),
    journal.event_payload(0, b"\x01\x02\x03\x04\x05"),
    journal.event_payload(70000, b"\x02\x00\x00\x00\x00"),
    journal.note_payload(5, b'{"clock":1700000000}'),
    journal.boot_payload(3, 17),
    journal.event_payload(1234, b"\x01"),
)


def begin():
    """An unfinished journal and its writer."""
    writer = journal.Writer()
    data = writer.open(CONFIG)
    for payload in PAYLOADS:
        data += writer.add(payload)
    return data, writer


def whole():
    data, writer = begin()
    return data + writer.close(RESULT, KEY)


def codes(reader):
    return [problem.code for problem in reader.problems]


def test_bytes_of_a_record():
    data = journal.record(258, b"\x03ab")
    assert data[:6] == b"\x03\x00\x02\x01\x00\x00"
    assert data[6:10] == struct.pack("<I", binascii.crc32(b"\x03\x00\x02\x01\x00\x00\x03ab"))
    assert data[10:] == b"\x03ab"
    assert journal.sound(data, 0) == 13
    assert journal.sequence_at(data, 0) == 258


def test_a_closed_journal_is_sound():
    records, reader = journal.read(whole())
    assert [sequence for sequence, _ in records] == list(range(8))
    assert records[0][1] == journal.open_payload(CONFIG)
    assert tuple(payload for _, payload in records[1:7]) == PAYLOADS
    assert reader.verify(KEY) == journal.Verdict((), True, True, True)
    assert reader.verify() == journal.Verdict((), True, True, None)
    assert reader.verify(b"another key") == journal.Verdict((), True, True, False)
    chain, signature, result = journal.split_close(records[7][1])
    assert result == RESULT and chain == reader.digest
    assert signature == hmac.digest(KEY, b"dominotable game" + chain)


def test_payload_fields_come_back():
    records, _ = journal.read(whole())
    assert journal.split_timed(records[3][1]) == (70000, b"\x02\x00\x00\x00\x00")
    assert journal.split_timed(records[4][1]) == (5, b'{"clock":1700000000}')
    assert journal.split_boot(records[5][1]) == (3, 17)
    assert journal.split_timed(b"\x03") is journal.split_boot(b"\x05") is journal.split_close(b"\x06") is None


def test_any_cut_of_the_bytes_reads_the_same():
    data = whole()
    for step in (1, 2, 3, 7, 50, len(data)):
        reader = journal.Reader()
        records = []
        for at in range(0, len(data), step):
            records += reader.feed(data[at : at + step])
        records += reader.finish()
        assert records == journal.read(data)[0]
        assert reader.verify(KEY) == journal.Verdict((), True, True, True)


def test_every_flipped_byte_is_found():
    data = whole()
    for at in range(len(data)):
        for mask in (1, 0x80, 0xFF):
            changed = data[:at] + bytes((data[at] ^ mask,)) + data[at + 1 :]
            _, reader = journal.read(changed)
            assert reader.problems, (at, mask)


def test_every_truncation_is_found_and_keeps_what_is_sound():
    data, _ = begin()
    good = journal.read(data)[0]
    for size in range(len(data)):
        records, reader = journal.read(data[:size])
        assert records == good[: len(records)]
        assert not reader.closed
        ends_clean = size > 4 and not reader.torn
        assert ends_clean == (reader.problems == [])
        assert reader.torn == size - sum((10 + len(p) for _, p in records), 4 if size >= 4 else 0)


def test_damage_in_the_middle_names_its_place():
    data = whole()
    second = 4 + 10 + 1 + len(CONFIG)
    changed = data[: second + 12] + b"\x55" + data[second + 13 :]
    records, reader = journal.read(changed)
    assert reader.problems[0] == journal.Problem("damaged", second, 1)
    assert codes(reader) == ["damaged", "chain"]
    assert [sequence for sequence, _ in records] == [0, 2, 3, 4, 5, 6, 7]


def test_a_length_that_lies_does_not_hide_what_follows():
    data = whole()
    second = 4 + 10 + 1 + len(CONFIG)
    changed = data[:second] + b"\xff\x0f" + data[second + 2 :]
    records, reader = journal.read(changed)
    assert codes(reader) == ["damaged", "chain"]
    assert len(records) == 7


def test_a_record_taken_out_is_found():
    writer = journal.Writer()
    parts = [writer.open(CONFIG)] + [writer.add(payload) for payload in PAYLOADS]
    parts.append(writer.close(RESULT, KEY))
    for gone in range(1, 7):
        _, reader = journal.read(b"".join(parts[:gone] + parts[gone + 1 :]))
        assert codes(reader) == ["sequence", "chain"]
    _, reader = journal.read(b"".join(parts[:3] + parts[2:]))
    assert "sequence" in codes(reader)


def test_a_forger_without_the_key_is_found():
    forged = journal.Writer()
    data = forged.open(CONFIG)
    data += forged.add(journal.event_payload(0, b"another move"))
    data += forged.close(b'{"winner":2}', b"not the key")
    _, reader = journal.read(data)
    assert reader.verify() == journal.Verdict((), True, True, None)
    assert reader.verify(KEY).signed is False


def test_nothing_follows_the_close():
    data, writer = begin()
    data += writer.close(RESULT, KEY)
    assert codes(journal.read(data + writer.add(PAYLOADS[1]))[1]) == ["after_close"]
    assert codes(journal.read(data + b"x")[1]) == ["torn"]


def test_a_writer_goes_on_where_a_reader_stopped():
    data, writer = begin()
    _, reader = journal.read(data + b"torn")
    assert reader.torn == 4
    again = journal.Writer(reader.sequence, reader.digest)
    assert again.close(RESULT, KEY) == writer.close(RESULT, KEY)


def test_reader_goes_on_after_a_torn_tail_was_cut():
    data, writer = begin()
    reader = journal.Reader()
    reader.feed(data + b"\x40\x00torn")
    assert reader.finish() == [] and reader.torn == 6
    assert reader.feed(writer.add(PAYLOADS[1])) == [(7, PAYLOADS[1])]


def test_beginnings_that_are_none():
    assert codes(journal.read(b"")[1]) == ["empty"]
    assert codes(journal.read(b"DT")[1]) == ["torn"]
    assert codes(journal.read(journal.MAGIC)[1]) == ["empty"]
    writer = journal.Writer()
    assert codes(journal.read(journal.MAGIC + writer.add(PAYLOADS[1]))[1]) == ["open"]
    data, _ = begin()
    twice = journal.Writer(7)
    assert codes(journal.read(data + twice.add(journal.open_payload(CONFIG)))[1]) == ["open"]


def test_noise_never_raises():
    chance = Chance(3)
    data = whole()
    for _ in range(300):
        at = chance.below(len(data))
        noise = chance.text(chance.below(60))
        _, reader = journal.read(data[:at] + noise + data[at + chance.below(40) :])
        reader.verify(KEY)
        _, reader = journal.read(chance.text(chance.below(200)))
        assert reader.problems
