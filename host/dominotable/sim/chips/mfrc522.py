"""The MFRC522 reader chip at register level, written from its register table.

The chip sees the SPI bytes of one chip-select window (`begin`, then `transfer`) and a clock that somebody else moves on.
What takes time (a frame going out, the answer, the timer) is kept as moments in the future; each access first lets
everything happen that has become due. Nothing here waits.

    due moments:  _tx_end   the frame has left the antenna      -> TxIRq, timer starts, tags answer
                  _fifth    the fifth bit of the answer is in   -> timer stops
                  _rx_end   the answer is complete              -> FIFO, Error, Coll, RxIRq
                  _timer    the timer has run out               -> TimerIRq
"""

from .crc import crc_a, sealed

COMMAND = 0x01
COM_IEN = 0x02
DIV_IEN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
CRC_HIGH = 0x21
CRC_LOW = 0x22
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
T_COUNTER_HIGH = 0x2E
T_COUNTER_LOW = 0x2F
VERSION = 0x37

IDLE = 0x0
MEM = 0x1
CALC_CRC = 0x3
TRANSMIT = 0x4
NO_CHANGE = 0x7
RECEIVE = 0x8
TRANSCEIVE = 0xC
SOFT_RESET = 0xF

IRQ_TX = 0x40
IRQ_RX = 0x20
IRQ_IDLE = 0x10
IRQ_HIGH = 0x08
IRQ_LOW = 0x04
IRQ_ERROR = 0x02
IRQ_TIMER = 0x01

ERR_WRITE = 0x80
ERR_OVERFLOW = 0x10
ERR_COLLISION = 0x08
ERR_CRC = 0x04

NEVER = 1 << 60
SOFT_START_US = 40  # after SoftReset
HARD_START_US = 1000  # crystal start after power-down (an estimate)

# Reset values that are not zero, by register.
_RESET = (
    (COMMAND, 0x20), (COM_IEN, 0x80), (COM_IRQ, 0x14), (WATER_LEVEL, 0x08), (CONTROL, 0x10), (COLL, 0xA0),
    (MODE, 0x3F), (TX_CONTROL, 0x80), (0x16, 0x10), (0x17, 0x84), (0x18, 0x84), (0x19, 0x4D), (0x1C, 0x62),
    (0x1F, 0xEB), (CRC_HIGH, 0xFF), (CRC_LOW, 0xFF), (0x24, 0x26), (0x26, 0x48), (0x27, 0x88), (0x28, 0x20),
    (0x29, 0x20), (0x33, 0x80), (0x36, 0x40),
)  # fmt: skip
_READ_ONLY = (0x00, ERROR, STATUS1, 0x0F, 0x10, 0x1A, 0x1B, 0x1E, 0x20, CRC_HIGH, CRC_LOW, 0x23, 0x25,
              T_COUNTER_HIGH, T_COUNTER_LOW, 0x30, VERSION)  # fmt: skip
_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)


def air_us(bits: int) -> int:
    """Time of a frame at 106 kbit/s: data bits, a parity bit a whole byte, start and end."""
    return (bits + (bits >> 3) + 2) * 944 // 100


class Mfrc522:
    """One reader chip with its coils. `version` 0x00 or 0xFF is a dead or missing chip."""

    def __init__(self, clock, coils, version: int = 0x92):
        self._clock = clock
        self.coils = coils
        self._version = version
        self._regs = bytearray(64)
        self._fifo = bytearray(64)
        self._buffer = bytearray(25)
        self._address = -1
        self._reading = False
        self._silent = -1  # what MISO shows when the chip does not work; -1: it works
        self._get = [None] * 64
        self._put = [None] * 64
        self._wire_registers()
        self._reset(0)
        self.set_version(version)

    def _wire_registers(self) -> None:
        """Which registers do something when they are read or written; the others are plain memory."""
        get, put = self._get, self._put
        get[COMMAND] = self._get_command
        get[STATUS1] = self._get_status1
        get[STATUS2] = self._get_status2
        get[FIFO_DATA] = self._get_fifo
        get[FIFO_LEVEL] = self._get_level
        get[T_COUNTER_HIGH] = self._get_counter_high
        get[T_COUNTER_LOW] = self._get_counter_low
        for reg in _READ_ONLY:
            put[reg] = self._ignore
        put[COMMAND] = self._put_command
        put[COM_IRQ] = self._put_com_irq
        put[DIV_IRQ] = self._put_div_irq
        put[FIFO_DATA] = self._put_fifo
        put[FIFO_LEVEL] = self._put_level
        put[CONTROL] = self._put_control
        put[BIT_FRAMING] = self._put_bit_framing
        put[COLL] = self._put_coll
        put[TX_CONTROL] = self._put_tx_control

    # --- pins and power ---

    def set_version(self, version: int) -> None:
        """Swap the chip: another version, or a dead one."""
        self._version = version
        self._regs[VERSION] = version
        self._silent = version if version in (0x00, 0xFF) else -1

    def hard_power_down(self, down: bool) -> None:
        """The NRSTPD pin: low stops everything, rising starts afresh."""
        self._reset(HARD_START_US)
        self.set_version(self._version)
        if down:
            self._silent = 0

    def _reset(self, start_us: int) -> None:
        regs = self._regs
        for reg in range(64):
            regs[reg] = 0
        for reg, value in _RESET:
            regs[reg] = value
        regs[VERSION] = self._version
        self._head = self._tail = 0  # bytes read from and written to the FIFO since it was last empty
        self._command = IDLE
        self._awake = self._clock.us + start_us
        self._on_since = -1
        self._timer = self._fifth = NEVER
        self._crc_ready = False
        self._stop()

    # --- SPI ---

    def begin(self) -> None:
        """Chip select falls: the next byte is an address."""
        self._address = -1

    def transfer(self, tx, rx) -> None:
        """Shift the bytes of `tx` in; what comes out goes to `rx` unless it is None."""
        if self._silent >= 0:
            if rx is not None:
                for i in range(len(rx)):
                    rx[i] = self._silent
            return
        if self._clock.us >= self._due:
            self._advance()
        address = self._address
        for i in range(len(tx)):
            byte = tx[i]
            out = 0
            if address < 0:
                self._reading = byte > 127
                address = byte >> 1 & 63
            elif self._reading:
                get = self._get[address]
                out = self._regs[address] if get is None else get()
                address = byte >> 1 & 63
            else:
                put = self._put[address]
                if put is None:
                    self._regs[address] = byte
                else:
                    put(byte)
            if rx is not None:
                rx[i] = out
        self._address = address

    # --- what becomes due ---

    def _schedule(self) -> None:
        due = self._tx_end
        if self._fifth < due:
            due = self._fifth
        if self._rx_end < due:
            due = self._rx_end
        if self._timer < due:
            due = self._timer
        self._due = due

    def _advance(self) -> None:
        """Let everything happen whose moment has come, in the order of the moments."""
        now = self._clock.us
        while self._due <= now:
            due = self._due
            if due == self._tx_end:
                self._tx_end = NEVER
                self._sent(due)
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

    def _sent(self, now: int) -> None:
        """The frame has left: the tags hear it, the timer starts, the receiver opens."""
        regs = self._regs
        regs[COM_IRQ] |= IRQ_TX
        if regs[T_MODE] & 0x80:
            self._timer = now + self._period()
        heard = self._on_since >= 0 and regs[TX_ASK] & 0x40 and not regs[TX_MODE] & 0x70
        if heard:
            answer = self.coils.exchange(self._frame, self._frame_bits, self._on_since, now)
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
            self._fifth = self._rx_start + 47

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
        self._fill(data)
        regs[CONTROL] = regs[CONTROL] & 0xF8 | (bits + align) & 7
        regs[COM_IRQ] |= IRQ_RX | (IRQ_ERROR if regs[ERROR] else 0)
        if self._command == RECEIVE:
            self._command = IDLE
            regs[COM_IRQ] |= IRQ_IDLE

    def _fill(self, data) -> None:
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

    # --- registers that do something when read ---

    def _get_command(self) -> int:
        starting = 0x10 if self._clock.us < self._awake else 0
        return self._regs[COMMAND] & 0x30 | starting | self._command

    def _get_status1(self) -> int:
        regs = self._regs
        level = self._tail - self._head
        value = 0x20 if self._crc_ready else 0
        if not regs[CRC_HIGH] and not regs[CRC_LOW]:
            value |= 0x40
        if regs[COM_IRQ] & regs[COM_IEN] & 0x7F or regs[DIV_IRQ] & regs[DIV_IEN] & 0x14:
            value |= 0x10
        if self._timer != NEVER:
            value |= 0x08
        if 64 - level <= regs[WATER_LEVEL]:
            value |= 0x02
        if level <= regs[WATER_LEVEL]:
            value |= 0x01
        return value

    def _get_status2(self) -> int:
        """The modem's state: 1 waits for StartSend, 3 sends, 5 waits for data, 6 receives, 0 idle."""
        state = 0
        if self._tx_end != NEVER:
            state = 3
        elif self._rx_end != NEVER and self._clock.us >= self._rx_start:
            state = 6
        elif self._command == TRANSCEIVE and not self._regs[BIT_FRAMING] & 0x80:
            state = 1
        elif self._command in (TRANSCEIVE, RECEIVE):
            state = 5
        return self._regs[STATUS2] & 0xC0 | state

    def _get_fifo(self) -> int:
        if self._head == self._tail:
            return 0
        byte = self._fifo[self._head & 63]
        self._head += 1
        if self._tail - self._head <= self._regs[WATER_LEVEL]:
            self._regs[COM_IRQ] |= IRQ_LOW
        return byte

    def _get_level(self) -> int:
        return self._tail - self._head

    def _get_counter_high(self) -> int:
        return self._counter() >> 8

    def _get_counter_low(self) -> int:
        return self._counter() & 0xFF

    def _counter(self) -> int:
        regs = self._regs
        if self._timer == NEVER:
            return 0
        reload = regs[T_RELOAD_HIGH] << 8 | regs[T_RELOAD_LOW]
        left = self._timer - self._clock.us
        return left * reload // self._period() if left > 0 else 0

    # --- registers that do something when written ---

    def _ignore(self, value: int) -> None:
        """A register that cannot be written."""

    def _put_command(self, value: int) -> None:
        regs = self._regs
        was_down = regs[COMMAND] & 0x10
        regs[COMMAND] = value & 0x30
        if was_down and not value & 0x10:
            self._awake = self._clock.us + HARD_START_US
        if was_down != value & 0x10:
            self._update_field()
        code = value & 0x0F
        if code == NO_CHANGE or (self._clock.us < self._awake and code != SOFT_RESET) or value & 0x10:
            return
        waiting, heard_at = self._answer, self._rx_start
        self._stop()
        self._command = code
        regs[ERROR] &= 0x40
        if code == TRANSMIT:
            self._send()
        elif code == RECEIVE:
            if heard_at >= self._clock.us:  # an answer whose start was missed is lost
                self._answer, self._rx_start = waiting, heard_at
                self._listen()
                self._schedule()
        elif code == CALC_CRC:
            self._start_crc()
        elif code == SOFT_RESET:
            self._reset(SOFT_START_US)
        elif code not in (IDLE, TRANSCEIVE):
            if code == MEM:
                self._move_memory()
            self._command = IDLE
            regs[COM_IRQ] |= IRQ_IDLE

    def _start_crc(self) -> None:
        self._crc = _PRESETS[self._regs[MODE] & 3]
        self._crc_ready = False
        while self._head != self._tail:
            self._add_crc(self._get_fifo())

    def _add_crc(self, byte: int) -> None:
        """The coprocessor takes a byte; it is faster than any SPI write."""
        regs = self._regs
        self._crc = crc_a((byte,), 1, self._crc)
        regs[CRC_HIGH] = self._crc >> 8
        regs[CRC_LOW] = self._crc & 0xFF
        regs[DIV_IRQ] |= 0x04
        self._crc_ready = True

    def _move_memory(self) -> None:
        """Mem: 25 bytes from the FIFO into the internal buffer, or back when the FIFO is empty."""
        if self._head == self._tail:
            self._fill(self._buffer)
            return
        for i in range(25):
            self._buffer[i] = self._get_fifo()

    def _put_com_irq(self, value: int) -> None:
        if value & 0x80:
            self._regs[COM_IRQ] |= value & 0x7F
        else:
            self._regs[COM_IRQ] &= ~value & 0x7F

    def _put_div_irq(self, value: int) -> None:
        if value & 0x80:
            self._regs[DIV_IRQ] |= value & 0x14
        else:
            self._regs[DIV_IRQ] &= ~value & 0x7F

    def _put_fifo(self, value: int) -> None:
        if self._command == CALC_CRC:
            self._add_crc(value)
            return
        regs = self._regs
        level = self._tail - self._head
        if level >= 64:
            regs[ERROR] |= ERR_OVERFLOW
            regs[COM_IRQ] |= IRQ_ERROR
            return
        if self._rx_end != NEVER:
            regs[ERROR] |= ERR_WRITE
            regs[COM_IRQ] |= IRQ_ERROR
        self._fifo[self._tail & 63] = value
        self._tail += 1
        if level + 1 >= 64 - regs[WATER_LEVEL]:
            regs[COM_IRQ] |= IRQ_HIGH

    def _put_level(self, value: int) -> None:
        if value & 0x80:
            self._head = self._tail = 0
            self._regs[ERROR] &= ~ERR_OVERFLOW & 0xFF

    def _put_control(self, value: int) -> None:
        if value & 0x80:
            self._timer = NEVER
        if value & 0x40:
            self._timer = self._clock.us + self._period()
        self._schedule()

    def _put_bit_framing(self, value: int) -> None:
        self._regs[BIT_FRAMING] = value
        if value & 0x80 and self._command == TRANSCEIVE:
            self._send()

    def _put_coll(self, value: int) -> None:
        self._regs[COLL] = self._regs[COLL] & 0x3F | value & 0x80

    def _put_tx_control(self, value: int) -> None:
        self._regs[TX_CONTROL] = value
        self._update_field()

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
