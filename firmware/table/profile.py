"""What this table is built of, from `profile.json`, in the numbers the application thinks in.

An *antenna* is a number: first the cells of the board in reading order, then the rack cells seat by seat (a tap pad
is a rack of one cell). The board's cells are wired in modules of 4 x 4 coils, so the way from a cell to its reader
and coil is worked out once, here.
"""

import json

from micropython import const

_MODULE = const(4)  # coils along a side of a module
_COILS = const(16)


class Profile:
    def __init__(self, data: dict):
        """`data` is trusted: the profiles are checked where they are made."""
        board = data.get("board")
        racks = data["racks"] if board else data["pads"]
        leds = data["leds"]
        self.name = data["name"]
        self.columns = board["columns"] if board else 0
        self.rows = board["rows"] if board else 0
        self.cells = self.columns * self.rows  # 0: a table of tap pads
        self.seats = racks["seats"]
        self.rack = racks.get("cells", 1)  # cells of one rack
        self.antennas = self.cells + self.seats * self.rack
        self.led_board = leds.get("board", 0)
        self.led_seat = leds["seat"]
        self.reader = bytearray(self.antennas)
        self.coil = bytearray(self.antennas)
        if board:
            self._wire_board(board["first_reader"])
        self._wire_racks(racks["first_reader"], _COILS if board else 1)
        self.readers = max(self.reader) + 1

    def _wire_board(self, first):
        across = self.columns // _MODULE
        for cell in range(self.cells):
            x, y = cell % self.columns, cell // self.columns
            self.reader[cell] = first + y // _MODULE * across + x // _MODULE
            self.coil[cell] = y % _MODULE * _MODULE + x % _MODULE

    def _wire_racks(self, first, coils):
        for i in range(self.seats * self.rack):
            self.reader[self.cells + i] = first + i // coils
            self.coil[self.cells + i] = i % coils

    def rack_of(self, seat: int) -> int:
        """The first antenna of a seat's rack."""
        return self.cells + (seat - 1) * self.rack


def load(path: str = "profile.json") -> dict:
    """The profile as it stands in its file."""
    with open(path) as file:
        return json.load(file)
