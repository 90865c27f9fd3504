"""The geometry of the play area: which tile half lies on which cell, and where the next tile may go.

A cell is `y * columns + x`. A tile covers two orthogonally adjacent cells. An *end* of the layout has a tip (the cell
its next tile must touch; a double has two, since the line goes on from either of its halves) and the direction in
which the line was running when it got there. A tile *joins* an end when the cell of its touching half is next to a
tip and that half may touch there: the one the act names, else by `takes` of the rules' layout, which gives for an open
number a mask of those that may touch it. Which ends are open and what fits there is for the rules; here they are only
places on the board.

Directions are 0 right, 1 down, 2 left, 3 up. A step off the board ends on the rim, one ring of cells around the board
that are never free, so nothing below asks for edges. Inside this room cells are numbered with the rim.
"""

from dominocore.compat import const
from dominocore.events import D, L, R, U
from dominocore.tiles import HI, LO

FREE = const(255)  # `tiles[cell]`: nothing lies there
_RIM = const(254)

# Why a placement means no act.
ASKEW = "askew"  # not on two neighbouring cells
TAKEN = "cell_taken"
NOT_JOINED = "not_joined"
TURN_ROUND = "turn_round"  # it touches with the wrong half

_ENOUGH = const(60)  # free cells that are room enough


class End:
    """An open end: its one or two tips, the direction the line runs, the number that is open there."""

    def __init__(self, a, b, heading, number, strict):
        self.a = a
        self.b = b
        self.heading = heading
        self.number = number
        self.strict = strict  # only straight on: the sides of a spinner belong to its other ends


class Board:
    def __init__(self, columns, rows):
        self.columns = columns
        self.rows = rows
        self._width = columns + 2
        self._steps = (1, self._width, -1, -self._width)
        self._tiles = bytearray(bytes([_RIM]) * (self._width * (rows + 2)))
        self._none = bytes(len(self._tiles))
        self._seen = bytearray(len(self._tiles))
        self._queue = [0] * (_ENOUGH + 4)
        self.clear()

    def clear(self, takes=None):
        """An empty board; `takes` is the layout's table of which numbers may touch an open one, None: only the same."""
        self._takes = takes
        for y in range(1, self.rows + 1):
            for i in range(y * self._width + 1, y * self._width + 1 + self.columns):
                self._tiles[i] = FREE
        self.laid = []  # (tile, cell of its high half, cell of its low half) in order
        self._ends = {}

    # --- cells -----------------------------------------------------------------------------------------------

    def _inner(self, cell):
        return cell + self._width + 1 + 2 * (cell // self.columns)

    def _outer(self, inner):
        return inner - self._width - 1 - 2 * (inner // self._width - 1)

    def tile_at(self, cell):
        """The tile that lies on a cell, or FREE."""
        return self._tiles[self._inner(cell)]

    def adjacent(self, a, b):
        return b - a in self._steps_of(a)

    def _steps_of(self, cell):
        x = cell % self.columns
        return (
            1 if x < self.columns - 1 else 0,
            -1 if x else 0,
            self.columns,
            -self.columns,
        )

    def _heading(self, a, b):
        """The direction from a cell to the next one."""
        return self._steps.index(b - a)

    # --- laying ----------------------------------------------------------------------------------------------

    def lay(self, tile, place, high, low, spinner=False, extra=0):
        """A tile lies on two cells: at an end, or (place 0) as the first. A `spinner` opens its sides as U and D.

        `extra` is that of the act: the half that touches plus one, where the play names it.
        """
        self.laid.append((tile, high, low))
        a, b = self._inner(high), self._inner(low)
        self._tiles[a] = self._tiles[b] = tile
        if not place:
            self._lay_first(tile, a, b, spinner)
            return
        end = self._ends[place]
        touch, far, number = self._orient(tile, a, b, end, extra)
        heading = self._arrival(end, touch)
        double = HI[tile] == LO[tile]
        if not double and self._joins(end, touch):
            heading = self._heading(touch, far)
        self._ends[place] = End(far, touch if double else far, heading, number, spinner)
        if spinner:
            self._branch(a, b, heading, number)

    def _lay_first(self, tile, a, b, spinner):
        if not self.adjacent(self._outer(a), self._outer(b)):
            along = 0  # laid askew, as on a table without cells: any direction will do
        else:
            along = self._heading(a, b)
        if HI[tile] == LO[tile]:
            side = (along + 3) & 3
            self._ends[L] = End(a, b, side, HI[tile], spinner)
            self._ends[R] = End(b, a, side ^ 2, HI[tile], spinner)
            if spinner:
                self._branch(a, b, side, HI[tile])
        else:
            self._ends[L] = End(a, a, along ^ 2, HI[tile], False)
            self._ends[R] = End(b, b, along, LO[tile], False)

    def _branch(self, a, b, heading, number):
        """The two sides of a spinner, left and right of the way the line runs."""
        self._ends[U] = End(a, b, (heading + 3) & 3, number, True)
        self._ends[D] = End(a, b, (heading + 1) & 3, number, True)

    def _orient(self, tile, a, b, end, extra):
        """Which cell touches the end, which is away from it, and the number that is open there."""
        if HI[tile] == LO[tile]:
            if self._joins(end, b) and not self._joins(end, a):
                a, b = b, a
            return a, b, HI[tile]
        if self._may_touch(end, HI[tile], extra):
            return a, b, LO[tile]
        return b, a, HI[tile]

    def _may_touch(self, end, half, extra):
        """Whether this half of a tile may touch an end."""
        if extra:
            return half == extra - 1
        return self._takes[end.number] >> half & 1 if self._takes else half == end.number

    def _arrival(self, end, touch):
        """The direction in which a tile came to an end."""
        for tip in (end.a, end.b):
            if touch - tip in self._steps:
                return self._heading(tip, touch)
        return end.heading

    # --- joining ---------------------------------------------------------------------------------------------

    def _joins(self, end, cell):
        for way in self._ways(end):
            step = self._steps[way]
            if cell == end.a + step or cell == end.b + step:
                return True
        return False

    def _ways(self, end):
        """The directions in which an end may go on: all, but from a spinner only its own while that is free."""
        if end.strict:
            step = self._steps[end.heading]
            if self._tiles[end.a + step] == FREE or self._tiles[end.b + step] == FREE:
                return (end.heading,)
        return (0, 1, 2, 3)

    def where(self, tile, high, low, acts):
        """Which of `acts` (plays of `tile`) this placement means, or a word for why it means none."""
        a, b = self._inner(high), self._inner(low)
        if self._tiles[a] != FREE or self._tiles[b] != FREE:
            return TAKEN
        if not self.adjacent(high, low):
            return ASKEW
        if acts and not acts[0] >> 8 & 255:
            return acts[0]
        best, best_rank, why = None, 9, NOT_JOINED
        for act in acts:
            end = self._ends[act >> 8 & 255]
            rank, reason = self._rank(end, tile, a, b, act >> 16 & 255)
            if rank < best_rank:
                best, best_rank = act, rank
            why = reason or why
        return why if best is None else best

    def _rank(self, end, tile, a, b, extra):
        """How well a placement fits an end (0 straight on, 1 beside, 2 no cell is left there, 9 not), and why not."""
        double = HI[tile] == LO[tile]  # it fits: then its one number does
        rank = 9
        for touch, far, half in ((a, b, HI[tile]), (b, a, LO[tile])):
            if self._joins(end, touch):
                if not double and not self._may_touch(end, half, extra):
                    if rank == 9 and not self._joins(end, far):
                        return 9, TURN_ROUND
                else:
                    straight = touch - end.a == self._steps[end.heading] or touch - end.b == self._steps[end.heading]
                    rank = min(rank, 0 if straight else 1)
        if rank == 9 and not self._has_room(end):
            rank = 2
        return rank, None

    def _has_room(self, end):
        return bool(self._pairs(end))

    # --- where to go -----------------------------------------------------------------------------------------

    def spots(self, place, double=False):
        """The pairs of cells (touching, far) where the next tile may go, best first.

        Straight on while the line can go on from there, else a turn towards the larger room; never where another
        end would lose its way if there is any other spot. A double goes crosswise if it can.
        """
        if not self.laid:
            middle = self.rows // 2 * self.columns + self.columns // 2
            return [(middle - 1, middle)]
        end = self._ends[place]
        ranked = []
        for touch, far in self._pairs(end):
            ranked.append((self._cost(place, end, touch, far, double), touch, far))
        ranked.sort()
        self._prefer_room(ranked)
        return [(self._outer(touch), self._outer(far)) for _, touch, far in ranked]

    def _prefer_room(self, ranked):
        """Measuring room is dear, so only the best spot is measured, and what then becomes the best."""
        measured = []
        while ranked and ranked[0] not in measured:
            cost, touch, far = ranked[0]
            short = _ENOUGH - self._room(touch, far) if self._splits(touch, far) else 0
            ranked[0] = (cost + 2 * max(0, short), touch, far)
            measured.append(ranked[0])
            ranked.sort()

    def _pairs(self, end):
        """Every free pair of cells that touches an end."""
        tiles, steps = self._tiles, self._steps
        found = []
        for tip in (end.a,) if end.a == end.b else (end.a, end.b):
            for way in self._ways(end):
                touch = tip + steps[way]
                if tiles[touch] == FREE:
                    for step in steps:
                        if tiles[touch + step] == FREE:
                            found.append((touch, touch + step))
        return found

    def _cost(self, place, end, touch, far, double):
        """Small is good. In order of weight: a way on, other ends left alone, room, crosswise, straight, clockwise."""
        came = self._arrival(end, touch)
        goes = self._heading(touch, far)
        cross = double and (came ^ goes) & 1
        cost = 0 if self._exits(touch, far, double) else 200
        if double:
            ahead = touch + self._steps[came]
            clear = self._tiles[ahead] == FREE and self._tiles[ahead + self._steps[came]] == FREE
            cost += (0 if cross else 15) + (0 if clear else 30)
        if came != end.heading:
            cost += 10 if (came - end.heading) & 3 == 1 else 20
        if goes != came and not cross:
            cost += 10 if (goes - came) & 3 == 1 else 20
        for other in self._ends:
            if other != place and self._crowds(self._ends[other], touch, far):
                cost += 60 if self._ends[other].number != end.number else 150
        return cost

    def _exits(self, touch, far, double):
        """Whether another tile can follow one laid there."""
        tiles, steps = self._tiles, self._steps
        for tip in (far, touch) if double else (far,):
            for step in steps:
                cell = tip + step
                if tiles[cell] == FREE and cell != touch and cell != far:
                    for onward in steps:
                        if tiles[cell + onward] == FREE and cell + onward != touch and cell + onward != far:
                            return True
        return False

    def _crowds(self, end, touch, far):
        """Whether a tile would lie on or beside the next cells of another end."""
        step = self._steps[end.heading]
        for tip in (end.a, end.b):
            for cell in (touch, far):
                if cell - tip in self._steps or cell == tip + 2 * step:
                    return True
        return False

    def _splits(self, touch, far):
        """Whether a tile would touch what lies around it at more than one stretch, so that free cells part."""
        tiles = self._tiles
        along = far - touch
        side = self._width + 1 - abs(along)
        ring = (touch - along, touch - along + side, touch + side, far + side, far + along + side,
                far + along, far + along - side, far - side, touch - side, touch - along - side)
        changes = 0
        last = tiles[ring[9]] == FREE
        for cell in ring:
            free = tiles[cell] == FREE
            if free != last:
                changes += 1
                last = free
        return changes > 2

    def _room(self, touch, far):
        """How many free cells, as far as it matters, can be reached from a tile laid there."""
        tiles, steps = self._tiles, self._steps
        seen = self._seen
        seen[:] = self._none
        seen[touch] = seen[far] = 1
        queue = self._queue
        queue[0] = far
        head, tail = 0, 1
        while head < tail and tail < _ENOUGH:
            cell = queue[head]
            head += 1
            for step in steps:
                near = cell + step
                if tiles[near] == FREE and not seen[near]:
                    seen[near] = 1
                    queue[tail] = near
                    tail += 1
        return tail - 1
