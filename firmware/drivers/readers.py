"""Many readers and coils behind select lines: point at one antenna, switch its field on, ask what lies there.

`chip` speaks to whichever reader the address lines name; its strobe is the decoder's enable. The coil lines are
common to all readers, and only the reader whose field is on feeds its coil. One field at a time is on.
"""

from drivers.mfrc522 import NO_CHIP


class Readers:
    DEAD = NO_CHIP  # what `read` gives when the reader itself does not answer

    def __init__(self, chip, address_pins, coil_pins):
        self._chip = chip
        self._address_pins = address_pins
        self._coil_pins = coil_pins
        self._reader = -1
        self._coil = -1

    def init(self, reader: int) -> bool:
        """Set a reader up, its field off; False when there is none."""
        self._select(reader, 0)
        return self._chip.init() != 0

    def open(self, reader: int, coil: int) -> None:
        """Switch one field on. Tags need about 1 ms before they answer."""
        self._select(reader, coil)
        self._chip.antenna(True)

    def read(self, uid: bytearray) -> int:
        """The length of the identifier read, 0 for an empty field, below 0 when it cannot be read."""
        return self._chip.identify(uid)

    def close(self) -> None:
        self._chip.antenna(False)

    def _select(self, reader, coil):
        if reader != self._reader:
            self._set(self._address_pins, reader)
            self._reader = reader
        if coil != self._coil:
            self._set(self._coil_pins, coil)
            self._coil = coil

    def _set(self, pins, number):
        for i in range(len(pins)):
            pins[i](number >> i & 1)
