"""Block: every vector of its page by id, and what the page says besides."""

from dealing import error, legal, position, report
from dominocore import games
from dominocore.events import DRAW, PASS_ACT, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.scoring import others, pairwise, reached
from dominocore.tiles import parse
from matches import at_every_table

FIVE_TWO = """
    * hand
    1 deal 5-2 1-0
    2 deal %s
    1 play 5-2"""


def test_BL_01_nothing_fits_so_pass_and_nothing_is_drawn():
    match = position(FIVE_TWO % "6-6 4-0", options="deal=2")
    assert match.hand.layout.tips == [5, 2] and legal(match) == ["pass"]
    assert match.judge(2, act(DRAW, parse("3-3"))) == "not_in_game"


def test_BL_02_must_play_when_able():
    match = position(FIVE_TWO % "5-0 4-0", options="deal=2")
    assert match.judge(2, PASS_ACT) == "false_pass"
    assert legal(match) == ["play 5-0"]


ALL_SIXES = """
    * hand
    1 deal 6-6 6-3 4-3 6-4 5-0 5-5 4-4
    2 deal 6-2 2-1 6-1 6-5 6-0 3-3 1-1
    1 play 6-6
    2 play 6-2 @L
    1 play 6-3
    2 play 2-1
    1 play 4-3
    2 play 6-1
    1 play 6-4 @R
    2 play 6-5 @R
    1 play 5-0
    2 play 6-0 @R"""


def test_BL_04_all_sixes_out_two_passes_block():
    match = position(ALL_SIXES)
    assert match.hand.layout.tips == [6, 6] and legal(match) == ["pass"]
    match.push(1, PASS_ACT)
    assert match.turn == 2 and not match.results
    match.push(2, PASS_ACT)
    assert match.results == [((0, 10), 2, "blocked")], "pips 18 and 8"


def test_BL_05_a_play_between_passes_starts_the_count_again():
    match = position(
        """
        * hand
        1 deal 5-4 3-3
        2 deal 6-6 0-0
        3 deal 5-1 4-1
        4 deal 6-3 3-2
        1 play 5-4
        2 pass
        3 play 5-1
        4 pass
        1 pass
        2 pass
        """,
        seats=4,
        options="deal=2",
    )
    assert match.turn == 3 and not match.results and match.hand.passes == 3


def test_BL_06_blocked_scores_pairwise():
    assert pairwise([4, 4, 10]) == [6, 6, 0]


def test_BL_08_out_on_a_blank_takes_all_other_pips():
    match = position(
        """
        * hand
        1 deal 6-6
        2 deal 0-1
        3 deal 5-6
        4 deal 0-0
        4 play 0-0
        """,
        seats=4,
        options="deal=1 first=4",
    )
    assert match.results == [((0, 0, 0, 24), 4, "out")]
    assert others([12, 1, 11, 0], 4) == [0, 0, 0, 24]


def test_BL_09_a_tile_that_fits_both_ends_may_go_to_either():
    match = position(
        """
        * hand
        1 deal 6-4 5-4 0-0
        2 deal 6-5 3-3 1-1
        1 play 6-4
        2 play 6-5
        """,
        options="deal=3",
    )
    assert match.hand.layout.tips == [5, 4] and sorted(legal(match)) == ["play 5-4 @L", "play 5-4 @R"]
    for chosen, tips in zip(sorted(match.legal()), ([4, 4], [5, 5])):
        match.push(1, chosen)
        assert match.hand.layout.tips == tips
        match.undo()


def test_BL_10_target_reached_or_passed_ends_the_match():
    rules = games.load("block", 6, 2, {"deal": 1})
    before = Match(rules)
    before.totals = [88, 20]
    match = Match(rules, before.checkpoint())
    lines = position("* hand\n1 deal 1-0\n2 deal 6-6", options="deal=1").events()
    for event in lines:
        match.push(*event)
    match.push(1, parse("1-0"))
    assert match.totals == [100, 20] and match.winner == 1
    assert match.judge(*lines[0]) == "match_over"


def test_equal_leaders_past_the_target_play_another_hand():
    assert reached([99, 20], 100) is None
    assert reached([104, 104, 110], 100) == (3,)
    assert reached([104, 104, 20], 100) is None


def leader_of_second_hand(options):
    match = position(
        """
        * hand
        1 deal 6-1
        2 deal 1-0
        3 deal 3-2
        1 play 6-1
        * hand
        1 deal 6-1
        2 deal 1-0
        3 deal 3-2
        """,
        seats=3,
        options="target=900 deal=1" + options,
    )
    return match.turn


def test_the_lead_rotates_stays_or_goes_to_the_winner():
    assert leader_of_second_hand("") == 2
    assert leader_of_second_hand(" leader=fixed") == 1
    assert leader_of_second_hand(" leader=winner") == 1


def test_the_lead_goes_left_when_nobody_alone_has_won():
    match = position(
        """
        * hand
        1 deal 6-5 4-0
        2 deal 2-1 1-0
        3 deal 3-3 4-4
        1 play 6-5
        2 pass
        3 pass
        1 pass
        """,
        seats=3,
        options="deal=2 leader=winner",
    )
    assert match.results == [((10, 10, 0), 0, "blocked")]
    assert match.rules.leader(match) == 2


def test_direction_ccw_goes_right():
    match = position("* hand\n1 deal 6-1\n2 deal 1-0\n3 deal 3-2", seats=3, options="deal=1 direction=ccw first=2")
    assert match.turn == 2
    match.hand.hold.racks[2].append(0)
    match.push(2, parse("1-0"))
    assert match.turn == 1


def test_four_ways_with_the_larger_sets_only():
    assert games.load("block", 6, 2).options["four_way"] == "off"
    assert games.load("block", 9, 2).options["four_way"] == "on"
    line = """
        * hand
        1 deal 9-9 9-7 0-0
        2 deal 9-8 9-6 1-1
        1 play 9-9
        2 play 9-8 @L
        1 play 9-7
        """
    assert legal(position(line, top=9, options="deal=3")) == ["play 9-6 @U", "play 9-6 @D"]
    assert legal(position(line, top=9, options="deal=3 four_way=off")) == ["pass"]


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (7, 2, {}, "bad_set", "6 9 12 15"),
        (6, 5, {}, "bad_seats", 4),
        (6, 1, {}, "bad_seats", 2),
        (9, 8, {}, "bad_seats", 7),
        (6, 4, {"deal": 8}, "bad_deal", 7),
        (6, 2, {"deal": 0}, "bad_number", 1),
        (6, 2, {"target": "ten"}, "bad_number", "target"),
        (6, 2, {"first": 3}, "bad_number", 2),
        (6, 2, {"target": 100000}, "bad_number", 99999),
        (6, 2, {"leader": "loser"}, "bad_value", "rotate fixed winner"),
        (6, 2, {"reserve": 2}, "bad_option", "reserve"),
    ):
        try:
            games.load("block", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code
    try:
        games.load("chess")
    except DominoError as refused:
        assert refused.code == "bad_game"


def test_a_false_pass_with_a_hidden_rack_is_found_at_the_reveal():
    found = report(
        """
        * hand
        1 deal ? ?
        2 deal ? ?
        1 play 5-2
        2 pass
        1 play 5-5
        2 reveal 5-0 4-0
        * score 1:9 2:0
        """,
        options="deal=2",
    )
    assert found.ok and [(h, n, i.rule, i.seat, i.tile) for h, n, i in found.infractions] == [
        (1, 10, "false_pass", 2, parse("5-0"))
    ]


def test_a_false_pass_with_a_seen_rack_is_refused_unless_a_fault_lets_it_stand():
    lines = FIVE_TWO % "5-0 4-0" + "\n2 pass"
    assert error(lines, options="deal=2") == (5, "false_pass")
    found = report(lines + "\n* fault false_pass 2\n1 pass", options="deal=2")
    assert found.ok and [(n, i.rule, i.seat) for _, n, i in found.infractions] == [(10, "false_pass", 2)]
    assert found.match.results == [((8, 0), 1, "blocked")], "pips 1 and 9"


def test_impossible_tiles_are_refused_with_hidden_racks():
    start = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 5-2\n"
    assert error(start + "2 play 5-2", options="deal=2") == (5, "tile_elsewhere")
    assert error(start + "2 play 5-2 @L", options="deal=2") == (5, "tile_elsewhere")
    assert error(start + "2 play 5-5\n1 play 5-0 @L\n2 reveal 5-0", options="deal=2") == (7, "tile_elsewhere")
    assert error(start + "2 play 5-5\n1 play 5-0 @L\n2 reveal 4-0 3-0", options="deal=2") == (7, "reveal_count")


def test_out_of_turn_and_what_is_not_there():
    start = FIVE_TWO % "5-0 4-0"
    assert error(start + "\n1 play 1-0 @R", options="deal=2") == (5, "out_of_turn")
    assert error(start + "\n2 play 5-0 @R", options="deal=2") == (5, "does_not_fit")
    assert error(start + "\n2 play 5-1", options="deal=2") == (5, "not_held")
    assert error(start + "\n2 play 5-0 @U", options="deal=2") == (5, "no_such_end")
    assert error(start + "\n2 play 9-5", options="deal=2") == (5, "not_in_set")
    assert error(start + "\n2 play 5-0 @L\n1 play 1-0 @L\n2 pass", options="deal=2") == (7, "not_in_play")


def test_random_matches_at_every_table():
    at_every_table(
        "block",
        {"leader": "winner"},
        {"direction": "ccw", "first": 2},
        {"four_way": "on"},
        {"deal": 5},
    )
