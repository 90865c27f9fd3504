"""CRC_A of ISO 14443-3: the checksum behind the frames of 13.56 MHz tags."""

from array import array

from micropython import const

_PRESET = const(0x6363)
_POLYNOMIAL = const(0x8408)  # x^16 + x^12 + x^5 + 1, low bit first


class CrcA:
    def __init__(self):
        self._words = array("H", bytes(512))  # the checksum of every byte
        for byte in range(256):
            word = byte
            for _ in range(8):
                word = word >> 1 ^ (_POLYNOMIAL if word & 1 else 0)
            self._words[byte] = word

    def __call__(self, buf, start: int, end: int) -> int:
        """The checksum of buf[start:end], which is sent low byte first."""
        words = self._words
        crc = _PRESET
        for i in range(start, end):
            crc = crc >> 8 ^ words[(crc ^ buf[i]) & 0xFF]
        return crc
