"""Poker hands of five dominoes: what a hand is called and which of two is better.

The order of the categories is the one of the old rule sheets, not that of rarity. They can be read in three ways about
straights, the option `straights`:

    seed    straight four: at least four fours in unbroken order, the fifth tile free; straight five: a run of five of
            any number; straight six: a run of five sixes. This is the one reading that keeps every printed example
    hoyle   straight four, five, six: a run of five in the fours, the fives, the sixes
    length  straight four, five: a run of four (the fifth tile free), of five, in any number; straight six as in seed
"""

from dominocore.compat import const
from dominocore.melds import links, of_kind
from dominocore.tiles import HI, LO, NUMBERS

HIGH_PIECE = const(0)
PAIR = const(1)
FLUSH = const(2)
THREES = const(3)
STRAIGHT_FOUR = const(4)
FULL_HAND = const(5)
STRAIGHT_FIVE = const(6)
FOURS = const(7)
STRAIGHT_SIX = const(8)
ROYAL = const(9)

READINGS = ("seed", "hoyle", "length")

_BY_DOUBLES = (HIGH_PIECE, HIGH_PIECE, PAIR, THREES, FOURS, ROYAL)
_ABOVE_ALL_PLAIN = const(100)  # any double outranks any other tile


def tile_rank(tile):
    """6-6 5-5 4-4 3-3 2-2, then 6-5 6-4 … 2-1: tiles as numbers are already in this order."""
    return tile + _ABOVE_ALL_PLAIN if HI[tile] == LO[tile] else tile


def rank(tiles, reading="seed"):
    """What a hand is worth, as a tuple that is greater for the better hand: its category, then the tiles that make it
    by falling rank, then the rest."""
    category = _by_doubles(tiles)
    free = ()
    for number in range(1, 7):
        suit = of_kind(tiles, number)
        if len(suit) >= 4:
            straight, left_over = _by_suit(tiles, suit, number, reading)
            if straight > category:
                category, free = straight, left_over
    makers = [t for t in tiles if t not in free]
    return (category,) + _falling(makers) + _falling(free)


def _falling(tiles):
    return tuple(sorted([tile_rank(t) for t in tiles], reverse=True))


def _by_doubles(tiles):
    plain = [t for t in tiles if HI[t] != LO[t]]
    if len(plain) == 2 and NUMBERS[plain[0]] & NUMBERS[plain[1]]:
        return FULL_HAND
    return _BY_DOUBLES[len(tiles) - len(plain)]


def _by_suit(tiles, suit, number, reading):
    """What four or five tiles of a number make: the category, and the tile that is free in it."""
    if len(suit) == 5 and links(suit, number) == 4:
        return _run_of_five(number, reading), ()
    if reading == "length" or (reading == "seed" and number == 4):
        for run in (suit[:4], suit[-4:]):
            if links(run, number) == 3:
                return STRAIGHT_FOUR, [t for t in tiles if t not in run]
    return FLUSH if len(suit) == 5 else HIGH_PIECE, ()


def _run_of_five(number, reading):
    if number == 6:
        return STRAIGHT_SIX
    if reading == "hoyle":
        return {4: STRAIGHT_FOUR, 5: STRAIGHT_FIVE}.get(number, FLUSH)
    return STRAIGHT_FIVE
