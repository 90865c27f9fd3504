"""One whole hand of Block on the emulated Pico: the application as it is deployed, the chip models on its pins.

In the middle of it a tile is taken back by the host and laid again. Everything is what the demo uses (the staged `.mpy`
files, the session, the director and its players), except that the board is the real image in `rp2040py`. So the hand
is the same in every run, however slow this machine is: some 20 s of the chip's time, a quarter of an hour of one core.
To see the figures:

    DOMINOTABLE_PICO_UF2=RPI_PICO.uf2 pytest tests/pico/test_hand_on_pico.py -s -n 0
"""

import json
import os
from pathlib import Path
from statistics import median

import pytest

if not os.getenv("DOMINOTABLE_PICO_UF2"):
    pytest.skip("no Pico image: name one (.uf2) in DOMINOTABLE_PICO_UF2", allow_module_level=True)
pytest.importorskip("rp2040py", reason="no Pico emulator: install dominotable[pico]")

from dominocore import games
from dominotable import director, session, verifying
from dominotable.picture import Scene
from dominotable.playing import seat_names
from dominotable.sim import flash, stage
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.pico import EmulatedPico
from dominotable.sim.table import make_identity
from dominotable.sim.world import Hands, World

SEATS = 2
SEED = 59  # thirteen tiles are laid, nobody passes, seat 1 goes out
OPTIONS = {"target": 1}  # the hand decides the match
BOOT_MS = 4000
SLICE_MS = 5
LOOK_MS = 200  # after the last tile, for the score to arrive
COLLECTED = 4096  # so many bytes freed at once are a collection
STACK = 8192  # MicroPython keeps 256 of it for itself
STACK_SPARE = 1536  # what must be left of it for later games: some five calls
HEAP_SPARE = 64 * 1024  # the same for the heap


class Watch:
    """What is measured while the hand is played."""

    def __init__(self, pico):
        self._pico = pico
        self._free = 0
        self._freed = 0  # since something was last allocated
        self._on_since = -1
        self.after_collecting: list[int] = []  # bytes free after each collection of the heap
        self.cells = 0  # antennas read
        self.tile_down = 0  # when a half of a tile was last laid
        for reader in pico.board.readers:
            reader.coils.exchange = self._listening(reader.coils.exchange)

    def _listening(self, exchange):
        """Counts a cell whenever the first frame goes out after a field came on."""

        def listen(data, bits, on_since, now):
            if on_since != self._on_since:
                self._on_since = on_since
                self.cells += 1
            return exchange(data, bits, on_since, now)

        return listen

    def look(self) -> None:
        """To be called often: a collection shows as free memory that grows until something is allocated again."""
        free = self._pico.memory.heap_free()
        if free < self._free:
            if self._freed > COLLECTED:
                self.after_collecting.append(self._free)
            self._freed = 0
        else:
            self._freed += free - self._free
        self._free = free


class PicoTable:
    """The emulated Pico as the session and the director know a table."""

    port = "emulated Pico"

    def __init__(self, uf2: Path, folder: Path):
        profile = stage.profile_path("grid")
        self.profile = json.loads(profile.read_text())
        self.identity = make_identity(SEED)
        self.world = World(self.profile, SEED, 6, self._command)
        self.hands = Hands(self.world, self.run, SEED)
        image = folder / "flash.img"
        flash.make_image(image, flash.table_data(profile, self.identity, self.world.tags))
        self.board = EmulatedPico(uf2, image.read_bytes(), self.profile)
        self.watch = Watch(self.board)

    def _command(self, do, **details):
        if do == "put":
            self.watch.tile_down = self.board.us
        return self.board.command(do, **details)

    def run(self, ms: float) -> None:
        end = self.board.us + ms * 1000
        while self.board.us < end:
            self.board.run(min(SLICE_MS, (end - self.board.us) / 1000))
            self.watch.look()

    def shows_something(self) -> bool:
        return any(self.board.board.display.memory)


class Port:
    """The Pico's USB serial line as the session knows a port: waiting for bytes lets the chip run."""

    def __init__(self, table: PicoTable):
        self._table = table
        self._came = bytearray()
        self.timeout = 0.0

    @property
    def in_waiting(self) -> int:
        self._came += self._table.board.read()
        return len(self._came)

    def read(self, count: int) -> bytes:
        end = self._table.board.us + self.timeout * 1e6
        while self.in_waiting < count and self._table.board.us < end:
            self._table.run(1)
        data = bytes(self._came[:count])
        del self._came[:count]
        return data

    def write(self, data: bytes) -> None:
        self._table.board.write(data)

    def close(self) -> None:
        """The line stays as it is."""


class PicoSession(LockstepSession):
    """Waits only until bytes come: so it is known to the millisecond when they came."""

    def _read(self, wait):
        return session.Session._read(self, wait)


@pytest.fixture
def table(uf2, tmp_path, micropython, mpy_cross, monkeypatch) -> PicoTable:
    """A table that is switched on, and a host whose serial ports all lead to it."""
    table = PicoTable(uf2, tmp_path)
    monkeypatch.setattr(session, "_open", lambda port: Port(table))
    monkeypatch.setattr(director, "INCIDENTS", {(1, 8): director.Director._undo})
    monkeypatch.setattr(director, "LOOK_MS", LOOK_MS)
    return table


def switch_on(table: PicoTable, figure) -> None:
    """Power on, and wait for the first picture."""
    table.board.run(1)
    table.board.memory.mark_stack()
    while not table.shows_something():
        assert table.board.us < BOOT_MS * 1000, "no picture; the port says %r" % table.board.read()
        table.run(SLICE_MS)
    figure("from power-on to the first picture, ms", table.board.us // 1000)
    figure("deepest stack of %d while booting" % STACK, table.board.memory.stack_used())


def free_heap(table: PicoTable, host: PicoSession) -> int:
    """What a collection leaves free now; answering questions brings one about."""
    seen = len(table.watch.after_collecting)
    while len(table.watch.after_collecting) == seen:
        host.info()
    return table.watch.after_collecting[-1]


def play(table: PicoTable, host: PicoSession, figure) -> list[str]:
    """Play the hand; gives the lines of its record."""
    pico, watch = table.board, table.watch
    heard = []
    moves = []

    def hear(line):
        heard.append(line)
        if " play " in line:
            moves.append((pico.us - watch.tile_down) // 1000)

    board = table.profile["board"]
    scene = Scene(board["columns"], board["rows"], seat_names(SEATS))
    rules = games.load("block", None, SEATS, OPTIONS)
    seen, cells, since = len(watch.after_collecting), watch.cells, pico.us
    director.Director(table, host, rules, scene, SEED, hear).play()
    figure("the hand, s", (pico.us - since) / 1e6)
    figure("from tile down to confirmed, ms", "%d to %d, median %d" % (min(moves), max(moves), median(moves)))
    figure("time per scanned cell with all else that is done meanwhile, us", (pico.us - since) // (watch.cells - cells))
    free_heap(table, host)
    figure("lowest free heap in the hand", min(watch.after_collecting[seen:]))
    return heard


@pytest.mark.timeout(7200)
def test_a_hand_of_block_is_played_on_a_pico(table, tmp_path, figure):
    memory, key = table.board.memory, bytes.fromhex(table.identity["key"])
    switch_on(table, figure)
    with PicoSession(table) as host:
        host.authenticate(key)
        figure("free heap after boot", free_heap(table, host))
        asked = {"game": "block", "set": 6, "seats": seat_names(SEATS), "options": OPTIONS}
        number = host.start(asked)["game"]
        heard = play(table, host, figure)
        host.download(number, tmp_path / "hand.dtj")
    figure("deepest stack of %d in the game" % STACK, memory.stack_used())

    assert sum(" play " in line for line in heard) == 14 and "* undo" in [line.split(" {")[0] for line in heard]
    assert heard[-1].startswith("* score")
    verdict = verifying.verify_file(tmp_path / "hand.dtj", key)
    assert verdict.report["ok"], verdict.report["error"]
    assert verdict.report["hands"] == [{"scores": [5, 0], "winner": 1, "reason": "out"}]
    assert verdict.report["journal"] == {"closed": True, "chain": True, "signed": True}
    assert min(table.watch.after_collecting) > HEAP_SPARE
    assert STACK - memory.stack_used() > STACK_SPARE
