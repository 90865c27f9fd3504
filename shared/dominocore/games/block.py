"""Block: Draw without the boneyard.

Seven tiles each, the rest stay face down and unseen. The leader lays any tile; then each in turn lays a tile that
matches an open end, and must when able. Who cannot play passes; nothing is ever drawn.
With the larger sets the first double opens four ways.
"""

from dominocore.events import PASS, PASS_ACT, PLAY
from dominocore.layout import Line
from dominocore.rules import ON_OFF, WHOLE, Rules as Base
from dominocore.scoring import others, pairwise, reached


class Rules(Base):
    ID = "block"
    DEFAULT_SET = 6
    SEATS = {6: (2, 4), 9: (2, 7), 12: (2, 12), 15: (2, 12)}
    VERBS = (PLAY, PASS)
    OPTIONS = (
        ("target", 100, WHOLE, 1),
        ("deal", 7, WHOLE, 1),
        ("leader", "rotate", ("rotate", "fixed", "winner"), 0),
        ("four_way", "off", ON_OFF, 0),
        ("direction", "cw", ("cw", "ccw"), 0),
        ("first", 1, WHOLE, 1),
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.after = self.turn_order(self.options["direction"] == "cw")

    def default(self, key, value):
        """Four ways is a suggestion for the larger sets: off with double-6, else on."""
        return ON_OFF[self.top > 6] if key == "four_way" else value

    def leader(self, match):
        """The lot decides the first hand; then the lead passes left, stays, or goes to the winner."""
        how = self.options["leader"]
        if not match.led or how == "fixed":
            return self.options["first"]
        if how == "winner" and match.won:
            return match.won
        return self.left_of(match.led)

    def begin(self, hand):
        hand.layout = Line(spinner=self.options["four_way"] == "on")
        hand.turn = hand.leader

    def fits(self, hand, seat, tiles):
        """Any tile leads; then a tile goes where one of its numbers is open."""
        return hand.layout.fits(tiles)

    def choices(self, hand, seat):
        """Nothing is drawn: who cannot play passes. The leader always can."""
        return (PASS_ACT,) if hand.layout.tips else ()

    def apply(self, hand, seat, act):
        hand.turn = self.after[seat]
        if act == PASS_ACT:
            hand.passes += 1
            if hand.passes == self.seats:
                hand.end("blocked")
            return
        hand.passes = 0
        hand.layout.lay(act & 255, act >> 8 & 255, (act >> 16) - 1)
        if not hand.hold.count(seat):
            hand.end("out", seat)

    def score(self, hand):
        """Out: the pips of all other racks. Blocked: from each with more pips, the difference."""
        pips = [hand.hold.pips(s) for s in range(1, self.seats + 1)]
        return others(pips, hand.winner) if hand.winner else pairwise(pips)

    def match_winner(self, match):
        return reached(match.totals, self.options["target"])
