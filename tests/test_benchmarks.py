"""The benchmarks run and print the keys that other programs read. The figures themselves are not judged here."""

import json
import subprocess
import sys


def figures(root, name):
    command = [sys.executable, str(root / "benchmarks" / name), "--quick", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_core(root):
    found = figures(root, "core.py")
    assert set(found) == {"hands_per_s", "legal_per_s", "ratio_hands", "ratio_legal", "games"}
    assert set(found["hands_per_s"]) == set(found["legal_per_s"]) == {"dominotable", "dominoes"}
    assert found["games"]["block"] > 0


def test_micropython(root, micropython):
    found = figures(root, "micropython.py")
    assert set(found) == {"games", "worst_pico_ms"}
    assert set(found["games"]["block"]) == {"apply_us_p99", "legal_us_p99", "pico_ms_p99"}
    assert found["worst_pico_ms"] == max(game["pico_ms_p99"] for game in found["games"].values())


def test_memory(root, micropython, mpy_cross):
    found = figures(root, "memory.py")
    assert set(found) == {"games", "simulator_k", "worst_heap_k", "mpy_bytes", "lines_loaded"}
    assert set(found["games"]) == {"block", "mexican_train"}
    assert found["worst_heap_k"] == max(found["games"].values()) - found["simulator_k"]
    assert found["mpy_bytes"] > 0 and found["lines_loaded"] > 0
