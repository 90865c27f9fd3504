"""Bergen: headers, ends that show the same number.

Six tiles each; the highest double leads and scores 2. One line of two ends. A tile that makes both ends alike scores
2, and 3 when one of them is a double. Who cannot play draws until able; one may also draw when able. Out: 1 point.
Blocked: 1 point for the lightest hand without a double; when every hand has one, doubles are left out of the count.
"""

from dominocore.lines import RESERVE, LineGame
from dominocore.rules import FIRST, ON_OFF, WHOLE
from dominocore.tiles import HI, LO, PIPS

LEAD_DOUBLE = 2
DOUBLE_HEADER = 2
TRIPLE_HEADER = 3


class Rules(LineGame):
    ID = "bergen"
    SEATS = {6: (2, 4)}
    OPTIONS = (
        ("target", 15, WHOLE, 1),
        ("deal", 6, WHOLE, 1),
        ("lead", "highest_double", ("highest_double", "lowest_double", "any"), 0),
        ("block_rule", "seed", ("seed", "lowest_pips"), 0),
        ("block_tie", "nobody", ("nobody", "all"), 0),
        ("out_points", 1, WHOLE, 0),
        ("voluntary_draw", "on", ON_OFF, 0),
        RESERVE,
        FIRST,
    )

    def lead_order(self, hand):
        lead = self.options["lead"]
        if lead == "any":
            return ()
        doubles = self.doubles()
        return doubles if lead == "highest_double" else doubles[::-1]

    def play(self, hand, seat, act):
        super().play(hand, seat, act)
        made = header(hand.layout)
        if made:
            hand.points[seat - 1] += made
            self.stop_at_target(hand)

    def showers(self, hand):
        """Only a blocked hand is counted."""
        return super().showers(hand) if hand.reason == "blocked" else ()

    def score(self, hand):
        scores = [0] * self.seats
        if hand.reason == "out":
            scores[hand.winner - 1] = self.options["out_points"]
        elif hand.reason == "blocked":
            lightest = self.lightest(hand.hold.racks[1:])
            if len(lightest) == 1 or self.options["block_tie"] == "all":
                for i in lightest:
                    scores[i] = 1
        return scores

    def lightest(self, racks):
        """Which racks, from 0, are the lightest of those that compete: without a double, or else all but doubles."""
        rivals = everybody = range(len(racks))
        weighed = racks
        if self.options["block_rule"] == "seed":
            weighed = [[t for t in rack if HI[t] != LO[t]] for rack in racks]
            rivals = [i for i in everybody if len(weighed[i]) == len(racks[i])] or everybody
        weights = [sum([PIPS[t] for t in rack]) for rack in weighed]
        least = min([weights[i] for i in rivals])
        return [i for i in rivals if weights[i] == least]


def header(line):
    """The points of the tile just laid: for the lead double, or for two ends alike."""
    left, right = line.last
    if left == right:
        return LEAD_DOUBLE if HI[left] == LO[left] else 0
    if line.tips[0] != line.tips[1]:
        return 0
    return TRIPLE_HEADER if HI[left] == LO[left] or HI[right] == LO[right] else DOUBLE_HEADER
