"""Double Takes: every vector of its page by id, its options, and what the page says besides."""

from chance import Chance
from dealing import (
    NAMES,
    UNDO_ACT,
    cases,
    error,
    events_of,
    hidden_version,
    legal,
    position,
    random_match,
    report,
    shuffled,
    text,
)
from dominocore import games
from dominocore.audit import audit
from dominocore.events import DEAL, HAND, SCORE, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.record import Writer, read, write
from dominocore.rules import OVER
from dominocore.scoring import pack_scores
from dominocore.tiles import is_double, parse
from matches import at_every_table

DEALS = {2: 17, 3: 15, 4: 17}
# Seat 2 holds the rack of the first vector and nothing more of that suit.
RACK = "9-4 15-2 2-2 0-0 1-0 1-1 3-0 3-1 3-3 4-0 4-1 4-3 4-4 5-0 5-1 5-3 5-4"


def at(lines, seats=4, options=""):
    return position(lines, seats=seats, options=options, game="double_takes", top=15)


def wrong(lines, seats=4, options=""):
    return error(lines, seats=seats, options=options, game="double_takes", top=15)


def dealt(seats=4, racks=None):
    """Lines of a deal; racks that are not given are hidden."""
    rows = ["* hand"]
    for seat in range(1, seats + 1):
        rows.append("%d deal %s" % (seat, (racks or {}).get(seat) or " ".join("?" * DEALS[seats])))
    return "\n".join(rows)


def trick(*plays, seats=4, racks=None):
    """Lines of a round that seat 1 leads with the first of these tiles."""
    return "\n".join([dealt(seats, racks)] + ["%d play %s" % (i % seats + 1, play) for i, play in enumerate(plays)])


# --- the trick ------------------------------------------------------------------------------------------------------


def test_DT_01_follow_when_able():
    match = at(trick("4-2 =2", racks={2: RACK}))
    assert legal(match) == ["play 15-2", "play 2-2"]
    assert wrong(trick("4-2 =2", "9-4", racks={2: RACK})) == (7, "revoke")


def test_DT_02_only_a_number_of_the_tile_can_be_called():
    assert wrong(trick("4-2 =6")) == (6, "no_such_half")
    assert at(trick("4-2 =2")).hand.layout.suit == 2 and at(trick("4-2 =4")).hand.layout.suit == 4


def test_the_call_stands_on_every_other_lead_and_nowhere_else():
    assert wrong(trick("4-2")) == (6, "call_needed")
    assert wrong(trick("13-13 =13")) == (6, "no_call")
    assert wrong(trick("4-2 =4", "9-4 =4")) == (7, "no_call")
    assert at(trick("13-13")).hand.layout.suit == 13
    lines = text(trick("13-10 =13", "13-13"), seats=4, game="double_takes", top=15)
    assert write(read(lines)) == lines
    match = at(dealt(racks={1: RACK}))
    assert legal(match)[:3] == ["play 9-4 =9", "play 9-4 =4", "play 15-2 =15"] and "play 2-2" in legal(match)


def test_DT_04_an_off_suit_double_beats_everything():
    assert at(trick("15-11 =11", "4-4", "14-11", "15-2")).turn == 2


def test_DT_05_the_highest_off_suit_double():
    assert at(trick("15-11 =11", "4-4", "9-9", "11-11")).turn == 3


def test_DT_06_a_led_double_has_no_power():
    assert at(trick("13-13", "14-13", "13-0", "6-5")).turn == 2
    assert at(trick("11-10 =11", "11-11", "12-11", "11-0")).turn == 3, "11-11 ranks between 12-11 and 11-10"
    assert at(trick("11-10 =11", "11-11", "11-9", "11-0")).turn == 2


def test_DT_08_the_other_half_of_the_lead_is_no_suit():
    assert at(trick("12-9 =12", "9-9", seats=2), seats=2).turn == 2


def test_DT_09_points_of_a_trick():
    match = at(trick("15-11 =11", "4-4", "9-9", "11-11"))
    assert match.hand.won == [0, 0, 4, 0]


def test_without_the_suit_any_tile_and_no_other_act():
    match = at(trick("10-6 =10", racks={2: RACK}))
    assert len(legal(match)) == 17
    assert wrong(trick("10-6 =10", racks={2: RACK}) + "\n2 pass") == (7, "not_in_game")
    assert wrong(trick("10-6 =10") + "\n3 play 10-1") == (7, "out_of_turn")
    assert wrong(trick("10-6 =10", "10-1 @L")) == (7, "no_such_end")


# --- rounds and the game --------------------------------------------------------------------------------------------


def whole(seats, seed=1, options=None):
    return random_match(seed, "double_takes", 15, seats, options)


def leads(writer):
    """Who leads the first trick of each round."""
    events = events_of(writer.record)
    first = [i + writer.match.rules.seats + 1 for i, event in enumerate(events) if event[1] >> 24 == HAND]
    return [events[i][0] for i in first]


def test_DT_10_four_players_share_fifty_points():
    match = whole(4).match
    assert len(match.results) == 2 and match.hand.tricks == 17 and sum(match.totals) == 50
    assert [r.reason for r in match.results] == ["played_out", "played_out"]


def test_DT_12_the_odd_tile_goes_to_the_last_trick():
    doubles = 0
    for seed in range(1, 40):
        match = whole(3, seed).match
        odd = match.hand.hold.unseen()
        assert len(odd) == 1 and sum(match.totals) == 61
        before = Match(match.rules, match.start)
        events = match.events()[:-1]  # without the score
        for event in events[:-3]:
            before.push(*event)
        last = [event[1] & 255 for event in events[-3:]]
        gain = [now - then for now, then in zip(match.results[-1].scores, before.hand.won)]
        assert sum(gain) == max(gain) == 1 + len([t for t in last + odd if is_double(t)])
        doubles += is_double(odd[0])
    assert doubles, "no seed left a double over"


def test_DT_13_the_first_lead_moves_one_seat_left():
    assert leads(whole(4)) == [1, 2]
    assert leads(whole(4, options={"first": 4})) == [4, 1]
    assert leads(whole(3)) == [1, 2, 3]


def test_DT_14_two_players_alternate():
    match = whole(2)
    assert leads(match) == [1, 2, 1, 2] and sum(match.match.totals) == 84


def test_a_tile_of_an_earlier_round_stays_out():
    writer = whole(4)
    rows = writer.text().split("\n")
    second = [i for i, row in enumerate(rows) if row == "* hand"][1]
    first_deal, next_deal = rows[5].split(), rows[second + 1].split()
    twice = rows[: second + 1] + [" ".join(next_deal[:2] + first_deal[2:3] + next_deal[3:])] + rows[second + 2 :]
    found = audit(read("\n".join(twice)))
    assert (found.error.line, found.error.code) == (second + 2, "tile_elsewhere")


def test_a_record_holds_one_game():
    found = audit(read(whole(4).text() + "* hand\n"))
    assert found.error.code == "match_over"


def test_partners_add_up():
    match = whole(4, options={"partners": "on"}).match
    alone = whole(4).match
    assert [len(r.scores) for r in match.results] == [2, 2] and sum(match.totals) == 50
    assert match.totals == [alone.totals[0] + alone.totals[2], alone.totals[1] + alone.totals[3]]


def test_equal_totals_share():
    rules = games.load("double_takes", 15, 2)
    match = Match(rules)
    match.totals, match.hands = [42, 42], 4
    assert rules.finish(match) == (1, 2)
    match.totals = [40, 44]
    assert rules.finish(match) == (2,)
    match.hands = 3
    assert rules.finish(match) is None


# --- revokes --------------------------------------------------------------------------------------------------------


def round_with_revoke(number, laid_after, seats=4, options=None):
    """The first random round in whose trick `number` somebody can revoke: he does.

    `laid_after` tiles follow before it is taken back and put right (None: it is never). Gives (writer, offender).
    """
    rules = games.load("double_takes", 15, seats, options or {"revoke": "penalty"})
    for seed in range(1, 200):
        chance = Chance(seed)
        writer = Writer(rules, NAMES[:seats])
        match = writer.match
        stock = shuffled(chance, rules.tiles)
        writer.event(0, act(HAND))
        for seat in range(1, seats + 1):
            writer.event(seat, act(DEAL), bytes([stock.pop() for _ in range(rules.deal)]))
        offender = 0
        while match.turn:
            wrong_tile = off_suit(match) if match.hand.tricks == number - 1 and not offender else None
            if wrong_tile is None:
                writer.event(match.turn, one_of(chance, match.legal()))
                continue
            offender = match.turn
            assert match.judge(offender, wrong_tile) is None
            writer.event(offender, wrong_tile)
            if laid_after is not None:
                for _ in range(laid_after):
                    writer.event(match.turn, one_of(chance, match.legal()))
                for _ in range(laid_after + 1):
                    writer.event(0, UNDO_ACT)
        if offender:
            writer.event(0, act(SCORE), pack_scores(match.results[-1].scores))
            return writer, offender
    raise AssertionError("no seed lets anybody revoke in trick %d" % number)


def one_of(chance, acts):
    return acts[chance.below(len(acts))]


def off_suit(match):
    """A tile of the seat on turn that does not follow although another would."""
    acts = match.legal()
    if not match.hand.layout.tiles or len(acts) == match.hand.hold.count(match.turn):
        return None
    return [t for t in match.hand.hold.racks[match.turn] if t not in acts][0]


def cost(number, laid_after, seats=4, options=None):
    """What a revoke costs its side in that round; the same seen and hidden."""
    writer, offender = round_with_revoke(number, laid_after, seats, options)
    match = writer.match
    seen, unseen = audit(read(writer.text())), audit(read(hidden_version(writer).text()))
    assert seen.ok and unseen.ok, (seen.error, unseen.error)
    assert seen.match.results == unseen.match.results == match.results
    listed = [[(line, i.rule, i.seat) for _, line, i in found.infractions] for found in (seen, unseen)]
    assert listed[0] == listed[1]
    assert [(rule, seat) for _, rule, seat in listed[0]] == ([("revoke", offender)] if laid_after is None else [])
    lost = [won - score for won, score in zip(match.hand.won, match.results[-1].scores)]
    assert sum(lost) == lost[match.rules.side(offender) - 1]
    return sum(lost)


BEGUN = trick("13-10 =13", "13-1", "5-4")


def penalties(lines):
    return at(lines, options="revoke=penalty").hand.penalties


def test_DT_16_revokes_cost_points():
    assert cost(5, 0) == 1, "corrected at once"
    assert cost(5, None) == 5, "found later"
    assert cost(16, None) == 0 and cost(16, 0) == 0, "the next-to-last trick"
    assert cost(15, None) == 5


def test_a_correction_counts_only_before_the_next_lead():
    assert cost(5, 4) == 5
    whole_trick = BEGUN + "\n4 play 13-11"
    assert penalties(whole_trick + "\n* undo\n* undo\n3 play 13-2") == [0, 0, 1, 0]
    assert penalties(whole_trick + "\n4 play 4-4\n* undo\n* undo\n* undo\n3 play 13-2") == [0, 0, 5, 0]


def test_partners_share_the_penalty():
    options = {"revoke": "penalty", "partners": "on"}
    assert cost(5, None, options=options) == 5 and cost(5, 0, options=options) == 1


def test_two_and_three_players_too():
    for seats, before_last in ((2, 16), (3, 14)):
        assert cost(3, None, seats) == 5 and cost(3, 0, seats) == 1 and cost(before_last, None, seats) == 0


def test_a_tile_taken_back_is_a_revoke_only_if_the_next_one_follows():
    assert penalties(BEGUN + "\n* undo\n3 play 13-2") == [0, 0, 1, 0]
    assert penalties(BEGUN + "\n* undo\n3 play 5-3") == [0] * 4
    assert penalties(BEGUN + "\n* undo\n3 play 5-3\n* undo\n3 play 13-2") == [0, 0, 1, 0], "one tile put right"
    assert penalties(trick("13-10 =13", "13-1", "13-4") + "\n* undo\n3 play 13-2") == [0] * 4


def test_a_correction_stays_known_whatever_is_taken_back_after_it():
    corrected = BEGUN + "\n* undo\n3 play 13-2"
    assert penalties(corrected + "\n4 play 9-8\n* undo\n4 play 9-7") == [0, 0, 1, 0]
    assert penalties(corrected + "\n* undo\n3 play 13-3") == [0, 0, 1, 0]
    match = at(corrected, options="revoke=penalty")
    assert match.view(2).hand.penalties == [0, 0, 1, 0]


def test_a_trick_begun_anew_is_no_correction():
    anew = BEGUN + "\n* undo\n* undo\n* undo\n1 play 13-10 =10\n2 play 10-1\n3 play 13-2"
    assert penalties(anew) == [0] * 4
    assert penalties(BEGUN + "\n* undo\n* undo\n2 play 13-7\n3 play 13-2") == [0] * 4


def test_without_the_option_a_revoke_costs_nothing():
    rows = trick("13-10 =13", "13-1", "5-4", "13-11") + "\n4 play 13-12 =13\n1 play 13-8\n2 play 13-7\n3 play 13-2"
    found = report(rows, seats=4, game="double_takes", top=15)
    assert found.ok and [(i.rule, i.seat) for _, _, i in found.infractions] == [("revoke", 3)]
    match = at(BEGUN + "\n* undo\n3 play 13-2")
    assert match.hand.penalties == [0] * 4
    fault = report(trick("4-2 =2", "9-4", racks={2: RACK}) + "\n* fault revoke 2", seats=4, game="double_takes", top=15)
    assert fault.ok and [i.rule for _, _, i in fault.infractions] == ["revoke"]


def test_a_revoke_that_a_fault_names_too_is_listed_once():
    rows = trick("4-2 =2", "9-4", racks={2: RACK}) + "\n* fault revoke 2"
    found = report(rows, seats=4, options="revoke=penalty", game="double_takes", top=15)
    assert found.ok and [(i.rule, i.seat) for _, _, i in found.infractions] == [("revoke", 2)]


def test_a_revoke_that_stands_is_not_among_the_legal_acts():
    match = at(trick("4-2 =2", racks={2: RACK}), options="revoke=penalty")
    assert legal(match) == ["play 15-2", "play 2-2"] and match.judge(2, parse("9-4")) is None


# --- all of it ------------------------------------------------------------------------------------------------------


def test_random_games_share_all_points():
    for seed in range(1, cases(2, 100)):
        for seats, total in ((2, 84), (3, 61), (4, 50)):
            writer = whole(seats, seed)
            assert sum(writer.match.totals) == total and writer.match.over and writer.match.hand.phase == OVER
            found = audit(read(hidden_version(writer).text()))
            assert found.ok and found.match.results == writer.match.results and not found.infractions


def test_sets_seats_and_options():
    for top, seats, options, code in (
        (12, 4, {}, "bad_set"),
        (15, 5, {}, "bad_seats"),
        (15, 1, {}, "bad_seats"),
        (15, 3, {"partners": "on"}, "bad_pairs"),
        (15, 2, {"partners": "on"}, "bad_pairs"),
        (15, 4, {"revoke": "pardon"}, "bad_value"),
        (15, 2, {"first": 3}, "bad_number"),
    ):
        try:
            games.load("double_takes", top, seats, options)
            assert False, code
        except DominoError as refused:
            assert refused.code == code
    rules = games.load("double_takes")
    assert (rules.top, rules.seats, rules.deal, rules.rounds) == (15, 4, 17, 2)


def test_random_matches_at_every_table():
    at_every_table(
        "double_takes",
        {"partners": "on", "first": 2},
        {"revoke": "penalty"},
        {"partners": "on", "revoke": "penalty"},
    )
