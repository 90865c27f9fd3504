"""That's It!: every vector of its page by id, the melds, the turn, calls true and false, void hands."""

from chance import Chance
from dealing import cases, error, hidden_version, legal, position, random_match, report, shuffled
from dominocore import games
from dominocore.audit import audit
from dominocore.events import DISCARD, DOWN, DRAW, DRAW_ACT, TAKE, TRASH, act
from dominocore.faults import DominoError, Infraction
from dominocore.match import Match
from dominocore.melds import DOUBLES, best_split, links, meld_points, of_kind, outs
from dominocore.record import read, write
from dominocore.rules import OVER, PLAYING, SHOWING
from dominocore.tiles import HI, LO, NUMBERS, PIPS, parse
from matches import at_every_table

TI = {"game": "thats_it", "top": 15}
TAKE_ACT = act(TAKE)
TRASH_ACT = act(TRASH)


def hand(text):
    return [parse(word) for word in text.split()]


def meld(text):
    """What one meld is worth."""
    tiles = hand(text)
    for kind in range(DOUBLES + 1):
        suit = of_kind(tiles, kind)
        if len(suit) == len(tiles):
            return meld_points(len(suit), links(suit, kind))
    return 0


def test_TI_01_a_meld_is_worth_one():
    assert meld("2-9 2-11 2-14") == 1


def test_TI_02_one_for_two_in_sequence():
    assert meld("2-9 2-13 2-14") == 2


def test_TI_04_a_run_of_three_is_two_a_tile_more():
    assert meld("2-12 2-13 2-14") == 7 == meld("2-14 2-12 2-13")


def test_TI_05_doubles_in_a_row():
    assert meld("4-4 5-5 6-6") == 7


def test_TI_06_a_run_of_four():
    assert meld("10-0 10-1 10-2 10-3") == 9


def test_the_double_of_a_suit_has_its_number_as_key():
    assert meld("3-2 3-3 3-4") == 7 and meld("3-3 3-4 3-6") == 2 and meld("3-3 4-4 3-5") == 0


def test_TI_08_a_tile_moves_to_the_other_meld():
    points, melds = best_split(hand("10-0 10-1 10-2 10-7 7-3 7-5 7-12"))
    assert points == 8
    assert sorted([sorted(m) for m in melds]) == [
        sorted(hand("7-3 7-5 10-7 7-12")),
        sorted(hand("10-0 10-1 10-2")),
    ]


def test_TI_09_both_melds_of_one_number_double():
    assert best_split(hand("3-0 3-1 3-2 3-5 3-6 3-8 3-9"))[0] == 20


TEN = """
    * hand
    1 deal 6-3 12-3 14-3 4-4 6-6 13-13 2-1
    2 deal ? ? ? ? ? ? ?
    1 draw 15-0"""


def test_TI_10_no_loose_tile():
    match = position(TEN, **TI)
    assert match.judge(1, act(DOWN, parse("15-0"))) == "false_call"
    assert [word for word in legal(match) if word[:4] == "down"] == [] and len(legal(match)) == 8
    assert error(TEN + "\n1 down 15-0", **TI) == (5, "false_call")


def test_loose_tile_lets_three_and_three_and_one_win():
    match = position(TEN + "\n1 down 15-0", options="loose_tile=on", **TI)
    assert match.results == [((2, 0), 1, "melded")]
    match = position(TEN, options="loose_tile=on", **TI)
    assert [word for word in legal(match) if word[:4] == "down"] == ["down 2-1", "down 15-0"]
    assert best_split(hand("3-0 3-1 3-2 3-5 3-7 3-9 9-8"), True)[0] == (7 + 1) * 2, "the loose tile is no meld"


def test_TI_12_suit_and_doubles():
    assert best_split(hand("3-3 3-4 3-5 6-6 8-8 9-9 10-10"))[0] == 10


def test_TI_13_the_best_hand_of_seven():
    assert best_split(hand("3-0 3-1 3-2 3-3 3-4 3-5 3-6"))[0] == 32


def test_TI_14_ten_tiles_are_four_three_and_three():
    ten = hand("1-2 1-3 1-4 1-5 8-0 8-7 8-9 2-2 6-6 11-11")
    assert best_split(ten)[0] == 11
    assert best_split(ten[:8] + hand("2-6 11-11")) == (0, [])


def test_what_counts_as_the_same_suit():
    two_of_three = hand("8-0 8-2 8-4 8-6 8-9 8-11 8-13 2-2 6-6 11-11")
    assert [best_split(two_of_three, False, s)[0] for s in ("all", "any_two", "doubles_too")] == [3, 6, 3]
    doubles = hand("0-0 2-2 4-4 6-6 8-8 10-10 12-12")
    assert [best_split(doubles, False, s)[0] for s in ("all", "any_two", "doubles_too")] == [2, 2, 4]


def slow_best(tiles, loose, same_suit):
    """All ways to split, tried one by one."""
    best = 0
    full = (1 << len(tiles)) - 1
    worth = {}
    for mask in range(full + 1):
        chosen = [t for i, t in enumerate(tiles) if mask >> i & 1]
        if 3 <= len(chosen) <= 4:
            for kind in range(DOUBLES + 1):
                keys = sorted([HI[t] if kind == DOUBLES else PIPS[t] - kind for t in chosen if in_kind(t, kind)])
                if len(keys) == len(chosen):
                    linked = sum([1 for a, b in zip(keys, keys[1:]) if b - a == 1])
                    worth[mask] = (1 + (2 * len(keys) if linked == len(keys) - 1 else linked), kind)
    melds = sorted(worth)
    todo = [(0, 0, ())]
    while todo:
        start, used, chosen = todo.pop()
        left = bin(full ^ used).count("1")
        if chosen and (left == 0 or (loose and left == 1)):
            best = max(best, slow_points([worth[m] for m in chosen], same_suit))
        for i in range(start, len(melds)):
            if not melds[i] & used:
                todo.append((i + 1, used | melds[i], chosen + (melds[i],)))
    return best


def in_kind(tile, kind):
    return HI[tile] == LO[tile] if kind == DOUBLES else NUMBERS[tile] >> kind & 1


def slow_points(melds, same_suit):
    total = sum([points for points, _ in melds])
    numbers = [kind for _, kind in melds if kind != DOUBLES or same_suit == "doubles_too"]
    most = max([numbers.count(n) for n in numbers] + [0])
    return 2 * total if most == len(melds) or (same_suit == "any_two" and most == 2) else total


def test_the_best_split_is_that_of_trying_all():
    chance = Chance(18)
    found = 0
    for i in range(cases(24, 600)):
        small = 4 + chance.below(3)  # few numbers make many melds
        rack = [t for t in shuffled(chance, 136) if HI[t] <= small][: (7, 10)[i % 2]]
        for loose in (False, True):
            for same_suit in ("all", "any_two", "doubles_too"):
                points, melds = best_split(rack, loose, same_suit)
                assert points == slow_best(rack, loose, same_suit), (rack, loose, same_suit)
                used = []
                for tiles in melds:
                    used.extend(tiles)
                assert points == 0 or len(used) >= len(rack) - loose
                assert len(used) == len(set(used))
                found += points > 0
    assert found > 20


def test_outs_are_the_tiles_one_can_do_without():
    chance = Chance(7)
    for i in range(cases(60, 1000)):
        rack = [t for t in shuffled(chance, 136) if HI[t] <= 5][: (8, 11)[i % 2]]
        for loose in (False, True):
            good = [t for t in rack if best_split([r for r in rack if r != t], loose)[0]]
            assert outs(rack, loose) == good


# --- the turn -----------------------------------------------------------------------------------------------------

THREE = """
    * hand
    1 deal ? ? ? ? ? ? ?
    2 deal ? ? ? ? ? ? ?
    3 deal ? ? ? ? ? ? ?
    1 draw ?
    1 discard 7-7"""


def test_TI_16_only_the_next_player_may_take():
    match = position(THREE, seats=3, **TI)
    assert match.judge(3, TAKE_ACT) == "out_of_turn" and match.judge(2, TAKE_ACT) is None
    match = position(THREE + "\n2 draw 9-9", seats=3, **TI)
    assert match.judge(2, TAKE_ACT) == "no_discard", "declined is gone for good"
    match = position(THREE + "\n2 draw 9-9\n2 discard 9-9", seats=3, **TI)
    assert match.hand.offer == parse("9-9") and match.judge(3, TAKE_ACT) is None
    assert match.judge(3, act(DISCARD, parse("7-7"))) == "tile_elsewhere"


def test_a_turn_is_one_tile_in_and_one_out():
    match = position(TEN[: TEN.find("1 draw")], **TI)
    assert legal(match) == ["draw ?"] and match.judge(1, TAKE_ACT) == "no_discard"
    assert match.judge(1, act(DISCARD, parse("2-1"))) == "not_allowed"
    assert match.judge(1, TRASH_ACT) == "not_allowed"
    match = position(TEN, **TI)
    assert match.judge(1, DRAW_ACT) == "not_allowed" and match.judge(1, TRASH_ACT) == "not_allowed"
    match = position(TEN + "\n1 discard 2-1", **TI)
    assert match.turn == 2 and match.judge(2, TRASH_ACT) == "not_allowed", "trash is only for an empty boneyard"


def test_the_tile_just_taken_may_be_discarded_again():
    match = position(TEN + "\n1 discard 15-0\n2 take\n2 discard 15-0", **TI)
    assert match.turn == 1 and legal(match) == ["take", "draw ?"]
    assert match.hand.hold.count(2) == 7 and match.hand.hold.hidden[2] == 7


# --- the call -----------------------------------------------------------------------------------------------------

WON = """
    * hand
    1 deal 3-0 3-1 3-2 3-3 4-3 5-3 9-0
    2 deal ? ? ? ? ? ? ?
    1 draw 6-3
    1 down 9-0"""


def test_a_call_with_a_seen_rack_ends_the_hand_at_once():
    match = position(WON, **TI)
    assert match.results == [((32, 0), 1, "melded")] and match.over and match.winner == 1
    assert error(WON + "\n* hand", **TI) == (6, "match_over")
    assert position(WON + "\n* score 1:32 2:0\n2 reveal 9-9 8-8 7-7 6-6 5-5 4-4 1-1", **TI).over
    match = position(WON.replace("down", "discard"), **TI)
    assert match.turn == 2


def test_the_match_goes_to_its_target():
    match = position(WON, options="target=33", **TI)
    assert not match.over and match.totals == [32, 0]
    lines = """
        * hand
        1 deal ? ? ? ? ? ? ?
        2 deal 3-0 3-1 3-2 3-3 4-3 5-3 9-0
        2 draw 6-3
        2 down 9-0"""
    match = position(WON + lines, options="target=33", **TI)
    assert match.totals == [32, 32] and not match.over, "nobody has 33 yet"
    match = position(WON + lines + WON, options="target=33", **TI)
    assert match.over and match.winner == 1 and match.totals == [64, 32]


def test_TI_17_the_loser_or_the_one_left_of_the_winner_is_first():
    match = position(WON + "\n* hand", options="target=99", **TI)
    assert match.hand.leader == 2
    lines = """
        * hand
        1 deal ? ? ? ? ? ? ?
        2 deal 3-0 3-1 3-2 3-3 4-3 5-3 9-0
        3 deal ? ? ? ? ? ? ?
        2 draw 6-3
        2 down 9-0
        * hand"""
    match = position(lines, seats=3, options="target=99 first=2", **TI)
    assert match.hand.leader == 3 and match.results[0].winner == 2


HIDDEN = """
    * hand
    1 deal ? ? ? ? ? ? ?
    2 deal ? ? ? ? ? ? ?
    1 draw ?
    1 down 9-0"""


def test_a_hidden_call_is_shown():
    match = position(HIDDEN, **TI)
    assert match.hand.phase == SHOWING and match.turn == 0 and not match.results
    assert error(HIDDEN + "\n* hand", **TI) == (6, "reveal_missing")
    assert error(HIDDEN + "\n2 draw ?", **TI) == (6, "not_in_play"), "first the tiles"
    assert error(HIDDEN + "\n1 reveal 3-0 3-1 3-2 3-3 4-3 5-3", **TI) == (6, "reveal_count")
    match = position(HIDDEN + "\n1 reveal 3-0 3-1 3-2 3-3 4-3 5-3 6-3\n* score 1:32 2:0", **TI)
    assert match.results == [((32, 0), 1, "melded")] and match.over


def test_a_rack_that_becomes_known_by_the_call_needs_no_reveal():
    partly = WON.replace("3-3 4-3 5-3 9-0", "3-3 4-3 5-3 ?")
    assert position(partly, **TI).results == [((32, 0), 1, "melded")]
    match = position(partly.replace("draw 6-3", "draw 6-4"), **TI)
    assert match.hand.phase == PLAYING and match.turn == 2


FALSE = HIDDEN + "\n1 reveal 3-0 3-1 3-2 3-3 4-3 5-3 6-4"


def test_a_false_call_is_a_discard_and_an_infraction():
    found = report(FALSE, **TI)
    assert found.ok and found.infractions == [(1, 9, Infraction("false_call", 1, -1, 4))]
    match = found.match
    assert match.hand.phase == PLAYING and match.turn == 2 and not match.results
    assert match.hand.offer == parse("9-0") and match.judge(2, TAKE_ACT) is None
    assert match.hand.hold.hidden[1] == 0 and match.hand.hold.count(1) == 7, "shown is shown"
    found = report(FALSE + "\n2 take\n2 discard 9-0\n1 draw 6-3\n1 down 6-4\n* score 1:32 2:0", **TI)
    assert found.ok and found.match.over and len(found.infractions) == 1, "refused: no points"


def test_a_false_call_can_cost_five():
    won = FALSE + "\n2 take\n2 discard 9-0\n1 draw 6-3\n1 down 6-4"
    match = position(won + "\n* score 1:27 2:0", options="false_call=penalty", **TI)
    assert match.results == [((27, 0), 1, "melded")] and match.over
    seen = WON.replace("draw 6-3", "draw 6-4")
    found = report(seen, options="false_call=penalty", **TI)
    assert found.ok and found.match.turn == 2 and found.match.hand.points == [-5, 0]
    assert found.infractions == [(1, 10, Infraction("false_call", 1, -1, 4))]
    match = position(seen.replace("\n    1 down 9-0", ""), options="false_call=penalty", **TI)
    assert [word for word in legal(match) if word[:4] == "down"] == [], "not refused, but never advised"


def test_a_fault_line_lets_a_false_call_of_a_seen_rack_stand():
    seen = WON.replace("draw 6-3", "draw 6-4")
    assert error(seen, **TI) == (5, "false_call")
    found = report(seen + "\n* fault false_call 1\n2 take", **TI)
    assert found.ok and found.match.turn == 2 and found.match.hand.full
    assert found.infractions == [(1, 9, Infraction("false_call", 1, -1, 4))], "listed once"


def test_others_see_the_rack_of_a_false_call_and_nothing_else():
    seen = WON.replace("draw 6-3", "draw 6-4") + "\n2 draw 8-8\n2 discard 8-8\n1 draw 6-3"
    match = position(seen, options="false_call=penalty", **TI)
    view = match.view(2)
    assert view.turn == 1 and view.hand.points == [-5, 0] and view.hand.phase == PLAYING
    assert view.hand.hold.hidden[1] == 1 and view.hand.hold.count(1) == 8, "only what was drawn since is hidden"
    over = position(WON, **TI).view(2)
    assert over.hand.phase == OVER and over.results == [((32, 0), 1, "melded")]
    assert over.hand.hold.hidden[2] == 7, "a rack that does not count stays closed"


def test_undo_takes_a_false_call_back_with_what_was_shown():
    match = position(FALSE + "\n* undo", **TI)
    assert match.turn == 1 and match.hand.hold.hidden[1] == 8 and match.infractions() == []
    match = position(FALSE + "\n2 take\n* undo\n* undo\n1 discard 5-5", **TI)
    assert match.turn == 2 and match.hand.offer == parse("5-5")


def test_a_call_before_drawing_is_refused_and_never_wins():
    early = WON.replace("5-3 9-0", "5-3 6-3").replace("\n    1 draw 6-3", "").replace("down 9-0", "down 3-0")
    assert error(early, **TI) == (4, "not_allowed")
    match = position(early + "\n* fault not_allowed 1", **TI)
    assert match.turn == 2 and match.hand.hold.count(1) == 6


# --- void hands -----------------------------------------------------------------------------------------------------


def drained(seats=12):
    """Twelve seats with ten tiles leave sixteen: all are drawn, each time with another discard; seat 5 is next."""
    rows = ["* hand"] + ["%d deal %s" % (s, " ".join("?" * 10)) for s in range(1, seats + 1)]
    for i in range(136 - 10 * seats):
        seat = i % seats + 1
        rows.extend(["%d draw ?" % seat, "%d discard %d-%d" % (seat, 15, i)])
    return "\n".join(rows)


VOID = {"seats": 12, "options": "tiles=10", "game": "thats_it", "top": 15}


def test_TI_18_an_empty_boneyard_and_a_refusal_void_the_hand():
    match = position(drained(), **VOID)
    assert match.turn == 5 and match.hand.hold.stock == 0
    assert match.judge(5, act(DRAW, parse("0-0"))) is not None
    assert match.judge(5, TAKE_ACT) is None and match.judge(5, TRASH_ACT) is None
    match = position(drained() + "\n5 trash", **VOID)
    assert match.results == [((0,) * 12, 0, "void")] and match.winner == 0 and not match.over
    assert position(drained() + "\n5 trash\n* hand", **VOID).hand.leader == 1, "the same player again"


def round_of_takes(count):
    return "".join(["\n%d take\n%d discard 15-15" % ((4 + i) % 12 + 1, (4 + i) % 12 + 1) for i in range(count)])


def test_one_full_round_of_takes_voids_the_hand():
    match = position(drained() + round_of_takes(11), **VOID)
    assert match.turn == 4 and not match.results
    match = position(drained() + round_of_takes(12), **VOID)
    assert match.results == [((0,) * 12, 0, "void")]


def test_the_last_taker_of_the_round_can_still_win_or_call_falsely():
    last = drained() + round_of_takes(11) + "\n4 take\n4 down 15-15"
    good = "\n4 reveal 3-0 3-1 3-2 3-3 4-3 5-3 6-3 0-0 1-1 2-2"
    match = position(last + good, **VOID)
    assert match.results[0].reason == "melded" and match.results[0].scores[3] == 9 + 7 + 7
    bad = "\n4 reveal 3-0 3-1 3-2 3-3 4-3 5-3 6-3 0-0 1-1 7-2"
    found = report(last + bad, **VOID)
    assert found.ok and found.match.results == [((0,) * 12, 0, "void")] and len(found.infractions) == 1
    found = report(last + bad + "\n* hand", seats=12, options="tiles=10 false_call=penalty", **TI)
    assert found.match.results[0].scores[3] == -5 and found.match.results[0].winner == 0
    assert found.match.hand.leader == 1


# --- whole matches --------------------------------------------------------------------------------------------------


def keen(chance, match):
    """Calls when able, takes what makes a meld, and throws the tile that has fewest friends."""
    acts = match.legal()
    rack = match.hand.hold.racks[match.turn]
    if not match.hand.full:
        friends = [t for t in rack if match.hand.offer >= 0 and NUMBERS[t] & NUMBERS[match.hand.offer]]
        return acts[0] if len(friends) >= 2 else acts[-1]
    if acts[-1] >> 24 == DOWN:
        return acts[-1]
    lonely = [len([r for r in rack if NUMBERS[r] & NUMBERS[t]]) for t in rack]
    return act(DISCARD, rack[lonely.index(min(lonely))])


def test_keen_matches_end_with_melds_and_are_the_same_hidden():
    reasons = []
    for seed in range(cases(8, 200)):
        options = ({}, {"tiles": "10"}, {"loose_tile": "on"}, {"tiles": "10", "same_suit": "any_two"})[seed % 4]
        writer = random_match(seed, "thats_it", 15, 2 + seed % 4, options, hands=3, choose=keen)
        for result in writer.match.results:
            assert sum([1 for s in result.scores if s]) == (result.reason == "melded")
            assert result.scores[result.winner - 1] > 0 if result.winner else result.reason == "void"
            reasons.append(result.reason)
        text = hidden_version(writer).text()
        found = audit(read(text))
        assert found.ok and found.match.results == writer.match.results and not found.infractions
        assert write(read(text)) == text
    assert "melded" in reasons


def test_wrong_tables_are_refused():
    for top, seats, options, code in (
        (12, 4, {}, "bad_set"),
        (15, 1, {}, "bad_seats"),
        (15, 13, {}, "bad_seats"),
        (15, 4, {"tiles": "8"}, "bad_value"),
        (15, 4, {"target": 0}, "bad_number"),
        (15, 4, {"first": 5}, "bad_number"),
        (15, 4, {"deal": 7}, "bad_option"),
    ):
        try:
            games.load("thats_it", top, seats, options)
            assert False, code
        except DominoError as refused:
            assert refused.code == code
    assert games.load("thats_it", 15, 12, {"tiles": 10}).deal == 10
    match = Match(games.load("thats_it", 15, 2, {}))
    assert match.rules.changed() == "" and match.rules.deal == 7


def test_random_matches_at_every_table():
    at_every_table(
        "thats_it",
        {"tiles": "10", "same_suit": "any_two", "loose_tile": "on"},
        {"loose_tile": "on", "target": 1, "first": 2},
        {"tiles": "10", "same_suit": "doubles_too", "false_call": "penalty"},
        {"loose_tile": "on", "same_suit": "doubles_too", "target": 8},
    )
