"""Layouts: where tiles lie on the table and which ends are open.

`fits(tiles)` answers for many tiles at once, because it is the hot path of every game: it is called with a rack to
list plays, with one tile to judge a play, and with all unseen tiles to note a denial.
"""

from dominocore.compat import const
from dominocore.events import D, L, U
from dominocore.tiles import HI, LO, NUMBERS, PIPS, TOP

_BOTH = const(3)
CLOSED = const(-1)  # the tip of an end where nothing may ever be laid
_ITSELF = tuple([1 << number for number in range(TOP + 1)])


def fitting(tiles, ends, wanted):
    """Acts that lay one of `tiles` at one of `ends`, (number mask, place of an act); `wanted` is all masks in one."""
    numbers = NUMBERS
    acts = []
    for t in tiles:
        shared = numbers[t] & wanted
        if shared:
            for mask, place in ends:
                if shared & mask:
                    acts.append(place | t)
    return acts


class Ends:
    """Open ends, each a place with the number that is open there. Places count up from `first`."""

    takes = _ITSELF  # by open number: the numbers that may touch it, as a mask

    def __init__(self, first=L):
        self.first = first
        self.tips = []  # open numbers by end
        self.open = []  # the same as (number mask, place of an act), for `fits`
        self.wanted = 0  # all open numbers as one mask: the first filter
        self.last = []  # the tile that shows at each end

    def fits(self, tiles):
        """Acts (plays) that lay one of `tiles` at one of the open ends."""
        if not self.tips:
            return list(tiles)
        return fitting(tiles, self.open, self.wanted)

    def has(self, place):
        """Whether there is such a place to lay a tile at: none is named for the first tile, one for every other."""
        if not self.tips:
            return place == 0
        index = place - self.first
        return 0 <= index < len(self.tips) and self.tips[index] != CLOSED

    def tip(self, place):
        return self.tips[place - self.first]

    def extend(self, tile, place, touching=-1):
        """Lay `tile` at the end `place`: its other half is open now. Gives the number that is.

        `touching` is the half that touches where it is not the open number: by the rules of the game, or because
        the tile does not match and stands by a fault.
        """
        index = place - self.first
        if touching < 0:
            tip = self.tips[index]
            touching = tip if tip >= 0 and NUMBERS[tile] >> tip & 1 else HI[tile]
        value = PIPS[tile] - touching
        self.tips[index] = value
        self.open[index] = (self.takes[value], place << 8)
        self.last[index] = tile
        self._want()
        return value

    def add(self, value, tile):
        """Open one more end, showing `value` of `tile`."""
        place = self.first + len(self.tips)
        self.tips.append(value)
        self.open.append((self.takes[value], place << 8))
        self.last.append(tile)
        self._want()

    def close(self, place):
        index = place - self.first
        self.tips[index] = CLOSED
        self.open[index] = (0, place << 8)
        self._want()

    def _want(self):
        wanted = 0
        for mask, _ in self.open:
            wanted |= mask
        self.wanted = wanted


class Line(Ends):
    """One line of tiles with ends L and R; with a `spinner` the first double also opens its short ends U and D.

    The first tile's high half is end L, its low half R. The spinner's short ends open when both its long sides are
    covered, or at once when they are `free`. When it was laid at an end of the line, the joined side counts as
    covered and the other long side is that end.
    """

    def __init__(self, spinner=False, free=False):
        super().__init__()
        self.wants_spinner = spinner
        self.free = free
        self.start = -1  # the first tile
        self.spinner = -1  # the branching double, once it lies
        self.bare = 0  # bit per end (L 1, R 2) that still is a long side of the spinner

    def lay(self, tile, place, touching=-1):
        if self.tips:
            self.extend(tile, place, touching)
        else:
            self.start = tile
            self.add(HI[tile], tile)
            self.add(LO[tile], tile)
        if self.wants_spinner:
            self._branch(tile, place)

    def _branch(self, tile, joined):
        """Keep the spinner: note the first double, open its short ends once both long sides are covered."""
        if self.spinner < 0:
            if HI[tile] == LO[tile]:
                self.spinner = tile
                if self.free:
                    self.open_short_ends()
                else:
                    self.bare = joined or _BOTH
        elif self.bare & joined:
            self.bare &= ~joined
            if not self.bare:
                self.open_short_ends()

    def open_short_ends(self):
        for _ in (U, D):
            self.add(HI[self.spinner], self.spinner)


class Arms(Ends):
    """A start double with several arms, each showing its number until it is begun."""

    def __init__(self, arms, first=L):
        super().__init__(first)
        self.arms = arms
        self.start = -1

    def lay(self, tile, place, touching=-1):
        if self.tips:
            return self.extend(tile, place, touching)
        self.start = tile
        for _ in range(self.arms):
            self.add(HI[tile], tile)
        return HI[tile]

    def unbegun(self):
        """The places of arms that nobody has begun."""
        return [self.first + i for i in range(len(self.tips)) if self.last[i] == self.start]
