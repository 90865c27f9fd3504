"""What the commands share: options with one spelling everywhere, and small readers of their values."""

from pathlib import Path
from typing import Annotated

import typer

from dominocore import games
from dominocore.faults import DominoError

Json = Annotated[bool, typer.Option("--json", help="Write JSON for a program to read.")]
Game = Annotated[
    str, typer.Argument(help="The game's id, as `games` lists it.", autocompletion=lambda: list(games.IDS))
]
Set = Annotated[int | None, typer.Option("--set", metavar="N", help="The set of tiles: double-N.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="A rule option; may be given several times.")
]


def read_options(words: list[str] | None) -> dict[str, str]:
    """`key=value` words as a dictionary."""
    found = {}
    for word in words or []:
        key, mark, value = word.partition("=")
        if not mark or not key or not value:
            raise DominoError("bad_pair", word)
        found[key] = value
    return found


def read_text(path: Path) -> str:
    """A whole text file; what is wrong with it becomes a DominoError."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DominoError("not_utf8", path) from None
