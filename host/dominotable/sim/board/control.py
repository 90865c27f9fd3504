"""The control channel: the world outside puts tags, presses buttons, lets time pass and looks at lights and screen.

One JSON object a line each way; every command gets one reply. In lockstep the board stands still until a `run` command
gives it time; paced, time runs by itself and commands are heard whenever the board looks up.
"""

import json
from binascii import hexlify

from .clock import POWER_CUT

_SLICE_US = 2000  # paced: how often the board looks up, in real time
_DIGITS = "0123456789abcdefABCDEF"
_FAULTS = {"miss": 0, "noise": 1}


class Control:
    """Obeys commands on a board. `stream` is the channel; `channel_ready(ms)` waits for it, for the paced mode."""

    def __init__(self, board, stream):
        self._board = board
        self._clock = board.clock
        self._stream = stream
        self._owes_reply = False  # a run command whose time is not over yet
        self._told = {}  # the view when the last run was over
        self._commands = {
            "run": self._run,
            "put": self._put,
            "take": self._take,
            "press": self._press,
            "menu": self._menu,
            "look": self._look,
            "fault": self._fault,
        }

    # --- the two ways to wait ---

    def wait_lockstep(self) -> None:
        """The horizon is reached: answer the run that ends here and obey commands until the next one."""
        if self._owes_reply:
            self._owes_reply = False
            self._reply(self._news())
        while self._clock.horizon <= self._clock.us:
            self._serve_line()

    def pacer(self, pace: float, ticks_us, channel_ready):
        """The paced way to wait: real time since now, times `pace`, is what the virtual clock may reach."""
        clock = self._clock
        real_start = ticks_us()
        start = clock.us
        slice_us = int(_SLICE_US * pace)
        self._commands["run"] = self._runs_by_itself

        def wait():
            while True:
                ahead = (clock.us - start) / pace - (ticks_us() - real_start)
                if channel_ready(max(0, int(ahead) // 1000)):
                    self._serve_line()
                elif ahead < 1000:
                    break
            clock.horizon = clock.us + slice_us

        return wait

    # --- one line ---

    def _serve_line(self) -> None:
        line = self._stream.readline()
        if not line:
            self._clock.halt(POWER_CUT)  # whoever held the plug is gone
        try:
            command = json.loads(line)
            name = command["do"]
            obey = self._commands.get(name)
            if obey is None:
                raise ValueError("unknown command %s; known are %s" % (name, " ".join(sorted(self._commands))))
            reply = obey(command)
        except KeyError as error:
            reply = {"ok": False, "error": "the command lacks %s" % error.args[0]}
        except (ValueError, TypeError, AttributeError) as error:
            reply = {"ok": False, "error": "bad command: %s" % error}
        if reply is not None:
            self._reply(reply)

    def _reply(self, reply) -> None:
        reply["t"] = self._clock.us
        self._stream.write(json.dumps(reply).encode() + b"\n")

    def _view(self):
        """Lights and screen as they are."""
        board = self._board
        return {
            "ok": True,
            "beeps": board.beeps,
            "leds": hexlify(board.leds.colours).decode(),
            "screen": hexlify(board.display.memory).decode(),
            "lit": board.display.on and board.display.pump,
        }

    def _news(self):
        """Lights and screen where they changed since the last reply to a run."""
        view = self._view()
        news = {"ok": True, "beeps": view["beeps"]}
        for name in ("leds", "screen", "lit"):
            if self._told.get(name) != view[name]:
                news[name] = view[name]
        self._told = view
        return news

    # --- commands ---

    def _run(self, command):
        ms = _number(command, "ms")
        if ms <= 0:
            raise ValueError("ms must be more than 0")
        self._clock.horizon = self._clock.us + int(ms * 1000)
        self._owes_reply = True
        return None

    def _runs_by_itself(self, command):
        raise ValueError("this board is paced: its time runs by itself")

    def _put(self, command):
        self._board.put(_uid(command), _number(command, "reader"), _number(command, "coil"))
        return {"ok": True}

    def _take(self, command):
        self._board.take(_uid(command))
        return {"ok": True}

    def _press(self, command):
        self._board.buttons.press(_number(command, "bit"), bool(command["down"]))
        return {"ok": True}

    def _menu(self, command):
        self._board.menu_down = bool(command["down"])
        return {"ok": True}

    def _look(self, command):
        return self._view()

    def _fault(self, command):
        kind = command["kind"]
        board = self._board
        if kind in _FAULTS:
            coil = _number(command, "coil")
            board.coils(_number(command, "reader"), coil).set_fault(coil, _FAULTS[kind], _number(command, "rate"))
        elif kind == "dead":
            reader = _number(command, "reader")
            board.coils(reader, 0)
            board.readers[reader].set_version(_number(command, "version", 0x00))
        elif kind == "power_cut":
            if "after_flash_ops" not in command:
                self._reply({"ok": True})
                self._clock.halt(POWER_CUT)
            board.flash.cut_after(_number(command, "after_flash_ops"), bool(command.get("torn", False)))
        else:
            raise ValueError("unknown fault %s; known are miss noise dead power_cut" % kind)
        return {"ok": True}


def _number(command, name: str, default=None):
    value = command[name] if default is None else command.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("%s must be a number" % name)
    return value


def _uid(command) -> str:
    uid = command["uid"]
    if not isinstance(uid, str) or len(uid) != 14 or not all([c in _DIGITS for c in uid]):
        raise ValueError("uid must be 14 hexadecimal digits")
    return uid.upper()
