"""`os` for the firmware on the simulated board: as it is, but random bytes come from the seed."""

from sim.board import current
from uos import *  # noqa: F403


def urandom(count):
    buf = bytearray(count)
    current.dice.fill(buf)
    return bytes(buf)


def sync():
    """Nothing is buffered outside littlefs."""
