"""A computer player for the solitaires, which looks a little ahead.

`choose_careful(view, rng) -> act` tries what can be done on forks of the hand and takes what leaves the best prospects.
It sees what a player sees: the order of the stock is never asked. Where it is certain that nothing leads on (a clock
that can only be moved about), it gives up.
"""

from random import Random

from dominocore.events import END_ACT, MOVE, PUT, QUIT, TURN, WASTE, act as make_act
from dominocore.games.traffic import shortened
from dominocore.match import Match
from dominocore.tiles import HI, LO, NUMBERS, tile
from dominotable.solitaires import fork

_MOST_MOVES = 400  # positions of a clock looked at in search of a useful move
_PATIENCE = 600  # lines of a clock after which no further move is looked for
_MOST_TURNS = 12  # turns of Traffic compared
_ENOUGH_TURNS = 200  # possible next turns: more need not be counted


def choose_careful(view: Match, rng: Random) -> int:
    """The act with the best prospects."""
    rules, hand = view.rules, view.hand
    return _CHOOSERS.get(rules.ID, _first)(rules, hand, view, rng)


def _first(rules, hand, view, rng):
    return view.legal()[0]


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

    return max([act for act in view.legal() if act != END_ACT], key=prospects)


def _good_neighbors(rules, hand, view, rng):
    """The pair after which most pairs are left; the turn ends when none is."""
    acts = [act for act in view.legal() if act != END_ACT]
    if not acts:
        return END_ACT

    def prospects(act):
        after = _tried(rules, hand, act)
        return after.reason == "won", len(rules.pairs(after.cells)), rng.random()

    return max(acts, key=prospects)


# --- Big Clock: homes that are ready for their doubles ----------------------------------------------------------------


def _big_clock(rules, hand, view, rng):
    acts = view.legal()
    verbs = {act >> 24 for act in acts}
    if PUT in verbs:
        return max(acts, key=lambda act: (_clock_value(rules, _tried(rules, hand, act)), rng.random()))
    if WASTE in verbs or rules.homecomings(hand):
        return acts[0]
    move = _useful_move(rules, hand) if MOVE in verbs and hand.events < _PATIENCE else None
    if move is not None:
        return move
    return acts[0] if TURN in verbs else make_act(QUIT)


def _clock_value(rules, hand):
    """Doubles at home count most; then homes that show their number, and numbers that lie open at all."""
    value = 0
    numbers = 0
    for slot in rules.slots:
        top = hand.piles[slot][-1] if hand.piles[slot] else tile(slot, slot)
        if HI[top] == LO[top]:
            value += 40 if HI[top] == slot else -10
        else:
            numbers |= NUMBERS[top]
            value += 5 if slot in (HI[top], LO[top]) else 0
    return value + numbers.bit_count()


def _useful_move(rules, hand):
    """The first of the moves that bring the turned double a place, or a double home; None when none do."""
    paths = [(hand, None)]
    seen = {tuple(hand.piles)}
    best, highest = None, _clock_value(rules, hand)
    for here, first in paths:
        for act in rules.moves(here):
            after = _tried(rules, here, act)
            if tuple(after.piles) in seen or after.reason == "lost":
                continue
            seen.add(tuple(after.piles))
            move = act if first is None else first
            if hand.turned >= 0 and (after.owed or rules.choices(after, 1)[0] >> 24 == PUT):
                return move
            value = _clock_value(rules, after)
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
