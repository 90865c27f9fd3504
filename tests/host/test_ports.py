"""Finding tables: boards by their USB vendor, virtual tables by their entries, and choosing one."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from dominotable import exits, ports
from dominotable.errors import HostError


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch, tmp_path):
    """No boards, an empty registry, no port in the environment."""
    monkeypatch.setattr(ports.list_ports, "comports", list)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv(ports.VARIABLE, raising=False)


def test_boards_are_found_by_their_vendor(monkeypatch):
    class Port(SimpleNamespace):
        def __lt__(self, other):
            return self.device < other.device

    pico = Port(device="/dev/ttyACM1", vid=0x2E8A, serial_number="E66", description="Board in FS mode")
    other = Port(device="/dev/ttyUSB0", vid=0x0403, serial_number="A", description="FTDI")
    none = Port(device="/dev/ttyS0", vid=None, serial_number=None, description="n/a")
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [other, pico, none])
    assert ports.find() == [ports.Found("/dev/ttyACM1", "E66", False)]
    assert ports.choose() == "/dev/ttyACM1"


def test_a_named_port_comes_first(monkeypatch):
    monkeypatch.setenv(ports.VARIABLE, "COM7")
    assert ports.choose("COM3") == "COM3"
    assert ports.choose() == "COM7"


def test_no_table():
    with pytest.raises(HostError) as error:
        ports.choose()
    assert error.value.code == "no_table" and error.value.exit_code == exits.NO_TABLE


def test_virtual_tables_are_found_and_several_are_named(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).touch()
        ports.register(str(tmp_path / name), "table " + name)
    assert [table.name for table in ports.find()] == ["table one", "table two"]
    with pytest.raises(HostError) as error:
        ports.choose()
    assert error.value.code == "several_tables"
    assert "table one" in error.value.message and "table two" in error.value.message


def test_entries_of_dead_tables_are_removed(tmp_path):
    (tmp_path / "port").touch()
    entry = ports.register(str(tmp_path / "port"), "alive")
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    dead = {"pid": int(gone.stdout), "port": str(tmp_path / "port"), "name": "dead"}
    (entry.parent / "dead.json").write_text(json.dumps(dead))
    (entry.parent / "closed.json").write_text(json.dumps({"pid": os.getpid(), "port": "/gone", "name": "closed"}))
    (entry.parent / "rubbish.json").write_text("{")
    assert [table.name for table in ports.find()] == ["alive"]
    assert [path.name for path in entry.parent.iterdir()] == [entry.name]
