"""Commands that run a virtual table: sim, demo. They need a Unix (a pty) and the extra `sim`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dominotable import exits
from dominotable.sim.trouble import SimulatorError

Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Tags, deals and hands are the same again.")]


def _needs_pty():
    """Everything below imports modules that only Unix has."""
    if sys.platform == "win32":
        raise SimulatorError("no_simulator", "Windows has no pseudo-terminals; use WSL")


def sim(
    ctx: typer.Context,
    profile: Annotated[str, typer.Option(metavar="P", help="The build: grid or tap.")] = "grid",
    speed: Annotated[float, typer.Option(metavar="X", min=0.01, help="How fast its time runs.")] = 1,
    seed: Seed = 1,
):
    """Run a virtual table: a serial port to connect to, and tiles to move by typing. Ctrl-C ends it."""
    _needs_pty()
    from dominotable.sim.console import serve

    serve(ctx.obj, profile, speed, seed)


def demo(
    ctx: typer.Context,
    game: Annotated[str, typer.Option(metavar="G", help="Which game.")] = "block",
    seed: Seed = 65,  # a match of six hands: short enough to watch
    speed: Annotated[
        float | None, typer.Option(metavar="X", min=0.01, help="At most X times as fast as life; 1 is real time.")
    ] = None,
    target: Annotated[int | None, typer.Option(metavar="N", help="Play to N points.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Where journal and record are saved.")
    ] = None,
):
    """Let the virtual table, with the real firmware, play a whole match by itself, live."""
    _needs_pty()
    from dominotable.demo import run

    verdict = run(ctx.obj, game, seed, speed, target, output)
    raise typer.Exit(verdict.exit_code if verdict else exits.OK)
