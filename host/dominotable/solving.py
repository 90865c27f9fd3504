"""Can this solitaire still be won? A search that knows the order of the stock.

Positions are kept in stages by how far the game has come. From each stage the most promising `width` positions are
gone on with; if no line wins, the search begins again with a larger width. When no position had to be left out, the
answer is certain: it cannot be won. Otherwise the time limit ends it, and nothing is claimed.
"""

import heapq
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from dominocore.events import END_ACT
from dominocore.games.traffic import written
from dominocore.grid import STEPS
from dominocore.tiles import HI, LO, NUMBERS, tile
from dominotable.solitaires import Position, advance, fork, lay_what_is_due

WON = "won"
UNWINNABLE = "unwinnable"
NOT_FOUND = "not_found"
GAMES = ("big_clock", "good_neighbors", "traffic", "squeeze")  # those in which the player decides anything

_FIRST_WIDTH = 8
_WIDER = 4
_MOST_TURNS = 8  # from one position, times the width


@dataclass
class Node:
    """A position on the way, with the events that led to it from its parent."""

    hand: Position
    stock: list[int]
    parent: "Node | None" = None
    lines: list = field(default_factory=list)


@dataclass
class Progress:
    """What a search has done so far, for those who wait."""

    width: int = 0
    positions: int = 0
    fewest: int = 0


@dataclass
class Answer:
    """What was found: `lines` are the events from the position to the win."""

    verdict: str
    lines: list
    progress: Progress


class _OutOfTime(Exception):
    pass


def solve(
    rules, hand: Position, stock: list[int], limit: float, tell: Callable[[Progress], None] = lambda progress: None
) -> Answer:
    """Search for at most `limit` seconds. `stock` is what is still to come, in order."""
    search = _Search(rules, limit, tell)
    root = Node(fork(hand), list(stock))
    lay_what_is_due(rules, root.hand, root.stock, root.lines)
    width = _FIRST_WIDTH
    try:
        while True:
            found, whole = search.run(root, width)
            if found or whole:
                return Answer(WON if found else UNWINNABLE, _path(found), search.progress)
            width *= _WIDER
    except _OutOfTime:
        return Answer(NOT_FOUND, [], search.progress)


def look(rules, hand: Position, stock: list[int], width: int) -> list:
    """A single search with this width and no clock: the events that win, or none."""
    search = _Search(rules, math.inf, lambda progress: None)
    found, _ = search.run(Node(fork(hand), list(stock)), width)
    return _path(found)


class _Search:
    def __init__(self, rules, limit, tell):
        self.rules = rules
        self.game = _GAMES[rules.ID]
        self.until = time.monotonic() + limit
        self.tell = tell
        self.progress = Progress(fewest=rules.tiles)
        self.luck = Random(1)  # which of two equally promising positions comes first: the same in every run

    def run(self, root: Node, width: int) -> tuple[Node | None, bool]:
        """One search with this width: the won position or None, and whether every position was looked at."""
        self.progress.width = width
        stages: dict[int, list] = {}
        seen = set()
        self._keep(root, stages, seen)
        whole = True
        while stages:
            heap = stages[max(stages)]
            for _ in range(width):
                if not heap:
                    break
                node = heapq.heappop(heap)[2]
                if node.hand.reason == "won":
                    return node, whole
                whole = self._go_on(node, stages, seen) and whole
            whole = whole and not heap
            del stages[max(stages)]
        return None, whole

    def _go_on(self, node, stages, seen):
        """Try every turn, or a fair sample when there are very many; tells whether it was every one."""
        if time.monotonic() > self.until:
            raise _OutOfTime
        self.progress.positions += 1
        if self.progress.positions % 64 == 0:
            self.tell(self.progress)
        turns = self.game.turns(self.rules, node.hand)
        some = self.luck.sample(turns, min(len(turns), _MOST_TURNS * self.progress.width))
        for turn in some:
            child = Node(fork(node.hand), list(node.stock), node)
            for act, data in turn:
                advance(self.rules, child.hand, act, data, child.stock, child.lines)
            self._keep(child, stages, seen)
        return len(some) == len(turns)

    def _keep(self, node, stages, seen):
        """Put a position that is new into its stage; ended games without a win are dropped."""
        hand = node.hand
        key = self.game.key(hand)
        if key in seen or hand.reason not in ("", "won"):
            return
        seen.add(key)
        left = self.rules.left(hand)
        self.progress.fewest = min(self.progress.fewest, left)
        cost = -1 if hand.reason else self.game.cost(self.rules, hand)
        entry = (cost, self.luck.random(), node)
        heapq.heappush(stages.setdefault(self.game.stage(self.rules, hand), []), entry)


def _path(node):
    """The events from the root to a node."""
    parts = []
    while node:
        parts.append(node.lines)
        node = node.parent
    return [event for lines in reversed(parts) for event in lines]


def clock_value(rules, hand: Position) -> int:
    """How good a clock looks. Doubles at home count most, then homes that show their number; numbers that lie open are
    worth more while their double is still to come, and high piles bury what may be wanted."""
    value = 0
    numbers = 0
    for slot in rules.slots:
        pile = hand.piles[slot]
        top = pile[-1] if pile else tile(slot, slot)
        if not pile:
            value += 100
        elif HI[top] == LO[top]:
            value += 400 if HI[top] == slot else -100
        else:
            numbers |= NUMBERS[top]
            value += (100 if slot in (HI[top], LO[top]) else 0) - 3 * len(pile)
    for slot in rules.slots:
        if numbers >> slot & 1:
            value += 10 if hand.hold.where[tile(slot, slot)] else 80
    return value


# --- what the search must know about each game ---------------------------------------------------------------------


class _Game:
    """How far a game has come (`stage`, high first), what makes two positions the same, and which is more promising."""

    def turns(self, rules, hand):
        """What the player can do next: lists of acts with their data, if they need to name it."""
        return [[(act, b"")] for act in rules.choices(hand, 1)]

    def stage(self, rules, hand):
        return rules.left(hand)


class _Squeeze(_Game):
    def key(self, hand):
        return hand.row, hand.hold.stock

    def cost(self, rules, hand):
        return 100 - len(rules.removals(hand.row))


class _GoodNeighbors(_Game):
    def key(self, hand):
        return tuple(hand.cells), hand.removed, hand.hold.stock

    def cost(self, rules, hand):
        return 100 - len(rules.pairs(hand.cells))


class _BigClock(_Game):
    def key(self, hand):
        return tuple(hand.piles), hand.turned, hand.hold.stock

    def stage(self, rules, hand):
        return hand.hold.stock

    def cost(self, rules, hand):
        return 10_000 - clock_value(rules, hand)


class _Traffic(_Game):
    def turns(self, rules, hand):
        """Whole turns: the lays of each, then its end."""
        found = {tuple(sorted(turn)) for turn in rules.turns(hand.grid.copy(), hand.up) if turn}
        return [[written(lay) for lay in turn] + [(END_ACT, b"")] for turn in sorted(found)]

    def key(self, hand):
        return frozenset(hand.grid.numbers.items()), frozenset(hand.up), hand.hold.stock

    def cost(self, rules, hand):
        """The more room there is around what lies on the table, the better."""
        numbers = hand.grid.numbers
        room = sum(1 for c in numbers for step in STEPS if c + step not in numbers)
        return 1000 - room


_GAMES = {
    "squeeze": _Squeeze(),
    "good_neighbors": _GoodNeighbors(),
    "big_clock": _BigClock(),
    "traffic": _Traffic(),
}
