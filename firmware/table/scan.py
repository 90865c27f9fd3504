"""The scanner: reads antennas, the promising ones often, and says what lies where once reads agree.

A round reads every *hot* antenna (where the next tile can go, the rack of the seat on turn), every *doubtful* one
(whose last read was not what is believed to lie there), and a slice of all others. What is believed changes only after
agreeing reads: two for a tile, more for an empty or an unreadable cell, since a missed read is more likely than a
wrong one. So a tile that slides over a cell is not yet there, and one missed read takes nothing away.

A reader that does not answer is reported once and tried again now and then. Nothing in the loop allocates.
"""

from array import array
from asyncio import sleep_ms

from micropython import const

from table.sight import CROWDED, EMPTY, STRANGE
from table.tags import UNKNOWN

_SETTLE_MS = const(1)  # from field on to the first frame
_SLICE = const(8)  # others read in each round
_MOST_HOT = const(96)
_MOST_DOUBTS = const(24)
_READS_TILE = const(2)
_READS_EMPTY = const(3)
_READS_CROWDED = const(4)
_DEAD_AFTER = const(3)  # silent reads in a row
_RETRY_ROUNDS = const(64)


class Scanner:
    def __init__(self, readers, profile, tags, sight):
        """`sight` keeps what is believed: it is told of changes and of readers that do not answer."""
        self.rounds = 0
        self.sweeps = 0  # how often every antenna has been read
        self._readers = readers
        self._profile = profile
        self._tags = tags
        self._sight = sight
        self._maybe = array("H", [EMPTY] * profile.antennas)  # the last read, where it was not what is believed
        self._agree = bytearray(profile.antennas)  # how often in a row it was read
        self._hot = array("H", [0] * _MOST_HOT)
        self._hot_count = 0
        self._doubts = array("H", [0] * _MOST_DOUBTS)
        self._doubt_count = 0
        self._fresh = array("H", [0] * _MOST_DOUBTS)  # doubts of this round, to be read in the next
        self._fresh_count = 0
        self._cold = 0  # the next antenna of the slices
        self._swept = False  # the last antenna was among this round's
        self._silent = bytearray(profile.readers)  # reads in a row without an answer
        self._uid = bytearray(10)

    def start(self) -> None:
        """Set every reader up."""
        for reader in range(self._profile.readers):
            if not self._readers.init(reader):
                self._silent[reader] = _DEAD_AFTER
                self._sight.reader_lost(reader)

    def cool(self) -> None:
        """Forget which antennas are hot."""
        self._hot_count = 0

    def heat(self, antenna: int) -> None:
        """Read this antenna in every round."""
        for i in range(self._hot_count):
            if self._hot[i] == antenna:
                return
        if self._hot_count < _MOST_HOT:
            self._hot[self._hot_count] = antenna
            self._hot_count += 1

    def sure(self) -> bool:
        """Whether everything has been read since power-on and no read waits for another to agree."""
        return self.sweeps > 0 and not self._doubt_count and not self._fresh_count

    async def run(self):
        while True:
            for step in range(self._hot_count + self._doubt_count + _SLICE):
                antenna = self._pick(step)
                if self._open(antenna):
                    await sleep_ms(_SETTLE_MS)
                    self._take(antenna)
            self._end_round()
            await sleep_ms(1)  # also when no reader answers

    def _pick(self, step):
        """The antenna of a step of this round. The hot list may shrink meanwhile, so it is asked each time."""
        if step < self._hot_count:
            return self._hot[step]
        step -= self._hot_count
        if step < self._doubt_count:
            return self._doubts[step]
        antenna = self._cold
        self._cold = antenna + 1
        if self._cold == self._profile.antennas:
            self._cold = 0
            self._swept = True
        return antenna

    def _open(self, antenna):
        reader = self._profile.reader[antenna]
        if self._silent[reader] >= _DEAD_AFTER:
            return False
        self._readers.open(reader, self._profile.coil[antenna])
        return True

    def _take(self, antenna):
        code = self._readers.read(self._uid)
        self._readers.close()
        if code == self._readers.DEAD:
            self._miss_reader(self._profile.reader[antenna])
            return
        self._silent[self._profile.reader[antenna]] = 0
        if code == 0:
            self._note(antenna, EMPTY, _READS_EMPTY)
        elif code < 0:
            self._note(antenna, CROWDED, _READS_CROWDED)
        else:
            tag = self._tags.find(self._uid)
            self._note(antenna, STRANGE if tag == UNKNOWN else tag, _READS_TILE)

    def _note(self, antenna, value, needed):
        """One read of an antenna; believed when enough of them agree."""
        if value == self._sight.lies[antenna]:
            self._agree[antenna] = 0
            return
        if value != self._maybe[antenna]:
            self._maybe[antenna] = value
            self._agree[antenna] = 0
        self._agree[antenna] += 1
        if self._agree[antenna] >= needed:
            self._agree[antenna] = 0
            self._sight.changed(antenna, value)
        else:
            self._doubt(antenna)

    def _doubt(self, antenna):
        for i in range(self._fresh_count):
            if self._fresh[i] == antenna:
                return
        if self._fresh_count < _MOST_DOUBTS:
            self._fresh[self._fresh_count] = antenna
            self._fresh_count += 1

    def _miss_reader(self, reader):
        self._silent[reader] += 1
        if self._silent[reader] == _DEAD_AFTER:
            self._sight.reader_lost(reader)

    def _end_round(self):
        self.rounds += 1
        if self._swept:
            self._swept = False
            self.sweeps += 1
        self._doubts, self._fresh = self._fresh, self._doubts
        self._doubt_count = self._fresh_count
        self._fresh_count = 0
        if self.rounds % _RETRY_ROUNDS == 0:
            for reader in range(len(self._silent)):
                if self._silent[reader] >= _DEAD_AFTER and self._readers.init(reader):
                    self._silent[reader] = 0
                    self._sight.reader_found(reader)
                    return  # one a round is enough: resetting a chip takes time
