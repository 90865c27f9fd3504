"""Melds: three or four tiles that share a number, or three or four doubles, and a rack split up into them.

In a meld every tile has a *key*: its other half (a double of that number: the number itself), in a meld of doubles its
own number. Keys that follow each other are worth points.

A set of tiles is written as a mask of their places in the rack, so that a split is found with a few masks and without
recursion. No two kinds of meld share three tiles: two tiles have at most one number in common.
"""

from dominocore.compat import const
from dominocore.tiles import HI, LO, NUMBERS, PIPS, TOP

DOUBLES = TOP + 1  # the kind of a meld of doubles; the others are known by their number
_NEVER = const(1 << 20)  # more points than any split has


def key(tile, kind):
    """Where a tile stands in the order of a meld."""
    return HI[tile] if kind == DOUBLES else PIPS[tile] - kind


def of_kind(tiles, kind):
    """Those of the tiles that could be in a meld of this kind, by rising key."""
    if kind == DOUBLES:
        found = [(HI[t], t) for t in tiles if HI[t] == LO[t]]
    else:
        found = [(PIPS[t] - kind, t) for t in tiles if NUMBERS[t] >> kind & 1]
    found.sort()
    return [t for _, t in found]


def links(tiles, kind):
    """How many of the tiles, in rising order, have a key one above that of the tile before."""
    count = 0
    for i in range(1, len(tiles)):
        if key(tiles[i], kind) == key(tiles[i - 1], kind) + 1:
            count += 1
    return count


def meld_points(count, linked):
    """One for the meld, one a link, or two a tile when the whole meld is one run."""
    return 1 + (2 * count if linked == count - 1 else linked)


class Melds:
    """Every meld that a rack holds, and the dearest split of the rack into melds."""

    def __init__(self, tiles):
        self.everything = (1 << len(tiles)) - 1
        self.covered = 0  # the places that are in some meld
        self.worth = {}  # mask of a meld -> (points, kind)
        self.fours = []  # the dearest first
        self.threes = {}  # lowest place -> the melds of three from there on, the dearest last
        self.dearest_three = 0
        places = {}
        for i, t in enumerate(tiles):
            places[t] = 1 << i
            self.threes[1 << i] = []
        for kind in range(DOUBLES + 1):
            suit = of_kind(tiles, kind)
            if len(suit) >= 3:
                self._find(kind, [(places[t], key(t, kind)) for t in suit])
        for melds in self.threes.values():
            melds.sort(key=lambda mask: self.worth[mask])
        self.fours.sort(key=lambda mask: -self.worth[mask][0])

    def _find(self, kind, suit):
        """All threes and fours of a suit, whose tiles come by rising key."""
        count = len(suit)
        for i in range(count - 2):
            place, first = suit[i]
            self.covered |= place
            for j in range(i + 1, count - 1):
                two = place | suit[j][0]
                second = suit[j][1]
                linked = int(second == first + 1)
                for k in range(j + 1, count):
                    self._find_ends(kind, suit, k, two, linked + (suit[k][1] == second + 1))
        self.covered |= suit[-1][0] | suit[-2][0]

    def _find_ends(self, kind, suit, k, two, linked):
        """The three that ends with tile k of the suit, and every four that goes on from it."""
        three = two | suit[k][0]
        points = meld_points(3, linked)
        self.worth[three] = (points, kind)
        self.threes[three & -three].append(three)
        self.dearest_three = max(points, self.dearest_three)
        for m in range(k + 1, len(suit)):
            self.worth[three | suit[m][0]] = (meld_points(4, linked + (suit[m][1] == suit[k][1] + 1)), kind)
            self.fours.append(three | suit[m][0])

    def split(self, places, loose, same_suit="all", enough=_NEVER):
        """The dearest way to put all these places into one meld of four and else threes (with `loose` also: one tile
        left over, else threes), as (points, masks), or (0, ()). Search ends at a split worth `enough`.

        What is still to be done lies on a list: (threes to come, places left, points so far, melds so far). What
        cannot beat the best split, even with the dearest threes and doubled, is dropped.
        """
        best, found = 0, ()
        for start in self._starts(places, loose):
            if best >= enough:
                break
            todo = [start]
            while todo:
                threes, rest, points, melds = todo.pop()
                if 2 * (points + threes * self.dearest_three) <= best:
                    continue
                if not threes:
                    if self._same_number(melds, same_suit):
                        points *= 2
                    if points > best:
                        best, found = points, melds
                    continue
                for three in self.threes[rest & -rest]:
                    if three & rest == three:
                        todo.append((threes - 1, rest ^ three, points + self.worth[three][0], melds + (three,)))
        return best, found

    def _starts(self, places, loose):
        """How a split can begin: with a meld of four, the dearest first, or with the loose tile. A tile that is in no
        meld leaves nothing but to let it be the loose one."""
        alone = places & ~self.covered
        threes = (_count(places) - 1) // 3
        if not alone:
            for four in self.fours:
                if four & places == four:
                    yield threes - 1, places ^ four, self.worth[four][0], (four,)
        if loose:
            for place in self.threes:
                if place & places and not alone & ~place:
                    yield threes, places ^ place, 0, ()

    def _same_number(self, melds, same_suit):
        """`all` melds of one number, `any_two` of them, or all of a kind when doubles are a suit (`doubles_too`)."""
        kinds = [self.worth[mask][1] for mask in melds]
        enough = 2 if same_suit == "any_two" else len(kinds)
        for kind in kinds:
            if kinds.count(kind) >= enough and (kind != DOUBLES or same_suit == "doubles_too"):
                return True
        return False


def _count(mask):
    """How many places a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def best_split(tiles, loose=False, same_suit="all"):
    """The dearest split of a whole hand, as (points, its melds as lists of tiles); (0, []) when there is none."""
    melds = Melds(tiles)
    points, found = melds.split(melds.everything, loose, same_suit)
    return points, [[t for i, t in enumerate(tiles) if mask >> i & 1] for mask in found]


def outs(tiles, loose=False):
    """The tiles without which the others are melded, with at most one tile `loose`."""
    melds = Melds(tiles)
    rest = [(t, melds.everything ^ 1 << i) for i, t in enumerate(tiles)]
    return [t for t, places in rest if melds.split(places, loose, enough=1)[0]]
