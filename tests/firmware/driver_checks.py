"""How pytest runs the driver checks: one MicroPython process for any number of them."""

import ast
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
DRIVERS = HERE.parent.parent / "firmware"


def names():
    """Every check, read from the sources: they import only in MicroPython."""
    found = []
    for path in (HERE / "checks_reader.py", HERE / "checks_panel.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [node.name for node in tree.body if getattr(node, "name", "").startswith("check_")]
    return found


def run(micropython, firmware=DRIVERS, only=()):
    """The outcome of each check by name: "" when it passed, else why not."""
    command = [*micropython, "run_checks.py", str(firmware), *only]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    outcome = {}
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        name, _, why = rest.partition(": ")
        outcome[name] = "" if word == "ok" else why or "failed"
    return outcome
