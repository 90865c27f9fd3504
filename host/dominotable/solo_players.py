"""A computer player for the solitaires, which looks a little ahead.

`choose_careful(view, rng) -> act` tries what can be done on forks of the hand and takes what leaves the best prospects.
It sees what a player sees: the order of the stock is never asked. Where it is certain that nothing leads on (a clock
that can only be moved about), it gives up.
"""

from random import Random
from typing import Any

from dominocore.events import END_ACT, MOVE, PUT, QUIT, TURN, WASTE, act as make_act
from dominocore.games.traffic import shortened
from dominocore.match import Match
from dominotable.solitaires import TURN_ACT, Position, fork
from dominotable.solving import clock_value, look

_LOOK_WIDTH = 32  # positions gone on with at each stage, when all is known
_MOST_MOVES = 60  # positions of a clock looked at in search of a useful move
_PATIENCE = 600  # lines of a clock after which no further move is looked for
_MOST_TURNS = 12  # turns of Traffic compared
_ENOUGH_TURNS = 200  # possible next turns: more need not be counted


def choose_careful(view: Match, rng: Random) -> int:
    """The act with the best prospects; once the whole stock is known, the first of those that win."""
    rules: Any = view.rules
    hand: Position = view.hand
    if rules.ID not in _CHOOSERS:
        return _legal(view)[0]
    unseen = hand.hold.unseen()
    if len(unseen) <= 1:
        winning = [event for event in look(rules, hand, unseen, _LOOK_WIDTH) if event[0]]
        if winning:
            return next(act for act in _legal(view) if _means(rules, hand, act, winning[0]))
    return _CHOOSERS[rules.ID](rules, hand, view, rng)


def _legal(view: Match) -> list[int]:
    acts = view.legal()
    assert acts is not None, "a solitaire hides nothing from its player"
    return acts


def _means(rules, hand, act, event):
    """Whether a choice is the act of this event."""
    if act == TURN_ACT:
        return event[1] >> 24 == TURN
    spelled = rules.spelled(hand, act) if act >> 24 in rules.NAMES else (act, b"")
    return spelled == event[1:]


def _tried(rules, hand, act):
    """The hand after an act, before the table lays anything."""
    twin = fork(hand)
    data = b""
    if act >> 24 in rules.NAMES:
        act, data = rules.spelled(twin, act)
    if data:
        rules.enact(twin, act, data)
    else:
        rules.apply(twin, 1, act)
    return twin


# --- Squeeze and Good Neighbors: keep as much possible as can be -----------------------------------------------------


def _squeeze(rules, hand, view, rng):
    """The removal after which most can still be removed; a row is never called for early."""

    def prospects(act):
        after = _tried(rules, hand, act)
        return after.reason == "won", len(rules.removals(after.row)), rng.random()

    return max([act for act in _legal(view) if act != END_ACT], key=prospects)


def _good_neighbors(rules, hand, view, rng):
    """The pair after which most pairs are left; the turn ends when none is."""
    acts = [act for act in _legal(view) if act != END_ACT]
    if not acts:
        return END_ACT

    def prospects(act):
        after = _tried(rules, hand, act)
        return after.reason == "won", len(rules.pairs(after.cells)), rng.random()

    return max(acts, key=prospects)


# --- Big Clock: homes that are ready for their doubles ----------------------------------------------------------------


def _big_clock(rules, hand, view, rng):
    acts = _legal(view)
    verbs = {act >> 24 for act in acts}
    if PUT in verbs:
        return max(acts, key=lambda act: (clock_value(rules, _tried(rules, hand, act)), rng.random()))
    if WASTE in verbs or rules.homecomings(hand):
        return acts[0]
    move = _useful_move(rules, hand) if MOVE in verbs and hand.events < _PATIENCE else None
    if move is not None:
        return move
    return acts[0] if TURN in verbs else make_act(QUIT)


def _useful_move(rules, hand):
    """The first of the moves that bring the turned double a place, or a double home; None when none do."""
    paths = [(hand, None)]
    seen = {tuple(hand.piles)}
    best, highest = None, clock_value(rules, hand)
    for here, first in paths:
        for act in rules.moves(here):
            after = _tried(rules, here, act)
            if tuple(after.piles) in seen or after.reason == "lost":
                continue
            seen.add(tuple(after.piles))
            move = act if first is None else first
            if hand.turned >= 0 and (after.owed or rules.choices(after, 1)[0] >> 24 == PUT):
                return move
            value = clock_value(rules, after)
            if hand.turned < 0 and value > highest:
                best, highest = move, value
            if len(seen) < _MOST_MOVES and not after.owed:
                paths.append((after, move))
    return best


# --- Traffic: turns that leave others possible ------------------------------------------------------------------------


def _traffic(rules, hand, view, rng):
    """Of some turns, the one after which the tiles that stay face up can do most."""
    turns = [turn for turn in rules.turns(hand.grid.copy(), hand.up) if turn is not None]
    some = rng.sample(turns, min(len(turns), _MOST_TURNS))
    best = max(some, key=lambda turn: (_traffic_value(rules, hand, turn), rng.random()))
    return shortened(best[0]) if best else END_ACT


def _traffic_value(rules, hand, turn):
    """How many turns the tiles left face up could make then, as far as it is worth counting."""
    grid, up = hand.grid.copy(), list(hand.up)
    for lay in turn:
        grid.lay(lay)
        up.remove(lay[0])
    grid.fresh = []
    count = 0
    for found in rules.turns(grid, up):
        count += found is not None
        if count == _ENOUGH_TURNS:
            break
    return count


_CHOOSERS = {
    "big_clock": _big_clock,
    "good_neighbors": _good_neighbors,
    "squeeze": _squeeze,
    "traffic": _traffic,
}
