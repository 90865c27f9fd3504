"""Tiles as small ints: names, sets, halves."""

from dominocore import tiles
from dominocore.faults import DominoError


def test_every_set_is_a_prefix_of_the_next():
    assert [tiles.size(n) for n in tiles.SETS] == [28, 55, 91, 136]
    for t in range(136):
        assert t < tiles.size(tiles.HI[t]) and t >= tiles.size(tiles.HI[t] - 1)


def test_pips_of_the_sets():
    assert [tiles.pips(range(tiles.size(n))) for n in tiles.SETS] == [168, 495, 1092, 2040]


def test_name_and_parse_are_inverse():
    for t in range(136):
        assert tiles.parse(tiles.name(t)) == t
        assert tiles.parse("%d-%d" % (tiles.LO[t], tiles.HI[t])) == t
    assert tiles.parse("?") == tiles.UNSEEN and tiles.name(tiles.UNSEEN) == "?"


def test_what_is_not_a_tile_is_refused_by_name():
    for text in ("", "6", "6-", "-4", "16-1", "6-16", "a-b", "6--4", "6-4-2", "006-1", "6 -4", "+6-4"):
        try:
            tiles.parse(text)
        except DominoError as error:
            assert error.code == "bad_tile" and error.detail == (text,)
        else:
            assert False, text


def test_halves():
    assert tiles.tile(4, 6) == tiles.tile(6, 4) == tiles.parse("6-4")
    assert tiles.other(tiles.tile(6, 4), 6) == 4 and tiles.other(tiles.tile(5, 5), 5) == 5
    assert [t for t in range(28) if tiles.is_double(t)] == [tiles.tile(n, n) for n in range(7)]
