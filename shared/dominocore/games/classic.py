"""Classic, "Dominó 6-9-12": Draw as it is played in Spanish, single or in pairs of opposite seats.

Turns go counter-clockwise. The opener is the *mano*: in the first round the holder of the highest double, who must
lead it (nobody has one: of the highest tile), later the next in turn, with any tile. Who cannot play draws from the
*pozo* until able and passes when it is empty. *Cierre*: the tile that leaves both ends on numbers of which every tile
lies on the table ends the hand at once; fewest pips wins, a tie goes to the mano or the tied player nearest in turn.
A single winner scores the pips of the others; a pair those of everybody, the winner's partner included.
"""

from dominocore.events import DRAW, PASS, PLAY
from dominocore.faults import DominoError
from dominocore.holdings import TABLE
from dominocore.lines import LineGame
from dominocore.rules import ON_OFF, WHOLE
from dominocore.scoring import others
from dominocore.tiles import HI, PIPS, tile

_TARGETS = {6: 100, 9: 200, 12: 500}


class Rules(LineGame):
    ID = "classic"
    SEATS = {6: (2, 4), 9: (2, 4), 12: (2, 4)}
    OPTIONS = (
        ("pairs", "off", ON_OFF, 0),
        ("target", 100, WHOLE, 1),
        ("direction", "ccw", ("ccw", "cw"), 0),
        ("pozo4", "on", ("on", "off"), 0),
        ("next_opener", "opener", ("opener", "winner"), 0),
        ("block_score", "others", ("others", "difference"), 0),
        ("tie_high_tile", "pips", ("pips", "half"), 0),
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.pairs = self.options["pairs"] == "on"
        if self.pairs:
            if seats != 4:
                raise DominoError("bad_pairs", seats)
            self.sides = 2
        if seats == 4 and self.options["pozo4"] == "off":
            self.VERBS = (PLAY, PASS)

    def default(self, key, value):
        return _TARGETS[self.top] if key == "target" else value

    def deal_size(self):
        return 7

    def side(self, seat):
        return (seat - 1) % 2 + 1 if self.pairs else seat

    # --- the mano ----------------------------------------------------------------------------------------------

    def leader(self, match):
        """The next in turn after the last opener (or winner); nobody before the first round has been opened."""
        return self.after[match.won if self.options["next_opener"] == "winner" else match.led]

    def lead_order(self, hand):
        """The first round: doubles, then the other tiles by pips and larger half, or by larger half alone."""
        if hand.leader:
            return ()
        tiles = range(self.tiles)
        if self.options["tie_high_tile"] == "pips":
            tiles = sorted(tiles, key=lambda t: PIPS[t] << 4 | HI[t])
        doubles = self.doubles()
        return doubles + [t for t in reversed(tiles) if t not in doubles]

    # --- cierre ------------------------------------------------------------------------------------------------

    def count_pass(self, hand, counts):
        """A circle of passes closes only where nobody ever draws."""
        super().count_pass(hand, counts and DRAW not in self.VERBS)

    def play(self, hand, seat, act):
        super().play(hand, seat, act)
        if not hand.reason and self.is_closed(hand):
            hand.end("blocked")

    def is_closed(self, hand):
        """Whether every tile with the number of either end lies on the table."""
        where = hand.hold.where
        for tip in hand.layout.tips:
            for number in range(self.top + 1):
                if where[tile(tip, number)] != TABLE:
                    return False
        return True

    def hand_winner(self, hand, scores):
        """Who went out; closed: of those with the fewest pips the one nearest the mano in turn order."""
        if hand.winner:
            return hand.winner
        pips = self.side_pips(hand)
        seat = hand.leader
        while pips[self.side(seat) - 1] > min(pips):
            seat = self.after[seat]
        return seat

    # --- scores ------------------------------------------------------------------------------------------------

    def side_pips(self, hand):
        pips = self.pips(hand)
        return [pips[0] + pips[2], pips[1] + pips[3]] if self.pairs else pips

    def score(self, hand):
        pips = self.side_pips(hand)
        winner = self.side(self.hand_winner(hand, ()))
        scores = others(pips, winner)
        own = pips[winner - 1]
        if hand.reason == "blocked" and self.options["block_score"] == "difference":
            scores[winner - 1] -= own * (self.sides - 1)
        elif self.pairs:
            scores[winner - 1] += own
        return scores
