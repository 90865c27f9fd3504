"""What `verify` tells about a solitaire: whose turn, what is legal, how it ended and how much is left."""

import pytest

from dominocore import games
from dominotable.solitaires import play
from dominotable.solo_players import choose_careful
from dominotable.verifying import verify_bytes

HEAD = '%%DGR 1\n[Game "%s"]\n[Set "6"]\n[Seats "Ana"]\n* hand\n'

BEGUN = {
    "squeeze": (
        "* row 6-1 3-3 6-4 2-0 5-1 2-1 4-1\n",
        28,
        ["remove 6-1 6-4", "remove 2-0 2-1", "remove 5-1 4-1", "remove 5-1 2-1 4-1"],
    ),
    "good_neighbors": ("* layout 6-0 5-0 1-1 2-2 3-3 4-4\n1 remove 6-0 5-0\n", 26, ["end"]),
    "big_clock": ("* clock 2-1 3-2 4-3 5-4 6-5 6-1\n", 6, ["turn"]),
    "traffic": (
        "* up 2-1 4-3 6-6 5-1\n1 lay 2-1 2@1,0 1@0,0\n1 lay 4-3 4@3,0 3@2,0\n",
        26,
        ["end"],
    ),
}


def verify(text):
    return verify_bytes(text.encode(), "game.dgr").report


@pytest.mark.parametrize("game", BEGUN)
def test_a_game_under_way(game):
    lines, left, legal = BEGUN[game]
    report = verify(HEAD % game + lines)
    assert report["ok"], report["error"]
    assert report["turn"] == 1 and report["left"] == left and report["winner"] is None
    assert [line for line in report["legal"] if not line.startswith("lay")] == legal


@pytest.mark.parametrize("game", BEGUN)
def test_a_game_given_up(game):
    lines, left, _ = BEGUN[game]
    report = verify(HEAD % game + lines + "1 quit\n* score 1:0\n")
    assert report["ok"] and report["turn"] is None and report["legal"] == [] and report["left"] == left
    assert report["hands"] == [{"scores": [0], "winner": None, "reason": "gave_up"}] and report["winner"] is None


def test_a_streak_and_the_best_result_follow_from_records():
    reports = [verify(play(games.load("bingo"), seed, choose_careful, ["Ana"]).text()) for seed in range(12)]
    won = [report["winner"] == 1 for report in reports]
    assert all((report["left"] == 0) == win for report, win in zip(reports, won, strict=True))
    assert any(won) and not all(won)
    assert {report["hands"][0]["reason"] for report in reports} == {"won", "lost"}


def test_other_games_do_not_speak_of_tiles_left():
    assert "left" not in verify('%DGR 1\n[Game "block"]\n[Set "6"]\n[Seats "Ana" "Beto"]\n* hand\n')
