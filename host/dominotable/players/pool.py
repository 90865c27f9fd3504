"""Sense for High Fives: a missed pair is claimed, the dearest pair is taken, and else the least is given away."""

from dominocore.events import CAPTURE, CLAIM, END
from dominocore.games.high_fives import value


def choose(view, seat, acts, rng):
    return max(acts, key=lambda act: (*_weigh(act), rng.random()))


def _weigh(act):
    """A claim costs no turn; a pair counts as tiles too; a tile left in the pool is somebody else's."""
    verb, tile, captured = act >> 24, act & 255, (act >> 16 & 255) - CAPTURE
    if verb == END:
        return -1, 0
    if captured < 0:
        return 0, -value(tile)
    return 2 if verb == CLAIM else 1, value(tile) + value(captured)
