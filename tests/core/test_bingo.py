"""Bingo: every vector of its page by id, its options, and how often it is won."""

from chance import Chance
from dealing import cases, error, legal, position, shuffled
from dominocore import games
from dominocore.events import HAND, ROW, act
from dominocore.match import Match
from dominocore.tiles import HI, PIPS, name, size
from matches import at_every_table
from solo import GAVE_UP, LOST, WON, begun, ended, hint, judged, lay, push, refusal, tiles


def at(row, top=6, options=None, count=0):
    match = begun("bingo", top, options)
    match.hand.count = count
    return lay(match, ROW, row, 0)


def removals(match):
    """Plays to the end; gives what went, removal by removal."""
    gone = []
    while not match.over:
        gone.append(legal(match)[0][len("remove ") :])
        assert hint(match) == legal(match)[0]
        match.push(1, match.legal()[0])
    return gone


def passes_of(row, counts=13, resets=False):
    """The game played tile by tile as the page tells it: [(pass number, tiles that went)] and the tiles left."""
    row, found, count, barren, number = list(row), [], 0, 0, 0
    while row and barren <= counts:
        number += 1
        marked = []
        count = 0 if resets else count
        for t in row:
            if PIPS[t] == count:
                marked.append(t)
            count = (count + 1) % counts
        barren = 0 if marked else barren + 1
        row = [t for t in row if t not in marked]
        if marked:
            found.append((number, " ".join([name(t) for t in marked])))
    return found, len(row)


def test_BI_01_five_tiles_go_in_the_first_pass():
    match = at("0-0 1-0 1-1 2-1 2-2")
    assert removals(match) == ["0-0 1-0 1-1 2-1 2-2"] and ended(match) == WON


def test_BI_02_the_count_runs_on_over_barren_passes():
    match = at("1-0 0-0")
    assert removals(match) == ["0-0", "1-0"] and ended(match) == WON
    assert [n for n, _ in passes_of(tiles("1-0 0-0"))[0]] == [7, 8]


def test_BI_04_the_thirteenth_pass():
    match = at("6-6")
    assert removals(match) == ["6-6"] and ended(match) == WON
    assert passes_of(tiles("6-6"))[0] == [(13, "6-6")]


def test_BI_05_three_in_the_tenth_pass():
    match = at("1-0 2-0 3-0")
    assert removals(match) == ["1-0 2-0 3-0"] and ended(match) == WON
    assert passes_of(tiles("1-0 2-0 3-0"))[0][0][0] == 10


STUCK = "3-0 3-2 4-1 6-2 5-0 0-0 1-1 6-3 4-3 3-3 5-4 5-5 4-0"


def test_BI_06_thirteen_tiles_that_never_meet_their_number_are_lost_at_once():
    match = at(STUCK)
    assert ended(match) == LOST and match.rules.left(match.hand) == 13


def test_BI_08_twenty_six_tiles_can_be_stuck_too():
    for seed in range(200):
        row = shuffled(Chance(seed), 28)[:26]
        if not [i for i, t in enumerate(row) if PIPS[t] == i % 13]:
            break
    match = at(" ".join([name(t) for t in row]))
    assert ended(match) == LOST and match.rules.left(match.hand) == 26


def test_BI_09_the_count_is_not_reset_after_a_pass():
    whole = [tile for _, tile in sorted([(PIPS[t], t) for t in range(28)])]
    match = at(" ".join([name(t) for t in whole]))
    assert match.hand.count == 28 % 13 == 2


def test_BI_10_with_double_9_the_count_goes_to_18():
    assert games.load("bingo", 9).counts == 19 and games.load("bingo", 12).counts == 25
    assert len([t for t in range(size(9)) if PIPS[t] > 12]) == 12
    assert len([t for t in range(size(12)) if PIPS[t] > 12]) == 42
    match = at("9-9", 9, {"count_top": "12"})
    assert ended(match) == LOST
    assert removals(at("9-9", 9)) == ["9-9"]


def test_reset_each_pass_counts_every_pass_from_nought():
    match = at("1-0 0-0", options={"reset_each_pass": "on"})
    assert ended(match) == LOST and match.rules.left(match.hand) == 2
    match = at("0-0 2-0 1-1", options={"reset_each_pass": "on"})
    assert legal(match) == ["remove 0-0 1-1"]
    assert ended(push(match, "remove 0-0 1-1")) == LOST


def test_only_what_the_count_meets_may_go():
    match = at("1-0 0-0")
    assert judged(match, "remove 1-0") == "not_counted" and judged(match, "remove 0-0 1-0") == "not_counted"
    assert judged(match, "remove 6-6") == "not_there" and judged(match, "remove 0-0 0-0") == "not_there"
    assert judged(match, "end") == "not_in_game" and judged(match, "remove ?") == "not_there"


def test_a_wrong_removal_stands_by_a_fault():
    row = " ".join([name(t) for t in range(28)])
    lines = "* hand\n* row %s\n1 remove 6-6" % row
    assert error(lines, seats=1, game="bingo") == (3, "not_counted")
    match = position(lines + "\n* fault not_counted 1", seats=1, game="bingo")
    assert match.rules.left(match.hand) == 27 and not match.over


def test_the_whole_set_lies_in_the_row():
    row = " ".join([name(t) for t in range(27)])
    assert error("* hand\n* row %s" % row, seats=1, game="bingo") == (2, "tile_count")
    assert error("* hand\n1 remove 0-0", seats=1, game="bingo") == (2, "table_first")
    assert error("* hand\n* row %s ?" % row, seats=1, game="bingo") == (2, "unseen_tile")


def test_giving_up_at_any_time_before_the_end():
    assert ended(position("* hand\n1 quit", seats=1, game="bingo")) == GAVE_UP
    row = " ".join([name(t) for t in range(28)])
    match = position("* hand\n* row %s\n1 quit\n* score 1:0" % row, seats=1, game="bingo")
    assert ended(match) == GAVE_UP and match.rules.left(match.hand) == 28
    assert error("* hand\n* row %s\n1 quit\n1 quit" % row, seats=1, game="bingo") == (4, "not_in_play")


def test_sets_seats_and_options():
    assert refusal("bingo", 15) == "bad_set" and refusal("bingo", 6, 2) == "exact_seats"
    assert refusal("bingo", 6, 1, {"count_top": "13"}) == "bad_value"
    assert refusal("bingo", 6, 1, {"deal": 7}) == "bad_option"
    assert games.load("bingo").top == 6 and HI[27] == 6


def test_random_games_agree_with_counting_tile_by_tile():
    for i in range(cases(60, 3000)):
        top = (6, 9, 12)[i % 3]
        options = ({}, {"count_top": "12"}, {"reset_each_pass": "on"})[i // 3 % 3]
        rules = games.load("bingo", top, 1, options)
        row = shuffled(Chance(i), rules.tiles)
        found, left = passes_of(row, rules.counts, rules.resets)
        match = Match(rules)
        match.push(0, act(HAND))
        match.push(0, act(ROW), bytes(row))
        assert removals(match) == [gone for _, gone in found]
        assert rules.left(match.hand) == left and ended(match) == (LOST if left else WON)


def test_about_64_of_100_deals_with_double_6_are_won():
    """The page gives 64 %; three standard errors either way are 8.4 % of 300 deals and 2 % of 5000."""
    deals = cases(300, 5000)
    won = 0
    for seed in range(deals):
        match = begun("bingo")
        match.push(0, act(ROW), bytes(shuffled(Chance(7000 + seed), 28)))
        removals(match)
        won += match.winner
    expected = 64 * deals // 100
    margin = cases(25, 102)
    assert expected - margin <= won <= expected + margin, (won, deals)


def test_random_matches_at_every_table():
    at_every_table(
        "bingo",
        {"count_top": "12"},
        {"reset_each_pass": "on"},
    )
