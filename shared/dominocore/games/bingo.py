"""Bingo: count along the row, and whatever tile has as many pips as the count goes.

All tiles lie in one row. Counting 0, 1, 2 … again and again, one number a tile, left to right, marks the tiles whose
pips equal their number; at the end of the row they go, the row closes, and the count runs on. There is nothing to
decide: the one act is the next removal, and passes that remove nothing are not written.
"""

from dominocore.events import QUIT, REMOVE, ROW, act as make_act
from dominocore.rules import ON_OFF
from dominocore.solitaire import Solitaire, not_among
from dominocore.tiles import PIPS

_REMOVAL = REMOVE << 24


class Rules(Solitaire):
    ID = "bingo"
    DEFAULT_SET = 6
    VERBS = (REMOVE, QUIT)
    NAMES = (REMOVE,)
    OPTIONS = (("count_top", "2n", ("2n", "12"), 0), ("reset_each_pass", "off", ON_OFF, 0))

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.counts = 13 if self.options["count_top"] == "12" else 2 * top + 1
        self.resets = self.options["reset_each_pass"] == "on"

    def set_up(self, hand):
        hand.row = b""
        hand.count = 0  # the number of the first tile in the next pass
        hand.marked = b""  # what that pass, or the first later one that removes anything, will take
        hand.owed = (make_act(ROW), self.tiles)

    def laid(self, hand, act, data):
        hand.owed = None
        hand.row = data
        self.go_on(hand)

    def go_on(self, hand):
        """Count until something goes; when the count comes round and nothing has, nothing ever will."""
        row = hand.row
        hand.marked = b""
        if not row:
            self.win(hand)
            return
        start = hand.count
        while not hand.marked:
            counts, count = self.counts, hand.count
            hand.marked = bytes([t for i, t in enumerate(row) if PIPS[t] == (count + i) % counts])
            hand.count = 0 if self.resets else (count + len(row)) % counts
            if hand.count == start and not hand.marked:
                hand.end("lost")
                return

    def choices(self, hand, seat):
        return (_REMOVAL,)

    def spelled(self, hand, act):
        return act, hand.marked

    def misnames(self, hand, act, data):
        return not_among(hand.row, data)

    def breaks(self, hand, act, data):
        return None if sorted(data) == sorted(hand.marked) else "not_counted"

    def enact(self, hand, act, data):
        hand.row = bytes([t for t in hand.row if t not in data])
        self.go_on(hand)

    def left(self, hand):
        """How many tiles are left."""
        return len(hand.row)
