"""The simulated board: chip models wired to pins and buses as a table profile says.

It runs beside the firmware in one interpreter, or on CPython behind a socket. The hardware modules know only a few
names of it: `hooks` (what an output pin does), `level` (what an input pin reads), `chip` (who listens on SPI), `i2c`
(devices by address), `leds`, `beep`.
"""

from ..chips.coils import CoilLines, Coils
from ..chips.mcp23017 import Mcp23017
from ..chips.mfrc522 import Mfrc522
from ..chips.ntag import Ntag213
from ..chips.ssd1306 import Ssd1306
from ..chips.ws2812 import Ws2812

ACCESS_US = 40  # a register access as a Pico does it
BYTE_US = 2  # each data byte of a burst
COILS = 16
PINS = 30


class NoChip:
    """What the bus sees where nobody is selected."""

    def begin(self) -> None:
        """Nobody hears the select line."""

    def transfer(self, tx, rx) -> None:
        if rx is not None:
            for i in range(len(rx)):
                rx[i] = 0


def count_readers(profile) -> int:
    """How many reader chips a profile needs."""
    count = 0
    if "board" in profile:
        board = profile["board"]
        count = board["first_reader"] + board["columns"] * board["rows"] // COILS
    if "racks" in profile:
        racks = profile["racks"]
        cells = racks["seats"] * racks["cells"]
        count = max(count, racks["first_reader"] + (cells + COILS - 1) // COILS)
    if "pads" in profile:
        count = max(count, profile["pads"]["first_reader"] + profile["pads"]["seats"])
    return count


class Board:
    """All chips of a table and the wires between them."""

    def __init__(self, profile, clock, dice):
        pins = profile["pins"]
        self.clock = clock
        self.dice = dice
        self.profile = profile
        self.spi_pins = (pins["sck"], pins["mosi"], pins["miso"])
        self.i2c_pins = (pins["sda"], pins["scl"])
        self.led_pin = pins["leds"]
        self.menu_pin = pins["menu"]
        self.lines = CoilLines(clock)
        self.readers = []
        for _ in range(count_readers(profile)):
            self.readers.append(Mfrc522(clock, Coils(clock, self.lines, self.dice)))
        self.display = Ssd1306()
        self.buttons = Mcp23017()
        self.i2c = {profile["display"]["address"]: self.display, profile["buttons"]["address"]: self.buttons}
        self.leds = Ws2812(clock, profile["leds"]["count"])
        self.beeps = 0
        self.menu_down = False
        self.flash = None
        self.bytes = 0  # SPI bytes in the present select window
        self.nobody = NoChip()
        self.chip = self.nobody
        self._reader = 0
        self._coil = 0
        self._low = False  # the strobe
        self._where = {}  # uid -> (tag, reader, coil)
        self.hooks = [None] * PINS
        self._wire(pins)

    def _wire(self, pins) -> None:
        """Give each output pin its effect."""
        hooks = self.hooks
        hooks[pins["strobe"]] = self._strobe
        hooks[pins["reset"]] = self._reset
        for bit, pin in enumerate(pins["select"]):
            hooks[pin] = self._line(bit, False)
        for bit, pin in enumerate(pins.get("coil", ())):
            hooks[pin] = self._line(bit, True)

    def _line(self, bit: int, coil: bool):
        """The effect of one address line: of the reader decoder or of the coil multiplexer."""
        mask = 1 << bit

        def set_select(value):
            self._reader = self._reader | mask if value else self._reader & ~mask
            if self._low:
                self._strobe(0)

        def set_coil(value):
            self._coil = self._coil | mask if value else self._coil & ~mask
            self.lines.select(self._coil)

        return set_coil if coil else set_select

    def _strobe(self, value) -> None:
        """The decoder's enable: low opens a window on the addressed reader, high closes and charges it."""
        if not value:
            self._low = True
            reader = self._reader
            self.chip = self.readers[reader] if reader < len(self.readers) else self.nobody
            self.chip.begin()
        elif self._low:
            self._low = False
            self.chip = self.nobody
            count = self.bytes
            if count:
                self.bytes = 0
                clock = self.clock
                clock.us += ACCESS_US if count < 3 else ACCESS_US + BYTE_US * (count - 1)
                if clock.us >= clock.limit:
                    clock.pause()

    def _reset(self, value) -> None:
        """The reset line common to all readers."""
        for reader in self.readers:
            reader.hard_power_down(not value)

    def level(self, pin: int) -> int:
        """What an input pin with its pull-up reads."""
        return 0 if pin == self.menu_pin and self.menu_down else 1

    def beep(self) -> None:
        self.beeps += 1

    # --- the world's side ---

    def coils(self, reader: int, coil: int) -> Coils:
        """The coils of a reader, after a check that both numbers exist on this table."""
        if not 0 <= reader < len(self.readers):
            raise ValueError("there are readers 0 to %d, not %d" % (len(self.readers) - 1, reader))
        if not 0 <= coil < (COILS if "coil" in self.profile["pins"] else 1):
            raise ValueError("reader %d has no coil %d" % (reader, coil))
        return self.readers[reader].coils

    def put(self, uid, reader: int, coil: int) -> None:
        """A tag comes into a coil's field."""
        coils = self.coils(reader, coil)
        if uid in self._where:
            raise ValueError("tag %s already lies on a coil" % uid)
        tag = Ntag213(bytes_of(uid))
        coils.put(coil, tag)
        self._where[uid] = (tag, reader, coil)

    def take(self, uid) -> None:
        """The tag leaves."""
        if uid not in self._where:
            raise ValueError("tag %s lies on no coil" % uid)
        tag, reader, coil = self._where.pop(uid)
        self.readers[reader].coils.take(coil, tag)


def bytes_of(text: str) -> bytes:
    """Bytes of hexadecimal text."""
    return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])


def hex_of(data) -> str:
    """Hexadecimal text of bytes."""
    return "".join(["%02x" % byte for byte in data])
