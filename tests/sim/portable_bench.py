"""A reader chip on the bench: one chip, a clock that moves 40 us an access, and tags on its coils."""

from sim.chips.coils import CoilLines, Coils
from sim.chips.dice import Dice
from sim.chips.mfrc522 import Mfrc522
from sim.chips.ntag import Ntag213

UID = bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6))
BLOCK1 = [0x88, 0x04, 0xA1, 0xB2, 0x9F]
BLOCK2 = [0xC3, 0xD4, 0xE5, 0xF6, 0x04]


class Clock:
    def __init__(self):
        self.us = 0

    def charge(self, us):
        self.us += us


class Bench:
    """Register accesses as SPI windows, and the ordinary course of an exchange."""

    def __init__(self, *uids, version=0x92):
        self.clock = Clock()
        self.lines = CoilLines(self.clock)
        self.coils = Coils(self.clock, self.lines, Dice(1))
        self.chip = Mfrc522(self.clock, self.coils, version)
        self.tags = [Ntag213(uid) for uid in uids]
        for tag in self.tags:
            self.coils.put(0, tag)

    def window(self, *tx):
        """One chip-select window; what came back."""
        rx = bytearray(len(tx))
        self.chip.begin()
        self.chip.transfer(bytes(tx), rx)
        self.clock.us += 40
        return list(rx)

    def read(self, reg):
        return self.window(0x80 | reg << 1, 0)[1]

    def write(self, reg, value):
        self.window(reg << 1, value)

    def field_on(self, wait_us=2000):
        """100 % ASK, CRC preset, a time-out of about 1 ms, antenna on, and time for the tags to wake."""
        for reg, value in ((0x15, 0x40), (0x11, 0x3D), (0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0), (0x2D, 39), (0x14, 0x83)):
            self.write(reg, value)
        self.clock.us += wait_us

    def start(self, data, framing=0):
        """Load the FIFO and start a transceive, without waiting."""
        for reg, value in ((0x01, 0x00), (0x04, 0x7F), (0x0A, 0x80)):
            self.write(reg, value)
        self.window(0x12, *data)
        self.write(0x0D, framing)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | framing)

    def finish(self):
        """Poll until the answer is in or the timer has run out; the answer as a list of bytes."""
        for _ in range(1000):
            irq = self.read(0x04)
            if irq & 0x21:
                break
        else:
            raise AssertionError("neither an answer nor the timer")
        return [self.read(0x09) for _ in range(self.read(0x0A))]

    def exchange(self, data, framing=0):
        self.start(data, framing)
        return self.finish()

    def select(self):
        """Bring the only tag to ACTIVE."""
        assert self.exchange([0x26], 7) == [0x44, 0x00]
        assert self.exchange([0x93, 0x20]) == BLOCK1
        assert self.exchange(with_crc([0x93, 0x70] + BLOCK1)) == [0x04, 0xDA, 0x17]
        assert self.exchange([0x95, 0x20]) == BLOCK2
        assert self.exchange(with_crc([0x95, 0x70] + BLOCK2)) == [0x00, 0xFE, 0x51]


def with_crc(data):
    """CRC_A bit by bit, as the standard defines it: not the model's own arithmetic."""
    crc = 0x6363
    for byte in data:
        for bit in range(8):
            turn = (crc ^ byte >> bit) & 1
            crc = crc >> 1 ^ (0x8408 if turn else 0)
    return list(data) + [crc & 0xFF, crc >> 8]
