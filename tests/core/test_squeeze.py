"""Squeeze: every vector of its page by id, its options, its ends, and removals against a slow reading of the page."""

from dealing import cases, error, legal, position, random_match, report
from dominocore import games
from dominocore.events import ROW
from dominocore.tiles import HI, LO, name
from matches import at_every_table
from solo import CLOSE, GAVE_UP, LOST, WON, begun, ended, hint, judged, lay, push, refusal, tiles

R = "6-1 3-3 6-4 2-0 5-1 2-1 4-1"


def at(row, stock=0, top=6, options=None):
    return lay(begun("squeeze", top, options), ROW, row, stock)


def row_of(match):
    return " ".join([name(t) for t in match.hand.row])


def test_SQ_01_a_pair_with_one_between():
    match = push(at(R, 21), "remove 6-1 6-4")
    assert row_of(match) == "3-3 2-0 5-1 2-1 4-1"


def test_SQ_02_neighbours_are_no_pair():
    assert judged(at(R, 21), "remove 5-1 2-1") == "no_removal"


def test_SQ_04_another_pair_with_one_between():
    assert judged(at(R, 21), "remove 2-0 2-1") is None


def test_SQ_05_three_between_are_too_many():
    assert judged(at(R, 21), "remove 6-1 5-1") == "no_removal"


def test_SQ_06_two_between():
    assert judged(at("1-0 5-5 6-6 3-1"), "remove 1-0 3-1") is None


def test_SQ_08_part_of_a_group_or_all_of_it():
    match = at("2-0 3-2 5-2 2-2")
    assert judged(match, "remove 2-0 3-2 5-2") is None and judged(match, "remove 2-0 3-2 5-2 2-2") is None


def test_SQ_09_new_tiles_are_not_to_be_had_while_something_can_go():
    assert judged(at(R, 21), "end") == "not_allowed"
    assert judged(at(R, 21, options={"may_hold_back": "on"}), "end") is None


def test_SQ_10_the_last_addition_with_double_9_has_six_tiles():
    match = begun("squeeze", 9)
    match.hand.hold.stock = 7 + 6
    lay(match, ROW, "0-0 1-1 2-2 3-3 4-4 5-5 6-6", 6)
    assert match.rules.due(match.hand)[1] == 6


def test_SQ_12_a_last_group_wins():
    assert ended(push(at("2-0 3-2 5-2"), "remove 2-0 3-2 5-2")) == WON


def test_SQ_13_two_left_are_a_close_win():
    match = at("2-0 3-2")
    assert ended(match) == CLOSE and match.rules.left(match.hand) == 2
    assert ended(at("6-6")) == CLOSE and ended(at("0-0 1-1 2-2")) == LOST


def test_a_chain_is_no_group():
    assert judged(at("2-0 3-2 5-3"), "remove 2-0 3-2 5-3") == "not_in_play", "lost at once: nothing can go"
    assert ended(at("2-0 3-2 5-3")) == LOST
    assert judged(at("2-0 3-2 5-3 6-2"), "remove 2-0 3-2 5-3") == "no_removal"


def test_whole_groups_only():
    match = at("4-1 2-0 3-2 5-2 2-2 1-0", options={"group_any": "whole"})
    assert judged(match, "remove 2-0 3-2 5-2 2-2") is None
    assert judged(match, "remove 2-0 3-2 5-2") == judged(match, "remove 3-2 5-2 2-2") == "no_removal"
    assert judged(match, "remove 2-0 5-2") is None, "a pair is a pair"
    crossing = at("2-0 2-1 6-2 6-0 6-1", options={"group_any": "whole"})
    assert judged(crossing, "remove 2-0 2-1 6-2") is None and judged(crossing, "remove 6-2 6-0 6-1") is None


def test_the_next_row_follows_by_itself_and_first():
    lines = "* hand\n* row 0-0 1-1 2-2 3-3 4-4 5-5 6-6\n"
    match = position(lines, seats=1, game="squeeze")
    assert match.rules.due(match.hand)[1] == 7 and legal(match) == [] and match.turn == 1
    assert error(lines + "1 remove 0-0 1-1", seats=1, game="squeeze") == (3, "table_first")
    assert error(lines + "1 end", seats=1, game="squeeze") == (3, "table_first")
    assert error(lines + "* row 6-5 6-4 6-3", seats=1, game="squeeze") == (3, "tile_count")
    assert error(lines + "* row 6-6 6-4 6-3 6-2 6-1 6-0 5-4", seats=1, game="squeeze") == (3, "tile_elsewhere")
    assert error(lines + "* layout 6-5 6-4 6-3 6-2 6-1 6-0 5-4", seats=1, game="squeeze") == (3, "not_due")
    assert not position(lines + "* row 6-5 6-4 6-3 6-2 6-1 6-0 5-4", seats=1, game="squeeze").over


def test_holding_back_asks_for_the_next_row_while_there_is_one():
    options = {"may_hold_back": "on"}
    match = push(at(R, 21, options=options), "end")
    assert match.rules.due(match.hand)[1] == 7
    assert judged(at(R, 0, options=options), "end") == "boneyard_empty"
    assert "end" in legal(at(R, 21, options=options)) and "end" not in legal(at(R, 0, options=options))


def test_an_end_that_is_not_allowed_can_stand_by_a_fault():
    lines = "* hand\n* row %s\n1 end\n* fault not_allowed 1\n" % R
    match = position(lines, seats=1, game="squeeze")
    assert match.rules.due(match.hand)[1] == 7
    found = report(lines, seats=1, game="squeeze")
    assert [i.rule for _, _, i in found.infractions] == ["not_allowed"]


def test_tiles_are_written_in_the_order_of_the_row_and_read_in_any():
    match = at(R, 21)
    assert "remove 6-1 6-4" in legal(match) and "remove 6-4 6-1" not in legal(match)
    assert judged(match, "remove 6-4 6-1") is None
    assert hint(match) == legal(match)[0]


def test_a_tile_that_is_not_there_cannot_go():
    match = at(R, 21)
    for line in ("remove 6-1 6-6", "remove 6-1 6-1", "remove ? 6-1"):
        assert judged(match, line) == "not_there"
    assert judged(match, "remove 6-1") == "no_removal"


def test_undo_takes_back_the_removal_and_the_row_after_it():
    head = "* hand\n* row 0-0 1-0 2-0 3-3 4-4 5-5 6-6\n"
    row = "* row 6-5 6-4 6-3 6-2 6-1 5-4 5-3\n"
    once = position(head + "1 remove 0-0 2-0\n" + row, seats=1, game="squeeze")
    back = position(head + "1 remove 0-0 2-0\n" + row + "* undo\n", seats=1, game="squeeze")
    assert len(once.hand.row) == 12 and len(back.hand.row) == 7 and back.hand.hold.stock == 21
    again = position(
        head + "1 remove 0-0 2-0\n" + row + "* undo\n1 remove 0-0 1-0 2-0\n" + row, seats=1, game="squeeze"
    )
    assert len(again.hand.row) == 11


def test_a_close_win_scores_nothing():
    for i in range(200):
        match = random_match(i, "squeeze", 6, 1).match
        if match.results[0].reason == "close":
            assert ended(match) == CLOSE and 1 <= match.rules.left(match.hand) <= 2
            return
    raise AssertionError("no close win in 200 games")


def test_giving_up():
    assert ended(push(at(R, 21), "quit")) == GAVE_UP
    assert "quit" not in legal(at(R, 21))


def test_sets_seats_and_options():
    assert refusal("squeeze", 15) == "bad_set" and refusal("squeeze", 9, 3) == "exact_seats"
    assert refusal("squeeze", 6, 1, {"group_any": "some"}) == "bad_value" and games.load("squeeze").top == 6


def slow_removals(row, whole):
    """Every removal, found by trying every set of places that the page could mean."""
    found = set()
    halves = [(HI[t], LO[t]) for t in row]
    for i in range(len(row)):
        for j in range(i + 1, len(row)):
            between = j - i - 1
            if between in (1, 2) and set(halves[i]) & set(halves[j]):
                found.add((i, j))
            if between >= 1:
                for number in range(13):
                    if all([number in h for h in halves[i : j + 1]]):
                        longer = (i > 0 and number in halves[i - 1]) or (j + 1 < len(row) and number in halves[j + 1])
                        if not (whole and longer):
                            found.add(tuple(range(i, j + 1)))
    return found


def test_random_games_offer_exactly_the_removals_of_the_page():
    for i in range(cases(40, 2000)):
        top = (6, 9, 12)[i % 3]
        options = {"group_any": ("any", "whole")[i // 3 % 2], "may_hold_back": ("off", "on")[i // 6 % 2]}

        def check(match):
            if match.turn and not match.rules.due(match.hand):
                row = list(match.hand.row)
                offered = [line.split()[1:] for line in legal(match) if line != "end"]
                places = [tuple([row.index(t) for t in tiles(" ".join(words))]) for words in offered]
                assert set(places) == slow_removals(row, match.rules.options["group_any"] == "whole") and len(
                    places
                ) == len(set(places))

        random_match(i, "squeeze", top, 1, options, check)


def test_random_matches_at_every_table():
    at_every_table(
        "squeeze",
        {"may_hold_back": "on"},
        {"group_any": "whole"},
        {"may_hold_back": "on", "group_any": "whole"},
    )
