"""list, info, start, watch, logs, download against a virtual table that runs as `dominotable sim`, over its pty."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from dominotable import ports
from tool import run, start


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """A folder of our own for the register of virtual tables, so that no table of the user's is found."""
    return str(tmp_path_factory.mktemp("runtime"))


@pytest.fixture(autouse=True)
def own_register(runtime, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    monkeypatch.setattr(ports, "boards", list)


class Simulator:
    """`dominotable sim` in a process of its own."""

    def __init__(self, folder, runtime):
        self.said = folder / "said"
        env = os.environ | {"XDG_RUNTIME_DIR": runtime, "TMPDIR": str(folder)}
        with self.said.open("wb") as said:
            words = ("sim", "--speed", 10, "--seed", 3)
            self.process = start(*words, stdin=subprocess.PIPE, stdout=said, stderr=said, env=env)
        self.port = self._wait_for_port()
        self.key = next(folder.glob("dominotable-*/identity.json"))

    def _wait_for_port(self):
        for _ in range(300):
            words = self.said.read_text().split()
            if "help" in self.said.read_text():
                return words[0]
            assert self.process.poll() is None, self.said.read_text()
            time.sleep(0.1)
        raise AssertionError("no port: " + self.said.read_text())

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 130, self.said.read_text()


@pytest.fixture(scope="module")
def table(tmp_path_factory, runtime, micropython, mpy_cross):
    folder = tmp_path_factory.mktemp("sim")
    table = Simulator(folder, runtime)
    yield table
    table.end()
    assert not list(Path(runtime).rglob("*.json")), "the register is cleaned up"


def test_no_table_is_an_error_that_says_what_to_do():
    for command in (["list"], ["info"], ["logs"], ["watch"], ["download"], ["start", "block"], ["undo"]):
        done = run(*command)
        assert done.code == 3
        assert "no table found" in done.err and "dominotable sim" in done.err
    assert "no se encuentra" in run("--lang", "es", "info").err
    assert json.loads(run("list", "--json").out) == []


def test_a_port_that_is_not_there():
    done = run("info", "--port", "/dev/no-such-port")
    assert done.code == 3 and "/dev/no-such-port" in done.err
    assert run("info", DOMINOTABLE_PORT="/dev/no-such-port").code == 3


def test_the_only_table_is_found(table):
    assert json.loads(run("list", "--json").out) == [{"port": table.port, "name": "virtual grid", "virtual": True}]
    told = run("info", "--json").data
    assert told["profile"] == "grid" and told["tags"] == 56
    assert run("info", "--port", table.port, "--json").data["table"] == told["table"]
    assert "grid" in run("info").out


def test_several_tables_must_be_told_apart(table, tmp_path):
    entry = ports.register("/dev/null", "another")
    try:
        done = run("info")
        assert done.code == 3
        assert table.port in done.err and "another" in done.err and "--port" in done.err
        assert run("info", "--port", table.port).code == 0
    finally:
        entry.unlink()


def test_a_game_from_start_to_download(table, tmp_path):
    done = run("download")
    assert done.code == 5 and "no game" in done.err
    done = run("start", "block", "--seat", "Ana", "--seat", "Beto", "--option", "target=5", "--json")
    assert (done.code, done.data) == (0, {"game": 1})
    refused = run("start", "block")
    assert refused.code == 5 and "--key" in refused.err
    assert run("start", "block", "--set", 7).code == 2

    words = ("watch", "--json", "--port", table.port, "--key", table.key)
    watcher = start(*words, stdout=subprocess.PIPE, text=True)
    assert json.loads(watcher.stdout.readline()) == {"checkpoint": 1}
    for line in ("deal 7", "help"):
        table.type(line)
    told = []
    while len(told) < 3:
        notice = json.loads(watcher.stdout.readline())
        told += [notice["line"]] if "line" in notice else []
    watcher.send_signal(signal.SIGINT)
    assert watcher.wait(20) == 130
    assert told[0] == "* hand" and told[1].startswith("1 deal ") and "?" not in told[1]

    check_corrections(table, told[1].split()[2])

    logs = json.loads(run("logs", "--json").out)
    assert [(log["game"], log["running"], log["config"]["seats"]) for log in logs] == [(1, True, ["Ana", "Beto"])]
    assert "Ana, Beto" in run("logs").out

    journal, record = tmp_path / "game.dtj", tmp_path / "game.dgr"
    assert run("download", 1, "-o", journal).code == 5, "a running game's log needs the key"
    done = run("download", 1, "-o", journal, "--record", record, "--key", table.key, "--json")
    assert done.code == 0 and done.data["journal"] == {"closed": False, "chain": None, "signed": None}
    assert run("verify", record, "--json").data["turn"] == 1
    done = run("verify", journal, "--key", table.key)
    assert done.code == 1 and "not closed" in done.out, "who asks for the signature is told that there is none"
    assert run("download", 9).code == 5
    report = run("verify", journal, "--json").data
    assert report["ok"] and report["turn"] == 1 and report["legal"]
    assert [found["rule"] for found in report["infractions"]] == ["spoke"]
    assert [line.split(" {")[0] for line in record.read_text().splitlines() if line[0] == "*"] == [
        "* hand", "* undo", "* ruling penalty 2 30", "* fault spoke 1",
    ]  # fmt: skip


def check_corrections(table, tile):
    """Undo and rulings, each by who has the key only."""
    for words in (["undo"], ["rule", "penalty", 2, 30], ["rule", "fault", "spoke", 1]):
        done = run(*words)
        assert done.code == 5 and "--key" in done.err
    done = run("undo", "--key", table.key)
    assert done.code == 5 and "nothing to take back" in done.err
    table.type("lay %s 7,8 8,8" % tile)
    for _ in range(100):
        done = run("undo", "--key", table.key, "--json")
        if done.code == 0:
            break
        time.sleep(0.1)
    assert done.data == {"undone": "1 play " + tile}
    assert run("rule", "penalty", 2, 30, "--key", table.key).code == 0
    assert "queda registrado" in run("--lang", "es", "rule", "fault", "spoke", 1, "--key", table.key).err
    assert run("rule", "fault", "Bad Word", 1, "--key", table.key).code == 2
    assert run("rule", "penalty", 0, 5, "--key", table.key).code == 2
    assert run("rule", "penalty", 3, 5, "--key", table.key).code == 5


def test_a_wrong_key_is_refused(table, tmp_path):
    key = tmp_path / "key"
    key.write_text("11" * 32)
    done = run("watch", "--key", key)
    assert done.code == 5 and "key" in done.err


def test_the_keyboard_moves_tiles_and_power(table):
    before = run("info", "--json").data["boot"]
    for line in ("clear", "ok 1", "power", "nonsense", "lay 6-6 1,1", ""):
        table.type(line)
    boot = before
    for _ in range(100):
        told = run("info", "--json")
        boot = told.data["boot"] if told.code == 0 else boot
        if boot > before:
            break
        time.sleep(0.1)
    assert boot == before + 1
    table.type("show")
