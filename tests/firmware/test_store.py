"""The store, in real MicroPython on the real littlefs. The tests themselves are in on_flash.py."""

import re
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("on_flash.py")
NAMES = re.findall(r"^def (test_\w+)\(\):", SCRIPT.read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_store(name, micropython):
    command = [*micropython, "-X", "heapsize=64m", str(SCRIPT), name]
    run = subprocess.run(command, capture_output=True, text=True, timeout=280)
    print(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr
