"""A small random source that gives the same numbers on both interpreters."""


class Chance:
    """Park and Miller's generator with Schrage's factors, so that no number leaves 32 bits."""

    def __init__(self, seed):
        self._state = seed % 2147483646 + 1

    def below(self, n):
        high, low = divmod(self._state, 44488)
        state = 48271 * low - 3399 * high
        self._state = state if state > 0 else state + 2147483647
        return self._state % n

    def one_in(self, n):
        return self.below(n) == 0

    def text(self, size):
        return bytes([self.below(256) for _ in range(size)])
