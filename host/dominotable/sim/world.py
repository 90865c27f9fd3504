"""The world around a virtual table: tiles with tags, the cells, racks and pads they lie on, and hands that move them.

The world knows where every tag is, so that a board that resets finds its tiles where they were. Hands are as careless
as people's: they slide tiles over neighbouring cells and set the two halves down one after the other.
"""

from collections.abc import Callable
from random import Random

from dominocore.tiles import size

HIGH = 0  # halves, as the enrolment numbers them
LOW = 1
COILS = 16  # of a module: 4 x 4 cells
PASS = 0  # buttons of a seat
OK = 1

Spot = tuple[int, int]  # reader, coil


def make_tags(tiles: int, halves: int, seed: int) -> dict[str, tuple[int, int]]:
    """Tags for a set: `{uid: (tile, half)}`. UIDs are NXP's; 0x88 would be taken for a cascade tag."""
    rng = Random(seed)
    tags = {}
    while len(tags) < tiles * halves:
        uid = bytes([0x04] + [rng.randrange(256) for _ in range(6)])
        if uid[3] != 0x88:
            tags.setdefault(uid.hex().upper(), divmod(len(tags), halves))
    return tags


class Geometry:
    """Which reader and coil is under a place, as the profile says."""

    def __init__(self, profile: dict):
        self.profile = profile
        self.board: dict = profile.get("board", {})
        self.racks: dict = profile.get("racks", {})
        self.pads: dict = profile.get("pads", {})
        self.halves = self.board["tags_a_tile"] if self.board else 1

    def cell(self, cell: int) -> Spot:
        columns = self.board["columns"]
        y, x = divmod(cell, columns)
        module = y // 4 * (columns // 4) + x // 4
        return self.board["first_reader"] + module, y % 4 * 4 + x % 4

    def rack(self, seat: int, cell: int) -> Spot:
        number = (seat - 1) * self.racks["cells"] + cell
        return self.racks["first_reader"] + number // COILS, number % COILS

    def pad(self, seat: int) -> Spot:
        return self.pads["first_reader"] + seat - 1, 0


class World:
    """Where every tag and button is. `send` gives a command to the board."""

    def __init__(self, profile: dict, seed: int, top: int, send: Callable[..., dict]):
        self.geometry = Geometry(profile)
        self.tags = make_tags(size(top), self.geometry.halves, seed)
        self.uids = {place: uid for uid, place in self.tags.items()}
        self.racked: dict[int, tuple[int, int]] = {}  # tile -> seat and rack cell
        self.laid: dict[int, tuple[int, int]] = {}  # tile -> cells of its high and low half
        self._send = send
        self._spots: dict[str, Spot] = {}
        self._down: set[int] = set()

    def put(self, uid: str, spot: Spot) -> None:
        self._spots[uid] = spot
        self._send("put", uid=uid, reader=spot[0], coil=spot[1])

    def take(self, uid: str) -> None:
        if self._spots.pop(uid, None) is not None:
            self._send("take", uid=uid)

    def press(self, bit: int, down: bool) -> None:
        (self._down.add if down else self._down.discard)(bit)
        self._send("press", bit=bit, down=down)

    def restore(self) -> None:
        """A board has just come up: everything still lies where it lay."""
        for uid, (reader, coil) in self._spots.items():
            self._send("put", uid=uid, reader=reader, coil=coil)
        for bit in self._down:
            self._send("press", bit=bit, down=True)

    def take_tile(self, tile: int) -> None:
        """The tile leaves the table, wherever it is."""
        for half in range(self.geometry.halves):
            self.take(self.uids[tile, half])
        self.racked.pop(tile, None)
        self.laid.pop(tile, None)

    def stand(self, tile: int, seat: int, half: int = HIGH) -> None:
        """The tile stands in the first free rack cell of a seat, on one of its halves."""
        used = {cell for owner, cell in self.racked.values() if owner == seat}
        cell = next(i for i in range(self.geometry.racks["cells"]) if i not in used)
        self.racked[tile] = (seat, cell)
        self.put(self.uids[tile, half], self.geometry.rack(seat, cell))

    def rack(self, seat: int) -> list[int]:
        """The tiles in a seat's rack, as they stand."""
        mine = [(cell, tile) for tile, (owner, cell) in self.racked.items() if owner == seat]
        return [tile for _, tile in sorted(mine)]


class Hands:
    """The hands of all players. `wait` lets virtual time pass."""

    def __init__(self, world: World, wait: Callable[[int], None], seed: int):
        self._world = world
        self._wait = wait
        self._rng = Random(seed)

    def deal(self, racks: list[bytes]) -> None:
        """Everybody takes tiles and stands them in the rack, in any order and all at once."""
        todo = [(self._rng.random(), seat, tile) for seat, rack in enumerate(racks, 1) for tile in rack]
        for _, seat, tile in sorted(todo):
            self._wait(self._rng.randrange(20, 80))
            self._world.stand(tile, seat, self._rng.randrange(self._world.geometry.halves))

    def lay(self, tile: int, high: int, low: int, by_way_of: list[tuple[int, int]] | None = None) -> None:
        """Take a tile from the rack and lay it on two cells, perhaps sliding it over others first."""
        self._world.take_tile(tile)
        self._wait(self._rng.randrange(250, 500))
        for cells in by_way_of or []:
            self._set_down(tile, cells, self._rng.randrange(10, 25))
            self._wait(self._rng.randrange(30, 70))
            self._world.take_tile(tile)
        self._set_down(tile, (high, low), self._rng.randrange(10, 60))

    def take_back(self, tile: int, seat: int) -> None:
        """Take a tile off the board and stand it in the rack again."""
        self._world.take_tile(tile)
        self._wait(self._rng.randrange(250, 500))
        self._world.stand(tile, seat)

    def _set_down(self, tile, cells, between):
        halves = [HIGH, LOW]
        self._rng.shuffle(halves)
        for half in halves:
            self._world.put(self._world.uids[tile, half], self._world.geometry.cell(cells[half]))
            self._wait(between)
        self._world.laid[tile] = tuple(cells)

    def tap(self, tile: int, seat: int) -> None:
        """Hold a tile on a seat's pad."""
        uid = self._world.uids[tile, HIGH]
        self._world.put(uid, self._world.geometry.pad(seat))
        self._wait(self._rng.randrange(250, 400))
        self._world.take(uid)

    def press(self, seat: int, button: int) -> None:
        bit = 2 * (seat - 1) + button
        self._world.press(bit, True)
        self._wait(self._rng.randrange(90, 180))
        self._world.press(bit, False)

    def clear(self) -> None:
        """Sweep everything off the table, as people do when a hand is over."""
        tiles = [*self._world.laid, *self._world.racked]
        self._rng.shuffle(tiles)
        for tile in tiles:
            self._world.take_tile(tile)
            self._wait(self._rng.randrange(10, 40))
