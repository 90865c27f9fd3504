"""Commands that need no table: games, rules, play, fmt, verify."""

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from dominocore import games as core_games
from dominotable import catalogue, exits, keys, playing, sheets, speech, verifying
from dominotable.commands.common import Game, Json, Options, Set, read_options, read_text
from dominotable.formatting import canonical
from dominotable.players import PLAYERS


def games(ctx: typer.Context, json: Json = False):
    """List the games with their sets, seats and options."""
    screen = ctx.obj
    found = catalogue.describe_all()
    if json:
        screen.data(found)
    else:
        screen.show(sheets.games_table(found, screen.lang))


def rules(
    ctx: typer.Context,
    game: Game,
    lang: Annotated[str | None, typer.Option(help="en or es.", envvar=speech.VARIABLE)] = None,
):
    """Print the rules of a game as played here."""
    screen = ctx.obj
    text = catalogue.rule_text(game, speech.check(lang or screen.lang))
    if screen.out.is_terminal:
        screen.show(Markdown(text))
    else:
        screen.text(text)


def play(
    ctx: typer.Context,
    game: Game,
    set_: Set = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Deal and play the same match again.")] = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game record.")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who plays: %s. Several: for the seats in turn." % " or ".join(PLAYERS),
            autocompletion=lambda: list(PLAYERS),
        ),
    ] = None,
    json: Json = False,
):
    """Let computer players play a whole match."""
    screen = ctx.obj
    chosen = core_games.load(game, set_, seats, read_options(option))
    seed = secrets.randbelow(2**31) if seed is None else seed
    writer = playing.play_match(chosen, seed, player or ["sensible"])
    if record:
        record.write_text(writer.text(), encoding="utf-8")
    report = {"game": game, "set": chosen.top, "seed": seed, "options": chosen.options}
    report |= verifying.standing(writer.match)
    if json:
        screen.data(report | {"record": str(record) if record else None})
        return
    names = playing.seat_names(chosen.seats)
    screen.show(sheets.score_sheet(report, names, screen.lang))
    screen.show("%s (--seed %d)" % (sheets.winner_line(screen, report, names), seed))


def fmt(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A game record (.dgr).")],
    write: Annotated[bool, typer.Option("--write", help="Change the file itself.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say whether it is canonical: exit code 0 or 1.")] = False,
):
    """Print the canonical form of a game record."""
    screen = ctx.obj
    text = read_text(file)
    wanted = canonical(text)
    if check:
        if text != wanted:
            screen.say("not_canonical", file)
            raise typer.Exit(exits.UNSOUND)
    elif write:
        if text != wanted:
            file.write_text(wanted, encoding="utf-8")
    else:
        screen.text(wanted)


def verify(
    ctx: typer.Context,
    file: Annotated[list[Path], typer.Argument(help="Game records (.dgr) or downloaded journals (.dtj).")],
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The table's key: check the signature too.")] = None,
    json: Json = False,
):
    """Replay records or journals and prove their scores.

    Exit code: 0 sound, 1 unsound, 2 unreadable; the worst of several. With --json one object a file, each on a line.
    """
    screen = ctx.obj
    secret = keys.read_key(key) if key else None
    worst = exits.OK
    for path in file:
        verdict = verifying.verify_file(path, secret, screen.lang)
        worst = max(worst, verdict.exit_code)
        if json:
            screen.data(verdict.report)
        else:
            sheets.show_verdict(screen, verdict)
    raise typer.Exit(worst)
