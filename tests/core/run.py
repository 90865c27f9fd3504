"""Runs the tests of this folder without pytest, so that they run on MicroPython too.

    micropython -X heapsize=64m tests/core/run.py [test_tiles.py ...]

A test is a function `test_*` without arguments in a file `test_*.py`; it fails by raising. The last line is
`N passed, M failed`, and the exit code is 1 when anything failed.
"""

import os
import sys


def folder():
    """The folder of this script, without os.path, which MicroPython lacks."""
    path = sys.argv[0]
    return path[: path.rfind("/")] if "/" in path else "."


def report(label, error):
    print("FAILED " + label)
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error)


def run_file(module_name):
    """Run every test of one module; gives (passed, failed)."""
    try:
        module = __import__(module_name)
    except Exception as error:
        report(module_name, error)
        return 0, 1
    passed = failed = 0
    for name in sorted(dir(module)):
        if not name.startswith("test_"):
            continue
        try:
            getattr(module, name)()
            passed += 1
        except Exception as error:
            report(module_name + "." + name, error)
            failed += 1
    return passed, failed


def main(names):
    here = folder()
    sys.path[:0] = [here, "/".join((here, "..", "..", "shared"))]
    names = names or sorted(n for n in os.listdir(here) if n.startswith("test_") and n.endswith(".py"))
    passed = failed = 0
    for name in names:
        good, bad = run_file(name.split("/")[-1][:-3])
        passed += good
        failed += bad
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
