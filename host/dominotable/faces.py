"""Domino faces, cells and the display as coloured characters: the small pictures that the demo's picture is made of.

A *small* cell is 2 characters wide and 1 high and shows a number; a *large* one is 4 by 2 and shows pips, drawn with
the dots of braille characters. Both look square, since a character is about twice as high as wide.
"""

from functools import cache, lru_cache

from rich.text import Text

from dominocore.tiles import HI, LO

FELT = ((11, 61, 46), (14, 68, 52))  # two greens: modules of 4 x 4 cells can be told apart
IVORY = ((247, 240, 220), (226, 212, 176))  # two shades: neighbouring tiles can be told apart
INK = (30, 30, 30)
GLOW = 3.0  # LEDs are driven low to spare the supply; on a screen they may shine

# Pips by number, on a grid of 3 x 3 (row by row).
_PIPS = {
    0: "",
    1: "4",
    2: "08",
    3: "048",
    4: "0268",
    5: "02468",
    6: "035268",
    7: "0352684",
    8: "01235678",
    9: "012345678",
}
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille character, by row and column

Colour = tuple[int, int, int]


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with a share of `b`."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def style(fore: Colour, back: Colour, bold: bool = False) -> str:
    return "%srgb(%d,%d,%d) on rgb(%d,%d,%d)" % ("bold " if bold else "", *fore, *back)


def braille(dots: set[tuple[int, int]], width: int, height: int) -> list[str]:
    """Lines of braille characters with these (x, y) dots set; sizes are in characters."""
    cells = [[0] * width for _ in range(height)]
    for x, y in dots:
        cells[y // 4][x // 2] |= _DOT_BITS[y % 4][x % 2]
    return ["".join(chr(0x2800 + bits) for bits in row) for row in cells]


def _draw_number(number):
    """A large cell: 8 x 8 dots, each pip a block of 2 x 2."""
    if number > 9:
        return [" %2d " % number, "    "]
    dots = set()
    for pip in _PIPS[number]:
        y, x = divmod(int(pip), 3)
        dots |= {(x * 3 + dx, y * 3 + dy) for dx in (0, 1) for dy in (0, 1)}
    return braille(dots, 4, 2)


LARGE = [_draw_number(number) for number in range(16)]
SMALL = [["%2d" % number] for number in range(16)]


@cache
def half(number: int, shade: int, light: Colour, large: bool) -> list[tuple[str, str]]:
    """The rows of a cell with half a tile on it, as (characters, style)."""
    back = IVORY[shade]
    if any(light):
        back = mix(back, shine(light), 0.45)
    rows = (LARGE if large else SMALL)[number]
    return [(row, style(INK, back, True)) for row in rows]


@cache
def felt(module: int, light: Colour, large: bool) -> list[tuple[str, str]]:
    """The rows of an empty cell."""
    ground = FELT[module]
    back = shine(light) if any(light) else ground
    look = style(mix(ground, (255, 255, 255), 0.12), back)
    return [("    ", look), (" ·  " if not any(light) else "    ", look)] if large else [(" ·", look)]


def shine(light: Colour) -> Colour:
    """An LED's colour as bright as it looks."""
    return tuple(min(255, round(value * GLOW)) for value in light)  # type: ignore[return-value]


def tile(number: int, dim: bool = False) -> Text:
    """A tile lying in a rack, small."""
    look = style(INK, mix(IVORY[0], (0, 0, 0), 0.45 if dim else 0))
    return Text("%d│%d" % (HI[number], LO[number]), look)


@lru_cache(2)
def display(memory: bytes) -> Text:
    """The picture in an SSD1306's memory: 8 pages of 128 columns, a byte a column, the low bit on top."""
    dots = set()
    for at, bits in enumerate(memory):
        for bit in range(8):
            if bits >> bit & 1:
                dots.add((at % 128, at // 128 * 8 + bit))
    return Text("\n".join(braille(dots, 64, 16)), "rgb(140,220,255) on rgb(5,8,16)")
