"""The buttons at the seats: PASS and OK. A press counts once, when two looks agree that it went down."""

from micropython import const

PASS = const(0)
OK = const(1)


class Buttons:
    def __init__(self, chip, seats: int):
        """`chip.read()` gives a bitmap of the buttons that are down: PASS and OK of seat 1, of seat 2, …"""
        self._chip = chip
        self._seats = seats
        self._last = 0
        self._down = 0
        self._pressed = 0

    def look(self) -> None:
        """To be called every few milliseconds."""
        now = self._chip.read()
        down = (now & self._last) | (self._down & (now | self._last))
        self._pressed |= down & ~self._down
        self._down = down
        self._last = now

    def any(self) -> bool:
        """Whether a press waits to be taken."""
        return self._pressed != 0

    def take(self, seat: int, button: int) -> bool:
        """Whether this seat has pressed this button since it was last asked."""
        bit = 1 << 2 * (seat - 1) + button
        pressed = self._pressed & bit != 0
        self._pressed &= ~bit
        return pressed

    def take_any(self, button: int) -> int:
        """The seat that has pressed a button, or 0."""
        for seat in range(1, self._seats + 1):
            if self.take(seat, button):
                return seat
        return 0

    def forget(self) -> None:
        """What was pressed up to now is no answer to what is asked next."""
        self._pressed = 0
