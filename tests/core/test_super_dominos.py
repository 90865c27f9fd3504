"""Super Dominos: every vector of its page by id, the powers of the numbers, draws, spells, options, scores."""

from dealing import error as error_of, legal as legal_lines, position as position_of
from dominocore import games
from dominocore.events import DRAW_ACT, END_ACT, LEG, PASS_ACT, REVEAL, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.rules import Hand
from dominocore.tiles import name, parse, tile
from matches import at_every_table

# Tiles to fill racks with: they fit none of the numbers that the tests leave open.
DULL = [name(tile(a, b)) for a in (1, 2, 9, 10, 11, 12) for b in (0, 1, 2, 9, 10, 11) if a > b]


def deal(*racks):
    """The lines of a deal: each rack filled up to nine with dull tiles; an empty one is wholly hidden."""
    dull = list(DULL)
    lines = ["* hand"]
    for seat, rack in enumerate(racks, 1):
        tiles = rack.split()
        while len(tiles) < 9:
            tiles.append(dull.pop() if rack else "?")
        lines.append("%d deal %s" % (seat, " ".join(tiles)))
    return "\n".join(lines) + "\n"


def position(lines, seats=4, options=""):
    return position_of(lines, game="super_dominos", top=15, seats=seats, options=options)


def error(lines, seats=4, options=""):
    return error_of(lines, game="super_dominos", top=15, seats=seats, options=options)


def legal(match):
    """As `verify` lists them: a draw names no tile."""
    return sorted([line.replace(" ?", "") for line in legal_lines(match)])


def play(text, leg=0):
    return act(0, parse(text), LEG + leg if leg else 0)


def left(match, *counts):
    """Leave the seats, all hidden, with so many tiles."""
    for seat, count in enumerate(counts, 1):
        match.hand.hold.hidden[seat] = count


def push(match, lines):
    """Judge and push lines of `(seat, act)`; all must be legal."""
    for seat, a in lines:
        assert match.judge(seat, a) is None, (match.judge(seat, a), seat, a)
        match.push(seat, a)


HIDDEN = deal("", "", "", "")
TWO = deal("", "")


# --- opening -------------------------------------------------------------------------------------------------------


def test_any_double_opens_and_without_one_the_right_passes_on():
    match = position(deal("8-1", "8-8 4-4"), seats=2)
    assert legal(match) == ["pass"]
    match.push(1, PASS_ACT)
    assert legal(match) == ["play 4-4", "play 8-8"] and match.judge(2, PASS_ACT) == "false_pass"
    assert error(deal("8-1", "8-8 4-4") + "1 pass\n2 play 8-8 @A1", seats=2) == (5, "no_such_end")


def test_nobody_has_a_double_so_each_draws_one_in_turn():
    start = deal("8-1", "8-2") + "1 pass\n2 pass\n"
    match = position(start + "1 draw 5-4\n2 draw 7-7", seats=2)
    assert match.turn == 2 and legal(match) == ["play 7-7"]
    assert error(start + "1 draw 5-4\n1 pass", seats=2) == (7, "out_of_turn")
    assert position(start + "1 draw 5-4\n2 draw 6-4", seats=2).turn == 1


def test_SD_01_the_start_double_has_six_legs():
    match = position(deal("8-8", "8-7") + "1 play 8-8", seats=2)
    assert match.hand.layout.tips == [8] * 6
    assert legal(match) == ["play 8-7 @A%d" % leg for leg in range(1, 7)]
    assert error(deal("8-8", "8-7") + "1 play 8-8\n2 play 8-7", seats=2) == (5, "end_needed")


# --- doubles, direction, fourteen ----------------------------------------------------------------------------------


def test_SD_02_a_double_on_its_own_number_skips_the_next():
    match = position(HIDDEN + "4 play 8-8\n1 play 8-5 @A1\n2 play 5-5", options="first=4")
    assert match.turn == 4 and sorted(match.hand.layout.tips) == [5, 8, 8, 8, 8, 8]


def test_the_start_double_skips_nobody_unless_asked_to():
    assert position(HIDDEN + "1 play 8-8").turn == 2
    assert position(HIDDEN + "1 play 8-8", options="start_double_skips=on").turn == 3
    assert position(HIDDEN + "1 play 13-13", options="start_double_skips=on").turn == 2, "13-13 has a rule of its own"
    assert position(HIDDEN + "1 play 13-13", options="start_double_skips=on skip1313=on").turn == 3


FOURTEEN = HIDDEN + "1 play 8-8\n2 play 14-8 @A1\n"


def test_SD_04_a_fourteen_gives_one_more_play():
    match = position(FOURTEEN)
    assert match.turn == 2
    assert position(FOURTEEN + "2 play 14-2").turn == 3
    again = position(FOURTEEN + "2 play 14-14\n")
    assert again.turn == 2, "again effects"
    assert position(FOURTEEN + "2 play 14-14\n2 play 14-2").turn == 3, "the turn does not end with the double"
    assert position(FOURTEEN + "2 play 14-14\n2 end").turn == 4, "here it does"
    assert position(FOURTEEN + "2 play 8-4 @A2").turn == 3, "on any leg"


def test_SD_05_no_draw_for_the_extra_play():
    assert error(FOURTEEN + "2 draw ?") == (8, "not_allowed")
    assert position(FOURTEEN + "2 end").turn == 3
    assert position(FOURTEEN + "3 draw ?").turn == 3, "the next seat's line says that seat 2 has stopped"
    seen = deal("8-8", "14-8", "", "") + "1 play 8-8\n2 play 14-8 @A1\n"
    assert position(seen).turn == 3, "seen and unable: at once"
    assert position(seen + "2 end").turn == 3
    assert error(seen + "2 end\n2 end") == (9, "out_of_turn")


def test_fourteen_must():
    lines = deal("8-8", "14-8 14-2", "", "") + "1 play 8-8\n2 play 14-8 @A1\n"
    assert legal(position(lines)) == ["end", "play 14-2"]
    assert legal(position(lines, options="fourteen=must")) == ["play 14-2"]
    assert error(lines + "2 end", options="fourteen=must") == (8, "false_end")
    assert error(lines + "3 draw ?", options="fourteen=must") == (8, "out_of_turn")


def test_end_is_required_when_the_same_seat_is_next():
    lines = TWO + "1 play 8-8\n2 play 14-8 @A1\n2 play 14-14\n"  # stopping would skip seat 1
    assert error(lines + "2 draw ?", seats=2) == (7, "not_allowed")
    assert error(lines + "1 draw ?", seats=2) == (7, "out_of_turn")
    match = position(lines + "2 end\n2 draw ?", seats=2)
    assert match.turn == 2 and match.hand.drawn == 1
    assert position(lines + "2 play 14-5", seats=2).turn == 1
    assert position(lines + "2 end\n2 play 14-5", seats=2).turn == 1
    seen = deal("8-8", "14-8 14-14") + "1 play 8-8\n2 play 14-8 @A1\n2 play 14-14\n"
    for end in ("", "2 end"):
        match = position(seen + end, seats=2)
        assert match.turn == 2 and legal(match) == ["draw"], "unable to go on, his own turn comes at once"


def test_SD_10_a_three_turns_the_direction():
    match = position(HIDDEN + "1 play 8-8\n2 play 8-3 @A1")
    assert match.turn == 1
    assert position(HIDDEN + "1 play 8-8\n2 play 8-3 @A1\n1 play 8-5 @A2").turn == 4
    assert position(HIDDEN + "1 play 8-8\n2 play 8-3 @A1\n1 play 3-3 @A1").turn == 3, "turned back, then skipped"


def test_SD_12_no_reversal_with_two_players():
    match = position(TWO + "1 play 8-8\n2 play 8-1 @A1\n1 play 8-3 @A2", seats=2)
    assert match.turn == 2 and match.hand.step == 1


def test_SD_13_a_double_with_two_players_gives_the_turn_back():
    assert position(TWO + "1 play 8-8\n2 play 8-7 @A1\n1 play 7-7", seats=2).turn == 1


def test_SD_16_a_start_of_three_three_goes_to_the_right():
    assert position(HIDDEN + "1 play 3-3").turn == 4
    assert position(TWO + "1 play 3-3", seats=2).turn == 2


def test_a_start_of_fourteens_gives_one_more_play_on_it():
    lines = deal("14-14 14-2 8-5", "", "", "") + "1 play 14-14\n"
    assert legal(position(lines)) == ["end"] + ["play 14-2 @A%d" % leg for leg in range(1, 7)]
    assert position(lines + "1 play 14-2 @A1").turn == 2
    assert position(lines + "1 end").turn == 2


# --- spells --------------------------------------------------------------------------------------------------------

SPELL = deal("", "", "8-1 13-6 4-4 13-13", "") + "1 play 8-8\n2 play 13-8 @A2\n"


def test_SD_06_a_thirteen_puts_a_spell_on_its_leg():
    match = position(SPELL)
    assert legal(match) == ["play 13-13", "play 13-6", "play 4-4"], "on leg 2 only, so no end is written"
    assert match.judge(3, play("8-1", 1)) == "does_not_fit" and match.judge(3, play("4-4", 1)) == "does_not_fit"
    assert match.judge(3, DRAW_ACT) == "illegal_draw"
    assert position(SPELL + "3 play 13-6").hand.layout.tips == [8, 6, 8, 8, 8, 8]
    assert position(SPELL + "3 play 4-4").hand.layout.tips == [8, 4, 8, 8, 8, 8]


def test_SD_08_a_double_breaks_the_spell_and_skips():
    match = position(SPELL + "3 play 4-4")
    assert match.hand.spell == 0 and match.turn == 1
    assert match.judge(1, play("8-5", 1)) is None


def test_SD_09_thirteens_renew_the_spell_and_skip_nobody():
    match = position(SPELL + "3 play 13-13")
    assert match.hand.spell == LEG + 2 and match.turn == 4
    assert match.judge(4, play("8-5", 1)) == "does_not_fit" and match.judge(4, play("13-5", 2)) is None
    assert position(SPELL + "3 play 13-13", options="skip1313=on").turn == 1


def test_a_spell_passes_on_and_comes_back_to_its_caster():
    lines = TWO + "1 play 8-8\n2 play 13-8 @A2\n1 draw ?\n1 draw ?\n1 pass\n"
    match = position(lines, seats=2)
    assert match.turn == 2 and match.hand.spell and match.judge(2, DRAW_ACT) is None, "he must answer it too"
    exempt = position(lines, seats=2, options="caster_exempt=on")
    assert exempt.judge(2, DRAW_ACT) == "too_many_drawn"
    push(exempt, [(2, PASS_ACT)])
    assert exempt.turn == 1 and exempt.hand.spell and exempt.judge(1, DRAW_ACT) is None
    renewed = position(lines + "2 play 13-13\n1 draw ?\n1 draw ?\n1 pass", seats=2, options="caster_exempt=on")
    assert renewed.judge(2, PASS_ACT) is None
    lines = TWO + "1 play 8-8\n2 play 13-8 @A2\n1 play 13-13\n2 draw ?\n2 draw ?\n2 pass"
    taken = position(lines, seats=2, options="caster_exempt=on")
    assert taken.hand.caster == 1 and taken.judge(1, DRAW_ACT) == "too_many_drawn"


def test_SD_14_after_a_start_of_thirteens_all_six_legs_come_first():
    lines = deal("", "13-4 6-6 8-2", "", "") + "1 play 13-13\n"
    match = position(lines)
    ends = ["@A%d" % leg for leg in range(1, 7)]
    assert legal(match) == ["play 13-4 " + e for e in ends] + ["play 6-6 " + e for e in ends]
    begun = position(lines + "2 play 13-4 @A1")
    assert begun.judge(3, play("4-1", 1)) == "does_not_fit" and begun.judge(3, play("4-4", 1)) == "does_not_fit"
    doubled = position(lines + "2 play 6-6 @A1")
    assert doubled.hand.layout.tips[0] == 6 and doubled.turn == 4, "such a double skips"
    lines += "2 play 13-4 @A3\n3 play 13-5 @A1\n4 play 13-6 @A2\n1 play 13-7 @A4\n2 play 6-6 @A6\n4 play 13-12\n"
    match = position(lines)
    assert not match.hand.start_spell and match.hand.layout.tips == [5, 6, 4, 7, 12, 6] and match.turn == 1
    assert match.judge(1, play("7-5", 4)) is None


def test_a_start_spell_binds_the_extra_play_too():
    lines = deal("", "14-13 14-2 13-0", "", "") + "1 play 13-13\n2 play 14-13 @A1\n"
    assert legal(position(lines)) == ["end"] + ["play 13-0 @A%d" % leg for leg in range(2, 7)]


# --- drawing -------------------------------------------------------------------------------------------------------


def test_two_are_drawn_before_playing_even_if_the_first_fits():
    lines = deal("8-8", "5-4") + "1 play 8-8\n"
    match = position(lines, seats=2)
    assert legal(match) == ["draw"] and match.judge(2, PASS_ACT) == "too_few_drawn"
    match = position(lines + "2 draw 8-1", seats=2)
    assert legal(match) == ["draw"] and match.judge(2, play("8-1", 1)) == "does_not_fit"
    match = position(lines + "2 draw 8-1\n2 draw 7-2", seats=2)
    assert legal(match) == ["play 8-1 @A%d" % leg for leg in range(1, 7)], "now a play is compulsory"
    assert match.judge(2, PASS_ACT) == "false_pass"
    match = position(lines + "2 draw 6-1\n2 draw 7-2", seats=2)
    assert legal(match) == ["pass"] and match.judge(2, DRAW_ACT) == "too_many_drawn"


def test_SD_17_a_short_boneyard_gives_what_it_has():
    start = deal("8-8", "", "5-4", "") + "1 play 8-8\n2 play 8-7 @A1\n"
    for drawn, then in (("8-6", ["play 8-6 @A%d" % leg for leg in range(2, 7)]), ("6-4", ["pass"])):
        match = position(start)
        match.hand.hold.stock = 1
        assert legal(match) == ["draw"]
        match.push(3, act(1, parse(drawn)))
        assert match.hand.hold.stock == 0 and legal(match) == then


FIFTEEN = HIDDEN + "1 play 8-8\n2 play 15-8 @A1\n"


def owed(lines, **tags):
    return drawing(position(lines, **tags))


def drawing(match):
    """Who has to draw, in order, and whose turn it is then."""
    seats = []
    while match.hand.owed:
        seats.append(match.turn)
        push(match, [(match.turn, DRAW_ACT)])
    return seats, match.turn


def test_a_fifteen_makes_every_other_player_draw_in_the_direction_of_play():
    assert owed(FIFTEEN) == ([3, 4, 1], 3)
    assert owed(HIDDEN + "1 play 8-8\n2 play 8-3 @A1\n1 play 15-8 @A2") == ([4, 3, 2], 4)
    assert owed(HIDDEN + "1 play 15-15") == ([2, 3, 4], 2)
    assert owed(FIFTEEN + "3 draw ?\n4 draw ?\n1 draw ?\n3 play 15-15") == ([4, 1, 2], 1), "and the double skips"


def test_those_draws_come_before_anything_else():
    assert error(FIFTEEN + "3 play 8-4 @A2") == (8, "does_not_fit")
    assert error(FIFTEEN + "4 draw ?") == (8, "out_of_turn")
    assert error(FIFTEEN + "3 pass") == (8, "too_few_drawn")
    assert error(FIFTEEN + "3 draw ?\n3 draw ?") == (9, "out_of_turn")
    done = FIFTEEN + "3 draw ?\n4 draw ?\n1 draw ?\n"
    assert position(done + "3 draw ?\n3 draw ?\n3 pass").turn == 4, "his own two are another matter"


def test_who_draws_on_a_fifteen_is_an_option():
    assert owed(FIFTEEN, options="fifteen=alternate") == ([3, 1], 3)
    assert owed(FIFTEEN, options="fifteen=odd_seats") == ([3, 1], 3)
    start = HIDDEN + "1 play 15-15"
    assert owed(start, options="fifteen=alternate") == ([2, 4], 2)
    assert owed(start, options="fifteen=odd_seats") == ([3], 2)


def test_a_boneyard_that_runs_out_leaves_the_rest_without():
    for stock, seats in ((2, [3, 4]), (0, [])):
        match = position(HIDDEN + "1 play 8-8\n")
        match.hand.hold.stock = stock
        match.push(2, play("15-8", 1))
        assert drawing(match) == (seats, 3)


def test_a_fifteen_with_the_last_tile_still_makes_the_others_draw():
    for option, points in (("on", 9 + 9 + 8 + 3), ("off", 9 + 9 + 8)):
        match = position(HIDDEN + "1 play 8-8", options="fifteen_on_last_tile=" + option)
        left(match, 8, 1, 9, 9)
        push(match, [(2, play("15-8", 1))])
        while match.turn:
            assert match.judge(2, END_ACT) is not None
            push(match, [(match.turn, DRAW_ACT)])
        assert match.results == [((0, points, 0, 0), 2, "out")]


# --- the end -------------------------------------------------------------------------------------------------------


def test_going_out_on_a_fourteen_or_a_double_ends_the_hand():
    for last in ("14-8", "8-7"):
        match = position(HIDDEN + "1 play 8-8")
        left(match, 8, 1, 9, 9)
        push(match, [(2, play(last, 1))])
        assert match.results == [((0, 26, 0, 0), 2, "out")] and match.over and match.winner == 2


def ended(racks, reason, winner=0, options=None):
    """The points of a hand that ended with these racks."""
    rules = games.load("super_dominos", 15, len(racks), options)
    hand = Hand(rules)
    for seat, rack in enumerate(racks, 1):
        hand.hold.deal(seat, bytes([parse(t) for t in rack.split()]))
    hand.end(reason, winner)
    return rules.score(hand), rules.hand_winner(hand, None)


OUT = ("1-0 2-0 3-0 4-0", "", "5-0 6-0", "1-1 2-1 3-1 4-1 5-1 6-1 7-1")
BLOCKED = ("10-5 3-0 2-0", "5-1 3-1 1-0", "15-5 9-0 8-0 2-1 0-0")


def test_SD_18_one_point_a_tile_or_pips():
    assert ended(OUT, "out", 2) == ([0, 13, 0, 0], 2)
    assert ended(OUT, "out", 2, {"scoring": "super"}) == ([0, 10 + 11 + 35, 0, 0], 2)
    assert ended(OUT, "out", 2, {"blocked_score": "difference"}) == ([0, 13, 0, 0], 2)


def test_SD_20_blocked_goes_to_the_fewest_tiles_then_the_fewest_pips():
    assert ended(BLOCKED, "blocked") == ([0, 8, 0], 2)
    assert ended(BLOCKED, "blocked", options={"blocked_score": "difference"}) == ([0, 2, 0], 2)
    assert ended(BLOCKED, "blocked", options={"scoring": "super"}) == ([0, 60, 0], 2)
    both = {"scoring": "super", "blocked_score": "difference"}
    assert ended(BLOCKED, "blocked", options=both) == ([0, 9 + 29, 0], 2)
    assert ended(("15-15", "1-0 2-0"), "blocked", options=both) == ([0, 0], 1), "fewest tiles, none below 0"
    assert ended(("2-0", "1-1"), "blocked") == ([0, 0], 0), "equal in tiles and pips: nobody"


def blocked(counts, options=""):
    """All seats, hidden, pass with an empty boneyard."""
    match = position(HIDDEN + "1 play 8-8\n", options=options)
    match.hand.hold.stock = 0
    left(match, *counts)
    push(match, [(s, PASS_ACT) for s in (2, 3, 4)])
    assert not match.hand.reason, "never earlier than the fourth pass"
    push(match, [(1, PASS_ACT)])
    assert match.hand.reason == "blocked" and match.turn == 0
    return match


def test_blocked_with_hidden_racks_asks_only_for_the_pips_that_decide():
    assert blocked((3, 2, 5, 5)).results == [((0, 13, 0, 0), 2, "blocked")], "tiles are counted unseen"
    match = blocked((2, 2, 5, 5))
    assert not match.results and match.judge(0, act(40)) == "reveal_missing"
    for seat, rack in ((2, "3-0 4-0"), (1, "1-0 2-0")):
        push_reveal(match, seat, rack)
    assert match.results == [((12, 0, 0, 0), 1, "blocked")]
    others = ((1, "1-0 2-0 3-0"), (3, "4-0 4-1 4-2 4-3 4-4"), (4, "5-0 5-1 5-2 5-3 5-4"))
    for option, own in (("others", False), ("difference", True)):
        match = blocked((3, 2, 5, 5), options="scoring=super blocked_score=" + option)
        assert not match.results, "the pips of the others are needed"
        for seat, rack in others:
            push_reveal(match, seat, rack)
        assert bool(match.results) != own, "the winner's own only where they are taken off"
    push_reveal(blocked((3, 2, 5, 5), options="scoring=super"), 2, "6-0 6-1")  # needless, and accepted


def push_reveal(match, seat, rack):
    tiles = bytes([parse(t) for t in rack.split()])
    assert match.judge(seat, act(REVEAL), tiles) is None
    match.push(seat, act(REVEAL), tiles)


def test_a_play_or_a_pass_with_tiles_left_starts_the_count_again():
    match = position(HIDDEN + "1 play 8-8\n2 draw ?\n2 draw ?\n2 pass")
    assert match.hand.passes == 0
    match.hand.hold.stock = 0
    push(match, [(3, PASS_ACT), (4, PASS_ACT)])
    assert match.hand.passes == 2
    push(match, [(1, play("8-5", 1))])
    assert match.hand.passes == 0


def test_a_needless_reveal_is_accepted_and_used_for_checking():
    match = position(HIDDEN + "1 play 8-8\n2 draw ?\n2 draw ?\n2 pass\n")
    left(match, 8, 3, 1, 9)
    push(match, [(3, play("8-1", 1))])
    assert match.results == [((0, 0, 20, 0), 3, "out")]
    push_reveal(match, 2, "8-2 8-3 8-4")
    assert [(i.rule, i.seat) for i in match.infractions()] == [("false_pass", 2), ("illegal_draw", 2)]
    assert match.results == [((0, 0, 20, 0), 3, "out")]


def test_the_winners_left_neighbour_begins_the_next_hand_clockwise():
    rules = games.load("super_dominos", 15, 4, {"hands": 5, "first": 3})
    before = Match(rules)
    assert rules.leader(before) == 3
    before.led, before.won, before.hands = 3, 4, 1
    assert rules.leader(before) == 1
    before.won = 0
    assert rules.leader(before) == 4, "left of the last first player"
    match = position(HIDDEN + "1 play 3-3", options="hands=2")
    assert match.hand.step == -1
    left(match, 8, 9, 9, 1)
    push(match, [(4, play("3-1", 1)), (0, act(40))])
    for seat in (1, 2, 3, 4):
        match.push(seat, act(41), bytes([255] * 9))
    assert match.hand.step == 1 and match.turn == 1


def test_a_match_is_a_number_of_hands_or_a_target():
    rules = games.load("super_dominos", 15, 2, {"hands": 2})
    match = Match(rules)
    match.totals, match.hands = [7, 7], 1
    assert rules.finish(match) is None
    match.hands = 2
    assert rules.finish(match) == (1, 2), "equal: the seats share"
    rules = games.load("super_dominos", 15, 2, {"target": 30})
    for totals, outcome in (([29, 3], None), ([30, 3], (1,)), ([31, 31], None)):
        match.totals = totals
        assert rules.finish(match) == outcome


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    assert games.load("super_dominos").deal == 9
    assert games.load("super_dominos", 15, 12).tiles - 12 * 9 == 28
    assert games.load("super_dominos", 15, 4, {"target": 50, "scoring": "super"}).changed() == "target=50 scoring=super"
    for top, seats, options, code, detail in (
        (12, 4, {}, "bad_set", "15"),
        (15, 13, {}, "bad_seats", 12),
        (15, 1, {}, "bad_seats", 2),
        (15, 4, {"hands": 2, "target": 50}, "hands_or_target", None),
        (15, 4, {"hands": 0}, "bad_number", "hands"),
        (15, 4, {"fifteen": "nobody"}, "bad_value", "all_others alternate odd_seats"),
        (15, 4, {"deal": 7}, "bad_option", "deal"),
    ):
        try:
            games.load("super_dominos", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and (detail is None or detail in refused.detail), refused
        else:
            assert False, code


def test_what_stands_only_by_a_fault_leaves_the_game_playable():
    fault = "\n* fault not_allowed %d\n"
    ended = position(HIDDEN + "1 play 8-8\n2 end" + fault % 2)
    assert ended.turn == 2, "there was nothing to end"
    drawn = position(FIFTEEN + "4 draw ?" + fault % 4)
    assert drawing(drawn) == ([3, 1], 3), "out of order, but drawn"
    passed = position(FIFTEEN + "3 draw ?\n4 draw ?\n1 draw ?\n3 pass" + fault % 3)
    assert passed.turn == 4


def test_random_matches_at_every_table():
    at_every_table(
        "super_dominos",
        {"scoring": "super", "fifteen": "alternate", "skip1313": "on", "hands": 2},
        {"fourteen": "must", "fifteen": "odd_seats", "start_double_skips": "on", "blocked_score": "difference"},
        {"caster_exempt": "on", "fifteen_on_last_tile": "off", "target": 30, "first": 2},
        {"scoring": "super", "blocked_score": "difference", "caster_exempt": "on"},
    )
