"""A whole virtual table: board, flash, tiles and hands, ready to be switched on.

In lockstep its time stands still but for `run`, so a match is the same to the byte from its seed; paced, it runs with
the clock on the wall for people who watch.
"""

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dominotable.sim import flash, stage
from dominotable.sim.supervisor import Supervisor
from dominotable.sim.trouble import SimulatorError
from dominotable.sim.world import Hands, World

SLICE_MS = 40


class VirtualTable:
    """`folder` keeps the flash image and the log; without one a temporary folder is used and removed."""

    def __init__(
        self,
        profile: str = "grid",
        seed: int = 1,
        pace: float = 0,
        top: int = 6,
        folder: Path | None = None,
        lang: str = "en",
    ):
        if profile not in stage.profile_names():
            raise SimulatorError("no_profile", profile, " ".join(stage.profile_names()))
        path = stage.profile_path(profile)
        self.profile = json.loads(path.read_text())
        self.seed = seed
        self.identity = make_identity(seed, lang)
        self._temporary = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="dominotable-"))
        self.folder.mkdir(parents=True, exist_ok=True)
        image = self.folder / "flash.img"
        config = {"profile": str(path), "flash": str(image), "seed": seed, "pace": pace}
        config["unique_id"] = "e66%013x" % seed
        self.board = Supervisor(config, self.folder)
        self.world = World(self.profile, seed, top, self.board.command)
        self.hands = Hands(self.world, self.run, seed)
        self.board.on_boot = self.world.restore
        self.lights = bytes(3 * self.profile["leds"]["count"])  # green, red, blue of every LED
        self.screen = bytes(1024)  # the display's memory, page by page
        self.beeps = 0
        self.pace = pace
        self.on_run: Callable[[], None] = lambda: None  # called when some time has passed
        if not image.exists():
            flash.make_image(image, flash.table_data(path, self.identity, self.world.tags))

    @property
    def port(self) -> str:
        """The serial port a host opens."""
        return self.board.port

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.identity["key"])

    def __enter__(self):
        self.board.power_on()
        return self

    def __exit__(self, kind, *_):
        self.close(keep=kind is not None and issubclass(kind, Exception))

    def close(self, keep: bool = False) -> None:
        """Switch off. A temporary folder goes too, unless its log may be wanted."""
        self.board.close()
        if self._temporary and not keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, ms: float) -> None:
        """Let virtual time pass, or wait while it does, and see what lights and display show then."""
        if self.pace:
            time.sleep(ms / 1000 / self.pace)
            self.look()
        else:
            for part in _slices(ms):
                self._see(self.board.command("run", ms=part))
                self.on_run()

    def power_cycle(self, ms: int) -> None:
        """Pull the plug, and put it back after a while."""
        self.board.power_cut()
        self.lights, self.screen = bytes(len(self.lights)), bytes(len(self.screen))
        self.board.us += ms * 1000
        self.on_run()
        self.board.power_on()

    def look(self) -> None:
        """See lights and display now."""
        self._see(self.board.command("look"))

    def _see(self, reply):
        self.lights = bytes.fromhex(reply["leds"]) if "leds" in reply else self.lights
        self.screen = bytes.fromhex(reply["screen"]) if "screen" in reply else self.screen
        self.beeps = reply.get("beeps", self.beeps)

    def light(self, index: int) -> tuple[int, int, int]:
        """Red, green, blue of one LED."""
        green, red, blue = self.lights[3 * index : 3 * index + 3]
        return red, green, blue


def _slices(ms):
    """Long waits in parts, so that whoever watches sees what happens meanwhile."""
    whole, rest = divmod(ms, SLICE_MS)
    return [SLICE_MS] * int(whole) + ([rest] if rest else [])


def make_identity(seed: int, lang: str = "en") -> dict:
    """Who a virtual table is: made from its seed, so that the same table has the same key again."""
    digest = hashlib.sha256(b"virtual table %d" % seed).hexdigest()
    key = hashlib.sha256(digest.encode()).hexdigest()
    return {"table": "virtual-" + digest[:6], "key": key, "lang": lang}
