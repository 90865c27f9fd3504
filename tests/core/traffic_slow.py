"""Traffic read off its page as plainly as possible, to check the core's quick way against.

Cells are pairs (x, y), the table is a dict from cell to number, a lay is (tile, cell of the high half, cell of the low
half). Nothing here is shared with the core but the numbers on a tile.
"""

from dominocore.tiles import HI, LO


def lines_of(cells):
    """Every maximal row and column of neighbouring cells, as lists of cells."""
    found = []
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in cells:
            if (x - dx, y - dy) not in cells:
                line = [(x, y)]
                while (line[-1][0] + dx, line[-1][1] + dy) in cells:
                    line.append((line[-1][0] + dx, line[-1][1] + dy))
                found.append(line)
    return found


def consecutive(numbers):
    steps = [b - a for a, b in zip(numbers, numbers[1:])]
    return steps == [1] * len(steps) or steps == [-1] * len(steps)


def too_long(table, strict):
    """Whether five stand in line that may not."""
    for line in lines_of(table):
        for i in range(len(line) - 4):
            if strict or consecutive([table[c] for c in line[i : i + 5]]):
                return True
    return False


def quads(table):
    found = []
    for line in lines_of(table):
        for i in range(len(line) - 3):
            if consecutive([table[c] for c in line[i : i + 4]]):
                found.append(line[i : i + 4])
    return found


def with_lays(table, lays):
    """The table after these lays, or None when a cell is taken."""
    after = dict(table)
    for t, high, low in lays:
        if high in after or low in after:
            return None
        after[high] = HI[t]
        after[low] = LO[t]
    return after


def beside(c):
    x, y = c
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def complete(old, lays, idle=False, touching=False):
    """Whether the turn that has laid these makes its quad."""
    after = with_lays(old, lays)
    for quad in quads(after):
        new = [c for c in quad if c not in old]
        uses_old = not old or len(new) < 4
        if touching and not uses_old:
            uses_old = any([n in old for c in quad for n in beside(c)])
        all_in = all([high in quad or low in quad for _, high, low in lays])
        if new and uses_old and (idle or all_in):
            return True
    return False


def every_turn(old, up, top, strict=False, touching=False):
    """Every legal turn as a sorted tuple of lays, on an empty table only with the quad in cells 0,0 to 3,0."""
    turns = set()
    for window in windows(old, touching):
        for lays in coverings(old, window, up):
            after = with_lays(old, lays)
            if consecutive([after[c] for c in window]) and not too_long(after, strict):
                turns.add(tuple(sorted(lays)))
    return turns


def windows(old, touching):
    """Every four cells in line that could be the new quad."""
    if not old:
        return [[(0, 0), (1, 0), (2, 0), (3, 0)]]
    xs = [c[0] for c in old]
    ys = [c[1] for c in old]
    found = []
    for x in range(min(xs) - 5, max(xs) + 6):
        for y in range(min(ys) - 5, max(ys) + 6):
            for dx, dy in ((1, 0), (0, 1)):
                window = [(x + i * dx, y + i * dy) for i in range(4)]
                lying = [c for c in window if c in old]
                near = [n for c in window for n in beside(c) if n in old]
                if len(lying) < 4 and (lying or (touching and near)):
                    found.append(window)
    return found


def coverings(old, window, up):
    """Every set of lays of different tiles that covers what is free of the window, cell by cell."""
    partial = [()]
    while partial:
        lays = partial.pop()
        after = with_lays(old, lays)
        free = [c for c in window if c not in after]
        if not free:
            yield lays
            continue
        for t in up:
            if t not in [lay[0] for lay in lays]:
                for other in beside(free[0]):
                    if other not in after:
                        ways = [(t, free[0], other), (t, other, free[0])]
                        if HI[t] == LO[t]:
                            ways = [(t,) + tuple(sorted((free[0], other), key=lambda c: (c[1], c[0])))]
                        partial.extend([lays + (way,) for way in ways if hopeful(after, window, way)])


def hopeful(after, window, lay):
    """Only to be done before tomorrow: what the window shows so far must lie within four numbers."""
    shown = dict(after)
    shown[lay[1]], shown[lay[2]] = HI[lay[0]], LO[lay[0]]
    numbers = [shown[c] for c in window if c in shown]
    return max(numbers) - min(numbers) < 4 and len(set(numbers)) == len(numbers)
