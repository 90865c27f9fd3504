"""The demo end to end: real firmware, whole match, journal downloaded and proved; and journals that were changed."""

import subprocess
import sys

import pytest

from dominocore import journal, record
from dominotable import demo, verifying
from dominotable.console import Screen
from dominotable.sim.table import make_identity
from tool import run

SEED = 2
TARGET = 21  # two hands: one with a refused tile and a judge's undo, one with a power cut


@pytest.fixture(scope="module")
def played(tmp_path_factory, micropython, mpy_cross):
    """A short demo match: the folder with its journal and record, and the verdict."""
    folder = tmp_path_factory.mktemp("demo")
    return folder, demo.run(Screen(), seed=SEED, target=TARGET, folder=folder)


@pytest.fixture(scope="module")
def journal_bytes(played):
    return (played[0] / ("demo-%d.dtj" % SEED)).read_bytes()


@pytest.fixture
def key(tmp_path):
    file = tmp_path / "key"
    file.write_text(make_identity(SEED)["key"])
    return file


def test_the_match_is_played_out_and_proved(played):
    report = played[1].report
    assert played[1].exit_code == 0 and report["ok"]
    assert report["winner"] and max(report["scores"]) >= TARGET
    assert report["journal"] == {"closed": True, "chain": True, "signed": True}
    assert report["infractions"] == []


def test_the_table_plays_the_match_that_the_core_alone_plays(played):
    alone = run("play", "block", "--seats", 4, "--seed", SEED, "--option", "target=%d" % TARGET, "--json").data
    assert alone["hands"] == played[1].report["hands"]


def test_the_record_tells_of_the_undo(played):
    lines = (played[0] / ("demo-%d.dgr" % SEED)).read_text().split("\n")
    bare = [line.split(" {")[0] for line in lines]
    undo = bare.index("* undo")
    assert bare.count("* undo") == 1 and bare[undo - 1] == bare[undo + 1] and " play " in bare[undo + 1]


def test_the_journal_tells_of_the_power_cut(journal_bytes):
    records, _ = journal.read(journal_bytes)
    assert [payload[0] for _, payload in records].count(journal.BOOT) == 1


def test_the_same_seed_gives_the_same_bytes_under_load(journal_bytes, tmp_path):
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        demo.run(Screen(), seed=SEED, target=TARGET, folder=tmp_path)
    finally:
        for process in load:
            process.kill()
            process.wait()
    assert (tmp_path / ("demo-%d.dtj" % SEED)).read_bytes() == journal_bytes


def test_the_record_is_canonical_and_gives_the_same_result(played):
    file = played[0] / ("demo-%d.dgr" % SEED)
    assert run("fmt", file, "--check").code == 0
    report = run("verify", file, "--json").data
    for name in ("ok", "hands", "scores", "winner"):
        assert report[name] == played[1].report[name]


def test_verify_reads_the_journal_with_and_without_the_key(played, key, tmp_path):
    file = played[0] / ("demo-%d.dtj" % SEED)
    assert run("verify", file).code == 0
    assert run("verify", file, "--key", key).code == 0
    key.write_text("00" * 32)
    done = run("verify", file, "--key", key)
    assert done.code == 1 and "not signed by this table's key" in done.out
    key.write_text("not a key")
    assert run("verify", file, "--key", key).code == 2


def test_any_changed_byte_is_found(journal_bytes, tmp_path):
    """Some two hundred single-byte changes, spread over the whole file."""
    for at in range(0, len(journal_bytes), max(1, len(journal_bytes) // 200)):
        changed = bytearray(journal_bytes)
        changed[at] ^= 0x10
        assert verifying.verify_bytes(bytes(changed), "changed.dtj").exit_code != 0, at


def test_a_flipped_byte_says_where(journal_bytes, tmp_path):
    file = tmp_path / "changed.dtj"
    at = len(journal_bytes) // 2
    file.write_bytes(journal_bytes[:at] + bytes([journal_bytes[at] ^ 1]) + journal_bytes[at + 1 :])
    done = run("verify", file, "--json")
    assert done.code == 1
    assert done.data["error"]["code"] == "journal_damaged" and "byte" in done.data["error"]["message"]


def test_a_journal_cut_short_is_not_signed(journal_bytes, key):
    records, _ = journal.read(journal_bytes)
    cut = journal_bytes[: -journal.HEAD_SIZE - len(records[-1][1])]
    verdict = verifying.verify_bytes(cut, "cut.dtj")
    assert verdict.exit_code == 0 and verdict.report["journal"]["closed"] is False
    assert verifying.verify_bytes(cut, "cut.dtj", b"k" * 32).exit_code == 1
    assert verifying.verify_bytes(cut[:-3], "cut.dtj").report["error"]["code"] == "journal_torn"
    assert verifying.verify_bytes(b"", "empty.dtj").exit_code == 2


def resigned(journal_bytes, change):
    """A journal written anew with changed payloads, and a chain that fits them: what a forger without rules can do."""
    records, _ = journal.read(journal_bytes)
    writer = journal.Writer()
    data = b""
    for number, payload in records[:-1]:
        payload = change(number, payload)
        data += writer.open(payload[1:]) if number == 0 else writer.add(payload)
    result = journal.split_close(records[-1][1])[2]
    return data + writer.close(change(None, result), b"forger")


def test_a_forged_score_is_found_by_the_replay(journal_bytes):
    same = resigned(journal_bytes, lambda number, payload: payload)
    assert verifying.verify_bytes(same, "same.dtj").exit_code == 0
    closed = resigned(journal_bytes, lambda n, p: p.replace(b'"winner": ', b'"winner": 1') if n is None else p)
    assert verifying.verify_bytes(closed, "x.dtj").report["error"]["code"] == "bad_result"
    hands = []

    def change_checkpoint(number, payload):
        if payload[0] == journal.HAND and number is not None:
            hands.append(number)
            return payload[:-2] + b"\x07\x00" if len(hands) == 2 else payload
        return payload

    report = verifying.verify_bytes(resigned(journal_bytes, change_checkpoint), "x.dtj").report
    assert report["error"]["code"] == "bad_start"


def test_a_forged_move_is_found_by_the_replay(journal_bytes):
    moves = []

    def change_move(number, payload):
        if number is not None and payload[0] == journal.EVENT and payload[5] & 0x7F:
            moves.append(number)
            if len(moves) == 8:
                return payload[:6] + bytes([(payload[6] + 1) % 28]) + payload[7:]
        return payload

    verdict = verifying.verify_bytes(resigned(journal_bytes, change_move), "x.dtj")
    assert verdict.exit_code == 1
    assert verdict.report["error"]["line"] is not None


def test_record_of_a_journal_keeps_names_and_times(played):
    text = (played[0] / ("demo-%d.dgr" % SEED)).read_text()
    found = record.read(text)
    assert found.tag("Seats") == ["Ana", "Beto", "Carla", "Dani"]
    assert found.tag("Options") == ["target=%d" % TARGET]
    times = [line.time for line in found.lines]
    assert times == sorted(times) and times[-1] > 10_000


def test_without_a_terminal_the_demo_prints_lines(played, capsys, micropython):
    done = run("demo", "--seed", 5, "--target", 1, "-o", played[0])
    assert done.code == 0
    assert "1 play " in done.out and "* hand" in done.out and "sound" in done.out
    assert "\x1b" not in done.out
    assert "demo-5.dtj" in done.err
