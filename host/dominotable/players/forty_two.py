"""Sense for Texas 42: bid what the best trumps promise, name them, draw the others' trumps, and then play tricks."""

from dominocore.events import BID, TRUMP, number_of
from dominocore.tiles import HI, LO, NUMBERS
from dominotable.players import tricks

LOWEST = 30
MOST = 41  # from 42 on a single trick lost is a bid lost
ENOUGH = 5.5  # the winners that make a bid of 30 likely
STEP = 4  # points that each winner more is worth


def choose(view, seat, acts, rng):
    rack = view.hand.hold.racks[seat]
    verb = acts[0] >> 24
    if verb == BID:
        return _bid(view, seat, acts, rack)
    if verb == TRUMP:
        return TRUMP << 24 | best_trump(rack)
    return _draw_trumps(view, seat, acts) or tricks.choose(view, seat, acts, rng)


def _bid(view, seat, acts, rack):
    """The lowest bid that goes on, while the rack carries it; never over the partner."""
    hand = view.hand
    if not hand.bidder or view.rules.side(hand.bidder) != view.rules.side(seat):
        surplus = winners(rack, best_trump(rack)) - ENOUGH
        carried = min(MOST, LOWEST + int(STEP * surplus)) if surplus >= 0 else 0
        bids = [act for act in acts if 0 < number_of(act) <= carried]
        if bids:
            return min(bids)
    return BID << 24


def best_trump(rack):
    """The number that makes the most winners."""
    return max(range(7), key=lambda trump: winners(rack, trump))


def winners(rack, trump):
    """How many tricks a rack should take with this trump: long trumps, more with the double; the other doubles."""
    trumps = [t for t in rack if NUMBERS[t] >> trump & 1]
    doubles = [t for t in rack if HI[t] == LO[t]]
    return len(trumps) + len([t for t in doubles if t in trumps]) / 2 + len([t for t in doubles if t not in trumps])


def _draw_trumps(view, seat, acts):
    """The bidders lead their best trump while others may have some."""
    rules, hand = view.rules, view.hand
    if hand.layout.tiles or rules.side(hand.bidder) != rules.side(seat):
        return None
    trumps = [act for act in acts if rules.is_trump(hand, act & 255)]
    if not trumps or not [t for t in hand.hold.unseen() if rules.is_trump(hand, t)]:
        return None
    return max(trumps, key=lambda act: rules.strength(hand, act & 255))
