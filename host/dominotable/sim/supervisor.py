"""Keeps a simulated board running: the plug, the power button, and the serial line that stays when the board resets.

The board is a MicroPython process whose stdin and stdout are one end of a pty; its other end is the serial port that
a host opens. The process ends at every reset, as the unix port must; the supervisor reads from the exit code why, and
starts it again on the same pty and the same flash image. The control channel is a socket of its own.
"""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import time
import tty
from collections.abc import Callable
from pathlib import Path

from dominotable.sim.flash import BOARD
from dominotable.sim.interpreter import micropython_command
from dominotable.sim.trouble import SimulatorError

# Exit codes of the board's process.
RESET = 64
SOFT_RESET = 65
WATCHDOG = 66
POWER_CUT = 67
RESTARTS = (RESET, SOFT_RESET, WATCHDOG)

# What machine.reset_cause() tells: a Pico cannot tell a watchdog from a reset that was asked for.
POWER_ON_CAUSE = 1
RESET_CAUSE = 3

BOOT_US = 250_000  # from reset to the first line of the firmware
PATIENCE_S = 120  # real time for one reply; a board that is silent longer hangs
MOST_RESETS = 20  # resets in a row without a reply between them: it will never come up


class Supervisor:
    """One board. `on_boot` is called after every start, to put back what lies on the table."""

    def __init__(self, config: dict, folder: Path, heap: str = "2m"):
        self.config = config
        self.folder = folder
        self.log = folder / "board.log"  # what the interpreter says on stderr
        self.us = int(config.get("boot_us", 0))  # virtual time as last told
        self.resets: list[int] = []  # exit codes of the boards that ended
        self.on_boot: Callable[[], None] = lambda: None
        self._heap = heap
        self._process: subprocess.Popen | None = None
        self._control: socket.socket | None = None
        self._replies = b""
        self._cause = POWER_ON_CAUSE
        self._board_end, self._host_end = pty.openpty()
        tty.setraw(self._host_end)  # held open, so that the line lives while no host is there
        self.port = os.ttyname(self._host_end)

    # --- power -------------------------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        return self._process is not None

    def power_on(self) -> None:
        self._cause = POWER_ON_CAUSE
        self._start()

    def power_cut(self) -> None:
        """Pull the plug, whatever the board is doing."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._reap()

    def close(self) -> None:
        """Power off for good and give the pty back."""
        self.power_cut()
        for end in (self._board_end, self._host_end):
            os.close(end)

    def _start(self):
        here, there = socket.socketpair()
        self._control = here
        self._replies = b""
        config = self.config | {"control_fd": there.fileno(), "boot_us": self.us, "cause": self._cause}
        path = self.folder / "board.json"
        path.write_text(json.dumps(config))
        command = [*micropython_command(), "-X", "heapsize=" + self._heap, str(BOARD / "run.py"), str(path)]
        with there, self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=self._board_end,
                stdout=self._board_end,
                stderr=log,
                pass_fds=(there.fileno(),),
                start_new_session=True,  # Ctrl-C at the terminal is for us, not for the board
            )
        self.on_boot()

    def _reap(self) -> int:
        """The board's process has ended, or is about to: its exit code."""
        assert self._process is not None and self._control is not None
        code = self._process.wait(PATIENCE_S)
        self._control.close()
        self._process = self._control = None
        self.resets.append(code)
        return code

    # --- the control channel -----------------------------------------------------------------------------------

    def command(self, do: str, **details) -> dict:
        """Give a command and wait for its reply; SimulatorError when the board refuses or cannot go on.

        If the board resets instead of replying it is started again. A `run` then counts as done, anything else is
        said again to the board as it comes up.
        """
        for _ in range(MOST_RESETS):
            reply = self._ask({"do": do} | details)
            if reply is None and do == "run":
                self.us += int(details["ms"] * 1000)
            if reply is None:
                self._restart()
                if do == "run":
                    return {"ok": True, "t": self.us}
                continue
            if not reply["ok"]:
                raise SimulatorError("board_refused", reply["error"])
            self.us = reply["t"]
            return reply
        raise SimulatorError("crashed", "it only resets", self.log)

    def check(self) -> None:
        """For a paced board, which nobody asks anything: start it again if it has reset."""
        if self._process is not None and self._process.poll() is not None:
            self._restart()

    def _restart(self):
        """After the board's process ended by itself."""
        code = self._reap()
        if code == POWER_CUT:
            raise SimulatorError("power_cut")
        if code not in RESTARTS:
            raise SimulatorError("crashed", self._last_words(), self.log)
        if code != SOFT_RESET:
            self._cause = RESET_CAUSE
        self.us += BOOT_US
        self._start()

    def _ask(self, message) -> dict | None:
        """One exchange; None when the board ended instead of replying."""
        if self._control is None:
            raise SimulatorError("power_off")
        try:
            self._control.sendall(json.dumps(message).encode() + b"\n")
            line = self._read_line(self._control)
        except (BrokenPipeError, ConnectionResetError):
            return None
        return json.loads(line) if line else None

    def _read_line(self, control) -> bytes:
        until = time.monotonic() + PATIENCE_S
        while b"\n" not in self._replies:
            if not select.select([control], [], [], max(0, until - time.monotonic()))[0]:
                raise SimulatorError("crashed", "no reply in %d s" % PATIENCE_S, self.log)
            data = control.recv(65536)
            if not data:
                return b""
            self._replies += data
        line, self._replies = self._replies.split(b"\n", 1)
        return line

    def _last_words(self) -> str:
        lines = self.log.read_text(errors="replace").split("\n") if self.log.exists() else []
        spoken = [line.strip() for line in lines if line.strip()]
        return spoken[-1] if spoken else "without a word"
