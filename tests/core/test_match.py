"""The match: judging, undo, view, checkpoints, and random play that must always add up."""

from chance import Chance
from dealing import cases, full_events, hidden_version, random_match
from dominocore import games
from dominocore.audit import audit
from dominocore.events import DEAL, FAULT, HAND, PASS_ACT, RULING, SCORE, UNDO, act
from dominocore.holdings import TABLE
from dominocore.match import Match, pack_scores, replay
from dominocore.record import read, write
from dominocore.tiles import PIPS

TABLES = [(6, n) for n in (2, 3, 4)] + [(9, n) for n in (2, 5, 7)] + [(12, n) for n in (2, 8, 12)] + [(15, 3), (15, 12)]
VARIANTS = (
    {},
    {"leader": "winner"},
    {"direction": "ccw", "first": 2},
    {"four_way": "on"},
    {"leader": "fixed", "deal": 5},
)


def whole(hidden=False, seed=1):
    writer = random_match(seed, seats=3)
    return hidden_version(writer) if hidden else writer


def snapshot(match):
    """Everything public about a position, to compare two ways of reaching it."""
    hand = match.hand
    return (
        match.totals,
        match.results,
        match.winner,
        hand.turn,
        hand.phase,
        hand.passes,
        hand.layout.tips if hand.layout else None,
        [sorted(r) for r in hand.hold.racks],
        bytes(hand.hold.hidden),
        bytes(hand.hold.where),
    )


def conserved(match):
    """Tiles are in one rack, on the table or asleep; nothing is lost or doubled."""
    hold = match.hand.hold
    racks = sum([len(r) for r in hold.racks])
    laid = sum([1 for w in hold.where if w == TABLE])
    assert racks + laid + hold.stock == match.rules.tiles
    assert racks == sum([1 for w in hold.where if 1 <= w <= match.rules.seats])


def every_table(ordinary, soak):
    for i in range(cases(ordinary, soak)):
        top, seats = TABLES[i % len(TABLES)]
        options = VARIANTS[i // len(TABLES) % len(VARIANTS)]
        yield i + 1, top, seats, options


def test_random_matches_end_conserve_tiles_and_add_up():
    for seed, top, seats, options in every_table(55, 5000):
        writer = random_match(seed, "block", top, seats, options, conserved)
        match = writer.match
        assert match.over and max(match.totals) >= 100
        sums = [sum([r.scores[s] for r in match.results]) for s in range(seats)]
        assert sums == match.totals and match.totals[match.winner - 1] == max(match.totals)
        for result in match.results:
            assert result.reason in ("out", "blocked") and min(result.scores) >= 0


def test_a_record_replays_to_the_same_position_and_bytes():
    for seed, top, seats, options in every_table(22, 2000):
        writer = random_match(seed, "block", top, seats, options)
        text = writer.text()
        record = read(text)
        assert write(record) == text
        found = audit(record)
        assert found.ok and snapshot(found.match) == snapshot(writer.match)


def test_hidden_and_seen_racks_give_the_same_scores():
    for seed, top, seats, options in every_table(22, 2000):
        writer = random_match(seed, "block", top, seats, options)
        found = audit(read(hidden_version(writer).text()))
        assert found.ok, (found.error.line, found.error)
        assert found.match.results == writer.match.results and not found.infractions


def test_undo_then_redo_gives_the_same_position():
    for seed in range(1, cases(12, 400)):
        chance = Chance(seed)
        events = full_events(random_match(seed, seats=2 + seed % 3))
        match = Match(games.load("block", 6, 2 + seed % 3))
        for i, event in enumerate(events):
            match.push(*event)
            acts = [e for e in match.events() if e[1] >> 24 < HAND]
            if acts and chance.one_in(3):
                before = snapshot(match)
                back = 1 + chance.below(min(3, len(acts)))
                again = match.events()[[j for j, e in enumerate(match.events()) if e[1] >> 24 < HAND][-back] :]
                for _ in range(back):
                    match.undo()
                for redone in again:
                    match.push(*redone)
                assert snapshot(match) == before, (seed, i)


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
