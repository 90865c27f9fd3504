"""Sense for tricks: lead what nobody can beat, take what is worth it, feed the partner, throw away what is worth least.

A tile that nobody has shown may be in any other rack: that is all these players ask about the others.
"""

from copy import copy

from dominocore.tiles import HI, LO, PIPS
from dominocore.tricks import Trick


def choose(view, seat, acts, rng):
    """A tile to the trick."""
    if not view.hand.layout.tiles:
        return _lead(view, acts, rng)
    return _follow(view, seat, acts, rng)


def _lead(view, acts, rng):
    """What the fewest unseen tiles beat; of these the one that asks for the suit with most of them."""
    return max(acts, key=lambda act: (*_outlook(view, act), rng.random()))


def _outlook(view, act):
    """How safe a lead is, as (fewer tiles that beat it, more that have to follow, what it is worth)."""
    rules, tile = view.rules, act & 255
    hand = copy(view.hand)
    hand.layout = Trick()
    hand.layout.suit = rules.suit_led(hand, act)
    followers = [t for t in hand.hold.unseen() if rules.follows(hand, t)]
    beaters = [t for t in followers if rules.strength(hand, t) > rules.strength(hand, tile)]
    worth = rules.worth([tile])
    return -len(beaters), len(followers), -worth if beaters else worth


def _follow(view, seat, acts, rng):
    """Take the trick, or feed it when it is the partner's, or throw away the least."""
    rules, hand = view.rules, view.hand
    laid = [rules.strength(hand, t) for t in hand.layout.tiles]
    best = max(laid)
    holder = hand.layout.seats[laid.index(best)]
    is_last = len(laid) == rules.seats - 1

    def strength(act):
        return rules.strength(hand, act & 255)

    def worth(act):
        return rules.worth([act & 255])

    def certain(power):
        return is_last or not [t for t in hand.hold.unseen() if rules.strength(hand, t) > power]

    if rules.side(holder) == rules.side(seat) and certain(best):
        return max(acts, key=lambda act: (worth(act), -strength(act), -_keeps(act), rng.random()))
    takers = [act for act in acts if strength(act) > best and certain(strength(act))]
    if takers:
        return max(takers, key=lambda act: (worth(act), -strength(act), rng.random()))
    return min(acts, key=lambda act: (worth(act), strength(act), _keeps(act), rng.random()))


def _keeps(act):
    """How much a tile may still take: doubles most, then high halves."""
    tile = act & 255
    return PIPS[tile] + (HI[tile] == LO[tile]) * 30
