"""That's It!: a hand of nothing but melds.

Seven tiles each (or ten). In turn, take the discard of the player before, or leave it for good and draw; then discard
one tile face up for the next player, or lay one face down and call "That's it": the other seven must be a meld of four
and one of three (ten: and another of three). Only the winner scores. When the boneyard is empty, refusing the discard,
or one full round in which everybody took it, makes the hand void.

A false call is refused where the rack is seen. Where it is hidden the caller shows it, the tile laid down counts as his
discard, and play goes on.
"""

from dominocore.events import DISCARD, DOWN, DRAW, DRAW_ACT, TAKE, TRASH
from dominocore.faults import Infraction
from dominocore.melds import best_split, outs
from dominocore.rules import FIRST, ON_OFF, WHOLE, Rules as BaseRules
from dominocore.scoring import reached

NONE = -1  # no discard is on offer
FALSE_CALL = "false_call"
FALSE_CALL_POINTS = 5

_TAKE_ACT = TAKE << 24
_TRASH_ACT = TRASH << 24


class Rules(BaseRules):
    ID = "thats_it"
    SEATS = {15: (2, 12)}
    DEFAULT_SET = 15
    VERBS = (TAKE, DRAW, TRASH, DISCARD, DOWN)
    COMPELLED = ()
    DENIED = {DOWN: FALSE_CALL}
    OPTIONS = (
        ("tiles", "7", ("7", "10"), 0),
        ("target", 25, WHOLE, 1),
        ("loose_tile", "off", ON_OFF, 0),
        ("same_suit", "all", ("all", "any_two", "doubles_too"), 0),
        ("false_call", "refused", ("refused", "penalty"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.loose = self.options["loose_tile"] == "on"
        self.charges = self.options["false_call"] == "penalty"
        if self.charges:
            self.TOLERATED = (FALSE_CALL,)

    def deal_size(self):
        return int(self.options["tiles"])

    def leader(self, match):
        """Left of the winner, which is the loser of two; after a void hand the same player again."""
        if not match.led:
            return self.options["first"]
        return self.left_of(match.won) if match.won else match.led

    def begin(self, hand):
        hand.turn = hand.leader
        hand.full = False  # whether the seat on turn has its extra tile
        hand.offer = NONE  # the discard that it may take
        hand.takes = 0  # in a row, each with an empty boneyard
        hand.call = NONE  # the number of the event that said "That's it"

    # --- a turn: one tile in, one tile out ---------------------------------------------------------------------------

    def choices(self, hand, seat):
        if hand.full:
            return ()
        refuse = (DRAW_ACT if hand.hold.stock else _TRASH_ACT,)
        return refuse if hand.offer == NONE else (_TAKE_ACT,) + refuse

    def cannot(self, hand, seat, act):
        return "no_discard" if act >> 24 == TAKE and hand.offer == NONE else None

    def fits(self, hand, seat, tiles):
        if not hand.full:
            return []
        return [t | DISCARD << 24 for t in tiles] + [t | DOWN << 24 for t in tiles]

    def belies(self, hand, act, rack):
        return act >> 24 == DOWN and act & 255 not in outs(rack, self.loose)

    def legal(self, hand, seat):
        """Without false calls."""
        rack = hand.hold.racks[seat]
        good = outs(rack, self.loose) if hand.full else ()
        return [a for a in super().legal(hand, seat) if a >> 24 != DOWN or a & 255 in good]

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == TRASH:
            hand.end("void")
        elif verb == DISCARD:
            self.discard(hand, seat, act & 255)
        elif verb == DOWN:
            hand.offer = act & 255
            hand.call = hand.events - 1
            hand.end("melded", seat)
        else:
            if verb == TAKE:
                hand.hold.take(seat, hand.offer)
            hand.takes = hand.takes + 1 if verb == TAKE and not hand.hold.stock else 0
            hand.turn = seat
            hand.full = True
            hand.offer = NONE

    def discard(self, hand, seat, tile):
        hand.offer = tile
        hand.full = False
        hand.turn = self.left_of(seat)
        if hand.takes == self.seats:
            hand.end("void")

    # --- the call ----------------------------------------------------------------------------------------------------

    def showers(self, hand):
        return (hand.winner,) if hand.winner else ()

    def stands(self, hand):
        """The tile of a false call is a discard like any other."""
        if hand.reason == "melded" and not self.worth(hand):
            seat = hand.winner
            hand.end("")
            hand.hold.infractions.append(Infraction(FALSE_CALL, seat, -1, hand.call))
            if self.charges:
                hand.points[seat - 1] -= FALSE_CALL_POINTS
            self.discard(hand, seat, hand.offer)
        return bool(hand.reason)

    def worth(self, hand):
        """What the hand of the caller is worth, 0 when it is not all melds."""
        rack = hand.hold.racks[hand.winner]
        return best_split(rack, self.loose, self.options["same_suit"])[0] if len(rack) == self.deal else 0

    def score(self, hand):
        scores = [0] * self.seats
        if hand.winner:
            scores[hand.winner - 1] = self.worth(hand)
        return scores

    def hand_winner(self, hand, scores):
        """A void hand has no winner, whatever false calls have cost."""
        return hand.winner

    def finish(self, match):
        return reached(match.totals, self.options["target"])
