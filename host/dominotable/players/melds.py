"""Sense for That's It!: collect a few numbers, take only what helps, call as soon as everything is melded."""

from itertools import combinations

from dominocore.events import DOWN, TAKE
from dominocore.melds import DOUBLES, best_split, of_kind

_TAKE_ACT = TAKE << 24


def choose(view, seat, acts, rng):
    hand = view.hand
    rack = hand.hold.racks[seat]
    calls = [act for act in acts if act >> 24 == DOWN]
    if calls:
        return max(calls, key=lambda act: best_split(_without(rack, act & 255), view.rules.loose)[0])
    if _TAKE_ACT in acts:
        helps = max(_progress(_without(rack + [hand.offer], t)) for t in rack) > _progress(rack)
        return _TAKE_ACT if helps else next(act for act in acts if act != _TAKE_ACT)
    return max(acts, key=lambda act: (_progress(_without(rack, act & 255)), rng.random()))


def _without(rack, tile):
    return [t for t in rack if t != tile]


def _progress(rack):
    """How many tiles of the rack the best few numbers hold, and how many pairs stand beside them.

    A hand is one meld of four and the others of three, so no number counts for more.
    """
    kinds = [set(found) for found in (of_kind(rack, kind) for kind in range(DOUBLES + 1)) if len(found) > 1]
    kinds.sort(key=len, reverse=True)
    most = 0
    for chosen in combinations(kinds[:6], min(len(kinds), len(rack) // 3)):
        most = max(most, len(set().union(*chosen)))
    return most
