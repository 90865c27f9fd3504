"""Muggins: fives.

The highest double leads and is the spinner. A tile after which the tips of the arms add up to a multiple of five
makes that count; the lead double adds both its halves until it has two arms. Who cannot play draws until able; one
may also draw when able. Out: the pips of all other racks; blocked: from each with more pips, the difference.

A count is not given, it is taken (unless `claim=auto`). While there is one, `hand.count` says by which verb:

    CLAIM    its maker may claim it; his `end`, or any act of the next seat, leaves it: he has missed it
    MUGGINS  anybody else may call "muggins" and take it; the next play loses it
"""

from dominocore.events import CLAIM, CLAIM_ACT, DRAW, END, END_ACT, MUGGINS, MUGGINS_ACT, PASS, PLAY
from dominocore.faults import Missed
from dominocore.layout import Line
from dominocore.lines import DEAL, RESERVE, TARGET, USUAL_SEATS, LineGame
from dominocore.rules import ON_OFF
from dominocore.tiles import HI, LO, PIPS


class Rules(LineGame):
    ID = "muggins"
    SEATS = USUAL_SEATS
    LATE = (CLAIM, END, MUGGINS)
    OPTIONS = (
        TARGET,
        DEAL,
        ("spinner_order", "sides_first", ("sides_first", "free"), 0),
        ("spinner", "first", ("first", "none"), 0),
        ("claim", "manual", ("manual", "auto"), 0),
        ("voluntary_draw", "on", ON_OFF, 0),
        RESERVE,
        ("round5", "off", ON_OFF, 0),
        ("match_end", "immediate", ("immediate", "hand_end"), 0),
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.auto = self.options["claim"] == "auto"
        if not self.auto:
            self.VERBS = (PLAY, DRAW, PASS) + self.LATE
            self.CHOOSES = True

    def lead_order(self, hand):
        return self.doubles()

    def begin(self, hand):
        super().begin(hand)
        hand.count = None  # (verb by which it is taken, Missed: what it is if nobody does)

    def new_layout(self):
        return Line(self.options["spinner"] == "first", self.options["spinner_order"] == "free")

    # --- counts and claims -------------------------------------------------------------------------------------

    def on_turn(self, hand, seat, act):
        """A count is taken or left whosever turn it is."""
        return act >> 24 in self.LATE or super().on_turn(hand, seat, act)

    def choices(self, hand, seat):
        return super().choices(hand, seat) + self.claims(hand, seat)

    def claims(self, hand, seat):
        """What the seat may say about the last tile."""
        if not hand.count:
            return ()
        verb, made = hand.count
        if verb == CLAIM:
            return (CLAIM_ACT, END_ACT) if seat == made.seat else ()
        return (MUGGINS_ACT,) if seat != made.seat else ()

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb not in self.LATE:
            self.leave(hand)
            super().apply(hand, seat, act)
        elif act in self.claims(hand, seat):  # one that only a fault lets stand takes nothing
            if verb == END:
                self.leave(hand)
            else:
                self.take(hand, seat)

    def leave(self, hand):
        """A count that its maker has left can be called by the others."""
        if hand.count and hand.count[0] == CLAIM:
            hand.missed.append(hand.count[1])
            hand.count = (MUGGINS, hand.count[1])

    def take(self, hand, seat):
        hand.points[seat - 1] += hand.count[1].points
        hand.count = None
        if self.options["match_end"] == "immediate":
            self.stop_at_target(hand)

    def play(self, hand, seat, act):
        super().play(hand, seat, act)
        total = count(hand.layout)
        counts = total and total % 5 == 0
        hand.count = (CLAIM, Missed(seat, act & 255, hand.events - 1, total)) if counts else None
        if self.auto and hand.count:
            self.take(hand, seat)
        hand.late = bool(hand.reason and hand.count)

    def score(self, hand):
        scores = super().score(hand)
        return [(s + 2) // 5 * 5 for s in scores] if self.options["round5"] == "on" else scores


def count(line):
    """The tips of the arms begun, both halves of a double; and the lead double until it has two arms."""
    total = begun = 0
    for tip, shown in zip(line.tips, line.last):
        if shown != line.start:
            begun += 1
            total += 2 * tip if HI[shown] == LO[shown] else tip
    return total if begun > 1 else total + PIPS[line.start]
