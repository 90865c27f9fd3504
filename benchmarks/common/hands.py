"""Random whole hands on the core. Runs on CPython and on MicroPython, so it uses only what both have."""

import random

from dominocore.events import DEAL, DRAW, HAND, act
from dominocore.match import Match

SEATS = 4


def shuffled(count):
    """All tiles of a set in random order. MicroPython has no random.shuffle."""
    tiles = list(range(count))
    for i in range(count - 1, 0, -1):
        j = random.randrange(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def dealt(rules, tiles):
    """A match with a hand just dealt from `tiles`; what is left of them is the boneyard."""
    match = Match(rules)
    match.push(0, act(HAND))
    for seat in range(1, rules.seats + 1):
        start = (seat - 1) * rules.deal
        match.push(seat, act(DEAL), bytes(tiles[start : start + rules.deal]))
    return match, tiles[rules.seats * rules.deal :]


def chosen(match, boneyard):
    """One of the legal acts, at random; chance gives the tile that is drawn."""
    a = random.choice(match.legal())
    return act(DRAW, boneyard.pop()) if a >> 24 == DRAW else a
