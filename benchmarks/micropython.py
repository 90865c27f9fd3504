"""Time of a move on real MicroPython, and what that comes to on a Pico.

    python benchmarks/micropython.py [--quick] [--json]

`apply` is judging and pushing a move, `legal` the list of what may follow; both are what the table does between a
tile seen and the lights that answer. A Pico is taken to be 150 times slower than the unix port on this machine.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

COMMON = Path(__file__).parent / "common"
sys.path[0] = str(COMMON)  # not this folder: this file is not MicroPython's own `micropython`

import dominocore
from dominocore import games
from dominotable.sim.interpreter import MicroPythonMissing, micropython_command
from report import arguments, show

PICO_FACTOR = 150


def p99(values):
    return sorted(values)[len(values) * 99 // 100]


def measure(command, game, hands, seed):
    """One game in a process of its own."""
    shared = str(Path(dominocore.__file__).parent.parent)
    path = os.pathsep.join([str(COMMON), shared, ".frozen"])
    words = ["-X", "heapsize=4m", str(COMMON / "timed_hands.py"), game, str(hands), str(seed)]
    environment = dict(os.environ, MICROPYPATH=path)
    done = subprocess.run(command + words, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s did not run on MicroPython:\n%s%s" % (game, done.stdout, done.stderr))
    times = json.loads(done.stdout)
    moves = [a + b for a, b in zip(times["apply_us"], times["legal_us"], strict=True)]
    return {
        "apply_us_p99": p99(times["apply_us"]),
        "legal_us_p99": p99(times["legal_us"]),
        "pico_ms_p99": round(p99(moves) * PICO_FACTOR / 1000, 1),
    }


def main():
    options = arguments(__doc__)
    try:
        command = micropython_command()
    except MicroPythonMissing as missing:
        sys.exit(str(missing))
    hands = 5 if options.quick else 60
    found = {game: measure(command, game, hands, options.seed) for game in games.IDS}
    show(options, {"games": found, "worst_pico_ms": max(figures["pico_ms_p99"] for figures in found.values())})


if __name__ == "__main__":
    main()
