"""What tests of several folders share. Tests in core/ use none of it: they run on MicroPython too."""

from pathlib import Path

import pytest

from dominotable.sim.interpreter import MicroPythonMissing, micropython_command, mpy_cross_command


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return Path(__file__).resolve().parent.parent


def _or_skip(find):
    try:
        return find()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def micropython() -> list[str]:
    """The command that starts real MicroPython; a test that needs it is skipped where there is none."""
    return _or_skip(micropython_command)


@pytest.fixture(scope="session")
def mpy_cross() -> list[str]:
    """The command that compiles a module for the board."""
    return _or_skip(mpy_cross_command)
