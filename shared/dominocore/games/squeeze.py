"""Squeeze: take pairs and groups out of a row until nothing is left.

Seven tiles lie in a row. Two tiles with one or two others between them go when they share a number; three or more side
by side go when one number is on all of them. The row closes at once. When nothing more can go, seven new tiles are
added on the right. Nothing left at the end is a win, one or two tiles a close win.
"""

from dominocore.compat import const
from dominocore.events import END, END_ACT, QUIT, REMOVE, ROW, act as make_act
from dominocore.rules import ON_OFF
from dominocore.solitaire import Solitaire, not_among
from dominocore.tiles import NUMBERS

_DEAL = const(7)
_CLOSE = const(2)  # so few tiles left are a close win
_GROUP = const(1)  # extra of a removal: all tiles from the first to the last named; 0: a pair


class Rules(Solitaire):
    ID = "squeeze"
    DEFAULT_SET = 6
    VERBS = (REMOVE, END, QUIT)
    NAMES = (REMOVE,)
    OPTIONS = (("may_hold_back", "off", ON_OFF, 0), ("group_any", "any", ("any", "whole"), 0))

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.may_hold_back = self.options["may_hold_back"] == "on"
        self.whole = self.options["group_any"] == "whole"

    def set_up(self, hand):
        hand.row = b""
        self.add(hand)

    def add(self, hand):
        hand.owed = (make_act(ROW), min(_DEAL, hand.hold.stock))

    def laid(self, hand, act, data):
        hand.owed = None
        hand.row += data
        self.go_on(hand)

    def go_on(self, hand):
        """When nothing can be removed the next tiles follow; without any the game is over."""
        if self.removals(hand.row):
            return
        if hand.hold.stock:
            self.add(hand)
        elif not hand.row:
            self.win(hand)
        else:
            hand.end("close" if len(hand.row) <= _CLOSE else "lost")

    # --- what can go -----------------------------------------------------------------------------------------------

    def removals(self, row):
        """Every removal as (first place, last place, whether a group), pairs first."""
        found = []
        for i, t in enumerate(row):
            for j in (i + 2, i + 3):
                if j < len(row) and NUMBERS[t] & NUMBERS[row[j]]:
                    found.append((i, j, 0))
        for i in range(len(row)):
            shared = NUMBERS[row[i]]
            j = i
            while j + 1 < len(row) and shared & NUMBERS[row[j + 1]]:
                j += 1
                shared &= NUMBERS[row[j]]
                if j - i > 1 and (not self.whole or ends_here(row, i, j, shared)):
                    found.append((i, j, _GROUP))
        return found

    def choices(self, hand, seat):
        row = hand.row
        acts = [make_act(REMOVE, row[i], row[j], group) for i, j, group in self.removals(row)]
        if self.may_hold_back and hand.hold.stock:
            acts.append(END_ACT)
        return acts

    def spelled(self, hand, act):
        first, last = act & 255, act >> 8 & 255
        if not act >> 16 & _GROUP:
            return _BARE, bytes([first, last])
        return _BARE, hand.row[hand.row.find(bytes([first])) : hand.row.find(bytes([last])) + 1]

    def misnames(self, hand, act, data):
        return not_among(hand.row, data)

    def lacks(self, hand, act):
        return "boneyard_empty" if act == END_ACT and not hand.hold.stock else None

    def breaks(self, hand, act, data):
        if act == END_ACT:
            return None if self.may_hold_back else "not_allowed"
        places = sorted([hand.row.find(bytes([t])) for t in data])
        for i, j, group in self.removals(hand.row):
            if places == (list(range(i, j + 1)) if group else [i, j]):
                return None
        return "no_removal"

    def enact(self, hand, act, data):
        if act == END_ACT:
            self.add(hand)
        else:
            hand.row = bytes([t for t in hand.row if t not in data])
            self.go_on(hand)

    def left(self, hand):
        """How many tiles are left, in the row and to come."""
        return len(hand.row) + hand.hold.stock


_BARE = REMOVE << 24


def ends_here(row, i, j, shared):
    """Whether one of the shared numbers is on neither neighbour: the group is a whole run of it."""
    if i:
        shared &= ~NUMBERS[row[i - 1]]
    if j + 1 < len(row):
        shared &= ~NUMBERS[row[j + 1]]
    return shared != 0
