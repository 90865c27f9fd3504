"""A booted Pico for each test, with the project's files on its flash and a console to its MicroPython.

The image is not ours to ship: `DOMINOTABLE_PICO_UF2` names one (RPI_PICO, 1.26 is tried). Without it these tests
are skipped.
"""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

BOOT_MS = 1000
PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class Console:
    """The raw REPL of an emulated Pico: runs statements and gives back what they print."""

    def __init__(self, pico):
        self.pico = pico
        assert pico.run_until(lambda: pico.serial.connected, BOOT_MS), "the image never came up on USB"
        pico.write(b"\r\x03\x01")
        self._await(lambda: PROMPT in pico.serial.incoming, BOOT_MS)
        pico.read()

    def run(self, source: str, ms: int = 2000) -> str:
        """Run statements for at most `ms` of the chip's time; an exception on the board fails the test."""
        self.pico.write(source.encode() + b"\x04")
        self._await(lambda: self.pico.serial.incoming.count(4) == 2, ms)
        self.pico.run(1)  # for the next prompt
        printed, raised, _ = self.pico.read().removeprefix(b"OK").split(b"\x04")
        assert not raised, raised.decode()
        return printed.decode()

    def value(self, source: str, ms: int = 2000):
        """What the last expression of `source`, printed as JSON, comes to."""
        *before, last = source.rstrip().rsplit("\n", 1)
        return json.loads(self.run("\n".join([*before, "import json\nprint(json.dumps(%s))" % last]), ms))

    def _await(self, done: Callable[[], object], ms: int) -> None:
        assert self.pico.run_until(done, ms), "no answer; so far: %r" % bytes(self.pico.serial.incoming)


@pytest.fixture(scope="session")
def uf2() -> Path:
    """The image for the emulated Pico."""
    path = Path(os.environ["DOMINOTABLE_PICO_UF2"])
    assert path.is_file(), "DOMINOTABLE_PICO_UF2 names %s, which is not a file" % path
    return path


@pytest.fixture(scope="session")
def make_files(root, micropython, mpy_cross, tmp_path_factory) -> Callable[[dict[str, Path]], bytes]:
    """Builds a littlefs image from {path on the board: source}; a `.mpy` path has its `.py` source compiled."""

    def make(wanted: dict[str, Path]) -> bytes:
        folder = tmp_path_factory.mktemp("flash")
        copies = []
        for number, (target, source) in enumerate(wanted.items()):
            if target.endswith(".mpy"):
                compiled = folder / ("%d.mpy" % number)
                subprocess.run(mpy_cross + [str(source), "-s", target, "-o", str(compiled)], check=True)
                source = compiled
            copies.append("%s=%s" % (source, target))
        image = folder / "image"
        script = root / "host" / "dominotable" / "sim" / "board" / "mkflash.py"
        subprocess.run(micropython + ["-X", "heapsize=4m", str(script), str(image), *copies], check=True)
        return image.read_bytes()

    return make


@pytest.fixture
def figure(record_property) -> Callable[[str, object], None]:
    """Keeps a measured figure for the report and prints it (seen with `-s`)."""

    def keep(name: str, value: object) -> None:
        record_property(name, value)
        print("%s: %s" % (name, value))

    return keep


@pytest.fixture
def profile(root) -> dict:
    """The smallest table with everything: one module of coils, one rack module, all other chips."""
    with open(root / "firmware" / "profiles" / "grid.json") as file:
        grid = json.load(file)
    grid["board"].update(columns=4, rows=4)
    grid["racks"].update(seats=2, cells=7, first_reader=1)
    grid["leds"].update(count=18, seat=16)
    return grid


@pytest.fixture(scope="session")
def drivers(root, make_files) -> bytes:
    """A flash image that holds the drivers and nothing else."""
    sources = (root / "firmware" / "drivers").glob("*.py")
    return make_files({"lib/drivers/%s.mpy" % path.stem: path for path in sources})


@pytest.fixture
def console(uf2, drivers, profile) -> Console:
    """A Pico at its prompt, with the drivers on its flash and no application."""
    from dominotable.sim.pico import EmulatedPico

    return Console(EmulatedPico(uf2, drivers, profile))
