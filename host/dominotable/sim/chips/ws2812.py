"""A chain of WS2812 LEDs: each takes the first 24 bits it sees and passes the rest on."""

LED_US = 30
LATCH_US = 50  # a pause this long ends the frame: the next bits begin again at the first LED


class Ws2812:
    """`colours` holds three bytes an LED in the order of the wire: green, red, blue."""

    def __init__(self, clock, count: int):
        self._clock = clock
        self.colours = bytearray(count * 3)
        self._at = 0
        self._quiet_since = -LATCH_US

    def shift(self, words, shift: int, bits: int) -> None:
        """The state machine puts words on the line: `bits` bits each, taken from the top of word << shift."""
        clock = self._clock
        if clock.us - self._quiet_since >= LATCH_US:
            self._at = 0
        if bits != 24 and bits != 8:
            raise ValueError("a WS2812 line takes words of 24 or 8 bits, not %d" % bits)
        at = self._at
        colours = self.colours
        for word in words:
            word = word << shift & 0xFFFFFFFF
            if at < len(colours):
                colours[at] = word >> 24
                if bits == 24:
                    colours[at + 1] = word >> 16 & 0xFF
                    colours[at + 2] = word >> 8 & 0xFF
            at += bits >> 3
        took = (at - self._at) * LED_US // 3
        self._at = at
        self._quiet_since = clock.us + took
        clock.charge(took)
