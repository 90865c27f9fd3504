"""Big Clock: every vector of its page by id, its options, what happens by itself, and its ends."""

from dealing import cases, error, legal, position, random_match
from dominocore import games
from dominocore.events import CLOCK, SLOT
from dominocore.tiles import HI, LO, name, tile
from matches import at_every_table
from solo import GAVE_UP, LOST, WON, begun, ended, hint, judged, push, refusal, tiles


def at(piles, turned="", stock=20, top=12, options=None):
    """A position: `piles` gives slots as {slot: "bottom … top"}; slots not named hold their own double."""
    match = begun("big_clock", top, options)
    hand = match.hand
    for slot in range(1, top + 1):
        hand.piles[slot] = tiles(piles.get(slot, "%d-%d" % (slot, slot)))
        hand.hold.show(hand.piles[slot])
    if turned:
        hand.turned = tiles(turned)[0]
        hand.hold.show((hand.turned,))
    hand.hold.stock = stock
    hand.owed = None
    match.rules.go_on(hand)
    if hand.reason:
        match._settle()
    return match


def pile(match, slot):
    return " ".join([name(t) for t in match.hand.piles[slot]])


def fill(match, text):
    """The table fills the slot that is due."""
    due = match.rules.due(match.hand)
    data = tiles(text)
    assert match.judge(0, due[0], data) is None
    match.push(0, due[0], data)
    return (due[0] >> 8 & 255) - SLOT


def test_CK_01_a_tile_goes_on_any_top_that_matches():
    match = at({1: "10-3", 2: "6-1", 10: "6-4", 5: "9-8", 6: "2-1"}, "10-6")
    assert legal(match) == ["put 10-6 @1", "put 10-6 @2", "put 10-6 @10"]
    assert pile(push(match, "put 10-6 @10"), 10) == "6-4 10-6"


def test_CK_02_what_matches_nothing_is_wasted():
    match = at({1: "10-3", 2: "6-1", 5: "9-6"}, "8-5")
    assert legal(match) == ["waste 8-5"] and judged(match, "put 8-5 @1") == "does_not_fit"
    push(match, "waste 8-5")
    assert match.hand.turned == -1 and judged(match, "turn 8-5") == "tile_elsewhere"


def test_CK_04_a_double_may_lie_on_a_wrong_slot():
    match = at({4: "7-2", 7: "9-5"}, "7-7")
    assert legal(match) == ["put 7-7 @4"]
    push(match, "put 7-7 @4")
    assert pile(match, 4) == "7-2 7-7" and match.rules.trouble(match.hand)


def test_CK_05_it_goes_home_by_itself():
    match = push(at({4: "7-2 7-7", 7: "9-5"}, "7-5"), "put 7-5 @7")
    assert pile(match, 4) == "7-2" and pile(match, 7) == "9-5 7-5 7-7"
    assert not match.rules.trouble(match.hand) and legal(match) == ["turn"]


def test_CK_06_a_turned_double_without_a_place_asks_for_moves():
    match = at({1: "9-3 6-1", 2: "6-2", 9: "5-4", 4: "4-1"}, "9-9")
    assert legal(match) == ["move 1>2", "move 1>4", "move 2>1", "move 4>1", "move 4>9", "move 9>4"]
    push(match, "move 1>2")
    assert legal(match) == ["put 9-9 @1"], "a place must be used at once, also a wrong one"
    assert ended(at({1: "6-3", 9: "5-4"}, "9-9")) == LOST


def test_CK_08_an_emptied_slot_gets_the_next_tile():
    match = push(at({5: "8-5", 2: "8-2", 4: "9-4 9-9", 9: "7-1"}), "move 5>2")
    assert judged(match, "turn 6-5") == "table_first"
    assert fill(match, "12-11") == 5 and pile(match, 5) == "12-11" and not match.rules.due(match.hand)


def test_CK_09_a_double_goes_into_its_empty_home():
    match = push(at({5: "8-1", 8: "8-2", 9: "6-3 5-5"}), "move 5>8")
    assert pile(match, 5) == "5-5" and pile(match, 9) == "6-3" and not match.rules.due(match.hand)


def test_CK_10_an_empty_slot_takes_no_other_double():
    match = at({5: "", 2: "9-6 6-6", 6: "11-9", 9: "12-9"}, stock=0)
    assert legal(match) == ["move 6>9", "move 9>6"]
    assert judged(match, "move 2>5") == "not_allowed"


def test_CK_12_and_CK_13_setup():
    for top, stock in ((12, 78), (9, 45), (6, 21)):
        match = begun("big_clock", top)
        assert match.rules.due(match.hand)[1] == top and match.hand.hold.stock - top == stock
        assert match.judge(0, CLOCK << 24, bytes(range(top))) == "retired", "0-0 lies in the middle"
    assert games.load("big_clock").top == 12


def test_CK_14_the_last_double_wins_with_an_empty_stock():
    match = at({3: "6-3"}, "3-3", 0)
    assert legal(match) == ["put 3-3 @3"] and ended(push(match, "put 3-3 @3")) == WON


def test_CK_15_two_doubles_on_each_others_homes_are_lost():
    match = at({3: "6-3 8-8", 8: "9-8 3-3"}, stock=0)
    assert ended(match) == LOST and match.rules.left(match.hand) == 2


def test_the_initial_deal_settles_and_fills():
    lines = "* hand\n* clock 2-2 2-1 3-3 4-0 5-0 6-0\n"
    match = position(lines, seats=1, game="big_clock")
    assert pile(match, 2) == "2-1 2-2" and pile(match, 3) == "3-3" and match.rules.left(match.hand) == 4
    assert error(lines + "1 turn 6-6", seats=1, game="big_clock") == (3, "table_first")
    assert error(lines + "* clock 6-2 @2", seats=1, game="big_clock") == (3, "not_due")
    assert error(lines + "* clock 6-2 6-1", seats=1, game="big_clock") == (3, "not_due")
    match = position(lines + "* clock 1-1 @1\n", seats=1, game="big_clock")
    assert match.rules.left(match.hand) == 3 and legal(match) == ["turn"]


def test_a_fill_may_settle_and_empty_another_slot():
    match = at({1: "", 4: "1-1", 2: "7-2", 7: "9-8"}, stock=5)
    assert pile(match, 1) == "1-1" and fill(match, "12-10") == 4
    match = at({1: "", 4: "2-2", 2: "9-7", 7: "9-8"}, stock=5)
    assert fill(match, "2-1") == 1 and not match.rules.due(match.hand), "slot 2 shows no 2: 2-2 stays in trouble"
    match = at({1: "", 3: ""}, stock=5)
    assert fill(match, "12-1") == 1 and fill(match, "12-3") == 3, "lowest first"


def test_the_turned_double_goes_into_its_empty_home_before_any_fill():
    match = at({5: "8-4", 8: "12-8", 4: "11-4", 2: "9-1"}, "5-5", 9)
    push(match, "move 5>8")
    assert legal(match) == ["put 5-5 @5"] and not match.rules.due(match.hand)
    assert pile(push(match, "put 5-5 @5"), 5) == "5-5"


def test_no_move_between_turn_and_put():
    match = at({1: "6-1", 4: "9-4 9-9", 7: "7-1", 9: "12-11"})
    assert "move 1>7" in legal(match) and "turn" in legal(match)
    push(match, "turn 6-2")
    assert legal(match) == ["put 6-2 @1"] and judged(match, "move 1>7") == "not_allowed"
    assert judged(match, "waste 6-2") == "has_a_place" and judged(match, "turn 6-3") == "turned_first"
    assert judged(match, "put 6-3 @1") == "not_turned" and judged(match, "put 6-2 @7") == "does_not_fit"


def test_moves_only_in_trouble_or_always():
    piles = {1: "6-1", 7: "7-1"}
    assert legal(at(piles)) == ["turn"]
    assert legal(at(piles, options={"moves": "always"})) == ["turn", "move 1>7", "move 7>1"]
    match = at(piles, "3-2", options={"moves": "always"})
    assert legal(match) == ["waste 3-2"], "not while a tile is turned"


def test_the_player_settles_if_so_agreed():
    options = {"settle": "player"}
    match = push(at({4: "7-2 7-7", 7: "9-5"}, "7-5", options=options), "put 7-5 @7")
    assert legal(match) == ["move 4>7"] and hint(match) == "move 4>7" and judged(match, "turn 6-5") == "not_allowed"
    push(match, "move 4>7")
    assert pile(match, 7) == "9-5 7-5 7-7" and legal(match) == ["turn"]
    match = push(at({5: "8-1", 8: "8-2", 9: "6-3 5-5"}, options=options), "move 5>8")
    assert legal(match) == ["move 9>5"] and not match.rules.due(match.hand), "home first, then the fill"
    last = at({3: "6-3", 6: "6-2 3-3", 2: "11-2"}, options=options)
    assert "move 6>3" in legal(last)


def test_the_last_settle_wins_also_by_hand():
    match = at({3: "6-3", 6: "11-6 6-6", 11: ""}, "3-3", 0, options={"settle": "player"})
    assert legal(match) == ["put 3-3 @3"]
    match = at({1: "9-1 1-1", 9: "9-2"}, "9-9", 0, options={"settle": "player"})
    assert legal(match) == ["put 9-9 @9"] and ended(push(match, "put 9-9 @9")) == WON


def test_a_settle_is_not_played_when_it_happens_by_itself():
    lines = "* hand\n* clock 2-2 2-1 3-3 4-0 5-0 6-0\n1 move 1>2\n"
    assert error(lines, seats=1, game="big_clock") == (3, "table_first")
    by_hand = position(lines, seats=1, game="big_clock", options="settle=player")
    assert pile(by_hand, 2) == "2-1 2-2" and fill(by_hand, "6-5") == 1


def test_a_locked_slot_takes_and_gives_nothing():
    match = at({1: "9-6", 9: "7-6 8-8", 8: "5-4"})
    assert legal(match) == ["turn"]
    assert judged(match, "move 6>1") == "not_allowed" and judged(match, "move 1>6") == "not_allowed"
    assert judged(match, "move 1>1") == "no_such_slot" and judged(match, "move 0>1") == "no_such_slot"
    assert judged(match, "put 6-5 @1") == "not_turned"


def test_a_double_may_be_moved_to_a_matching_pile_that_is_not_its_home():
    match = at({2: "9-6 6-6", 6: "11-9", 9: "12-6"})
    assert "move 2>9" in legal(match)
    push(match, "move 2>9")
    assert pile(match, 9) == "12-6 6-6" and match.rules.trouble(match.hand)


def test_moving_on_with_an_empty_stock_and_losing_without_moves():
    match = at({2: "9-6 6-6", 6: "11-9", 9: "12-6"}, stock=0)
    assert "turn" not in legal(match) and judged(match, "turn 5-4") == "boneyard_empty"
    assert ended(push(match, "quit")) == GAVE_UP
    match = at({2: "9-5 6-6", 6: "11-10"}, stock=0)
    assert ended(match) == LOST


def test_tiles_that_cannot_be_turned():
    match = at({2: "9-6"})
    for line, code in (("turn 9-6", "tile_elsewhere"), ("turn 0-0", "retired"), ("turn 13-1", "not_in_set")):
        assert judged(match, line) == code
    assert judged(match, "turn ?") == "unseen_tile"
    small = at({2: "5-2"}, top=6)
    assert judged(small, "turn 9-6") == "not_in_set" and judged(small, "move 7>2") == "no_such_slot"


def test_what_a_fault_lets_stand():
    lines = "* hand\n* clock 2-1 3-2 4-3 5-4 6-5 6-1\n1 turn 6-4\n1 put 6-4 @1\n"
    assert error(lines, seats=1, game="big_clock") == (4, "does_not_fit")
    match = position(lines + "* fault does_not_fit 1\n1 turn 5-5\n", seats=1, game="big_clock")
    assert pile(match, 1) == "2-1 6-4"


def test_undo_takes_a_turned_tile_back():
    lines = "* hand\n* clock 2-1 3-2 4-3 5-4 6-5 6-1\n1 turn 6-4\n"
    match = position(lines + "* undo\n1 turn 6-3\n", seats=1, game="big_clock")
    assert match.hand.turned == tile(6, 3) and match.hand.hold.stock == 20


def test_sets_seats_and_options():
    assert refusal("big_clock", 15) == "bad_set" and refusal("big_clock", 12, 2) == "exact_seats"
    assert refusal("big_clock", 12, 1, {"moves": "never"}) == "bad_value"


def test_random_games_keep_the_clock_in_order():
    """After every act: nothing lies on a double, no double that could go home lies elsewhere, no slot stays empty."""
    for i in range(cases(30, 1500)):
        options = {"moves": ("trouble", "always")[i // 3 % 2]}

        def check(match):
            rules, hand = match.rules, match.hand
            due = rules.due(hand)
            for slot in rules.slots:
                held = hand.piles[slot]
                assert not [t for t in held[:-1] if HI[t] == LO[t]]
                top = held[-1] if held else -1
                if not held and hand.hold.stock and match.turn:
                    assert due or legal(match) == ["put %d-%d @%d" % (slot, slot, slot)] or hand.turned >= 0
                if top >= 0 and HI[top] == LO[top] and HI[top] != slot and not due and match.turn:
                    home = hand.piles[HI[top]]
                    assert home and (HI[home[-1]] == LO[home[-1]] or HI[top] not in (HI[home[-1]], LO[home[-1]]))

        match = random_match(i, "big_clock", (6, 9, 12)[i % 3], 1, options, check).match
        assert (match.results[0].reason == "won") == (match.rules.left(match.hand) == 0)


def test_random_matches_at_every_table():
    at_every_table(
        "big_clock",
        {"settle": "player"},
        {"moves": "always"},
        {"settle": "player", "moves": "always"},
    )
