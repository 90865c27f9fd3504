"""The chip models on CPython, for a board whose firmware must be alone on its heap (`"models": "outside"`).

`serve` speaks to the board's interpreter over one socket and to whoever commands the table over another. It returns the
exit code with which it stopped the board, or 0 when the board went by itself.
"""

import contextlib
import select
import socket
import struct
import time

from .board import farboard as far
from .board.control import Control
from .board.simboard import Board
from .chips.dice import Dice


class _Stopped(Exception):
    """The board is to stop with an exit code."""


class _FarClock:
    """The board's clock as it came with the last message; time is charged at the other end."""

    def __init__(self, us: int):
        self.us = us
        self.horizon = us

    def charge(self, us: int) -> None:
        """Charged where the firmware runs."""

    def halt(self, code: int) -> None:
        raise _Stopped(code)


class _FarFlash:
    """The flash is at the board's end; a planned power cut is told it with the next order."""

    def __init__(self):
        self.plan = (-1, False)

    def cut_after(self, operations: int, torn: bool) -> None:
        self.plan = (operations, torn)

    def take_plan(self) -> tuple[int, bool]:
        plan, self.plan = self.plan, (-1, False)
        return plan


class _Models:
    """Does on a board what the messages of a far interpreter ask for."""

    def __init__(self, board: Board, flash: _FarFlash, wait):
        self._board = board
        self._flash = flash
        self._wait = wait
        self._obey = {
            far.WRITE: self._write,
            far.EXCHANGE: self._exchange,
            far.COIL: lambda coil, data: board.lines.select(coil),
            far.POWER_DOWN: lambda reader, data: board.readers[reader].hard_power_down(True),
            far.POWER_UP: lambda reader, data: board.readers[reader].hard_power_down(False),
            far.I2C_WRITE: lambda address, data: board.i2c[address].write(data),
            far.I2C_READ: self._i2c_read,
            far.LEDS: lambda _, data: board.leds.shift(data, 24, 8),
            far.BEEP: lambda _, data: board.beep(),
            far.MENU: lambda _, data: bytes([board.menu_level()]),
            far.WAIT: self._order,
        }

    def obey(self, operation: int, argument: int, data: bytes) -> bytes | None:
        if operation & far.NEW:
            self._board.readers[argument].begin()
        return self._obey[operation & ~far.NEW](argument, data)

    def _write(self, reader: int, data: bytes) -> None:
        self._board.readers[reader].transfer(data, None)

    def _exchange(self, reader: int, data: bytes) -> bytes:
        answer = bytearray(len(data))
        self._board.readers[reader].transfer(data, answer)
        return bytes(answer)

    def _i2c_read(self, address: int, data: bytes) -> bytes:
        answer = bytearray(len(data))
        self._board.i2c[address].read_into(answer)
        return bytes(answer)

    def _order(self, _: int, data: bytes) -> bytes:
        self._wait()
        operations, torn = self._flash.take_plan()
        return struct.pack(far.ORDER, 0, torn, operations, self._board.clock.horizon)


def serve(
    profile: dict, models: socket.socket, control: socket.socket, *, seed: int = 1, boot_us: int = 0, pace: float = 0
) -> int:
    """Host the models of a board until it goes or is stopped; `models` leads to its interpreter."""
    clock = _FarClock(boot_us)
    flash = _FarFlash()
    board = Board(profile, clock, Dice(seed + boot_us), flash)
    with control.makefile("rwb", buffering=0) as commands, models.makefile("rwb", buffering=0) as stream:
        desk = Control(board, commands)
        wait = desk.wait_lockstep
        if pace:
            wait = desk.pacer(
                pace,
                lambda: time.monotonic_ns() // 1000,
                lambda ms: bool(select.select([control], [], [], ms / 1000)[0]),
            )
        try:
            _converse(stream, clock, _Models(board, flash, wait))
        except _Stopped as stopped:
            with contextlib.suppress(ConnectionError):  # the board may have gone first
                stream.write(struct.pack(far.ORDER, stopped.args[0], 0, -1, 0))
            return stopped.args[0]
        except (ConnectionError, EOFError):
            return 0
    return 0


def _converse(stream, clock: _FarClock, models: _Models) -> None:
    """Take messages and answer those that want it, until the other end goes."""
    while True:
        operation, argument, count, clock.us = struct.unpack(far.HEADER, _exactly(stream, far.HEADER_BYTES))
        answer = models.obey(operation, argument, _exactly(stream, count))
        if answer is not None:
            stream.write(answer)


def _exactly(stream, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = stream.read(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data
