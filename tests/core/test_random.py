"""Random matches of every game: tiles conserved, scores that add up, replay, undo, hidden equal to seen."""

from chance import Chance
from dealing import cases, full_events, hidden_version, random_match
from dominocore import games
from dominocore.audit import audit
from dominocore.events import HAND
from dominocore.faults import DominoError
from dominocore.holdings import RETIRED, TABLE
from dominocore.match import Match
from dominocore.record import read, write

# Options worth mixing in, by game: each random match takes one of these sets.
VARIANTS = {
    "mexican_train": (
        {"rounds": 2},
        {"rounds": 2, "marker": "owner_locked", "station": "table_highest", "blank50": "on"},
        {"rounds": 2, "mark_unstarted": "on", "opening_run": "must_exhaust", "mexican_trains": "one"},
        {"rounds": 2, "siding_before_own_train": "forbidden", "station": "descending", "first": 2},
        {"rounds": 2, "deal": 3, "marker": "owner_locked", "mark_unstarted": "on"},
        {"rounds": 2, "deal": 1, "station": "descending"},
    ),
    "texas_42": (
        {},
        {"bidding": "single_round", "all_pass": "dealer_forced30", "first": 3},
        {"score": "marks7", "play_out": "decided", "open_above42": "on"},
        {"lead_suit": "leader_calls", "bidding": "single_round"},
        {"lead_suit": "leader_calls", "score": "marks7", "first": 4},
    ),
    "poker": (
        {},
        {"draw": "three", "straights": "length", "max_raises": 1, "first": 2},
        {"stakes": "none", "straights": "hoyle", "hands": 3},
        {"ante": 0, "max_bet": 1, "max_raises": 9, "hands": 20},
        {"ante": 9999, "max_bet": 3000, "draw": "three", "hands": 4},
    ),
    "muggins": (
        {},
        {"claim": "auto", "match_end": "hand_end"},
        {"spinner_order": "free", "voluntary_draw": "off", "reserve": 2},
        {"spinner": "none", "round5": "on", "deal": 5},
        {"target": 25, "deal": 1},
    ),
    "bergen": (
        {},
        {"lead": "lowest_double", "block_rule": "lowest_pips", "voluntary_draw": "off"},
        {"lead": "any", "first": 2, "block_tie": "all", "out_points": 2},
        {"deal": 3, "reserve": 2, "target": 5, "block_tie": "all"},
    ),
    "block": ({}, {"leader": "winner"}, {"direction": "ccw", "first": 2}, {"four_way": "on"}, {"deal": 5}),
    "draw": ({}, {"voluntary_draw": "on"}, {"reserve": 2, "direction": "ccw"}, {"four_way": "on", "leader": "fixed"}),
    "matador": (
        {},
        {"hold_matador": "on", "lead": "highest_double"},
        {"block": "winner_takes_all", "voluntary_draw": "on", "leader": "winner"},
        {"deal": 3, "reserve": 2, "hold_matador": "on", "voluntary_draw": "on"},
    ),
    "tiddle_a_wink": (
        {},
        {"version": "2", "hands": 3},
        {"chain": "off", "extra_must": "must", "scoring": "single_hand"},
        {"version": "2", "hands": 4, "block": "carry", "extra_where": "double"},
        {"extra_where": "double", "target": 300},
    ),
    "sebastopol": ({}, {"target": 30}),
    "bingo": ({}, {"count_top": "12"}, {"reset_each_pass": "on"}),
    "big_clock": ({}, {"settle": "player"}, {"moves": "always"}, {"settle": "player", "moves": "always"}),
    "good_neighbors": ({}, {"holes": "close"}),
    "traffic": (
        {},
        {"limit": "strict_line"},
        {"idle_tiles": "allowed", "surplus": "returned"},
        {"quad_uses_old": "touching"},
        {"quad_uses_old": "touching", "idle_tiles": "allowed", "limit": "strict_line"},
    ),
    "squeeze": ({}, {"may_hold_back": "on"}, {"group_any": "whole"}, {"may_hold_back": "on", "group_any": "whole"}),
    "super_dominos": (
        {},
        {"scoring": "super", "fifteen": "alternate", "skip1313": "on", "hands": 2},
        {"fourteen": "must", "fifteen": "odd_seats", "start_double_skips": "on", "blocked_score": "difference"},
        {"caster_exempt": "on", "fifteen_on_last_tile": "off", "target": 30, "first": 2},
        {"scoring": "super", "blocked_score": "difference", "caster_exempt": "on"},
    ),
    "double_takes": (
        {},
        {"partners": "on", "first": 2},
        {"revoke": "penalty"},
        {"partners": "on", "revoke": "penalty"},
    ),
    "thats_it": (
        {},
        {"tiles": "10", "same_suit": "any_two", "loose_tile": "on"},
        {"loose_tile": "on", "target": 1, "first": 2},
        {"tiles": "10", "same_suit": "doubles_too", "false_call": "penalty"},
        {"loose_tile": "on", "same_suit": "doubles_too", "target": 8},
    ),
    "high_fives": (
        {},
        {"leftover": "short_round", "capture": "auto", "bonus_tie": "split", "end_pool": "last_capturer"},
        {"leftover": "pool15", "claim": "any_pair", "first": 2},
        {"claim": "any_pair", "bonus_tie": "each", "end_pool": "last_capturer"},
    ),
    "classic": (
        {},
        {"pairs": "on", "next_opener": "winner"},
        {"next_opener": "winner", "block_score": "difference", "tie_high_tile": "half"},
        {"pairs": "on", "block_score": "difference", "pozo4": "off", "direction": "cw"},
        {"pozo4": "off"},
    ),
}


def tables(game):
    """Every set with its fewest, most and one middle number of seats."""
    found = []
    for top, (fewest, most) in sorted(games.rules_of(game).SEATS.items()):
        for seats in sorted(set([fewest, (fewest + most) // 2, most])):
            found.append((top, seats))
    return found


def most_hands(game):
    """Enough to see how hands follow each other; a random hand of That's It! goes on for 200 turns."""
    return 2 if game == "thats_it" else 12


def each_match(ordinary, soak, check=None):
    """Seeded random matches of every game, through its tables and variants."""
    for game in games.IDS:
        spots = tables(game)
        variants = VARIANTS.get(game, ({},))
        for i in range(cases(ordinary, soak)):
            top, seats = spots[i % len(spots)]
            options = variants[(i + i // len(spots)) % len(variants)]  # every variant early, every pair in time
            if allowed(game, top, seats, options):
                yield random_match(i + 1, game, top, seats, options, check, most_hands(game))


def allowed(game, top, seats, options):
    """Whether a variant goes with this set and these seats (versions and pairs have sets and seats of their own)."""
    try:
        games.load(game, top, seats, options)
        return True
    except DominoError:
        return False


def snapshot(match):
    """Everything public about a position, to compare two ways of reaching it."""
    hand = match.hand
    return (
        match.totals,
        match.results,
        match.outcome,
        hand.turn,
        hand.then,
        hand.phase,
        hand.passes,
        hand.points,
        [sorted(r) for r in hand.hold.racks],
        bytes(hand.hold.hidden),
        bytes(hand.hold.where),
    )


def conserved(match):
    """Tiles are in one rack, on the table or asleep; nothing is lost or doubled."""
    hold = match.hand.hold
    racks = sum([len(r) for r in hold.racks])
    laid = sum([1 for w in hold.where if w in (TABLE, RETIRED)])
    assert racks + laid + hold.stock == match.rules.tiles
    assert racks == sum([1 for w in hold.where if 1 <= w <= match.rules.seats])


def test_every_set_and_number_of_seats_seen_and_hidden():
    """Dozens of tables a game: two random hands at each, replayed from the record with seen and with hidden racks."""
    for game in games.IDS:
        for top, (fewest, most) in games.rules_of(game).SEATS.items():
            for seats in range(fewest, most + 1):
                for options in VARIANTS[game]:
                    if allowed(game, top, seats, options):
                        writer = random_match(seats, game, top, seats, options, conserved, 2)
                        for text in (writer.text(), hidden_version(writer).text()):
                            found = audit(read(text))
                            assert found.ok and found.match.results == writer.match.results, (text, found.error)
                        break


def test_random_matches_end_conserve_tiles_and_add_up():
    for writer in each_match(24, 1500, conserved):
        match = writer.match
        assert match.hands == len(match.results) > 0
        sums = [sum([r.scores[s] for r in match.results]) for s in range(match.rules.sides)]
        assert sums == match.totals
        assert match.over or match.hands == most_hands(match.rules.ID)


def test_a_record_replays_to_the_same_position_and_bytes():
    for writer in each_match(12, 500):
        text = writer.text()
        record = read(text)
        assert write(record) == text
        found = audit(record)
        assert found.ok, (text, found.error.line, found.error)
        assert snapshot(found.match) == snapshot(writer.match) and not found.infractions


def test_hidden_and_seen_racks_give_the_same_scores():
    for writer in each_match(12, 500):
        hidden = hidden_version(writer).text()
        found = audit(read(hidden))
        assert found.ok, (hidden, found.error.line, found.error)
        assert found.match.results == writer.match.results and not found.infractions, found.infractions


def test_undo_then_redo_gives_the_same_position():
    for seed, writer in enumerate(each_match(6, 200), 1):
        chance = Chance(seed)
        match = Match(writer.match.rules)
        for event in full_events(writer):
            match.push(*event)
            events = match.events()
            acts = [i for i, e in enumerate(events) if e[1] >> 24 < HAND]
            if acts and chance.one_in(6):
                before = snapshot(match)
                back = 1 + chance.below(min(3, len(acts)))
                for _ in range(back):
                    match.undo()
                for redone in events[acts[-back] :]:
                    match.push(*redone)
                assert snapshot(match) == before


def test_any_changed_score_is_refused_with_its_line():
    for writer in each_match(2, 20):
        rows = writer.text().split("\n")
        for i, row in enumerate(rows):
            if " score " in row:
                words = row.split()
                words[2] = "1:%d" % (int(words[2][2:]) + 1)
                changed = rows[:i] + [" ".join(words)] + rows[i + 1 :]
                error = audit(read("\n".join(changed))).error
                assert (error.line, error.code) == (i + 1, "wrong_score")
