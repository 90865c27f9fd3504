"""Layouts: where tiles lie on the table and which ends are open.

`fits(tiles)` answers for many tiles at once, because it is the hot path of every game: it is called with a rack to
list plays, with one tile to judge a play, and with all unseen tiles to note a denial.
"""

from dominocore.compat import const
from dominocore.events import D, L, R, U
from dominocore.tiles import HI, LO, NUMBERS, PIPS

_BOTH = const(3)


class Line:
    """One line of tiles with ends L and R; with a `spinner` the first double also opens its short ends U and D.

    The first tile's high half is end L, its low half R. The spinner's short ends open when both its long sides are
    covered. When it was laid at an end of the line, the joined side counts as covered and the other long side is
    that end.
    """

    def __init__(self, spinner=False):
        self.tips = []  # open values, in the order L R U D
        self.open = []  # the same as (number mask, place of an act), for `fits`
        self.wanted = 0  # all open numbers as one mask: the first filter
        self.wants_spinner = spinner
        self.spinner = -1  # the branching double, once it lies
        self.bare = 0  # bit per end (L 1, R 2) that still is a long side of the spinner

    def fits(self, tiles):
        """Acts (plays) that lay one of `tiles` at one of the open ends."""
        if not self.tips:
            return list(tiles)
        numbers, wanted, ends = NUMBERS, self.wanted, self.open
        acts = []
        for t in tiles:
            shared = numbers[t] & wanted
            if shared:
                for mask, place in ends:
                    if shared & mask:
                        acts.append(place | t)
        return acts

    def has(self, place):
        """Whether there is such a place to lay a tile at: none is named for the first tile, one for every other."""
        return place <= len(self.tips) and (place > 0) == (len(self.tips) > 0)

    def lay(self, tile, place, touching=-1):
        """Lay `tile` at `place`. `touching` is only needed for a tile that does not match (a fault that stands)."""
        tips = self.tips
        if tips:
            tip = tips[place - 1]
            if NUMBERS[tile] >> tip & 1:
                touching = tip
            elif touching < 0:
                touching = HI[tile]
            value = PIPS[tile] - touching
            tips[place - 1] = value
            self.open[place - 1] = (1 << value, place << 8)
        else:
            self._extend(L, HI[tile])
            self._extend(R, LO[tile])
        if self.wants_spinner:
            self._branch(tile, place)
        wanted = 0
        for mask, _ in self.open:
            wanted |= mask
        self.wanted = wanted

    def _extend(self, place, value):
        self.tips.append(value)
        self.open.append((1 << value, place << 8))

    def _branch(self, tile, joined):
        """Keep the spinner: note the first double, open its short ends once both long sides are covered."""
        if self.spinner < 0:
            if HI[tile] == LO[tile]:
                self.spinner = tile
                self.bare = joined or _BOTH
        elif self.bare & joined:
            self.bare &= ~joined
            if not self.bare:
                self._extend(U, HI[self.spinner])
                self._extend(D, HI[self.spinner])
