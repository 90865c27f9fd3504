"""An NTAG213 tag seen from the air: the state machine of ISO 14443-3A and the commands of the data sheet.

Theory. A tag without field is off. With field it waits in IDLE; a short frame wakes it to READY1, the two halves of
its 7-byte UID are selected in READY1 and READY2, and then it is ACTIVE and obeys memory commands. HLTA puts it into
HALT, from where only WUPA wakes it. Whatever a state does not expect sends the tag *home*, without an answer or with a
NAK: to IDLE, or to HALT when it had been woken out of HALT (the starred states of the standard).

A state is a small int: its two low bits say how far the tag has come, bit 2 says where home is.

    home IDLE:  IDLE 0   READY1 1   READY2 2   ACTIVE 3
    home HALT:  HALT 4   READY1* 5  READY2* 6  ACTIVE* 7
"""

from .crc import sealed

OFF = -1
IDLE = 0
READY1 = 1
READY2 = 2
ACTIVE = 3
HALT = 4

FDT_US = 91  # frame delay: from the end of the reader's frame to the start of the answer
WRITE_US = 4100  # programming a page, before the ACK

PAGES = 45
ATQA = (b"\x44\x00", 16, FDT_US)
SAK = ((sealed(b"\x04"), 24, FDT_US), (sealed(b"\x00"), 24, FDT_US))
ACK = (b"\x0a", 4, WRITE_US)
NAK_ARGUMENT = (b"\x00", 4, FDT_US)
NAK_CRC = (b"\x01", 4, FDT_US)
VERSION = (sealed(b"\x00\x04\x04\x02\x01\x00\x0f\x03"), 80, FDT_US)

# Memory as delivered, from page 2 on: internal byte and locks, capability container, user pages, dynamic locks,
# configuration. Password and PACK (the last two pages) read as zero.
_PAGE2 = b"\x48\x00\x00"
_CC = b"\xe1\x10\x12\x00"
_TAIL = b"\x00\x00\x00\xbd\x04\x00\x00\xff\x00\x05\x00\x00" + bytes(8)


def _cascade(block) -> bytes:
    """Four bytes of a cascade level with their check byte (BCC)."""
    return bytes(block) + bytes((block[0] ^ block[1] ^ block[2] ^ block[3],))


class Ntag213:
    """One tag. `receive` is what it does with a frame; whoever owns the coil tells it about the field."""

    def __init__(self, uid):
        if len(uid) != 7:
            raise ValueError("an NTAG has a UID of 7 bytes, not %d" % len(uid))
        self.uid = bytes(uid)
        self.state = OFF
        self.since = -1  # when the present field reached the tag; another moment means another life
        self.placed = 0  # when the tag was laid on its coil
        self.blocks = (_cascade(b"\x88" + self.uid[:3]), _cascade(self.uid[3:]))
        first = self.uid[:3] + self.blocks[0][4:] + self.uid[3:] + self.blocks[1][4:]
        self.memory = bytearray(first + _PAGE2 + _CC + bytes(36 * 4) + _TAIL)

    def power_on(self, since: int) -> None:
        """A new field: everything the tag knew of the last one is gone."""
        self.since = since
        self.state = IDLE

    def receive(self, data, bits: int, crc_ok: bool):
        """Answer a frame of `bits` data bits as (bytes, bits, delay in us), or None for silence."""
        state = self.state
        level = state & 3
        if bits == 7:
            if level == IDLE and (data[0] == 0x52 or (data[0] == 0x26 and state == IDLE)):
                self.state = state | READY1
                return ATQA
        elif level == ACTIVE:
            return self._active(data, bits, crc_ok)
        elif level != IDLE:
            return self._ready(data, bits, crc_ok, level)
        self.state = state & HALT
        return None

    def _ready(self, data, bits: int, crc_ok: bool, level: int):
        """Anticollision and select of cascade level 1 or 2."""
        block = self.blocks[level - 1]
        if bits >= 16 and data[0] == 0x91 + 2 * level:
            if data[1] == 0x70:
                if bits == 72 and crc_ok and data[2:7] == block:
                    self.state += 1
                    return SAK[level - 1]
            else:
                known = ((data[1] >> 4) - 2) * 8 + (data[1] & 7)
                if 0 <= known < 40 and bits == 16 + known:
                    own = int.from_bytes(block, "little")
                    named = int.from_bytes(bytes(data[2:]), "little")
                    if (own ^ named) & ((1 << known) - 1):
                        return None  # another tag is meant: silence, but the state stays
                    left = 40 - known
                    return ((own >> known).to_bytes((left + 7) >> 3, "little"), left, FDT_US)
        elif bits == 32 and crc_ok and data[0] == 0x30 and data[1] == 0:
            self.state = (self.state & HALT) | ACTIVE  # the data sheet's short cut: READ of page 0
            data = self._from(0)
            return (sealed(data), 144, FDT_US)
        self.state &= HALT
        return None

    def _active(self, data, bits: int, crc_ok: bool):
        """Memory commands and HLTA; a NAK also sends the tag home."""
        count = bits >> 3
        code = data[0]
        answer = NAK_ARGUMENT
        if bits & 7 or count < 3:
            answer = None
        elif not crc_ok:
            answer = NAK_CRC
        elif code == 0x50 and count == 4 and data[1] == 0:
            self.state = HALT
            return None
        elif code == 0x30 and count == 4 and data[1] < PAGES:
            data = self._from(data[1])
            return (sealed(data), 144, FDT_US)
        elif code == 0x3A and count == 5 and data[1] <= data[2] < PAGES:
            data = self._shown()[data[1] * 4 : data[2] * 4 + 4]
            return (sealed(data), len(data) * 8 + 16, FDT_US)
        elif code == 0xA2 and count == 8 and self._write(data[1], data[2:6]):
            return ACK
        elif code == 0x60 and count == 3:
            return VERSION
        elif code == 0x3C and count == 4 and data[1] == 0:
            data = self._signature()
            return (sealed(data), 272, FDT_US)
        self.state &= HALT
        return answer

    def _from(self, page: int) -> bytes:
        """Sixteen bytes from a page on, going round at the end of the memory."""
        shown = self._shown()
        return (shown + shown[:12])[page * 4 : page * 4 + 16]

    def _shown(self) -> bytes:
        return bytes(self.memory[: (PAGES - 2) * 4]) + bytes(8)

    def _signature(self) -> bytes:
        """Thirty-two bytes in the place of NXP's signature: another for every UID, and not a valid one."""
        return bytes([self.uid[i % 7] ^ (i * 37 & 0xFF) for i in range(32)])

    def _write(self, page: int, data) -> bool:
        """Program a page; lock and one-time bits can only be set. False where the tag would refuse."""
        if page < 2 or page >= PAGES or self._locked(page):
            return False
        at = page * 4
        if page == 2:
            data = bytes((self.memory[at], self.memory[at + 1])) + bytes(data[2:4])
        for i in range(4):
            old = self.memory[at + i] if page in (2, 3) else 0
            self.memory[at + i] = old | data[i]
        return True

    def _locked(self, page: int) -> bool:
        """The static lock bytes cover pages 3 to 15, one bit each."""
        if page < 3 or page > 15:
            return False
        return bool(self.memory[10 + (page >> 3)] & (1 << (page & 7)))
