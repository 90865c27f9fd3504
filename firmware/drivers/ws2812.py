"""WS2812: a chain of RGB LEDs on one pin, clocked out by a PIO state machine.

The frozen `neopixel` bit-bangs with interrupts off and would lose serial bytes; PIO does not. Fill `buf`
(three bytes an LED: green, red, blue) and call `show`, which sends it whole, dimmed when it would draw too
much.
"""

# The names of PIO instructions exist only while the decorator assembles them.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false

import rp2
from micropython import const

_MA_A_CHANNEL = const(20)  # an estimate: one colour of one LED at 255
_HZ = const(8_000_000)  # ten cycles a bit, 1.25 us


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _chain():
    # Every bit starts high for 3 cycles, keeps its value for 4 and ends low for 3.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class WS2812:
    def __init__(self, pin, count: int, max_ma: int, machine_id: int = 0):
        self.buf = bytearray(3 * count)
        self._dimmed = bytearray(3 * count)
        self._most = max_ma * 255 // _MA_A_CHANNEL  # the largest sum of all bytes
        self._machine = rp2.StateMachine(machine_id, _chain, freq=_HZ, sideset_base=pin)
        self._machine.active(1)

    def show(self) -> None:
        """Send the whole chain. Two calls need 0.4 ms between them, so that the LEDs latch."""
        total = sum(self.buf)
        if total > self._most:
            self._dim(total)
            self._machine.put(self._dimmed, 24)
        else:
            self._machine.put(self.buf, 24)

    def _dim(self, total):
        """Every colour by the same share, rounded down, so that the sum stays within the limit."""
        buf = self.buf
        dimmed = self._dimmed
        share = (self._most << 8) // total
        for i in range(len(buf)):
            dimmed[i] = buf[i] * share >> 8
