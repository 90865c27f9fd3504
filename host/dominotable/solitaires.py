"""Solitaires away from a table: a stock in a known order, and positions that can be tried out without a record.

The stock is a list of tiles in the order in which they will come. `advance` does to a hand what a line of the player
does, and lays whatever the table then has to lay; `fork` gives a second hand to try things on.
"""

from random import Random
from typing import Any

from dominocore.events import HAND, SCORE, TURN, act as make_act
from dominocore.match import Match
from dominocore.record import Writer
from dominocore.scoring import pack_scores
from dominocore.solitaire import Solitaire
from dominocore.tiles import UNSEEN

_SLICE = 10_000
TURN_ACT = make_act(TURN, UNSEEN)
Position = Any  # a `Hand`, to which each game adds what lies on its table


def is_solitaire(rules) -> bool:
    return isinstance(rules, Solitaire)


def shuffled_stock(match: Match, rng: Random) -> list[int]:
    """Every tile that has not been seen yet, in random order."""
    hand: Position = match.hand
    stock = list(hand.hold.unseen())
    rng.shuffle(stock)
    return stock


def play(rules, seed: int, choose, names) -> Writer:
    """Play one solitaire to its end; gives the writer with its finished match and record.

    `choose(match, rng)` picks a legal act, or gives up.
    """
    rng = Random(seed)
    writer = Writer(rules, names)
    match = writer.match
    writer.event(0, make_act(HAND))
    stock = shuffled_stock(match, rng)
    chance = Random(rng.random())
    while match.turn:
        due = rules.due(match.hand)
        if due:
            writer.event(0, due[0], bytes(take(stock, match.hand, due[1])))
            continue
        act = choose(match, chance)
        writer.event(1, make_act(TURN, take(stock, match.hand, 1)[0]) if act == TURN_ACT else act)
    writer.event(0, make_act(SCORE), pack_scores(match.results[-1].scores))
    return writer


def take(stock: list[int], hand: Position, count: int) -> list[int]:
    """The next tiles of the stock; tiles that were put back lie under it."""
    under = [t for t in hand.hold.unseen() if t not in stock] if len(stock) < hand.hold.stock else []
    stock.extend(under)
    taken = stock[:count]
    del stock[:count]
    return taken


# --- trying out ----------------------------------------------------------------------------------------------------


def fork(hand: Position) -> Position:
    """A hand to try things on: what happens to it does not happen to the original."""
    twin = _twin(hand)
    twin.hold = _twin(hand.hold)
    twin.hold.where = bytearray(hand.hold.where)
    for name, value in vars(hand).items():
        if isinstance(value, list):
            setattr(twin, name, list(value))
    if hasattr(hand, "grid"):
        twin.grid = hand.grid.copy()
    return twin


def _twin(thing):
    twin = object.__new__(type(thing))
    vars(twin).update(vars(thing))
    return twin


def advance(rules, hand: Position, act: int, data: bytes, stock: list[int], lines: list) -> None:
    """The player does `act`, then the table lays what is due, from the front of `stock`; `lines` collects the events.

    Whether a turn exists is found out only where the table needs to know: when nothing has been laid yet.
    """
    if act == TURN_ACT:
        act = make_act(TURN, take(stock, hand, 1)[0])
    if act >> 24 in rules.NAMES and not data:
        act, data = rules.spelled(hand, act)
    lines.append((1, act, data))
    if data:
        rules.enact(hand, act, data)
    else:
        rules.apply(hand, 1, act)
    lay_what_is_due(rules, hand, stock, lines)


def lay_what_is_due(rules, hand: Position, stock: list[int], lines: list) -> None:
    """Everything that follows before it is for the player again."""
    while not hand.reason:
        if hand.question:
            _answer(rules, hand)
        due = rules.due(hand)
        if not due:
            return
        data = bytes(take(stock, hand, due[1]))
        lines.append((0, due[0], data))
        hand.owed = None
        hand.hold.show(data)
        rules.laid(hand, due[0], data)


def _answer(rules, hand):
    question, hand.question = hand.question, None
    if hand.grid.numbers:
        return
    while not question.step(_SLICE):
        pass
    rules.answer(hand, question.found)
