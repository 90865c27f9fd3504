"""Runs the portable model tests on MicroPython: a line `module.test` for each that passed, a traceback for others."""

import sys

HERE = sys.path[0]


def run(package, names):
    sys.path.append(package)
    failed = 0
    for name in names:
        module = __import__(name)
        for test in sorted(dir(module)):
            if test.startswith("test_"):
                try:
                    getattr(module, test)()
                    print("passed %s.%s" % (name, test))
                except Exception as error:
                    failed += 1
                    print("FAILED %s.%s" % (name, test))
                    sys.print_exception(error)
    sys.exit(1 if failed else 0)


run(sys.argv[1], sys.argv[2:])
