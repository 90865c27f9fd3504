"""Sense for Poker: how many hands of the tiles one cannot see are worse, and what the pot gives for a call."""

from dominocore.events import BET, CALL, CHECK, FOLD, PASS, RAISE, tiles_of
from dominocore.pokerhands import FLUSH, rank
from dominocore.tiles import HI, LO, NUMBERS

DEALS = 60  # hands that are imagined to weigh one's own
STRONG = 0.6  # of the pot, alone against all: worth a bet
SURE = 0.8  # worth a raise


def choose(view, seat, acts, rng):
    hand = view.hand
    rack = hand.hold.racks[seat]
    verbs = {act >> 24: act for act in acts}  # the highest of each: amounts come in rising order
    if PASS in verbs:
        return _exchange(rack, acts, verbs[PASS])
    chance = _strength(view, rack, rng) ** (sum(hand.live[1:]) - 1)
    if chance > SURE and RAISE in verbs:
        return verbs[RAISE]
    if chance > STRONG and BET in verbs:
        return verbs[BET]
    if CHECK in verbs:
        return verbs[CHECK]
    price = hand.level - hand.paid[seat]
    return verbs[CALL] if chance * (sum(hand.paid) + price) >= price else verbs[FOLD]


def _strength(view, rack, rng):
    """The share of imagined hands that this one beats."""
    reading = view.rules.options["straights"]
    mine = rank(rack, reading)
    unseen = view.hand.hold.unseen()
    return sum(rank(rng.sample(unseen, len(rack)), reading) < mine for _ in range(DEALS)) / DEALS


def _exchange(rack, acts, stay):
    """Keep the doubles, or four of a number, and exchange the rest; a hand that is made is kept whole."""
    if rank(rack)[0] >= FLUSH:
        return stay
    keep = [t for t in rack if HI[t] == LO[t]]
    for number in range(1, 7):
        suit = [t for t in rack if NUMBERS[t] >> number & 1]
        if len(suit) == 4:
            keep = suit
    discards = [act for act in acts if act != stay and not set(tiles_of(act)) & set(keep)]
    return max(discards, key=lambda act: len(tiles_of(act)), default=stay)
