"""The classic game: every vector of its page by id, its options, single players and pairs."""

from dealing import error as error_of, legal as legal_lines, position as position_of, report as report_of
from dominocore import games
from dominocore.events import DRAW, PASS_ACT, act
from dominocore.faults import DominoError
from dominocore.holdings import TABLE
from dominocore.match import Match
from dominocore.rules import Hand
from dominocore.tiles import NUMBERS, PIPS, name, parse, size
from matches import at_every_table

ALL_28 = """
    * hand
    1 deal 6-3 4-4 4-3 3-3 5-5 2-2 1-1
    2 deal 5-3 4-2 3-1 2-0 1-0 5-4 0-0
    3 deal 6-6 6-0 5-1 5-0 4-1 4-0 3-2
    4 deal 6-4 6-1 6-2 6-5 5-2 2-1 3-0
"""
CLOSED = """
    * hand
    1 deal 5-0 2-0 1-0 4-2 5-1 5-4 5-3
    2 deal 6-0 5-2 4-4 3-0 5-5 3-3 6-5
    2 play 5-5
    1 play 5-4 @L
    2 play 6-5
    1 play 4-2
    2 play 6-0
    1 play 1-0
    2 play 5-2
    1 play 5-0
    2 play 3-0
    1 play 5-1
    2 play 3-3
    1 play 5-3 @L"""
CLOSED_IN_PAIRS = """
    * hand
    1 deal 4-4 4-1 0-0 2-1 5-4 5-1 3-1
    2 deal 1-1 4-3 5-2 6-2 5-5 6-1 6-3
    3 deal 3-0 2-2 4-0 1-0 5-0 4-2 6-6
    4 deal 3-3 6-0 6-4 5-3 6-5 3-2 2-0
    3 play 6-6
    2 play 6-3 @R
    1 play 3-1
    4 play 6-0
    3 play 4-0
    2 play 6-1
    1 play 4-4
    4 play 6-5
    3 play 4-2
    2 play 6-2
    1 play 5-4
    4 play 6-4 @R"""


def position(lines, **tags):
    return position_of(lines, game="classic", **tags)


def error(lines, **tags):
    return error_of(lines, game="classic", **tags)


def legal(match):
    """As `verify` lists them: a draw names no tile."""
    return [line.replace(" ?", "") for line in legal_lines(match)]


def proved(lines, **tags):
    found = report_of(lines, game="classic", **tags)
    assert found.ok, found.error
    return [(i.rule, i.seat, name(i.tile)) for _, _, i in found.infractions]


def ended(racks, mano, reason="blocked", winner=0, **options):
    """Scores and winning seat of a hand that ended with these tiles left."""
    rules = games.load("classic", 6, len(racks), options)
    hand = Hand(rules)
    hand.leader = mano
    hand.hold.racks = [[]] + [[parse(t) for t in rack.split()] for rack in racks]
    hand.end(reason, winner)
    return rules.score(hand), rules.hand_winner(hand, ())


def second_hand(top=6, seats=4, **options):
    """A match whose first hand was opened by seat 1 and won by seat 2, with the next hand dealt."""
    rules = games.load("classic", top, seats, options)
    before = Match(rules)
    before.hands, before.led, before.won = 1, 1, 2
    match = Match(rules, before.checkpoint())
    for event in position(ALL_28, seats=4).events():
        match.push(*event)
    return match


# --- the vectors ---------------------------------------------------------------------------------------------------


def test_NV_01_the_holder_of_double_six_must_open_with_it():
    match = position(ALL_28, seats=4)
    assert match.turn == 3 and legal(match) == ["play 6-6"]
    assert error(ALL_28 + "4 play 6-5", seats=4) == (6, "out_of_turn")
    assert error(ALL_28 + "3 play 6-0", seats=4) == (6, "does_not_fit")


def test_NV_02_the_highest_double_held_opens():
    match = position("* hand\n1 deal 5-5 4-1 3-1 2-1 1-0 4-3 2-0\n2 deal 6-5 6-4 6-3 4-4 5-4 3-2 2-2")
    assert match.turn == 1 and legal(match) == ["play 5-5"]


def test_NV_04_the_turn_goes_to_the_right():
    lines = ALL_28.replace("6-3 4-4", "6-6 4-4").replace("6-6 6-0", "6-3 6-0") + "1 play 6-6"
    assert position(lines, seats=4).turn == 4
    assert position(lines, seats=4, options="direction=cw").turn == 2


NINES = """
    * hand
    1 deal 9-9 8-0 7-0 6-0 5-0 4-0 3-0
    2 deal 8-8 8-1 7-1 6-1 5-1 4-1 3-1
    3 deal 8-2 7-2 6-2 5-2 4-2 3-2 2-2
    4 deal 8-3 7-3 6-3 5-3 4-3 3-3 1-1
    1 play 9-9
"""


def test_NV_05_who_cannot_play_draws_until_able_and_passes_when_the_pozo_is_empty():
    match = position(NINES, top=9, seats=4)
    assert match.turn == 4 and legal(match) == ["draw"]
    match = position(NINES + "4 draw 0-0\n4 draw 9-8", top=9, seats=4)
    assert match.turn == 4 and sorted(legal(match)) == ["play 9-8 @L", "play 9-8 @R"]
    assert match.judge(4, act(DRAW, parse("9-7"))) == "illegal_draw"
    sixes = "* hand\n1 deal 6-6 6-5 6-4 6-3 6-2 6-1 6-0\n2 deal 5-5 5-4 5-3 5-2 5-1 5-0 4-4\n"
    drawn = ["3 draw " + t for t in ("2-2", "2-1", "2-0", "1-1", "1-0", "0-0", "3-3")]
    lines = sixes + "3 deal 4-3 4-2 4-1 4-0 3-2 3-1 3-0\n1 play 6-6\n" + "\n".join(drawn)
    match = position(lines, seats=3)
    assert legal(match) == ["pass"]
    match.push(3, PASS_ACT)
    assert match.turn == 2 and legal(match) == ["pass"]


def test_NV_06_four_players_with_double_six_have_no_pozo():
    lines = ALL_28 + "3 play 6-6"
    match = position(lines, seats=4)
    assert match.turn == 2 and legal(match) == ["pass"] and match.hand.hold.stock == 0


def test_NV_08_out_in_pairs_counts_the_partner_too():
    assert ended(("", "5-3", "6-4 5-0", "2-1"), 1, "out", 1, pairs="on") == ([26, 0], 1)
    assert ended(("", "5-3", "6-4 5-0", "2-1"), 1, "out", 1) == ([26, 0, 0, 0], 1)


def test_NV_09_closed_in_pairs_the_lower_pair_takes_all_four_hands():
    assert ended(("6-4", "2-1", "5-4", "6-6"), 2, pairs="on") == ([0, 34], 2)
    assert ended(("6-4", "2-1", "5-4", "6-6"), 2, pairs="on", block_score="difference") == ([0, 4], 2)


def test_NV_10_a_tie_goes_to_the_pair_of_the_mano():
    assert ended(("6-4", "2-1", "5-0", "6-6"), 3, pairs="on") == ([30, 0], 3)
    assert ended(("6-4", "2-1", "5-0", "6-6"), 2, pairs="on") == ([0, 30], 2)


def test_NV_12_the_next_in_turn_opens_round_two_with_any_tile():
    match = second_hand()
    assert match.turn == 4 and len(legal(match)) == 7
    assert second_hand(direction="cw").turn == 2


def test_NV_13_closed_when_every_tile_of_both_ends_is_on_the_table():
    for top in (6, 9, 12):
        rules = games.load("classic", top, 2)
        hand = Hand(rules)
        hand.layout = rules.new_layout()
        hand.layout.lay(parse("4-4"), 0)
        fours = [t for t in range(rules.tiles) if NUMBERS[t] >> 4 & 1]
        assert len(fours) == top + 1
        for t in fours:
            assert not rules.is_closed(hand)
            hand.hold.where[t] = TABLE
        assert rules.is_closed(hand)


def test_NV_14_five_thousand_is_selectable_but_never_won_in_one_hand():
    for top, pips in ((6, 168), (9, 495), (12, 1092)):
        assert sum([PIPS[t] for t in range(size(top))]) == pips < 5000
        assert games.load("classic", top, 2, {"target": 5000}).options["target"] == 5000


# --- the mano ------------------------------------------------------------------------------------------------------

NO_DOUBLE = "* hand\n1 deal 6-1 2-1 3-1 4-1 1-0 2-0 %s\n2 deal 5-4 5-3 5-2 4-2 5-1 4-3 3-2\n"


def test_without_a_double_the_highest_tile_opens():
    for tile, option, seat, lead in (
        ("3-0", "", 2, "5-4"),
        ("3-0", "tie_high_tile=half", 1, "6-1"),
        ("6-3", "", 1, "6-3"),
        ("6-3", "tie_high_tile=half", 1, "6-3"),
    ):
        match = position(NO_DOUBLE % tile, options=option)
        assert match.turn == seat and legal(match) == ["play " + lead]
    assert error(NO_DOUBLE % "3-0" + "* hand") == (4, "hand_running"), "there is always a highest tile"


def test_a_hidden_opening_is_checked_by_the_reveal():
    deal = "* hand\n1 deal ? ? ? ? ? ? ?\n2 deal ? ? ? ? ? ? ?\n"
    assert position(deal).turn == 0
    assert error(deal + "* hand") == (4, "hand_running")
    assert error(deal + "1 pass") == (4, "not_allowed")
    hidden = deal + "\n".join(CLOSED.split("\n")[4:])
    assert proved(hidden + "\n1 reveal 2-0\n2 reveal 4-4\n* score 1:8 2:0") == []
    assert proved(hidden + "\n1 reveal 6-6\n2 reveal 4-4\n* score 1:0 2:12") == [("wrong_lead", 2, "6-6")]


def test_the_winner_may_decide_who_opens_next():
    assert second_hand(next_opener="winner").turn == 1, "the next in turn after seat 2"
    match = position(CLOSED_IN_PAIRS, seats=4, options="pairs=on next_opener=winner")
    assert match.won == 3 and match.rules.leader(match) == 2
    assert ended(("6-4", "6-6", "5-0", "6-5"), 2, pairs="on")[1] == 1, "nearest the mano, not its partner"


# --- cierre --------------------------------------------------------------------------------------------------------


def test_cierre_ends_the_hand_at_once_and_the_fewest_pips_win():
    match = position(CLOSED)
    assert match.hand.layout.tips == [5, 5] and match.results == [((8, 0), 1, "blocked")], "pips 2 and 8"
    assert error(CLOSED + "\n2 draw 6-6") == (16, "not_in_play")
    assert position(CLOSED, options="block_score=difference").results[0].scores == (6, 0)
    assert match.rules.leader(match) == 1, "seat 2 was the mano"


def test_a_last_tile_that_closes_is_domino():
    match = position(CLOSED)
    match.undo()
    match.hand.hold.racks[1].remove(parse("2-0"))
    match.push(1, act(0, parse("5-3"), 1))
    assert match.results == [((8, 0), 1, "out")]


def test_a_tie_goes_to_the_mano_then_to_the_nearest_in_turn():
    racks = ("5-0", "4-1", "5-4")
    for mano, direction, winner in ((1, "ccw", 1), (2, "ccw", 2), (3, "ccw", 2), (3, "cw", 1)):
        scores, seat = ended(racks, mano, direction=direction)
        assert seat == winner and scores[winner - 1] == 14 and sum(scores) == 14
    assert ended(("5-0", "4-1"), 2, block_score="difference") == ([0, 0], 2), "the mano wins, though nothing"
    assert ended(("2-0", "5-0", "5-4"), 3, block_score="difference") == ([10, 0, 0], 1)


def test_with_pozo4_off_four_players_never_draw_and_passing_round_closes():
    lines = NINES + "4 pass\n3 pass\n2 pass"
    assert error(NINES + "4 pass", top=9, seats=4) == (7, "too_few_drawn")
    match = position(lines, top=9, seats=4, options="pozo4=off")
    assert match.turn == 1 and match.judge(1, act(DRAW, parse("9-8"))) == "not_in_game"
    match.push(1, PASS_ACT)
    assert match.results[0].reason == "blocked" and match.results[0].winner == 1
    three = games.load("classic", 9, 3, {"pozo4": "off"})
    assert DRAW in three.VERBS, "only four never draw"


# --- pairs ---------------------------------------------------------------------------------------------------------


def test_where_tiles_can_be_drawn_a_circle_of_passes_does_not_close():
    deals = "".join(["%d deal ? ? ? ? ? ? ?\n" % seat for seat in (1, 2, 3, 4)])
    passed = "* hand\n" + deals + "1 play 6-6\n4 pass\n3 pass\n2 pass\n1 pass\n"
    match = position(passed, seats=4)
    assert match.turn == 4 and not match.hand.reason, "somebody has passed falsely"
    assert proved(passed + "4 play 6-5 @L", seats=4) == [("false_pass", 4, "6-5")]
    assert position(passed, seats=4, options="pozo4=off").hand.reason == "blocked"


def test_pairs_score_as_sides():
    match = position(CLOSED_IN_PAIRS + "\n* score 1:74 2:0", seats=4, options="pairs=on target=70")
    assert match.results == [((74, 0), 1, "blocked")] and match.totals == [74, 0] and match.winner == 1
    wrong = CLOSED_IN_PAIRS + "\n* score 1:74 2:0 3:0 4:0"
    assert error(wrong, seats=4, options="pairs=on") == (18, "wrong_score")
    single = position(CLOSED_IN_PAIRS, seats=4)
    assert single.results == [((0, 0, 61, 0), 3, "blocked")], "pips 14, 26, 13, 21"


def test_a_ruling_on_a_seat_counts_for_its_side():
    match = position(CLOSED_IN_PAIRS + "\n* ruling penalty 3 30", seats=4, options="pairs=on")
    assert match.totals == [44, 0] and match.results[0].winner == 1


def test_hidden_pairs_reveal_all_four_racks():
    hidden = "* hand\n" + "".join(["%d deal ? ? ? ? ? ? ?\n" % s for s in (1, 2, 3, 4)])
    lines = hidden + "\n".join(CLOSED_IN_PAIRS.split("\n")[6:])
    shown = "\n3 reveal 3-0 2-2 1-0 5-0\n1 reveal 4-1 0-0 2-1 5-1\n2 reveal 1-1 4-3 5-2 5-5\n"
    assert error(lines + shown + "* score 1:74 2:0", seats=4, options="pairs=on") == (21, "not_over")
    assert proved(lines + shown + "4 reveal 3-3 5-3 3-2 2-0\n* score 1:74 2:0", seats=4, options="pairs=on") == []


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (15, 4, {}, "bad_set", "6 9 12"),
        (6, 5, {}, "bad_seats", 4),
        (12, 1, {}, "bad_seats", 2),
        (6, 3, {"pairs": "on"}, "bad_pairs", 3),
        (6, 2, {"pozo4": "maybe"}, "bad_value", "on off"),
        (6, 2, {"deal": 5}, "bad_option", "deal"),
        (6, 2, {"first": 1}, "bad_option", "first"),
    ):
        try:
            games.load("classic", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code
    assert [games.load("classic", top, 2).options["target"] for top in (6, 9, 12)] == [100, 200, 500]
    assert games.load("classic", 9, 4, {"target": 100, "pairs": "on"}).changed() == "pairs=on target=100"
    assert games.load("classic", 12, 4, {"target": 500}).changed() == ""


def test_random_matches_at_every_table():
    at_every_table(
        "classic",
        {"pairs": "on", "next_opener": "winner"},
        {"next_opener": "winner", "block_score": "difference", "tie_high_tile": "half"},
        {"pairs": "on", "block_score": "difference", "pozo4": "off", "direction": "cw"},
        {"pozo4": "off"},
    )
