"""Run by MicroPython, from test_app.py: what the application shows and hears, without a table around it.

    micropython tests/firmware/on_app.py NAME...
"""

import sys

_HERE = sys.argv[0][: sys.argv[0].rfind("/")]
sys.path[:0] = [_HERE + "/../../" + name for name in ("shared", "firmware")]

from dominocore import prompts  # noqa: E402
from table import flow, lights  # noqa: E402
from table.buttons import OK, PASS, Buttons  # noqa: E402
from table.face import Face  # noqa: E402
from table.lights import Lights  # noqa: E402
from table.screen import Screen, plain, score_lines, wrap  # noqa: E402


class Display:
    """Keeps the lines that are drawn."""

    def __init__(self):
        self.shows = 0
        self.lines = []

    def fill(self, colour):
        self.lines = []

    def text(self, text, x, y, colour):
        self.lines.append(text)

    def show(self):
        self.shows += 1


class Strip:
    def __init__(self, count):
        self.buf = bytearray(3 * count)
        self.shows = 0

    def show(self):
        self.shows += 1


class Wiring:
    led_board = 0
    led_seat = 4


class Chip:
    down = 0

    def read(self):
        return self.down


class Heard:
    def __init__(self):
        self.notes = []

    def note(self, code, *details):
        self.notes.append((code,) + details)


class Buzzer:
    sound = 0

    def on(self, hertz):
        self.sound = hertz

    def off(self):
        self.sound = 0


# --- words on the display --------------------------------------------------------------------------------------


def test_every_prompt_fits_the_display_in_both_languages():
    names = {"choose_end": ("10-10", "T12")}
    for code in prompts.codes():
        for language in prompts.LANGUAGES:
            details = names.get(code, ("Wilhelmi", 12))
            text = prompts.text(language, code, *details[: prompts.blanks(code)])
            lines = wrap(text, 9)
            assert len(lines) <= 3, (code, language, lines)
            assert " ".join(lines) == " ".join(plain(text).split()), (code, language, lines)


def test_letters_the_font_lacks_are_replaced():
    assert plain("¡Ñandú, Óscar!") == "Nandu, Oscar!"
    assert plain("日") == "?"


def test_long_words_are_cut_and_lines_kept_short():
    assert wrap("abcdefghijklmnopqrstuvw x", 3) == ["abcdefghijklmnop", "x"]
    assert wrap("", 3) == [""]


def test_scores_stand_two_a_line():
    assert score_lines(["Ana", "Bartolomé", "C"], [5, 123, -7]) == ["Ana    5Bart 123", "C     -7"]


def test_a_picture_has_eight_lines_and_is_sent_only_when_it_changed():
    display = Display()
    screen = Screen(display)
    scores = score_lines(["A", "B", "C", "D", "E", "F", "G", "H"], [0] * 8)
    screen.show("Block hand 1", "Take 6-4 back", "it does not fit there", scores)
    assert len(display.lines) == 8
    assert display.lines[-4:] == scores
    assert "Take 6-4 back" in display.lines
    screen.show("Block hand 1", "Take 6-4 back", "it does not fit there", scores)
    assert display.shows == 1
    screen.show("Block hand 1", "Ana: play", "", scores)
    assert display.shows == 2


# --- lights ----------------------------------------------------------------------------------------------------


def test_lights_are_sent_only_when_they_changed():
    strip = Strip(8)
    shown = Lights(strip, Wiring)
    shown.clear()
    shown.show()
    assert strip.shows == 1
    for _ in range(3):
        shown.clear()
        shown.cell(1, lights.RED)
        shown.seat(2, lights.GREEN)
        shown.show()
    assert strip.shows == 2
    assert bytes(strip.buf[3:6]) == lights.RED
    assert bytes(strip.buf[15:18]) == lights.GREEN


# --- face ------------------------------------------------------------------------------------------------------


def test_watchers_hear_a_prompt_once():
    heard, buzzer = Heard(), Buzzer()
    face = Face(Lights(Strip(8), Wiring), Screen(Display()), buzzer, "en", heard)
    for _ in range(3):
        face.begin()
        face.say("play", "Ana")
        face.end("", (), ())
    face.begin()
    face.beep()
    face.say("take_back", "6-4")
    face.end("", (), ())
    assert heard.notes == [("play", "Ana"), ("take_back", "6-4")]
    assert buzzer.sound
    face.quiet()
    assert not buzzer.sound


# --- buttons ---------------------------------------------------------------------------------------------------


def test_a_press_counts_once_when_two_looks_agree():
    chip = Chip()
    buttons = Buttons(chip, 4)
    chip.down = 1 << 3  # OK of seat 2
    buttons.look()
    assert not buttons.any()
    buttons.look()
    assert buttons.take(2, OK)
    assert not buttons.take(2, OK)
    for _ in range(5):
        buttons.look()
    assert not buttons.any()


def test_a_bouncing_release_is_no_second_press():
    chip = Chip()
    buttons = Buttons(chip, 4)
    presses = 0
    for down in (1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0):
        chip.down = down
        buttons.look()
        presses += buttons.take(1, PASS)
    assert presses == 1


def test_presses_that_nobody_asked_for_are_forgotten():
    chip = Chip()
    buttons = Buttons(chip, 4)
    chip.down = 0xFF
    buttons.look()
    buttons.look()
    assert buttons.take_any(PASS) == 1
    assert buttons.take_any(PASS) == 2
    buttons.forget()
    assert buttons.take_any(PASS) == 0


# --- states ----------------------------------------------------------------------------------------------------


def test_every_state_has_a_name_and_a_way_on():
    states = (flow.IDLE, flow.DEALING, flow.PLAYING, flow.WRONG, flow.SHOWING, flow.CLEARING, flow.OVER)
    assert len(flow.NAMES) == len(states)
    assert sorted(flow.NEXT) == sorted(states)
    for state, following in flow.NEXT.items():
        assert state not in following
        for name in following:
            assert name in states


def main(names):
    for name in names:
        globals()[name]()
        print("ok", name)


main(sys.argv[1:])
