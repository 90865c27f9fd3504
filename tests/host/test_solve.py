"""`solve`: positions, known stocks, verdicts, and that a solution found is a record that verifies."""

import json
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from dominocore import games, record as game_record
from dominocore.events import HAND, ROW, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.tiles import name, parse
from dominotable import puzzles, solitaires, solving
from dominotable.cli import Tool, tool
from dominotable.commands import records
from dominotable.commands.solve import solve

app = typer.Typer(cls=Tool, pretty_exceptions_enable=False)
app.callback()(tool)
app.command("solve")(solve)
app.command("verify")(records.verify)

# Deals that the search wins within a second or a few.
WINNABLE = [
    ("squeeze", 6, 1),
    ("squeeze", 12, 2),
    ("good_neighbors", 6, 0),
    ("good_neighbors", 9, 0),
    ("good_neighbors", 12, 1),
    ("big_clock", 6, 0),
    ("traffic", 6, 3),
]


def run(*words):
    env = {"DOMINOTABLE_LANG": None, "COLUMNS": "200"}
    return CliRunner().invoke(app, [str(word) for word in words], env=env, prog_name="dominotable")


def first(match, rng):
    return match.rules.hint(match.hand)


def anyhow(match, rng):
    return rng.choice(match.legal())


def started(game, top, seed):
    """A record of a game that waits for its first act, and the rest of the stock."""
    rules = games.load(game, top)
    rng = Random(seed)
    writer = game_record.Writer(rules, ["Ana"])
    writer.event(0, act(HAND))
    stock = solitaires.shuffled_stock(writer.match, rng)
    lines = []
    solitaires.lay_what_is_due(rules, solitaires.fork(writer.match.hand), list(stock), lines)
    for event in lines:
        writer.event(*event)
        del stock[: len(event[2])]
    return writer, stock


def save(path, writer):
    path.write_text(writer.text(), encoding="utf-8")
    return path


@pytest.mark.parametrize("game, top, seed", WINNABLE)
def test_a_solution_verifies(game, top, seed, tmp_path):
    writer, stock = started(game, top, seed)
    file, solved = save(tmp_path / "a.dgr", writer), tmp_path / "b.dgr"
    names = " ".join(name(t) for t in stock)
    done = run("solve", file, "--stock", names, "--limit", 250, "--record", solved, "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 0 and report["answer"] == "won" and report["record"] == str(solved), done.stderr
    proved = run("verify", solved, "--json")
    assert proved.exit_code == 0
    found = json.loads(proved.stdout)
    assert found["winner"] == 1 and found["hands"] == [{"scores": [1], "winner": 1, "reason": "won"}]
    assert solved.read_text() == file.read_text() + "".join(line + "\n" for line in report["lines"])
    assert report["lines"][-1] == "* score 1:1"


def test_the_lines_are_shown_to_people_too(tmp_path):
    writer, stock = started("squeeze", 6, 1)
    done = run("solve", save(tmp_path / "a.dgr", writer), "--stock", " ".join(name(t) for t in stock))
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].startswith("1 remove ") and done.stdout.splitlines()[-1] == "* score 1:1"
    assert "it can be won" in done.stderr


def test_a_seed_tells_the_stock_and_the_start_of_a_finished_game_is_the_puzzle(tmp_path):
    for seed in range(20):
        writer = solitaires.play(games.load("squeeze"), seed, anyhow, ["Ana"])
        if writer.match.results[0].reason == "lost":
            break
    file = save(tmp_path / "lost.dgr", writer)
    assert run("solve", file, "--seed", seed).exit_code == 0
    done = run("solve", file, "--seed", seed + 1000)
    assert done.exit_code == 2 and "did not come as seed" in done.stderr
    assert run("solve", file).exit_code == 0, "a lost Squeeze has shown its whole stock"


def test_later_lines_tell_the_order_and_the_rest_must_be_named(tmp_path):
    for seed in range(50):
        writer = solitaires.play(games.load("good_neighbors", 6), seed, anyhow, ["Ana"])
        if writer.match.results[0].reason == "lost" and writer.match.hand.hold.stock > 1:
            break
    file = save(tmp_path / "lost.dgr", writer)
    done = run("solve", file)
    assert done.exit_code == 2 and "have not been seen" in done.stderr and done.stdout == ""
    rest = [name(t) for t in writer.match.hand.hold.unseen()]
    assert run("solve", file, "--stock", " ".join(rest)).exit_code == 0
    wrong = run("solve", file, "--stock", " ".join(rest[:-1]))
    assert wrong.exit_code == 2 and " ".join(rest) in wrong.stderr
    assert "not a tile" in run("solve", file, "--stock", "seven").stderr


def test_a_position_is_named_by_its_line(tmp_path):
    writer = solitaires.play(games.load("squeeze"), 3, anyhow, ["Ana"])
    text = writer.text()
    found = game_record.read(text)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines, 1) if line.startswith("1 remove"))
    puzzle = puzzles.read_puzzle(found, at)
    assert puzzle.match.hand.hold.stock == len(puzzle.stock)
    assert game_record.write(puzzles._cut(found, puzzle.lines)) == "\n".join(lines[:at]) + "\n"
    for line in (4, len(lines)):
        with pytest.raises(DominoError) as error:
            puzzles.read_puzzle(found, line)
        assert error.value.code == "puzzle_over"


def test_tiles_of_lines_that_were_taken_back_count_only_if_play_goes_on_from_there():
    head = '%DGR 1\n[Game "squeeze"]\n[Set "6"]\n[Seats "Ana"]\n* hand\n* row 0-0 1-0 2-0 3-3 4-4 5-5 6-6\n'
    row = "* row 6-5 6-4 6-3 6-2 6-1 5-4 5-3\n"
    undone = game_record.read(head + "1 remove 0-0 2-0\n" + row + "* undo\n")
    with pytest.raises(DominoError) as error:
        puzzles.read_puzzle(undone)
    assert error.value.code == "stock_unknown" and error.value.detail == (21,)
    with pytest.raises(DominoError) as error:
        puzzles.read_puzzle(game_record.read(head + "1 remove 0-0 2-0\n" + row), 6)
    assert error.value.detail == (14,)


def squeeze_at(row):
    """A Squeeze with only these tiles left."""
    match = Match(games.load("squeeze"))
    match.push(0, act(HAND))
    data = bytes(parse(word) for word in row.split())
    match.hand.hold.stock = len(data)
    match.push(0, act(ROW), data)
    return match


def test_what_cannot_be_won_is_proved_and_nothing_is_guessed():
    hopeless = squeeze_at("6-0 3-3 6-1 4-4 5-5")
    answer = solving.solve(hopeless.rules, hopeless.hand, [], 10)
    assert answer.verdict == solving.UNWINNABLE and answer.lines == [] and answer.progress.fewest > 0
    hard = Match(games.load("big_clock"))
    hard.push(0, act(HAND))
    answer = solving.solve(hard.rules, hard.hand, solitaires.shuffled_stock(hard, Random(2)), 0.3)
    assert answer.verdict == solving.NOT_FOUND and answer.lines == []


def test_a_search_is_the_same_again():
    match = Match(games.load("squeeze", 9))
    match.push(0, act(HAND))
    stock = solitaires.shuffled_stock(match, Random(5))
    first_time = solving.solve(match.rules, match.hand, stock, 60)
    assert first_time.verdict == solving.WON
    assert solving.solve(match.rules, match.hand, stock, 60).lines == first_time.lines
    assert not match.hand.row and len(stock) == 55, "the position itself is not touched"


def test_what_is_not_a_puzzle_is_refused(tmp_path):
    writer = solitaires.play(games.load("bingo"), 1, first, ["Ana"])
    done = run("solve", save(tmp_path / "b.dgr", writer))
    assert done.exit_code == 2 and "big_clock good_neighbors traffic squeeze" in done.stderr
    assert run("solve", tmp_path / "none.dgr").exit_code == 2
    (tmp_path / "c.dgr").write_text("hello")
    assert run("solve", tmp_path / "c.dgr").exit_code == 2
    unsound = started("squeeze", 6, 1)[0].text() + "1 end\n"
    (tmp_path / "d.dgr").write_text(unsound)
    assert run("solve", tmp_path / "d.dgr").exit_code == 2
