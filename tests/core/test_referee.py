"""The referee: levels, and penalty presets for seen and hidden breaches."""

from dealing import position
from dominocore.events import CLAIM_ACT, END_ACT, MUGGINS_ACT, PASS_ACT, act
from dominocore.referee import LEVELS, Referee
from dominocore.tiles import parse

ABLE = """
    * hand
    1 deal 5-2 1-0
    2 deal 5-0 4-0
    1 play 5-2
    """


def test_enforce_refuses_what_the_rules_forbid():
    verdict = Referee("enforce").hear(position(ABLE, options="deal=2"), 2, PASS_ACT)
    assert not verdict.stands and verdict.fault == "false_pass" and verdict.tell


def test_warn_and_off_let_it_stand_with_a_fault():
    for level, tell in (("warn", True), ("off", False)):
        match = position(ABLE, options="deal=2")
        referee = Referee(level)
        verdict = referee.hear(match, 2, PASS_ACT)
        assert verdict.stands and verdict.tell is tell
        match.push(2, PASS_ACT)
        match.push(*referee.fault_event(verdict, 2))
        assert [(i.rule, i.seat) for i in match.infractions()] == [("false_pass", 2)] and match.turn == 1


def test_what_cannot_be_is_refused_at_every_level():
    for level in LEVELS:
        verdict = Referee(level).hear(position(ABLE, options="deal=2"), 2, act(0, parse("1-0"), 1))
        assert not verdict.stands and verdict.fault == "tile_elsewhere"


def test_a_legal_act_stands_at_every_level():
    for level in LEVELS:
        match = position(ABLE, options="deal=2")
        assert Referee(level).hear(match, 2, match.legal()[0]) == (True, None, False)


HIDDEN = """
    * hand
    1 deal ? ?
    2 deal ? ?
    1 play 5-2
    2 pass
    1 play 5-5
    2 reveal 5-0 4-0
    """


def test_a_hidden_breach_is_punished_at_the_reveal_and_once():
    match = position(HIDDEN, options="deal=2")
    referee = Referee("warn", "club")
    rulings = referee.rulings(match)
    assert rulings == [(0, act(45, 2, 30), b"")]
    for event in rulings:
        assert match.judge(*event) is None
        match.push(*event)
    assert match.totals == [9, -30] and referee.rulings(match) == []


DREW = """
    * hand
    1 deal ? ? ?
    2 deal ? ? ?
    1 play 5-2
    2 draw ?
    2 play 5-1
    1 play 2-2 @R
    2 play 2-1 @R
    1 play 1-1 @L
    2 reveal 3-2 4-0
    """


def test_drawing_with_a_play_in_hand_costs_50_or_the_value_of_the_hand():
    for preset, points in (("club", 50), ("club_value", 9)):
        match = position(DREW, game="draw", options="deal=3")
        assert [i.rule for i in match.infractions()] == ["illegal_draw"]
        for event in Referee("warn", preset).rulings(match):
            match.push(*event)
        assert match.totals == [9, -points]


def test_a_value_not_known_before_a_power_cut_is_ruled_after_it():
    lines = DREW.replace("2 reveal 3-2 4-0", "").replace("1 play 1-1 @L", "")
    match = position(lines, game="draw", options="deal=3")
    assert [i.rule for i in match.infractions()] == ["illegal_draw"], "one drawn, two played that fitted"
    referee = Referee("warn", "club_value")
    assert referee.rulings(match) == [], "the hand goes on: nobody knows what it is worth"
    referee = Referee("warn", "club_value")
    referee.resume(match)
    for event in ((1, act(0, parse("1-1"), 1), b""), (2, act(42), bytes([parse("3-2"), parse("4-0")]))):
        match.push(*event)
    assert [event[1] for event in referee.rulings(match)] == [act(45, 2, 9)]


def test_what_a_judge_names_costs_nothing_by_itself():
    match = position(ABLE, options="deal=2")
    referee = Referee("warn", "club")
    match.push(0, act(44, 2), b"false_pass")
    referee.judged(match)
    assert referee.rulings(match) == []


def test_a_breach_taken_back_is_punished_when_it_comes_again():
    match = position(ABLE, options="deal=2")
    referee = Referee("warn", "club")
    for _ in range(2):
        match.push(2, PASS_ACT)
        match.push(0, act(44, 2), b"false_pass")
        assert len(referee.rulings(match)) == 1
        match.undo()
        referee.forget_undone(match)


def test_without_a_preset_nothing_is_taken_off():
    assert Referee("warn", "none").rulings(position(HIDDEN, options="deal=2")) == []


# --- what the players are told ------------------------------------------------------------------------------------


def test_what_the_reveal_proves_is_told_once_and_not_at_level_off():
    match = position(HIDDEN, options="deal=2")
    for level, told in (("enforce", [("false_pass", 2, parse("5-0"))]), ("off", [])):
        referee = Referee(level)
        assert [tuple(found)[:3] for found in referee.news(match, True)] == told
        assert referee.news(match, True) == []
    resumed = Referee("warn")
    resumed.resume(match)
    assert resumed.news(match, True) == [], "told before the power failed"


MISSED = """
    * hand
    1 deal ? ?
    2 deal ? ?
    1 play 5-5
    """


def test_a_missed_count_is_told_only_when_nobody_can_take_it_any_more():
    match = position(MISSED, game="muggins", options="deal=2")
    referee = Referee("warn")
    match.push(1, END_ACT)
    assert referee.news(match, match.judge(2, MUGGINS_ACT) is not None) == [], "that would tell the others"
    match.push(2, act(0, parse("5-1"), 1))
    settled = match.judge(2, CLAIM_ACT) is not None
    assert settled and [tuple(m) for m in referee.news(match, settled)] == [(1, parse("5-5"), 3, 10)]
    assert referee.news(match, settled) == []
    match.undo()
    match.push(2, act(0, parse("5-1"), 1))
    assert referee.news(match, settled) == [], "the same count is told once"
