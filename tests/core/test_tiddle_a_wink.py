"""Tiddle-a-Wink, both versions: every vector of the page by id, the extra tile, the pot, options, hidden racks."""

from dealing import error as error_of, legal as legal_lines, position as position_of, report as report_of
from dominocore import games
from dominocore.events import END_ACT, HAND, PASS_ACT, L, R, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.rules import Hand
from dominocore.tiles import name, parse
from matches import at_every_table

V2 = "version=2"


def position(lines, top=9, seats=12, options=""):
    return position_of(lines, game="tiddle_a_wink", top=top, seats=seats, options=options)


def error(lines, top=9, seats=12, options=""):
    return error_of(lines, game="tiddle_a_wink", top=top, seats=seats, options=options)


def legal(match):
    return sorted(legal_lines(match))


def play(text, place=0):
    return act(0, parse(text), place)


def deal(racks, seats=12, each=4):
    """The lines of a deal: twelve with double-9 get four each; seats without a rack here are hidden."""
    lines = ["* hand"]
    for seat in range(1, seats + 1):
        lines.append("%d deal %s" % (seat, racks.get(seat, " ".join("?" * each))))
    return "\n".join(lines) + "\n"


def passes(first, last, seats):
    """A pass from each seat from `first` round to `last`."""
    lines = []
    seat = first
    while True:
        lines.append("%d pass" % seat)
        if seat == last:
            return "\n".join(lines) + "\n"
        seat = seat % seats + 1


# --- the lead ------------------------------------------------------------------------------------------------------


def test_TW_01_six_with_double_nine_get_nine_each():
    rules = games.load("tiddle_a_wink", 9, 6)
    assert rules.deal == 9 and rules.tiles - 6 * rules.deal == 1


def test_TW_02_eight_with_double_twelve_get_eleven_each():
    rules = games.load("tiddle_a_wink", 12, 8)
    assert rules.deal == 11 and rules.tiles - 8 * rules.deal == 3


LEAD = deal({4: "8-8 8-2 1-0 3-0", 5: "2-2 8-5 6-2 5-1"}) + "4 play 8-8\n"


def test_TW_04_the_lead_double_gives_an_extra_tile_too():
    match = position(LEAD)
    assert match.turn == 4 and legal(match) == ["end", "play 8-2 @L", "play 8-2 @R"]
    assert position(LEAD + "4 play 8-2 @R").turn == 5


def test_the_highest_double_held_leads_every_hand():
    match = position(deal(SEEN))
    assert match.turn == 7 and legal(match) == ["play 6-6"]
    assert error(deal(SEEN) + "1 play 5-5") == (14, "out_of_turn")


def test_with_hidden_racks_the_first_play_tells_who_leads():
    match = position(deal({}))
    assert match.turn == 0 and match.judge(3, play("9-9")) is None and match.judge(3, play("9-8")) == "does_not_fit"
    assert match.judge(3, PASS_ACT) == "not_allowed"


SEEN = {
    1: "5-5 5-0 5-1 5-2",
    2: "4-0 4-1 4-2 4-3",
    3: "3-0 3-1 3-2 2-0",
    4: "6-0 6-1 6-2 6-3",
    5: "7-0 7-1 7-2 7-3",
    6: "8-0 8-1 8-2 8-3",
    7: "6-6 6-4 6-5 5-3",
    8: "9-0 9-1 9-2 9-3",
    9: "7-4 7-5 7-6 5-4",
    10: "8-4 8-5 8-6 8-7",
    11: "9-4 9-5 9-6 9-7",
    12: "9-8 1-0 2-1 0-0",
}


def test_a_hidden_higher_double_is_found_at_the_reveal():
    lines = deal({}) + "4 play 8-8\n4 play 8-2 @R\n" + passes(5, 4, 12)
    lines += "".join(["%d reveal %s\n" % (s, rack) for s, rack in REVEALED.items()])
    found = report_of(lines, game="tiddle_a_wink", top=9, seats=12)
    assert found.ok, found.error
    assert ("wrong_lead", 4, parse("9-9")) in [(i.rule, i.seat, i.tile) for _, _, i in found.infractions]
    assert len(found.match.results) == 1 and found.match.results[0].reason == "blocked"


REVEALED = {
    1: "5-5 5-0 5-1 5-3",
    2: "4-0 4-1 4-4 4-3",
    3: "3-0 3-1 3-3 1-1",
    4: "6-0 6-1",
    5: "9-9 7-0 7-1 7-3",
    6: "9-0 9-1 9-3 9-4",
    7: "6-6 6-4 6-5 6-3",
    8: "7-4 7-5 7-6 7-7",
    9: "5-4 0-0 1-0 9-5",
    10: "9-6 9-7 2-0 2-1",
    11: "3-2 4-2 5-2 6-2",
    12: "7-2 9-2 2-2 8-0",
}


# --- the extra tile ------------------------------------------------------------------------------------------------

AT_TWO = LEAD + "4 play 8-2 @R\n5 play 2-2\n"


def test_TW_05_the_extra_tile_goes_to_any_end():
    match = position(AT_TWO)
    assert match.turn == 5 and legal(match) == ["end", "play 6-2", "play 8-5"]
    assert position(AT_TWO + "5 play 8-5").hand.layout.tips == [5, 2]


def test_TW_06_without_a_playable_tile_the_turn_ends():
    lines = AT_TWO.replace("8-5 6-2", "4-3 4-1")
    assert position(lines).turn == 6
    assert position(lines + "5 end").turn == 6, "an end that nothing asks for is accepted"
    assert error(lines + "5 end\n5 end")[1] == "out_of_turn"


def test_TW_08_the_extra_tile_may_be_declined():
    assert position(AT_TWO + "5 end").turn == 6
    assert position(AT_TWO + "6 pass").turn == 7, "the next seat's line says so too"
    assert error(AT_TWO + "5 pass")[1] == "not_allowed"
    assert error(AT_TWO + "7 pass")[1] == "out_of_turn"


CHAIN = (
    deal({4: "9-9 9-8 1-0 3-0", 5: "9-2 4-3 4-1 5-1", 6: "8-8 2-2 2-1 3-2"})
    + "4 play 9-9\n4 play 9-8 @L\n5 play 9-2\n6 play 8-8\n"
)


def test_chain():
    assert legal(position(CHAIN)) == ["end", "play 2-1", "play 2-2", "play 3-2"]
    assert legal(position(CHAIN + "6 play 2-2")) == ["end", "play 2-1", "play 3-2"]
    assert position(CHAIN + "6 play 2-2", options="chain=off").turn == 7


def test_extra_must():
    assert legal(position(CHAIN, options="extra_must=must")) == ["play 2-1", "play 2-2", "play 3-2"]
    assert error(CHAIN + "6 end", options="extra_must=must")[1] == "false_end"
    assert error(CHAIN + "7 pass", options="extra_must=must")[1] == "out_of_turn"


def test_extra_where_on_the_double_only():
    assert position(CHAIN, options="extra_where=double").turn == 7, "nothing fits the 8-8"
    assert legal(position(AT_TWO, options="extra_where=double")) == ["end", "play 6-2"]
    assert legal(position(LEAD, options="extra_where=double")) == ["end", "play 8-2 @L", "play 8-2 @R"]
    assert error(AT_TWO + "5 play 8-5", options="extra_where=double")[1] == "does_not_fit"


def test_an_extra_tile_kept_back_is_found_with_hidden_racks():
    lines = deal({}, 6, 3) + "1 play 6-6\n2 play 6-5\n" + passes(3, 1, 6) + "2 play 5-5\n" + "2 play 5-1\n"
    for more, found in (("1 reveal 6-4 3-0", [("false_end", 1)]), ("1 reveal 4-3 3-0", [])):
        report = report_of(lines + more, game="tiddle_a_wink", top=6, seats=6, options=V2 + " extra_must=must")
        assert report.ok, (report.error.line, report.error)
        proved = [(i.rule, i.seat) for _, _, i in report.infractions if i.rule == "false_end"]
        assert proved == found and report.match.results[0].scores == (0, 6, 0, 0, 0, 0)


def test_two_ends_whatever_the_set():
    match = position(LEAD + "4 play 8-2 @L\n5 play 8-5\n6 pass")
    assert match.judge(7, play("8-4", 3)) == "no_such_end"


# --- scores of version 1 -------------------------------------------------------------------------------------------


def ended(racks, reason, winner=0, top=9, options=None, carried=b""):
    rules = games.load("tiddle_a_wink", top, len(racks), options)
    hand = Hand(rules)
    hand.carried = carried
    for seat, rack in enumerate(racks, 1):
        hand.hold.deal(seat, bytes([parse(t) for t in rack.split()]))
    hand.end(reason, winner)
    return rules, hand


def test_TW_09_out_scores_as_block():
    racks = ("6-4", "", "2-1", "9-9 4-0")
    rules, hand = ended(racks, "out", 2)
    assert rules.score(hand) == [0, 35, 0, 0]
    rules, hand = ended(racks, "out", 2, options={"scoring": "single_hand"})
    assert rules.score(hand) == [0, 35, 0, 0]
    match = Match(rules)
    match.totals, match.won, match.hands = [0, 35, 0, 0], 2, 1
    assert rules.finish(match) == (2,), "out wins the match whatever the target"


def test_blocked_is_pairwise_or_void():
    rules, hand = ended(("1-0", "2-0", "5-0"), "blocked")
    assert rules.score(hand) == [5, 3, 0] and rules.hand_winner(hand, [5, 3, 0]) == 1
    rules, hand = ended(("1-0", "2-0", "5-0"), "blocked", options={"scoring": "single_hand"})
    assert rules.score(hand) == [0, 0, 0] and rules.hand_winner(hand, [0, -5, 0]) == 0


ALL_PASS = deal({}) + "4 play 9-9\n4 end\n" + passes(5, 4, 12)


def test_with_single_hand_a_blocked_hand_is_followed_by_another():
    match = position(ALL_PASS + "* ruling penalty 1 5\n* hand", options="scoring=single_hand")
    assert match.results[0].scores == (-5,) + (0,) * 11 and match.results[0].winner == 0 and not match.over
    assert error(ALL_PASS + "* hand")[1] == "reveal_missing", "with Block scoring the pips are needed"


def test_blocked_exactly_with_the_last_pass_in_a_row():
    match = position(deal({}) + "4 play 9-9\n4 end\n" + passes(5, 3, 12))
    assert match.turn == 4 and match.hand.passes == 11
    match = position(deal({}) + "4 play 9-9\n" + passes(5, 3, 12) + "4 play 9-1 @L\n")
    assert match.hand.passes == 0 and match.turn == 5


def test_the_match_goes_to_the_target():
    rules = games.load("tiddle_a_wink", 9, 3)
    match = Match(rules)
    for totals, outcome in (([99, 20, 0], None), ([104, 20, 0], (1,)), ([104, 104, 0], None)):
        match.totals = totals
        assert rules.finish(match) == outcome
    assert games.load("tiddle_a_wink", 9, 3, {"target": 50}).options["target"] == 50


# --- version 2 -----------------------------------------------------------------------------------------------------

NINE = deal({}, 9, 3)
SIX_OUT = NINE + "6 play 6-6\n6 play 6-1\n" + passes(7, 5, 9) + "6 play 1-1\n"


def test_TW_10_nine_with_double_six_get_three_each():
    rules = games.load("tiddle_a_wink", 6, 9, {"version": 2})
    assert rules.deal == 3 and rules.tiles - 27 == 1 and rules.changed() == "version=2"
    assert games.load("tiddle_a_wink", None, 6, {"version": "2"}).top == 6
    try:
        games.load("tiddle_a_wink", 6, 10, {"version": "2"})
        assert False
    except DominoError as refused:
        assert refused.code == "bad_seats" and 9 in refused.detail


def test_TW_12_who_goes_out_takes_the_pot():
    match = position(SIX_OUT, top=6, seats=9, options=V2)
    assert match.results == [((0, 0, 0, 0, 0, 9, 0, 0, 0), 6, "out")], "nothing need be shown"
    assert match.over and match.winner == 6


def test_only_one_side_of_the_lead_double_is_open():
    match = position(NINE + "6 play 6-6", top=6, seats=9, options=V2)
    assert match.judge(6, play("6-1", L)) == "no_such_end" and match.judge(6, play("6-1", R)) is None
    for end in ("", " @R"):
        assert position(NINE + "6 play 6-6\n6 play 6-1" + end, top=6, seats=9, options=V2).turn == 7
    assert error(NINE + "6 play 6-6\n6 play 6-1 @L", top=6, seats=9, options=V2)[1] == "no_such_end"


SPLIT = ("5-0", "2-1 1-0", "5-1", "5-2", "5-3", "5-4", "2-2", "5-5", "6-5")  # seats 2 and 7 have four pips


def test_TW_13_ties_split_the_pot_in_whole_chips():
    rules, hand = ended(SPLIT, "blocked", top=6, options={"version": "2"})
    assert rules.score(hand) == [0, 4, 0, 0, 0, 0, 4, 0, 0] and rules.hand_winner(hand, rules.score(hand)) == 0
    rules, again = ended(SPLIT, "out", 3, 6, {"version": "2"}, rules.carry(hand))
    assert rules.score(again)[2] == 10, "the odd chip stayed"


def test_a_blocked_pot_may_stay():
    blocked = NINE + "6 play 6-6\n6 end\n" + passes(7, 6, 9)
    assert error(blocked + "* hand", top=6, seats=9, options=V2 + " hands=2")[1] == "reveal_missing"
    options = V2 + " hands=2 block=carry"
    match = position(
        blocked + "* score 1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0\n" + SIX_OUT, top=6, seats=9, options=options
    )
    assert match.results[0].winner == 0 and match.results[1].scores[5] == 18 and match.winner == 6


def test_equal_totals_share_the_match():
    one = deal({}, 6, 3) + "1 play 6-6\n1 play 6-5\n" + passes(2, 6, 6) + "1 play 5-5\n"
    two = deal({}, 6, 3) + "2 play 6-6\n2 play 6-5\n" + passes(3, 1, 6) + "2 play 5-5\n"
    match = position(one + two, top=6, seats=6, options=V2 + " hands=2")
    assert match.totals == [6, 6, 0, 0, 0, 0] and match.outcome == (1, 2)


def test_a_redeal_is_neither_counted_nor_paid_for():
    mixed = [name(t) for t in range(28) if name(t)[0] != name(t)[2]]
    racks = {s: " ".join(mixed[3 * s - 3 : 3 * s]) for s in range(1, 7)}
    match = position(deal(racks, 6, 3), top=6, seats=6, options=V2)
    assert (
        match.turn == 0 and match.judge(0, act(HAND)) is None and match.judge(1, play(racks[1].split()[0])) is not None
    )
    again = deal({}, 6, 3) + "1 play 6-6\n1 play 6-5\n" + passes(2, 6, 6) + "1 play 5-5\n"
    for first in (deal(racks, 6, 3), deal({}, 6, 3)):  # seen without a double, or hidden: all seven may be asleep
        match = position(first + again, top=6, seats=6, options=V2)
        assert match.results[0].scores[0] == 6 and match.hands == 1 and match.over
    racks[2] = "3-3 " + racks[2][4:]
    assert error(deal(racks, 6, 3) + "* hand", top=6, seats=6, options=V2)[1] == "hand_running"
    assert error(NINE + "* hand", top=6, seats=9, options=V2)[1] == "hand_running", "six doubles at least are held"


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    one = "version chain extra_must extra_where target scoring"
    two = "version chain extra_must extra_where hands block"
    for top, seats, options, code, detail in (
        (6, 6, {}, "bad_set", "9 12"),
        (15, 6, {}, "bad_set", "9 12"),
        (9, 6, {"version": "2"}, "bad_set", "6"),
        (6, 5, {"version": "2"}, "bad_seats", 6),
        (9, 13, {}, "bad_seats", 12),
        (9, 1, {}, "bad_seats", 2),
        (9, 6, {"hands": 2}, "bad_option", one),
        (9, 6, {"block": "carry"}, "bad_option", one),
        (6, 6, {"version": 2, "target": 50}, "bad_option", two),
        (6, 6, {"version": 2, "scoring": "block"}, "bad_option", two),
        (9, 6, {"version": 3}, "bad_value", "1 2"),
        (9, 6, {"first": 2}, "bad_option", "first"),
        (9, 6, {"chain": "perhaps"}, "bad_value", "on off"),
    ):
        try:
            games.load("tiddle_a_wink", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, (refused, refused.detail)
        else:
            assert False, code


def test_end_is_only_for_who_may_go_on():
    match = position(LEAD + "4 play 8-2 @R")
    assert match.judge(5, END_ACT) == "not_allowed" and match.judge(4, END_ACT) == "out_of_turn"


def test_a_pass_before_the_lead_that_stands_by_a_fault_changes_nothing():
    match = position(deal(SEEN) + "8 pass\n* fault not_allowed 8")
    assert match.turn == 7 and legal(match) == ["play 6-6"]


def test_random_matches_at_every_table():
    at_every_table(
        "tiddle_a_wink",
        {"version": "2", "hands": 3},
        {"chain": "off", "extra_must": "must", "scoring": "single_hand"},
        {"version": "2", "hands": 4, "block": "carry", "extra_where": "double"},
        {"extra_where": "double", "target": 300},
    )
