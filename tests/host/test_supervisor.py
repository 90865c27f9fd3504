"""The supervisor: resets come back on the same line and flash, power can be cut, crashes say what happened."""

import os
import stat
from pathlib import Path

import pytest

from dominotable.sim import flash, stage, supervisor
from dominotable.sim.trouble import SimulatorError
from tool import run

COUNT = """
import machine, sys, time
try:
    with open("count") as file:
        boots = int(file.read())
except OSError:
    boots = 0
boots += 1
with open("count", "w") as file:
    file.write(str(boots))
sys.stdout.buffer.write(b"%d:%d " % (boots, machine.reset_cause()))
time.sleep_ms(300)
"""
STAY = "\nwhile True:\n    time.sleep_ms(10)\n"


@pytest.fixture
def board(tmp_path, micropython):
    """Makes boards that run a program of the test's own, on one flash."""
    made = []

    def make(program):
        folder = tmp_path / "flash"
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(program)
        image = tmp_path / "flash.img"
        flash.make_image(image, {}, folder)
        profile = str(stage.profile_path("tap"))
        config = {"profile": profile, "flash": str(image), "seed": 1, "unique_id": "0011223344556677"}
        made.append(supervisor.Supervisor(config, tmp_path))
        made[-1].power_on()
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def line():
    """What a board has said on its serial line, read where a host would."""
    opened = []

    def read(board):
        if not opened:
            opened.append(os.open(board.port, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK))
        try:
            return os.read(opened[0], 4096)
        except BlockingIOError:
            return b""

    yield read
    for fd in opened:
        os.close(fd)


def run_ms(board, ms):
    for _ in range(0, ms, 100):
        board.command("run", ms=100)


def test_a_reset_comes_back_on_the_same_line_and_flash(board, line):
    table = board(COUNT + "if boots < 3:\n    machine.reset()" + STAY)
    port = table.port
    run_ms(table, 2000)
    assert table.resets == [supervisor.RESET] * 2
    assert line(table) == b"1:1 2:3 3:3 "
    assert table.port == port


def test_virtual_time_goes_on_over_a_reset(board):
    table = board(COUNT + "machine.reset()")
    before = table.us
    run_ms(table, 1000)
    assert table.us >= before + 1_000_000
    assert len(table.resets) >= 2


def test_the_watchdog_bites_and_the_board_comes_back(board, line):
    table = board(COUNT + "if boots == 1:\n    machine.WDT(timeout=500)" + STAY)
    run_ms(table, 2000)
    assert table.resets == [supervisor.WATCHDOG]
    assert line(table) == b"1:1 2:3 "


def test_power_cut_and_back(board, line):
    table = board(COUNT + STAY)
    run_ms(table, 500)
    table.power_cut()
    assert not table.powered
    with pytest.raises(SimulatorError) as error:
        table.command("look")
    assert error.value.code == "power_off"
    table.power_on()
    run_ms(table, 500)
    assert line(table) == b"1:1 2:1 "


def test_what_lies_on_the_table_is_put_back_after_a_start(board):
    table = board(COUNT + "if boots == 1:\n    machine.reset()" + STAY)
    boots = []
    table.on_boot = lambda: boots.append(table.command("put", uid="04112233445566", reader=0, coil=0)["ok"])
    run_ms(table, 1000)
    assert boots == [True]
    table.command("take", uid="04112233445566")


def test_a_crash_says_what_happened_and_where_to_read_on(board, tmp_path):
    table = board(COUNT + "raise ValueError('no such luck')")
    with pytest.raises(SimulatorError) as error:
        run_ms(table, 1000)
    assert error.value.code == "crashed"
    assert "ValueError: no such luck" in error.value.detail[0]
    assert "Traceback" in Path(error.value.detail[1]).read_text()


def test_a_command_the_board_does_not_know_is_an_error(board):
    with pytest.raises(SimulatorError) as error:
        board(COUNT + STAY).command("dance")
    assert "dance" in str(error.value)


def test_the_serial_port_is_a_terminal(board):
    assert stat.S_ISCHR(os.stat(board(COUNT + STAY).port).st_mode)


def test_without_micropython_one_clear_sentence():
    done = run("demo", DOMINOTABLE_MICROPYTHON="/no/such/micropython")
    assert done.code == 6
    assert "/no/such/micropython" in done.err and "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_an_unknown_profile_is_refused():
    done = run("sim", "--profile", "round")
    assert done.code == 6 and "grid tap" in done.err


def test_compiled_once_for_the_same_sources(mpy_cross, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = stage.staged()
    assert folder.is_relative_to(tmp_path)
    assert (folder / "main.py").is_file()
    assert (folder / "lib" / "dominocore" / "games" / "block.mpy").read_bytes()[:1] == b"M"
    assert len(list(folder.rglob("*.mpy"))) == len(stage.sources())
    written = (folder / "main.py").stat().st_mtime_ns
    assert stage.staged() == folder
    assert (folder / "main.py").stat().st_mtime_ns == written
