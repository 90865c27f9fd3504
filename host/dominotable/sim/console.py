"""`dominotable sim`: a virtual table that runs by the clock on the wall, with tiles to move by typing.

It is one loop: start the board again when it has reset, and obey lines from the keyboard.
"""

import os
import secrets
import select
import sys
from random import Random

from rich.text import Text

from dominocore import tiles
from dominocore.faults import DominoError
from dominotable import faces, ports
from dominotable.console import Screen
from dominotable.sim.table import VirtualTable
from dominotable.sim.world import OK, PASS

HELP = """\
deal [N]          shuffle and stand N tiles (7) in each rack
lay TILE X,Y X,Y  lay a tile: the cells of its high and its low half
take TILE         take a tile off the table
tap SEAT TILE     hold a tile on a seat's pad
pass SEAT         press PASS        ok SEAT   press OK
clear             sweep all tiles off
show              the display       power     off and on again
quit"""
CHECK_S = 0.2


class Keyboard:
    """Lines typed at a virtual table, as commands of the world."""

    def __init__(self, table: VirtualTable, screen: Screen):
        self._table = table
        self._screen = screen
        self._commands = {
            "deal": self._deal,
            "lay": self._lay,
            "take": self._take,
            "tap": self._tap,
            "pass": lambda seat: table.hands.press(int(seat), PASS),
            "ok": lambda seat: table.hands.press(int(seat), OK),
            "clear": table.hands.clear,
            "show": self._show,
            "power": self._power,
            "help": lambda: screen.show(HELP),
        }

    def obey(self, line: str) -> bool:
        """Do what a line says; False when it says to quit."""
        word, *rest = line.split() or ["show"]
        if word in ("quit", "exit"):
            return False
        command = self._commands.get(word)
        try:
            if command is None:
                raise ValueError
            command(*rest)
        except DominoError as error:
            self._screen.error(self._screen.sentence(error.code, *error.detail))
        except (ValueError, TypeError, KeyError, IndexError, StopIteration):
            self._screen.show(HELP)
        return True

    def _deal(self, count="7"):
        world = self._table.world
        bag = list(range(len(world.tags) // world.geometry.halves))
        Random(secrets.randbits(32)).shuffle(bag)
        n = int(count)
        self._table.hands.deal([bytes(bag[i * n : (i + 1) * n]) for i in range(world.geometry.racks["seats"])])

    def _lay(self, tile, high, low):
        self._table.hands.lay(tiles.parse(tile), self._cell(high), self._cell(low))

    def _cell(self, text):
        x, y = text.split(",")
        return int(y) * self._table.world.geometry.board["columns"] + int(x)

    def _take(self, tile):
        self._table.world.take_tile(tiles.parse(tile))

    def _tap(self, seat, tile):
        self._table.hands.tap(tiles.parse(tile), int(seat))

    def _show(self):
        self._table.look()
        self._screen.show(faces.display(self._table.screen))

    def _power(self):
        self._table.board.power_cut()
        self._table.board.power_on()


def serve(screen: Screen, profile: str, speed: float, seed: int) -> None:
    """Run a table until its keyboard says quit."""
    with VirtualTable(profile, seed, pace=speed, lang=screen.lang) as table:
        entry = ports.register(table.port, "virtual %s" % profile)
        try:
            screen.show(Text(table.port, "bold"))
            screen.say("sim_ready", table.port, table.folder / "identity.json")
            keyboard = Keyboard(table, screen)
            for line in _lines(sys.stdin.fileno()):
                table.board.check()
                if line is not None and not keyboard.obey(line):
                    return
        finally:
            entry.unlink(missing_ok=True)


def _lines(fd):
    """Lines as they are typed, and None now and then while nobody types; for ever, even when the input has ended."""
    typed = b""
    while True:
        if not select.select([fd] if fd >= 0 else [], [], [], CHECK_S)[0]:
            yield None
            continue
        data = os.read(fd, 4096)
        if not data:
            fd = -1
        *lines, typed = (typed + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
