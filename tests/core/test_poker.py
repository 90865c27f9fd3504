"""Poker: every vector of its page by id, the three readings of straights, the betting, the exchange, the showdown."""

from dealing import cases, error, events_of, hidden_version, legal, position, random_match, report
from dominocore import games
from dominocore.audit import audit
from dominocore.events import BET, CALL, CHECK, FOLD, PASS_ACT, RAISE, REVEAL, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.pokerhands import (
    FLUSH,
    FOURS,
    FULL_HAND,
    HIGH_PIECE,
    PAIR,
    ROYAL,
    STRAIGHT_FIVE,
    STRAIGHT_FOUR,
    STRAIGHT_SIX,
    THREES,
    rank,
    tile_rank,
)
from dominocore.record import read, write
from dominocore.rules import OVER, SHOWING
from dominocore.tiles import LO, name, parse
from matches import at_every_table

PK = {"game": "poker", "top": 6}


def hand(text):
    return [parse(word) for word in text.split()]


def category(text, reading="seed"):
    return rank(hand(text), reading)[0]


def better(one, two, reading="seed"):
    return rank(hand(one), reading) > rank(hand(two), reading)


# --- hands ----------------------------------------------------------------------------------------------------------

ALL_SEEN = """
    1 deal 6-6 5-5 4-4 3-3 5-4
    2 deal 2-1 3-1 4-1 5-1 6-1
    3 deal 6-2 5-2 4-2 3-2 2-2
    4 deal 6-3 5-3 4-3 6-4 6-5"""
ANTES = "\n2 ante 1\n3 ante 1\n4 ante 1\n1 ante 1"


def deck():
    return [t for t in range(28) if LO[t] and t != parse("1-1")]


def test_PK_01_twenty_tiles_without_blanks_and_1_1():
    match = position("* hand\n2 ante 1\n1 ante 1", **PK)
    assert match.hand.hold.unseen() == deck() and len(deck()) == 20 == match.hand.hold.stock
    for tile in ("6-0", "0-0", "1-1"):
        lines = "* hand\n2 ante 1\n1 ante 1\n1 deal 6-6 5-5 4-4 3-3 %s" % tile
        assert error(lines, **PK) == (4, "retired")


def test_PK_02_four_players_use_all_twenty():
    match = position("* hand" + ANTES + ALL_SEEN, seats=4, **PK)
    assert match.hand.hold.stock == 0 and match.turn == 2
    try:
        games.load("poker", 6, 5, {})
        assert False
    except DominoError as refused:
        assert refused.code == "bad_seats"


def test_PK_04_full_hand():
    assert category("6-6 3-3 2-2 2-4 2-1") == FULL_HAND


def test_PK_05_threes_when_the_other_two_share_nothing():
    assert category("6-6 3-3 2-2 4-5 2-1") == THREES


def test_PK_06_a_run_of_five_threes():
    run = "3-1 3-2 3-3 3-4 3-5"
    assert [category(run, r) for r in ("seed", "hoyle", "length")] == [STRAIGHT_FIVE, FLUSH, STRAIGHT_FIVE]


def test_PK_08_a_run_of_five_fours():
    run = "4-6 4-5 4-4 4-3 4-2"
    assert [category(run, r) for r in ("seed", "hoyle", "length")] == [STRAIGHT_FIVE, STRAIGHT_FOUR, STRAIGHT_FIVE]


def test_PK_09_straight_six():
    for reading in ("seed", "hoyle", "length"):
        assert category("6-2 6-3 6-4 6-5 6-6", reading) == STRAIGHT_SIX == category("6-1 6-2 6-3 6-4 6-5", reading)
    assert category("6-1 6-2 6-3 6-4 6-6") == FLUSH


def test_PK_10_fours_beat_a_run_of_ones():
    assert category("1-2 1-3 1-4 1-5 1-6") == STRAIGHT_FIVE
    assert better("6-6 5-5 4-4 3-3 5-4", "1-2 1-3 1-4 1-5 1-6")


def test_PK_12_any_double_outranks_any_plain_tile():
    assert better("2-2 3-1 4-1 5-1 4-3", "6-5 6-4 5-3 4-2 2-1")
    assert category("2-2 3-1 4-1 5-1 4-3") == HIGH_PIECE


def test_PK_13_straight_six_beats_fours():
    assert better("6-1 6-2 6-3 6-4 6-5", "6-6 5-5 4-4 3-3 2-1")


def test_PK_14_royal():
    assert category("2-2 3-3 4-4 5-5 6-6") == ROYAL


def test_the_counts_of_the_page_over_all_hands():
    counts = [0] * 10
    tiles = deck()
    for a in range(20):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[rank([tiles[i] for i in (a, b, c, d, e)])[0]] += 1
    assert sum(counts) == 15504
    assert counts == [9767, 4538, 18, 450, 44, 600, 9, 75, 2, 1]


def test_tiles_are_ranked_as_on_the_page():
    order = sorted(deck(), key=tile_rank, reverse=True)
    doubles = "6-6 5-5 4-4 3-3 2-2"
    plain = "6-5 6-4 6-3 6-2 6-1 5-4 5-3 5-2 5-1 4-3 4-2 4-1 3-2 3-1 2-1"
    assert [name(t) for t in order] == doubles.split() + plain.split()


def test_straight_four_has_a_free_tile():
    assert category("4-3 4-4 4-5 4-6 2-1") == STRAIGHT_FOUR == category("4-1 4-2 4-3 4-4 4-6")
    assert category("3-2 3-3 3-4 3-5 2-1") == HIGH_PIECE
    assert category("3-2 3-3 3-4 3-5 2-1", "length") == STRAIGHT_FOUR
    assert category("4-3 4-4 4-5 4-6 2-1", "hoyle") == HIGH_PIECE
    assert category("5-1 5-2 5-3 5-4 5-5", "hoyle") == STRAIGHT_FIVE
    assert category("4-3 4-4 4-5 4-6 6-6") == STRAIGHT_FOUR, "better than its pair"
    assert category("4-1 4-2 4-3 4-5 4-6") == FLUSH


def test_ties_go_by_the_tiles_that_make_the_category_first():
    assert better("3-1 3-2 3-3 3-4 5-2", "6-2 6-3 6-4 6-5 5-5", "length"), "3-3 is in the run, 5-5 is not"
    assert better("6-6 2-2 3-1 4-1 2-1", "5-5 4-4 6-5 6-4 6-3"), "6-6 is the higher of the doubles"
    assert better("6-1 5-1 4-1 3-1 3-2", "5-4 5-3 4-3 6-2 5-2") is False
    assert category("6-6 2-2 3-1 4-1 2-1") == PAIR and category("6-6 5-5 4-4 3-3 2-1") == FOURS


# --- antes and betting ----------------------------------------------------------------------------------------------

DEALT = """
    1 deal ? ? ? ? ?
    2 deal ? ? ? ? ?
    3 deal ? ? ? ? ?"""
THREE = "* hand\n2 ante 1\n3 ante 1\n1 ante 1" + DEALT


def play(more, **tags):
    """Three seats with hidden racks; seat 1 deals, so seat 2 speaks first."""
    return position(THREE + "".join(["\n" + line for line in more.split(", ") if line]), seats=3, **dict(PK, **tags))


def fails(more, **tags):
    lines = THREE + "".join(["\n" + line for line in more.split(", ")])
    line, code = error(lines, seats=3, **dict(PK, **tags))
    assert line == len(lines.split("\n")), line
    return code


def test_antes_come_before_the_deal_from_the_dealers_left():
    match = position("* hand", seats=3, **PK)
    assert match.turn == 2 and legal(match) == ["ante 1"]
    assert error("* hand\n1 ante 1", seats=3, **PK) == (2, "out_of_turn")
    assert error("* hand\n2 ante 2", seats=3, **PK) == (2, "not_allowed")
    assert error("* hand\n2 check", seats=3, **PK) == (2, "not_in_play")
    assert error("* hand\n2 ante 1\n1 deal ? ? ? ? ?", seats=3, **PK) == (3, "not_dealing")
    assert error("* hand\n1 deal ? ? ? ? ?", seats=3, **PK) == (2, "not_dealing")
    match = position("* hand\n2 ante 1\n3 ante 1\n1 ante 1", seats=3, **PK)
    assert match.turn == 0
    assert fails("2 ante 1") == "not_in_play"
    match = position("* hand\n1 ante 7", seats=3, options="ante=7 first=3", **PK)
    assert match.turn == 2 and match.hand.leader == 3


def test_without_ante_there_are_no_ante_lines():
    assert error("* hand\n2 ante 0", seats=3, options="ante=0", **PK) == (2, "not_in_game")
    match = position("* hand" + DEALT + "\n2 check\n3 check\n1 check", seats=3, options="ante=0", **PK)
    assert match.hand.phase == SHOWING
    for seat, rack in ((3, "6-6 5-5 4-4 3-3 5-4"), (1, "2-1 3-1 4-1 5-1 6-1"), (2, "6-2 5-2 4-2 3-2 2-2")):
        match.push(seat, act(REVEAL), bytes(hand(rack)))
    assert match.results == [((0, 0, 0), 0, "showdown")], "nothing won: nobody has the most"


def test_what_may_be_said_before_and_after_a_bet():
    match = position("* hand" + ANTES + ALL_SEEN, seats=4, **PK)
    bets = ["bet %d" % n for n in range(1, 6)]
    assert legal(match) == ["check", "fold"] + bets
    match = position("* hand" + ANTES + ALL_SEEN + "\n2 bet 3", seats=4, **PK)
    assert legal(match) == ["call", "fold"] + ["raise %d" % n for n in range(1, 6)]
    assert fails("2 call") == "not_allowed" and fails("2 raise 1") == "not_allowed"
    assert fails("2 bet 0") == "not_allowed" and fails("2 bet 6") == "not_allowed"
    assert fails("2 bet 1, 3 check") == "not_allowed" and fails("2 bet 1, 3 bet 1") == "not_allowed"
    assert fails("2 bet 1, 3 raise 6") == "not_allowed" and fails("3 check") == "out_of_turn"
    assert fails("2 pass") == "not_in_game" and fails("2 discard 6-6") == "not_in_game"


def test_call_pays_the_difference_and_raise_as_much_more():
    match = play("2 bet 3, 3 raise 5, 1 call")
    assert match.hand.paid == [0, 9, 4, 9] and match.turn == 2
    match = play("2 bet 3, 3 raise 5, 1 call, 2 raise 2, 3 fold, 1 call")
    assert match.hand.paid == [0, 11, 11, 9] and match.hand.phase == SHOWING


def test_checks_all_round_end_the_betting_and_a_later_bet_is_answered_by_all():
    assert play("2 check, 3 check, 1 check").hand.phase == SHOWING
    match = play("2 check, 3 check, 1 bet 2")
    assert match.turn == 2 and match.judge(2, act(CHECK)) == "not_allowed"
    assert play("2 check, 3 check, 1 bet 2, 2 call").turn == 3
    assert play("2 check, 3 check, 1 bet 2, 2 call, 3 call").hand.phase == SHOWING
    assert play("2 check, 3 fold, 1 check").hand.phase == SHOWING, "one may fold before any bet"


def test_raises_are_limited_for_the_hand():
    match = play("2 bet 1, 3 raise 1, 1 raise 1, 2 raise 1")
    assert match.hand.raises == 3 and match.judge(3, act(RAISE, 1)) == "not_allowed"
    assert match.judge(3, act(CALL)) is None
    match = play("2 bet 1, 3 raise 1", options="max_raises=1 max_bet=9")
    assert match.judge(1, act(RAISE, 1)) == "not_allowed" and play("2 bet 9", options="max_bet=9").turn == 3


def test_who_has_folded_is_out():
    match = play("2 bet 1, 3 fold, 1 raise 1")
    assert match.turn == 2 and match.judge(3, act(CALL)) == "has_folded"
    assert error(THREE + "\n2 fold\n2 check\n* fault out_of_turn 2", seats=3, **PK) == (9, "has_folded")
    assert play("2 bet 1, 3 fold, 1 raise 1, 2 call").hand.phase == SHOWING


def test_an_act_that_a_fault_excuses_stands():
    match = play("2 bet 9, * fault not_allowed 2, 1 call, * fault out_of_turn 1")
    assert match.turn == 3 and match.hand.paid == [0, 10, 10, 1]
    match = play("2 bet 9, * fault not_allowed 2, 1 call, * fault out_of_turn 1, 3 fold")
    assert match.hand.phase == SHOWING


# --- the pot --------------------------------------------------------------------------------------------------------


def test_PK_16_the_last_one_left_takes_the_pot_unseen():
    match = play("2 check, 3 bet 5, 1 fold, 2 fold, * score 1:-1 2:-1 3:2")
    assert match.results == [((-1, -1, 2), 3, "folded")] and match.hand.hold.hidden[3] == 5
    assert position(THREE + "\n2 fold\n3 fold\n3 reveal 6-6 5-5 4-4 3-3 2-2", seats=3, **PK).hands == 1


SHOWDOWN = "2 bet 5, 3 call, 1 fold"


def test_the_best_hand_takes_the_pot_and_the_sum_is_nothing():
    match = play(SHOWDOWN + ", 2 reveal 6-2 5-1 4-2 3-2 2-1, 3 reveal 6-6 5-5 4-3 5-3 6-5, * score 1:-1 2:-6 3:7")
    assert match.results == [((-1, -6, 7), 3, "showdown")], "a pair beats a high piece"
    match = play(SHOWDOWN + ", 3 reveal 2-2 5-5 4-3 5-3 6-5, 2 reveal 6-2 5-1 4-2 3-2 2-1")
    assert match.results[0].winner == 3, "in any order"


def test_only_those_still_in_show_and_must():
    assert fails(SHOWDOWN + ", 2 reveal 6-2 5-1 4-2 3-2 2-1, * hand") == "reveal_missing"
    assert fails(SHOWDOWN + ", 2 reveal 6-2 5-2 4-2 3-2") == "reveal_count"
    assert fails(SHOWDOWN + ", 2 reveal 6-2 5-2 4-2 3-2 2-0") == "tile_elsewhere"
    shown = ", 1 reveal 6-6 3-3 4-4 3-1 4-1, 2 reveal 6-2 5-1 4-2 3-2 2-1, 3 reveal 2-2 5-5 4-3 5-3 6-5"
    assert play(SHOWDOWN + shown).results == [((-1, -6, 7), 3, "showdown")], "the folded hand wins nothing"


def test_others_never_see_a_folded_hand():
    seen = "* hand" + ANTES + ALL_SEEN + "\n2 bet 1\n3 fold\n4 call\n1 call"
    match = position(seen, seats=4, **PK)
    view = match.view(4)
    assert match.hand.phase == OVER and view.results == match.results == [((5, -2, -1, -2), 1, "showdown")]
    assert list(view.hand.hold.hidden) == [0, 0, 0, 5, 0]
    folded = position("* hand" + ANTES + ALL_SEEN + "\n2 fold\n3 fold\n4 fold", seats=4, **PK)
    assert list(folded.view(4).hand.hold.hidden) == [0, 5, 5, 5, 0] and folded.view(4).over == folded.over


HAND_1_WINS = "* hand\n2 ante 1\n1 ante 1\n1 deal ? ? ? ? ?\n2 deal ? ? ? ? ?\n2 fold\n"
HAND_2_WINS = "* hand\n1 ante 1\n2 ante 1\n1 deal ? ? ? ? ?\n2 deal ? ? ? ? ?\n1 fold\n"


def test_a_match_is_a_number_of_hands_and_the_deal_passes_left():
    match = position(HAND_1_WINS + HAND_2_WINS + "* hand\n2 ante 1", **PK)
    assert match.hand.leader == 1 and match.totals == [0, 0]
    match = position(HAND_1_WINS + HAND_2_WINS, options="hands=2", **PK)
    assert match.over and match.outcome == (1, 2) and match.winner == 0, "equal: they share"
    match = position(HAND_1_WINS, options="hands=1", **PK)
    assert match.winner == 1 and match.totals == [1, -1]
    assert error(HAND_1_WINS + "* hand", options="hands=1", **PK) == (7, "match_over")
    assert not position((HAND_1_WINS + HAND_2_WINS) * 4 + HAND_1_WINS, **PK).over
    assert position((HAND_1_WINS + HAND_2_WINS) * 5, **PK).over, "ten by default"


def test_undo_goes_back_through_the_betting_and_the_antes():
    match = play("2 bet 3, 3 raise 2, 1 fold, 2 fold, * undo, * undo")
    assert match.turn == 1 and match.hand.paid == [0, 1, 4, 6] and not match.results
    match = position("* hand\n2 ante 1\n3 ante 1\n* undo", seats=3, **PK)
    assert match.turn == 3


def test_without_stakes_the_showdown_follows_the_deals():
    tags = {"seats": 4, "options": "stakes=none hands=2"}
    match = position("* hand" + ALL_SEEN, **tags, **PK)
    assert match.results == [((1, 0, 0, 0), 1, "showdown")] and match.turn == 0
    assert error("* hand\n2 ante 1", **tags, **PK) == (2, "not_in_game")
    assert error("* hand" + ALL_SEEN + "\n2 check", **tags, **PK) == (6, "not_in_game")
    hidden = "* hand" + DEALT + "\n1 reveal 6-6 5-5 4-4 3-3 5-4\n3 reveal 2-1 3-1 4-1 5-1 6-1"
    assert position(hidden, seats=3, options="stakes=none", **PK).hand.phase == SHOWING
    match = position(hidden + "\n2 reveal 6-2 5-2 4-2 3-2 2-2", seats=3, options="stakes=none", **PK)
    assert match.results == [((1, 0, 0), 1, "showdown")]


# --- the exchange ---------------------------------------------------------------------------------------------------

DRAW = {"options": "draw=three"}
CHECKED = "2 check, 3 check, 1 check"


def test_after_the_betting_up_to_three_tiles_are_exchanged():
    match = play(CHECKED, **DRAW)
    assert match.turn == 2 and match.hand.hold.stock == 5 and match.judge(2, PASS_ACT) is None
    assert match.judge(2, act(CHECK)) == "not_allowed" and match.judge(2, act(BET, 1)) == "not_allowed"
    assert fails(CHECKED + ", 2 draw ?", **DRAW) == "too_many_drawn"
    match = play(CHECKED + ", 2 discard 6-5 2-1 3-1", **DRAW)
    assert match.turn == 2 and match.hand.hold.count(2) == 2
    assert match.judge(2, PASS_ACT) == "too_few_drawn"
    match = play(CHECKED + ", 2 discard 6-5 2-1 3-1, 2 draw ?, 2 draw 4-1", **DRAW)
    assert match.turn == 2
    match = play(CHECKED + ", 2 discard 6-5 2-1 3-1, 2 draw ?, 2 draw 4-1, 2 draw ?", **DRAW)
    assert match.turn == 3 and match.hand.hold.stock == 2


def test_no_more_than_the_stock_holds():
    first = CHECKED + ", 2 discard 6-5 2-1 3-1, 2 draw ?, 2 draw ?, 2 draw ?"
    assert fails(first + ", 3 discard 6-6 5-5 4-4", **DRAW) == "not_allowed"
    second = first + ", 3 discard 6-6 5-5, 3 draw ?, 3 draw ?"
    assert fails(second + ", 1 discard 4-4", **DRAW) == "not_allowed"
    match = play(second + ", 1 pass", **DRAW)
    assert match.turn == 2 and match.judge(2, act(BET, 1)) is None, "the second round"
    assert fails(first + ", 3 discard 6-6 6-6", **DRAW) == "not_held"
    assert fails(first + ", 3 discard 6-5", **DRAW) == "tile_elsewhere", "thrown away is gone"


def test_legal_lists_every_exchange_once():
    lines = "* hand\n2 ante 1\n1 ante 1\n1 deal 6-6 5-5 4-4 3-3 5-4\n2 deal 2-1 3-1 4-1 5-1 6-1\n2 check\n1 check"
    acts = legal(position(lines, **DRAW, **PK))
    assert len(acts) == len(set(acts)) == 5 + 10 + 10 + 1 and acts[-1] == "pass"
    assert "discard 2-1" in acts and "discard 2-1 5-1 6-1" in acts
    match = position(lines + "\n2 discard 6-1 2-1\n2 draw 2-2\n2 draw 6-2\n1 pass\n2 check\n1 check", **DRAW, **PK)
    assert match.results == [((1, -1), 1, "showdown")]


def test_the_second_round_has_no_ante_and_shares_the_raises():
    first = "2 bet 1, 3 raise 1, 1 raise 1, 2 call, 3 fold, 2 pass, 1 pass"
    match = play(first, **DRAW)
    assert match.turn == 2 and match.hand.paid == [0, 4, 4, 3] and match.judge(2, act(CALL)) == "not_allowed"
    match = play(first + ", 2 bet 2, 1 raise 1", **DRAW)
    assert match.hand.paid == [0, 7, 6, 3] and match.judge(2, act(RAISE, 1)) == "not_allowed", "three a hand"
    match = play(
        first + ", 2 bet 2, 1 raise 1, 2 call, 1 reveal 6-2 5-1 4-2 3-2 2-1, 2 reveal 2-2 5-5 4-3 5-3 6-5", **DRAW
    )
    assert match.results == [((-7, 10, -3), 2, "showdown")]
    match = play(first + ", 2 bet 2, 1 fold", **DRAW)
    assert match.results == [((-4, 7, -3), 2, "folded")]


def test_the_exchange_is_for_two_or_three():
    for seats, options, code in (
        (4, {"draw": "three"}, "nothing_to_draw"),
        (2, {"draw": "two"}, "bad_value"),
        (2, {"ante": -1}, "bad_number"),
        (2, {"max_bet": 0}, "bad_number"),
        (2, {"max_raises": 0}, "bad_number"),
        (2, {"hands": 0}, "bad_number"),
        (2, {"target": 5}, "bad_option"),
        (1, {}, "bad_seats"),
    ):
        try:
            games.load("poker", 6, seats, options)
            assert False, code
        except DominoError as refused:
            assert refused.code == code
    try:
        games.load("poker", 9, 2, {})
        assert False
    except DominoError as refused:
        assert refused.code == "bad_set"


# --- whole matches --------------------------------------------------------------------------------------------------


def test_chips_are_only_moved_never_made():
    for seed in range(cases(40, 1500)):
        options = ({}, {"draw": "three"}, {"ante": 0, "max_bet": 2}, {"ante": 5000, "max_bet": 1000})[seed % 4]
        seats = 2 + seed % (2 if "draw" in options else 3)
        writer = random_match(seed, "poker", 6, seats, options, paid_evenly)
        match = writer.match
        assert match.over and match.hands == 10 and sum(match.totals) == 0
        for result in match.results:
            assert sum(result.scores) == 0
        hidden = hidden_version(writer)
        found = audit(read(hidden.text()))
        assert found.ok and found.match.results == match.results
        assert write(hidden.record) == hidden.text() and len(events_of(hidden.record)) >= len(events_of(writer.record))


def paid_evenly(match):
    """Whoever is still in and not waited for has paid as much as the others."""
    hand = match.hand
    settled = [hand.paid[s] for s in range(1, match.rules.seats + 1) if hand.live[s] and s not in hand.waiting]
    assert not settled or (min(settled) == max(settled) == hand.level)
    assert not hand.turn or hand.live[hand.turn]


def test_large_stakes_survive_a_checkpoint():
    lines = (
        "* hand\n2 ante 9999\n1 ante 9999\n1 deal ? ? ? ? ?\n2 deal ? ? ? ? ?\n2 bet 9999\n1 raise 9999\n2 raise 9999"
    )
    tags = {"options": "ante=9999 max_bet=9999"}
    found = report(lines + "\n1 raise 9999\n2 fold\n* score 1:39996 2:-39996\n* hand", **tags, **PK)
    assert found.ok and found.match.totals == [39996, -39996]
    assert found.match.judge(1, act(FOLD)) == "not_in_play"
    assert Match(found.match.rules, found.match.start).totals == [39996, -39996]


def test_random_matches_at_every_table():
    at_every_table(
        "poker",
        {"draw": "three", "straights": "length", "max_raises": 1, "first": 2},
        {"stakes": "none", "straights": "hoyle", "hands": 3},
        {"ante": 0, "max_bet": 1, "max_raises": 9, "hands": 20},
        {"ante": 9999, "max_bet": 3000, "draw": "three", "hands": 4},
    )
