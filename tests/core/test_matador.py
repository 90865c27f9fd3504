"""Matador: every vector of its page by id, its options, and how its plays are written."""

from dealing import error as error_of, legal as legal_lines, position as position_of, report as report_of, text
from dominocore import games
from dominocore.events import DRAW, PASS_ACT, L, R, act
from dominocore.faults import DominoError
from dominocore.holdings import TABLE
from dominocore.record import read, write
from dominocore.tiles import name, parse
from matches import at_every_table


def position(lines, **tags):
    return position_of(lines, game="matador", **tags)


def error(lines, **tags):
    return error_of(lines, game="matador", **tags)


def legal(match):
    """As `verify` lists them: a draw names no tile."""
    return sorted([line.replace(" ?", "") for line in legal_lines(match)])


def proved(lines, **tags):
    found = report_of(lines, game="matador", **tags)
    assert found.ok, found.error
    return [(line - 5, i.rule, i.seat, name(i.tile)) for _, line, i in found.infractions]


LEAD = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play %s\n"


def laid(lead, tile, end, half=-1, top=6):
    """What is open at `end` after seat 2 lays `tile` there with `half` touching, or the rule it breaks."""
    match = position(LEAD % lead, top=top, options="deal=2")
    play = act(0, parse(tile), end, half + 1)
    broken = match.judge(2, play)
    if broken:
        return broken
    match.push(2, play)
    return match.hand.layout.tip(end)


def test_MA_01_a_one_fits_a_six():
    assert laid("6-5", "1-1", L) == 1


def test_MA_02_five_and_one_make_six_only():
    assert laid("6-5", "1-1", R) == "does_not_fit"


def test_MA_04_equal_numbers_do_not_match():
    assert laid("5-4", "4-4", R) == "does_not_fit"


def test_MA_05_a_blank_takes_only_matadors():
    assert laid("5-0", "6-5", R) == "does_not_fit"
    assert laid("5-0", "4-0", R) == "does_not_fit"


def test_MA_06_a_matador_goes_on_a_blank_either_way_round():
    assert laid("5-0", "6-1", R, 6) == 1 and laid("5-0", "6-1", R, 1) == 6


def test_MA_08_the_double_blank_closes_any_end():
    assert laid("5-3", "0-0", R) == 0 and laid("5-3", "0-0", L) == 0


def test_MA_09_a_tile_with_a_blank_is_played_by_its_other_half():
    assert laid("5-3", "2-0", L) == 0
    assert laid("5-3", "2-0", L, 0) == "does_not_fit"


def test_MA_10_with_double_9_the_sum_is_ten():
    assert laid("9-4", "6-6", R, top=9) == 6


def test_MA_12_the_matadors_of_every_set():
    for top, count, some in ((6, 4, "4-3"), (9, 6, "5-5"), (12, 7, "7-6"), (15, 9, "8-8")):
        matadors = games.load("matador", top, 2).matadors
        assert len(matadors) == count and parse("0-0") in matadors and parse(some) in matadors
        assert parse("%d-1" % top) in matadors
    assert [name(t) for t in games.load("matador", 6, 2).matadors] == ["0-0", "4-3", "5-2", "6-1"]


def test_MA_13_a_double_lies_endwise_and_counts_one_half():
    assert position(LEAD % "4-4", options="deal=2").hand.layout.tips == [4, 4]
    assert laid("4-4", "3-2", L) == 2 and laid("4-4", "3-2", R) == 2


CLOSED = """
    * hand
    1 deal 5-5 3-0 5-2 6-5 1-1 6-3 2-1 5-1 5-3 5-4 4-3 6-0 1-0 6-6
    2 deal 5-0 6-1 0-0 4-0 4-1 4-2 3-3 3-2 2-2 2-0 4-4 6-2 3-1 6-4
    1 play 4-3
    2 play 6-1 @L/6
    1 play 5-2 @R/2
    2 play 0-0 @R
    1 play 6-0"""


def test_MA_14_both_ends_blank_and_no_matador_left_blocks():
    match = position(CLOSED, options="deal=14")
    assert match.hand.layout.tips == [0, 0] and legal(match) == ["pass"]
    assert not [t for t in match.rules.matadors if match.hand.hold.where[t] != TABLE]
    match.push(2, PASS_ACT)
    assert match.turn == 1 and legal(match) == ["pass"]
    match.push(1, PASS_ACT)
    assert match.results == [((0, 7), 2, "blocked")], "pips 74 and 67"


# --- how it is written ---------------------------------------------------------------------------------------------

OPEN_6_0 = "* hand\n1 deal 6-0 3-3\n2 deal %s 2-2\n1 play 6-0\n"


def test_a_matador_always_names_its_end_and_its_touching_half():
    lines = OPEN_6_0 % "5-2"
    match = position(lines, options="deal=2")
    assert legal(match) == ["play 5-2 @L/2", "play 5-2 @L/5", "play 5-2 @R/2", "play 5-2 @R/5"]
    assert error(lines + "2 play 5-2", options="deal=2") == (5, "end_needed")
    assert error(lines + "2 play 5-2 @R", options="deal=2") == (5, "half_needed")
    assert error(lines + "2 play 5-2 @R/4", options="deal=2") == (5, "no_such_half")
    assert position(lines + "2 play 5-2 @R/5", options="deal=2").hand.layout.tips == [6, 2]


def test_a_double_matador_names_its_end_and_no_half():
    lines = OPEN_6_0 % "0-0"
    assert legal(position(lines, options="deal=2")) == ["play 0-0 @L", "play 0-0 @R"]
    assert error(lines + "2 play 0-0", options="deal=2") == (5, "end_needed")
    assert error(lines + "2 play 0-0 @R/0", options="deal=2") == (5, "does_not_fit")
    nine = "* hand\n1 deal 9-0 3-3\n2 deal 5-5 2-2\n1 play 9-0\n"
    assert legal(position(nine, top=9, options="deal=2")) == ["play 5-5 @L", "play 5-5 @R"]


def test_an_ordinary_tile_never_names_a_half():
    lines = OPEN_6_0 % "4-1"
    assert legal(position(lines, options="deal=2")) == ["play 4-1"]
    assert position(lines + "2 play 4-1", options="deal=2").hand.layout.tips == [4, 0]
    assert position(lines + "2 play 4-1 @L", options="deal=2").hand.layout.tips == [4, 0]
    assert error(lines + "2 play 4-1 @L/1", options="deal=2") == (5, "does_not_fit")
    assert error(lines + "2 play 4-1 @R", options="deal=2") == (5, "does_not_fit")
    both = "* hand\n1 deal 6-6 3-3\n2 deal 4-1 2-2\n1 play 6-6\n"
    assert error(both + "2 play 4-1", options="deal=2") == (5, "end_needed")


def test_a_matador_that_leads_names_neither():
    start = "* hand\n1 deal 6-1 3-3\n2 deal 4-1 2-2\n"
    assert legal(position(start, options="deal=2")) == ["play 3-3", "play 6-1"]
    assert position(start + "1 play 6-1", options="deal=2").hand.layout.tips == [6, 1]
    assert error(start + "1 play 6-1 @L/6", options="deal=2") == (4, "no_such_end")


def test_a_written_half_comes_back_to_the_letter():
    record = text(CLOSED, game="matador", options="deal=14")
    assert write(read(record)) == record


def test_a_wrong_tile_that_stands_shows_its_other_half():
    for play, tips in (("2 play 4-1 @R", [6, 1]), ("2 play 4-1 @R/1", [6, 4])):
        match = position(OPEN_6_0 % "4-1" + play + "\n* fault does_not_fit 2", options="deal=2")
        assert match.hand.layout.tips == tips and match.turn == 1
    impossible = OPEN_6_0 % "4-1" + "2 play 4-1 @R/6\n* fault does_not_fit 2"
    assert error(impossible, options="deal=2") == (5, "no_such_half"), "no fault excuses what cannot be"


# --- duties and options --------------------------------------------------------------------------------------------


def test_a_matador_must_be_played_when_nothing_else_fits():
    lines = OPEN_6_0 % "4-3" + "2 draw 5-5"
    assert error(lines, options="deal=2") == (5, "illegal_draw")
    match = position(lines, options="deal=2 hold_matador=on")
    assert "draw" in legal(match) and "play 4-3 @R/3" in legal(match)


def test_holding_a_matador_excuses_no_other_tile_and_no_pass():
    lines = OPEN_6_0 % "4-3" + "2 draw 5-1\n"
    match = position(lines, options="deal=2 hold_matador=on")
    assert "play 5-1" in legal(match) and "draw" not in legal(match)
    assert match.judge(2, act(DRAW, parse("6-6"))) == "illegal_draw"
    assert error(OPEN_6_0 % "4-3" + "2 pass", options="deal=2 hold_matador=on reserve=24") == (5, "false_pass")


def test_voluntary_draw_lets_who_can_play_draw():
    lines = OPEN_6_0 % "4-1"
    assert legal(position(lines, options="deal=2")) == ["play 4-1"]
    assert legal(position(lines, options="deal=2 voluntary_draw=on")) == ["draw", "play 4-1"]


def test_hidden_draws_deny_what_the_option_says():
    lines = LEAD % "6-0" + "2 draw ?\n2 play 4-1\n1 play 3-3\n2 reveal %s"
    assert proved(lines % "6-1 5-5", options="deal=2") == [(5, "illegal_draw", 2, "6-1")]
    assert proved(lines % "6-1 5-5", options="deal=2 hold_matador=on") == []
    assert proved(lines % "5-1 5-5", options="deal=2 hold_matador=on") == [(5, "illegal_draw", 2, "5-1")]
    assert proved(lines % "5-1 5-5", options="deal=2 voluntary_draw=on") == []


def test_a_false_pass_with_hidden_tiles_is_proved_at_the_reveal():
    lines = LEAD % "6-0" + "2 pass\n1 play 5-1\n2 reveal 5-2 3-3\n* score 1:13 2:0"
    assert proved(lines, options="deal=2 reserve=24") == [(5, "false_pass", 2, "5-2")]


def test_the_reserve_is_never_drawn():
    lines = OPEN_6_0 % "5-5"
    assert legal(position(lines, options="deal=2")) == ["draw"]
    assert legal(position(lines, options="deal=2 reserve=24")) == ["pass"]


DOUBLES = "* hand\n1 deal 6-5 3-3\n2 deal 4-4 2-1\n"


def test_the_highest_double_leads_every_hand():
    match = position(DOUBLES, options="deal=2 lead=highest_double first=1")
    assert match.turn == 2 and legal(match) == ["play 4-4"]
    assert error(DOUBLES + "1 play 3-3", options="deal=2 lead=highest_double") == (4, "out_of_turn")
    assert error(DOUBLES + "2 play 2-1", options="deal=2 lead=highest_double") == (4, "does_not_fit")
    assert error(DOUBLES + "* hand", options="deal=2 lead=highest_double") == (4, "hand_running")
    second = DOUBLES.replace("4-4 2-1", "4-4 4-3") + "2 play 4-4\n1 play 3-3 @L\n2 play 4-3 @R/3\n" + DOUBLES
    for leader in ("rotate", "fixed", "winner"):
        assert position(second, options="deal=2 lead=highest_double leader=%s" % leader).turn == 2


def test_nobody_holds_a_double_so_the_tiles_are_dealt_again():
    none = "* hand\n1 deal 6-5 3-2\n2 deal 4-3 2-1\n"
    match = position(none, options="deal=2 lead=highest_double")
    assert match.turn == 0 and match.legal() == []
    assert error(none + "1 play 6-5", options="deal=2 lead=highest_double") == (4, "does_not_fit")
    match = position(none + DOUBLES, options="deal=2 lead=highest_double")
    assert match.hands == 0 and match.turn == 2


def test_a_hidden_lead_decides_and_the_reveal_checks_it():
    deal = "* hand\n1 deal ? ?\n2 deal ? ?\n"
    lines = deal + "2 play 4-4\n1 play 3-1 @R\n2 play 6-0\n1 reveal %s\n* score 1:0 2:%d"
    options = "deal=2 lead=highest_double reserve=24"
    assert position(deal, options=options).turn == 0
    assert error(deal + "2 play 4-1", options=options) == (4, "does_not_fit")
    assert proved(lines % ("5-5", 10), options=options) == [(4, "wrong_lead", 2, "5-5")]
    assert proved(lines % ("2-2", 4), options=options) == []


def test_a_wrong_lead_may_stand_by_a_fault():
    lines = DOUBLES + "2 play 2-1\n* fault does_not_fit 2"
    match = position(lines, options="deal=2 lead=highest_double")
    assert match.hand.layout.tips == [2, 1] and match.turn == 1


def test_the_lead_rotates_stays_or_goes_to_the_winner():
    hand = "* hand\n1 deal 6-5\n2 deal 4-4\n3 deal 3-3\n"
    for option, leader in (("", 3), (" leader=fixed", 2), (" leader=winner", 2)):
        lines = hand + "2 play 4-4\n" + hand
        assert position(lines, seats=3, options="deal=1%s first=2" % option).turn == leader, option


def test_blocked_pairwise_or_the_lowest_takes_all():
    lines = CLOSED + "\n2 pass\n1 pass"
    match = position(lines, options="deal=14 block=winner_takes_all")
    assert match.results == [((0, 74), 2, "blocked")], "his own 67 not subtracted"
    tied = "* hand\n1 deal 5-0 6-6\n2 deal 5-1 4-0\n3 deal 6-4 4-4\n1 play 5-0\n2 pass\n3 pass\n1 pass"
    for low, pairwise, all_to_one in (("4-0", (6, 10, 0), (0, 30, 0)), ("3-3", (6, 6, 0), (0, 0, 0))):
        for block, scores in (("pairwise", pairwise), ("winner_takes_all", all_to_one)):
            options = "deal=2 reserve=22 block=%s" % block
            match = position(tied.replace("4-0", low), seats=3, options=options)
            assert match.results == [(scores, 2 if low == "4-0" else 0, "blocked")], match.results


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (8, 2, {}, "bad_set", "6 9 12 15"),
        (6, 5, {}, "bad_seats", 4),
        (9, 8, {}, "bad_seats", 7),
        (6, 4, {"deal": 8}, "bad_deal", 7),
        (6, 2, {"lead": "lowest_double"}, "bad_value", "any highest_double"),
        (6, 2, {"block": "nobody"}, "bad_value", "pairwise winner_takes_all"),
        (6, 2, {"four_way": "on"}, "bad_option", "four_way"),
        (6, 2, {"direction": "ccw"}, "bad_option", "direction"),
    ):
        try:
            games.load("matador", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code
    rules = games.load("matador", 6, 2, {"first": 2, "block": "winner_takes_all", "deal": 5, "hold_matador": "on"})
    assert rules.changed() == "deal=5 hold_matador=on block=winner_takes_all first=2"


def test_random_matches_at_every_table():
    at_every_table(
        "matador",
        {"hold_matador": "on", "lead": "highest_double"},
        {"block": "winner_takes_all", "voluntary_draw": "on", "leader": "winner"},
        {"deal": 3, "reserve": 2, "hold_matador": "on", "voluntary_draw": "on"},
    )
