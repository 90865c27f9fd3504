"""Good Neighbors: every vector of its page by id, its option, its ends, and pairs against a slow reading."""

from dealing import cases, error, legal, position, random_match
from dominocore import games
from dominocore.events import LAYOUT
from dominocore.tiles import HI, LO, name
from matches import at_every_table
from solo import GAVE_UP, LOST, WON, begun, ended, hint, judged, lay, push, refusal, tiles

L = "9-3 3-1 0-0 7-4 3-2 12-6 12-9 12-3 5-3 6-1 10-8 11-11"


def at(layout=L, stock=79, top=12, options=None):
    return lay(begun("good_neighbors", top, options), LAYOUT, layout, stock)


def shown(match):
    return " ".join([name(t) if t >= 0 else "-" for t in match.hand.cells])


def test_GN_01_vertical_neighbours():
    assert judged(at(), "remove 12-6 6-1") is None


def test_GN_02_neighbours_in_a_row():
    assert judged(at(), "remove 12-9 12-3") is None


def test_GN_04_two_columns_apart():
    assert judged(at(), "remove 12-6 12-3") == "no_pair"


def test_GN_05_no_common_number():
    assert judged(at(), "remove 7-4 12-3") == "no_pair"


def test_GN_06_rows_do_not_wrap():
    assert judged(at(L.replace("7-4", "7-2")), "remove 7-2 3-2") == "no_pair"


def test_GN_08_holes_stay_holes_during_the_turn():
    match = push(at(), "remove 12-9 12-3")
    assert judged(match, "remove 3-1 5-3") == "no_pair"
    push(match, "end")
    match.push(0, match.rules.due(match.hand)[0], tiles("12-12 8-8"))
    assert shown(match) == "9-3 3-1 0-0 7-4 3-2 12-6 5-3 6-1 10-8 11-11 12-12 8-8"


def test_GN_09_a_turn_removes_at_least_one_pair():
    assert judged(at(), "end") == "no_pair_yet"


def test_GN_10_pairs_only():
    assert judged(at(), "remove 3-2 3-1 9-3") == "no_pair"


def test_GN_12_one_tile_left_wins_with_double_12():
    match = push(at("9-3 3-1 6-1", 0), "remove 9-3 3-1")
    assert ended(match) == WON and match.rules.left(match.hand) == 1


def test_GN_13_goals_and_layouts():
    assert [
        (games.load("good_neighbors", top).goal, games.load("good_neighbors", top).cells) for top in (6, 9, 12)
    ] == [
        (0, 6),
        (1, 9),
        (1, 12),
    ]
    match = at("6-0 0-0", 0, 6)
    assert ended(push(match, "remove 6-0 0-0")) == WON and match.rules.left(match.hand) == 0
    assert games.load("good_neighbors").top == 12


def test_diagonal_neighbours_share_a_number():
    assert judged(at(), "remove 9-3 12-6") == "no_pair" and judged(at(), "remove 3-1 3-2") is None


def test_the_end_is_written_also_when_no_pair_is_left():
    match = push(at("6-0 5-0 1-1 2-2 3-3 4-4", 20, 6), "remove 6-0 5-0")
    assert legal(match) == ["end"] and hint(match) == "end"
    push(match, "end")
    assert match.rules.due(match.hand)[1] == 2 and shown(match) == "1-1 2-2 3-3 4-4 - -"


def test_the_refill_is_smaller_when_the_stock_runs_out():
    match = push(at("6-0 5-0 1-1 2-2 3-3 4-4", 1, 6), "remove 6-0 5-0", "end")
    assert match.rules.due(match.hand)[1] == 1
    match.push(0, match.rules.due(match.hand)[0], tiles("4-1"))
    assert shown(match) == "1-1 2-2 3-3 4-4 4-1 -" and legal(match) == ["remove 1-1 4-1", "remove 4-4 4-1"]


def test_lost_when_a_layout_dealt_refilled_or_collapsed_shows_no_pair():
    assert ended(at("0-0 1-1 2-2 3-3 4-4 5-5", 22, 6)) == LOST
    match = push(at("6-0 5-0 1-1 2-2 3-3 4-4", 2, 6), "remove 6-0 5-0", "end")
    match.push(0, match.rules.due(match.hand)[0], tiles("5-5 6-6"))
    assert ended(match) == LOST and match.rules.left(match.hand) == 6
    match = push(at("6-0 5-0 1-1 2-2 3-3 4-4", 0, 6), "remove 6-0 5-0")
    assert not match.over, "the end of the turn is the player's to say"
    assert ended(push(match, "end")) == LOST and match.rules.left(match.hand) == 4


def test_rows_stay_as_long_when_the_stock_is_empty():
    match = push(at("6-0 5-0 1-1 2-1 3-3 4-3", 0, 6), "remove 6-0 5-0", "end")
    assert shown(match) == "1-1 2-1 3-3 4-3 - -"
    assert legal(match) == ["remove 1-1 2-1"], "4-3 stands at the start of the second row"


def test_holes_close_after_each_pair_if_so_agreed():
    match = push(at(options={"holes": "close"}), "remove 12-9 12-3")
    assert shown(match) == "9-3 3-1 0-0 7-4 3-2 12-6 5-3 6-1 10-8 11-11 - -"
    assert judged(match, "remove 3-1 5-3") is None and "end" in legal(match)
    push(match, "end")
    assert match.rules.due(match.hand)[1] == 2


def test_record_lines():
    lines = "* hand\n* layout 6-0 5-0 1-1 2-2 3-3 4-4\n"
    tags = {"seats": 1, "game": "good_neighbors"}
    assert error(lines + "1 end", **tags) == (3, "no_pair_yet")
    assert error(lines + "1 remove 6-0 5-0\n* layout 6-6 5-5", **tags) == (4, "not_due")
    assert error(lines + "1 remove 6-0 5-0\n1 end\n1 remove 1-1 2-2", **tags) == (5, "table_first")
    assert error(lines + "1 remove 6-0 5-0\n1 end\n* layout 6-6", **tags) == (5, "tile_count")
    assert error(lines + "1 remove 6-0 5-0\n1 end\n* layout 6-0 5-5", **tags) == (5, "tile_elsewhere")
    assert error(lines + "1 remove 6-0 6-6", **tags) == (3, "not_there")
    match = position(lines + "1 remove 5-0 6-0\n1 end\n* layout 6-2 5-2\n", **tags)
    assert legal(match)[0] == "remove 2-2 6-2" and match.rules.left(match.hand) == 26
    assert ended(position(lines + "1 quit\n* score 1:0", **tags)) == GAVE_UP


def test_sets_seats_and_options():
    assert refusal("good_neighbors", 15) == "bad_set" and refusal("good_neighbors", 12, 2) == "exact_seats"
    assert refusal("good_neighbors", 12, 1, {"holes": "shut"}) == "bad_value"


def slow_pairs(cells, width):
    found = set()
    for i, a in enumerate(cells):
        for j, b in enumerate(cells[:i]):
            near = abs(i % width - j % width) <= 1 and abs(i // width - j // width) <= 1
            if near and a >= 0 and b >= 0 and set((HI[a], LO[a])) & set((HI[b], LO[b])):
                found.add((b, a))
    return found


def test_random_games_offer_exactly_the_pairs_of_the_page():
    for i in range(cases(40, 2000)):
        top = (6, 9, 12)[i % 3]

        def check(match):
            if match.turn and not match.rules.due(match.hand):
                lines = legal(match)
                pairs = [tuple(tiles(line[7:])) for line in lines if line != "end"]
                assert set(pairs) == slow_pairs(match.hand.cells, 4 if match.rules.top == 12 else 3)
                assert ("end" in lines) == match.hand.removed

        random_match(i, "good_neighbors", top, 1, {"holes": ("stay", "close")[i // 3 % 2]}, check)


def test_random_matches_at_every_table():
    at_every_table(
        "good_neighbors",
        {"holes": "close"},
    )
