"""High Fives: every vector of its page by id, its options, and what the page says besides."""

from dealing import cases, error, events_of, hidden_version, legal, position, random_match, text
from dominocore import games
from dominocore.audit import audit
from dominocore.events import HAND, POOL
from dominocore.faults import DominoError
from dominocore.games.high_fives import Pool, value
from dominocore.match import Match
from dominocore.record import read, write
from dominocore.rules import Hand
from dominocore.tiles import name, parse
from matches import at_every_table

FIVE = "? ? ? ? ?"
POOL_OF_FIVE = "* pool 12-2 7-5 5-5 3-1 9-8"
RACK = "12-5 9-9 14-13 15-14 4-4"


def at(lines, seats=2, options=""):
    return position(lines, seats=seats, options=options, game="high_fives", top=15)


def wrong(lines, seats=2, options=""):
    return error(lines, seats=seats, options=options, game="high_fives", top=15)


def begun(*lines, rack=FIVE, pool=POOL_OF_FIVE):
    """Lines of a first round of two; seat 1 has `rack`."""
    return "\n".join(["* hand", "1 deal " + rack, "2 deal " + FIVE, pool] + list(lines))


def tiles(words):
    return [parse(word) for word in words.split()]


def lying(match):
    return sorted([name(t) for t in match.hand.layout.tiles])


# --- capture --------------------------------------------------------------------------------------------------------


def test_HF_01_one_of_the_matching_tiles_may_be_taken():
    match = at(begun(rack=RACK))
    offered = [a for a in legal(match) if a.startswith("play 12-5")]
    assert offered == ["play 12-5", "play 12-5 x12-2", "play 12-5 x7-5", "play 12-5 x5-5"]
    taken = at(begun("1 play 12-5 x5-5"))
    assert lying(taken) == ["12-2", "3-1", "7-5", "9-8"] and taken.hand.points == [3, 0] and taken.turn == 2
    assert wrong(begun("1 play 12-5 x3-1")) == (5, "no_capture")
    assert wrong(begun("1 play 12-5 x6-5")) == (5, "not_in_pool")
    assert wrong(begun("1 play 12-5 x12-5")) == (5, "not_in_pool")


def test_HF_02_without_a_match_the_tile_stays():
    match = at(begun("1 play 14-14", pool="* pool 12-2 7-5 5-5 3-1 9-8"))
    assert "14-14" in lying(match) and match.hand.left < 0
    pool = Pool(tiles("12-2 7-5"))
    assert pool.matching(parse("9-9")) == []
    assert Pool(()).matching(parse("9-9")) == [], "also when the pool is empty"


def test_HF_04_values():
    assert [value(t) for t in tiles("3-2 12-3 8-7 13-12 15-15 0-0 5-5 6-6")] == [1, 3, 3, 5, 7, 1, 3, 1]


def test_HF_05_the_whole_set_is_worth_a_hundred():
    values = [value(t) for t in range(136)]
    assert sum(values) == 100 and len([v for v in values if v]) == 40


def test_the_capture_is_always_written():
    lines = text(begun("1 play 12-5 x5-5", "2 play 7-7 x7-5"), game="high_fives", top=15)
    assert write(read(lines)) == lines
    assert wrong(begun("1 play 12-5 @L")) == (5, "no_such_end")
    assert wrong(begun("1 end")) == (5, "not_allowed"), "a miss is not ended"


# --- the missed pair ------------------------------------------------------------------------------------------------


def test_HF_06_the_next_seat_may_claim_the_missed_pair():
    missed = begun("1 play 12-5")
    match = at(missed + "\n2 claim 12-5 x5-5")
    assert match.turn == 2 and match.hand.points == [0, 3] and match.hand.taken == [0, 2]
    assert [tuple(m)[:2] + (m.points,) for m in match.hand.missed] == [(1, parse("12-5"), 3)]
    hand = at(begun("1 play 12-11")).hand
    assert name(hand.left) == "12-11" and hand.missed == [], "a pair that is worth nothing"
    assert at(missed + "\n2 claim 12-5 x5-5\n2 play 9-9 x9-8").turn == 1
    assert at(missed + "\n2 claim 12-5 x12-2").hand.points == [0, 0]
    assert wrong(missed + "\n1 claim 12-5 x5-5") == (6, "out_of_turn"), "not who missed it"
    assert wrong(missed + "\n2 claim 5-5 x12-5") == (6, "false_claim"), "the tile just laid first"
    assert wrong(missed + "\n2 claim 7-5 x5-5") == (6, "false_claim"), "another pair"
    assert wrong(missed + "\n2 claim 12-5 x3-1") == (6, "false_claim")
    assert wrong(missed + "\n2 claim") == (6, "not_in_pool")
    assert wrong(missed + "\n2 claim 12-5 x5-5\n2 claim 7-5 x7-7") == (7, "not_in_pool")


def test_a_play_gives_the_claim_up_for_all():
    rows = begun("1 play 12-5", "2 play 14-14")
    assert wrong(rows + "\n1 claim 12-5 x5-5") == (7, "false_claim")
    assert wrong(begun("1 play 14-14") + "\n2 claim 7-5 x5-5") == (6, "false_claim"), "pairs of the start lie"
    assert wrong(begun() + "\n1 claim 7-5 x5-5") == (5, "false_claim")


# Nine tiles that are left lying; the tenth decides.
NINE = ["%d play %s" % (i % 2 + 1, tile) for i, tile in enumerate("7-0 8-0 9-0 10-0 11-0 12-0 13-0 7-7 8-8".split())]
PLAIN_POOL = "* pool 2-1 3-1 4-1 5-1 6-1"


def round_one(last):
    return begun(*(NINE + ["2 play " + last]), pool=PLAIN_POOL)


def test_a_round_is_over_with_its_last_play():
    match = at(round_one("15-14"))
    assert match.results == [((0, 0), 0, "played_out")] and not match.over
    assert at(round_one("8-7 x8-8")).results == [((0, 4), 2, "played_out")]
    assert wrong(round_one("15-14") + "\n1 end") == (15, "not_in_play")


def test_a_miss_on_the_last_play_is_claimed_or_left():
    match = at(round_one("9-9"))
    assert match.turn == 1 and not match.results
    assert wrong(round_one("9-9") + "\n* hand") == (15, "hand_running")
    assert wrong(round_one("9-9") + "\n* score 1:0 2:0") == (15, "not_over")
    assert wrong(round_one("9-9") + "\n2 end") == (15, "out_of_turn")
    assert at(round_one("9-9") + "\n1 end\n* score 1:0 2:0\n* hand").hands == 1
    claimed = at(round_one("9-9") + "\n1 claim 9-9 x9-0\n* score 1:1 2:0")
    assert claimed.results == [((1, 0), 1, "played_out")]
    undone = at(round_one("9-9") + "\n1 end\n* undo")
    assert undone.turn == 1 and not undone.results


def test_legal_after_a_missed_last_play():
    rows = round_one("9-9").replace("1 deal " + FIVE, "1 deal 7-0 9-0 11-0 13-0 8-8")
    rows = rows.replace("2 deal " + FIVE, "2 deal 8-0 10-0 12-0 7-7 9-9")
    assert legal(at(rows)) == ["claim 9-9 x9-0", "end"]


def test_pool_and_won_tiles_stay_over_the_round():
    match = at(round_one("8-7 x8-8") + "\n" + "* hand\n1 deal %s\n2 deal %s" % (FIVE, FIVE))
    assert len(match.hand.layout.tiles) == 13 and match.hand.taken == [0, 2] and match.turn == 1
    assert legal(at(round_one("15-14") + "\n* hand\n1 deal 15-15 14-14 13-13 12-12 1-1\n2 deal " + FIVE))
    again = round_one("8-7 x8-8") + "\n* hand\n1 deal 8-8 ? ? ? ?"
    assert wrong(again) == (16, "tile_elsewhere")
    follow = "\n* hand\n1 deal %s\n2 deal %s\n1 play 9-9 x9-0" % (FIVE, FIVE)
    assert at(round_one("8-7 x8-8") + follow).hand.points == [1, 0]


# --- deals ----------------------------------------------------------------------------------------------------------


def schedule(seats, leftover="to_pool"):
    rules = games.load("high_fives", 15, seats, {"leftover": leftover})
    return list(rules.rounds), 136 - rules.pool - seats * sum(rules.rounds)


def turned_up(seats, leftover="to_pool"):
    """How many tiles the table turns up in each round of a game."""
    writer = random_match(1, "high_fives", 15, seats, {"leftover": leftover})
    found = []
    for _, a, data in events_of(writer.record):
        if a >> 24 == HAND:
            found.append(0)
        elif a >> 24 == POOL:
            found[-1] = len(data)
    return found


def test_HF_08_two_players():
    assert schedule(2) == ([5] * 13, 1)
    assert turned_up(2) == [5] + [0] * 11 + [1]


def test_HF_09_three_players():
    assert schedule(3) == ([5] * 8, 11)
    assert turned_up(3) == [5] + [0] * 6 + [11]


def test_HF_10_four_players():
    assert schedule(4) == ([5] * 6, 11)


def test_HF_12_six_players():
    assert schedule(5) == ([4] * 6, 11) and schedule(6) == ([4] * 5, 11)


def test_HF_13_seven_players():
    assert schedule(7) == ([4, 4, 4, 3, 3], 5)
    assert turned_up(7) == [5, 0, 0, 0, 5]


def test_HF_14_eight_players():
    assert schedule(8) == ([4] * 4, 3)


def test_a_short_round_and_a_pool_of_fifteen():
    assert [schedule(n, "short_round")[1] for n in range(2, 9)] == [1, 2, 3, 1, 5, 5, 3]
    assert schedule(3, "short_round") == ([5] * 8 + [3], 2) and schedule(7, "short_round")[0] == [4, 4, 4, 3, 3]
    assert [schedule(n, "pool15")[1] for n in range(2, 8)] == [1, 1, 1, 1, 1, 2]
    assert schedule(7, "pool15")[0] == [4, 4, 3, 3, 3]
    assert turned_up(7, "pool15") == [15, 0, 0, 0, 2]
    assert schedule(8, "pool15") == schedule(8), "eight need a pool of five"


def test_the_table_lays_its_tiles_first_and_exactly():
    rows = "* hand\n1 deal %s\n2 deal %s" % (RACK, FIVE)
    assert legal(at(rows)) == [] and at(rows).turn == 1
    assert wrong(rows + "\n1 play 9-9") == (4, "table_first")
    assert wrong(rows + "\n* pool 12-2 7-5") == (4, "tile_count")
    assert wrong(rows + "\n* pool 12-2 7-5 5-5 3-1 12-5") == (4, "tile_elsewhere")
    assert wrong(rows + "\n* pool 12-2 7-5 5-5 3-1 ?") == (4, "unseen_tile")
    assert wrong(begun() + "\n* pool 4-3 4-2 4-0 3-0 2-0") == (5, "not_due")
    assert wrong("* hand\n" + POOL_OF_FIVE) == (2, "not_due"), "after the deal"
    later = round_one("15-14") + "\n* hand\n1 deal %s\n2 deal %s" % (FIVE, FIVE)
    assert wrong(later + "\n" + "* pool 4-3 4-2 4-0 3-0 2-0") == (18, "not_due")


def test_one_player_starts_every_round():
    later = "\n* hand\n1 deal %s\n2 deal %s" % (FIVE, FIVE)
    assert at(round_one("15-14") + later).turn == 1
    assert at(begun(), options="first=2").turn == 2


# --- options --------------------------------------------------------------------------------------------------------


def test_capture_auto():
    option = "capture=auto"
    match = at(begun(rack=RACK), options=option)
    offered = [a for a in legal(match) if a.startswith(("play 12-5", "play 4-4"))]
    assert offered == ["play 12-5 x12-2", "play 12-5 x7-5", "play 12-5 x5-5", "play 4-4"]
    assert wrong(begun("1 play 12-5"), options=option) == (5, "capture_needed")
    assert wrong(begun("1 play 12-5 x5-5", "2 claim 7-5 x12-2"), options=option) == (6, "not_in_game")


def test_any_pair_may_be_claimed_besides_the_own_capture():
    option = "claim=any_pair"
    assert at(begun("1 claim 7-5 x5-5", "1 play 9-9 x9-8"), options=option).hand.points == [4, 0]
    assert at(begun("1 claim 5-5 x7-5"), options=option).turn == 1
    assert wrong(begun("1 claim 7-5 x12-2"), options=option) == (5, "false_claim")
    rows = begun("1 play 12-5", "2 claim 7-5 x5-5")
    assert wrong(rows + "\n2 claim 12-5 x12-2", options=option) == (7, "false_claim"), "one a turn"
    assert at(rows + "\n2 play 4-4\n1 claim 12-5 x12-2", options=option).hand.taken == [2, 2]
    assert wrong(round_one("15-14") + "\n1 claim 7-7 x7-0", options=option) == (15, "not_in_play")
    assert at(round_one("9-9") + "\n1 claim 7-7 x7-0", options=option).results == [((1, 0), 1, "played_out")]


def last_scores(taken, capturer=0, pool="", **options):
    """What the last round adds for these numbers of tiles taken."""
    rules = games.load("high_fives", 15, len(taken), options)
    hand = Hand(rules)
    hand.number = len(rules.rounds)
    hand.taken, hand.capturer, hand.layout = taken, capturer, Pool(tiles(pool))
    return rules.score(hand)


def test_most_tiles():
    assert last_scores([40, 30]) == [5, 0]
    assert last_scores([40, 40, 20]) == [0, 0, 0]
    assert last_scores([40, 40, 20], bonus_tie="split") == [2, 2, 0]
    assert last_scores([40, 40, 20], bonus_tie="each") == [5, 5, 0]
    assert last_scores([0, 0], bonus_tie="each") == [0, 0], "nobody has taken any"


def test_HF_16_the_pool_at_the_end():
    pool = "5-5 6-6 2-1"
    assert last_scores([40, 30], 2, pool) == [5, 0]
    assert last_scores([40, 30], 2, pool, end_pool="last_capturer") == [5, 4]
    assert last_scores([40, 38], 2, pool, end_pool="last_capturer") == [0, 9], "they count as taken"
    assert last_scores([0, 0], 0, pool, end_pool="last_capturer") == [0, 0]


def test_before_the_last_round_nothing_is_added():
    rules = games.load("high_fives", 15, 2)
    hand = Hand(rules)
    hand.number, hand.taken, hand.capturer, hand.layout = 12, [40, 30], 1, Pool(())
    assert rules.score(hand) == [0, 0]


# --- faults ---------------------------------------------------------------------------------------------------------


def test_acts_that_stand_by_a_fault():
    match = at(begun("2 play 14-14", "* fault out_of_turn 2"))
    assert match.turn == 1
    taken = at(begun("1 play 12-5 x3-1", "* fault no_capture 1"))
    assert taken.hand.taken == [2, 0]
    auto = at(begun("1 play 12-5", "* fault capture_needed 1"), options="capture=auto")
    assert auto.turn == 2 and "12-5" in lying(auto)
    ended = at(begun("1 end", "* fault not_allowed 1"))
    assert ended.turn == 1


# --- all of it ------------------------------------------------------------------------------------------------------


def test_equal_totals_share():
    rules = games.load("high_fives", 15, 2)
    match = Match(rules)
    match.totals, match.hands = [50, 50], 13
    assert rules.finish(match) == (1, 2)
    match.totals = [51, 49]
    assert rules.finish(match) == (1,)
    match.hands = 12
    assert rules.finish(match) is None


def test_a_record_holds_one_game():
    writer = random_match(3, "high_fives", 15, 8)
    assert writer.match.over
    assert audit(read(writer.text() + "* hand\n")).error.code == "match_over"


def test_random_games_share_a_hundred_points():
    for seed in range(1, cases(3, 60)):
        for seats in (2, 3, 5, 7, 8):
            writer = random_match(seed, "high_fives", 15, seats, {"bonus_tie": "each"})
            match = writer.match
            left = sum([value(t) for t in match.hand.layout.tiles])
            sharers = match.hand.taken.count(max(match.hand.taken))
            assert match.over and sum(match.totals) + left == 100 + 5 * sharers
            assert sum(match.hand.taken) + len(match.hand.layout.tiles) == 136
            assert audit(read(hidden_version(writer).text())).match.results == match.results


def test_sets_seats_and_options():
    for top, seats, options, code in (
        (12, 4, {}, "bad_set"),
        (15, 9, {}, "bad_seats"),
        (15, 1, {}, "bad_seats"),
        (15, 4, {"capture": "both"}, "bad_value"),
        (15, 2, {"first": 3}, "bad_number"),
        (15, 2, {"target": 50}, "bad_option"),
    ):
        try:
            games.load("high_fives", top, seats, options)
            assert False, code
        except DominoError as refused:
            assert refused.code == code


def test_random_matches_at_every_table():
    at_every_table(
        "high_fives",
        {"leftover": "short_round", "capture": "auto", "bonus_tie": "split", "end_pool": "last_capturer"},
        {"leftover": "pool15", "claim": "any_pair", "first": 2},
        {"claim": "any_pair", "bonus_tie": "each", "end_pool": "last_capturer"},
    )
