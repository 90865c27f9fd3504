"""SSD1306: a 128x64 OLED on I2C. A framebuf to draw on; `show` sends only the pages that changed.

A table without its display still plays, so nothing here raises: `present` says whether it is there.
"""

import framebuf
from micropython import const

_WIDTH = const(128)
_HEIGHT = const(64)
_PAGES = const(8)  # of eight rows each

_SETUP = (
    b"\x00"  # commands follow
    b"\xae"  # off while being set up
    b"\xd5\x80"  # clock
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00\x40"  # no offset, first line 0
    b"\x8d\x14"  # charge pump on
    b"\x20\x00"  # horizontal addressing
    b"\xa1\xc8"  # the ribbon cable is at the top
    b"\xda\x12"  # row wiring of the 64-row glass
    b"\x81\xcf\xd9\xf1\xdb\x40"  # contrast, precharge, deselect level
    b"\xa4\xa6"  # show the memory, not inverted
    b"\xaf"  # on
)


class SSD1306(framebuf.FrameBuffer):
    def __init__(self, i2c, address: int = 0x3C):
        buf = bytearray(_WIDTH * _PAGES)
        super().__init__(buf, _WIDTH, _HEIGHT, framebuf.MONO_VLSB)
        self.present = False
        self._i2c = i2c
        self._address = address
        self._stale = True  # what the glass shows is not known
        self._window = bytearray(b"\x00\x21\x00\x7f\x22\x00\x07")  # columns 0..127, pages n..7
        sent = memoryview(bytearray(_WIDTH * _PAGES))
        drawn = memoryview(buf)
        self._pages = []  # [control byte, drawn, sent], cut once so that show() does not allocate
        for start in range(0, _WIDTH * _PAGES, _WIDTH):
            end = start + _WIDTH
            self._pages.append(([b"\x40", drawn[start:end]], sent[start:end]))

    def init(self) -> bool:
        """Set the display up; False when it does not answer. May be called again at any time."""
        self._stale = True
        try:
            self._i2c.writeto(self._address, _SETUP)
            self.present = True
        except OSError:
            self.present = False
        return self.present

    def show(self) -> bool:
        """Send what changed since the last time. False when the display is not there (any more)."""
        if not self.present:
            return False
        try:
            for page in range(_PAGES):
                data, sent = self._pages[page]
                if self._stale or data[1] != sent:
                    self._window[5] = page
                    self._i2c.writeto(self._address, self._window)
                    self._i2c.writevto(self._address, data)
                    sent[:] = data[1]
            self._stale = False
        except OSError:
            self.present = False
        return self.present
