"""Commands that talk to a table, real or virtual: list, info, start, watch, undo, rule, logs, download."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from dominocore import games, prompts, record, words
from dominocore.faults import PENALTY_MOST, is_rule_name
from dominocore.referee import LEVELS, PRESETS, Referee
from dominotable import keys, ports, sheets, verifying
from dominotable.commands.common import Game, Json, Options, Set, read_options
from dominotable.console import Screen
from dominotable.errors import HostError, Refused
from dominotable.playing import seat_names
from dominotable.session import Checkpoint, Event, Note, Restarted, Session

Port = Annotated[
    str | None, typer.Option("--port", metavar="PORT", help="The table's serial port.", envvar=ports.VARIABLE)
]
Seat = Annotated[int, typer.Argument(min=1, max=12, help="The seat, from 1.")]
Points = Annotated[int, typer.Argument(min=1, max=PENALTY_MOST, help="How many points.")]
Key = Annotated[Path | None, typer.Option("--key", metavar="FILE", help="The table's key, for what needs it.")]


def connect(port: str | None, key: Path | None = None) -> Session:
    """A session with the table that is meant, shown the key if one is given."""
    secret = keys.read_key(key) if key else None
    session = Session(ports.choose(port))
    if secret:
        session.authenticate(secret)
    return session


def list_(ctx: typer.Context, json: Json = False):
    """List the tables that can be reached."""
    screen = ctx.obj
    found = ports.find()
    if json:
        screen.data([{"port": table.port, "name": table.name, "virtual": table.virtual} for table in found])
    if not found:
        raise HostError("no_table")
    if not json:
        for table in found:
            screen.show("%s  %s%s" % (table.port, table.name, "  (virtual)" if table.virtual else ""))


def info(ctx: typer.Context, port: Port = None, json: Json = False):
    """Show what a table is and how it is doing."""
    screen = ctx.obj
    with connect(port) as session:
        told = session.info()
    if json:
        screen.data(told)
    else:
        screen.show(sheets.pairs(told))


def start(
    ctx: typer.Context,
    game: Game,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", metavar="NAME", help="A player's name, in seating order; repeat.")
    ] = None,
    set_: Set = None,
    option: Options = None,
    referee: Annotated[
        str, typer.Option(metavar="|".join(LEVELS), help="What a breach of the rules leads to at this table.")
    ] = LEVELS[0],
    penalties: Annotated[
        str, typer.Option(metavar="|".join(PRESETS), help="Points taken off for a breach that stands.")
    ] = "none",
    port: Port = None,
    key: Key = None,
    json: Json = False,
):
    """Start a game on a table."""
    screen = ctx.obj
    given = read_options(option)
    rules = games.load(game, set_, len(seat) if seat else None, given)
    config = {"game": game, "set": rules.top, "seats": seat or seat_names(rules.seats), "options": given}
    Referee(referee, penalties)  # refuses what there is not
    config |= {"referee": referee, "penalties": penalties}
    with connect(port, key) as session:
        session.set_clock()
        told = session.start(config)
    if json:
        screen.data(told)
    else:
        screen.show(screen.sentence("started", words.game(screen.lang, game), told.get("game", "")))


def undo(
    ctx: typer.Context,
    times: Annotated[int, typer.Option(min=1, metavar="N", help="How many acts to take back.")] = 1,
    port: Port = None,
    key: Key = None,
    json: Json = False,
):
    """Take back the last act of the hand under way at a table.

    Passes and draws are acts too. The record keeps what was taken back. Its tile must then be taken away.
    A match that is won is closed and signed: after that nothing can be taken back.
    """
    screen = ctx.obj
    with connect(port, key) as session:
        for _ in range(times):
            line = record.spell(*session.undo())
            if json:
                screen.data({"undone": line})
            else:
                screen.say("undone", line)


def penalty(ctx: typer.Context, seat: Seat, points: Points, port: Port = None, key: Key = None):
    """Take points off a seat (where the lowest wins: put them on), in the hand under way or just over.

    A match that is won is closed and signed: after that nothing can be ruled.
    """
    with connect(port, key) as session:
        session.rule({"seat": seat, "points": points})
    ctx.obj.say("ruled")


def fault(
    ctx: typer.Context,
    broken: Annotated[str, typer.Argument(metavar="RULE", help="Which rule, in a word: false_pass, illegal_draw …")],
    seat: Seat,
    port: Port = None,
    key: Key = None,
):
    """Put on record that a seat broke a rule; no points change by it."""
    if not is_rule_name(broken):
        raise typer.BadParameter("%r: small letters and _ only" % broken)
    with connect(port, key) as session:
        session.rule({"seat": seat, "fault": broken})
    ctx.obj.say("ruled")


def watch(ctx: typer.Context, port: Port = None, key: Key = None, json: Json = False):
    """Show what happens at a table, as lines of a game record, until Ctrl-C.

    Without the key others' tiles are not shown.
    """
    screen = ctx.obj
    with connect(port, key) as session:
        for notice in session.watch():
            for line in notice_data(notice) if json else notice_lines(notice, screen):
                (screen.data if json else screen.show)(line)
            screen.out.file.flush()


def notice_data(notice) -> list[dict]:
    """A notice as `watch --json` shows it, one object a line."""
    if isinstance(notice, Checkpoint):
        lines = [{"game": notice.game, "line": record.spell(*event)} for event in notice.events]
        return [{"checkpoint": notice.game}] + lines
    if isinstance(notice, Event):
        return [{"game": notice.game, "ms": notice.ms, "line": record.spell(*notice.event)}]
    if isinstance(notice, Note):
        return [{"note": notice.code, "details": notice.details}]
    return [{"restarted": True}] if isinstance(notice, Restarted) else []


def notice_lines(notice, screen: Screen) -> list[str]:
    """A notice as lines for people."""
    if isinstance(notice, Checkpoint):
        return [record.spell(*event) for event in notice.events]
    if isinstance(notice, Event):
        return [record.write_line(record.Line(0, notice.event, time=notice.ms))]
    if isinstance(notice, Note):
        return ["; " + prompts.text(screen.lang, notice.code, *notice.details)]
    return ["; " + screen.sentence("table_restarted")] if isinstance(notice, Restarted) else []


def logs(ctx: typer.Context, port: Port = None, json: Json = False):
    """List the games that a table keeps."""
    screen = ctx.obj
    with connect(port) as session:
        found = session.logs()
    if json:
        screen.data(found)
    else:
        screen.show(sheets.logs_table(found, screen.lang))


def download(
    ctx: typer.Context,
    game_no: Annotated[
        int | None, typer.Argument(help="The game's number, as `logs` lists it; the last by default.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="The journal (.dtj).")] = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Also the game record (.dgr).")
    ] = None,
    port: Port = None,
    key: Key = None,
    json: Json = False,
):
    """Download a game's journal and verify it. Exit code as for `verify`."""
    screen = ctx.obj
    secret = keys.read_key(key) if key else None
    with connect(port, key) as session:
        log = find_log(session, game_no)
        target = output or Path("game-%05d.dtj" % log["game"])
        fetch(session, log["game"], target, screen)
    verdict = verifying.verify_file(target, None if log["running"] else secret, screen.lang)
    if record_file and verdict.record is not None:
        record_file.write_text(record.write(verdict.record), encoding="utf-8")
    if json:
        screen.data(verdict.report)
    else:
        sheets.show_verdict(screen, verdict)
    raise typer.Exit(verdict.exit_code)


def find_log(session: Session, number: int | None) -> dict:
    """What the table says of a game; without a number of the newest finished one, or of the running one."""
    found = session.logs()
    if number is not None:
        found = [log for log in found if log["game"] == number]
    if not found:
        raise Refused("no_log", str(number)) if number is not None else Refused("no_games", "")
    finished = [log for log in found if not log["running"]]
    return (finished or found)[-1]


def fetch(session: Session, number: int, target: Path, screen: Screen) -> None:
    """Download with a bar, on a terminal only."""
    with Progress(console=screen.err, transient=True, disable=not screen.err.is_terminal) as progress:
        bar = progress.add_task(target.name, total=None)
        session.download(number, target, lambda done, size: progress.update(bar, completed=done, total=size))
