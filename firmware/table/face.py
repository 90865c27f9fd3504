"""What the table shows: one picture of lights and text for each look at the game.

`begin` starts an empty picture, whoever looks at the game fills it in, `end` sends what differs from the last one.
"""

from micropython import const

from dominocore import prompts
from table import lights as light, screen as text_screen

_HERTZ = const(880)


class Face:
    def __init__(self, lights, screen, buzzer, language: str, watchers):
        self.language = language
        self.said = ("", ())
        self.reason = ""
        self.how = ""
        self._lights = lights
        self._screen = screen
        self._buzzer = buzzer
        self._watchers = watchers
        self._shown = None  # the last picture's words
        self._noted = None  # what watchers heard last
        self.beeping = False

    def text(self, code: str, *details) -> str:
        return prompts.text(self.language, code, *details)

    def begin(self) -> None:
        self._lights.clear()
        self.said = ("", ())
        self.reason = self.how = ""

    def say(self, code: str, *details) -> None:
        """The next thing to do; a hint is for the thing said before it."""
        self.said = (code, details)
        self.how = ""

    def why(self, code: str, *details) -> None:
        self.reason = self.text(code, *details)

    def hint(self, code: str) -> None:
        """How to do it, if there is no reason to give."""
        self.how = self.text(code)

    def why_text(self, text: str) -> None:
        self.reason = text

    def seat(self, seat: int, colour: bytes) -> None:
        self._lights.seat(seat, colour)

    def cells(self, cells, colour: bytes) -> None:
        for cell in cells:
            self._lights.cell(cell, colour)

    def seen(self, high: int, low: int) -> None:
        """At once, before anything is written down: this tile was seen."""
        self.cells((high, low), light.BLUE)
        self._lights.show()

    def beep(self) -> None:
        """A sound that `quiet` ends."""
        self.beeping = True
        self._buzzer.on(_HERTZ)

    def quiet(self) -> None:
        if self.beeping:
            self.beeping = False
            self._buzzer.off()

    def end(self, title: str, names: list, totals: list) -> None:
        self._lights.show()
        self.reason = self.reason or self.how
        shown = (title, self.said, self.reason, tuple(totals))
        if shown == self._shown:
            return
        self._shown = shown
        code, details = self.said
        self._screen.show(title, self.text(code, *details), self.reason, text_screen.score_lines(names, totals))
        if self.said != self._noted:
            self._noted = self.said
            self._watchers.note(code, *details)
