"""`rp2` for the firmware on the simulated board: PIO as far as a WS2812 line needs it, and the flash.

A PIO program is not run: the state machine hands its words to the LED chain on the pin that the program side-sets.
"""

from sim.board import current

_FIFO_WORDS = 4


class PIO:
    IN_LOW = 0
    IN_HIGH = 1
    OUT_LOW = 2
    OUT_HIGH = 3
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2


def asm_pio(**settings):
    """Keep a program's settings; its body, which names PIO instructions, is never called."""

    def keep(function):
        return settings

    return keep


class StateMachine:
    """One PIO state machine that feeds a line of LEDs."""

    def __init__(self, id, program=None, freq=-1, *, sideset_base=None, set_base=None, out_base=None):
        self._active = False
        self._pin = None
        self._bits = 32
        if program is not None:
            self.init(program, freq, sideset_base=sideset_base, set_base=set_base, out_base=out_base)

    def init(self, program, freq=-1, *, sideset_base=None, set_base=None, out_base=None):
        pin = sideset_base or out_base or set_base
        self._pin = pin.id if pin else None
        self._bits = program.get("pull_thresh", 32)
        self._left = program.get("out_shiftdir", PIO.SHIFT_RIGHT) == PIO.SHIFT_LEFT

    def active(self, value=None):
        if value is None:
            return self._active
        self._active = bool(value)

    def put(self, value, shift=0):
        """Put a word, or every word of a buffer; a stopped machine never takes more than its FIFO holds."""
        words = (value,) if isinstance(value, int) else value
        while not self._active and len(words) > _FIFO_WORDS:
            current.clock.sleep(1000)
        if self._pin == current.board.led_pin and self._left:
            current.board.leds.shift(words, shift, self._bits)


def Flash():
    """The block device of the file system."""
    return current.flash
