"""The flash chip behind the file system: a file with the rp2's geometry, NOR manners and the chip's times.

Programming only clears bits, erasing sets a whole sector; both stop everything else on a Pico, so both are charged to
the clock. The block-device methods are those of `rp2.Flash`, so the real littlefs of MicroPython mounts it.
"""

SECTOR = 4096
PAGE = 256
SECTORS = 352  # 1408 KiB, the file system of a Pico
ERASE_US = 45000
PROGRAM_US = 500

_ERASED_PAGE = b"\xff" * PAGE


class Flash:
    """`power_fails` is called when a power cut planned by `cut_after` comes; it must not return."""

    def __init__(self, path: str, clock, dice, power_fails):
        self._file = open(path, "r+b", 0)
        self._clock = clock
        self._dice = dice
        self._power_fails = power_fails
        self._count = self._file.seek(0, 2) // SECTOR
        self._left = -1  # operations until the power fails; -1: it does not
        self._torn = False
        self._dead = False
        self.operations = 0

    def cut_after(self, operations: int, torn: bool) -> None:
        """Let so many page programs and sector erases pass; the next one does not happen, or only in part."""
        self._left = operations
        self._torn = torn

    def die(self) -> None:
        """The board has stopped: open files that are closed later must not reach the chip."""
        self._dead = True

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        self._file.seek(block * SECTOR + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf, offset=None) -> None:
        """With an offset: program only. Without: erase the sectors first, as `rp2.Flash` does."""
        if offset is None:
            for i in range(len(buf) // SECTOR):
                self._erase(block + i)
            offset = 0
        view = memoryview(buf)
        address = block * SECTOR + offset
        at = 0
        while at < len(buf):
            count = min(PAGE - address % PAGE, len(buf) - at)
            self._program(address, view[at : at + count])
            address += count
            at += count

    def ioctl(self, op: int, arg: int):
        if op == 4:
            return self._count
        if op == 5:
            return SECTOR
        if op == 6:
            self._erase(arg)
        return 0

    def _fails_now(self) -> bool:
        """Whether this operation is the one the power cut hits."""
        if self._left == 0:
            return True
        self._left -= self._left > 0
        self.operations += 1
        return False

    def _program(self, address: int, data) -> None:
        if self._dead:
            return
        cut = self._fails_now()
        if cut:
            data = data[: self._dice.roll() % len(data) if self._torn else 0]
        self._file.seek(address)
        old = self._file.read(len(data))
        if old.count(b"\xff") != len(old):
            data = bytes([a & b for a, b in zip(old, data)])
        self._file.seek(address)
        self._file.write(data)
        self._finish(cut, PROGRAM_US)

    def _erase(self, block: int) -> None:
        if self._dead:
            return
        cut = self._fails_now()
        if cut and self._torn:
            self._half_erase(block)
        elif not cut:
            self._file.seek(block * SECTOR)
            for _ in range(SECTOR // PAGE):
                self._file.write(_ERASED_PAGE)
        self._finish(cut, ERASE_US)

    def _half_erase(self, block: int) -> None:
        """An erase broken off leaves bits anywhere between what they were and ones."""
        page = bytearray(PAGE)
        for offset in range(0, SECTOR, PAGE):
            self.readblocks(block, page, offset)
            for i in range(PAGE):
                page[i] |= self._dice.roll() & 0xFF
            self._file.seek(block * SECTOR + offset)
            self._file.write(page)

    def _finish(self, cut: bool, took: int) -> None:
        if cut:
            self.die()
            self._power_fails()
        self._clock.charge(took)
