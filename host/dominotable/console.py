"""Where the tool speaks: results to stdout, everything else to stderr. One object, so that tests can replace it."""

import json

from rich.console import Console

from dominotable import speech


class Screen:
    """The two streams and the language of one run of the tool."""

    def __init__(self, lang: str = speech.LANGUAGES[0]):
        self.lang = lang
        self.out = Console(highlight=False, soft_wrap=True)
        self.err = Console(highlight=False, soft_wrap=True, stderr=True)

    def sentence(self, code: str, *details) -> str:
        return speech.sentence(self.lang, code, *details)

    def show(self, thing) -> None:
        """A result for people: text, a table, Markdown."""
        if isinstance(thing, str):
            self.out.print(thing, markup=False)
        else:
            self.out.print(thing, soft_wrap=False)

    def data(self, value) -> None:
        """A result for programs: one JSON value on one line."""
        self.out.file.write(json.dumps(value, ensure_ascii=False) + "\n")

    def text(self, text: str) -> None:
        """A result byte for byte."""
        self.out.file.write(text)

    def say(self, code: str, *details) -> None:
        """A sentence beside the result."""
        self.err.print(self.sentence(code, *details), markup=False)

    def error(self, text: str) -> None:
        self.err.print("[bold red]dominotable:[/] ", end="")
        self.err.print(text, markup=False)
