"""`machine` for the firmware on the simulated board: the part of it that the table uses, with a Pico's manners."""

from sim.board import current
from sim.board.pins import OUT, PlainPin

PWRON_RESET = 1
WDT_RESET = 3

_EIO = 5
_SPI_MAX_HZ = 10000000


class Pin:
    """Constants, and the way to the board's own pin objects."""

    IN = 0
    OUT = OUT
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __new__(cls, id, mode=-1, pull=-1, *, value=None):
        pins = current.board.hooks
        pin = pins[id]
        if pin is None:
            pin = pins[id] = PlainPin(id, current.board)
        pin.init(mode, pull, value=value)
        return pin


class SPI:
    """The SPI bus of the readers; wired to the wrong pins, in a wrong mode or too fast it reaches nobody."""

    MSB = 1
    LSB = 0

    def __init__(
        self,
        id,
        baudrate=1000000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=MSB,
        sck=None,
        mosi=None,
        miso=None,
    ):
        board = current.board
        pins = (sck.id, mosi.id, miso.id)
        good = pins == board.spi_pins and not polarity and not phase and baudrate <= _SPI_MAX_HZ
        self._board = board if good and firstbit == SPI.MSB else _Unwired(board)

    def write(self, buf):
        board = self._board
        board.bytes += len(buf)
        board.chip.transfer(buf, None)

    def readinto(self, buf, write=0):
        board = self._board
        board.bytes += len(buf)
        board.chip.transfer(bytes((write,)) * len(buf), buf)

    def read(self, nbytes, write=0):
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def write_readinto(self, write_buf, read_buf):
        count = len(write_buf)
        if count != len(read_buf):
            raise ValueError("buffers must be the same length")
        board = self._board
        board.bytes += count
        board.chip.transfer(write_buf, read_buf)


class _Unwired:
    """A bus without anybody on it."""

    def __init__(self, board):
        self.bytes = 0
        self.chip = board.nobody


class I2C:
    """The I2C bus of display and buttons; every byte takes its nine bits."""

    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        board = current.board
        self._devices = board.i2c if (sda.id, scl.id) == board.i2c_pins else {}
        self._hz = freq

    def _charge(self, count):
        current.clock.charge((count * 9 + 2) * 1000000 // self._hz)

    def _device(self, addr):
        device = self._devices.get(addr)
        if device is None:
            self._charge(1)
            raise OSError(_EIO)
        return device

    def writeto(self, addr, buf, stop=True):
        self._device(addr).write(buf)
        self._charge(1 + len(buf))
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        data = bytearray()
        for part in vector:
            data.extend(part)
        return self.writeto(addr, data, stop)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self.writeto(addr, bytes((memaddr,)) + bytes(buf))

    def readfrom_into(self, addr, buf, stop=True):
        self._device(addr).read_into(buf)
        self._charge(1 + len(buf))

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf)
        return bytes(buf)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        self.writeto(addr, bytes((memaddr,)), False)
        self.readfrom_into(addr, buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf)
        return bytes(buf)

    def scan(self):
        self._charge(112)
        return sorted(self._devices)


class PWM:
    """The buzzer's driver: a beep begins when the duty leaves zero."""

    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._freq = freq
        self._duty = 0
        self.duty_u16(duty_u16)

    def freq(self, value=None):
        if value is None:
            return self._freq
        self._freq = value

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        if value and not self._duty:
            current.board.beep()
        self._duty = value

    def deinit(self):
        self._duty = 0


class WDT:
    """The watchdog in virtual time; once started it cannot be stopped."""

    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout must be 1 to 8388 ms")
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        current.clock.feed(self._us)


def reset():
    current.clock.halt(64)


def soft_reset():
    current.clock.halt(65)


def reset_cause():
    return current.cause


def unique_id():
    return current.unique_id


def freq(hz=None):
    return 125000000


def idle():
    current.clock.charge(100)
