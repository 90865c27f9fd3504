"""Muggins: every vector of its page by id, the claim window, and what the page says besides."""

from dealing import error, legal, position, report
from dominocore import games
from dominocore.events import CLAIM_ACT, DRAW, END_ACT, MUGGINS_ACT, PASS_ACT, SCORE, act
from dominocore.faults import DominoError
from dominocore.games.muggins import count
from dominocore.scoring import pack_scores, pairwise
from dominocore.tiles import name, parse
from matches import at_every_table


def at(lines, seats=2, options="", top=6):
    return position(lines, seats=seats, options=options, top=top, game="muggins")


def wrong(lines, seats=2, options=""):
    return error(lines, seats=seats, options=options, game="muggins")


def line_of(*plays, seats=2):
    """Lines of a hand with hidden racks in which the seats lay these tiles in turn, seat 1 first."""
    rows = ["* hand"] + ["%d deal ? ? ? ? ? ? ?" % s for s in range(1, seats + 1)]
    return "\n".join(rows + ["%d play %s" % (i % seats + 1, play) for i, play in enumerate(plays)])


def counted(*plays, options=""):
    """(total of the layout, what its last tile makes) after these plays."""
    hand = at(line_of(*plays), options=options).hand
    return count(hand.layout), hand.count[1].points if hand.count else 0


# --- the count ------------------------------------------------------------------------------------------------------


def test_MU_01_the_lead_scores_too():
    match = at(line_of("5-5") + "\n1 claim")
    assert counted("5-5") == (10, 10) and match.hand.points == [10, 0]


def test_MU_02_twelve_is_no_multiple_of_five():
    assert counted("6-6") == (12, 0)


def test_the_lead_double_counts_until_it_has_two_arms():
    assert counted("6-6", "6-3 @L") == (15, 15)
    assert counted("5-5", "5-0 @R") == (10, 10)


def test_MU_04_a_spinner_with_two_arms_counts_no_more():
    assert counted("6-6", "6-3 @L", "6-1 @R") == (4, 0)


def test_MU_05_a_double_at_a_tip_counts_both_halves():
    assert counted("6-6", "6-3 @L", "6-1 @R", "1-1 @R") == (5, 5)


def test_MU_06_a_short_end_is_open_once_both_sides_are_covered():
    assert counted("6-6", "6-3 @L", "6-1 @R", "6-5 @U") == (9, 0)
    assert wrong(line_of("6-6", "6-3 @L", "6-5 @U")) == (6, "no_such_end")


def test_MU_08_later_doubles_do_not_branch():
    assert counted("6-6", "6-4 @L", "4-4 @L", "6-5 @R") == (13, 0)


def test_MU_09_four_arms():
    plays = ("6-6", "6-5 @L", "6-1 @R", "6-2 @U", "6-0 @D", "5-5 @L", "5-1 @R", "5-2 @U")
    assert counted(*plays) == (20, 20)


def test_MU_10_nothing_is_no_count():
    assert counted("0-0") == (0, 0)
    assert wrong(line_of("0-0") + "\n1 claim") == (5, "false_claim")


def test_spinner_order_free_opens_all_four_at_once():
    free = "spinner_order=free"
    assert at(line_of("6-6"), options=free).hand.layout.tips == [6, 6, 6, 6]
    assert counted("6-6", "6-3 @U", options=free) == (15, 15)
    assert counted("6-6", "6-3 @U", "6-2 @D", options=free) == (5, 5), "two arms, whichever: the spinner is done"
    assert counted("6-6", "6-3 @U", "6-2 @D", "6-5 @L", options=free) == (10, 10)


def test_spinner_none_is_one_line_with_the_same_count():
    none = "spinner=none"
    assert counted("5-5", options=none) == (10, 10)
    assert counted("6-6", "6-3 @L", options=none) == (15, 15)
    assert counted("6-6", "6-3 @L", "6-1 @R", "1-1 @R", options=none) == (5, 5)
    assert at(line_of("6-6", "6-3 @L", "6-1 @R"), options=none).hand.layout.tips == [3, 1]


# --- the claim ------------------------------------------------------------------------------------------------------

FIFTEEN = line_of("6-6", "6-3 @L", seats=3)  # made by seat 2; lines 7 and on may follow


def points(lines):
    return at(FIFTEEN + lines, seats=3).hand.points


def refused(lines):
    return wrong(FIFTEEN + lines, seats=3)


def test_the_maker_claims_and_the_turn_is_not_his():
    match = at(FIFTEEN + "\n2 claim", seats=3)
    assert match.hand.points == [0, 15, 0] and match.turn == 3
    assert refused("\n2 claim\n2 claim") == (8, "false_claim")
    assert refused("\n2 claim\n1 muggins") == (8, "false_claim")
    assert refused("\n1 claim") == (7, "false_claim")


def test_muggins_waits_until_the_maker_can_no_longer_claim():
    assert refused("\n1 muggins") == (7, "false_claim")
    assert points("\n2 end\n1 muggins") == [15, 0, 0]
    assert points("\n3 draw ?\n3 muggins") == [0, 0, 15]
    assert points("\n3 draw ?\n3 draw ?\n1 muggins\n3 play 6-2 @R") == [15, 0, 0]


def test_a_pass_of_the_next_seat_opens_muggins():
    rows = "* hand\n1 deal 6-6 1-0\n2 deal 6-3 1-1\n3 deal 2-1 4-4\n1 play 6-6\n2 play 6-3 @L\n3 pass\n1 muggins"
    match = at(rows, seats=3, options="deal=2 reserve=28")
    assert match.hand.points == [15, 0, 0] and match.hand.passes == 1


def test_the_maker_cannot_claim_late_nor_call_his_own_count():
    for after in ("\n2 end", "\n3 draw ?"):
        assert refused(after + "\n2 claim") == (8, "false_claim")
        assert refused(after + "\n2 muggins") == (8, "false_claim")
    assert refused("\n2 end\n2 end") == (8, "not_allowed")


def test_the_first_muggins_takes_the_count():
    assert refused("\n2 end\n1 muggins\n3 muggins") == (9, "false_claim")


def test_MU_12_the_next_tile_closes_the_window():
    assert refused("\n3 play 6-1 @R\n1 muggins") == (8, "false_claim")
    assert refused("\n2 end\n3 play 6-1 @R\n1 muggins") == (9, "false_claim")
    assert points("\n3 play 6-1 @R") == [0, 0, 0]


def test_MU_13_a_false_claim_is_refused_without_penalty():
    fourteen = line_of("6-6", "6-2 @L")
    assert wrong(fourteen + "\n2 claim") == (6, "false_claim")
    found = report(fourteen + "\n2 claim\n* fault false_claim 2", game="muggins")
    assert found.ok and found.match.hand.points == [0, 0]
    assert [(n, i.rule, i.seat) for _, n, i in found.infractions] == [(10, "false_claim", 2)]


def test_end_has_no_other_use():
    assert wrong(line_of("6-6") + "\n1 end") == (5, "not_allowed")
    assert refused("\n2 claim\n2 end") == (8, "not_allowed")
    assert refused("\n3 end") == (7, "not_allowed")


def test_legal_lists_muggins_for_the_seat_on_turn_when_it_may_call():
    rows = "* hand\n1 deal 5-5 1-0\n2 deal 5-4 1-1\n1 play 5-5"
    match = at(rows, options="deal=2")
    assert legal(match) == ["play 5-4 @L", "play 5-4 @R", "draw ?"]
    match.push(1, END_ACT)
    assert legal(match) == ["play 5-4 @L", "play 5-4 @R", "draw ?", "muggins"]
    bound = at(rows + "\n1 end", options="deal=2 voluntary_draw=off")
    assert legal(bound) == ["play 5-4 @L", "play 5-4 @R", "muggins"]


def test_a_claim_can_be_taken_back_and_made_again():
    match = at(FIFTEEN + "\n2 end\n1 muggins\n* undo\n* undo\n2 claim", seats=3)
    assert match.hand.points == [0, 15, 0]


def test_auto_gives_every_count_at_once_and_knows_no_claim():
    match = at(line_of("5-5", "5-0 @R"), options="claim=auto")
    assert match.hand.points == [10, 10]
    for verb in (CLAIM_ACT, MUGGINS_ACT, END_ACT):
        assert match.judge(2, verb) == "not_in_game"


def missed(lines, **tags):
    """(line within the body, seat, tile, points) of every count that its maker left."""
    found = report(lines, game="muggins", **tags)
    assert found.ok and not found.infractions, "to leave a count is no breach"
    first = 4 if not tags.get("options") else 5
    return [(line - first, m.seat, name(m.tile), m.points) for _, line, m in found.missed]


def test_a_count_left_by_its_maker_is_reported_with_seat_tile_and_points():
    lost = [(6, 2, "6-3", 15)]
    for after in ("\n3 play 6-1 @R", "\n2 end", "\n3 draw ?", "\n2 end\n1 muggins", "\n3 draw ?\n3 play 6-1 @R"):
        assert missed(FIFTEEN + after, seats=3) == lost, after
    for after in ("", "\n2 claim", "\n2 claim\n3 play 6-1 @R", "\n2 end\n* undo\n2 claim"):
        assert missed(FIFTEEN + after, seats=3) == [], after
    assert missed(line_of("5-5", "5-0 @R", "5-1 @L"), options="claim=auto") == []


def test_a_last_tile_that_nobody_claims_is_missed_once_it_is_too_late():
    last = [(4, 1, "5-5", 10)]
    assert missed(OUT, options=ONE) == []
    for closing in ("* score 1:7 2:0", "2 reveal 4-3", "* hand", "1 end"):
        assert missed(OUT + "\n" + closing, options=ONE) == last, closing
    blocked_hand = "* hand\n1 deal 5-5 1-0\n2 deal 4-3 2-1\n1 play 5-5\n2 pass\n1 pass"
    assert missed(blocked_hand, options="deal=2 reserve=28") == last


# --- the last tile --------------------------------------------------------------------------------------------------

OUT = """
    * hand
    1 deal 5-5
    2 deal 4-3
    1 play 5-5"""  # makes 10, and takes 7 for going out
ONE = "deal=1"


def test_claim_and_muggins_stay_open_after_the_tile_that_ends_the_hand():
    assert at(OUT, options=ONE).results == [((7, 0), 1, "out")]
    assert at(OUT + "\n1 claim\n* score 1:17 2:0", options=ONE).totals == [17, 0]
    assert at(OUT + "\n1 end\n2 muggins\n* score 1:7 2:10", options=ONE).results == [((7, 10), 1, "out")]
    assert wrong(OUT + "\n2 muggins", options=ONE) == (5, "false_claim")


def test_the_first_score_reveal_or_hand_closes_it():
    for closing in ("* score 1:7 2:0", "2 reveal 4-3"):
        assert wrong(OUT + "\n" + closing + "\n1 claim", options=ONE) == (6, "not_in_play")
    assert wrong(OUT + "\n* hand\n1 claim", options=ONE) == (6, "not_in_play")
    assert wrong(OUT.replace("5-5", "4-4") + "\n1 claim", options=ONE) == (5, "not_in_play"), "8 is no count"


def test_a_hidden_rack_is_revealed_after_the_claim():
    hidden = OUT.replace("deal 5-5", "deal ?").replace("deal 4-3", "deal ?")
    match = at(hidden + "\n1 claim\n2 reveal 4-3\n* score 1:17 2:0", options=ONE)
    assert match.results == [((17, 0), 1, "out")]
    assert wrong(hidden + "\n2 reveal 4-3\n1 claim", options=ONE) == (6, "not_in_play")
    assert wrong(hidden + "\n1 claim\n* hand", options=ONE) == (6, "reveal_missing")


def test_a_last_tile_is_added_up_before_the_target_is_tested():
    called = OUT + "\n1 end\n2 muggins"
    assert at(OUT + "\n1 claim", options="target=17 deal=1").winner == 1
    match = at(called, options="target=7 deal=1")
    assert match.totals == [7, 10] and match.winner == 2 and match.results[0].winner == 1
    assert at(called.replace("4-3", "6-5"), options="target=10 deal=1").winner == 1, "11 and 10"
    match = at(called.replace("4-3", "6-4") + "\n* hand", options="target=10 deal=1")
    assert match.totals == [10, 10] and not match.over, "equal: another hand is played"


def test_auto_counts_the_last_tile_as_out_not_as_target():
    assert at(OUT, options="target=10 deal=1 claim=auto").results == [((17, 0), 1, "out")]


# --- the match ------------------------------------------------------------------------------------------------------

TEN = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 5-5"


def test_the_target_in_mid_hand_ends_the_match_and_racks_count_nothing():
    match = at(TEN + "\n1 claim\n* score 1:10 2:0", options="deal=2 target=10")
    assert match.results == [((10, 0), 1, "target")] and match.winner == 1 and not match.turn
    assert at(TEN + "\n1 claim\n2 reveal 6-4 6-3", options="deal=2 target=10").totals == [10, 0]
    assert at(TEN + "\n1 end\n2 muggins", options="deal=2 target=10").results == [((0, 10), 2, "target")]
    assert wrong(TEN + "\n1 claim\n2 draw ?", options="deal=2 target=10") == (6, "not_in_play")
    assert wrong(TEN + "\n1 claim\n* hand", options="deal=2 target=10") == (6, "match_over")
    assert at(TEN, options="deal=2 target=10 claim=auto").results == [((10, 0), 1, "target")]


def test_match_end_hand_end_plays_the_hand_out():
    match = at(TEN + "\n1 claim", options="deal=2 target=10 match_end=hand_end")
    assert match.turn == 2 and not match.over and match.hand.points == [10, 0]


def test_an_equal_lead_past_the_target_is_broken_by_the_next_count():
    tied = OUT.replace("4-3", "6-4") + "\n1 end\n2 muggins\n* hand\n1 deal 6-4\n2 deal 5-5\n2 play 5-5"
    match = at(tied + "\n2 claim", options="target=10 deal=1")
    assert match.totals == [10, 30] and match.winner == 2


def test_a_ruling_can_take_a_match_back_below_its_target():
    match = at(TEN + "\n1 claim\n* ruling penalty 1 3\n* hand", options="deal=2 target=10")
    assert match.totals == [7, 0] and not match.over


def test_the_highest_double_leads_every_hand():
    second = OUT + "\n* hand\n1 deal 5-5\n2 deal 6-6"
    match = at(second, options=ONE)
    assert match.turn == 2 and match.judge(1, parse("5-5")) == "out_of_turn"
    assert legal(at("* hand\n1 deal 6-5 5-5\n2 deal 6-4 4-4", options="deal=2")) == ["play 5-5"]


NO_DOUBLE = """
    * hand
    1 deal 6-5 6-4 6-3 6-2 6-1 6-0 5-4
    2 deal 5-3 5-2 5-1 5-0 4-3 4-2 4-1"""


def test_MU_20_no_double_is_a_redeal():
    match = at(NO_DOUBLE)
    assert not match.turn and match.legal() == []
    assert wrong(NO_DOUBLE + "\n1 play 6-5") == (4, "does_not_fit")
    again = at(NO_DOUBLE + NO_DOUBLE.replace("6-5", "6-6") + "\n1 play 6-6")
    assert again.hands == 0 and again.turn == 2
    assert wrong(NO_DOUBLE.replace("6-5", "6-6") + "\n* hand") == (4, "hand_running")


# --- drawing, passing, going out ------------------------------------------------------------------------------------

ABLE = "* hand\n1 deal 6-6 1-0\n2 deal 6-3 1-1\n1 play 6-6"


def test_MU_14_a_voluntary_draw_leaves_the_play_owed():
    match = at(ABLE + "\n2 draw 2-0", options="deal=2")
    assert match.turn == 2 and legal(match) == ["play 6-3 @L", "play 6-3 @R", "draw ?"]
    assert match.judge(2, PASS_ACT) == "too_few_drawn"
    match = at(ABLE + "\n2 draw 2-0", options="deal=2 reserve=23")
    assert legal(match) == ["play 6-3 @L", "play 6-3 @R"] and match.judge(2, PASS_ACT) == "false_pass"


def test_voluntary_draw_off_and_the_reserve():
    match = at(ABLE, options="deal=2 voluntary_draw=off")
    assert match.judge(2, act(DRAW, parse("2-0"))) == "illegal_draw" and "draw ?" not in legal(match)
    unable = ABLE.replace("6-3", "4-3")
    assert legal(at(unable, options="deal=2 reserve=23")) == ["draw ?"]
    assert legal(at(unable, options="deal=2 reserve=24")) == ["pass"]


def test_the_leader_does_not_draw():
    match = at("* hand\n1 deal 6-6 1-0\n2 deal 6-3 1-1", options="deal=2")
    assert legal(match) == ["play 6-6"] and match.judge(1, act(DRAW, parse("2-0"))) == "not_allowed"


MU_16 = """
    * hand
    1 deal 6-6 6-5
    2 deal 6-4 1-0
    3 deal 5-5 6-2
    1 play 6-6
    2 draw 6-1
    2 play 6-1 @L
    3 play 6-2 @R
    1 play 6-5 @U"""


def test_MU_16_out_takes_the_pips_of_the_others():
    assert at(MU_16, 3, "deal=2").results == [((21, 0, 0), 1, "out")]
    assert at(MU_16, 3, "deal=2 round5=on").results == [((20, 0, 0), 1, "out")]


def test_round5_is_for_the_end_of_a_hand_and_goes_to_the_nearest():
    for held, rounded in (("1-1", 0), ("3-0", 5), ("4-3", 5), ("6-2", 10)):
        match = at(OUT.replace("4-3", held) + "\n1 claim", options="deal=1 round5=on")
        assert match.totals == [10 + rounded, 0]


def blocked(*deals, options=""):
    """A hand in which seat 1 leads 6-6 and nobody can go on."""
    rows = ["%d deal %s" % pair for pair in enumerate(deals, 1)]
    passes = ["%d pass" % s for s in range(2, len(deals) + 1)]
    rows = ["* hand"] + rows + ["1 play 6-6"] + passes + ["1 pass"]
    return at("\n".join(rows), len(deals), "deal=%d reserve=28" % len(deals[0].split()) + options)


def test_MU_17_blocked_each_gets_the_differences():
    match = blocked("6-6 1-1 1-0", "5-0 2-1 0-0", "5-1 3-1 2-0", "5-5 4-3 3-0")
    assert match.results == [((31, 16, 8, 0), 1, "blocked")] and pairwise([3, 8, 12, 20]) == [31, 16, 8, 0]


def test_MU_18_blocked_with_equal_hands():
    assert blocked("6-6 5-0", "3-1 1-0", "5-1 3-0").results == [((4, 4, 0), 0, "blocked")]
    assert blocked("6-6 5-0", "3-1 1-0", "5-1 3-0", options=" round5=on").results == [((5, 5, 0), 0, "blocked")]


def test_a_count_left_when_the_hand_is_blocked_is_lost():
    rows = "* hand\n1 deal 5-5 1-0\n2 deal 4-3 2-1\n1 play 5-5\n2 pass\n1 pass"
    assert at(rows, options="deal=2 reserve=28").results == [((9, 0), 1, "blocked")]
    assert wrong(rows + "\n2 muggins", options="deal=2 reserve=28") == (7, "not_in_play")
    called = rows.replace("1 pass", "2 muggins\n1 pass")
    assert at(called, options="deal=2 reserve=28").results == [((9, 10), 2, "blocked")], "most points of the hand"


# --- hidden racks ---------------------------------------------------------------------------------------------------


def infractions(lines, options):
    found = report(lines, options=options, game="muggins")
    assert found.ok, (found.error.line, found.error)
    return [(i.rule, i.seat, i.tile) for _, _, i in found.infractions]


def test_a_lead_with_a_better_double_hidden_is_found():
    rows = "* hand\n1 deal ?\n2 deal ?\n1 play 5-5\n2 reveal 6-6"
    assert infractions(rows, ONE) == [("wrong_lead", 1, parse("6-6"))]
    assert at(rows, options=ONE).totals == [12, 0]


def test_a_false_pass_and_a_draw_that_was_not_allowed_are_found():
    rows = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 6-6\n2 %s\n1 play 6-5 @L\n2 reveal %s"
    assert infractions(rows % ("pass", "6-1 3-1"), "deal=2 reserve=28") == [("false_pass", 2, parse("6-1"))]
    drawn = "2 draw ?\n2 play 6-2 @R".replace("2 ", "", 1)
    proof = [("illegal_draw", 2, parse("6-1"))]
    assert infractions(rows % (drawn, "6-1 3-1"), "deal=2 voluntary_draw=off") == proof
    assert infractions(rows % (drawn, "6-1 3-1"), "deal=2") == [], "as one likes"


def test_the_same_score_announced_with_seen_and_hidden_racks():
    hidden = MU_16.replace("deal 6-6 6-5", "deal ? ?").replace("deal 6-4 1-0", "deal ? ?")
    hidden = hidden.replace("deal 5-5 6-2", "deal ? ?").replace("draw 6-1", "draw ?")
    match = at(hidden + "\n3 reveal 5-5\n2 reveal 1-0 6-4", 3, "deal=2")
    assert match.results == at(MU_16, 3, "deal=2").results
    assert match.judge(0, act(SCORE), pack_scores([20, 0, 0])) == "wrong_score"


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (10, 2, {}, "bad_set", "6 9 12 15"),
        (6, 5, {}, "bad_seats", 4),
        (9, 8, {}, "bad_seats", 7),
        (15, 13, {}, "bad_seats", 12),
        (6, 4, {"deal": 8}, "bad_deal", 7),
        (6, 2, {"first": 2}, "bad_option", "first"),
        (6, 2, {"claim": "never"}, "bad_value", "manual auto"),
        (6, 2, {"spinner": "second"}, "bad_value", "first none"),
        (6, 2, {"reserve": "two"}, "bad_number", "reserve"),
    ):
        try:
            games.load("muggins", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code


def test_options_stand_in_the_order_of_the_index():
    given = {"match_end": "hand_end", "round5": "on", "claim": "auto", "spinner_order": "free", "target": 60}
    rules = games.load("muggins", 6, 2, given)
    assert rules.changed() == "target=60 spinner_order=free claim=auto round5=on match_end=hand_end"


def test_random_matches_at_every_table():
    at_every_table(
        "muggins",
        {"claim": "auto", "match_end": "hand_end"},
        {"spinner_order": "free", "voluntary_draw": "off", "reserve": 2},
        {"spinner": "none", "round5": "on", "deal": 5},
        {"target": 25, "deal": 1},
    )
