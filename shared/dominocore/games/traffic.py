"""Traffic: lay tiles on a grid so that every turn makes a new quad, four numbers in line that rise or fall by one.

A few tiles lie face up. The first turn makes a quad of two to four of them; every later turn lays one or more so that
a new quad appears with a cell that lay there before and a half of every tile just laid. Never five consecutive numbers
in line. Then the face-up tiles are made up from the stock. Won when all tiles lie, lost when no turn is possible.

Whether a turn is possible can take long to find out, so it is a question of the hand (`Search`) that is answered in
slices. A lay is chosen by an act that holds x and y in a byte each, counted from the middle of the table; a record, and
whoever does not choose from the list, writes the cells in full.
"""

from dominocore.compat import const
from dominocore.events import END, END_ACT, LAY, QUIT, UP, act as make_act
from dominocore.grid import QUAD, STEPS, Grid, ascents, cell, where
from dominocore.scoring import pack_scores, unpack_scores
from dominocore.solitaire import Solitaire
from dominocore.tiles import NUMBERS

_LAYS = (LAY, LAY + 1, LAY + 2, LAY + 3)
_FACE_UP = {6: 4, 9: 5, 12: 6}
_FIRST = (cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0))
_SLICE = const(1000)


class Rules(Solitaire):
    ID = "traffic"
    DEFAULT_SET = 6
    VERBS = _LAYS + (END, QUIT)
    NAMES = _LAYS
    OPTIONS = (
        ("limit", "run", ("run", "strict_line"), 0),
        ("idle_tiles", "forbidden", ("forbidden", "allowed"), 0),
        ("quad_uses_old", "required", ("required", "touching"), 0),
        ("surplus", "kept", ("kept", "returned"), 0),
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.face_up = _FACE_UP[top]
        self.strict = self.options["limit"] == "strict_line"
        self.idle = self.options["idle_tiles"] == "allowed"
        self.touching = self.options["quad_uses_old"] == "touching"
        self.returned = self.options["surplus"] == "returned"

    def set_up(self, hand):
        hand.grid = Grid(self.top, self.strict)
        hand.up = []
        hand.plan = None  # the first legal turn found, as a list of lays
        hand.owed = (make_act(UP), self.face_up)

    def laid(self, hand, act, data):
        hand.owed = None
        hand.up.extend(data)
        hand.question = Search(self, hand)

    def answer(self, hand, turn):
        """Without a legal turn the first turn waits for one more tile; later, or with no more tiles, it is lost."""
        hand.plan = turn
        if turn is not None:
            return
        if hand.grid.numbers or not hand.hold.stock:
            hand.end("lost")
        else:
            hand.owed = (make_act(UP), 1)

    # --- a lay -----------------------------------------------------------------------------------------------------

    def spelled(self, hand, act):
        """The cell of the high half in full: of all with these low bytes the one nearest to the middle."""
        middle = hand.grid.middle()
        x = middle[0] + ((act >> 8) - middle[0] + 128) % 256 - 128
        y = middle[1] + ((act >> 16) - middle[1] + 128) % 256 - 128
        return act & ~0xFFFF00, pack_scores([x, y])

    def misnames(self, hand, act, data):
        if act & 255 not in hand.up:
            return "not_face_up"
        if len(data) != len(pack_scores([0, 0])):
            return "cells_apart"
        _, high, low = lay_of(act, data)
        return "cell_taken" if high in hand.grid.numbers or low in hand.grid.numbers else None

    def breaks(self, hand, act, data):
        if act == END_ACT:
            return None if self.made_quad(hand.grid) else "no_quad"
        lay = lay_of(act, data)
        hand.grid.lay(lay)
        wrong = hand.grid.too_long(lay)
        hand.grid.lift(lay)
        return "five_in_line" if wrong else None

    def enact(self, hand, act, data):
        if act == END_ACT:
            self.end_turn(hand)
            return
        lay = lay_of(act, data)
        hand.grid.lay(lay)
        hand.grid.fresh.append(lay)
        hand.up.remove(act & 255)

    def end_turn(self, hand):
        first = len(hand.grid.fresh) * 2 == len(hand.grid.numbers)
        hand.grid.fresh = []
        hand.plan = None
        if first and self.returned:
            hand.hold.put_back(hand.up[self.face_up :])
            hand.up = hand.up[: self.face_up]
        if not hand.up and not hand.hold.stock:
            self.win(hand)
            return
        new = min(self.face_up - len(hand.up), hand.hold.stock)
        if new > 0:
            hand.owed = (make_act(UP), new)
        else:
            hand.question = Search(self, hand)

    # --- quads -----------------------------------------------------------------------------------------------------

    def windows(self, grid):
        """Every four cells that could become, or are, the new quad of this turn, with the numbers they would show."""
        if not grid.numbers:
            for wanted in ascents(self.top):
                yield _FIRST, wanted
            return
        fresh = grid.fresh_cells()
        anchors = grid.numbers if self.idle or not fresh else fresh[:2]
        for cells, wanted in grid.windows(anchors):
            if self.serves(grid, cells, fresh):
                yield cells, wanted
        if self.touching and (self.idle or not fresh):
            beside = set([c + step for c in grid.numbers for step in STEPS if c not in fresh])
            for cells, wanted in grid.bare_windows(beside):
                yield cells, wanted

    def serves(self, grid, cells, fresh):
        """Whether a quad here would be new, hold (or touch) an old cell and a half of every tile of this turn."""
        new = [c for c in cells if c in fresh or c not in grid.numbers]
        if not new or not (self.idle or _each_has_a_half(grid.fresh, cells)):
            return False
        first = len(fresh) == len(grid.numbers)
        if first or len([c for c in cells if c in grid.numbers and c not in fresh]):
            return True
        return self.touching and _touches_old(grid, cells, fresh)

    def made_quad(self, grid):
        """Whether this turn has made its quad."""
        if not grid.fresh:
            return False
        for cells, _ in self.windows(grid):
            if grid.open_cell(cells) < 0:
                return True
        return False

    def turns(self, grid, tiles):
        """Every way to complete this turn with face-up tiles: lists of lays, empty when it is complete as it stands.

        A generator that yields None between small steps; it lays its tries on `grid`.
        """
        held = 0
        for t in tiles:
            held |= NUMBERS[t]
        for cells, wanted in self.windows(grid.copy()):
            if grid.open_cell(cells) < 0:
                yield []
            elif _all_held(grid, cells, wanted, held):
                for filling in grid.fillings(cells, wanted, tiles):
                    yield filling
            yield None

    def choices(self, hand, seat):
        """Lays that belong to a complete legal turn, and the end of the turn when it is one."""
        lays = set()
        complete = False
        for turn in self.turns(hand.grid.copy(), hand.up):
            if turn is not None:
                complete = complete or not turn
                lays.update(turn)
        acts = [shortened(lay) for lay in sorted(lays)]
        return acts + [END_ACT] if complete else acts

    def hint(self, hand):
        """The next lay of a legal turn, or its end; None when what was laid in this turn leads to none."""
        if hand.reason or hand.owed or hand.question:
            return None
        turn = hand.plan
        if hand.grid.fresh:
            search = Search(self, hand)
            while not search.step(_SLICE):
                pass
            turn = search.found
        if turn is None:
            return None
        return shortened(turn[0]) if turn else END_ACT

    def left(self, hand):
        """How many tiles are not laid yet, face up or to come."""
        return len(hand.up) + hand.hold.stock


class Search:
    """Looks for one complete legal turn, in slices: `step(budget)` is True when it is done, and `found` the turn."""

    def __init__(self, rules, hand):
        self.found = None
        self._steps = rules.turns(hand.grid.copy(), list(hand.up))

    def step(self, budget):
        for _ in range(budget):
            try:
                self.found = next(self._steps)
            except StopIteration:
                return True
            if self.found is not None:
                return True
        return False


def lay_of(act, data):
    """(tile, cell of the high half, cell of the low half) of a written lay."""
    x, y = unpack_scores(data)
    high = cell(x, y)
    return act & 255, high, high + STEPS[(act >> 24) - LAY]


def written(lay):
    """The act and data with which a record writes a lay."""
    t, high, low = lay
    return make_act(LAY + STEPS.index(low - high), t), pack_scores(where(high))


def shortened(lay):
    """The act that chooses a lay: only the low bytes of x and y."""
    act, data = written(lay)
    x, y = unpack_scores(data)
    return act | (x & 255) << 8 | (y & 255) << 16


def _each_has_a_half(fresh, cells):
    for _, high, low in fresh:
        if high not in cells and low not in cells:
            return False
    return True


def _touches_old(grid, cells, fresh):
    for c in cells:
        for step in STEPS:
            if c + step in grid.numbers and c + step not in fresh:
                return True
    return False


def _all_held(grid, cells, wanted, held):
    """Whether every number that a window still needs is on some face-up tile."""
    for i in range(QUAD):
        if not held >> wanted[i] & 1 and cells[i] not in grid.numbers:
            return False
    return True
