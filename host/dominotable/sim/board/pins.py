"""The pins of the board and what is wired to them.

A pin object belongs to the board, so `machine.Pin(7)` is the same pin wherever it is asked for. Pins with an effect are
classes of their own: the strobe is touched twice in every register access, and must be cheap.
"""

ACCESS_US = 40  # a register access as a Pico does it
BYTE_US = 2  # each data byte of a burst

OUT = 1
PINS = 30
COILS = 16  # of one reader


class PlainPin:
    """A pin with nothing on it but a pull-up; as an output it only remembers its level."""

    def __init__(self, id: int, board):
        self.id = id
        self._board = board
        self._output = False
        self._level = 1

    def init(self, mode=-1, pull=-1, *, value=None) -> None:
        if mode != -1:
            self._output = mode == OUT
        if value is not None:
            self(value)

    def __call__(self, value=None):
        if value is None:
            return self._level
        if self._output:
            self._level = 1 if value else 0

    def value(self, value=None):
        return self(value)

    def on(self) -> None:
        self(1)

    def off(self) -> None:
        self(0)


class MenuPin(PlainPin):
    """A button to ground."""

    def __call__(self, value=None):
        if value is None:
            self._board.clock.charge(1)  # a loop that waits for the button must not stop the clock
            return self._board.menu_level()


class Strobe(PlainPin):
    """The decoder's enable: low opens an SPI window on the addressed reader, high closes it and charges its time."""

    def __call__(self, value=None):
        if value is None:
            return self._level
        board = self._board
        if value:
            self._level = 1
            board.chip = board.nobody
            count = board.bytes
            if count:
                board.bytes = 0
                clock = board.clock
                clock.us += ACCESS_US if count < 3 else ACCESS_US + BYTE_US * (count - 1)
                if clock.us >= clock.limit:
                    clock.pause()
        else:
            self._level = 0
            board.chip = chip = board.addressed
            chip.address = -1  # what its begin() does, without a call


class AddressLine(PlainPin):
    """One line of the reader decoder; moved while the strobe is low, another reader sees its select fall."""

    def __init__(self, id: int, board, bit: int, strobe: Strobe):
        super().__init__(id, board)
        self._mask = 1 << bit
        self._strobe = strobe

    def __call__(self, value=None):
        if value is None:
            return self._level
        board = self._board
        self._level = 1 if value else 0
        number = board.number | self._mask if value else board.number & ~self._mask
        if number != board.number:
            board.number = number
            board.addressed = board.readers[number] if number < len(board.readers) else board.nobody
            if not self._strobe():
                self._strobe(0)


class CoilLine(PlainPin):
    """One line of the coil address that all readers share."""

    def __init__(self, id: int, board, bit: int):
        super().__init__(id, board)
        self._mask = 1 << bit

    def __call__(self, value=None):
        if value is None:
            return self._level
        self._level = 1 if value else 0
        lines = self._board.lines
        coil = lines.coil | self._mask if value else lines.coil & ~self._mask
        if coil != lines.coil:
            lines.select(coil)


class ResetLine(PlainPin):
    """The reset of all readers: low stops them, rising starts them afresh."""

    def __call__(self, value=None):
        if value is None:
            return self._level
        level = 1 if value else 0
        if level != self._level:
            self._level = level
            for reader in self._board.readers:
                reader.hard_power_down(not level)


class NoChip:
    """What the bus sees where nobody is selected."""

    address = -1

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


def wire(board, pins) -> None:
    """Give a board its pins as the profile names them, and what a bus needs to find its chips."""
    board.nobody = NoChip()
    board.chip = board.nobody  # who listens on SPI now
    board.bytes = 0  # SPI bytes in the present window
    board.number = 0  # what the reader address lines say
    board.addressed = board.readers[0]
    board.spi_pins = (pins["sck"], pins["mosi"], pins["miso"])
    board.i2c_pins = (pins["sda"], pins["scl"])
    board.led_pin = pins["leds"]
    strobe = Strobe(pins["strobe"], board)
    board.hooks = [None] * PINS  # what is wired to a pin, by its number
    board.hooks[pins["strobe"]] = strobe
    board.hooks[pins["reset"]] = ResetLine(pins["reset"], board)
    board.hooks[pins["menu"]] = MenuPin(pins["menu"], board)
    for bit, id in enumerate(pins["select"]):
        board.hooks[id] = AddressLine(id, board, bit, strobe)
    for bit, id in enumerate(pins.get("coil", ())):
        board.hooks[id] = CoilLine(id, board, bit)
