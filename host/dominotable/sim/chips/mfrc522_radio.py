"""The radio half of the MFRC522: what goes on the air, what comes back, and the timer that watches over it.

What takes time is kept as moments in the future; whoever touches the chip first lets everything happen that has become
due. Nothing here waits.

    due moments:  _tx_end   the frame has left the antenna      -> TxIRq, timer starts, tags answer
                  _fifth    the fifth bit of the answer is in   -> timer stops
                  _rx_end   the answer is complete              -> FIFO, Error, Coll, RxIRq
                  _timer    the timer has run out               -> TimerIRq
"""

from .crc import crc_a, sealed
from .mfrc522_map import (
    BIT_FRAMING,
    COLL,
    COM_IRQ,
    COMMAND,
    CONTROL,
    ERR_COLLISION,
    ERR_CRC,
    ERR_OVERFLOW,
    ERR_WRITE,
    ERROR,
    IDLE,
    IRQ_ERROR,
    IRQ_HIGH,
    IRQ_IDLE,
    IRQ_LOW,
    IRQ_RX,
    IRQ_TIMER,
    IRQ_TX,
    RECEIVE,
    RX_MODE,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_HIGH,
    T_RELOAD_LOW,
    TRANSMIT,
    TX_ASK,
    TX_CONTROL,
    TX_MODE,
    WATER_LEVEL,
)

NEVER = 1 << 60
FIFTH_BIT_US = 47


def air_us(bits: int) -> int:
    """Time of a frame at 106 kbit/s: data bits, a parity bit a whole byte, start and end."""
    return (bits + (bits >> 3) + 2) * 944 // 100


class Radio:
    """Registers, FIFO and antenna as the air sees them; `Mfrc522` adds what the SPI master sees."""

    def __init__(self, clock, coils):
        self._clock = clock
        self.coils = coils
        self._silent = -1  # what MISO shows when the chip does not work; -1: it works
        self._regs = bytearray(64)
        self._fifo = bytearray(64)

    def _reset_radio(self) -> None:
        self._head = self._tail = 0  # bytes ever read from and written to the FIFO since its last flush
        self._command = IDLE
        self._on_since = -1  # when the field came on; -1: it is off
        self._timer = NEVER
        self._stop()

    def _schedule(self) -> None:
        due = self._tx_end
        if self._fifth < due:
            due = self._fifth
        if self._rx_end < due:
            due = self._rx_end
        if self._timer < due:
            due = self._timer
        self._due = due if self._silent < 0 else -1

    def _advance(self) -> None:
        """Let everything happen whose moment has come, in the order of the moments."""
        now = self._clock.us
        while self._due <= now:
            due = self._due
            if due == self._tx_end:
                self._tx_end = NEVER
                answer = None
                if self._on_since >= 0 and self._regs[TX_ASK] & 0x40 and not self._regs[TX_MODE] & 0x70:
                    answer = self.coils.exchange(self._frame, self._frame_bits, self._on_since, due)
                self._sent(due, answer)
            elif due == self._fifth:
                self._fifth = self._timer = NEVER
            elif due == self._timer:
                self._regs[COM_IRQ] |= IRQ_TIMER
                self._timer = due + self._period() if self._regs[T_MODE] & 0x10 else NEVER
            else:
                self._rx_end = NEVER
                self._received()
            self._schedule()

    def _period(self) -> int:
        """The timer's run in microseconds, at least one."""
        regs = self._regs
        prescaler = (regs[T_MODE] & 0x0F) << 8 | regs[T_PRESCALER]
        reload = regs[T_RELOAD_HIGH] << 8 | regs[T_RELOAD_LOW]
        return (2 * prescaler + 1) * (reload + 1) * 100 // 1356 + 1

    def _stop(self) -> None:
        """End what is on the air; the timer runs on."""
        self._tx_end = self._rx_end = NEVER
        self._fifth = NEVER
        self._rx_start = NEVER
        self._answer = None
        self._schedule()

    # --- sending and receiving ---

    def _send(self) -> None:
        """The FIFO goes on the air."""
        regs = self._regs
        count = self._tail - self._head
        if not count:
            return
        data = bytes([self._fifo[i & 63] for i in range(self._head, self._tail)])
        bits = count * 8
        if regs[BIT_FRAMING] & 7:
            bits += (regs[BIT_FRAMING] & 7) - 8
        elif regs[TX_MODE] & 0x80:
            data = sealed(data)
            bits += 16
        self._head = self._tail = 0
        regs[COM_IRQ] |= IRQ_LOW
        self._stop()
        self._frame = data
        self._frame_bits = bits
        self._tx_end = self._clock.us + air_us(bits)
        self._schedule()

    def _sent(self, now: int, answer) -> None:
        """The frame has left: the timer starts and the receiver opens for the answer of the tags, if there is one."""
        regs = self._regs
        regs[COM_IRQ] |= IRQ_TX
        if regs[T_MODE] & 0x80:
            self._timer = now + self._period()
        if answer is not None:
            self._answer = answer
            self._rx_start = now + answer[2]
        if self._command == TRANSMIT:
            self._command = IDLE
            regs[COM_IRQ] |= IRQ_IDLE
        else:
            self._listen()

    def _listen(self) -> None:
        """Receive the answer that is about to come, if there is one and the receiver can hear it."""
        regs = self._regs
        regs[ERROR] &= ERR_WRITE | ERR_OVERFLOW | 0x40
        if self._answer is None or regs[COMMAND] & 0x20 or regs[RX_MODE] & 0x70:
            return
        self._rx_end = self._rx_start + air_us(self._answer[1])
        if regs[T_MODE] & 0x80:
            self._fifth = self._rx_start + FIFTH_BIT_US

    def _received(self) -> None:
        """The answer is complete: check it and hand it over."""
        regs = self._regs
        data, bits, _, collision = self._answer
        self._answer = None
        align = regs[BIT_FRAMING] >> 4 & 7
        regs[COLL] = regs[COLL] & 0x80 | 0x20
        if collision >= 0:
            regs[ERROR] |= ERR_COLLISION
            position = collision + align + 1
            if position <= 32:
                regs[COLL] = regs[COLL] & 0x80 | position & 0x1F
            if not regs[COLL] & 0x80:
                data = _cleared(data, collision)
        if regs[RX_MODE] & 0x80:
            if bits < 24 or bits & 7 or crc_a(data, len(data)):
                regs[ERROR] |= ERR_CRC
            if bits >= 24:
                data = data[:-2]
                bits -= 16
        if align:
            data = (int.from_bytes(data, "little") << align).to_bytes((bits + align + 7) >> 3, "little")
        self._fill_fifo(data)
        regs[CONTROL] = regs[CONTROL] & 0xF8 | (bits + align) & 7
        regs[COM_IRQ] |= IRQ_RX | (IRQ_ERROR if regs[ERROR] else 0)
        if self._command == RECEIVE:
            self._command = IDLE
            regs[COM_IRQ] |= IRQ_IDLE

    def _fill_fifo(self, data) -> None:
        """Received bytes go behind what the FIFO holds; too many are lost."""
        room = 64 - (self._tail - self._head)
        if len(data) > room:
            self._regs[ERROR] |= ERR_OVERFLOW
            data = data[:room]
        for byte in data:
            self._fifo[self._tail & 63] = byte
            self._tail += 1
        if self._tail - self._head >= 64 - self._regs[WATER_LEVEL]:
            self._regs[COM_IRQ] |= IRQ_HIGH

    def _update_field(self) -> None:
        """The field is on with both driver outputs on and the oscillator running."""
        regs = self._regs
        if regs[TX_CONTROL] & 3 != 3 or regs[COMMAND] & 0x10:
            if self._on_since >= 0:
                self._on_since = -1
                self._stop()
        elif self._on_since < 0:
            self._on_since = max(self._clock.us, self._awake)


def _cleared(data, first: int) -> bytes:
    """The bits from `first` on as zeros."""
    kept = int.from_bytes(data, "little") & ((1 << first) - 1)
    return kept.to_bytes(len(data), "little")
