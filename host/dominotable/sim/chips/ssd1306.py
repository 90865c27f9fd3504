"""The SSD1306 display controller: its command parser and its picture memory of 128 x 64 bits.

It is spoken to in I2C writes. The first byte of each is a control byte: bit 6 tells data from commands, bit 7 that only
one byte follows before the next control byte. Commands with arguments may be spread over several writes.
"""

WIDTH = 128
PAGES = 8

# How many argument bytes follow a command byte (others: none).
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1,
    0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
HORIZONTAL = 0
VERTICAL = 1
PAGE = 2


class Ssd1306:
    """The panel as the bus sees it; `memory` is what it stores, `picture` what a person sees."""

    def __init__(self):
        self.memory = bytearray(WIDTH * PAGES)
        self.on = False
        self.pump = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.mirrored = True  # segment 0 at column 0: the panel's cable side makes A1/C8 the upright setting
        self.flipped = True
        self.start_line = 0
        self.offset = 0
        self._mode = PAGE
        self._first_column, self._last_column = 0, WIDTH - 1
        self._first_page, self._last_page = 0, PAGES - 1
        self._column = 0
        self._page = 0
        self._pending = bytearray()
        self._wanted = 0

    def write(self, data) -> None:
        """One I2C write, address byte left out."""
        at = 0
        while at < len(data):
            control = data[at]
            end = at + 2 if control & 0x80 else len(data)
            if control & 0x40:
                self._store(data, at + 1, min(end, len(data)))
            else:
                for i in range(at + 1, min(end, len(data))):
                    self._command_byte(data[i])
            at = end

    def read_into(self, buf) -> None:
        """The status byte: bit 6 says the display is off."""
        for i in range(len(buf)):
            buf[i] = 0x00 if self.on else 0x40

    def _store(self, data, start: int, end: int) -> None:
        memory = self.memory
        column, page = self._column, self._page
        for i in range(start, end):
            memory[page * WIDTH + column] = data[i]
            if self._mode == VERTICAL:
                page += 1
                if page > self._last_page:
                    page = self._first_page
                    column = column + 1 if column < self._last_column else self._first_column
                continue
            column += 1
            if self._mode == PAGE:
                column &= WIDTH - 1
            elif column > self._last_column:
                column = self._first_column
                page = page + 1 if page < self._last_page else self._first_page
        self._column, self._page = column, page

    def _command_byte(self, byte: int) -> None:
        """Collect a command with its arguments, then obey it."""
        if not self._wanted:
            self._wanted = 1 + _ARGUMENTS.get(byte, 0)
        self._pending.append(byte)
        self._wanted -= 1
        if self._wanted:
            return
        command = bytes(self._pending)
        self._pending = bytearray()
        if len(command) > 1:
            self._set(command[0], command[1], command[-1])
        else:
            self._switch(command[0])

    def _set(self, code: int, value: int, last: int) -> None:
        """Commands with arguments; those that only shape the drive signals change nothing we can see."""
        if code == 0x20:
            self._mode = value & 3
        elif code == 0x21:
            self._first_column, self._last_column = value & 0x7F, last & 0x7F
            self._column = self._first_column
        elif code == 0x22:
            self._first_page, self._last_page = value & 7, last & 7
            self._page = self._first_page
        elif code == 0x81:
            self.contrast = value
        elif code == 0x8D:
            self.pump = bool(value & 0x04)
        elif code == 0xD3:
            self.offset = value & 0x3F

    def _switch(self, code: int) -> None:
        """Commands of one byte."""
        if code < 0x10:
            self._column = self._column & 0x70 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 7) << 4
        elif 0x40 <= code < 0x80:
            self.start_line = code & 0x3F
        elif code in (0xA0, 0xA1):
            self.mirrored = code == 0xA0
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code < 0xB8:
            self._page = code & 7
        elif code in (0xC0, 0xC8):
            self.flipped = code == 0xC0

    def picture(self):
        """Sixty-four rows of sixteen bytes, leftmost pixel in the top bit, as seen on the table."""
        rows = [bytearray(WIDTH // 8) for _ in range(64)]
        if not self.on or not self.pump:
            return rows
        for y in range(64):
            line = (63 - y if self.flipped else y) + self.start_line + self.offset & 63
            base, bit = (line >> 3) * WIDTH, 1 << (line & 7)
            row = rows[y]
            for x in range(WIDTH):
                at = base + (WIDTH - 1 - x if self.mirrored else x)
                if self.all_on or bool(self.memory[at] & bit) != self.inverted:
                    row[x >> 3] |= 0x80 >> (x & 7)
        return rows

    def pbm(self) -> bytes:
        """The picture as a portable bitmap file."""
        return b"P4\n128 64\n" + b"".join([bytes(row) for row in self.picture()])
