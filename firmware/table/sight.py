"""What the scanner believes, asked by tile: where on the board each half lies, in whose rack a tile stands.

Kept up to date by `changed`, which the scanner calls, so nobody has to look through all cells.
"""

from array import array

from micropython import const

from table.scan import CROWDED, EMPTY

NOWHERE = const(0xFFFF)
TILES = const(136)  # of the largest set


class Sight:
    def __init__(self, profile, ticks_ms):
        self.on_board = array("H", [NOWHERE] * (2 * TILES))  # `2 * tile + half` -> cell
        self.in_rack = array("H", [NOWHERE] * TILES)  # tile -> antenna
        self.covered = 0  # board cells with anything on them
        self.changes = 0
        self.board_time = ticks_ms()  # of the last change on the board
        self.rack_time = ticks_ms()  # and in the racks or on the pads
        self.silent = -1  # a reader that does not answer
        self._cells = profile.cells
        self._ticks_ms = ticks_ms

    def changed(self, antenna: int, before: int, now: int) -> None:
        self.changes += 1
        if antenna >= self._cells:
            self.rack_time = self._ticks_ms()
            self._forget(self.in_rack, before & 255, antenna, before)
            if now < CROWDED:
                self.in_rack[now & 255] = antenna
            return
        self.board_time = self._ticks_ms()
        self.covered += (now != EMPTY) - (before != EMPTY)
        self._forget(self.on_board, 2 * (before & 255) + (before >> 8 & 1), antenna, before)
        if now < CROWDED:
            self.on_board[2 * (now & 255) + (now >> 8)] = antenna

    def reader_lost(self, reader: int) -> None:
        self.silent = reader
        self.changes += 1

    def reader_found(self, reader: int) -> None:
        if self.silent == reader:
            self.silent = -1
            self.changes += 1

    def _forget(self, places, index, antenna, before):
        """A tile left an antenna, unless it has been seen elsewhere since."""
        if before < CROWDED and places[index] == antenna:
            places[index] = NOWHERE

    def high(self, tile: int) -> int:
        """The board cell of a tile's high half, or NOWHERE."""
        return self.on_board[2 * tile]

    def low(self, tile: int) -> int:
        return self.on_board[2 * tile + 1]

    def touches(self, tile: int) -> bool:
        """Whether any half of a tile lies on the board."""
        return self.high(tile) != NOWHERE or self.low(tile) != NOWHERE

    def lies(self, tile: int) -> bool:
        """Whether both halves lie on the board."""
        return self.high(tile) != NOWHERE and self.low(tile) != NOWHERE
