"""A whole table for tests: the virtual table in lockstep, with eyes for its lights and its display.

Nothing happens on the table but in `run`, so a test says exactly how long a tile lies before the next one moves.
"""

import subprocess
from pathlib import Path
from random import Random

from dominocore import events, games
from dominocore.areas import Board
from dominocore.match import Match
from dominocore.record import spell
from dominocore.tiles import HI, is_double
from dominotable import journals
from dominotable.sim.interpreter import micropython_command
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.table import VirtualTable

NAMES = ("Ana", "Beto", "Caro", "Dani")
STEP_MS = 20


class Table(VirtualTable):
    """A virtual table and a host on its cable; `host` is the session."""

    host: LockstepSession

    def __enter__(self):
        super().__enter__()
        self.run(10)
        self.host = LockstepSession(self)
        return self

    def __exit__(self, *error):
        self.host.close()
        super().__exit__(*error)

    @property
    def ms(self) -> float:
        return self.board.us / 1000

    def start(self, names=NAMES, top=6, **options) -> int:
        """Start a game of Block; its number."""
        config = {"game": "block", "set": top, "seats": list(names), "options": options}
        return self.host.start(config)["game"]

    def until(self, found, limit_ms: float = 8000) -> float:
        """Let time pass until `found()`; how many milliseconds that took."""
        begin = self.ms
        while not found():
            if self.ms - begin > limit_ms:
                raise AssertionError("waited %d ms; the display says:\n%s" % (limit_ms, self.text()))
            self.run(STEP_MS)
        return self.ms - begin

    def until_says(self, words: str, limit_ms: float = 8000) -> float:
        return self.until(lambda: words in self.text().replace("\n", " "), limit_ms)

    # --- eyes ---

    def text(self) -> str:
        """What the display says, read letter by letter from its pixels."""
        return read_screen(self.screen)

    def lit(self, colour: str) -> set[int]:
        """The board cells lit in one colour."""
        return {cell for cell in range(256) if colour_of(self.light(cell)) == colour}

    def seat_light(self, seat: int) -> str:
        return colour_of(self.light(self.profile["leds"]["seat"] + seat - 1))

    # --- hands ---

    def deal(self, racks) -> None:
        """Stand every rack at once, and wait until play begins."""
        for seat, rack in enumerate(racks, 1):
            for tile in rack:
                self.world.stand(tile, seat)
        self.until_says(": play")

    def lay(self, tile: int, high: int, low: int) -> None:
        """Lay a tile on two cells, at once."""
        world = self.world
        world.take_tile(tile)
        for half, cell in enumerate((high, low)):
            world.put(world.uids[tile, half], world.geometry.cell(cell))
        world.laid[tile] = high, low

    def cut_power(self, off_ms: float = 2000) -> None:
        """Pull the plug and put it back; tiles stay where they lie."""
        self.host.close()
        self.board.power_cut()
        self.board.us += int(off_ms * 1000)
        self.board.power_on()
        self.run(10)
        self.host = LockstepSession(self)


def colour_of(rgb) -> str:
    red, green, blue = [bool(value) for value in rgb]
    names = {(0, 0, 0): "off", (1, 1, 1): "white", (1, 1, 0): "amber", (1, 0, 0): "red", (0, 1, 0): "green"}
    return names.get((red, green, blue), "blue")


_GLYPHS: dict[bytes, str] = {}
_DRAW_GLYPHS = """
import framebuf
for c in range(32, 127):
    b = bytearray(8)
    framebuf.FrameBuffer(b, 8, 8, framebuf.MONO_VLSB).text(chr(c), 0, 0, 1)
    print(c, bytes(b).hex())
"""


def read_screen(pixels: bytes) -> str:
    """The letters on a display, known by the pixels that MicroPython's own font draws."""
    if not _GLYPHS:
        command = [*micropython_command(), "-c", _DRAW_GLYPHS]
        out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout
        for line in out.splitlines():
            letter, drawn = line.split()
            _GLYPHS[bytes.fromhex(drawn)] = chr(int(letter))
    lines = []
    for page in range(0, len(pixels), 128):
        row = [_GLYPHS.get(pixels[page + x : page + x + 8], "#") for x in range(0, 128, 8)]
        lines.append("".join(row).rstrip())
    return "\n".join(lines).rstrip()


def bytes_of(table, game=1) -> bytes:
    """The journal of a game as a host downloads it."""
    table.host.authenticate(table.key)
    size, _ = table.host.hash(game)
    data = b""
    while len(data) < size:
        data += table.host.read(game, len(data), 512)
    return data


def journal_of(table, game=1) -> journals.Game:
    """The journal of a game, proved."""
    found = journals.read_game(bytes_of(table, game))
    assert not found.reader.problems
    assert journals.disagreement(found) is None
    return found


def lines_of(table) -> list[str]:
    """What the journal says, as a record spells it."""
    return [spell(*line.event) for line in journals.to_record(journal_of(table)).lines]


def log_of(table: Table) -> str:
    path: Path = table.board.log
    return path.read_text() if path.exists() else ""


class Play:
    """A match followed by the test itself: what the players do, and where the tiles must lie then."""

    def __init__(self, table: Table, racks, seed: int = 1, **options):
        self.table = table
        self.rules = games.load("block", 6, len(racks), options)
        self.match = Match(self.rules)
        self.board = Board(16, 16)
        self._rng = Random(seed)
        self.racks = racks
        self.open()

    def open(self) -> None:
        """The hand is dealt."""
        self.board.clear()
        self.match.push(0, events.act(events.HAND), b"")
        for seat, rack in enumerate(self.racks, 1):
            self.match.push(seat, events.act(events.DEAL), bytes(rack))

    def choose(self) -> int:
        """Any legal act of the seat on turn."""
        return self._rng.choice(self.match.legal())

    def cells(self, act: int) -> tuple[int, int]:
        """Where a sensible player lays the tile: cells of its high and low half."""
        tile, place = act & 255, act >> 8 & 255
        touch, far = self.board.spots(place, is_double(tile))[0]
        if place and HI[tile] != self.match.hand.layout.tips[place - 1]:
            touch, far = far, touch
        return touch, far

    def push(self, act: int, high: int = -1, low: int = -1) -> None:
        """The act was done."""
        self.match.push(self.match.turn, act)
        if high >= 0:
            self.board.lay(act & 255, act >> 8 & 255, high, low, self.match.hand.layout.spinner == act & 255)

    def act(self) -> float:
        """Do something legal and wait until the table has confirmed it; how long that took."""
        table = self.table
        act = self.choose()
        if act >> 24 == events.PASS:
            self.push(act)
            return table.until(lambda: self.told_turn())
        high, low = self.cells(act)
        table.lay(act & 255, high, low)
        self.push(act, high, low)
        return table.until(lambda: table.lit("white") == {high, low} or not self.match.turn and self.told_turn())

    def told_turn(self) -> bool:
        """Whether the display says what follows from the match."""
        text = self.table.text().replace("\n", " ")
        if self.match.over:
            return "wins!" in text
        if not self.match.turn:
            return "Take the tiles" in text
        name = NAMES[self.match.turn - 1]
        return name + ": play" in text or name + ": pass" in text


def deal(seed: int, seats: int = 4, count: int = 7) -> list[bytes]:
    tiles = list(range(28))
    Random(seed).shuffle(tiles)
    return [bytes(tiles[count * i : count * (i + 1)]) for i in range(seats)]
