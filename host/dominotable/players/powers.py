"""Sense for Super Dominos: use powers that hurt others, lay doubles early, keep answers to many legs."""

from dominocore.events import PLAY
from dominocore.tiles import HI, NUMBERS, PIPS, is_double
from dominotable.players.lines import after

# What is worth how much, in answers that the rack keeps.
POWERS = {15: 6, 14: 4}  # left open: others draw; one more tile
DOUBLE = 10  # a double skips the next player, and fits less often than any other tile


def choose(view, seat, acts, rng):
    """The best tile, if one can be laid: who can play neither draws nor stops."""
    plays = [act for act in acts if act >> 24 == PLAY]
    if not plays:
        return rng.choice(acts)
    return max(plays, key=lambda act: (_weigh(view, seat, act), PIPS[act & 255], rng.random()))


def _weigh(view, seat, act):
    tile, leg = act & 255, act >> 8 & 255
    hand = after(view, seat, act)
    left_open = hand.layout.tip(leg) if leg else HI[tile]
    return _answers(hand, seat) + POWERS.get(left_open, 0) + (DOUBLE if is_double(tile) else 0)


def _answers(hand, seat):
    """How many tiles of the rack fit a leg, and how many legs take one of them."""
    rack, legs = hand.hold.racks[seat], hand.layout
    numbers = 0
    for tile in rack:
        numbers |= NUMBERS[tile]
    return len([t for t in rack if NUMBERS[t] & legs.wanted]) + len([tip for tip in legs.tips if numbers >> tip & 1])
