"""The line to chip models in another process, so that the firmware is alone on its heap.

Each transaction is one message: operation, argument, length, the virtual time, then the bytes. Only what reads gets an
answer; writes are posted. Time is charged here; the models see the time that came with the message.
"""

import struct

from .pins import count_readers, wire

HEADER = "<BBHQ"
HEADER_BYTES = 12
WRITE = 1  # SPI bytes to reader `argument`; NEW added: they open a select window
EXCHANGE = 2
NEW = 0x80
COIL = 3
POWER_DOWN = 4
POWER_UP = 5
I2C_WRITE = 6
I2C_READ = 7
LEDS = 8
BEEP = 9
MENU = 10
WAIT = 11

ORDER = "<BBiQ"  # the answer to WAIT: exit code or 0, torn, flash operations until a power cut or -1, horizon
ORDER_BYTES = 14
LED_US = 30


class Line:
    """The stream to the models."""

    def __init__(self, stream, clock):
        self._stream = stream
        self._clock = clock
        self._header = bytearray(HEADER_BYTES)

    def post(self, operation: int, argument: int, data=b"") -> None:
        struct.pack_into(HEADER, self._header, 0, operation, argument, len(data), self._clock.us)
        self._stream.write(self._header)
        if data:
            self._stream.write(data)

    def ask(self, operation: int, argument: int, data, answer) -> None:
        self.post(operation, argument, data)
        if self._stream.readinto(answer) != len(answer):
            self._clock.halt(67)  # the models are gone, and with them the power


class FarReader:
    """A reader chip at the far end."""

    def __init__(self, line: Line, number: int):
        self._line = line
        self._number = number
        self.address = -1  # the board sets it to -1 when the select window opens

    def transfer(self, tx, rx) -> None:
        new = NEW if self.address < 0 else 0
        self.address = 0
        if rx is None:
            self._line.post(WRITE | new, self._number, tx)
        else:
            self._line.ask(EXCHANGE | new, self._number, tx, rx)

    def hard_power_down(self, down: bool) -> None:
        self._line.post(POWER_DOWN if down else POWER_UP, self._number)


class FarDevice:
    """An I2C device at the far end."""

    def __init__(self, line: Line, address: int):
        self._line = line
        self._address = address

    def write(self, data) -> None:
        self._line.post(I2C_WRITE, self._address, data)

    def read_into(self, buf) -> None:
        self._line.ask(I2C_READ, self._address, buf, buf)


class FarLeds:
    """The LED chain at the far end; words become bytes here."""

    def __init__(self, line: Line, clock):
        self._line = line
        self._clock = clock

    def shift(self, words, shift: int, bits: int) -> None:
        step = bits >> 3
        data = bytearray(len(words) * step)
        at = 0
        for word in words:
            word = word << shift & 0xFFFFFFFF
            for i in range(step):
                data[at + i] = word >> (24 - 8 * i) & 0xFF
            at += step
        self._line.post(LEDS, 0, data)
        self._clock.charge(len(data) * LED_US // 3)


class FarLines:
    """The coil address lines, at the near end only their number."""

    def __init__(self, line: Line):
        self._line = line
        self.coil = 0

    def select(self, coil: int) -> None:
        self.coil = coil
        self._line.post(COIL, coil)


class FarBoard:
    """Looks like a `Board` to the hardware modules."""

    def __init__(self, profile, clock, stream, flash):
        self.clock = clock
        self._flash = flash
        self._line = line = Line(stream, clock)
        self._order = bytearray(ORDER_BYTES)
        self.readers = [FarReader(line, number) for number in range(count_readers(profile))]
        self.lines = FarLines(line)
        self.leds = FarLeds(line, clock)
        self.i2c = {}
        for name in ("display", "buttons"):
            address = profile[name]["address"]
            self.i2c[address] = FarDevice(line, address)
        wire(self, profile["pins"])

    def menu_level(self) -> int:
        answer = bytearray(1)
        self._line.ask(MENU, 0, b"", answer)
        return answer[0]

    def beep(self) -> None:
        self._line.post(BEEP, 0)

    def wait(self) -> None:
        """The horizon is reached: the far end serves the world and says how far to go on."""
        self._line.ask(WAIT, 0, b"", self._order)
        code, torn, operations, horizon = struct.unpack(ORDER, self._order)
        if code:
            self.clock.halt(code)
        if operations >= 0:
            self._flash.cut_after(operations, bool(torn))
        self.clock.horizon = horizon
