"""The lights: one LED under each board cell and one at each seat; each colour says one thing.

| colour | on a cell | at a seat |
|---|---|---|
| green | the next tile may go here | on turn |
| blue | seen, not yet written down | has something to do: deal, show tiles |
| white | the last tile, written down | |
| red | take this tile away | wrong |
| amber | put the tile back here | passes |

A picture is painted anew after every change and sent only when it differs from what is shown.
"""

OFF = b"\0\0\0"  # green, red, blue, as the LEDs want it
GREEN = b"\x28\0\0"
BLUE = b"\0\0\x50"
WHITE = b"\x18\x18\x18"
RED = b"\0\x60\0"
AMBER = b"\x20\x50\0"


class Lights:
    def __init__(self, strip, profile):
        """`strip` has `buf` (three bytes an LED) and `show()`."""
        self._strip = strip
        self._board = profile.led_board
        self._seat = profile.led_seat
        self._dark = bytes(len(strip.buf))
        self._shown = bytearray(b"\1" * len(strip.buf))  # not what any picture is: the first is always sent

    def clear(self) -> None:
        self._strip.buf[:] = self._dark

    def cell(self, cell: int, colour: bytes) -> None:
        self._set(self._board + cell, colour)

    def seat(self, seat: int, colour: bytes) -> None:
        self._set(self._seat + seat - 1, colour)

    def show(self) -> None:
        if self._shown != self._strip.buf:
            self._strip.show()
            self._shown[:] = self._strip.buf

    def _set(self, led, colour):
        buf = self._strip.buf
        at = 3 * led
        buf[at] = colour[0]
        buf[at + 1] = colour[1]
        buf[at + 2] = colour[2]
