"""Poker: straight poker with dominoes, for chips that are only counters.

Twenty tiles: the double-6 set without its blanks and 1-1. Everybody antes, five tiles each, one round of betting; the
best hand of those still in takes the pot, or the last one left, unseen. With `draw=three` up to three tiles are
exchanged after the betting, and a second round follows. With `stakes=none` there is only the showdown.

Whose turn it is follows from one list, `hand.waiting`: the seats that have yet to ante, to speak or to exchange, in
order. A bet or raise puts everybody else who is still in back on it. `hand.stage` says which of these is going on.
"""

from dominocore.compat import const
from dominocore.events import (
    ANTE,
    BET,
    CALL,
    CHECK,
    DISCARD,
    DRAW,
    DRAW_ACT,
    FOLD,
    PASS,
    PASS_ACT,
    RAISE,
    number_of,
    tiles_of,
)
from dominocore.faults import DominoError
from dominocore.pokerhands import READINGS, rank
from dominocore.rules import DEALING, FIRST, WHOLE, Rules as BaseRules
from dominocore.scoring import winners
from dominocore.tiles import LO, tile

# Stages of a hand, in order.
ANTES = const(0)
BETTING = const(1)
EXCHANGE = const(2)
BETTING_AGAIN = const(3)

_CHECK_ACT = CHECK << 24
_CALL_ACT = CALL << 24
_FOLD_ACT = FOLD << 24


class Rules(BaseRules):
    ID = "poker"
    SEATS = {6: (2, 4)}
    DEFAULT_SET = 6
    VERBS = (CHECK, BET, CALL, RAISE, FOLD)
    BEFORE_DEAL = (ANTE,)
    COMPELLED = ()
    OPTIONS = (
        ("straights", "seed", READINGS, 0),
        ("draw", "none", ("none", "three"), 0),
        ("stakes", "chips", ("chips", "none"), 0),
        ("ante", 1, WHOLE, 0),
        ("max_bet", 5, WHOLE, 1),
        ("max_raises", 3, WHOLE, 1),
        ("hands", 10, WHOLE, 1),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.draws = self.options["draw"] == "three"
        self.chips = self.options["stakes"] == "chips"
        self.ante = self.options["ante"] if self.chips else 0
        if self.draws and seats == 4:
            raise DominoError("nothing_to_draw")
        if not self.chips:
            self.VERBS = ()
        elif self.draws:
            self.VERBS = self.VERBS + (DISCARD, DRAW, PASS)
        if self.ante:
            self.VERBS = self.VERBS + (ANTE,)

    def deal_size(self):
        return 5

    def leader(self, match):
        """The dealer: by lot, then one seat left each hand."""
        return self.left_of(match.led) if match.led else self.options["first"]

    def prepare(self, hand):
        hand.hold.retire([t for t in range(self.tiles) if not LO[t]] + [tile(1, 1)])
        hand.stage = ANTES
        hand.live = [True] * (self.seats + 1)  # by seat: whether it is still in
        hand.paid = [0] * (self.seats + 1)
        hand.level = self.ante  # what a seat must have paid to be in
        hand.is_open = False  # whether there is a bet in this round
        hand.raises = 0
        hand.missing = 0  # tiles that the seat on turn has still to draw
        hand.waiting = []
        if self.ante:
            self.await_all(hand)

    def await_all(self, hand):
        """Everybody still in, from the dealer's left."""
        self.await_from(hand, self.left_of(hand.leader))

    def await_from(self, hand, seat):
        hand.waiting = []
        for _ in range(self.seats):
            if hand.live[seat]:
                hand.waiting.append(seat)
            seat = self.left_of(seat)
        hand.turn = hand.waiting[0]

    def begin(self, hand):
        if not self.chips:
            hand.end("showdown")
            return
        hand.stage = BETTING
        self.await_all(hand)

    # --- what a seat may say -----------------------------------------------------------------------------------------

    def choices(self, hand, seat):
        if hand.stage == ANTES:
            return (ANTE << 24 | self.ante,)
        if hand.missing:
            return (DRAW_ACT,)
        if hand.stage == EXCHANGE:
            return (PASS_ACT,)
        if not hand.is_open:
            return (_CHECK_ACT, _FOLD_ACT) + self.amounts(BET)
        raises = self.amounts(RAISE) if hand.raises < self.options["max_raises"] else ()
        return (_CALL_ACT, _FOLD_ACT) + raises

    def amounts(self, verb):
        return tuple([verb << 24 | n for n in range(1, self.options["max_bet"] + 1)])

    def fits(self, hand, seat, tiles):
        """One to three tiles may be exchanged, no more than there are to draw."""
        if hand.stage != EXCHANGE or hand.missing:
            return []
        most = min(3, hand.hold.stock)
        acts = []
        chosen: list = [(0, ())]  # (where to go on choosing, tiles chosen)
        while chosen:
            start, picked = chosen.pop()
            for i in range(start, len(tiles) if len(picked) < most else 0):
                more = picked + (tiles[i],)
                acts.append(discard_act(more))
                chosen.append((i + 1, more))
        return acts

    def cannot(self, hand, seat, act):
        if not hand.live[seat]:
            return "has_folded"
        return "not_in_play" if act >> 24 == ANTE and hand.phase != DEALING else None

    # --- what it leads to --------------------------------------------------------------------------------------------

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == DISCARD:
            hand.missing = len(tiles_of(act))
            hand.turn = seat
            return
        if verb == DRAW:
            hand.missing = max(0, hand.missing - 1)
            if hand.missing:
                return
        if verb in (BET, RAISE):
            self.go_up(hand, seat, verb, number_of(act))
        elif seat in hand.waiting:
            hand.waiting.remove(seat)
        if verb == CALL:
            hand.paid[seat] = hand.level
        elif verb == ANTE:
            hand.paid[seat] = number_of(act)
        elif verb == FOLD:
            hand.live[seat] = False
        self.go_on(hand)

    def go_up(self, hand, seat, verb, chips):
        """A bet or raise: the seat pays up to the new level, and everybody else has to answer."""
        hand.is_open = True
        hand.raises += verb == RAISE
        hand.level += chips
        hand.paid[seat] = hand.level
        self.await_from(hand, seat)
        hand.waiting.remove(seat)

    def go_on(self, hand):
        """The next seat that is waited for; nobody: what comes next in the hand."""
        if sum(hand.live[1:]) == 1:
            hand.end("folded")
        elif hand.waiting:
            hand.turn = hand.waiting[0]
        elif hand.stage == ANTES:
            hand.turn = 0
        elif hand.stage == BETTING_AGAIN or not self.draws:
            hand.end("showdown")
        else:
            hand.stage += 1
            hand.is_open = False
            self.await_all(hand)

    # --- the pot -----------------------------------------------------------------------------------------------------

    def showers(self, hand):
        return [s for s in range(1, self.seats + 1) if hand.live[s]] if hand.reason == "showdown" else ()

    def best(self, hand):
        """The seat that takes the pot."""
        left = [s for s in range(1, self.seats + 1) if hand.live[s]]
        if len(left) == 1:
            return left[0]
        return max([(rank(hand.hold.racks[s], self.options["straights"]), s) for s in left])[1]

    def score(self, hand):
        scores = [-chips for chips in hand.paid[1:]]
        scores[self.best(hand) - 1] += sum(hand.paid) if self.chips else 1
        return scores

    def finish(self, match):
        return winners(match.totals) if match.hands >= self.options["hands"] else None


def discard_act(tiles):
    """The act of a discard: the second and third tile stand in the other fields, plus one."""
    act = DISCARD << 24 | tiles[0]
    for field, t in enumerate(tiles[1:], 1):
        act |= t + 1 << 8 * field
    return act
