"""Run driver checks in MicroPython: `micropython run_checks.py FOLDER_WITH_DRIVERS [NAME...]`.

Prints one line a check: `ok NAME` or `FAIL NAME: why`. pytest reads them (test_drivers.py, test_planted_bugs.py).
"""

import sys

HERE = __file__.rpartition("/")[0] or "."
sys.path[:0] = [HERE, HERE + "/../../host/dominotable", sys.argv[1]]

import bench  # noqa: E402

bench.install()

import checks_panel  # noqa: E402
import checks_reader  # noqa: E402


def main(wanted):
    for module in (checks_reader, checks_panel):
        for name in sorted(dir(module)):
            if not name.startswith("check_") or wanted and name not in wanted:
                continue
            try:
                getattr(module, name)()
                print("ok", name)
            except Exception as error:
                print("FAIL %s: %s %s" % (name, type(error).__name__, error))


main(sys.argv[2:])
