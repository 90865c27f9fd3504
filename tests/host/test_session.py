"""The host's session: against the real firmware link in MicroPython, and against a paper table that misbehaves."""

import hashlib
import os
import pty
import subprocess
import threading
import tty
from pathlib import Path

import pytest

from dominocore import events, messages, wire
from dominocore.faults import DominoError
from dominotable import exits, session
from dominotable.errors import HostError, Refused
from dominotable.session import Checkpoint, Event, Note, Restarted, Session
from paper_table import PaperTable, Prompt

ON_LINK = Path(__file__).parent.parent / "firmware" / "on_link.py"
KEY = b"k" * 32
LOG = bytes(range(256)) * 20


def log_answers(log=LOG, live=None):
    """Answers for a table with one log, game 3."""

    def read(body):
        _, offset, count = messages.unpack_read(body)
        return (live or log)[offset : offset + count]

    def hashed(body):
        if messages.unpack_game(body) != 3:
            raise DominoError("no_log", messages.unpack_game(body))
        return messages.pack_hash(len(log), hashlib.sha256(log).digest())

    return {messages.READ: read, messages.HASH: hashed}


@pytest.fixture
def firmware(micropython):
    """The port of the real table link, in MicroPython, with the desk of the firmware's tests."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = subprocess.Popen([*micropython, str(ON_LINK), "serve_stdio"], stdin=master, stdout=master)
    os.close(master)
    yield os.ttyname(slave)
    process.kill()
    process.wait()
    os.close(slave)


def test_conversation_with_the_real_firmware_link(firmware, tmp_path):
    with Session(firmware) as table:
        assert table.info()["table"] == "t1"
        assert table.start({"game": "block", "seats": ["Ñandú"]}) == {"game": 7}
        assert [log["game"] for log in table.logs()] == [0, 1, 2, 3, 4, 5]
        assert table.read(3, 5, 4) == b"\x05\x06\x07\x08"
        with pytest.raises(Refused) as refused:
            table.stop()
        assert refused.value.refusal == "needs_key" and refused.value.exit_code == exits.REFUSED
        with pytest.raises(Refused):
            table.authenticate(b"wrong key")
        table.authenticate(KEY)
        assert table.state() == {"keyed": True}
        table.set_clock()
        watch = table.watch()
        seen = next(watch)
        assert isinstance(seen, Checkpoint) and seen.game == 7 and seen.start == b"start"
        assert [event[0] for event in seen.events] == [1, 2]
        table.stop()
    with Session(firmware) as table:  # a second host takes over where the first left
        assert table.state() == {"keyed": False}
        with pytest.raises(HostError) as wrong:  # the desk's log is not what its hash says
            table.download(3, tmp_path / "x.dtj")
        assert wrong.value.code == "bad_hash"


def test_download_is_whole_and_tells_progress(tmp_path):
    told = []
    with PaperTable(log_answers()) as paper, Session(paper.port) as table:
        size = table.download(3, tmp_path / "g.dtj", lambda done, size: told.append((done, size)))
    assert size == len(LOG) and (tmp_path / "g.dtj").read_bytes() == LOG
    assert told[-1] == (len(LOG), len(LOG)) and len(told) > 3
    assert [path.name for path in tmp_path.iterdir()] == ["g.dtj"]


def test_download_goes_on_where_it_stopped(tmp_path):
    (tmp_path / "g.dtj.part").write_bytes(LOG[:4000])
    with PaperTable(log_answers()) as paper, Session(paper.port) as table:
        table.download(3, tmp_path / "g.dtj")
        offsets = [messages.unpack_read(body)[1] for code, body in paper.asked if code == messages.READ]
    assert offsets[0] == 4000
    assert (tmp_path / "g.dtj").read_bytes() == LOG


@pytest.mark.parametrize("part", [b"of another game" * 50, LOG + b"too long", b""])
def test_a_part_that_does_not_fit_is_fetched_again(tmp_path, part):
    (tmp_path / "g.dtj.part").write_bytes(part)
    with PaperTable(log_answers()) as paper, Session(paper.port) as table:
        table.download(3, tmp_path / "g.dtj")
    assert (tmp_path / "g.dtj").read_bytes() == LOG


def test_a_log_that_does_not_fit_its_hash_never_becomes_a_file(tmp_path):
    with PaperTable(log_answers(live=bytes(len(LOG)))) as paper, Session(paper.port) as table:
        with pytest.raises(HostError) as error:
            table.download(3, tmp_path / "g.dtj")
        assert error.value.code == "bad_hash"
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(Refused) as refused:
            table.download(4, tmp_path / "g.dtj")
        assert refused.value.refusal == "no_log"


def test_an_interrupted_download_leaves_its_part(tmp_path):
    def interrupt(done, size):
        raise KeyboardInterrupt

    with PaperTable(log_answers()) as paper, Session(paper.port) as table:
        with pytest.raises(KeyboardInterrupt):
            table.download(3, tmp_path / "g.dtj", interrupt)
        part = (tmp_path / "g.dtj.part").read_bytes()
        assert part and LOG.startswith(part)
        table.download(3, tmp_path / "g.dtj")
    assert (tmp_path / "g.dtj").read_bytes() == LOG


def test_a_line_that_loses_every_seventh_write_still_delivers(tmp_path):
    with PaperTable(log_answers(), drop=7) as paper, Session(paper.port) as table:
        table.download(3, tmp_path / "g.dtj")
    assert (tmp_path / "g.dtj").read_bytes() == LOG


def watched(paper):
    """Answers of a table that sends a checkpoint to whoever watches."""

    def watch(body):
        paper.notify(messages.CHECKPOINT, messages.pack_checkpoint(9, b"start", b""))
        return b""

    return {messages.WATCH: watch}


def following(watch):
    """The next notice, however long it takes to come."""
    return next(notice for notice, _ in zip(watch, range(1000), strict=False) if notice is not None)


def test_watching_gives_notices_and_notices_a_restart():
    play = (2, events.act(events.PLAY, 27), b"")
    with PaperTable() as paper:
        paper.answers = watched(paper)
        with Session(paper.port) as table:
            watch = table.watch(idle=0.05)
            assert following(watch) == Checkpoint(9, b"start", [])
            paper.notify(messages.EVENT, messages.pack_event(9, 1500, events.pack(*play)))
            paper.notify(messages.NOTE, messages.pack_json(["on_turn", 3]))
            paper.notify(0x7E, b"a kind of notice that is not known yet")
            assert following(watch) == Event(9, 1500, play)
            assert following(watch) == Note("on_turn", [3])
            assert next(watch) is None
            paper.later(paper.restart)
            assert following(watch) == Restarted()
            assert following(watch) == Checkpoint(9, b"start", [])


def test_a_quiet_table_is_asked_whether_it_is_there(monkeypatch):
    monkeypatch.setattr(session, "_QUIET_S", 0.05)
    with PaperTable() as paper:
        paper.answers = {**watched(paper), messages.STATE: lambda body: b"{}"}
        with Session(paper.port) as table:
            for _ in zip(table.watch(idle=0.1), range(100), strict=False):
                if messages.STATE in [code for code, _ in paper.asked]:
                    return
    raise AssertionError("never asked")


def test_a_restart_in_the_middle_of_a_request_is_said():
    with PaperTable() as paper:
        paper.answers = {messages.INFO: lambda body: paper.later(paper.restart), messages.STATE: lambda body: b"{}"}
        with Session(paper.port) as table:
            with pytest.raises(HostError) as error:
                table.info()
            assert error.value.code == "restarted"
            assert table.state() == {}


def test_answers_that_cannot_be_read_are_said():
    with PaperTable({messages.INFO: lambda body: b"\xff{", messages.HASH: lambda body: b"short"}) as paper:
        with Session(paper.port) as table:
            for ask in (table.info, lambda: table.hash(3)):
                with pytest.raises(HostError) as error:
                    ask()
                assert error.value.code == "bad_reply"


def test_a_request_without_an_answer_ends(monkeypatch):
    monkeypatch.setattr(session, "REPLY_S", 0.3)
    with PaperTable({messages.INFO: lambda body: None}) as paper, Session(paper.port) as table:
        with pytest.raises(HostError) as error:
            table.info()
        assert error.value.code == "silent" and error.value.exit_code == exits.LINK


def code_of_opening(port, timeout=0.5):
    with pytest.raises(HostError) as error:
        Session(port, timeout)
    assert error.value.hint
    return error.value.code


def test_ports_that_cannot_be_opened(tmp_path):
    assert code_of_opening(str(tmp_path / "none")) == "no_device"
    (tmp_path / "file").write_text("not a port")
    assert code_of_opening(str(tmp_path / "file")) == "no_port"
    with PaperTable() as paper, Session(paper.port):
        assert code_of_opening(paper.port) == "busy_port"


def test_a_silent_device():
    master, slave = pty.openpty()
    tty.setraw(slave)
    assert code_of_opening(os.ttyname(slave), 0.3) == "silent"
    os.close(slave)
    os.close(master)


def test_a_board_at_its_prompt_is_told_apart_and_not_disturbed():
    prompt = Prompt()
    assert code_of_opening(prompt.port, 2) == "at_repl"
    assert prompt.heard == b"\x02\0"


def test_another_protocol_version():
    master, slave = pty.openpty()
    tty.setraw(slave)

    def refuse():
        while b"\0" not in os.read(master, 100).lstrip(b"\x02\0"):
            pass
        os.write(master, wire.frame(wire.REFUSE, 0, 0, b"\x09"))

    threading.Thread(target=refuse, daemon=True).start()
    with pytest.raises(HostError) as error:
        Session(os.ttyname(slave), 3)
    assert error.value.code == "version" and "9" in error.value.message
    os.close(slave)


def test_a_pulled_cable():
    paper = PaperTable()
    with paper:
        table = Session(paper.port)
    with pytest.raises(HostError) as error:
        table.info()
    assert error.value.code == "lost"
    table.close()
