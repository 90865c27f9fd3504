"""The line and its spinner."""

from dominocore.events import D, L, R, U, place_of, tile_of
from dominocore.layout import Line
from dominocore.tiles import parse


def lay(line, *plays):
    for play in plays:
        tile, _, place = play.partition(" @")
        line.lay(parse(tile), " LRUD".find(place) if place else 0)
    return line


def fits(line, *tiles):
    return sorted([(tile_of(a), place_of(a)) for a in line.fits([parse(t) for t in tiles])])


def test_the_first_tile_opens_high_left_and_low_right():
    assert fits(Line(), "6-4", "0-0") == [(0, 0), (parse("6-4"), 0)]
    assert lay(Line(), "4-6").tips == [6, 4]


def test_a_tile_fits_where_a_number_is_open():
    line = lay(Line(), "6-4", "6-5 @L", "4-4 @R")
    assert line.tips == [5, 4]
    assert fits(line, "5-4", "3-3", "5-1") == [(parse("5-1"), L), (parse("5-4"), L), (parse("5-4"), R)]


def test_equal_ends_are_two_places():
    assert fits(lay(Line(), "3-3"), "3-1") == [(parse("3-1"), L), (parse("3-1"), R)]


def test_without_a_spinner_doubles_do_not_branch():
    line = lay(Line(), "6-6", "6-1 @L", "6-2 @R")
    assert line.tips == [1, 2] and not line.has(U)


def test_a_leading_spinner_opens_when_both_sides_are_covered():
    line = lay(Line(spinner=True), "6-6", "6-1 @L", "1-1 @L")
    assert line.tips == [1, 6] and not line.has(U)
    lay(line, "6-2 @R")
    assert line.tips == [1, 2, 6, 6]
    assert fits(line, "6-5") == [(parse("6-5"), U), (parse("6-5"), D)]
    lay(line, "6-5 @D")
    assert line.tips == [1, 2, 6, 5] and fits(line, "6-3", "5-5") == [(parse("5-5"), D), (parse("6-3"), U)]


def test_a_spinner_laid_at_an_end_has_its_joined_side_covered():
    line = lay(Line(spinner=True), "6-4", "4-4 @R")
    assert line.tips == [6, 4] and not line.has(U)
    lay(line, "6-1 @L")
    assert not line.has(U), "the other end does not cover the spinner"
    lay(line, "4-2 @R")
    assert line.tips == [1, 2, 4, 4]


def test_only_the_first_double_branches():
    line = lay(Line(spinner=True), "6-6", "6-1 @L", "6-2 @R", "1-1 @L", "1-0 @L")
    assert len(line.tips) == 4


def test_places_that_exist():
    line = Line()
    assert line.has(0) and not line.has(L)
    lay(line, "6-4")
    assert line.has(L) and line.has(R) and not line.has(0) and not line.has(U) and not line.has(20)


def test_a_tile_that_does_not_match_turns_its_other_half_out():
    line = lay(Line(), "6-4")
    line.lay(parse("3-1"), L)
    assert line.tips == [1, 4], "the high half touches unless it is said"
    line.lay(parse("3-2"), R, 2)
    assert line.tips == [1, 3]
