"""Switch on a simulated board: `micropython run.py CONFIG.json`, with the control channel on file descriptor 3
(or on the one that the configuration names).

stdin and stdout are the board's USB serial line. The firmware is whatever `main.py` on the flash image does. The exit
code tells why the board stopped: 64 reset, 65 soft reset or the end of main, 66 watchdog, 67 power cut, 1 an exception
that nobody caught (its traceback is on stderr).
"""

import sys

import uos

SHIMS = sys.path[0] if sys.path[0].startswith("/") else "%s/%s" % (uos.getcwd(), sys.path[0])
PACKAGE = SHIMS.rsplit("/", 2)[0]  # the folder that holds sim
CONTROL_FD = 3
MODELS_FD = 4


def _hear_outside(board, clock, config):
    """Connect the control channel, in lockstep or at a pace."""
    import uselect
    import utime
    from sim.board.control import Control

    stream = open(config.get("control_fd", CONTROL_FD), "r+b")
    control = Control(board, stream)
    clock.wait = control.wait_lockstep
    pace = config.get("pace", 0)
    if pace:
        poller = uselect.poll()
        poller.register(stream, uselect.POLLIN)
        clock.wait = control.pacer(pace, utime.ticks_us, poller.poll)


def _build(config, clock, flash, dice):
    """The board with its models in this interpreter, or the line to where they are."""
    import json

    with open(config["profile"]) as file:
        profile = json.load(file)
    if config.get("models", "inside") == "outside":
        from sim.board.farboard import FarBoard

        board = FarBoard(profile, clock, open(config.get("models_fd", MODELS_FD), "r+b"), flash)
        clock.wait = board.wait
        return board
    from sim.board.simboard import Board

    board = Board(profile, clock, dice, flash)
    _hear_outside(board, clock, config)
    return board


def _mount(flash):
    """Mount the file system as a Pico's own start-up does: what cannot be mounted is formatted."""
    import vfs

    try:
        files = vfs.VfsLfs2(flash, progsize=256, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        files = vfs.VfsLfs2(flash, progsize=256, mtime=False)
    vfs.mount(files, "/flash")


def _power_on(path):
    """Everything up to the first line of the firmware."""
    import json
    import random
    from binascii import unhexlify

    with open(path) as file:
        config = json.load(file)
    sys.path.insert(0, PACKAGE)
    from sim.board import current, tasks
    from sim.board.clock import POWER_CUT, Clock
    from sim.chips.dice import Dice
    from sim.chips.flash import Flash

    boot_us = config.get("boot_us", 0)
    seed = config.get("seed", 1) + boot_us  # every boot has its own luck, the same in every run
    random.seed(seed & 0x3FFFFFFF)
    clock = Clock(boot_us)
    dice = Dice(seed)
    flash = Flash(config["flash"], clock, dice, lambda: clock.halt(POWER_CUT))
    clock.on_halt = flash.die
    current.clock = clock
    current.flash = flash
    current.dice = Dice(seed + 1)
    current.cause = config.get("cause", 1)
    current.unique_id = unhexlify(config["unique_id"])
    current.board = _build(config, clock, flash, dice)
    sys.modules["_asyncio"] = tasks
    clock.pause()
    _mount(flash)
    uos.chdir("/flash")
    sys.path[:] = [SHIMS, "/flash", "/flash/lib", ".frozen"]
    _load_asyncio()
    return clock, config.get("burn", 160)


def _load_asyncio():
    """Load all of asyncio here: a nested import costs a dozen call frames on this port, two on a Pico."""
    import asyncio

    for name in ("Event", "ThreadSafeFlag", "Lock", "gather", "wait_for", "StreamReader"):
        getattr(asyncio, name)


def _burn(frames):
    """Use up call frames, so that no more are left than a Pico has, then run the firmware."""
    if frames:
        _burn(frames - 1)
    else:
        exec(_firmware, {"__name__": "__main__"})


def _complain(error):
    """The traceback as a board shows it, without the frames that were only burnt."""
    import io

    text = io.StringIO()
    sys.print_exception(error, text)
    for line in text.getvalue().split("\n"):
        if "in _burn" not in line:
            sys.stderr.write(line + "\n")


def run(path):
    """From power-on to the exit code."""
    global _firmware
    clock, frames = _power_on(path)
    try:
        with open("main.py") as file:
            _firmware = compile(file.read(), "main.py", "exec")
        _burn(frames)
    except SystemExit:
        pass
    except BaseException as error:
        if not clock.halted:
            _complain(error)
            sys.exit(1)
    clock.on_halt()
    sys.exit(clock.halted or 65)


run(sys.argv[1])
