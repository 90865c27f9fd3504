"""A virtual table whose firmware is alone on its heap: the chip models run in a thread of this process."""

import atexit
import json
import shutil
import socket
import subprocess
import threading
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from dominotable.sim import remote, stage
from dominotable.sim.flash import BOARD
from dominotable.sim.interpreter import micropython_command
from dominotable.sim.supervisor import Supervisor
from dominotable.sim.table import VirtualTable
from dominotable.sim.world import Hands, World


@cache
def compiled_board() -> Path:
    """The start script beside the simulator's modules, compiled as the firmware is: that takes less of the heap."""
    folder = Path(mkdtemp(prefix="dominotable-board-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = BOARD.parent
    sources = [package / "__init__.py", *BOARD.glob("*.py"), *(package / "chips").glob("*.py")]
    stage.compile_into(folder, {path.relative_to(package.parent).as_posix(): path for path in sources})
    return Path(shutil.copy(BOARD / "run.py", folder / "sim" / "board"))


class AloneSupervisor(Supervisor):
    """Starts the board with its models outside; everything else is as with any board."""

    def _start(self):
        here, there = socket.socketpair()
        models, far = socket.socketpair()
        self._control = here
        self._replies = b""
        config = self.config | {"models": "outside", "models_fd": far.fileno()}
        config |= {"boot_us": self.us, "cause": self._cause}
        path = self.folder / "board.json"
        path.write_text(json.dumps(config))
        command = [*micropython_command(), "-X", "heapsize=" + self._heap, str(compiled_board()), str(path)]
        with far, self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=self._board_end, stdout=self._board_end, stderr=log, pass_fds=(far.fileno(),)
            )
        threading.Thread(target=_serve, args=(config, models, there), daemon=True).start()
        self.on_boot()


def _serve(config, models, control):
    with open(config["profile"]) as file:
        profile = json.load(file)
    with models, control:
        remote.serve(profile, models, control, seed=config["seed"], boot_us=config["boot_us"])


class AloneTable(VirtualTable):
    """A table with a heap of a given size."""

    def __init__(self, profile: str, seed: int, top: int, heap_k: int, folder: Path):
        super().__init__(profile, seed, top=top, folder=folder)
        config = self.board.config
        self.board.close()  # it was never switched on
        self.board = AloneSupervisor(config, folder, "%dk" % heap_k)
        self.world = World(self.profile, seed, top, self.board.command)
        self.hands = Hands(self.world, self.run, seed)
        self.board.on_boot = self.world.restore
