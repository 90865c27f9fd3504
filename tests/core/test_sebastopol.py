"""Sebastopol: every vector of its page by id, hidden racks, and how its arms are written."""

from dealing import error as error_of, legal, position as position_of, random_match, report as report_of
from dominocore import games
from dominocore.events import DRAW, PASS_ACT, act
from dominocore.faults import DominoError
from dominocore.holdings import TABLE
from dominocore.rules import Hand
from dominocore.spelling import parse_place
from dominocore.tiles import NUMBERS, name, parse
from matches import at_every_table

SEEN = """
    * hand
    1 deal 6-3 4-4 4-3 3-3 5-5 2-2 1-1
    2 deal 5-3 4-2 3-1 2-0 1-0 5-4 0-0
    3 deal 6-6 6-0 5-1 5-0 4-1 4-0 3-2
    4 deal 6-4 6-1 6-2 6-5 5-2 2-1 3-0
"""
HIDDEN = """
    * hand
    1 deal ? ? ? ? ? ? ?
    2 deal ? ? ? ? ? ? ?
    3 deal ? ? ? ? ? ? ?
    4 deal ? ? ? ? ? ? ?
"""
TWO_ARMS = "3 play 6-6\n4 play 6-4 @L\n1 play 6-3 @R\n"
FOUR_ARMS = TWO_ARMS + "2 pass\n3 play 6-0 @U\n4 play 6-1\n1 pass\n"


def position(lines, **tags):
    return position_of(lines, game="sebastopol", seats=4, **tags)


def error(lines, **tags):
    return error_of(lines, game="sebastopol", seats=4, **tags)


def judged(match, seat, tile, end):
    return match.judge(seat, act(0, parse(tile), parse_place(end)))


def test_SB_01_the_holder_of_double_six_must_set_it():
    match = position(SEEN)
    assert match.turn == 3 and legal(match) == ["play 6-6"]
    assert match.judge(3, PASS_ACT) == "not_allowed" and match.judge(3, parse("6-0")) == "does_not_fit"
    assert position(SEEN + "3 play 6-6").turn == 4


def test_SB_02_a_six_begins_an_arm():
    match = position(SEEN + "3 play 6-6\n4 play 6-4 @D")
    assert match.hand.layout.tips == [6, 6, 6, 4] and match.turn == 1


def test_SB_04_without_a_six_pass_until_four_arms_are_begun():
    match = position(SEEN + TWO_ARMS)
    assert match.hand.layout.tips == [4, 3, 6, 6] and match.turn == 2 and legal(match) == ["pass"]
    assert judged(match, 2, "5-3", "R") == "does_not_fit", "it would match, but later"


def test_SB_05_with_four_arms_any_tip_may_be_played_on():
    match = position(HIDDEN + FOUR_ARMS)
    assert match.hand.layout.tips == [4, 3, 0, 1]
    assert judged(match, 2, "5-3", "R") is None
    assert judged(match, 2, "5-3", "L") == "does_not_fit"


def test_SB_06_two_sixes_are_left():
    hold = position(HIDDEN + FOUR_ARMS).hand.hold
    sixes = [t for t in range(28) if NUMBERS[t] >> 6 & 1]
    assert [name(t) for t in sixes if hold.where[t] != TABLE] == ["6-2", "6-5"]


def test_SB_08_later_doubles_do_not_branch():
    match = position(HIDDEN + FOUR_ARMS + "2 play 4-2 @L\n3 pass\n4 play 2-2")
    assert match.hand.layout.tips == [2, 3, 0, 1]


def test_SB_09_there_is_no_fifth_arm():
    match = position(HIDDEN + FOUR_ARMS)
    for end, code in (("A5", "no_such_end"), ("A1", "no_such_end"), ("L", "does_not_fit"), ("D", "does_not_fit")):
        assert judged(match, 2, "6-2", end) == code


def scored(reason, winner, racks):
    hand = Hand(games.load("sebastopol"))
    hand.hold.racks = [[]] + [[parse(t) for t in rack.split()] for rack in racks]
    hand.end(reason, winner)
    return games.load("sebastopol").score(hand)


def test_SB_10_out_takes_the_pips_of_all_others():
    assert scored("out", 1, ("", "6-5", "4-3", "5-5 6-4")) == [38, 0, 0, 0]


def test_blocked_scores_pairwise():
    assert scored("blocked", 0, ("2-1", "5-3", "6-6", "5-5 6-4")) == [31, 16, 8, 0]


def test_SB_12_exactly_four_with_double_six():
    for top, seats, options, code in (
        (6, 3, {}, "exact_seats"),
        (6, 5, {}, "exact_seats"),
        (9, 4, {}, "bad_set"),
        (6, 4, {"deal": 7}, "bad_option"),
        (6, 4, {"first": 2}, "bad_option"),
        (6, 4, {"target": 0}, "bad_number"),
    ):
        try:
            games.load("sebastopol", top, seats, options)
        except DominoError as refused:
            assert refused.code == code, refused
        else:
            assert False, code
    assert games.load("sebastopol").seats == 4


def test_the_end_is_written_while_more_than_one_arm_is_free():
    assert error(SEEN + "3 play 6-6\n4 play 6-4") == (7, "end_needed")
    assert legal(position(SEEN + "3 play 6-6"))[:4] == ["play 6-4 @" + end for end in "LRUD"]
    one_free = position(SEEN + TWO_ARMS + "2 pass\n3 play 6-0 @D")
    assert legal(one_free) == ["play 6-1", "play 6-2", "play 6-5"]
    assert error(SEEN + "3 play 6-6\n4 play 6-4 @L\n1 play 6-3 @L") == (8, "does_not_fit")


def test_nothing_is_drawn_and_who_can_must_play():
    match = position(SEEN + "3 play 6-6")
    assert match.judge(4, act(DRAW, parse("0-0"))) == "not_in_game"
    assert match.judge(4, PASS_ACT) == "false_pass"


def test_hidden_racks_wait_for_the_double_six_and_are_never_dealt_again():
    assert position(HIDDEN).turn == 0
    assert error(HIDDEN + "3 play 5-5") == (6, "does_not_fit")
    assert error(HIDDEN + "* hand") == (6, "hand_running"), "somebody has it: all 28 are dealt"
    assert position(HIDDEN + "2 play 6-6").turn == 3


def test_four_passes_block_and_the_reveal_proves_the_false_ones():
    lines = (
        HIDDEN
        + FOUR_ARMS
        + """2 pass
        3 pass
        4 pass
        1 reveal 6-5 5-5 4-4 3-3 2-2 1-1
        2 reveal 6-2 5-4 5-3 4-3 5-2 4-2 3-2
        3 reveal 5-1 4-1 3-1 2-1 1-0
        4 reveal 5-0 4-0 3-0 2-0 0-0
        """
    )
    found = report_of(lines, game="sebastopol", seats=4)
    assert found.ok and found.match.results[0].reason == "blocked"
    assert sorted(set([(i.rule, i.seat, line - 10) for _, line, i in found.infractions])) == [
        ("false_pass", 1, 6),
        ("false_pass", 2, 3),
        ("false_pass", 2, 7),
        ("false_pass", 3, 8),
        ("false_pass", 4, 9),
    ], found.infractions


def test_every_hand_begins_with_the_double_six():
    rows = random_match(3, "sebastopol", options={"target": 60}).text().split("\n")
    leads = [rows[i + 5] for i, row in enumerate(rows) if row == "* hand"]
    assert len(leads) > 1 and not [lead for lead in leads if lead[1:] != " play 6-6"]
    assert len(set(leads)) > 1, "by whoever holds it"


def test_random_matches_at_every_table():
    at_every_table(
        "sebastopol",
        {"target": 30},
    )
