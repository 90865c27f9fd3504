"""The table's link, in real MicroPython. The tests themselves are in on_link.py."""

import re
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("on_link.py")
NAMES = re.findall(r"^def (test_\w+)\(\):", SCRIPT.read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_link(name, micropython):
    run = subprocess.run([*micropython, str(SCRIPT), name], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
