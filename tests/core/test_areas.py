"""Geometry of the play area: joins, spots, and thousands of random lines that must find their way."""

from chance import Chance
from dominocore import areas
from dominocore.areas import Board
from dominocore.events import D, L, R, U, act
from dominocore.layout import Line
from dominocore.tiles import HI, is_double, parse, size


def play(tile, place=0, extra=0):
    return act(0, parse(tile), place, extra)


def opened():
    """6-5 in the middle of 16 x 16: 6 at 135 open to the left, 5 at 136 to the right."""
    board = Board(16, 16)
    board.lay(parse("6-5"), 0, 135, 136)
    return board


def test_the_first_tile_goes_anywhere_and_is_suggested_in_the_middle():
    board = Board(16, 16)
    assert board.spots(0) == [(135, 136)]
    assert board.where(parse("6-5"), 0, 16, [play("6-5")]) == play("6-5")


def test_a_tile_must_lie_on_two_neighbouring_free_cells():
    board = opened()
    acts = [play("6-3", L)]
    assert board.where(parse("6-3"), 134, 132, acts) == areas.ASKEW
    assert board.where(parse("6-3"), 136, 137, acts) == areas.TAKEN
    assert board.where(parse("6-3"), 15, 16, acts) == areas.ASKEW  # the end of one row, the beginning of the next


def test_a_tile_joins_straight_on_or_round_a_corner():
    board = opened()
    acts = [play("6-3", L)]
    for high, low in ((134, 133), (134, 118), (134, 150), (119, 103), (151, 150), (119, 118)):
        assert board.where(parse("6-3"), high, low, acts) == acts[0], (high, low)


def test_a_tile_that_does_not_touch_or_touches_with_the_wrong_half():
    board = opened()
    acts = [play("6-3", L)]
    assert board.where(parse("6-3"), 3, 4, acts) == areas.NOT_JOINED
    assert board.where(parse("6-3"), 133, 134, acts) == areas.TURN_ROUND
    assert board.where(parse("6-3"), 137, 138, acts) == areas.NOT_JOINED  # that is the other end


def test_a_tile_that_fits_both_ends_means_the_one_it_touches():
    board = opened()
    acts = [play("6-5", L), play("6-5", R)]
    assert board.where(parse("6-5"), 134, 133, acts) == acts[0]
    assert board.where(parse("6-5"), 138, 137, acts) == acts[1]


def test_an_upright_line_with_a_crosswise_double():
    board = Board(8, 8)
    board.lay(parse("3-0"), 0, 25, 33)  # downwards: 3 at 25 is open upwards, 0 at 33 downwards
    board.lay(parse("3-3"), L, 17, 18)  # crosswise: the line goes on upwards from either half
    acts = [play("3-1", L)]
    assert board.where(parse("3-1"), 9, 1, acts) == acts[0]
    assert board.where(parse("3-1"), 10, 2, acts) == acts[0]


def test_the_touching_half_may_be_named_by_the_act():
    board = opened()
    act_with_half = play("4-1", L, 1 + 1)  # Matador: 1 touches the 6
    assert board.where(parse("4-1"), 133, 134, [act_with_half]) == act_with_half
    assert board.where(parse("4-1"), 134, 133, [act_with_half]) == areas.TURN_ROUND


def test_numbers_that_make_a_sum_touch_where_the_layout_takes_them():
    board = Board(16, 16)
    board.clear([1 << 7 - number for number in range(7)])
    board.lay(parse("6-5"), 0, 135, 136)
    acts = [play("2-0", R)]  # 5 and 2 make seven
    assert board.where(parse("2-0"), 137, 138, acts) == acts[0]
    assert board.where(parse("2-0"), 138, 137, acts) == areas.TURN_ROUND
    board.lay(parse("2-0"), R, 137, 138)
    # A matador on the blank, its 5 touching: the 2 is open then.
    board.lay(parse("5-2"), R, 139, 140, False, 5 + 1)
    acts = [play("5-1", R)]
    assert board.where(parse("5-1"), 141, 142, acts) == acts[0]


def test_four_arms_begin_at_the_sides_of_their_double():
    board = Board(16, 16)
    board.lay(parse("6-6"), 0, 120, 136, True)
    acts = [play("6-1", place) for place in (L, R, U, D)]
    spots = [board.spots(place)[0] for place in (L, R, U, D)]
    for act_there, (touch, far) in zip(acts, spots):
        assert board.where(parse("6-1"), touch, far, acts) == act_there
    board.lay(parse("6-1"), L, *spots[0])
    assert board.where(parse("6-2"), *spots[0], [play("6-2", R)]) == areas.TAKEN


def test_a_crosswise_double_goes_on_from_either_half():
    board = opened()
    board.lay(parse("6-6"), L, 134, 118)
    acts = [play("6-3", L)]
    for high, low in ((133, 132), (117, 116), (102, 86), (150, 149)):
        assert board.where(parse("6-3"), high, low, acts) == acts[0], (high, low)


def test_spots_go_straight_on_and_doubles_crosswise():
    board = opened()
    assert board.spots(L)[0] == (134, 133)
    assert board.spots(R)[0] == (137, 138)
    touch, far = board.spots(R, True)[0]
    assert touch == 137 and far in (121, 153)


def test_a_spinner_opens_its_short_ends():
    board = Board(16, 16)
    board.lay(parse("4-4"), 0, 120, 136, True)  # upright: L and R are its sides, U and D its short ends
    spots = [board.spots(place)[0] for place in (L, R, U, D)]
    assert [spot[0] in (121, 137, 119, 135) for spot in spots] == [True, True, False, False]
    assert board.spots(U)[0] == (104, 88)
    assert board.spots(D)[0] == (152, 168)
    acts = [play("4-1", place) for place in (L, R, U, D)]
    assert board.where(parse("4-1"), 104, 88, acts) == acts[2]
    assert board.where(parse("4-1"), 152, 168, acts) == acts[3]


def test_an_end_without_a_free_cell_takes_its_tile_anywhere():
    board = Board(4, 2)
    board.lay(parse("6-5"), 0, 0, 4)
    board.lay(parse("5-3"), R, 5, 1)
    acts = [play("6-2", L)]
    assert board.spots(L) == []
    assert board.where(parse("6-2"), 3, 7, acts) == acts[0]


def test_spots_turn_before_the_edge():
    board = Board(8, 8)
    board.lay(parse("6-5"), 0, 36, 37)
    touch, far = board.spots(R)[0]
    board.lay(parse("5-1"), R, touch, far)
    assert (touch, far) == (38, 39)
    assert board.spots(R)[0] in ((47, 55), (31, 23))


def random_line(seed, top, columns, rows, spinner):
    """Lay random tiles at random ends where `spots` says, until nothing fits; how often an end had no cell."""
    chance = Chance(seed)
    board, line = Board(columns, rows), Line(spinner)
    left = list(range(size(top)))
    while True:
        acts = line.fits(left)
        if not acts:
            return 0
        chosen = acts[chance.below(len(acts))]
        tile, place = chosen & 255, chosen >> 8 & 255
        spots = board.spots(place, is_double(tile))
        if not spots:
            return 1
        high, low = spots[0]
        if place and HI[tile] != line.tips[place - 1]:
            high, low = low, high
        if board.where(tile, high, low, [a for a in acts if a & 255 == tile]) != (chosen if place else tile):
            return 1
        line.lay(tile, place)
        board.lay(tile, place, high, low, line.spinner == tile)
        left.remove(tile)


def test_every_line_of_the_double_6_finds_its_way():
    assert sum([random_line(seed, 6, 16, 16, False) for seed in range(300)]) == 0


def test_lines_with_a_spinner_seldom_run_out_of_cells():
    assert sum([random_line(seed, 6, 16, 16, True) for seed in range(100)]) <= 5


def test_lines_of_the_double_9_seldom_run_out_of_cells():
    assert sum([random_line(seed, 9, 16, 16, False) for seed in range(60)]) <= 6
