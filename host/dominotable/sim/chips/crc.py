"""CRC_A of ISO 14443-3, as reader chip and tag compute it on the air."""


def crc_a(data, count: int, crc: int = 0x6363) -> int:
    """CRC of the first `count` bytes; over a frame with its own CRC behind it the answer is 0."""
    for i in range(count):
        b = (data[i] ^ crc) & 0xFF
        b = (b ^ (b << 4)) & 0xFF
        crc = (crc >> 8) ^ (b << 8) ^ (b << 3) ^ (b >> 4)
    return crc


def sealed(data) -> bytes:
    """The bytes with their CRC_A appended, low byte first, as they go over the air."""
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))
