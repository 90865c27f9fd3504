"""Scanner, tag table, profile and sight in real MicroPython. The tests themselves are in on_scan.py."""

import re
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("on_scan.py")
NAMES = re.findall(r"^def (test_\w+)\(\):", SCRIPT.read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_scan(name, micropython):
    run = subprocess.run([*micropython, str(SCRIPT), name], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and "ok " + name in run.stdout, run.stdout + run.stderr
