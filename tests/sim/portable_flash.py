"""The flash model: NOR manners, times and planned power cuts, on both interpreters."""

import os

from sim.chips.dice import Dice
from sim.chips.flash import Flash

from portable_bench import Clock


class PowerCut(Exception):
    pass


def _power_fails():
    raise PowerCut


class Chip:
    """A flash of three erased sectors in a file that goes away afterwards."""

    def __enter__(self):
        self._path = "/tmp/flash-%s.img" % "".join(["%02x" % byte for byte in os.urandom(8)])
        with open(self._path, "wb") as file:
            file.write(b"\xff" * 3 * 4096)
        self.clock = Clock()
        return self

    def __exit__(self, *_):
        os.remove(self._path)

    def power_on(self):
        return Flash(self._path, self.clock, Dice(3), _power_fails)

    def sector(self, number):
        with open(self._path, "rb") as file:
            file.seek(number * 4096)
            return file.read(4096)


def test_geometry():
    with Chip() as chip:
        flash = chip.power_on()
        assert flash.ioctl(4, 0) == 3
        assert flash.ioctl(5, 0) == 4096
        assert flash.ioctl(3, 0) == 0


def test_programming_only_clears_bits():
    with Chip() as chip:
        flash = chip.power_on()
        flash.writeblocks(1, bytes((0xF0, 0xFF)), 100)
        flash.writeblocks(1, bytes((0x3C, 0x55)), 100)
        back = bytearray(2)
        flash.readblocks(1, back, 100)
        assert back == bytes((0x30, 0x55))


def test_erasing_sets_a_whole_sector_and_no_other():
    with Chip() as chip:
        flash = chip.power_on()
        flash.writeblocks(0, bytes(256), 0)
        flash.writeblocks(1, bytes(256), 0)
        flash.ioctl(6, 1)
        assert chip.sector(0)[:256] == bytes(256)
        assert chip.sector(1) == b"\xff" * 4096


def test_writing_without_offset_erases_first():
    with Chip() as chip:
        flash = chip.power_on()
        flash.writeblocks(2, bytes(4096))
        flash.writeblocks(2, b"\xa5" * 4096)
        assert chip.sector(2) == b"\xa5" * 4096


def test_times():
    with Chip() as chip:
        flash = chip.power_on()
        flash.ioctl(6, 0)
        assert chip.clock.us == 45000
        flash.writeblocks(0, bytes(256), 0)
        assert chip.clock.us == 45500
        flash.writeblocks(0, bytes(300), 512)  # two pages
        assert chip.clock.us == 46500
        flash.writeblocks(0, bytes(20), 250)  # across a page
        assert chip.clock.us == 47500


def _cut(flash, operation):
    try:
        operation()
    except PowerCut:
        return
    raise AssertionError("the power did not fail")


def test_power_cut_before_an_operation():
    with Chip() as chip:
        flash = chip.power_on()
        flash.cut_after(1, False)
        flash.writeblocks(0, bytes(256), 0)
        _cut(flash, lambda: flash.writeblocks(0, bytes(256), 256))
        assert chip.sector(0)[:256] == bytes(256)
        assert chip.sector(0)[256:512] == b"\xff" * 256


def test_torn_program_leaves_a_part():
    with Chip() as chip:
        flash = chip.power_on()
        flash.cut_after(0, True)
        _cut(flash, lambda: flash.writeblocks(0, bytes(256), 0))
        page = chip.sector(0)[:256]
        assert 0 < page.count(b"\x00") < 256
        assert page.count(b"\x00") + page.count(b"\xff") == 256


def test_torn_erase_leaves_bits_between_old_and_ones():
    with Chip() as chip:
        flash = chip.power_on()
        flash.writeblocks(0, b"\x0f" * 256, 0)
        flash.cut_after(0, True)
        _cut(flash, lambda: flash.ioctl(6, 0))
        page = chip.sector(0)[:256]
        assert page != b"\x0f" * 256 and page != b"\xff" * 256
        assert all([byte & 0x0F == 0x0F for byte in page])


def test_nothing_is_written_after_the_cut():
    with Chip() as chip:
        flash = chip.power_on()
        flash.cut_after(0, False)
        _cut(flash, lambda: flash.ioctl(6, 0))
        flash.writeblocks(0, bytes(256), 0)
        flash.ioctl(6, 0)
        assert chip.sector(0) == b"\xff" * 4096
