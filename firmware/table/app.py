"""The application: looks at the game again and again, in the state that `flow` says, and shows what it finds.

A look costs a Pico some thirty milliseconds, so it is worth its time only when something may have changed: tiles,
buttons, or a moment that somebody waits for. The loop ticks often and looks seldom. Before each look `senses.wait` is
set to a long time; whoever waits for a moment makes it shorter.
"""

from asyncio import sleep_ms
from time import ticks_diff, ticks_ms

from micropython import const

from dominocore import prompts
from dominocore.faults import DominoError
from table import flow

_TICK_MS = const(15)
_REST_MS = const(1000)  # between looks when nothing happens
_BEEP_MS = const(80)
_COLUMNS = const(16)  # of the display
_HEALTHY_MS = const(60000)
_WARN_MS = const(4000)  # so long a warning takes the place of a hint
_STEPS = const(6)  # that can follow each other without anybody touching a tile


class App:
    def __init__(self, game, senses, sight, scanner, buttons, face, feed, healthy):
        """`senses` is Grid or Tap; `feed()` feeds the watchdog; `healthy()` is called once after a minute."""
        self.state = flow.IDLE
        self._game = game
        self._senses = senses
        self._sight = sight
        self._scanner = scanner
        self._buttons = buttons
        self._face = face
        self._feed = feed
        self._healthy = healthy
        self._seen = -1  # changes that have been looked at
        self._looked = ticks_ms()
        self._wait = 0  # from that look to the next
        self._started = ticks_ms()
        self._damaged = 0  # a log that cannot be gone on with
        self._waiting = True  # until every antenna has been read since power-on
        self._asked: tuple = ()  # what the host wants done: (method, what it is given)
        self._answer: tuple = ()  # what came of it: (result, error)
        self._warning = ()  # what the game last warned of
        self._warned = 0  # since when

    async def run(self):
        while True:
            self._feed()
            self.tick(ticks_ms())
            await sleep_ms(_TICK_MS)

    def tick(self, now) -> None:
        if self._asked:
            self._oblige()
        self._buttons.look()
        if self._healthy and ticks_diff(now, self._started) > _HEALTHY_MS:
            self._healthy()
            self._healthy = None
        changes = self._sight.changes
        if changes != self._seen or self._buttons.any() or ticks_diff(now, self._looked) >= self._wait:
            self._seen = changes
            self._looked = now
            self.look(now)

    def look(self, now: int) -> None:
        """One look: do what follows from what lies on the table, then show how it stands."""
        self._face.quiet()
        self._face.begin()
        self._senses.wait = _REST_MS
        if self._waiting and self._scanner.sure():
            self._waiting = False
        if self._waiting and self.state != flow.IDLE:
            self._face.say("looking")
            self._senses.wait = _TICK_MS
        else:
            self._step(now)
            self._warn(now)
        if self._sight.silent >= 0:
            self._face.why("reader_lost", self._sight.silent)
        self._show()
        self._wait = min(self._senses.wait, _BEEP_MS) if self._face.beeping else self._senses.wait

    def _step(self, now):
        """Look until nothing more follows. What a look did is made durable before the next one shows it."""
        for _ in range(_STEPS):
            self._face.begin()
            if not self._game.commit():
                self._face.say("flash_write")
                break
            look = self._senses.looks.get(self.state)
            if look is None:
                self._say_rest()
                break
            state = look(now)
            if state != self.state:
                self._go(state)
            elif not self._game.waiting:
                break
        self._buttons.forget()

    def _warn(self, now):
        """What the players must know of the last act; a hint waits until they have read it."""
        if self._game.warning is not self._warning:
            self._warning = self._game.warning
            self._warned = now
        if self._warning and not self._face.reason:
            if not self._face.how or ticks_diff(now, self._warned) < _WARN_MS:
                self._face.why(*self._warning)

    def _go(self, state):
        if state not in flow.NEXT[self.state]:
            raise ValueError((self.state, state))
        self.state = state

    def _say_rest(self):
        """No game, or one that is over."""
        if self.state == flow.OVER:
            self._face.say("won" if self._game.match.winner else "shared", self._game.winners())
        else:
            self._face.say("ready")
            if self._damaged:
                self._face.why("damaged", self._damaged)

    def _show(self):
        match = self._game.match
        if self.state == flow.IDLE or not match:
            self._face.end("dominotable", (), ())
            return
        number = match.hands + 1 if self.state == flow.DEALING else match.hand.number
        which = "%s %d" % (prompts.text(self._face.language, "hand"), number)
        title = self._game.title[: _COLUMNS - 1 - len(which)] + " " + which
        self._face.end(title, self._game.names, match.totals)

    def begin(self, found, start) -> None:
        """Power-on: go on with the game that the journal holds, if any."""
        self._damaged = found.damaged
        if found.game:
            start.found_game()
            self._game.resume(found, start.boots)
            self.resume()

    # What the host may ask for

    def asked(self, do, *given):
        """A job for the link: the next tick does it. There, at the root of a task of its own, a board has room on its
        stack for all the calls that go with it; inside the link's it has not."""
        self._asked = do, given
        self._answer = ()
        while not self._answer:
            yield False
        result, error = self._answer
        if error:
            raise error
        yield result

    def _oblige(self):
        do, given = self._asked
        self._asked = ()
        try:
            self._answer = do(*given), None
        except Exception as error:
            self._answer = None, error

    def start(self, config: dict) -> dict:
        number = self._game.open(config, self._senses.profile)
        self.resume()
        return {"game": number}

    def resume(self) -> None:
        """A game has been opened or found in the journal: enter it where its hand stands."""
        self.state = flow.IDLE
        self._senses.enter()
        state = self._game.state()
        if state != flow.OVER:
            self._go(state)

    def undo(self):
        """Take back the last act; its tile, if it still lies there, must be taken away too."""
        self._check_saved()
        event = self._game.undo()
        self.resume()
        self._hurry()
        return event

    def rule(self, act: int, data: bytes) -> bool:
        """A judge's ruling; one about a hand that is over can end the match."""
        self._check_saved()
        self._game.rule(act, data)
        if self._game.state() == flow.OVER:
            self.state = flow.OVER
        self._hurry()
        return True

    def _check_saved(self):
        """A table that cannot write is not asked for more. What it has taken on it writes as soon as it can."""
        if not self._game.commit():
            raise DominoError("flash_write")

    def _hurry(self):
        """Write what the host asked for, and look at once."""
        self._game.commit()
        self._seen = -1

    def stop(self) -> bool:
        self._game.close()
        self._game.warning = ()
        self._scanner.cool()
        self.state = flow.IDLE
        return True

    def scan_info(self) -> dict:
        """How the readers are doing: rounds and sweeps since power-on, a reader that does not answer (or -1)."""
        return {"rounds": self._scanner.rounds, "sweeps": self._scanner.sweeps, "silent": self._sight.silent}
