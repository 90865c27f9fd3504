"""The display: 8 lines of 16 characters that always say the next thing to do.

    Block     hand 2    what is played
                        (empty)
    Ana: play           what to do, up to three lines
    6-4 does not fit    why, up to two
    Ana   45 Beto 12    scores, two seats a line
"""

from micropython import const

_COLUMNS = const(16)
_LINES = const(8)
_LINE_HEIGHT = const(8)
_PLAIN = {
    "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ü": "u", "ñ": "n",
    "Á": "A", "É": "E", "Í": "I", "Ó": "O", "Ú": "U", "Ü": "U", "Ñ": "N",
    "¡": "", "¿": "",
}  # fmt: skip


def plain(text: str) -> str:
    """The text in the letters that the display's font has."""
    return "".join([letter if letter < "\x7f" else _PLAIN.get(letter, "?") for letter in text])


def wrap(text: str, lines: int) -> list:
    """Text cut into lines at spaces; what does not fit is left out."""
    out = [""]
    for word in plain(text).split():
        if out[-1] and len(out[-1]) + 1 + len(word) > _COLUMNS:
            out.append("")
        out[-1] = (out[-1] + " " + word if out[-1] else word)[:_COLUMNS]
    return out[:lines]


def score_lines(names: list, totals: list) -> list:
    """Names and points, two seats a line."""
    fields = ["%-4s%4d" % (plain(name)[:4], points) for name, points in zip(names, totals)]
    return ["".join(fields[i : i + 2]) for i in range(0, len(fields), 2)]


class Screen:
    def __init__(self, display):
        """`display` is a framebuf with `show()`."""
        self._display = display
        self._shown = None

    def show(self, title: str, what: str, why: str = "", scores=()) -> None:
        lines = [plain(title)[:_COLUMNS]]
        middle = wrap(what, 3) + (wrap(why, 2) if why else [])
        room = _LINES - 1 - len(scores)
        if len(middle) < room:
            lines.append("")
        lines += middle[:room]
        lines += [""] * (_LINES - len(scores) - len(lines))
        lines += scores
        if lines != self._shown:
            self._shown = lines
            self._draw(lines)

    def _draw(self, lines):
        display = self._display
        display.fill(0)
        for i in range(min(len(lines), _LINES)):
            display.text(lines[i], 0, i * _LINE_HEIGHT, 1)
        display.show()
