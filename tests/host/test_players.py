"""Sensible players: that they win clearly more than their share, that they see no more than they may, and the ideas
they go by."""

import os
from math import sqrt
from random import Random

import pytest

from dominocore import games
from dominocore.audit import audit, resolve
from dominocore.events import HAND, number_of, tiles_of
from dominocore.match import Match
from dominocore.record import read
from dominocore.spelling import spell
from dominocore.tiles import parse
from dominotable.players import ALERTNESS, NAMES, PLAYERS, choose_sensible
from dominotable.players.forty_two import best_trump, winners
from dominotable.players.trains import longest_run
from dominotable.playing import play_match

MATCHES = 300 if os.getenv("SOAK") else 32

# A table of each game where sense tells within one match: set, seats, options.
TABLES = {
    "mexican_train": (9, 3, {}),
    "texas_42": (6, 4, {}),
    "poker": (6, 3, {}),
    "muggins": (6, 3, {}),
    "draw": (6, 2, {}),
    "block": (6, 4, {}),
    "bergen": (6, 4, {}),
    "matador": (6, 3, {}),
    "tiddle_a_wink": (9, 4, {}),
    "sebastopol": (6, 4, {}),
    "super_dominos": (15, 2, {}),
    "double_takes": (15, 4, {"partners": "on"}),
    "thats_it": (15, 3, {"target": 10}),
    "high_fives": (15, 4, {}),
    "classic": (6, 4, {"pairs": "on"}),
}

LUCKY = ("super_dominos",)  # a match of one hand is mostly luck, so it takes more of them to show sense


def matches_won(rules, matches):
    """How many a sensible side wins against random ones, sitting elsewhere each time; a shared one counts in part."""
    won = 0
    for seed in range(matches):
        side = seed % rules.sides + 1
        names = ["sensible" if rules.side(seat) == side else "random" for seat in range(1, rules.seats + 1)]
        found = play_match(rules, seed, names).match.outcome
        won += (side in found) / len(found)
    return won


@pytest.mark.parametrize("game", TABLES)
def test_sensible_wins_clearly_more_than_its_share(game):
    rules = games.load(game, *TABLES[game])
    matches = 5 * MATCHES if game in LUCKY else MATCHES
    fair = matches / rules.sides
    luck = sqrt(fair * (1 - 1 / rules.sides))  # one standard deviation
    assert matches_won(rules, matches) > fair + 2 * luck


def picture(view):
    """What matters about a position, as it is now."""
    hand = view.hand
    return repr((hand.turn, hand.then, hand.points, hand.hold.racks, hand.hold.hidden, hand.hold.where))


@pytest.mark.parametrize("game", ["mexican_train", "texas_42", "poker", "super_dominos", "thats_it", "high_fives"])
def test_a_player_sees_what_a_view_of_the_match_shows(game, monkeypatch):
    seen = []

    def watcher(view, seat, rng):
        seen.append((seat, picture(view)))
        return choose_sensible(view, seat, rng)

    monkeypatch.setitem(PLAYERS, "watcher", watcher)
    monkeypatch.setitem(ALERTNESS, watcher, 1.0)
    rules = games.load(game, *TABLES[game])
    match = Match(rules)
    for line in play_match(rules, 1, ["watcher"]).record.lines:
        seat, act, data = line.event
        if act >> 24 < HAND:
            assert seen.pop(0) == (seat, picture(match.view(seat)))
            act, _ = resolve(match, seat, act, line.end_written)
        match.push(seat, act, data)
    assert match.over and not seen


# --- ideas ---------------------------------------------------------------------------------------------------------


def tiles(text):
    return [parse(word) for word in text.split()]


def position(game, body, options="", top=6, seats=2):
    names = " ".join('"%s"' % name for name in NAMES[:seats])
    tags = '%%DGR 1\n[Game "%s"]\n[Set "%d"]\n[Seats %s]\n[Options "%s"]\n' % (game, top, names, options)
    found = audit(read(tags + body + "\n"))
    assert found.match is not None and found.ok, found.error
    return found.match


def chosen(match):
    """What the sensible player on turn does, as a record says it."""
    return spell(match.turn, choose_sensible(match.view(match.turn), match.turn, Random(1)))


def test_a_count_goes_before_a_heavy_tile():
    match = position("muggins", "* hand\n1 deal 5-5 0-0\n2 deal 5-0 6-5\n1 play 5-5", "deal=2")
    assert chosen(match).startswith("2 play 5-0")


def test_a_matador_is_kept_for_an_end_that_nothing_else_fits():
    match = position("matador", "* hand\n1 deal 6-6 5-5\n2 deal 6-1 5-1\n1 play 6-6", "deal=2")
    assert chosen(match).startswith("2 play 5-1")


def test_the_longest_run_goes_on_the_own_train():
    assert longest_run(tiles("9-5 5-5 5-1 1-0 8-3 9-2"), 9) == tuple(tiles("9-5 5-5 5-1 1-0"))
    assert longest_run(tiles("8-3"), 9) == ()


def test_trumps_are_the_long_number_with_its_double():
    rack = tiles("6-6 6-5 6-4 6-3 5-5 2-1 1-0")
    assert best_trump(rack) == 6
    assert winners(rack, 6) > winners(rack, 5)


DEALS = """* hand
1 deal 6-2 5-1 4-0 3-2 2-1 1-0 5-3
2 deal 6-6 6-5 6-4 6-3 5-5 4-4 1-1
3 deal 6-1 6-0 5-4 5-2 5-0 4-3 4-2
4 deal 4-1 3-3 3-1 3-0 2-2 2-0 0-0"""


def test_a_strong_rack_bids_and_a_weak_one_or_the_partner_passes():
    match = position("texas_42", DEALS, seats=4)
    strong = choose_sensible(match.view(2), 2, Random(1))
    assert 30 <= number_of(strong) <= 41
    assert chosen(position("texas_42", DEALS + "\n2 bid 30", seats=4)) == "3 bid pass"
    assert chosen(position("texas_42", DEALS + "\n2 bid 30\n3 bid pass", seats=4)) == "4 bid pass"


def test_a_partner_who_is_sure_of_the_trick_is_fed():
    bids = "\n2 bid 30\n3 bid pass\n4 bid pass\n1 bid pass\n2 trump 6\n2 play 6-6\n3 play 6-1"
    assert chosen(position("texas_42", DEALS + bids, seats=4)) == "4 play 4-1"


def test_a_made_hand_is_kept_and_four_of_a_number_are_filled_up():
    body = "* hand\n1 deal %s\n2 deal %s\n2 check\n1 check"
    made = position("poker", body % ("2-1 3-1 4-1 5-1 6-1", "6-6 5-5 4-4 3-2 6-5"), "draw=three ante=0")
    assert chosen(made) == "2 pass"  # three doubles
    four = position("poker", body % ("3-2 3-1 4-1 5-1 6-1", "6-4 6-3 6-2 6-5 4-3"), "draw=three ante=0")
    act = choose_sensible(four.view(2), 2, Random(1))
    assert tiles_of(act) == tuple(tiles("4-3"))


def test_a_hand_of_melds_is_called():
    racks = "* hand\n1 deal 9-1 9-2 9-3 9-4 5-1 5-2 5-3\n2 deal 0-0 1-0 2-0 4-1 6-5 8-7 7-3\n1 draw 15-14"
    assert chosen(position("thats_it", racks, top=15)) == "1 down 15-14"


def test_the_dearest_pair_is_taken_from_the_pool():
    body = "* hand\n1 deal 10-10 4-3 2-1 1-0 7-6\n2 deal 9-9 8-8 7-7 6-6 3-3\n* pool 10-5 4-1 15-14 13-12 11-8"
    assert chosen(position("high_fives", body, top=15)) == "1 play 10-10 x10-5"
