"""What line games share: a line that grows at its ends, drawing or passing when unable, going out, a blocked hand.

Draw is the plain form of this family, Block is Draw without the boneyard; the others change one idea each.
"""

from dominocore.events import DRAW, DRAW_ACT, END, PASS, PASS_ACT, PLAY
from dominocore.layout import Line
from dominocore.rules import ON_OFF, WHOLE, Rules
from dominocore.scoring import others, pairwise, reached

# Options that several line games have.
TARGET = ("target", 100, WHOLE, 1)
DEAL = ("deal", 7, WHOLE, 1)
LEADER = ("leader", "rotate", ("rotate", "fixed", "winner"), 0)
FOUR_WAY = ("four_way", "off", ON_OFF, 0)
DIRECTION = ("direction", "cw", ("cw", "ccw"), 0)
RESERVE = ("reserve", 0, WHOLE, 0)
USUAL_SEATS = {6: (2, 4), 9: (2, 7), 12: (2, 12), 15: (2, 12)}


class LineGame(Rules):
    DEFAULT_SET = 6
    VERBS = (PLAY, DRAW, PASS)

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.after = self.turn_order(self.options.get("direction", "cw") == "cw")
        self.reserve = self.options.get("reserve", 0)
        if self.options.get("voluntary_draw") == "on":
            self.COMPELLED = (PASS,)
        elif self.VERBS in ((PLAY, PASS), (PLAY, DRAW, PASS)):
            self.CHOOSES = False

    def default(self, key, value):
        """Four ways is a suggestion for the larger sets: off with double-6, else on."""
        return ON_OFF[self.top > 6] if key == "four_way" else value

    # --- who leads ---------------------------------------------------------------------------------------------

    def leader(self, match):
        """The lot decides the first hand; then the lead passes left, stays, or goes to the winner."""
        how = self.options.get("leader", "rotate")
        if not match.led or how == "fixed":
            return self.options.get("first", 1)
        if how == "winner" and match.won:
            return match.won
        return self.left_of(match.led)

    def lead_order(self, hand):
        """The tiles of which the best one held must lead, best first; none: any tile leads."""
        return ()

    def begin(self, hand):
        hand.layout = self.new_layout()
        order = self.lead_order(hand)
        if order:
            self.await_lead(hand, order)
        else:
            hand.turn = hand.leader

    def new_layout(self):
        return Line(spinner=self.options.get("four_way") == "on")

    # --- a turn ------------------------------------------------------------------------------------------------

    def fits(self, hand, seat, tiles):
        """The lead, then a tile wherever one of its numbers is open."""
        if hand.leads is not None:
            return [t for t in tiles if t in hand.leads]
        return hand.layout.fits(tiles)

    def can_draw(self, hand):
        return DRAW in self.VERBS and hand.hold.stock > self.reserve

    def choices(self, hand, seat):
        """Draw while there is something to draw, else pass. The leader leads."""
        if not hand.layout.tips:
            return ()
        return (DRAW_ACT,) if self.can_draw(hand) else (PASS_ACT,)

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == PLAY:
            self.play(hand, seat, act)
        elif verb == DRAW:
            hand.turn = seat
        elif verb == END:
            self.end(hand, seat)
        elif verb == PASS:
            if hand.leads is None:  # a required lead waits for its holder, whatever else stands by a fault
                hand.turn = self.after[seat]
                self.count_pass(hand, not self.can_draw(hand))

    def play(self, hand, seat, act):
        """Lay the tile; the rack empty is out, else the turn passes on."""
        if hand.leads is not None:
            self.lead(hand, seat, act & 255)
        hand.passes = 0
        hand.turn = self.after[seat]
        hand.layout.lay(act & 255, act >> 8 & 255, (act >> 16) - 1)
        if not hand.hold.count(seat):
            hand.end("out", seat)

    def lead(self, hand, seat, led):
        super().lead(hand, seat, led)
        hand.leader = seat

    # --- scores ------------------------------------------------------------------------------------------------

    def score(self, hand):
        """Out: the pips of all other racks. Blocked: from each with more pips, the difference."""
        if hand.reason == "target":
            return [0] * self.sides
        return others(self.pips(hand), hand.winner) if hand.winner else pairwise(self.pips(hand))

    def stop_at_target(self, hand):
        """Where the target counts at once: who reaches it in mid-hand has won the match, and racks count nothing."""
        totals = [b + p - off for b, p, off in zip(hand.before, hand.points, hand.penalties)]
        if not hand.reason and reached(totals, self.options["target"]):
            hand.end("target")

    def showers(self, hand):
        return () if hand.reason == "target" else super().showers(hand)

    def finish(self, match):
        return reached(match.totals, self.options["target"])
