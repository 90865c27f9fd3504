"""Power-on: what the table wakes up to.

| found, the first that holds | state |
|---|---|
| menu button held; the host asked; three crashes in a row | MAINTENANCE: the REPL is free, no watchdog runs |
| no identity | LOST: a formatted table says so and waits to be restored, it never passes for a new one |
| an unfinished game in the journal | RESUME |
| anything else | COLD |

A watchdog once started cannot be stopped, so the way into maintenance is always a reset: the host's wish is a marker
file that the next power-on finds. `reset_cause` cannot tell a watchdog bite from a reset on purpose, so a reset on
purpose leaves a marker too; a reset without one is a crash. Counters live in a file of their own, so that the identity
is never rewritten.
"""

import io
import json
import os
import sys

from micropython import const

COLD = const(0)
RESUME = const(1)
MAINTENANCE = const(2)
LOST = const(3)

NAMES = ("cold", "resume", "maintenance", "lost")

_CRASHES_MOST = const(3)
_WORDS_MOST = const(800)  # of an error, the end of its traceback
_IDENTITY = "identity.json"
_COUNTERS = "boot.json"
_MARKER = "boot.mark"
_WISH_MAINTENANCE = "maintenance"
_WISH_RESET = "reset"


def identity():
    """Who this table is: table, key, lang; None when its memory is gone or damaged."""
    try:
        with open(_IDENTITY) as file:
            found = json.load(file)
        return {name: found[name] for name in ("table", "key", "lang")}
    except (OSError, ValueError, KeyError, TypeError):
        return None


class Boot:
    """The counters of this power-on. `state` is how far it can be told before the journal is looked at."""

    def __init__(self, watchdog_reset: bool, menu_held: bool):
        self.boots = 0
        self.crashes = 0
        self.error = ""  # the last words of the last crash
        self._load()
        self.boots += 1
        wish = self._take_marker()
        if not watchdog_reset:
            self.crashes = 0
        elif not wish:
            self.crashes += 1
            self.error = "watchdog"  # it bit: nobody could leave a word
        self.crashed = self.crashes >= _CRASHES_MOST
        if self.crashed:
            self.crashes = 0  # maintenance is reached: the next power-on may try again
        self.identity = identity()
        self.language = self.identity["lang"] if self.identity else "en"
        self.state = self._decide(menu_held or wish == _WISH_MAINTENANCE or self.crashed)
        self._save()
        if self.state != COLD:
            self._mark(_WISH_RESET)  # whoever works at the REPL ends with a reset, which is no crash

    def _decide(self, maintenance):
        if maintenance:
            return MAINTENANCE
        return COLD if self.identity else LOST

    def says(self) -> str:
        """What the display says when no game can be played; a code of `prompts`."""
        if self.state == LOST:
            return "lost_memory"
        return "crashed" if self.crashed else "maintenance"

    def found_game(self) -> None:
        """The journal holds an unfinished game."""
        self.state = RESUME

    def healthy(self) -> None:
        """It has run for a while: earlier crashes do not count any more."""
        if self.crashes:
            self.crashes = 0
            self._save()

    def crash(self, error: Exception) -> None:
        """Something went wrong that nobody caught; a reset follows."""
        words = io.StringIO()
        sys.print_exception(error, words)  # pyright: ignore
        self.crashes += 1
        self.error = words.getvalue()[-_WORDS_MOST:]  # pyright: ignore
        self._save()
        self._mark(_WISH_RESET)

    def wish_maintenance(self) -> None:
        self._mark(_WISH_MAINTENANCE)

    def _load(self):
        try:
            with open(_COUNTERS) as file:
                saved = json.load(file)
            self.boots = saved["boots"]
            self.crashes = saved["crashes"]
            self.error = saved["error"]
        except (OSError, ValueError, KeyError, TypeError):
            pass  # the first power-on

    def _save(self):
        with open(_COUNTERS, "w") as file:
            json.dump({"boots": self.boots, "crashes": self.crashes, "error": self.error}, file)

    def _mark(self, wish):
        with open(_MARKER, "w") as file:
            file.write(wish)

    def _take_marker(self):
        try:
            with open(_MARKER) as file:
                wish = file.read()
            os.remove(_MARKER)
            return wish
        except OSError:
            return ""
