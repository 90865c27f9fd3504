"""Where the tables are: boards on USB, and virtual tables that run on this computer.

A running virtual table writes a small file into a directory of its user; the file of one that died is taken away by
whoever finds it.
"""

import getpass
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from dominotable.errors import HostError

VARIABLE = "DOMINOTABLE_PORT"
RASPBERRY_PI = 0x2E8A  # USB vendor of every Pico


@dataclass(frozen=True)
class Found:
    """A port with what is known of it before it is opened."""

    port: str
    name: str
    virtual: bool


def find() -> list[Found]:
    """All tables that can be reached, boards first."""
    return boards() + virtual_tables()


def boards() -> list[Found]:
    """Serial ports of boards that may be tables."""
    found = [port for port in list_ports.comports() if port.vid == RASPBERRY_PI]
    return [Found(port.device, port.serial_number or port.description, False) for port in sorted(found)]


def choose(port: str | None = None) -> str:
    """The port to use: the one named, or the one in the environment, or that of the only table."""
    named = port or os.environ.get(VARIABLE)
    if named:
        return named
    tables = find()
    if not tables:
        raise HostError("no_table")
    if len(tables) > 1:
        raise HostError("several_tables", ", ".join("%s (%s)" % (table.port, table.name) for table in tables))
    return tables[0].port


def registry() -> Path:
    """The directory where running virtual tables of this user are written down."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "dominotable"
    return Path(tempfile.gettempdir()) / ("dominotable-" + getpass.getuser())


def register(port: str, name: str) -> Path:
    """Write down a virtual table of this process; whoever does removes the file when the table ends."""
    folder = registry()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    entry = folder / ("%d-%s.json" % (os.getpid(), Path(port).name))
    entry.write_text(json.dumps({"pid": os.getpid(), "port": port, "name": name}))
    return entry


def virtual_tables() -> list[Found]:
    """Running virtual tables; entries of dead ones are removed."""
    tables = []
    for entry in sorted(registry().glob("*.json")):
        table = _running(entry)
        if table:
            tables.append(table)
        else:
            entry.unlink(missing_ok=True)
    return tables


def _running(entry: Path) -> Found | None:
    """The table of an entry, if it still runs."""
    try:
        told = json.loads(entry.read_text())
        alive = _alive(int(told["pid"])) and os.path.exists(told["port"])
        return Found(str(told["port"]), str(told["name"]), True) if alive else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
