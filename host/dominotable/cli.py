"""The command `dominotable`: its subcommands, what they share, and the one place where errors become sentences."""

import os
from typing import Annotated

import typer
from typer.core import TyperGroup

from dominocore.faults import DominoError
from dominotable import __version__, exits, speech
from dominotable.commands import device, records, solve, virtual
from dominotable.console import Screen
from dominotable.errors import HostError
from dominotable.sim.interpreter import MicroPythonMissing
from dominotable.sim.trouble import SimulatorError

DEBUG = "DOMINOTABLE_DEBUG"  # set: a fault of the tool itself shows its traceback


class Tool(TyperGroup):
    """Runs a subcommand and turns whatever goes wrong into a sentence and an exit code: no tracebacks."""

    def invoke(self, ctx):
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, Exception) as error:
            if _is_typers_own(error) or os.getenv(DEBUG):
                raise
            screen = ctx.obj or Screen()
            text, code = explain(error, screen)
            screen.error(text)
            raise typer.Exit(code) from None


def _is_typers_own(error):
    """Exits, wrong usage and a reader that went away: typer deals with these."""
    known = isinstance(error, (typer.Exit, typer.Abort, BrokenPipeError))
    return known or (hasattr(error, "exit_code") and not isinstance(error, HostError))


def explain(error: BaseException, screen: Screen) -> tuple[str, int]:
    """What to say about an error, and the exit code it ends with."""
    if isinstance(error, DominoError):
        code = exits.SIMULATOR if isinstance(error, SimulatorError) else exits.UNREADABLE
        text = screen.sentence(error.code, *error.detail)
        line = getattr(error, "line", None)
        return (screen.sentence("at_line", line, text) if line else text), code
    if isinstance(error, HostError):
        return speech.host_error(screen.lang, error), error.exit_code
    if isinstance(error, MicroPythonMissing):
        return screen.sentence("no_simulator", error), exits.SIMULATOR
    if isinstance(error, FileNotFoundError):
        return screen.sentence("no_file", error.filename), exits.UNREADABLE
    if isinstance(error, OSError):
        return screen.sentence("file", error.filename or "", error.strerror or error), exits.UNREADABLE
    if isinstance(error, KeyboardInterrupt):
        return screen.sentence("interrupted"), exits.INTERRUPTED
    return screen.sentence("internal", type(error).__name__, error, DEBUG), exits.INTERNAL


app = typer.Typer(
    cls=Tool,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=exits.epilog(),
)


def _version(wanted: bool):
    if wanted:
        typer.echo("dominotable " + __version__)
        raise typer.Exit()


@app.callback()
def tool(
    ctx: typer.Context,
    lang: Annotated[str | None, typer.Option(help="Messages in en or es.", envvar=speech.VARIABLE)] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
):
    """The domino table: rules, records, computer players, the virtual table and the real one.

    A table is found by --port, else by DOMINOTABLE_PORT, else it is the only one there is.
    """
    ctx.obj = Screen(speech.check(lang or speech.LANGUAGES[0]))


for name, command in {
    "games": records.games,
    "rules": records.rules,
    "play": records.play,
    "fmt": records.fmt,
    "verify": records.verify,
    "solve": solve.solve,
    "demo": virtual.demo,
    "sim": virtual.sim,
    "list": device.list_,
    "info": device.info,
    "start": device.start,
    "watch": device.watch,
    "undo": device.undo,
    "logs": device.logs,
    "download": device.download,
}.items():
    app.command(name)(command)

rule = typer.Typer(no_args_is_help=True, help="A judge's ruling on the game at a table.")
rule.command("penalty")(device.penalty)
rule.command("fault")(device.fault)
app.add_typer(rule, name="rule")


def main():
    app(prog_name="dominotable")
