"""A test bench for drivers, run by MicroPython: chip models on a bus, a clock, and nothing else of the table.

The driver under test is the real one; the models are the simulator's. Virtual time is charged as the simulated
board charges it, so that a check may speak about microseconds.
"""

import sys

from sim.chips.coils import CoilLines, Coils
from sim.chips.dice import Dice
from sim.chips.mcp23017 import Mcp23017
from sim.chips.mfrc522 import Mfrc522
from sim.chips.ssd1306 import Ssd1306
from sim.chips.ws2812 import Ws2812

ACCESS_US = 40
BYTE_US = 2
TICKS_US = 5
PERIOD = 1 << 30


class Clock:
    """Virtual microseconds, and what the drivers import as `time`."""

    def __init__(self):
        self.us = 0

    def charge(self, us):
        self.us += us

    def ticks_us(self):
        self.us += TICKS_US
        return self.us & PERIOD - 1

    def ticks_diff(self, end, start):
        return (end - start + PERIOD // 2 & PERIOD - 1) - PERIOD // 2


CLOCK = Clock()


class Readers:
    """Reader chips behind a select decoder. It is SPI bus and strobe in one: `cs` is the strobe."""

    def __init__(self, count=1):
        self.lines = CoilLines(CLOCK)
        self.coils = [Coils(CLOCK, self.lines, Dice(7)) for _ in range(count)]
        self.chips = [Mfrc522(CLOCK, coils) for coils in self.coils]
        self.address = 0
        self.writes = []  # every write transfer, for checks that look at the wire
        self.heard = []  # every answer, for a Replay
        self.selected = False

    def cs(self, level):
        self.selected = not level
        if self.selected:
            CLOCK.charge(ACCESS_US)
            self.chips[self.address].begin()

    def write(self, buf):
        assert self.selected
        CLOCK.charge(BYTE_US * len(buf))
        self.writes.append(bytes(buf))
        self.chips[self.address].transfer(buf, None)

    def write_readinto(self, buf, back):
        assert self.selected and len(buf) == len(back)
        CLOCK.charge(BYTE_US * len(buf))
        self.chips[self.address].transfer(buf, back)
        self.heard.append(bytes(back))

    def put(self, tag, reader=0, coil=0):
        self.coils[reader].put(coil, tag)
        return tag

    def take(self, tag, reader=0, coil=0):
        self.coils[reader].take(coil, tag)


class Replay:
    """Answers recorded before, given again without allocating, for checks under a locked heap."""

    def __init__(self, heard):
        self.data = b"".join(heard)
        self.at = 0

    def cs(self, level):
        pass

    def write(self, buf):
        pass

    def write_readinto(self, buf, back):
        data, at = self.data, self.at
        for i in range(len(back)):
            back[i] = data[at + i]
        self.at = at + len(back)


class Wires:
    """An I2C bus. A chip that is not there does not acknowledge, which MicroPython reports as OSError."""

    def __init__(self):
        self.chips = {}
        self.sent = 0  # bytes written

    def _chip(self, address):
        if address not in self.chips:
            raise OSError(5)
        return self.chips[address]

    def writeto(self, address, buf):
        self.sent += len(buf)
        self._chip(address).write(buf)

    def writevto(self, address, vector):
        self.writeto(address, b"".join([bytes(part) for part in vector]))

    def writeto_mem(self, address, register, buf):
        self._chip(address).write(bytes((register,)) + buf)

    def readfrom_mem_into(self, address, register, buf):
        chip = self._chip(address)
        chip.write(bytes((register,)))
        chip.read_into(buf)

    def display(self, address=0x3C):
        self.chips[address] = Ssd1306()
        return self.chips[address]

    def expander(self, address=0x20):
        self.chips[address] = Mcp23017()
        return self.chips[address]


class StateMachine:
    """The part of `rp2.StateMachine` that a driver of an LED chain needs."""

    chain = None

    def __init__(self, number, program, freq, sideset_base):
        self.pull_thresh = program["pull_thresh"]
        self.running = False

    def active(self, on):
        self.running = bool(on)

    def put(self, words, shift):
        assert self.running
        StateMachine.chain.shift(words, shift, self.pull_thresh)


class Rp2:
    """What the drivers import as `rp2`: the decorator keeps the settings, the program is tested elsewhere."""

    class PIO:
        OUT_LOW = 0
        SHIFT_LEFT = 0
        JOIN_TX = 1

    StateMachine = StateMachine

    @staticmethod
    def asm_pio(**settings):
        return lambda program: settings


def chain(count):
    StateMachine.chain = Ws2812(CLOCK, count)
    return StateMachine.chain


def install():
    """Put the clock and the PIO in the place of the board's modules; before a driver is imported."""
    sys.modules["time"] = CLOCK
    sys.modules["rp2"] = Rp2
