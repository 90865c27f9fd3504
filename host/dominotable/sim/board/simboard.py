"""The simulated board: chip models wired to pins and buses as a table profile says.

It runs beside the firmware in one interpreter, or on CPython behind a socket. The hardware modules know only a few
names of it: `hooks` (pins by number), `chip` (who listens on SPI), `i2c` (devices by address), `leds`, `beep`.
"""

from binascii import unhexlify

from ..chips.coils import CoilLines, Coils
from ..chips.mcp23017 import Mcp23017
from ..chips.mfrc522 import Mfrc522
from ..chips.ntag import Ntag213
from ..chips.ssd1306 import Ssd1306
from ..chips.ws2812 import Ws2812
from .pins import COILS, count_readers, wire


class Board:
    """All chips of a table and the wires between them."""

    def __init__(self, profile, clock, dice, flash=None):
        self.clock = clock
        self.dice = dice
        self.profile = profile
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
        self.flash = flash
        self._where = {}  # uid -> (tag, reader, coil)
        wire(self, profile["pins"])

    def menu_level(self) -> int:
        """What the menu button's pin reads."""
        return 0 if self.menu_down else 1

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
        tag = Ntag213(unhexlify(uid))
        coils.put(coil, tag)
        self._where[uid] = (tag, reader, coil)

    def take(self, uid) -> None:
        """The tag leaves."""
        if uid not in self._where:
            raise ValueError("tag %s lies on no coil" % uid)
        tag, reader, coil = self._where.pop(uid)
        self.readers[reader].coils.take(coil, tag)
