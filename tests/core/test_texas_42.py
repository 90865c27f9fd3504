"""Texas 42: every vector of its page by id, its options, and what the page says besides."""

from dealing import cases, error, hidden_version, legal, position, random_match, report, text
from dominocore import games
from dominocore.audit import audit
from dominocore.events import PLAY
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.record import read, write
from dominocore.rules import OVER
from matches import at_every_table

HIDDEN = "? ? ? ? ? ? ?"
SUITS = (  # seat 1 has every six
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0",
    "5-5 5-4 5-3 5-2 5-1 5-0 4-4",
    "4-3 4-2 4-1 4-0 3-3 3-2 3-1",
    "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
)


def at(lines, options=""):
    return position(lines, seats=4, options=options, game="texas_42")


def wrong(lines, options=""):
    return error(lines, seats=4, options=options, game="texas_42")


def dealt(racks=(HIDDEN,) * 4):
    return "\n".join(["* hand"] + ["%d deal %s" % pair for pair in enumerate(racks, 1)])


def spoken(*bids, racks=(HIDDEN,) * 4, first=2):
    """Lines of a hand in which the seats bid in turn."""
    return "\n".join([dealt(racks)] + ["%d bid %s" % ((first + i - 1) % 4 + 1, bid) for i, bid in enumerate(bids)])


def contract(trump, *plays, racks=(HIDDEN,) * 4):
    """Lines of a hand in which seat 2 has the bid at 30, names `trump` and leads the first of these tiles."""
    rows = [spoken("30", "pass", "pass", "pass", racks=racks), "2 trump " + trump]
    return "\n".join(rows + ["%d play %s" % ((i + 1) % 4 + 1, play) for i, play in enumerate(plays)])


def third(rack):
    """Racks of which only that of seat 3 is seen."""
    return (HIDDEN, HIDDEN, rack, HIDDEN)


# --- the bidding ----------------------------------------------------------------------------------------------------


def test_F42_01_the_first_bid_is_at_least_thirty():
    assert wrong(spoken("29")) == (6, "not_allowed")
    assert at(spoken("30")).hand.bid == 30
    assert wrong(spoken("43")) == (6, "not_allowed")


def test_F42_02_over_41_only_42():
    assert legal(at(spoken("41", racks=SUITS))) == ["bid 42", "bid pass"]
    assert wrong(spoken("41", "41")) == (7, "not_allowed"), "higher, not equal"


def test_F42_04_the_ladder_is_capped_at_the_game():
    bids = ("42", "84", "168")
    assert wrong(spoken(*bids, "336")) == (9, "not_allowed")
    match = at(spoken(*bids, racks=SUITS))
    assert legal(match) == ["bid 250", "bid pass"]
    done = at(spoken(*bids, "250", racks=SUITS))
    assert done.turn == 1 and "trump doubles" in legal(done), "no pass is written after it"
    assert wrong(spoken(*bids, "250", "pass")) == (10, "not_now")
    assert wrong(spoken("42", "168")) == (7, "not_allowed"), "one step at a time"


def test_F42_05_an_auction_goes_round_and_round():
    bids = ("30", "pass", "31", "32")
    match = at(spoken(*bids, racks=SUITS))
    assert match.turn == 2 and legal(match) == ["bid %d" % n for n in range(33, 43)] + ["bid pass"]
    assert wrong(spoken(*bids) + "\n3 bid 33") == (10, "out_of_turn"), "who has passed is out"
    assert at(spoken(*bids) + "\n2 bid 33").turn == 4
    done = at(spoken(*bids) + "\n2 bid pass\n4 bid pass")
    assert (done.turn, done.hand.bid) == (1, 32)
    once = at(spoken(*bids, racks=SUITS), "bidding=single_round")
    assert (once.turn, once.hand.bid) == (1, 32) and legal(once)[0] == "trump 0"


def test_a_single_round_gives_every_seat_one_voice():
    match = at(spoken("30", "31", "pass"), "bidding=single_round")
    assert match.turn == 1
    assert at(spoken("30", "31", "pass", "pass"), "bidding=single_round").turn == 3
    assert at(spoken("42", "84", "168", "250"), "bidding=single_round").turn == 1


def test_after_three_passes_the_dealer_still_speaks():
    match = at(spoken("pass", "pass", "pass"))
    assert match.turn == 1
    assert at(spoken("pass", "pass", "pass", "30")).hand.bidder == 1


def test_F42_06_all_pass():
    passes = ("pass",) * 4
    match = at(spoken(*passes))
    assert match.results == [((0, 0), 0, "all_pass")] and not match.over
    assert at(spoken(*passes) + "\n* score 1:0 2:0\n" + dealt()).turn == 3, "seat 2 deals"
    forced = at(spoken(*passes, racks=SUITS), "all_pass=dealer_forced30")
    assert (forced.turn, forced.hand.bid, forced.hand.bidder) == (1, 30, 1) and legal(forced)[-1] == "trump none"
    assert wrong(spoken(*passes) + "\n1 bid 30", "all_pass=dealer_forced30") == (10, "not_now")


def test_the_first_option_names_the_dealer():
    match = at(spoken("pass", "pass", "pass", "pass", first=4), "first=3")
    assert match.results and at(spoken("pass", first=4), "first=3").turn == 1


def test_open_above_42_lets_84_be_bid_at_once():
    assert wrong(spoken("84")) == (6, "not_allowed")
    assert at(spoken("84"), "open_above42=on").hand.bid == 84
    assert wrong(spoken("168"), "open_above42=on") == (6, "not_allowed")
    assert legal(at(spoken("41", racks=SUITS), "open_above42=on")) == ["bid 42", "bid 84", "bid pass"]


def test_each_thing_in_its_time():
    assert wrong(dealt() + "\n2 play 6-6") == (6, "not_now")
    assert wrong(dealt() + "\n2 trump 3") == (6, "not_now")
    assert wrong(contract("3") + "\n2 trump 4") == (11, "not_now")
    assert wrong(contract("3") + "\n2 pass") == (11, "not_in_game")
    assert wrong(contract("3") + "\n3 play 6-6") == (11, "out_of_turn")


# --- following ------------------------------------------------------------------------------------------------------


def test_F42_08_a_trump_is_no_six():
    rack = "6-3 6-1 5-5 4-4 2-2 1-1 0-0"
    assert legal(at(contract("3", "6-4", racks=third(rack)))) == ["play 6-1"]


def test_F42_09_without_the_suit_anything_goes():
    rack = "5-3 1-1 6-6 4-4 2-2 0-0 6-4"
    assert legal(at(contract("3", "5-1", racks=third(rack)))) == ["play " + t for t in rack.split()]


def test_F42_10_trumps_led_are_followed_by_trumps():
    rack = "6-3 6-6 4-4 2-2 1-1 0-0 6-1"
    assert legal(at(contract("3", "3-1", racks=third(rack)))) == ["play 6-3"]


def test_with_doubles_as_trumps_a_double_is_of_no_other_suit():
    rack = "6-6 6-1 5-5 4-3 2-1 1-0 4-0"
    assert legal(at(contract("doubles", "6-4", racks=third(rack)))) == ["play 6-1"]
    assert legal(at(contract("doubles", "0-0", racks=third(rack)))) == ["play 6-6", "play 5-5"]


def test_without_trumps_the_higher_number_is_the_suit():
    rack = "6-6 6-1 5-5 4-3 2-1 1-0 4-0"
    assert legal(at(contract("none", "6-4", racks=third(rack)))) == ["play 6-6", "play 6-1"]


# --- who takes the trick --------------------------------------------------------------------------------------------


def taker(trump, *plays):
    """Which of the four tiles, from 1, takes the trick."""
    return (at(contract(trump, *plays)).turn - 2) % 4 + 1


def test_F42_12_the_lowest_trump_beats_every_six():
    assert taker("doubles", "6-4", "6-5", "0-0", "6-2") == 3


def test_F42_13_doubles_rank_by_their_number():
    assert taker("doubles", "0-0", "3-3", "5-5", "6-1") == 3


def test_F42_14_the_double_of_the_suit_is_high():
    assert taker("none", "4-2", "6-4", "4-4", "6-6") == 3


def test_trumps_rank_with_their_double_high():
    assert taker("3", "6-6", "3-0", "6-3", "3-3") == 4
    assert taker("0", "1-0", "6-0", "5-5", "2-0") == 2


def test_F42_16_points_of_a_trick():
    match = at(contract("none", "5-5", "6-4", "5-0", "1-0"))
    assert match.hand.won == [0, 26]


# --- scores ---------------------------------------------------------------------------------------------------------

TAKEN_31 = """
    * hand
    1 deal 6-6 4-0 2-2 6-2 1-0 5-4 5-0
    2 deal 1-1 6-5 5-2 3-3 4-4 6-0 6-1
    3 deal 5-5 3-1 3-0 6-3 0-0 3-2 2-1
    4 deal 2-0 4-3 6-4 4-1 4-2 5-3 5-1
    2 bid pass
    3 bid %d
    4 bid pass
    1 bid pass
    3 trump 0
    3 play 0-0
    4 play 2-0
    1 play 4-0
    2 play 6-0
    3 play 3-1
    4 play 4-3
    1 play 1-0
    2 play 3-3
    1 play 2-2
    2 play 5-2
    3 play 3-2
    4 play 4-2
    1 play 5-0
    2 play 4-4
    3 play 3-0
    4 play 4-1
    1 play 6-2
    2 play 6-1
    3 play 6-3
    4 play 6-4
    4 play 5-1
    1 play 5-4
    2 play 6-5
    3 play 5-5
    3 play 2-1
    4 play 5-3
    1 play 6-6
    2 play 1-1"""

TAKEN_30 = """
    * hand
    1 deal 6-6 2-2 3-2 3-3 6-4 0-0 3-0
    2 deal 6-5 6-3 4-1 5-1 4-0 2-1 5-3
    3 deal 6-1 3-1 1-1 1-0 5-0 6-2 5-4
    4 deal 5-5 2-0 4-3 4-2 6-0 5-2 4-4
    2 bid pass
    3 bid %d
    4 bid pass
    1 bid pass
    3 trump 6
    3 play 6-1
    4 play 6-0
    1 play 6-6
    2 play 6-3
    1 play 0-0
    2 play 4-0
    3 play 1-0
    4 play 2-0
    1 play 3-0
    2 play 5-3
    3 play 3-1
    4 play 4-3
    2 play 6-5
    3 play 6-2
    4 play 4-2
    1 play 6-4
    2 play 2-1
    3 play 5-0
    4 play 5-2
    1 play 2-2
    1 play 3-3
    2 play 4-1
    3 play 5-4
    4 play 5-5
    1 play 3-2
    2 play 5-1
    3 play 1-1
    4 play 4-4"""


def hidden(lines):
    return "\n".join(["%s deal %s" % (r.split()[0], HIDDEN) if " deal " in r else r for r in lines.split("\n")])


def all_sixes(bid, tricks=7):
    """Seat 1, who has every six, bids, makes them trumps, and takes trick after trick."""
    rows = [dealt(SUITS), "1 bid " + bid]
    rows += ["%d bid pass" % s for s in (2, 3, 4) if bid != "250"]
    rows.append("1 trump 6")
    racks = [rack.split() for rack in SUITS]
    for i in range(tricks):
        rows += ["%d play %s" % (s, racks[s - 1][i]) for s in (1, 2, 3, 4)]
    return "\n".join(rows)


def test_F42_17_a_bid_made():
    assert at(TAKEN_31 % 31 + "\n* score 1:31 2:11").results == [((31, 11), 1, "made")]


def test_F42_18_a_bid_missed():
    assert at(TAKEN_30 % 31 + "\n* score 1:0 2:43").results == [((0, 43), 2, "set")]


def test_limit_bids_are_made_with_all_42_points_only():
    rows = all_sixes("42")
    assert at(rows, "first=4").results == [((42, 0), 1, "made")]
    ladder = rows.replace("2 bid pass", "2 bid 84").replace("4 bid pass", "4 bid pass\n1 bid 168\n2 bid pass")
    assert at(ladder, "first=4").results == [((168, 0), 1, "made")]
    assert at(all_sixes("84"), "first=4 open_above42=on").results == [((84, 0), 1, "made")]
    assert at(TAKEN_31 % 42).results == [((0, 53), 2, "set")]


def from_totals(totals, lines):
    """The match these lines lead to when it goes on with these totals."""
    before = Match(games.load("texas_42"))
    before.totals = totals
    match = Match(before.rules, before.checkpoint())
    for line in read(text(lines, seats=4, game="texas_42")).lines:
        assert match.judge(*line.event) is None, line.number
        match.push(*line.event)
    return match


def test_F42_20_both_over_250_the_bidders_win():
    match = from_totals([225, 245], TAKEN_30 % 30)
    assert match.totals == [255, 257] and match.over and match.winner == 1
    assert Match(match.rules, match.checkpoint()).winner == 1, "also when the table wakes up after it"


def test_one_side_over_250_wins_whoever_bid():
    match = from_totals([225, 239], TAKEN_31 % 31)
    assert match.totals == [256, 250] and match.winner == 1
    assert from_totals([200, 245], TAKEN_30 % 30).winner == 2
    assert from_totals([200, 230], TAKEN_30 % 30).outcome is None


def test_marks():
    option = "score=marks7"
    assert at(TAKEN_31 % 31, option).results == [((1, 0), 1, "made")]
    assert at(TAKEN_30 % 31, option).results == [((0, 1), 2, "set")]
    assert at(all_sixes("42"), option + " first=4").results == [((1, 0), 1, "made")]
    assert at(all_sixes("84"), "open_above42=on score=marks7 first=4").results == [((2, 0), 1, "made")]
    rules = games.load("texas_42", options={"score": "marks7"})
    match = Match(rules)
    match.totals = [7, 3]
    assert rules.finish(match) == (1,)
    match.totals = [6, 6]
    assert rules.finish(match) is None


def until(tricks, lines):
    """The first tricks of a hand."""
    return "\n".join(lines.strip().split("\n")[: 10 + 4 * tricks])


def test_decided_ends_the_hand_with_the_trick_that_settles_it():
    options = "score=marks7 play_out=decided"
    made, lost = TAKEN_31 % 30, TAKEN_30 % 42
    assert not at(until(5, made), options).results
    assert at(until(6, made), options).results == [((1, 0), 1, "made")]
    assert wrong(made, options) == (10 + 6 * 4 + 1, "not_in_play")
    assert not at(until(2, lost), options).results
    assert at(until(3, lost), options).results == [((0, 1), 2, "set")], "the first trick that the others take"
    assert at(hidden(until(3, lost)) + "\n" + dealt(), options).turn == 3, "racks need not be shown"
    for option in ("score=marks7", "play_out=decided"):
        assert not at(until(6, made), option).results, "it goes with marks only"


# --- the leader calls -----------------------------------------------------------------------------------------------


def test_the_leader_may_call_the_lower_number():
    option = "lead_suit=leader_calls"
    rows = contract("3", racks=("6-6 6-5 6-0 6-1 5-5 5-4 5-1", "6-4 6-3 4-4 2-2 1-1 0-0 2-1", HIDDEN, HIDDEN))
    match = at(rows, option)
    assert legal(match)[:4] == ["play 6-4", "play 6-4 =4", "play 6-3", "play 4-4"]
    assert at(rows + "\n2 play 6-4 =4", option).hand.layout.suit == 4
    assert at(rows + "\n2 play 6-4", option).hand.layout.suit == 6
    for line in ("6-4 =6", "6-3 =3", "4-4 =4"):
        assert wrong(rows + "\n2 play " + line, option) == (11, "no_call")
    assert wrong(rows + "\n2 play 6-4 =5", option) == (11, "no_such_half")
    assert wrong(rows + "\n2 play 6-4 =4") == (11, "no_call")
    assert wrong(rows.replace("trump 3", "trump none") + "\n2 play 6-4 =4", option) == (11, "no_call")
    assert wrong(rows + "\n2 play 6-4 =4\n3 play 4-0 =4", option) == (12, "no_call")


def test_the_called_suit_is_followed_and_ranked():
    option = "lead_suit=leader_calls"
    match = at(contract("3", "6-4 =4", racks=third("5-4 6-6 6-5 4-3 1-1 0-0 2-2")), option)
    assert legal(match) == ["play 5-4"]
    done = at(contract("3", "6-4 =4", "5-4", "4-4", "6-6"), option)
    assert done.turn == 4
    doubles = at(contract("doubles", "6-4 =4", "5-4", "4-2", "6-5"), option)
    assert doubles.turn == 2
    text_of = text(contract("3", "6-4 =4"), seats=4, options=option, game="texas_42")
    assert write(read(text_of)) == text_of


# --- hidden racks ---------------------------------------------------------------------------------------------------


def test_hidden_racks_give_the_same_scores_and_need_no_reveal():
    for rows in (TAKEN_31 % 31, TAKEN_30 % 31):
        assert at(hidden(rows)).results == at(rows).results
        assert not report(hidden(rows), seats=4, game="texas_42").infractions


REVOKED = contract("none", "6-4", "5-1", "6-0", "6-1", "6-5", "6-2")


def test_a_revoke_is_found_when_the_tile_appears():
    found = report(REVOKED, seats=4, game="texas_42")
    assert found.ok and len(found.infractions) == 1
    hand, line, infraction = found.infractions[0]
    first = len(text("", seats=4, game="texas_42").strip().split("\n"))
    assert (hand, line - first) == (1, 12)
    assert (infraction.rule, infraction.seat) == ("revoke", 3)


def test_a_revoke_of_a_seen_rack_is_refused_unless_a_fault_names_it():
    rows = contract("3", "6-4", racks=third("6-3 6-1 5-5 4-4 2-2 1-1 0-0")) + "\n3 play 6-3"
    assert wrong(rows) == (12, "revoke")
    found = report(rows + "\n* fault revoke 3", seats=4, game="texas_42")
    assert found.ok and found.match.turn == 4 and [i.rule for _, _, i in found.infractions] == ["revoke"]


def test_a_tile_out_of_turn_that_stands_leaves_the_order():
    rows = contract("3", "6-4") + "\n4 play 6-0\n* fault out_of_turn 4"
    match = at(rows)
    assert match.turn == 3
    assert wrong(rows + "\n4 play 6-1\n* fault out_of_turn 4") == (14, "already_laid")
    assert at(rows + "\n3 play 6-1\n1 play 6-2").turn == 2
    led = at(contract("3") + "\n4 play 6-0\n* fault out_of_turn 4")
    assert led.turn == 1, "who leads out of turn has led"


def test_undo_takes_back_a_bid_a_trump_and_a_trick():
    assert at(spoken("30", "31") + "\n* undo").turn == 3
    assert at(spoken("30", "pass", "pass", "pass") + "\n* undo").turn == 1
    assert at(contract("3") + "\n* undo").hand.awaits != PLAY
    match = at(contract("none", "6-4", "6-5", "6-1", "6-0") + "\n* undo")
    assert match.turn == 1 and match.hand.won == [0, 0] and len(match.hand.layout.tiles) == 3


def test_random_hands_share_42_points():
    def shared(match):
        hand = match.hand
        if hand.phase == OVER and hand.reason != "all_pass":
            assert sum(hand.won) == 42 and hand.tricks == 7
            bidders = match.rules.side(hand.bidder)
            assert (hand.reason == "made") == (hand.won[bidders - 1] >= min(hand.bid, 42))

    for seed in range(1, cases(6, 300)):
        writer = random_match(seed, "texas_42", check=shared, hands=8)
        found = audit(read(hidden_version(writer).text()))
        assert found.ok and found.match.results == writer.match.results


def test_sets_seats_and_options():
    for top, seats, options, code in (
        (9, 4, {}, "bad_set"),
        (6, 3, {}, "exact_seats"),
        (6, 2, {}, "exact_seats"),
        (6, 4, {"bidding": "twice"}, "bad_value"),
        (6, 4, {"first": 5}, "bad_number"),
        (6, 4, {"target": 100}, "bad_option"),
    ):
        try:
            games.load("texas_42", top, seats, options)
            assert False, code
        except DominoError as refused:
            assert refused.code == code
    rules = games.load("texas_42")
    assert rules.seats == 4 and rules.sides == 2 and rules.changed() == ""


def test_random_matches_at_every_table():
    at_every_table(
        "texas_42",
        {"bidding": "single_round", "all_pass": "dealer_forced30", "first": 3},
        {"score": "marks7", "play_out": "decided", "open_above42": "on"},
        {"lead_suit": "leader_calls", "bidding": "single_round"},
        {"lead_suit": "leader_calls", "score": "marks7", "first": 4},
    )
