"""Big Clock: bring every double home to the slot of its number.

One tile lies in each slot. Tiles turned up from the stock go on a top that shares a number with them and is no double;
what fits nowhere is waste. A double may lie on a wrong slot, but then it is in trouble: tops may be moved, and as soon
as its home is empty or shows its number it goes there by itself. A slot that falls empty is filled from the stock.
"""

from dominocore.compat import const
from dominocore.events import CLOCK, MOVE, PUT, QUIT, SLOT, TURN, WASTE, act as make_act
from dominocore.solitaire import Solitaire, new_tile
from dominocore.tiles import HI, LO, NUMBERS, tile

_NONE = const(-1)
_TURN = const(19 << 24 | 255)  # as a choice: the tile is not known before it is turned


class Rules(Solitaire):
    ID = "big_clock"
    DEFAULT_SET = 12
    VERBS = (TURN, PUT, WASTE, MOVE, QUIT)
    OPTIONS = (("settle", "auto", ("auto", "player"), 0), ("moves", "trouble", ("trouble", "always"), 0))

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.slots = range(1, top + 1)
        self.settles_itself = self.options["settle"] == "auto"
        self.moves_always = self.options["moves"] == "always"

    def prepare(self, hand):
        """The double blank has no slot: it lies in the middle."""
        hand.hold.retire((tile(0, 0),))

    def set_up(self, hand):
        hand.piles = [b"" for _ in range(self.top + 1)]  # by slot, from 1; the top is the last
        hand.turned = _NONE
        hand.owed = (make_act(CLOCK), self.top)

    def laid(self, hand, act, data):
        hand.owed = None
        first = (act >> 8 & 255) - SLOT if act >> 8 & 255 else 1
        for i, t in enumerate(data):
            hand.piles[first + i] += bytes([t])
        self.go_on(hand)

    # --- what follows by itself ------------------------------------------------------------------------------------

    def go_on(self, hand):
        """Doubles go home, empty slots are filled; then it is for the player, or over."""
        moves = self.homecomings(hand)
        while moves and self.settles_itself:
            shift(hand.piles, moves[0])
            moves = self.homecomings(hand)
        if moves:
            return
        if not self.left(hand):
            self.win(hand)
            return
        slot = self.to_fill(hand)
        if slot:
            hand.owed = (make_act(CLOCK, 0, SLOT + slot), 1)
        elif not self.choices(hand, 1):
            hand.end("lost")

    def homecomings(self, hand):
        """The moves of doubles on a wrong slot whose home is empty or shows their number."""
        found = []
        for slot in self.slots:
            t = top_of(hand.piles[slot])
            if is_away(t, slot) and self.takes(hand, HI[t], t):
                found.append(make_act(MOVE, slot, HI[t]))
        return found

    def to_fill(self, hand):
        """The lowest empty slot, to be filled from the stock; 0 when none is, or the turned double goes home first."""
        empty = [slot for slot in self.slots if not hand.piles[slot]]
        if not empty or not hand.hold.stock or [s for s in empty if hand.turned == tile(s, s)]:
            return 0
        return empty[0]

    # --- what the player may do ------------------------------------------------------------------------------------

    def takes(self, hand, slot, t):
        """Whether a tile may be put here: a double into its empty home, else on a single that shares a number."""
        top = top_of(hand.piles[slot])
        if top == _NONE:
            return t == tile(slot, slot)
        return HI[top] != LO[top] and NUMBERS[top] & NUMBERS[t] != 0

    def choices(self, hand, seat):
        homecomings = self.homecomings(hand)
        if homecomings:
            return homecomings
        t = hand.turned
        if t == _NONE:
            acts = [_TURN] if hand.hold.stock else []
            return acts + self.moves(hand) if self.moves_always or self.trouble(hand) else acts
        home = HI[t]
        if HI[t] == LO[t] and not hand.piles[home]:
            return [make_act(PUT, t, SLOT + home)]
        puts = [make_act(PUT, t, SLOT + slot) for slot in self.slots if self.takes(hand, slot, t)]
        if puts:
            return puts
        return self.moves(hand) if HI[t] == LO[t] else [make_act(WASTE, t)]

    def trouble(self, hand):
        """Whether a double lies on a wrong slot."""
        for slot in self.slots:
            if is_away(top_of(hand.piles[slot]), slot):
                return True
        return False

    def moves(self, hand):
        """Every move of a top, other than a double at home, to another pile that takes it."""
        found = []
        for source in self.slots:
            t = top_of(hand.piles[source])
            if t != _NONE and t != tile(source, source):
                for target in self.slots:
                    if target != source and hand.piles[target] and self.takes(hand, target, t):
                        found.append(make_act(MOVE, source, target))
        return found

    def lacks(self, hand, act):
        verb, t, place = act >> 24, act & 255, act >> 8 & 255
        if verb == TURN:
            return "turned_first" if hand.turned != _NONE else new_tile(hand, t)
        if verb == MOVE:
            if not (1 <= t <= self.top and 1 <= place <= self.top) or t == place:
                return "no_such_slot"
            return None if hand.piles[t] else "slot_empty"
        if verb in (PUT, WASTE) and t != hand.turned:
            return "not_turned"
        return "no_such_slot" if verb == PUT and not SLOT < place <= SLOT + self.top else None

    def breaks(self, hand, act, data):
        choices = self.choices(hand, 1)
        if (_TURN if act >> 24 == TURN else act) in choices:
            return None
        if act >> 24 == PUT:
            return "does_not_fit"
        return "has_a_place" if act >> 24 == WASTE else "not_allowed"

    def enact(self, hand, act, data):
        verb, t = act >> 24, act & 255
        if verb == TURN:
            hand.hold.show((t,))
            hand.turned = t
        elif verb == MOVE:
            shift(hand.piles, act)
        else:
            hand.turned = _NONE
            if verb == PUT:
                hand.piles[(act >> 8 & 255) - SLOT] += bytes([t])
        self.go_on(hand)

    def left(self, hand):
        """How many doubles are not home."""
        return len([slot for slot in self.slots if top_of(hand.piles[slot]) != tile(slot, slot)])


def top_of(pile):
    return pile[-1] if pile else _NONE


def is_away(t, slot):
    """Whether a top is a double on a slot that is not its home."""
    return t != _NONE and HI[t] == LO[t] != slot


def shift(piles, act):
    """Move the top of one pile to another."""
    source, target = act & 255, act >> 8 & 255
    piles[target] += piles[source][-1:]
    piles[source] = piles[source][:-1]
