"""Sense for line games: take what counts, lay what is heavy or hard to place, and keep a rack that can answer."""

from copy import deepcopy

from dominocore.events import PLAY
from dominocore.tiles import NUMBERS, PIPS, is_double

# What is worth how much, in pips.
POINT = 10  # a point made in play
ANSWER = 4  # a tile of the own rack that fits one of the ends then open
DOUBLE = 10  # a double is gone, which has only one number to fit
MATADOR = -12  # a matador is gone, which always fits


def choose(view, seat, acts, rng):
    """The best tile, if one can be laid: who can play neither draws nor stops."""
    plays = [act for act in acts if act >> 24 == PLAY]
    if not plays:
        return rng.choice(acts)
    return max(plays, key=lambda act: (_weigh(view, seat, act), rng.random()))


def _weigh(view, seat, act):
    tile = act & 255
    hand = after(view, seat, act)
    value = PIPS[tile] + POINT * _gain(view, seat, hand) + ANSWER * _answers(hand, seat)
    if tile in getattr(view.rules, "matadors", ()):
        return value + MATADOR
    return value + DOUBLE if is_double(tile) else value


def after(view, seat, act):
    """The hand as it would stand after the act, as far as the seat can see."""
    hand = deepcopy(view.hand)
    if hand.then == seat != hand.turn:
        view.rules.stop(hand)
    hand.hold.lay(seat, act & 255)
    view.rules.apply(hand, seat, act)
    return hand


def _gain(view, seat, hand):
    """What has been made in play, a count that may be claimed included."""
    side = view.rules.side(seat) - 1
    count = getattr(hand, "count", None)
    return hand.points[side] - view.hand.points[side] + (count[1].points if count else 0)


def _answers(hand, seat):
    """How many tiles left in the rack share a number with an open end."""
    return len([tile for tile in hand.hold.racks[seat] if NUMBERS[tile] & hand.layout.wanted])
