"""LINK.md and JOURNAL.md say what the code does: their examples, and their tables of codes."""

import re
import struct

import pytest

from dominocore import hmac, journal, messages, wire

KEY = bytes(range(32))


@pytest.fixture(scope="module")
def pages(root):
    return {name: (root / "shared" / name).read_text() for name in ("LINK.md", "JOURNAL.md")}


def made():
    """The examples, made by the code."""
    writer = journal.Writer()
    info = messages.pieces(messages.message(messages.INFO, 1))[0]
    return {
        "wire.ack": wire.frame(wire.ACK, 0, 1, b""),
        "wire.hello": wire.frame(wire.HELLO, 0, 0, struct.pack("<BBBBII", 1, wire.HOST, 0, 8, 0x01020304, 0)),
        "wire.info": wire.frame(wire.DATA, 0, 0, info),
        "message.error": messages.message(messages.ERROR, 7, messages.pack_error("needs_key", "stop")),
        "key.auth": hmac.sign(KEY, hmac.AUTH, bytes(range(16))),
        "journal.open": writer.open(b'{"game":"block"}'),
        "journal.event": writer.add(journal.event_payload(1500, b"\x02\x1b\0\0\0")),
        "journal.close": writer.close(b'{"winner":2}', KEY),
    }


def test_examples_are_what_the_code_makes(pages):
    found = re.findall(r"^    ([a-z]+\.[a-z]+) +((?:[0-9a-f]{2} ?)+)$", "\n".join(pages.values()), re.MULTILINE)
    assert {name: bytes.fromhex(digits) for name, digits in found} == made()


def rows(page, heading):
    """The first two cells of each row of the table with this heading."""
    lines = page[page.index("| %s |" % heading) :].split("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip(" `") for cell in line.split("|")[1:3]) for line in lines]


def test_tables_of_codes(pages):
    link, page = pages["LINK.md"], pages["JOURNAL.md"]
    assert rows(link, "code | request") == [(str(code), name) for code, name in messages.NAMES.items()]
    for heading, module in (("kind | name", wire), ("code | notice", messages)):
        for code, name in rows(link, heading):
            assert getattr(module, name) == int(code)
    for code, name in rows(page, "type | name"):
        assert getattr(journal, name) == int(code)


def test_table_of_states(pages):
    for heard, (name, _) in enumerate(rows(pages["LINK.md"], "hello | session, echo")):
        line = next(line for line in pages["LINK.md"].splitlines() if line.startswith("| %s |" % name))
        states = [cell.strip() for cell in line.split("|")[3:6]]
        assert getattr(wire, name) == heard
        assert [getattr(wire, state) for state in states] == [row[heard] for row in wire.NEXT]


def test_numbers_on_the_pages(pages):
    link = pages["LINK.md"]
    assert "0 to %d bytes" % wire.PAYLOAD in link and "at most %d" % messages.READ_MOST in link
    assert "up to {:,} bytes, a host up to {:,}".format(messages.REQUEST_MOST, messages.REPLY_MOST) in link
    assert "at most %d unanswered" % messages.UNDER_WAY in link and "nonce, %d bytes" % messages.NONCE in link
    assert "above %d" % journal.PAYLOAD_MOST in pages["JOURNAL.md"]


def test_problems_on_the_page_are_those_of_the_reader(pages, root):
    source = (root / "shared" / "dominocore" / "journal.py").read_text()
    codes = set(re.findall(r'_problem\("(\w+)"', source))
    assert {code for code, _ in rows(pages["JOURNAL.md"], "problem | meaning")} == codes
