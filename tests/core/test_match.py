"""The match: judging, undo, view, checkpoints."""

from dealing import full_events, hidden_version, random_match, report
from dominocore import games
from dominocore.audit import audit
from dominocore.events import DEAL, FAULT, HAND, PASS_ACT, RULING, SCORE, UNDO, act
from dominocore.match import Match, replay
from dominocore.record import read
from dominocore.scoring import pack_scores
from dominocore.tiles import PIPS


def whole(hidden=False, seed=1):
    writer = random_match(seed, seats=3)
    return hidden_version(writer) if hidden else writer


def test_undo_stands_in_the_record_and_may_be_repeated():
    writer = whole()
    lines = [line for line in writer.record.lines]
    third = [i for i, line in enumerate(lines) if line.event[1] >> 24 < HAND][2]
    rows = writer.text().split("\n")
    first_row = 4 + third
    redone = rows[first_row - 1 : first_row + 1]
    twice = rows[: first_row + 1] + ["* undo", "* undo"] + redone + rows[first_row + 1 :]
    found = audit(read("\n".join(twice)))
    assert found.ok and found.match.totals == writer.match.totals


def test_undo_never_goes_past_the_hand():
    match = replay(games.load("block", 6, 2), [(0, act(HAND), b"")])
    assert match.judge(0, act(UNDO)) == "nothing_to_undo"


def test_undo_of_the_last_act_opens_a_scored_hand_again():
    writer = whole()
    events = full_events(writer)[:-1]
    match = replay(writer.match.rules, events)
    assert match.over
    match.undo()
    assert not match.over and match.turn and len(match.results) == len(writer.match.results) - 1


def test_a_view_shows_the_own_rack_only():
    for cut in (5, 9, 14):
        match = replay(games.load("block", 6, 3), full_events(whole())[:cut])
        for seat in (0, 1, 2, 3):
            seen = match.view(seat)
            assert seen.turn == match.turn and seen.totals == match.totals
            assert seen.hand.layout.tips == match.hand.layout.tips, cut
            for other in (1, 2, 3):
                hold = seen.hand.hold
                assert hold.count(other) == match.hand.hold.count(other)
                assert hold.racks[other] == (match.hand.hold.racks[other] if other == seat else [])


def test_a_view_of_a_finished_hand_has_its_score():
    writer = whole()
    match = replay(writer.match.rules, full_events(writer))
    seen = match.view(0)
    assert seen.results == match.results[-1:] and seen.totals == match.totals and seen.winner == match.winner


def test_a_match_goes_on_from_its_checkpoint():
    writer = whole()
    events = full_events(writer)
    begins = [i for i, e in enumerate(events) if e[1] >> 24 == HAND]
    match = replay(writer.match.rules, events[: begins[2]])
    resumed = Match(match.rules, match.checkpoint())
    for event in events[begins[2] :]:
        resumed.push(*event)
    assert resumed.totals == writer.match.totals and resumed.winner == writer.match.winner
    assert resumed.hands == len(writer.match.results)


def test_any_changed_score_is_refused_with_its_line():
    writer = whole()
    rows = writer.text().split("\n")
    for i, row in enumerate(rows):
        if " score " in row:
            changed = rows[:i] + [row.replace("1:", "1:1", 1)] + rows[i + 1 :]
            error = audit(read("\n".join(changed))).error
            assert (error.line, error.code) == (i + 1, "wrong_score")


def test_a_hand_is_not_scored_before_all_racks_are_shown():
    hidden = whole(hidden=True)
    rows = hidden.text().split("\n")
    reveal = [i for i, row in enumerate(rows) if " reveal " in row][0]
    short = rows[:reveal] + rows[reveal + 1 :]
    score = [i for i, row in enumerate(short) if " score " in row][0]
    error = audit(read("\n".join(short))).error
    assert (error.line, error.code) == (score + 1, "not_over")
    unscored = [row for row in short if " score " not in row]
    assert audit(read("\n".join(unscored))).error.code == "reveal_missing"


def test_a_ruling_takes_points_off_in_the_hand_it_stands_in():
    writer = whole()
    match = replay(writer.match.rules, full_events(writer)[:-1])
    before = list(match.totals)
    match.push(0, act(FAULT, 2), b"false_pass")
    match.push(0, act(RULING, 2, 30))
    assert match.totals == [before[0], before[1] - 30, before[2]]
    assert match.judge(0, act(SCORE), pack_scores(match.results[-1].scores)) is None
    assert [i.rule for i in match.infractions()] == ["false_pass"]


def test_table_events_are_judged():
    rules = games.load("block", 6, 2)
    match = Match(rules)
    racks = [bytes(range(7)), bytes(range(7, 14))]
    assert match.judge(1, act(DEAL), racks[0]) == "not_dealing"
    assert match.judge(1, PASS_ACT) == "not_in_play"
    match.push(0, act(HAND))
    assert match.judge(0, act(HAND)) == "hand_running"
    assert match.judge(2, act(DEAL), racks[1]) == "deal_order"
    assert match.judge(1, act(DEAL), racks[0][:6]) == "deal_count"
    assert match.judge(1, act(DEAL), bytes([1] * 7)) == "tile_elsewhere"
    assert match.judge(1, act(DEAL), bytes([28] * 7)) == "not_in_set"
    match.push(1, act(DEAL), racks[0])
    assert match.judge(2, act(DEAL), racks[0]) == "tile_elsewhere"
    match.push(2, act(DEAL), racks[1])
    assert match.turn == 1 and match.judge(1, PASS_ACT) == "not_allowed", "the leader leads"
    assert match.judge(3, PASS_ACT) == "bad_seat"
    assert match.judge(0, act(SCORE), pack_scores([0, 0])) == "not_over"


def test_pips_of_a_hand_are_the_pips_won():
    writer = whole()
    rules = writer.match.rules
    match = Match(rules)
    for event in full_events(writer):
        match.push(*event)
        if event[1] >> 24 == SCORE and match.results[-1].reason == "out":
            left = sum([PIPS[t] for rack in match.hand.hold.racks for t in rack])
            assert max(match.results[-1].scores) == left


def test_a_fault_is_of_the_line_before_if_that_is_the_seats_own_else_of_itself():
    rows = "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 5-2\n2 pass\n"
    for fault, line in (("2", 5), ("1", 6)):
        found = report(rows + "* fault false_pass %s" % fault, options="deal=2")
        assert found.ok and [(n - 5, i.seat) for _, n, i in found.infractions] == [(line, int(fault))]
