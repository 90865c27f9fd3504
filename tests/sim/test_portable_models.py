"""The portable model tests, each on CPython and on real MicroPython from the same source."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "host" / "dominotable"  # holds `sim`, under which MicroPython knows the models
MODULES = [
    "portable_mfrc522",
    "portable_mfrc522_commands",
    "portable_ntag",
    "portable_panel",
    "portable_second_driver",
    "portable_flash",
]

sys.path.append(str(PACKAGE))


def _tests():
    for name in MODULES:
        module = importlib.import_module(name)
        for test in sorted(dir(module)):
            if test.startswith("test_"):
                yield pytest.param(getattr(module, test), id=f"{name}.{test}")


@pytest.fixture(scope="module")
def on_micropython(micropython) -> str:
    """What the runner printed there."""
    command = [*micropython, "-X", "heapsize=16m", str(HERE / "run_portable.py"), str(PACKAGE), *MODULES]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.parametrize("test", list(_tests()))
def test_on_cpython(test):
    test()


@pytest.mark.parametrize("test", list(_tests()))
def test_on_micropython(test, on_micropython):
    assert f"passed {test.__module__}.{test.__name__}\n" in on_micropython, on_micropython[-3000:]
