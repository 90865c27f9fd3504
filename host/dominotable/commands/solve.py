"""The command `solve`: whether a solitaire can still be won when the stock is known."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress as Bar, TextColumn, TimeElapsedColumn

from dominocore import record as game_record
from dominotable import exits, puzzles, solving
from dominotable.commands.common import Json, read_text


def solve(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A game record (.dgr) of a solitaire.")],
    limit: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Search no longer than this.")] = 60,
    at: Annotated[
        int | None,
        typer.Option(metavar="LINE", min=1, help="The position behind this line of the file, not the last one."),
    ] = None,
    stock: Annotated[
        str | None,
        typer.Option(metavar="TILES", help='The tiles that no line shows, in the order they will come: "6-4 3-3 …".'),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="The stock lies as `play --seed S` shuffled it.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the won game as a record.")] = None,
    json: Json = False,
):
    """Tell whether a solitaire can still be won when the order of the stock is known.

    The position is where the record stops; of a game that is over, its start, or wherever --at says. Lines behind the
    position tell the order in which tiles come; the rest is named by --stock or --seed. A solution is shown as record
    lines. Exit code: 0 it can be won, 1 it cannot or nothing was found within the limit.
    """
    screen = ctx.obj
    puzzle = puzzles.read_puzzle(game_record.read(read_text(file)), at, stock, seed)
    began = time.monotonic()
    answer = _search(screen, puzzle, limit)
    solved = puzzles.with_solution(puzzle, answer.lines) if answer.verdict == solving.WON else None
    if solved and record:
        record.write_text(game_record.write(solved), encoding="utf-8")
    lines = [game_record.write_line(line) for line in solved.lines[puzzle.lines :]] if solved else []
    if json:
        screen.data(
            {
                "file": str(file),
                "game": puzzle.match.rules.ID,
                "answer": answer.verdict,
                "lines": lines,
                "fewest_left": answer.progress.fewest,
                "positions": answer.progress.positions,
                "seconds": round(time.monotonic() - began, 1),
                "record": str(record) if solved and record else None,
            }
        )
    else:
        screen.text("".join(line + "\n" for line in lines))
        screen.say("solve_" + answer.verdict, answer.progress.positions, answer.progress.fewest)
    raise typer.Exit(exits.OK if solved else exits.UNSOUND)


def _search(screen, puzzle, limit) -> solving.Answer:
    """Search, and tell those who watch a terminal how far it is."""
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=screen.err, transient=True, disable=not screen.err.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def tell(progress: solving.Progress) -> None:
            text = screen.sentence("solve_progress", progress.positions, progress.fewest, progress.width)
            bar.update(task, description=text)

        return solving.solve(puzzle.match.rules, puzzle.match.hand, puzzle.stock, limit, tell)
