"""Double Takes: tricks in which a double of another suit beats everything.

The leader lays any tile and calls one of its numbers; who has that number must follow. The highest double that is not
of the suit takes the trick; without one the highest tile of the suit by its other half, the suit's own double ranking
as its number. One point a trick and one for each double in it. The whole double-15 set is played through in rounds of
fresh tiles; with three players one tile is over and goes to the last trick. Most points win.

A revoke is refused; or, as an option, it stands and costs: 1 point when it is taken back and put right before the next
lead, else 5, and nothing in the next-to-last trick of the round.
"""

from dominocore.events import SUIT
from dominocore.faults import DominoError
from dominocore.rules import FIRST, ON_OFF
from dominocore.scoring import winners
from dominocore.tiles import HI, LO, NUMBERS, PIPS
from dominocore.tricks import TrickGame

_TAKES = 32  # added to the rank of a double that is not of the suit
CORRECTED = 1
FOUND = 5


class Rules(TrickGame):
    ID = "double_takes"
    SEATS = {15: (2, 4)}
    DEFAULT_SET = 15
    OPTIONS = (
        ("partners", "off", ON_OFF, 0),
        ("revoke", "refuse", ("refuse", "penalty"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        if self.options["partners"] == "on":
            if seats != 4:
                raise DominoError("bad_pairs", seats)
            self.sides = 2
        self.rounds = self.tiles // (self.deal * seats)
        if self.options["revoke"] == "penalty":
            self.TOLERATED = ("revoke",)

    def deal_size(self):
        return 15 if self.seats == 3 else 17

    # --- rounds of one game: used tiles are retired -----------------------------------------------------------------

    def prepare(self, hand):
        hand.hold.show(hand.carried)

    def carry(self, hand):
        return bytes([t for t, where in enumerate(hand.hold.where) if where])

    def finish(self, match):
        return winners(match.totals) if match.hands == self.rounds else None

    # --- the trick -------------------------------------------------------------------------------------------------

    def leads(self, hand, tile):
        """A lead calls one of its numbers; a double has only one and calls nothing."""
        if HI[tile] == LO[tile]:
            return (tile,)
        return tile | (SUIT + HI[tile]) << 8, tile | (SUIT + LO[tile]) << 8

    def follows(self, hand, tile):
        return NUMBERS[tile] >> hand.layout.suit & 1

    def strength(self, hand, tile):
        if self.follows(hand, tile):
            return 1 + PIPS[tile] - hand.layout.suit
        return _TAKES + HI[tile] if HI[tile] == LO[tile] else 0

    def worth(self, tiles):
        return 1 + doubles_in(tiles)

    def trick_taken(self, hand):
        """The odd tile, the one that nobody was dealt, goes to the last trick of all."""
        if hand.tricks == self.deal:
            if hand.number == self.rounds:
                hand.won[self.side(hand.turn) - 1] += doubles_in(hand.hold.unseen())
            hand.end("played_out")

    # --- revokes ---------------------------------------------------------------------------------------------------

    def begin(self, hand):
        super().begin(hand)
        hand.led_at = []  # the number of the event that led each trick

    def apply(self, hand, seat, act):
        if not hand.layout.tiles:
            hand.led_at.append(hand.events - 1)
        elif self.TOLERATED and self.follows(hand, act & 255):
            hand.penalties[self.side(seat) - 1] += self.correction(hand, seat)
        super().apply(hand, seat, act)

    def correction(self, hand, seat):
        """What it costs that the seat, following now, has taken back a tile of this trick that did not follow."""
        if self.is_exempt(hand.tricks + 1):
            return 0
        order = hand.tricks * self.seats + len(hand.layout.tiles)  # of this act: every act is a tile to a trick
        reached = order  # the last act undone in the same go
        cost = 0
        for i, (undone, who, act) in enumerate(hand.taken_back):
            if not i or undone != hand.taken_back[i - 1][0] - 1:
                reached = undone
            if undone < order:
                cost = 0  # the trick itself was begun anew
            elif undone == order and who == seat and not self.follows(hand, act & 255):
                cost = CORRECTED if reached // self.seats == hand.tricks else FOUND
        return cost

    def is_exempt(self, trick):
        return trick == self.deal - 1

    def score(self, hand):
        """The points of the tricks, less the revokes that the tiles have shown."""
        scores = list(hand.won)
        for infraction in hand.hold.infractions:
            trick = len([event for event in hand.led_at if event <= infraction.event])
            if self.TOLERATED and not self.is_exempt(trick):
                scores[self.side(infraction.seat) - 1] -= FOUND
        return scores


def doubles_in(tiles):
    return len([t for t in tiles if HI[t] == LO[t]])
