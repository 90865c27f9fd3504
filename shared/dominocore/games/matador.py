"""Matador: a draw game where touching halves do not match but make a sum.

With highest number N an open number takes the half that makes N + 1 with it (seven with double-6: 6 takes 1, 5 takes
2, 4 takes 3). Nothing does that for a blank. *Matadors*, the tiles whose own halves make N + 1 and the double blank,
go on any open number either way round, so a play of one also says which half touches. Doubles lie endwise like any
other tile and nothing branches. Everything else is Draw.
"""

from dominocore.events import DRAW
from dominocore.layout import Line
from dominocore.lines import DEAL, LEADER, RESERVE, TARGET, USUAL_SEATS, LineGame
from dominocore.rules import FIRST, ON_OFF
from dominocore.scoring import others, winners
from dominocore.tiles import HI, LO, NUMBERS, PIPS


class Rules(LineGame):
    ID = "matador"
    SEATS = USUAL_SEATS
    OPTIONS = (
        TARGET,
        DEAL,
        ("lead", "any", ("any", "highest_double"), 0),
        LEADER,
        ("hold_matador", "off", ON_OFF, 0),
        ("voluntary_draw", "off", ON_OFF, 0),
        RESERVE,
        ("block", "pairwise", ("pairwise", "winner_takes_all"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.matadors = [t for t in range(self.tiles) if PIPS[t] in (0, top + 1)]
        self.FOLLOWS = self.options["hold_matador"] == "on"  # what a draw denies is not what a pass denies
        self.CHOOSES = self.CHOOSES or self.FOLLOWS

    def lead_order(self, hand):
        return self.doubles() if self.options["lead"] == "highest_double" else ()

    def new_layout(self):
        return SumLine(self.top + 1, self.matadors)

    def denies(self, hand, seat, act, tiles):
        """With `hold_matador` a draw leaves open whether a matador is held."""
        denied = super().denies(hand, seat, act, tiles)
        if self.FOLLOWS and act >> 24 == DRAW:
            return [t for t in denied if t not in self.matadors]
        return denied

    def score(self, hand):
        if hand.reason == "blocked" and self.options["block"] == "winner_takes_all":
            pips = self.pips(hand)
            lowest = winners(pips, lowest=True)
            return others(pips, lowest[0]) if len(lowest) == 1 else [0] * self.seats
        return super().score(hand)


class SumLine(Line):
    """A line where touching halves make `total`, and matadors go anywhere."""

    def __init__(self, total, matadors):
        super().__init__()
        self.total = total
        self.matadors = matadors
        self.takes = [1 << (total - number) for number in range(total)]  # a blank takes what no tile of the set has

    def fits(self, tiles):
        if not self.tips:
            return list(tiles)
        acts = super().fits([t for t in tiles if t not in self.matadors])
        for t in tiles:
            if t in self.matadors:
                for _, place in self.open:
                    for half in _ways(t):
                        acts.append(half << 16 | place | t)
        return acts

    def lay(self, tile, place, touching=-1):
        if self.tips and touching < 0:
            wanted = self.total - self.tip(place)
            touching = wanted if NUMBERS[tile] >> wanted & 1 else HI[tile]
        super().lay(tile, place, touching)


def _ways(matador):
    """The `extra` of each way round: the touching half plus one; a double looks the same both ways."""
    return (0,) if HI[matador] == LO[matador] else (HI[matador] + 1, LO[matador] + 1)
