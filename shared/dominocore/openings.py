"""The opening by a double, as Mexican Train and Super Dominos have it.

In turn from the first player, who has no double passes; who has one lays it. When nobody has one, each in turn draws
one tile and keeps it, with no pass between, until somebody draws a double and plays it at once.
"""

from dominocore.compat import const
from dominocore.events import DRAW, DRAW_ACT, END, PASS, PASS_ACT
from dominocore.rules import Rules
from dominocore.tiles import is_double

ASKING = const(1)  # each seat in turn: a double, or a pass
DRAWING = const(2)  # nobody had one: each seat in turn draws
DRAWN = const(3)  # the seat on turn has drawn: a double is played at once
DONE = const(0)


class DoubleOpening(Rules):
    """Rules whose hands begin this way; `hand.opening` says how far it has come."""

    def ask(self, hand):
        hand.opening = ASKING
        hand.turn = hand.leader

    def opens(self, hand, tile):
        """Whether this tile may open the hand."""
        return is_double(tile)

    def opening_fits(self, hand, seat, tiles):
        if hand.opening == DRAWING or seat != hand.turn:
            return []
        return [t for t in tiles if self.opens(hand, t)]

    def opening_choices(self, hand, seat):
        """A drawn tile that does not open leaves the next seat to draw, without a line."""
        if hand.opening == ASKING:
            return (PASS_ACT,)
        return (DRAW_ACT,) if hand.opening == DRAWING or seat != hand.turn else ()

    def opening_denies(self, hand, act, tiles):
        """A pass, or drawing nothing to open with, says that the seat has no such double."""
        return [t for t in tiles if self.opens(hand, t)] if act >> 24 in (PASS, END) else ()

    def apply_opening(self, hand, seat, act):
        """A pass or a draw of the opening."""
        following = self.left_of(seat)
        if act >> 24 == DRAW:
            hand.opening = DRAWN
            hand.turn = seat
            hand.then = following
        else:
            hand.turn = following
            if following == hand.leader:
                hand.opening = DRAWING

    def stop(self, hand):
        if hand.opening == DRAWN:
            hand.opening = DRAWING
        super().stop(hand)
