"""What is believed to lie where: by antenna, as the scanner asks, and by tile, as the game asks.

A tag is in one place. When it is seen at a new one it has left the old one, even if nobody has looked there since.
"""

from array import array

from micropython import const

# What can lie on an antenna besides a tag of the set, which is `tile | half << 8`.
EMPTY = const(0xFFFF)
STRANGE = const(0xFFFE)  # a tag that is not of the set
CROWDED = const(0xFFFD)  # several tags, or one that cannot be read

NOWHERE = const(0xFFFF)
TILES = const(136)  # of the largest set


class Sight:
    def __init__(self, profile, ticks_ms):
        self.lies = array("H", [EMPTY] * profile.antennas)
        self.covered = 0  # board cells with anything on them
        self.changes = 0
        self.board_time = ticks_ms()  # of the last change on the board
        self.rack_time = ticks_ms()  # and in the racks or on the pads
        self.silent = -1  # a reader that does not answer
        self._at = array("H", [NOWHERE] * (2 * TILES))  # `2 * tile + half` -> antenna
        self._cells = profile.cells
        self._ticks_ms = ticks_ms

    # Told by the scanner

    def changed(self, antenna: int, now: int) -> None:
        """Something else lies on an antenna now."""
        before = self.lies[antenna]
        if before < CROWDED:
            self._at[2 * (before & 255) + (before >> 8)] = NOWHERE
        self._set(antenna, now)
        if now < CROWDED:
            tag = 2 * (now & 255) + (now >> 8)
            if self._at[tag] != NOWHERE:
                self._set(self._at[tag], EMPTY)
            self._at[tag] = antenna

    def _set(self, antenna, now):
        self.changes += 1
        if antenna < self._cells:
            self.board_time = self._ticks_ms()
            self.covered += (now != EMPTY) - (self.lies[antenna] != EMPTY)
        else:
            self.rack_time = self._ticks_ms()
        self.lies[antenna] = now

    def reader_lost(self, reader: int) -> None:
        self.silent = reader
        self.changes += 1

    def reader_found(self, reader: int) -> None:
        if self.silent == reader:
            self.silent = -1
            self.changes += 1

    # Asked by the game

    def where(self, tile: int):
        """The antennas of a tile's two halves, wherever they are; NOWHERE for one that is not seen."""
        return self._at[2 * tile], self._at[2 * tile + 1]

    def high(self, tile: int) -> int:
        """The board cell of a tile's high half, or NOWHERE."""
        at = self._at[2 * tile]
        return at if at < self._cells else NOWHERE

    def low(self, tile: int) -> int:
        at = self._at[2 * tile + 1]
        return at if at < self._cells else NOWHERE

    def touches(self, tile: int) -> bool:
        """Whether any half of a tile lies on the board."""
        return self._at[2 * tile] < self._cells or self._at[2 * tile + 1] < self._cells

    def flat(self, tile: int) -> bool:
        """Whether both halves lie on the board."""
        return self._at[2 * tile] < self._cells and self._at[2 * tile + 1] < self._cells
