"""Random whole hands on the core. Runs on CPython and on MicroPython, so it uses only what both have."""

# The core is written for the board, without types: what a hand has is added by its game.
# pyright: reportOptionalMemberAccess=false, reportOptionalSubscript=false, reportOptionalIterable=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false

import random

from dominocore.events import DEAL, DRAW, HAND, QUIT, TURN, act
from dominocore.match import Match
from dominocore.rules import DEALING

SEATS = 4
LONGEST = 200  # events of a solitaire, which could be moved about for ever


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
    while match.turn and match.hand.phase == DEALING:
        match.push(match.turn, match.legal()[0])
    where = match.hand.hold.where
    stock = [t for t in tiles if not where[t]]
    count = rules.deal_count(match.hand)
    for seat in range(1, rules.seats + 1 if count else 0):
        match.push(seat, act(DEAL), bytes([stock.pop() for _ in range(count)]))
    return match, stock


def going_on(match, boneyard):
    """Whether a seat is to act; tiles that the table owes are laid first."""
    due = match.rules.LAYS and match.rules.due(match.hand)
    while due:
        match.push(0, due[0], bytes([boneyard.pop() for _ in range(due[1])]))
        due = match.rules.due(match.hand)
    return match.turn


def chosen(match, boneyard):
    """One of the legal acts, at random; chance gives the tile that is drawn or turned."""
    a = random.choice(match.legal())
    if match.hand.events > LONGEST and QUIT in match.rules.VERBS:
        return act(QUIT)
    if a >> 24 not in (DRAW, TURN):
        return a
    if not boneyard:
        boneyard.extend(match.hand.hold.unseen())
    return act(a >> 24, boneyard.pop())
