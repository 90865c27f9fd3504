"""Good Neighbors: take touching pairs out of a small layout until it is gone.

Two tiles in touching cells (beside, above or diagonal) go when they share a number. Holes stay until the player ends
the turn: then the survivors move up in reading order and the stock fills the free cells. Lost when a fresh layout
shows no pair.
"""

from dominocore.compat import const
from dominocore.events import END, END_ACT, LAYOUT, QUIT, REMOVE, act as make_act
from dominocore.solitaire import Solitaire, not_among
from dominocore.tiles import NUMBERS

_HOLE = const(-1)
_LAYOUTS = {12: (3, 4), 9: (3, 3), 6: (2, 3)}  # rows, tiles in a row


class Rules(Solitaire):
    ID = "good_neighbors"
    DEFAULT_SET = 12
    VERBS = (REMOVE, END, QUIT)
    NAMES = (REMOVE,)
    OPTIONS = (("holes", "stay", ("stay", "close"), 0),)

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        rows, self.width = _LAYOUTS[top]
        self.cells = rows * self.width
        self.goal = self.tiles % 2  # how many tiles are left when the game is won: they go in pairs
        self.closes = self.options["holes"] == "close"
        self.touching = [(i, j) for j in range(self.cells) for i in range(j) if self.touch(i, j)]

    def touch(self, i, j):
        """Whether two cells have a side or a corner in common; rows do not wrap."""
        columns = i % self.width - j % self.width
        rows = i // self.width - j // self.width
        return -1 <= columns <= 1 and -1 <= rows <= 1

    def set_up(self, hand):
        hand.cells = [_HOLE] * self.cells
        hand.removed = False  # whether a pair has gone in this turn
        hand.owed = (make_act(LAYOUT), self.cells)

    def laid(self, hand, act, data):
        hand.owed = None
        hand.cells = collapsed(hand.cells)
        first = hand.cells.index(_HOLE)
        for i, t in enumerate(data):
            hand.cells[first + i] = t
        self.look(hand)

    def look(self, hand):
        """At the start of a turn there must be a pair."""
        if not self.pairs(hand.cells):
            hand.end("lost")

    def pairs(self, cells):
        """The pairs that can go, each in reading order."""
        found = []
        for i, j in self.touching:
            a, b = cells[i], cells[j]
            if a >= 0 and b >= 0 and NUMBERS[a] & NUMBERS[b]:
                found.append((a, b))
        return found

    def choices(self, hand, seat):
        acts = [make_act(REMOVE, a, b) for a, b in self.pairs(hand.cells)]
        if hand.removed:
            acts.append(END_ACT)
        return acts

    def spelled(self, hand, act):
        return REMOVE << 24, bytes([act & 255, act >> 8 & 255])

    def misnames(self, hand, act, data):
        return not_among(hand.cells, data)

    def breaks(self, hand, act, data):
        if act == END_ACT:
            return None if hand.removed else "no_pair_yet"
        pairs = self.pairs(hand.cells)
        return None if tuple(data) in pairs or tuple(reversed(data)) in pairs else "no_pair"

    def enact(self, hand, act, data):
        if act == END_ACT:
            self.refill(hand)
            return
        for t in data:
            hand.cells[hand.cells.index(t)] = _HOLE
        hand.removed = True
        if self.closes:
            hand.cells = collapsed(hand.cells)
        if self.left(hand) <= self.goal:
            self.win(hand)

    def refill(self, hand):
        """The survivors move up; the stock, while it lasts, fills the free cells."""
        hand.removed = False
        hand.cells = collapsed(hand.cells)
        new = min(hand.cells.count(_HOLE), hand.hold.stock)
        if new:
            hand.owed = (make_act(LAYOUT), new)
        else:
            self.look(hand)

    def left(self, hand):
        """How many tiles are left, in the layout and to come."""
        return len(hand.cells) - hand.cells.count(_HOLE) + hand.hold.stock


def collapsed(cells):
    """The tiles in reading order, then the holes."""
    tiles = [t for t in cells if t >= 0]
    return tiles + [_HOLE] * (len(cells) - len(tiles))
