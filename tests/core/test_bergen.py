"""Bergen: every vector of its page by id, its options, and what the page says besides."""

from dealing import error, legal, position, report, text
from dominocore import games
from dominocore.audit import resolve
from dominocore.events import DRAW, PASS_ACT, SCORE, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.record import read
from dominocore.rules import Hand
from dominocore.scoring import pack_scores
from dominocore.tiles import parse
from matches import at_every_table


def at(lines, seats=2, options=""):
    return position(lines, seats=seats, options=options, game="bergen")


def wrong(lines, seats=2, options=""):
    return error(lines, seats=seats, options=options, game="bergen")


def line_of(*plays, seats=2):
    """Lines of a hand with hidden racks in which the seats lay these tiles in turn, seat 1 first."""
    rows = ["* hand"] + ["%d deal ? ? ? ? ? ?" % s for s in range(1, seats + 1)]
    return "\n".join(rows + ["%d play %s" % (i % seats + 1, play) for i, play in enumerate(plays)])


def made(*plays):
    """What the last of these tiles scores."""
    points = [sum(at(line_of(*plays[:n])).hand.points) for n in (len(plays) - 1, len(plays))]
    return points[1] - points[0]


# --- headers --------------------------------------------------------------------------------------------------------


def test_BG_01_the_highest_double_leads_and_scores_two():
    rows = "* hand\n1 deal 5-5 6-1\n2 deal 4-4 6-2\n3 deal 6-6 1-0"
    match = at(rows, 3, "deal=2")
    assert match.turn == 3 and legal(match) == ["play 6-6"]
    match.push(3, parse("6-6"))
    assert match.hand.points == [0, 0, 2] and match.turn == 1


def test_BG_02_a_double_and_another_number_is_no_header():
    assert made("5-5", "5-3 @L") == 0


def test_BG_04_ends_alike_are_a_double_header():
    assert made("6-6", "6-2 @L", "6-4 @R", "4-2 @R") == 2


def test_BG_05_a_double_laid_on_alike_ends_is_a_triple_header():
    assert made("6-6", "6-2 @L", "6-4 @R", "4-2 @R", "2-2 @R") == 3


def test_BG_06_a_covered_double_stops_counting():
    assert made("5-5", "5-2 @L", "5-4 @R", "4-2 @R", "2-2 @R", "6-2 @R") == 0


def test_a_single_laid_against_a_double_is_a_triple_header_too():
    assert made("6-6", "6-4 @L", "4-4 @L", "6-5 @R", "5-4 @R") == 3


def test_the_lead_double_is_a_tip_until_its_far_side_is_covered():
    assert made("6-6", "6-5 @L", "5-1 @L", "6-1 @L") == 3
    assert made("6-6", "6-5 @L", "6-1 @R", "5-1 @R") == 2


# --- going out and the match ----------------------------------------------------------------------------------------

OUT = """
    * hand
    1 deal 6-6 6-5
    2 deal 6-3 5-3
    1 play 6-6
    2 play 6-3 @L
    1 draw 4-0
    1 play 6-5
    2 play 5-3 @R"""


def test_BG_08_a_header_and_going_out_are_one_sum():
    assert at(OUT, options="deal=2").results == [((2, 3), 2, "out")]
    assert at(OUT, options="deal=2 out_points=2").results == [((2, 4), 2, "out")]
    assert at(OUT, options="deal=2 target=3").results == [((2, 3), 2, "out")], "the match, by going out"


def test_out_with_hidden_racks_needs_no_reveal():
    hidden = OUT.replace("6-6 6-5", "? ?").replace("6-3 5-3", "? ?").replace("draw 4-0", "draw ?")
    assert at(hidden + "\n* score 1:2 2:3\n* hand", options="deal=2").totals == [2, 3]
    assert at(hidden + "\n1 reveal 4-0", options="deal=2").totals == [2, 3], "but it is accepted"
    assert wrong(hidden + "\n1 reveal 6-5", options="deal=2") == (9, "tile_elsewhere")


def from_totals(totals, lines, options):
    """The match these lines lead to when it goes on with these totals."""
    record = read(text(lines, seats=len(totals), options=options, game="bergen"))
    before = Match(games.load("bergen", 6, len(totals), dict([o.split("=") for o in options.split()])))
    before.totals = totals
    match = Match(before.rules, before.checkpoint())
    for line in record.lines:
        seat, a, data = line.event
        a, code = resolve(match, seat, a, line.end_written)
        assert code is None and match.judge(seat, a, data) is None, (code, a)
        match.push(seat, a, data)
    return match


def test_BG_13_the_target_is_reached_at_once():
    rows = """
        * hand
        1 deal 5-1 6-1 0-0
        2 deal 6-6 5-4 2-0
        2 play 6-6
        1 play 6-1 @L
        2 draw 5-5
        2 draw 1-1
        2 play 1-1
        1 play 5-1
        2 play 5-5
        1 draw 6-5
        1 play 6-5 @R"""
    match = from_totals([13, 0], rows, "deal=3")
    assert match.results == [((3, 2), 1, "target")] and match.totals == [16, 2] and match.winner == 1
    match = from_totals([11, 0], rows, "deal=3")
    assert not match.over and match.turn == 2


def test_the_target_in_mid_hand_needs_no_reveal():
    match = at(line_of("6-6") + "\n* score 1:2 2:0", options="target=2")
    assert match.results == [((2, 0), 1, "target")] and match.winner == 1
    assert wrong(line_of("6-6", "6-5 @L"), options="target=2") == (5, "not_in_play")


def test_BG_14_six_each_leave_four_for_four_players():
    rules = games.load("bergen", 6, 4)
    assert rules.deal == 6 and rules.tiles - 4 * rules.deal == 4
    assert [games.load("bergen", 6, n).tiles - 6 * n for n in (2, 3)] == [16, 10]


# --- blocked --------------------------------------------------------------------------------------------------------


def blocked(*racks, options=None):
    """The points of racks left in a blocked hand."""
    rules = games.load("bergen", 6, len(racks), options)
    hand = Hand(rules)
    for seat, rack in enumerate(racks, 1):
        hand.hold.deal(seat, bytes([parse(t) for t in rack.split()]))
    hand.end("blocked")
    return rules.score(hand)


def test_BG_09_a_hand_without_a_double_beats_one_with():
    assert blocked("1-0 2-1", "0-0") == [1, 0]
    assert blocked("6-5", "0-0", "6-4") == [0, 0, 1], "of two without, the lighter"


def test_BG_10_when_all_have_doubles_these_are_left_out():
    assert blocked("6-6 1-0", "0-0 2-1") == [1, 0]
    assert blocked("6-6", "0-0 1-0") == [1, 0], "nothing but doubles weighs nothing"


def test_BG_12_a_tie_is_nobodys():
    assert blocked("2-1", "3-0") == [0, 0]
    assert blocked("2-1", "3-0", "5-0", options={"block_tie": "all"}) == [1, 1, 0]
    assert blocked("6-6", "5-5", options={"block_tie": "all"}) == [1, 1]


def test_lowest_pips_takes_hands_as_they_are():
    assert blocked("1-0 2-1", "0-0", options={"block_rule": "lowest_pips"}) == [0, 1]
    assert blocked("6-6 1-0", "0-0 2-1", options={"block_rule": "lowest_pips"}) == [0, 1]
    assert blocked("1-1", "2-0", options={"block_rule": "lowest_pips"}) == [0, 0]


BLOCKED = """
    * hand
    1 deal %s
    2 deal %s
    1 play 6-6
    2 pass
    1 pass"""


def test_a_blocked_hand_needs_every_rack_and_its_winner_has_most_points():
    seen = at(BLOCKED % ("6-6 4-3", "2-1 0-0"), options="deal=2 reserve=24")
    assert seen.results == [((3, 0), 1, "blocked")]
    hidden = BLOCKED % ("? ?", "? ?")
    assert not at(hidden + "\n2 reveal 2-1 0-0", options="deal=2 reserve=24").results
    match = at(hidden + "\n2 reveal 2-1 0-0\n1 reveal 4-3\n* score 1:3 2:0", options="deal=2 reserve=24")
    assert match.results == seen.results
    assert wrong(hidden + "\n* hand", options="deal=2 reserve=24") == (7, "reveal_missing")


def test_out_points_are_not_for_a_blocked_hand():
    match = at(BLOCKED % ("6-6 4-3", "2-1 0-0"), options="deal=2 out_points=2 reserve=24")
    assert match.totals == [3, 0]


# --- the lead -------------------------------------------------------------------------------------------------------

DEALT = "* hand\n1 deal 5-5 6-1\n2 deal 0-0 6-2\n3 deal 3-3 1-0"


def test_the_lowest_double_may_lead_instead():
    match = at(DEALT, 3, "deal=2 lead=lowest_double")
    assert match.turn == 2 and legal(match) == ["play 0-0"]
    assert at(DEALT, 3, "deal=2").turn == 1


def test_any_tile_may_lead_and_only_a_double_scores():
    match = at(DEALT, 3, "deal=2 lead=any first=3")
    assert match.turn == 3 and legal(match) == ["play 3-3", "play 1-0"]
    assert at(DEALT + "\n3 play 3-3", 3, "deal=2 lead=any first=3").hand.points == [0, 0, 2]
    assert at(DEALT + "\n3 play 1-0", 3, "deal=2 lead=any first=3").hand.points == [0, 0, 0]


def test_the_free_lead_goes_one_seat_left_each_hand():
    rows = "* hand\n1 deal 5-5\n2 deal 0-0\n3 deal 3-2\n%d play %s\n"
    options = "deal=1 lead=any first=3 target=99"
    match = at(rows % (3, "3-2") + rows % (1, "5-5") + rows % (2, "0-0"), 3, options)
    assert match.totals == [3, 3, 1] and match.rules.leader(match) == 3


def test_no_double_is_a_redeal():
    none = "* hand\n1 deal 6-5 6-4\n2 deal 6-3 6-2\n"
    match = at(none, options="deal=2")
    assert not match.turn and match.legal() == []
    assert wrong(none + "1 play 6-5", options="deal=2") == (4, "does_not_fit")
    match = at(none + none.replace("6-2", "2-2") + "2 play 2-2", options="deal=2")
    assert match.hands == 0 and match.hand.points == [0, 2]
    assert wrong(none.replace("6-2", "2-2") + "* hand", options="deal=2") == (4, "hand_running")
    assert at(none, options="deal=2 lead=any").turn == 1
    assert wrong(none + "* hand", options="deal=2 lead=any") == (4, "hand_running")


# --- drawing and hidden racks ---------------------------------------------------------------------------------------

ABLE = "* hand\n1 deal 6-6 1-0\n2 deal 6-3 1-1\n1 play 6-6"


def test_one_may_draw_when_able_unless_the_option_forbids_it():
    match = at(ABLE, options="deal=2")
    assert legal(match) == ["play 6-3 @L", "play 6-3 @R", "draw ?"]
    match = at(ABLE, options="deal=2 voluntary_draw=off")
    assert legal(match) == ["play 6-3 @L", "play 6-3 @R"]
    assert match.judge(2, act(DRAW, parse("2-0"))) == "illegal_draw"


def test_a_pass_is_for_who_can_neither_play_nor_draw():
    unable = ABLE.replace("6-3", "4-3")
    match = at(unable, options="deal=2 reserve=23")
    assert legal(match) == ["draw ?"] and match.judge(2, PASS_ACT) == "too_few_drawn"
    assert legal(at(unable, options="deal=2 reserve=24")) == ["pass"]
    assert at(ABLE, options="deal=2 reserve=24").judge(2, PASS_ACT) == "false_pass"


def infractions(lines, options):
    found = report(lines, options=options, game="bergen")
    assert found.ok, (found.error.line, found.error)
    return [(i.rule, i.seat, i.tile) for _, _, i in found.infractions]


def test_what_hidden_racks_hid_is_found_at_the_reveal():
    rows = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 5-5\n2 %s\n1 play 5-4 @L\n2 reveal %s"
    assert infractions(rows % ("pass", "5-1 2-0"), "deal=2 reserve=24") == [("false_pass", 2, parse("5-1"))]
    assert infractions(rows % ("pass", "6-6 2-0"), "deal=2 reserve=24") == [("wrong_lead", 1, parse("6-6"))]
    lowest = "deal=2 reserve=24 lead=lowest_double"
    assert infractions(rows % ("pass", "6-6 2-0"), lowest) == []
    assert infractions(rows % ("pass", "1-1 2-0"), lowest) == [("wrong_lead", 1, parse("1-1"))]
    drawn = "draw ?\n2 play 5-0 @R"
    proof = [("illegal_draw", 2, parse("5-1"))]
    assert infractions(rows % (drawn, "5-1 2-0"), "deal=2 voluntary_draw=off") == proof
    assert infractions(rows % (drawn, "5-1 2-0"), "deal=2") == []


def test_an_announced_score_is_checked():
    match = at(OUT, options="deal=2")
    assert match.judge(0, act(SCORE), pack_scores([2, 2])) == "wrong_score"
    assert match.judge(0, act(SCORE), pack_scores([2, 3])) is None


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (9, 2, {}, "bad_set", "6"),
        (6, 5, {}, "bad_seats", 4),
        (6, 4, {"deal": 8}, "bad_deal", 7),
        (6, 2, {"first": 3}, "bad_number", "first"),
        (6, 2, {"lead": "highest"}, "bad_value", "highest_double lowest_double any"),
        (6, 2, {"block_rule": "most"}, "bad_value", "seed lowest_pips"),
        (6, 2, {"target": 0}, "bad_number", 1),
        (6, 2, {"claim": "auto"}, "bad_option", "claim"),
    ):
        try:
            games.load("bergen", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code


def test_options_stand_in_the_order_of_the_index():
    given = {"first": 2, "reserve": 2, "block_tie": "all", "lead": "any", "target": 10, "out_points": 1}
    assert games.load("bergen", 6, 2, given).changed() == "target=10 lead=any block_tie=all reserve=2 first=2"


def test_random_matches_at_every_table():
    at_every_table(
        "bergen",
        {"lead": "lowest_double", "block_rule": "lowest_pips", "voluntary_draw": "off"},
        {"lead": "any", "first": 2, "block_tie": "all", "out_points": 2},
        {"deal": 3, "reserve": 2, "target": 5, "block_tie": "all"},
    )
