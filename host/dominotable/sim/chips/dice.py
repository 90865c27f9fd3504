"""Seeded chance for faults on purpose: the same seed gives the same misses on every machine and interpreter."""


class Dice:
    """A small linear congruential generator; its state stays within 31 bits."""

    def __init__(self, seed: int):
        self._state = (seed * 2654435761 + 12345) & 0x7FFFFFFF

    def roll(self) -> int:
        """The next number of 0..65535."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return self._state >> 15

    def fill(self, buf) -> None:
        """Overwrite a buffer with random bytes."""
        for i in range(len(buf)):
            buf[i] = self.roll() & 0xFF
