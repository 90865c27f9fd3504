"""The one clock of the simulated board, in virtual microseconds.

Whatever costs time charges it here. The clock stops at a *limit*: the horizon up to which it may run before somebody
outside is heard, or the moment the watchdog bites, whichever comes first.
"""

RESET = 64  # exit codes of the process, read by whoever restarts it
SOFT_RESET = 65
WATCHDOG = 66
POWER_CUT = 67

NEVER = 1 << 60


class Clock:
    """`wait` is called when the horizon is reached and must move it on; `on_halt` when the board stops for good."""

    def __init__(self, us: int):
        self.us = us
        self.limit = us
        self.horizon = us
        self.wait = None
        self.on_halt = None
        self.halted = 0
        self._dog = NEVER

    def charge(self, us: int) -> None:
        """Let time pass in one go."""
        self.us += us
        if self.us >= self.limit:
            self.pause()

    def sleep(self, us: int) -> None:
        """Let time pass, stopping at every horizon on the way."""
        end = self.us + us
        while self.us < end:
            self.step(end)

    def step(self, end: int) -> None:
        """Go on to `end`, or only to the limit if that comes first."""
        if end < self.limit:
            self.us = end
        else:
            self.us = max(self.us, self.limit)
            self.pause()

    def pause(self) -> None:
        """The limit is reached. After a halt the limit stays in the past: no code gets beyond its next charge."""
        if self.halted:
            raise SystemExit(self.halted)
        if self.us >= self._dog:
            self.halt(WATCHDOG)
        if self.us >= self.horizon:
            self.wait()
        self._set_limit()

    def feed(self, timeout_us: int) -> None:
        """Start the watchdog, or hold it off for another while."""
        self._dog = self.us + timeout_us
        self._set_limit()

    def halt(self, code: int) -> None:
        """Stop the board at once with an exit code; nothing it does afterwards reaches the flash."""
        self.halted = code
        self.limit = -1
        self.on_halt()
        raise SystemExit(code)

    def _set_limit(self) -> None:
        if not self.halted:
            self.limit = self.horizon if self.horizon < self._dog else self._dog
