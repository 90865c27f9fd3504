"""The MFRC522 reader chip at register level, written from its register table.

The chip sees the SPI bytes of a chip-select window and a clock that somebody else moves on. This file is what the SPI
master meets: addressing, registers, FIFO, commands, CRC coprocessor, power-down. The radio is in `mfrc522_radio`.
"""

from .crc import crc_a
from .mfrc522_map import (
    BIT_FRAMING,
    CALC_CRC,
    COLL,
    COM_IEN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_HIGH,
    CRC_LOW,
    CRC_PRESETS,
    DIV_IEN,
    DIV_IRQ,
    ERR_OVERFLOW,
    ERR_WRITE,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    IDLE,
    IRQ_ERROR,
    IRQ_HIGH,
    IRQ_IDLE,
    IRQ_LOW,
    MEM,
    MODE,
    NO_CHANGE,
    READ_ONLY,
    RECEIVE,
    RESET,
    SOFT_RESET,
    STATUS1,
    STATUS2,
    T_COUNTER_HIGH,
    T_COUNTER_LOW,
    T_RELOAD_HIGH,
    T_RELOAD_LOW,
    TRANSCEIVE,
    TRANSMIT,
    TX_CONTROL,
    VERSION,
    WATER_LEVEL,
)
from .mfrc522_radio import NEVER, Radio

SOFT_START_US = 40  # after SoftReset
HARD_START_US = 1000  # crystal start after power-down (an estimate)


class Mfrc522(Radio):
    """One reader chip with its coils. `version` 0x00 or 0xFF is a dead or missing chip."""

    def __init__(self, clock, coils, version: int = 0x92):
        super().__init__(clock, coils)
        self._version = version
        self._buffer = bytearray(25)
        self.address = -1  # the address byte that holds in this select window; -1: it is still to come
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
        for reg in READ_ONLY:
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
        self._schedule()

    def hard_power_down(self, down: bool) -> None:
        """The NRSTPD pin: low stops everything, rising starts afresh."""
        self._reset(HARD_START_US)
        self.set_version(self._version)
        if down:
            self._silent = 0
            self._schedule()

    def _reset(self, start_us: int) -> None:
        regs = self._regs
        for reg in range(64):
            regs[reg] = 0
        for reg, value in RESET:
            regs[reg] = value
        regs[VERSION] = self._version
        self._awake = self._clock.us + start_us
        self._crc_ready = False
        self._reset_radio()

    # --- SPI ---

    def begin(self) -> None:
        """Chip select falls: the next byte is an address."""
        self.address = -1

    def transfer(self, tx, rx) -> None:
        """Shift the bytes of `tx` in; what comes out goes to `rx` unless it is None.

        In a read every byte after the address is the next address, while the last register goes out; in a write all
        bytes go to the one register. This is the simulator's hottest place, hence few calls and local names.
        """
        if self._clock.us >= self._due:
            if self._silent >= 0:
                _fill(rx, self._silent)
                return
            self._advance()
        start = 0
        address = self.address
        if address < 0 and tx:
            address = tx[0]
            start = 1
        if address > 127:
            if start and rx is not None:
                rx[0] = 0
            for at in range(start, len(tx)):
                get = self._get[address >> 1 & 63]
                out = self._regs[address >> 1 & 63] if get is None else get()
                address = tx[at] | 0x80
                if rx is not None:
                    rx[at] = out
        else:
            put = self._put[address >> 1]
            for at in range(start, len(tx)):
                if put is None:
                    self._regs[address >> 1] = tx[at]
                else:
                    put(tx[at])
            _fill(rx, 0)
        self.address = address

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
        self._crc = CRC_PRESETS[self._regs[MODE] & 3]
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
            self._fill_fifo(self._buffer)
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


def _fill(rx, value: int) -> None:
    if rx is not None:
        for i in range(len(rx)):
            rx[i] = value
