"""Who holds what, as far as the table has seen it.

Every tile is unseen, in a seat's rack, or on the table. A seat holds its seen tiles plus `hidden` more that nobody
has shown yet; with instrumented racks `hidden` is 0, with tap pads it is the whole rack. A hidden tile *appears*
when it is played or revealed.

A *denial* is what a seat says about its rack by an act: a pass says "I hold nothing that fits", an off-suit tile
"nothing of the suit". Against seen tiles a denial is checked before the act. Against hidden ones it is kept here and
weighed as tiles appear: it is disproved once more contradicting tiles have appeared than unseen ones were drawn
since, because only then was one of them certainly held when the seat denied it.
"""

from dominocore.compat import const
from dominocore.faults import Infraction
from dominocore.tiles import PIPS, UNSEEN

TABLE = const(254)  # where[tile]: laid face up; 0 is unseen, 1..12 a seat's rack
RETIRED = const(253)  # taken out of the set before the deal


class Denial:
    def __init__(self, rule, by, event, tiles):
        self.rule = rule
        self.by = by  # the seat whose act it was
        self.event = event  # its number within the hand
        self.tiles = tiles  # bytes of tiles that were said not to be held
        self.drawn = 0  # unseen tiles the seat has drawn since
        self.against = 0  # contradicting tiles that have appeared since


class Holdings:
    def __init__(self, tiles, seats):
        self.where = bytearray(tiles)
        self.racks = [[] for _ in range(seats + 1)]
        self.hidden = bytearray(seats + 1)
        self.stock = tiles  # tiles never dealt or drawn
        self.denials = [[] for _ in range(seats + 1)]
        self.infractions = []

    def count(self, seat):
        return len(self.racks[seat]) + self.hidden[seat]

    def pips(self, seat):
        """Pips of the seat's seen tiles; the whole rack once nothing is hidden."""
        total = 0
        for t in self.racks[seat]:
            total += PIPS[t]
        return total

    def unseen(self):
        """Every tile that may still be in a hidden rack or the boneyard."""
        return [t for t in range(len(self.where)) if not self.where[t]]

    def could_hold(self, seat, tile):
        """Whether nothing seen so far contradicts that `seat` holds `tile`."""
        return self.where[tile] == seat or (not self.where[tile] and self.hidden[seat] > 0)

    def deal(self, seat, tiles):
        """A whole rack is dealt."""
        if UNSEEN in tiles:
            for t in tiles:
                self.receive(seat, t)
            return
        self.stock -= len(tiles)
        self.racks[seat] = list(tiles)
        for t in tiles:
            self.where[t] = seat

    def receive(self, seat, tile):
        """A drawn tile comes into the rack."""
        self.stock -= 1
        if tile == UNSEEN:
            self.hidden[seat] += 1
            for denial in self.denials[seat]:
                denial.drawn += 1
        else:
            self.where[tile] = seat
            self.racks[seat].append(tile)

    def retire(self, tiles):
        """Tiles that are not played with."""
        self.stock -= len(tiles)
        for t in tiles:
            self.where[t] = RETIRED

    def show(self, tiles):
        """The table lays tiles of the stock face up."""
        self.stock -= len(tiles)
        for t in tiles:
            self.where[t] = TABLE

    def put_back(self, tiles):
        """Tiles that lay face up go back into the stock."""
        self.stock += len(tiles)
        for t in tiles:
            self.where[t] = 0

    def take(self, seat, tile):
        """A tile goes from the table into the rack."""
        self.where[tile] = seat
        self.racks[seat].append(tile)

    def lay(self, seat, tile):
        """A tile leaves the rack for the table."""
        if self.where[tile] == seat:
            self.racks[seat].remove(tile)
        else:
            self._appear(seat, tile)
        self.where[tile] = TABLE

    def reveal(self, seat, tiles):
        """The seat shows its whole rack."""
        for t in tiles:
            if self.where[t] != seat:
                self._appear(seat, t)
                self.where[t] = seat
                self.racks[seat].append(t)

    def deny(self, seat, rule, event, tiles, by=0):
        """`seat` is said not to hold these tiles: by its own act, or by that of another seat (who leads)."""
        if tiles:
            self.denials[seat].append(Denial(rule, by or seat, event, bytes(tiles)))

    def _appear(self, seat, tile):
        if self.hidden[seat]:
            self.hidden[seat] -= 1
        open_denials = []
        for denial in self.denials[seat]:
            denial.against += tile in denial.tiles
            if denial.against > denial.drawn:
                self._prove(denial, tile)
            else:
                open_denials.append(denial)
        self.denials[seat] = open_denials

    def _prove(self, denial, tile):
        """A breach is proved once, in whichever rack the first proof is found."""
        for found in self.infractions:
            if found.event == denial.event and found.rule == denial.rule:
                return
        self.infractions.append(Infraction(denial.rule, denial.by, tile, denial.event))
