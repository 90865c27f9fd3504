"""A square grid of cells on which tiles lie, each half in its own cell, and quads: four cells in a row or column whose
numbers rise or fall by one.

A cell is one int, so that neighbours are sums and a whole table is one small dict. x goes right, y goes down, both may
be negative and have no edge that play could ever reach.
"""

from dominocore.compat import const
from dominocore.tiles import HI, LO, NUMBERS, PIPS

DOWN = const(32768)  # from a cell to the one below it
_HALF = const(16384)
STEPS = (1, DOWN, -1, -DOWN)  # right, below, left, above: in the order of the LAY verbs
_AXES = (1, DOWN)
QUAD = const(4)
_BARE = const(-9)  # stands where nothing lies: next to no number


def cell(x, y):
    return y * DOWN + x


def where(c):
    """x and y of a cell."""
    x = (c + _HALF) % DOWN - _HALF
    return x, (c - x) // DOWN


def laid_so(t, c, number, beside):
    """A tile with `number` in cell `c` and its other half `beside` it, as (tile, cell of the high half, of the low)."""
    if HI[t] == LO[t]:
        return t, min(c, beside), max(c, beside)
    return (t, c, beside) if number == HI[t] else (t, beside, c)


class Grid:
    """The numbers that lie on the table, and which tiles came in this turn."""

    def __init__(self, top, strict):
        self.top = top
        self.strict = strict  # no five cells in line at all; else no five consecutive numbers
        self.numbers = {}  # by cell
        self.fresh = []  # (tile, cell of the high half, cell of the low half) laid in this turn

    def lay(self, lay):
        t, high, low = lay
        self.numbers[high] = HI[t]
        self.numbers[low] = LO[t]

    def lift(self, lay):
        del self.numbers[lay[1]]
        del self.numbers[lay[2]]

    def fresh_cells(self):
        cells = []
        for _, high, low in self.fresh:
            cells.append(high)
            cells.append(low)
        return cells

    def copy(self):
        twin = Grid(self.top, self.strict)
        twin.numbers = dict(self.numbers)
        twin.fresh = list(self.fresh)
        return twin

    def middle(self):
        """x and y of the middle of what lies on the table; 0, 0 when nothing does."""
        if not self.numbers:
            return 0, 0
        places = [where(c) for c in self.numbers]
        xs = [p[0] for p in places]
        ys = [p[1] for p in places]
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    # --- no five in line -------------------------------------------------------------------------------------------

    def too_long(self, lay):
        """Whether a tile that lies now is part of a line of five that may not be."""
        numbers = self.numbers
        for c in lay[1:]:
            for axis in _AXES:
                if self.strict:
                    if 1 + self._occupied(c, axis) + self._occupied(c, -axis) > QUAD:
                        return True
                    continue
                before, value, after = numbers.get(c - axis, _BARE), numbers[c], numbers.get(c + axis, _BARE)
                for slope in (1, -1):  # only where a neighbour goes on at all is the run worth measuring
                    if (before == value - slope or after == value + slope) and self._run(c, axis, slope) > QUAD:
                        return True
        return False

    def _occupied(self, c, step):
        count = 0
        c += step
        while c in self.numbers:
            count += 1
            c += step
        return count

    def _run(self, c, axis, slope):
        """How long the run through this cell is that rises (or falls) by one a cell along the axis."""
        numbers = self.numbers
        count = 1
        for sign in (1, -1):
            at, number = c + sign * axis, numbers[c] + sign * slope
            while numbers.get(at, _BARE) == number:
                count += 1
                at += sign * axis
                number += sign * slope
        return count

    # --- quads -----------------------------------------------------------------------------------------------------

    def windows(self, anchors):
        """Every four cells in line through one of the cells `anchors` that show, or could come to show, a quad:
        (cells, numbers), each once."""
        numbers, top = self.numbers, self.top
        for anchor in anchors:
            value = numbers[anchor]
            for axis in _AXES:
                for before in range(QUAD):
                    first = anchor - before * axis
                    cells = (first, first + axis, first + 2 * axis, first + 3 * axis)
                    if _any_of(cells[:before], anchors):
                        continue
                    for slope in (1, -1):
                        start = value - slope * before
                        if 0 <= start <= top and 0 <= start + 3 * slope <= top:
                            wanted = (start, start + slope, start + 2 * slope, start + 3 * slope)
                            if self._agrees(cells, wanted):
                                yield cells, wanted

    def _agrees(self, cells, wanted):
        for i in range(QUAD):
            if self.numbers.get(cells[i], wanted[i]) != wanted[i]:
                return False
        return True

    def bare_windows(self, starts):
        """Every four free cells in line with a cell of the set `starts` among them, with every quad's numbers."""
        for start in sorted(starts):
            for axis in _AXES:
                for before in range(QUAD):
                    first = start - before * axis
                    cells = (first, first + axis, first + 2 * axis, first + 3 * axis)
                    if not _any_of(cells, self.numbers) and not _any_of(cells[:before], starts):
                        for wanted in ascents(self.top):
                            yield cells, wanted

    def open_cell(self, cells):
        """The first cell of a window where nothing lies; -1: all are covered."""
        for i in range(QUAD):
            if cells[i] not in self.numbers:
                return i
        return -1

    def fillings(self, cells, wanted, tiles):
        """Every way to fill a window with `tiles`, each with a half in it, and no line too long: lists of lays.

        A generator that yields None after each tile tried, so that whoever asks can stop and go on later. While it
        runs, tiles that it tries lie on this grid.
        """
        made = []
        levels = [self._placings(cells, wanted, tiles, made)]
        while levels:
            if not levels[-1]:
                levels.pop()
                if made:
                    self.lift(made.pop())
                continue
            lay = levels[-1].pop()
            self.lay(lay)
            made.append(lay)
            if self.too_long(lay):
                self.lift(made.pop())
            elif self.open_cell(cells) < 0:
                yield list(made)
                self.lift(made.pop())
            else:
                levels.append(self._placings(cells, wanted, tiles, made))
            yield None

    def _placings(self, cells, wanted, tiles, made):
        """Every lay that covers the window's first open cell."""
        index = self.open_cell(cells)
        at, number = cells[index], wanted[index]
        used = [lay[0] for lay in made]
        found = []
        for t in tiles:
            if NUMBERS[t] >> number & 1 and t not in used:
                other = PIPS[t] - number
                for step in STEPS:
                    beside = at + step
                    if beside not in self.numbers and (beside not in cells or wanted[cells.index(beside)] == other):
                        found.append(laid_so(t, at, number, beside))
        return found


def ascents(top):
    """The numbers of every quad, rising and falling."""
    for low in range(top - 2):
        yield low, low + 1, low + 2, low + 3
        yield low + 3, low + 2, low + 1, low


def _any_of(cells, those):
    for c in cells:
        if c in those:
            return True
    return False
