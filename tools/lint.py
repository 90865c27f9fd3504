"""Runs the linters: ruff over everything, pyright over the host tool, and pyright over what runs on the board.

The board's code is checked against `micropython-rp2-stubs` (in .stubs/, put there by `make lint`), so a call
that the board's `machine` or `rp2` does not have is an error. That this check can fail is shown each time with a
file that has known errors.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOARD_CONFIG = ROOT / "pyrightconfig.firmware.json"

PLANTED = """\
import time
from machine import SPI, Pin

pin = Pin(1, Pin.OUT)
pin.toggle()
pin.blink()  # wrong
spi = SPI(0, baudrate="fast")  # wrong
time.ticks_us()
time.perf_counter()  # wrong
"""


def run(title, command):
    print("== " + title, flush=True)
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL).returncode == 0


def pyright(config):
    return [sys.executable, "-m", "pyright", "--project", str(config)]


def finds_planted_errors():
    """pyright over a file with three errors must name exactly their lines."""
    print("== pyright finds planted errors", flush=True)
    config = json.loads(BOARD_CONFIG.read_text())
    config.update(include=["."], exclude=[], typeshedPath=str(ROOT / ".stubs"), stubPath=str(ROOT / ".stubs"))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "planted.py").write_text(PLANTED)
        (Path(folder) / "pyrightconfig.json").write_text(json.dumps(config))
        done = subprocess.run(pyright(folder), cwd=folder, capture_output=True, text=True)
    found = {int(line) for line in re.findall(r"planted\.py:(\d+):\d+ - error", done.stdout)}
    planted = {i for i, line in enumerate(PLANTED.splitlines(), 1) if line.endswith("# wrong")}
    print("found in lines %s, planted in lines %s" % (sorted(found), sorted(planted)))
    return found == planted


def main():
    results = [
        run("ruff", [sys.executable, "-m", "ruff", "check", "."]),
        run("pyright, host tool", pyright(ROOT)),
        run("pyright, board", pyright(BOARD_CONFIG)),
        finds_planted_errors(),
    ]
    print("lint: %s" % ("clean" if all(results) else "FAILED"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
