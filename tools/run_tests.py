"""Runs all tests, part by part, and says how long each part took.

    python tools/run_tests.py [PART ...]

A part is a folder of tests/ (its name is the part's name) or `project`, the tests that stand directly in
tests/. The part `core` runs twice from one source: by pytest on CPython, and by tests/core/run.py on real
MicroPython. The last line is `N passed, M failed, K skipped`; the exit code is 1 when anything failed.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
BUDGET_S = 15 * 60
CORE_HEAP = "64m"  # the core's tests are larger than a board; what fits a board is measured in benchmarks/
NO_TESTS_RAN = 5  # pytest's exit code
CORE_FILE_LIMIT_S = 3600 if os.getenv("SOAK") else 600


@dataclass
class Outcome:
    """What one part of the run came to."""

    part: str
    passed: int = 0
    failed: int = 0
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0


def reason(skip):
    """Why a test was skipped; a file that is skipped as a whole keeps its reason at the end of the text."""
    message = skip.get("message", "")
    if message == "collection skipped":
        return (skip.text or message).rpartition("Skipped: ")[2].rstrip("')\"")
    return message


def read_junit(path, outcome):
    """Add the counts and the reasons for skipping from pytest's XML report."""
    for case in ElementTree.parse(path).iter("testcase"):
        skip = case.find("skipped")
        if skip is not None:
            name = "%s.%s" % (case.get("classname"), case.get("name"))
            outcome.skipped.append("%s: %s" % (name.lstrip("."), reason(skip)))
        elif case.find("failure") is not None or case.find("error") is not None:
            outcome.failed += 1
        else:
            outcome.passed += 1


def run_pytest(part, paths):
    outcome = Outcome(part)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--junitxml", str(report)]
        if os.getenv("SOAK"):
            command += ["-o", "timeout=0"]
        code = subprocess.run(command + [str(p) for p in paths], cwd=ROOT, stdin=subprocess.DEVNULL).returncode
        if report.exists():
            read_junit(report, outcome)
    all_skipped = code == NO_TESTS_RAN and outcome.skipped
    if code and not outcome.failed and not all_skipped:
        print("pytest ended with code %d in part %s" % (code, part))
        outcome.failed += 1
    return outcome


def run_on_micropython(command, test_file):
    """One file in a process and heap of its own; gives (passed, failed)."""
    script = [str(TESTS / "core" / "run.py"), test_file.name]
    try:
        done = subprocess.run(
            command + ["-X", "heapsize=" + CORE_HEAP] + script,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=CORE_FILE_LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        print("%s: stopped after %d s" % (test_file.name, CORE_FILE_LIMIT_S))
        return 0, 1
    text = done.stdout.decode(errors="replace").rstrip()
    found = re.search(r"(\d+) passed, (\d+) failed$", text)
    print("%-28s %s" % (test_file.name, text.splitlines()[-1] if found and not done.returncode else "\n" + text))
    if found is None:
        return 0, 1
    return int(found[1]), int(found[2])


def run_core_on_micropython(part, paths):
    from dominotable.sim.interpreter import MicroPythonMissing, micropython_command

    outcome = Outcome(part)
    try:
        command = micropython_command()
    except MicroPythonMissing as missing:
        outcome.skipped.append("the whole part: %s" % missing)
        return outcome
    files = sorted(path for folder in paths for path in folder.glob("test_*.py"))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for passed, failed in pool.map(lambda path: run_on_micropython(command, path), files):
            outcome.passed += passed
            outcome.failed += failed
    return outcome


def all_parts():
    """(name to ask for, title, runner, what it is given), in the order in which they run."""
    parts = []
    for folder in sorted(p for p in TESTS.iterdir() if p.is_dir() and list(p.glob("test_*.py"))):
        if folder.name == "core":
            parts.insert(0, ("core", "core on CPython", run_pytest, [folder]))
            parts.insert(1, ("core", "core on MicroPython", run_core_on_micropython, [folder]))
        else:
            parts.append((folder.name, folder.name, run_pytest, [folder]))
    top = sorted(TESTS.glob("test_*.py"))
    if top:
        parts.append(("project", "project", run_pytest, top))
    return parts


def print_table(outcomes):
    print("\n%-24s %8s %8s %8s %9s" % ("part", "passed", "failed", "skipped", "seconds"))
    for o in outcomes:
        print("%-24s %8d %8d %8d %9.1f" % (o.part, o.passed, o.failed, len(o.skipped), o.seconds))
    skipped = [line for o in outcomes for line in o.skipped]
    if skipped:
        print("\nSKIPPED, so not proven by this run:")
        for line in skipped:
            print("  " + line)


def main(wanted):
    parts = all_parts()
    unknown = set(wanted) - {name for name, *_ in parts}
    if unknown:
        sys.exit("no such part: %s (there are: %s)" % (", ".join(unknown), ", ".join(name for name, *_ in parts)))
    outcomes = []
    for name, title, run, paths in parts:
        if wanted and name not in wanted:
            continue
        print("\n== %s" % title, flush=True)
        start = time.monotonic()
        outcome = run(title, paths)
        outcome.seconds = time.monotonic() - start
        outcomes.append(outcome)
    print_table(outcomes)
    total = sum(o.seconds for o in outcomes)
    if not os.getenv("SOAK"):
        verdict = "within" if total <= BUDGET_S else "OVER"
        print("\n%.0f s, %s the budget of %d s on 2 cores" % (total, verdict, BUDGET_S))
    failed = sum(o.failed for o in outcomes)
    passed, skips = sum(o.passed for o in outcomes), sum(len(o.skipped) for o in outcomes)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skips))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
