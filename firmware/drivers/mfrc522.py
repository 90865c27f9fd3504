"""MFRC522: the 13.56 MHz reader chip, and the ISO 14443A talk with the tags in its field.

One object serves every reader on the bus: chip state lives in the chips, and the caller sets the reader's
address and coil lines before it calls. `cs` is the strobe of the select decoder, called with 0 and 1.

What a caller gets back is one int: a length or 1 when it went well, 0 for an empty field, or one of the
negative codes below. Nothing here raises and nothing allocates once the object is built.

Choices worth knowing:
- The checksum is computed by us. The chip could do it, but frames with and without one alternate, and
  switching TxMode and RxMode each time costs as many register accesses as our table costs time.
- A read transfer may name a different register in every byte, so the four registers that describe an
  answer come back in one transfer.
- The chip's timer starts by itself when a frame has gone out and bounds the wait for its answer. The clock
  bounds the wait for a chip that does not answer at all.
- Every talk that woke a tag ends with HLTA, whatever came of it: halted tags answer the next WUPA, but a tag
  left half selected would take that WUPA for an error and stay silent.
"""

from time import ticks_diff, ticks_us

from micropython import const

from drivers.crc_a import CrcA

COLLISION = const(-1)  # two or more tags answered at once
BAD_CRC = const(-2)
BAD_BCC = const(-3)
PROTOCOL = const(-4)  # an answer of the wrong shape, or a parity error
TIMEOUT = const(-5)  # a tag that was there has stopped answering
NO_CHIP = const(-6)  # the chip never finished: there is none, or its field is off

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_MODE = const(0x11)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_RF_CFG = const(0x26)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_LO = const(0x2D)
_VERSION = const(0x37)
_READ = const(0x80)  # in the address byte
_IDLE = const(0x00)
_TRANSMIT = const(0x04)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)
_IRQ_TX = const(0x40)
_IRQ_RX = const(0x20)
_IRQ_TIMER = const(0x01)
_CLEAR_ALL = const(0x7F)
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_STOP_TIMER = const(0x80)
_LAST_BITS = const(0x07)
_ERR_COLLISION = const(0x08)
_ERR_FRAME = const(0x13)  # overflow, parity, protocol
_POSITION_UNKNOWN = const(0x20)

# A timer tick of 0.1 ms: 13.56 MHz / (2 * 677 + 1).
_PRESCALER = const(677)
_T_AUTO = const(0x80)
_READ_TICKS = const(50)  # NTAG21x: READ is answered within 5 ms, WRITE within 10
_WRITE_TICKS = const(100)
_GUARD_US = const(4000)  # the longest frames both ways take 2.5 ms
_RESET_US = const(50000)

_REQA = const(0x26)
_WUPA = const(0x52)
_SEL = const(0x93)  # 95 and 97 for the next cascade levels
_CASCADE_TAG = const(0x88)
_SAK_MORE = const(0x04)
_TAG_READ = const(0x30)
_TAG_WRITE = const(0xA2)
_ACK = const(0x0A)
_LONGEST_OUT = const(9)  # SELECT
_LONGEST_IN = const(18)  # READ: 16 bytes and CRC


class MFRC522:
    def __init__(self, spi, cs, wait: int = 5):
        """`wait` is the time a tag has to begin its answer, in 0.1 ms; by the standard it takes 0.09 ms."""
        self._spi = spi
        self._cs = cs
        self._wait_ticks = wait
        self._pair, self._back = bytearray(2), bytearray(2)
        self._ask_state = bytes((_READ | r << 1 for r in (_ERROR, _FIFO_LEVEL, _CONTROL, _COLL))) + b"\0"
        self._state = bytearray(5)
        self._crc = CrcA()
        # Frames keep their first byte for the address, so a FIFO burst is one transfer. Slices of every
        # length are cut now, because cutting one later would allocate.
        self._out = bytearray(1 + _LONGEST_OUT)
        self._out[0] = _FIFO_DATA << 1
        self._outs = [memoryview(self._out)[: n + 1] for n in range(_LONGEST_OUT + 1)]
        self._in = bytearray(1 + _LONGEST_IN)
        self._ins = [memoryview(self._in)[: n + 1] for n in range(_LONGEST_IN + 1)]
        ask = memoryview(bytes([_READ | _FIFO_DATA << 1] * _LONGEST_IN) + b"\0")
        self._asks = [ask[_LONGEST_IN - n :] for n in range(_LONGEST_IN + 1)]

    # The chip

    def init(self) -> int:
        """Reset the chip and set it up with its field off. Returns its version, 0 when there is none."""
        version = self.version()
        if version == 0x00 or version == 0xFF:
            return 0
        self._set(_COMMAND, _SOFT_RESET)
        start = ticks_us()
        while self._get(_COMMAND) & _POWER_DOWN:
            if ticks_diff(ticks_us(), start) > _RESET_US:
                return 0
        self._set(_T_MODE, _T_AUTO | _PRESCALER >> 8)
        self._set(_T_PRESCALER, _PRESCALER & 0xFF)
        self._set(_T_RELOAD_LO, self._wait_ticks)
        self._set(_MODE, 0x3D)  # the values of ISO 14443A
        self._set(_TX_ASK, 0x40)  # 100 % modulation
        self._set(_COLL, 0)  # as the data sheet asks for bitwise anticollision
        self.antenna(False)
        return version

    def version(self) -> int:
        """The version register: 91 or 92, 88 for the FM17522; 00 or FF when nothing drives the bus."""
        return self._get(_VERSION)

    def antenna(self, on: bool) -> None:
        """Switch the field. Tags need about 1 ms (5.1 by the standard) before they answer."""
        self._set(_TX_CONTROL, 0x83 if on else 0x80)

    def gain(self, level: int) -> None:
        """Receiver gain 2..7: 18, 23, 33 (after reset), 38, 43, 48 dB."""
        self._set(_RF_CFG, level << 4)

    # The tags in its field

    def wake(self, all: bool = True) -> int:
        """1 when a tag answered, 0 when none did. `all` wakes the halted ones too (WUPA, not REQA)."""
        self._out[1] = _WUPA if all else _REQA
        code = self._exchange(1, 7)
        if code == 2 or code == COLLISION:
            return 1
        if code == TIMEOUT:
            return 0
        return code if code < 0 else PROTOCOL

    def identify(self, uid: bytearray) -> int:
        """Read the identifier of the one tag in the field into `uid`: 4, 7 or 10 bytes, 0 for no tag.

        Two tags are a COLLISION. The tag is left halted.
        """
        return self._name(uid, True, False)

    def resolve(self, uid: bytearray) -> int:
        """Name one tag of several, then halt it: called again it names the next one, at last 0.

        Only tags not yet halted since the field came on take part, so switch it off and on first.
        """
        return self._name(uid, False, True)

    def select_known(self, uid: bytearray, n: int) -> int:
        """Is this tag still there? `n` if so, 0 for an empty field, TIMEOUT when only others answered.

        Cheaper than `identify`, but a second tag goes unnoticed. The tag is left halted.
        """
        code = self.select(uid, n)
        if code != 0 and code != NO_CHIP:
            self.halt()
        return code

    def select(self, uid: bytearray, n: int) -> int:
        """As `select_known`, but the tag stays selected for `read` and `write`; `halt` ends that."""
        code = self.wake()
        if code <= 0:
            return code
        out = self._out
        done = 0
        sel = _SEL
        while done < n:
            more = n - done > 4
            out[3] = _CASCADE_TAG
            for i in range(4 if more else 3, 7):
                out[i] = uid[done]
                done += 1
            out[7] = out[3] ^ out[4] ^ out[5] ^ out[6]
            sak = self._select_level(sel)
            if sak < 0:
                return sak
            if (sak & _SAK_MORE != 0) != more:
                return PROTOCOL
            sel += 2
        return n

    def halt(self) -> None:
        """HLTA: the selected tag sleeps until WUPA; one half selected falls back to where it was."""
        self._out[1] = 0x50
        self._out[2] = 0x00
        self._seal(2)
        self._load(4)
        self._set(_COMMAND, _TRANSMIT)  # silence is the answer, so there is nothing to receive
        self._wait(_IRQ_TX, 0)
        self._set(_CONTROL, _STOP_TIMER)  # or it would run out in the middle of the next exchange

    def read(self, page: int, buf: bytearray) -> int:
        """Four pages (16 bytes) of the selected tag from `page` on. Returns 16."""
        self._out[1] = _TAG_READ
        self._out[2] = page
        code = self._checked(self._exchange_slowly(2, _READ_TICKS), 18)
        if code < 0:
            return code
        for i in range(16):
            buf[i] = self._in[i + 1]
        return 16

    def write(self, page: int, buf: bytearray) -> int:
        """Write one page (4 bytes) of the selected tag. Returns 4 when the tag acknowledged it."""
        out = self._out
        out[1] = _TAG_WRITE
        out[2] = page
        for i in range(4):
            out[3 + i] = buf[i]
        code = self._exchange_slowly(6, _WRITE_TICKS)
        if code < 0:
            return code
        if code == 1 and self._state[3] & _LAST_BITS == 4 and self._in[1] & 0x0F == _ACK:
            return 4
        return PROTOCOL

    # Anticollision

    def _name(self, uid, all, follow):
        code = self.wake(all)
        if code == 0 or code == NO_CHIP:
            return code
        if code > 0:
            code = self._climb(uid, follow)
        self.halt()
        return code

    def _climb(self, uid, follow):
        """Anticollision and select on every cascade level that the tag asks for."""
        out = self._out
        n = 0
        for sel in range(_SEL, _SEL + 6, 2):
            code = self._anticollide(sel, follow)
            if code < 0:
                return code
            sak = self._select_level(sel)
            if sak < 0:
                return sak
            more = sak & _SAK_MORE
            if more and out[3] != _CASCADE_TAG:
                return PROTOCOL
            for i in range(4 if more else 3, 7):
                uid[n] = out[i]
                n += 1
            if not more:
                return n
        return PROTOCOL

    def _anticollide(self, sel, follow):
        """Bring four identifier bytes and their BCC into out[3:8]; with `follow` take the 1 at each fork."""
        out = self._out
        answer = self._in
        known = 0  # bits agreed on so far
        while True:
            whole, part = known >> 3, known & 7
            out[1] = sel
            out[2] = (2 + whole) << 4 | part
            code = self._exchange(2 + whole + (1 if part else 0), part << 4 | part)
            if code < 0 and not (follow and code == COLLISION):
                return code
            if self._state[2] != 5 - whole or self._state[3] & _LAST_BITS:
                return PROTOCOL
            low = (1 << part) - 1
            out[3 + whole] = (out[3 + whole] & low) | (answer[1] & ~low)
            for i in range(1, 5 - whole):
                out[3 + whole + i] = answer[1 + i]
            if code > 0:
                break
            # The position counts from the first bit of the FIFO, so it includes the aligned ones.
            where = self._state[4]
            fork = (known & 0x38) + ((where - 1) & 0x1F) + 1
            if where & _POSITION_UNKNOWN or fork <= known or fork > 32:
                return COLLISION
            out[3 + ((fork - 1) >> 3)] |= 1 << ((fork - 1) & 7)
            known = fork
        if out[3] ^ out[4] ^ out[5] ^ out[6] ^ out[7]:
            return BAD_BCC
        return 5

    def _select_level(self, sel):
        """SELECT what stands in out[3:8]; the SAK or a code."""
        self._out[1] = sel
        self._out[2] = 0x70
        self._seal(7)
        code = self._checked(self._exchange(9, 0), 3)
        return code if code < 0 else self._in[1]

    # Frames

    def _exchange_slowly(self, n, ticks):
        """Send n bytes and their CRC to a tag that may take `ticks` to begin its answer."""
        self._seal(n)
        self._set(_T_RELOAD_LO, ticks)
        code = self._exchange(n + 2, 0, ticks)
        self._set(_T_RELOAD_LO, self._wait_ticks)
        self._set(_CONTROL, _STOP_TIMER)  # the 4 bits of an ACK are too short to stop it
        return code

    def _exchange(self, n, framing, ticks=0):
        """Send out[1 : n + 1], receive into _in[1:]; the number of bytes received, or a code."""
        self._load(n)
        self._set(_COMMAND, _TRANSCEIVE)
        self._set(_BIT_FRAMING, _START_SEND | framing)
        irq = self._wait(_IRQ_RX | _IRQ_TIMER, ticks)
        self._set(_BIT_FRAMING, 0)
        if irq < 0:
            return irq
        if not irq & _IRQ_RX:
            return TIMEOUT
        self._transfer(self._ask_state, self._state)
        error, received = self._state[1], self._state[2]
        if received == 0 or received > _LONGEST_IN:
            return PROTOCOL
        self._transfer(self._asks[received], self._ins[received])
        if error & _ERR_COLLISION:
            return COLLISION
        if error & _ERR_FRAME:
            return PROTOCOL
        return received

    def _load(self, n):
        """Stop what the chip was doing, forget what it saw, and fill its FIFO with n bytes."""
        self._set(_COMMAND, _IDLE)
        self._set(_COM_IRQ, _CLEAR_ALL)
        self._set(_FIFO_LEVEL, _FLUSH)
        self._cs(0)
        self._spi.write(self._outs[n])
        self._cs(1)

    def _wait(self, wanted, ticks):
        """The interrupt bits once one of `wanted` is up, or NO_CHIP."""
        limit = _GUARD_US + ticks * 100
        start = ticks_us()
        while True:
            irq = self._get(_COM_IRQ)
            if irq == 0xFF:  # bit 7 never reads 1: nobody drives the line
                return NO_CHIP
            if irq & wanted:
                return irq
            if ticks_diff(ticks_us(), start) > limit:
                return NO_CHIP

    def _seal(self, n):
        """Put the checksum behind the n bytes of the frame."""
        crc = self._crc(self._out, 1, n + 1)
        self._out[n + 1] = crc & 0xFF
        self._out[n + 2] = crc >> 8

    def _checked(self, code, n):
        """What _exchange returned, if it is n whole bytes with a right checksum; else a code."""
        if code < 0:
            return code
        if code != n or self._state[3] & _LAST_BITS:
            return PROTOCOL
        answer = self._in
        if self._crc(answer, 1, n - 1) != answer[n - 1] | answer[n] << 8:
            return BAD_CRC
        return n

    # Registers

    def _set(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._cs(0)
        self._spi.write(pair)
        self._cs(1)

    def _get(self, register):
        pair = self._pair
        pair[0] = _READ | register << 1
        pair[1] = 0
        self._transfer(pair, self._back)
        return self._back[1]

    def _transfer(self, ask, back):
        """A read of one or more registers; what comes back lags a byte behind its address."""
        self._cs(0)
        self._spi.write_readinto(ask, back)
        self._cs(1)
