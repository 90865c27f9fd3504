"""The layout of Mexican Train: the station, a train for each seat, sidings for all, and markers."""

from dominocore.events import SIDING, TRAIN
from dominocore.layout import fitting
from dominocore.tiles import HI, PIPS


class Trains:
    def __init__(self, seats):
        self.station = -1
        self.tips = [-1] * (seats + 1)  # by seat; -1: not begun
        self.siding_tips = []
        self.marked = bytearray(seats + 1)

    def begun(self, seat):
        return self.tips[seat] >= 0

    def tip(self, place):
        """The number open at a place; the station's where nothing has been begun."""
        if place < SIDING:
            tip = self.tips[place - TRAIN]
        else:
            index = place - SIDING - 1
            tip = self.siding_tips[index] if index < len(self.siding_tips) else -1
        return tip if tip >= 0 else self.station

    def has(self, place):
        if self.station < 0:
            return place == 0
        return TRAIN < place < TRAIN + len(self.tips) or SIDING < place <= SIDING + len(self.siding_tips) + 1

    def fits(self, tiles, places):
        ends = [(1 << self.tip(p), p << 8) for p in places]
        wanted = 0
        for mask, _ in ends:
            wanted |= mask
        return fitting(tiles, ends, wanted)

    def sidings(self, only_one):
        """The places of the sidings, with the one that may be opened next."""
        count = len(self.siding_tips)
        return [SIDING + i for i in range(1, count + (1 if only_one and count else 2))]

    def lay(self, tile, place):
        """Extend a train or siding; gives the number that is open there now."""
        touching = self.tip(place)
        value = PIPS[tile] - (touching if touching in (HI[tile], PIPS[tile] - HI[tile]) else HI[tile])
        if place < SIDING:
            self.tips[place - TRAIN] = value
        elif place - SIDING > len(self.siding_tips):
            self.siding_tips.append(value)
        else:
            self.siding_tips[place - SIDING - 1] = value
        return value
