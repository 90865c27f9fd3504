"""Run by MicroPython, from test_scan.py: the scanner and what it rests on, with readers that do as a test says.

    micropython tests/firmware/on_scan.py NAME...
"""

import json
import sys

_HERE = sys.argv[0][: sys.argv[0].rfind("/")]
sys.path[:0] = [_HERE + "/../../" + name for name in ("shared", "firmware")]

import micropython  # noqa: E402

from table import scan  # noqa: E402
from table.profile import Profile  # noqa: E402
from table.scan import Scanner  # noqa: E402
from table.sight import CROWDED, EMPTY, NOWHERE, STRANGE, Sight  # noqa: E402
from table.tags import UNKNOWN, Tags  # noqa: E402

DEAD = -6


class Yielded:
    """Stands in for asyncio's sleep: a moment in which the test may look."""

    def __iter__(self):
        self.over = False
        return self

    def __next__(self):
        if self.over:
            raise StopIteration
        self.over = True


_MOMENT = Yielded()


def sleep_ms(ms):
    return _MOMENT


class Readers:
    """Antennas with identifiers on them; counts how often each is read."""

    DEAD = DEAD

    def __init__(self, profile):
        self.profile = profile
        self.tags = {}  # antenna -> list of identifiers
        self.reads = bytearray(profile.antennas)
        self.dead = set()
        self.missing = 0  # reads still to be missed
        self._by_wire = {}
        for antenna in range(profile.antennas):
            self._by_wire[profile.reader[antenna] << 8 | profile.coil[antenna]] = antenna
        self._open = -1

    def init(self, reader):
        return reader not in self.dead

    def open(self, reader, coil):
        assert self._open < 0, "two fields on at once"
        self._open = self._by_wire[reader << 8 | coil]

    def close(self):
        self._open = -1

    def read(self, uid):
        antenna = self._open
        self.reads[antenna] = min(255, self.reads[antenna] + 1)
        if self.profile.reader[antenna] in self.dead:
            return DEAD
        there = self.tags.get(antenna)
        if not there:
            return 0
        if self.missing:
            self.missing -= 1
            return 0
        if len(there) > 1:
            return -1
        first = there[0]
        for i in range(7):
            uid[i] = first[i]
        return 7


def profile(name):
    with open(_HERE + "/../../firmware/profiles/" + name + ".json") as file:
        return Profile(json.load(file))


def uid(tile, half):
    return bytes((4, tile, half, 1, 2, 3, 255 - tile))


def tag_table(tiles=28):
    return Tags(b"".join(sorted([uid(t, h) + bytes((t, h)) for t in range(tiles) for h in (0, 1)])))


class Bench:
    def __init__(self, name="grid"):
        scan.sleep_ms = sleep_ms
        self.profile = profile(name)
        self.readers = Readers(self.profile)
        self.clock = 0
        self.sight = Sight(self.profile, self.ticks)
        self.scanner = Scanner(self.readers, self.profile, tag_table(), self.sight)
        self.scanner.start()
        self._run = self.scanner.run()

    def ticks(self):
        self.clock += 1
        return self.clock

    def rounds(self, count):
        end = self.scanner.rounds + count
        while self.scanner.rounds < end:
            self._run.send(None)

    def sweep(self):
        end = self.scanner.sweeps + 1
        while self.scanner.sweeps < end:
            self._run.send(None)


# --- tags ------------------------------------------------------------------------------------------------------


def test_every_tag_is_found_and_no_other():
    tags = tag_table(136)
    assert tags.count == 272
    for tile in range(136):
        for half in (0, 1):
            assert tags.find(uid(tile, half)) == tile | half << 8
    assert tags.find(bytes(7)) == UNKNOWN
    assert tags.find(b"\xff" * 7) == UNKNOWN
    assert tags.find(uid(7, 2)) == UNKNOWN
    assert Tags(b"").find(uid(0, 0)) == UNKNOWN


def test_a_damaged_entry_is_no_tag():
    assert Tags(uid(1, 0) + bytes((200, 0))).find(uid(1, 0)) == UNKNOWN
    assert Tags(uid(1, 0) + bytes((1, 9))).find(uid(1, 0)) == UNKNOWN


# --- profile ---------------------------------------------------------------------------------------------------


def test_every_antenna_of_the_grid_has_its_reader_and_coil():
    grid = profile("grid")
    assert (grid.cells, grid.antennas, grid.readers) == (256, 336, 21)
    wires = set([grid.reader[a] << 8 | grid.coil[a] for a in range(grid.antennas)])
    assert len(wires) == 336
    assert (grid.reader[0], grid.coil[0]) == (0, 0)
    assert (grid.reader[5], grid.coil[5]) == (1, 1)
    assert (grid.reader[16 * 5 + 2], grid.coil[16 * 5 + 2]) == (4, 6)
    assert (grid.reader[255], grid.coil[255]) == (15, 15)
    assert (grid.reader[grid.rack_of(2)], grid.coil[grid.rack_of(2)]) == (17, 4)


def test_pads_are_racks_of_one_cell():
    tap = profile("tap")
    assert (tap.cells, tap.antennas, tap.rack) == (0, 4, 1)
    assert [tap.reader[tap.rack_of(seat)] for seat in (1, 2, 3, 4)] == [0, 1, 2, 3]


# --- scanner ---------------------------------------------------------------------------------------------------


def test_a_tile_counts_after_two_agreeing_reads():
    bench = Bench()
    bench.scanner.heat(100)
    bench.readers.tags[100] = [uid(5, 1)]
    bench.rounds(1)
    assert bench.sight.lies[100] == EMPTY
    bench.rounds(1)
    assert bench.sight.lies[100] == 5 | 1 << 8
    assert (bench.sight.high(5), bench.sight.low(5)) == (NOWHERE, 100)


def test_one_missed_read_takes_nothing_away_and_three_do():
    bench = Bench()
    bench.scanner.heat(100)
    bench.readers.tags[100] = [uid(5, 1)]
    bench.rounds(2)
    bench.readers.missing = 2
    bench.rounds(2)
    assert bench.sight.lies[100] != EMPTY
    del bench.readers.tags[100]
    bench.rounds(2)
    assert bench.sight.lies[100] == EMPTY


def test_a_tile_passing_over_is_not_there():
    bench = Bench()
    for cell in (100, 101, 102):
        bench.scanner.heat(cell)
    for cell in (100, 101, 102):
        bench.readers.tags = {cell: [uid(5, 1)]}
        bench.rounds(1)
    assert bench.sight.changes == 0


def test_hot_antennas_are_read_in_every_round_and_the_others_in_turn():
    bench = Bench()
    for cell in range(20):
        bench.scanner.heat(cell)
        bench.scanner.heat(cell)
    bench.sweep()
    rounds = bench.scanner.rounds
    assert rounds >= 336 // 8
    for cell in range(20):
        assert bench.readers.reads[cell] >= rounds
    for antenna in range(20, 336):
        assert bench.readers.reads[antenna] == 1
    bench.scanner.cool()
    before = bench.readers.reads[3]
    bench.rounds(3)
    assert bench.readers.reads[3] <= before + 1


def test_a_doubtful_antenna_is_read_again_soon():
    bench = Bench()
    bench.readers.tags[300] = [uid(9, 0)]
    while not bench.readers.reads[300]:
        bench.rounds(1)
    bench.rounds(1)
    assert bench.sight.lies[300] == 9


def test_several_tags_and_strange_ones_are_told_apart():
    bench = Bench()
    bench.scanner.heat(7)
    bench.scanner.heat(8)
    bench.readers.tags = {7: [uid(1, 0), uid(2, 0)], 8: [b"strange"]}
    bench.rounds(4)
    assert bench.sight.lies[7] == CROWDED
    assert bench.sight.lies[8] == STRANGE
    assert bench.sight.covered == 2


def test_a_dead_reader_is_told_of_once_and_found_again():
    bench = Bench()
    bench.readers.dead.add(3)
    bench.sweep()
    assert bench.sight.silent == 3
    changes = bench.sight.changes
    reads = sum([bench.readers.reads[a] for a in range(336) if bench.profile.reader[a] == 3])
    bench.rounds(63)
    assert bench.sight.changes == changes
    assert reads == sum([bench.readers.reads[a] for a in range(336) if bench.profile.reader[a] == 3])
    bench.readers.dead.clear()
    bench.rounds(64)
    assert bench.sight.silent == -1


def test_a_reader_that_is_missing_at_power_on_is_told_of():
    bench = Bench()
    bench.readers.dead.add(2)
    bench.scanner.start()
    assert bench.sight.silent == 2


def test_the_scanner_is_sure_after_a_sweep_without_doubts():
    bench = Bench()
    bench.readers.tags[335] = [uid(9, 0)]
    bench.sweep()
    assert not bench.scanner.sure()
    bench.rounds(3)
    assert bench.scanner.sure()


def test_the_loop_does_not_allocate():
    bench = Bench()
    for cell in range(16):
        bench.scanner.heat(cell)
    bench.readers.tags = {3: [uid(1, 0)], 4: [uid(1, 1)], 40: [uid(2, 0)]}
    bench.sweep()
    run = bench._run
    bench.readers.tags[5] = [uid(3, 0)]
    del bench.readers.tags[3]
    micropython.heap_lock()
    try:
        for _ in range(400):
            run.send(None)
    finally:
        micropython.heap_unlock()
    assert bench.sight.lies[5] == 3
    assert bench.sight.lies[3] == EMPTY


# --- sight -----------------------------------------------------------------------------------------------------


def test_a_tag_is_in_one_place():
    sight = Bench().sight
    sight.changed(10, 5)
    sight.changed(20, 5)  # nobody has looked at cell 10 since
    assert sight.lies[10] == EMPTY
    assert sight.high(5) == 20
    assert sight.covered == 1
    sight.changed(10, 5)
    assert sight.high(5) == 10 and sight.lies[20] == EMPTY
    sight.changed(10, EMPTY)
    assert sight.high(5) == NOWHERE and sight.covered == 0


def test_a_tile_that_leaves_its_rack_for_the_board():
    bench = Bench()
    sight, rack = bench.sight, bench.profile.rack_of(1)
    sight.changed(rack, 5)
    assert not sight.touches(5) and sight.covered == 0
    sight.changed(11, 5 | 1 << 8)
    assert sight.touches(5) and not sight.flat(5)
    sight.changed(10, 5)
    assert sight.flat(5) and sight.lies[rack] == EMPTY


def main(names):
    for name in names:
        globals()[name]()
        print("ok", name)


main(sys.argv[1:])
