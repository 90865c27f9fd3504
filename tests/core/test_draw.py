"""Draw: every vector of its page by id, its options, and what hidden racks and records add."""

from dealing import error as error_of, legal as legal_lines, position as position_of, report as report_of
from dominocore import games
from dominocore.events import DRAW, DRAW_ACT, PASS_ACT, R, act
from dominocore.faults import DominoError
from dominocore.scoring import others, pairwise
from dominocore.tiles import parse
from matches import at_every_table


def position(lines, **tags):
    return position_of(lines, game="draw", **tags)


def error(lines, **tags):
    return error_of(lines, game="draw", **tags)


def legal(match):
    """As `verify` lists them: a draw names no tile."""
    return [line.replace(" ?", "") for line in legal_lines(match)]


def proved(lines, **tags):
    """What the record proves wrong in the end: (line within the body, rule, seat, tile)."""
    found = report_of(lines, game="draw", **tags)
    assert found.ok, found.error
    return [(line - 5, i.rule, i.seat, i.tile) for _, line, i in found.infractions]


THREE_ONE = """
    * hand
    1 deal 3-1 0-0
    2 deal %s
    1 play 3-1"""


def test_DR_01_the_leader_leads_any_tile():
    match = position(THREE_ONE % "5-5 6-2", options="deal=2")
    assert match.hand.layout.tips == [3, 1]
    start = position("* hand\n1 deal 3-1 0-0\n2 deal 5-5 6-2", options="deal=2")
    assert legal(start) == ["play 3-1", "play 0-0"]
    assert start.judge(1, act(DRAW, parse("6-6"))) == "not_allowed", "the leader leads"


def test_DR_02_nothing_fits_so_draw():
    match = position(THREE_ONE % "5-5 6-2", options="deal=2")
    assert legal(match) == ["draw"]
    assert match.judge(2, act(0, parse("5-5"), R)) == "does_not_fit"
    assert match.judge(2, PASS_ACT) == "too_few_drawn", "there is a boneyard"


def test_DR_04_no_draw_when_able():
    match = position(THREE_ONE % "6-1 6-2", options="deal=2")
    assert match.judge(2, act(DRAW, parse("6-6"))) == "illegal_draw" and legal(match) == ["play 6-1"]


def test_DR_05_a_double_leaves_the_end_as_it_was():
    match = position(
        """
        * hand
        1 deal 3-0 6-6 5-4
        2 deal 3-1 3-3 6-5
        3 deal 1-0 5-5 4-4
        2 play 3-1
        3 play 1-0
        1 play 3-0 @R
        2 play 3-3 @R
        """,
        seats=3,
        options="deal=3 first=2",
    )
    assert match.hand.layout.tips == [3, 3] and match.turn == 3


def test_DR_06_ends_that_make_five_score_nothing():
    match = position(THREE_ONE % "4-3 6-2" + "\n2 play 4-3", options="deal=2")
    assert match.hand.layout.tips == [4, 1] and match.hand.points == [0, 0]


def test_DR_08_out_takes_the_pips_of_all_others():
    match = position(
        """
        * hand
        1 deal 5-4 3-2
        2 deal 6-6 1-1
        3 deal 3-0 2-0
        3 play 3-0
        1 play 3-2
        2 pass
        3 play 2-0 @L
        """,
        seats=3,
        options="deal=2 reserve=22 first=3",
    )
    assert match.results == [((0, 0, 23), 3, "out")] and others([9, 14, 0], 3) == [0, 0, 23]


BLOCKED = """
    * hand
    1 deal 6-6 6-3 4-3 6-4 5-0 3-3 4-4 3-0 2-0 1-0 0-0 5-1 5-2 5-3
    2 deal 6-2 2-1 6-1 6-5 6-0 5-5 1-1 2-2 3-1 3-2 4-0 4-1 4-2 5-4
    1 play 6-6
    2 play 6-2 @L
    1 play 6-3
    2 play 2-1
    1 play 4-3
    2 play 6-1
    1 play 6-4 @R
    2 play 6-5 @R
    1 play 5-0
    2 play 6-0 @R
    1 pass
    2 pass"""


def test_DR_09_blocked_gives_the_difference_to_the_lower():
    assert pairwise([10, 17]) == [7, 0] and pairwise([17, 10]) == [0, 7]
    match = position(BLOCKED, options="deal=14")
    assert match.results == [((8, 0), 1, "blocked")], "pips 41 and 49"


LED_BY_1_WON_BY_3 = """
    * hand
    1 deal 6-5 3-3
    2 deal 6-4 0-0
    3 deal 5-4 4-2
    1 play 6-5
    2 play 6-4
    3 play 5-4 @R
    1 pass
    2 pass
    3 play 4-2 @L
    * score 1:0 2:0 3:6
    * hand
    1 deal ? ?
    2 deal ? ?
    3 deal ? ?"""


def test_DR_10_the_lead_rotates_stays_or_goes_to_the_winner():
    for option, leader in (("", 2), (" leader=fixed", 1), (" leader=winner", 3)):
        match = position(LED_BY_1_WON_BY_3, seats=3, options="deal=2%s reserve=22" % option)
        assert match.won == 3 and match.turn == leader, option


def test_DR_12_the_turn_passes_to_the_left():
    lines = "* hand\n1 deal 6-1 0-0\n2 deal 5-1 1-1\n3 deal 3-2 2-2\n1 play 6-1"
    assert position(lines, seats=3, options="deal=2").turn == 2
    assert position(lines, seats=3, options="deal=2 direction=ccw").turn == 3


def test_DR_13_all_pass_with_the_boneyard_empty():
    lines = BLOCKED.rsplit("\n", 1)[0]
    match = position(lines, options="deal=14")
    assert match.turn == 2 and not match.results and legal(match) == ["pass"]
    match.push(2, PASS_ACT)
    assert match.results[0].reason == "blocked"


def test_draw_until_able_then_play_and_draw_no_more():
    match = position(THREE_ONE % "5-5 6-2" + "\n2 draw 4-4\n2 draw 6-3", options="deal=2")
    assert match.turn == 2 and legal(match) == ["play 6-3"]
    assert match.judge(2, act(DRAW, parse("6-6"))) == "illegal_draw"
    assert match.judge(1, DRAW_ACT) == "out_of_turn"


def test_a_drawn_tile_cannot_have_been_seen():
    assert error(THREE_ONE % "5-5 6-2" + "\n2 draw 0-0", options="deal=2") == (5, "tile_elsewhere")
    assert error(THREE_ONE % "5-5 6-2" + "\n2 draw 3-1", options="deal=2") == (5, "tile_elsewhere")
    assert error(THREE_ONE % "5-5 6-2" + "\n2 draw 9-9", options="deal=2") == (5, "not_in_set")


def test_voluntary_draw_lets_who_can_play_draw_but_never_pass():
    match = position(THREE_ONE % "6-1 6-2" + "\n2 draw 6-6", options="deal=2 voluntary_draw=on")
    assert legal(match) == ["play 6-1", "draw"] and match.judge(2, PASS_ACT) == "too_few_drawn"
    whole = BLOCKED.split("    1 pass")[0].replace("2 play 6-0 @R", "2 pass")
    assert error(whole, options="deal=14 voluntary_draw=on") == (13, "false_pass")


def test_the_reserve_is_never_drawn():
    lines = "* hand\n1 deal 6-6 5-4\n2 deal 1-1 0-0\n1 play 6-6\n2 draw 2-2\n2 %s"
    assert error(lines % "pass", options="deal=2 reserve=22") == (6, "too_few_drawn")
    assert error(lines % "draw 3-3", options="deal=2 reserve=23") == (6, "too_many_drawn")
    match = position(lines % "pass", options="deal=2 reserve=23")
    assert match.hand.hold.stock == 23 and match.turn == 1 and match.hand.passes == 1


def test_four_ways_opens_when_both_long_sides_are_covered():
    assert [games.load("draw", top, 2).options["four_way"] for top in (6, 9, 12, 15)] == ["off", "on", "on", "on"]
    lines = """
        * hand
        1 deal 9-9 9-7 9-5
        2 deal 9-8 9-6 9-4
        1 play 9-9
        2 play 9-8 @L
        1 play 9-7"""
    match = position(lines, top=9, options="deal=3")
    assert sorted(legal(match)) == ["play 9-4 @D", "play 9-4 @U", "play 9-6 @D", "play 9-6 @U"]
    assert legal(position(lines, top=9, options="deal=3 four_way=off")) == ["draw"]
    assert error(lines + "\n2 play 9-6", top=9, options="deal=3") == (7, "end_needed")


def test_a_double_laid_at_an_end_branches_once_its_other_side_is_covered():
    lines = """
        * hand
        1 deal 9-7 9-8 7-7
        2 deal 9-9 9-6 8-8
        1 play 9-7
        2 play 9-9
        """
    match = position(lines, top=9, options="deal=3")
    assert match.hand.layout.tips == [9, 7]
    match = position(lines + "1 play 9-8\n2 play 9-6 @U", top=9, options="deal=3")
    assert match.hand.layout.tips == [8, 7, 6, 9], "the first double only: 7-7 will not branch"
    match.push(1, act(0, parse("7-7"), R))
    assert len(match.hand.layout.tips) == 4


def test_an_illegal_draw_with_hidden_tiles_is_proved_by_more_tiles_than_were_drawn():
    lines = """
        * hand
        1 deal ? ?
        2 deal ? ?
        1 play 3-1
        2 draw ?
        2 play 6-3
        1 play 6-5
        2 reveal %s
        """
    assert proved(lines % "1-1 0-0", options="deal=2") == [(5, "illegal_draw", 2, parse("1-1"))]
    assert proved(lines % "5-5 0-0", options="deal=2") == [], "6-3 may have been drawn"


def test_a_false_pass_with_hidden_tiles_is_proved_at_the_reveal():
    lines = """
        * hand
        1 deal ? ?
        2 deal ? ?
        1 play 3-1
        2 draw ?
        2 pass
        1 play 3-3
        2 reveal 1-0 5-5 5-4
        """
    assert proved(lines, options="deal=2 reserve=23") == [(6, "false_pass", 2, parse("1-0"))]


def test_a_pass_that_stands_while_tiles_remain_starts_the_count_again():
    lines = THREE_ONE % "5-5 6-2" + "\n2 pass\n* fault too_few_drawn 2"
    match = position(lines, options="deal=2")
    assert match.turn == 1 and match.hand.passes == 0


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (7, 2, {}, "bad_set", "6 9 12 15"),
        (6, 5, {}, "bad_seats", 4),
        (9, 8, {}, "bad_seats", 7),
        (15, 13, {}, "bad_seats", 12),
        (6, 4, {"deal": 8}, "bad_deal", 7),
        (6, 2, {"first": 3}, "bad_number", "first"),
        (6, 2, {"target": 0}, "bad_number", 1),
        (6, 2, {"reserve": "two"}, "bad_number", "reserve"),
        (6, 2, {"direction": "left"}, "bad_value", "cw ccw"),
        (6, 2, {"claim": "auto"}, "bad_option", "claim"),
    ):
        try:
            games.load("draw", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code
    rules = games.load("draw", 9, 7, {"reserve": "2", "four_way": "off", "target": "100", "first": "3"})
    assert rules.changed() == "reserve=2 four_way=off first=3"


def test_random_matches_at_every_table():
    at_every_table(
        "draw",
        {"voluntary_draw": "on"},
        {"reserve": 2, "direction": "ccw"},
        {"four_way": "on", "leader": "fixed"},
    )
