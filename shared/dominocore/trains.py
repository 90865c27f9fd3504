"""The layout of Mexican Train: the station, a train for each seat, sidings for all, and markers."""

from dominocore.events import SIDING, TRAIN
from dominocore.layout import fitting
from dominocore.tiles import HI, NUMBERS, PIPS


class Trains:
    def __init__(self, seats):
        self.seats = seats
        self.station = -1  # its number, once it lies
        self.tips = {}  # the number open at each train and siding that has been begun, by place
        self.sidings = 0  # how many there are
        self.marked = bytearray(seats + 1)  # by seat

    def begun(self, seat):
        return TRAIN + seat in self.tips

    def tip(self, place):
        """The number open at a place: the station's where nothing has been begun."""
        return self.tips.get(place, self.station)

    def has(self, place):
        """The station has no end; then there are everybody's train, the sidings, and the next one to open."""
        if self.station < 0:
            return place == 0
        return TRAIN < place <= TRAIN + self.seats or SIDING < place <= SIDING + self.sidings + 1

    def siding_places(self, only_one):
        """The sidings, and the one that may be opened next."""
        more = 0 if only_one and self.sidings else 1
        return [SIDING + i for i in range(1, self.sidings + more + 1)]

    def fits(self, tiles, places):
        """Acts (plays) that lay one of `tiles` at one of `places`."""
        ends = [(1 << self.tip(p), p << 8) for p in places]
        wanted = 0
        for mask, _ in ends:
            wanted |= mask
        return fitting(tiles, ends, wanted)

    def lay(self, tile, place):
        """Extend a train or siding; a tile that does not match (it stands by a fault) touches with its high half."""
        tip = self.tip(place)
        touching = tip if NUMBERS[tile] >> tip & 1 else HI[tile]
        self.tips[place] = PIPS[tile] - touching
        if place == SIDING + self.sidings + 1:
            self.sidings += 1
