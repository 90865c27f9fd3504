"""The computer player of the solitaires: sound records, the same again from a seed, and more wins than by chance."""

from random import Random

import pytest

from dominocore import audit, games, record as game_record
from dominocore.events import QUIT, act
from dominotable import solitaires
from dominotable.solo_players import choose_careful

LONG = 300  # lines after which the random player gives a clock up that it only moves about

# Game, set, deals, and by how many more wins at least: what seeded runs gave, with room for another fair player.
CONTESTS = [("squeeze", 6, 60, 6), ("good_neighbors", 12, 40, 10), ("big_clock", 6, 80, 5), ("traffic", 6, 20, 2)]


def choose_random(match, rng: Random) -> int:
    return act(QUIT) if match.hand.events > LONG else rng.choice(match.legal())


def play(game, top, seed, choose):
    return solitaires.play(games.load(game, top), seed, choose, ["Ana"])


@pytest.mark.parametrize("game, top, deals, more", CONTESTS)
def test_looking_ahead_wins_clearly_more_often_than_chance(game, top, deals, more):
    careful = sum(play(game, top, seed, choose_careful).match.winner for seed in range(deals))
    chance = sum(play(game, top, seed, choose_random).match.winner for seed in range(deals))
    assert careful >= chance + more, (careful, chance)


@pytest.mark.parametrize("game", ["bingo", "big_clock", "good_neighbors", "traffic", "squeeze"])
def test_what_is_played_is_a_sound_record_and_the_same_again(game):
    for top in (6, 9):
        text = play(game, top, 11, choose_careful).text()
        assert play(game, top, 11, choose_careful).text() == text != play(game, top, 12, choose_careful).text()
        done = audit.audit(game_record.read(text))
        assert done.ok and done.match.over and text.splitlines()[-1].startswith("* score 1:")


@pytest.mark.parametrize(
    "game, options",
    [
        ("squeeze", {"may_hold_back": "on", "group_any": "whole"}),
        ("good_neighbors", {"holes": "close"}),
        ("big_clock", {"settle": "player", "moves": "always"}),
        ("traffic", {"limit": "strict_line", "surplus": "returned"}),
        ("traffic", {"idle_tiles": "allowed", "surplus": "returned"}),
    ],
)
def test_it_plays_with_options_too(game, options):
    for seed in range(4):
        writer = solitaires.play(games.load(game, 6, 1, options), seed, choose_careful, ["Ana"])
        assert audit.audit(game_record.read(writer.text())).ok
