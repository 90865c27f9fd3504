"""The opening by a double, as Mexican Train and Super Dominos have it.

In turn from the first player, who has no double passes; who has one lays it. When nobody has one, each in turn draws
one tile and keeps it, with no pass between, until somebody draws a double and plays it at once. Where the best double
at the table is wanted its holder opens, and nobody passes.
"""

from dominocore.compat import const
from dominocore.events import DRAW, DRAW_ACT, PASS, PASS_ACT, PLAY
from dominocore.rules import Rules
from dominocore.tiles import UNSEEN

# How far the opening of a hand has come.
DONE = const(0)
ASKING = const(1)  # each seat in turn: a double, or a pass
AWAITING = const(2)  # the holder of the best double opens; `hand.leads` says which these can be
DRAWING = const(3)  # nobody had one: each seat in turn draws
DRAWN = const(4)  # the seat on turn has drawn: a double is played at once


class DoubleOpening(Rules):
    """Rules whose hands begin this way. A game calls `ask` or `await_double` in `begin`, gives `open(hand, seat,
    double)`, and leaves the four questions to this class while `hand.opening` lasts."""

    def ask(self, hand):
        """Each in turn: a double of his own, or a pass."""
        hand.opening = ASKING
        hand.openers = self.doubles()
        hand.turn = hand.leader

    def await_double(self, hand, openers):
        """The holder of the first of these that is held opens with it; nobody holds one: draw in turn."""
        hand.opening = AWAITING
        hand.openers = openers
        self.await_lead(hand, openers)
        if not hand.leads:
            hand.leads = None
            hand.opening = DRAWING
            hand.turn = hand.leader

    def fits(self, hand, seat, tiles):
        if hand.opening == AWAITING:
            return [t for t in tiles if t in hand.leads]
        if hand.opening == DRAWING or seat != hand.turn:
            return []
        return [t for t in tiles if t in hand.openers]

    def choices(self, hand, seat):
        """A drawn tile that does not open leaves the next seat to draw, without a line."""
        if hand.opening == ASKING:
            return (PASS_ACT,)
        if hand.opening == AWAITING:
            draws = seat == hand.leader and self.nobody_seen_to_hold(hand)
        else:
            draws = hand.opening == DRAWING or seat != hand.turn
        return (DRAW_ACT,) if draws and hand.hold.stock else ()

    def denies(self, hand, seat, act, tiles):
        """A pass, the first draw, and drawing nothing to open with say that the seat has no such double."""
        if not hand.opening:
            return super().denies(hand, seat, act, tiles)
        if act >> 24 == PLAY or (act >> 24 == DRAW and hand.opening != AWAITING):
            return ()
        return [t for t in tiles if t in hand.openers]

    def open(self, hand, seat, tile):
        """The opening tile lies: what follows from it."""

    def apply(self, hand, seat, act):
        """What the opening asks for moves it on; anything else, which only a fault lets stand, changes nothing."""
        verb = act >> 24
        if verb == PLAY:
            if hand.opening == AWAITING:
                self.lead(hand, seat, act & 255)
            hand.opening = DONE
            hand.then = 0
            self.open(hand, seat, act & 255)
        elif verb == DRAW and (hand.opening >= DRAWING or self.nobody_seen_to_hold(hand, act & 255)):
            if hand.opening == AWAITING:
                self.lead(hand, seat, -1)
            self.drawn(hand, seat, act & 255)
        elif verb == PASS and hand.opening == ASKING:
            hand.turn = self.left_of(seat)
            if hand.turn == hand.leader:
                hand.opening = DRAWING

    def drawn(self, hand, seat, tile):
        """A double just drawn opens, that one and no other; what is seen to be none leaves the next seat to draw."""
        hand.opening = DRAWN
        hand.turn = seat
        hand.then = self.left_of(seat)
        if tile in hand.openers:
            hand.openers = (tile,)
        elif tile != UNSEEN:
            self.stop(hand)

    def redeal(self, hand):
        """Nobody having a double is no reason to deal again: then it is drawn for."""
        return False

    def nobody_seen_to_hold(self, hand, drawn=UNSEEN):
        """Whether the double that is awaited may be (or was, if it has just been drawn) in the boneyard."""
        return hand.opening == AWAITING and not [t for t in hand.leads if hand.hold.where[t] and t != drawn]

    def stop(self, hand):
        if hand.opening == DRAWN:
            hand.opening = DRAWING
        super().stop(hand)
