"""The picture of a table in play: board with tiles and lights, display, seats with their racks, and what happened.

`Scene` is plain data that whoever directs the play keeps up to date, always by putting a new value in the place of an
old one: it is drawn by another thread. `draw` makes a picture of it that fits the terminal: large cells with pips where
there is room, small ones with numbers where there is not.
"""

from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dominocore.tiles import HI, LO
from dominotable import faces

LARGE_SIZE = (134, 37)  # columns and rows of a terminal for large cells
WIDE = 102  # columns for the display beside the board


@dataclass
class Scene:
    """What there is to see."""

    columns: int
    rows: int
    names: list[str]
    title: str = ""
    status: str = ""
    hint: str = ""  # what the table asks for
    laid: dict[int, tuple[int, int]] = field(default_factory=dict)  # tile -> cells of high and low half
    racks: dict[int, list[int]] = field(default_factory=dict)  # seat -> tiles
    totals: list[int] = field(default_factory=list)
    turn: int = 0
    cell_lights: list[faces.Colour] = field(default_factory=list)
    seat_lights: list[faces.Colour] = field(default_factory=list)
    display: bytes = bytes(1024)
    ticker: list[str] = field(default_factory=list)


def draw(scene: Scene, width: int, height: int) -> RenderableType:
    """The whole picture for a terminal of this size."""
    large = width >= LARGE_SIZE[0] and height >= LARGE_SIZE[1]
    board = Panel(_board(scene, large), title=scene.title, padding=0, expand=False, border_style="green")
    shown = Panel(faces.display(scene.display), title="display", padding=0, expand=False, border_style="bright_black")
    board_rows = scene.rows * (2 if large else 1) + 2
    grid = Table.grid(padding=(0, 1))
    if large:
        seats = _seats(scene)
        ticker = _ticker(scene, board_rows - 18 - len(scene.names))
        grid.add_row(board, Group(shown, seats, ticker))
        return Group(grid, _footer(scene))
    if width >= WIDE:
        grid.add_row(board, shown)
        below = Table.grid(padding=(0, 2))
        below.add_row(_seats(scene), _ticker(scene, max(len(scene.names), height - board_rows - 2)))
        return Group(grid, below, _footer(scene))
    side = Group(_seats(scene), _ticker(scene, board_rows - len(scene.names) - 3))
    grid.add_row(board, side)
    return Group(grid, _footer(scene))


def _board(scene, large):
    halves = _halves(scene)
    text = Text(no_wrap=True)
    for y in range(scene.rows):
        cells = [_cell(scene, y * scene.columns + x, halves, large) for x in range(scene.columns)]
        for row in zip(*cells, strict=True):
            for look, run in groupby(row, key=itemgetter(1)):  # few long stretches are drawn faster than many cells
                text.append("".join(letters for letters, _ in run), look)
            text.append("\n")
    text.right_crop(1)
    return text


def _halves(scene):
    """What lies on each covered cell: its number, and a shade that differs from the tile it was joined to."""
    halves = {}
    for tile, (high, low) in scene.laid.items():
        ends = ((high, HI[tile]), (low, LO[tile]))
        joined = [
            halves[near][1]
            for cell, number in ends
            for near in _around(scene, cell)
            if near in halves and halves[near][0] == number
        ]
        shade = 1 - joined[0] if joined else 0
        for cell, number in ends:
            halves[cell] = (number, shade)
    return halves


def _around(scene, cell):
    x = cell % scene.columns
    return [cell - scene.columns, cell + scene.columns] + [cell - 1] * (x > 0) + [cell + 1] * (x + 1 < scene.columns)


def _cell(scene, cell, halves, large):
    light = scene.cell_lights[cell] if scene.cell_lights else (0, 0, 0)
    if cell in halves:
        number, shade = halves[cell]
        return faces.half(number, shade, light, large)
    y, x = divmod(cell, scene.columns)
    return faces.felt((y // 4 + x // 4) % 2, light, large)


def _seats(scene):
    table = Table.grid(padding=(0, 1))
    for seat, name in enumerate(scene.names, 1):
        light = scene.seat_lights[seat - 1] if scene.seat_lights else (0, 0, 0)
        lamp = Text("●" if any(light) else "○", "rgb(%d,%d,%d)" % faces.shine(light) if any(light) else "bright_black")
        look = "bold" if seat == scene.turn else ""
        total = scene.totals[seat - 1] if scene.totals else 0
        rack = Text(" ").join(faces.tile(t, dim=seat != scene.turn) for t in scene.racks.get(seat, []))
        table.add_row(lamp, Text(name, look), Text("%3d" % total, "bold yellow"), rack)
    return table


def _ticker(scene, rows):
    lines = scene.ticker[-max(1, rows) :]
    return Text("\n".join(lines), "bright_black", no_wrap=True)


def _footer(scene):
    return Text.assemble((scene.hint, "bold cyan"), "   ", (scene.status, "bright_black"))
