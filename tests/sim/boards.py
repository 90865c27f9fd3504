"""Start a simulated board from a test: an image with files on it, pipes for its serial line, a socket to command it."""

import json
import socket
import subprocess
import threading
from pathlib import Path

from dominotable.sim import remote
from dominotable.sim.interpreter import micropython_command

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "host" / "dominotable" / "sim" / "board"
PROFILES = ROOT / "firmware" / "profiles"
TIMEOUT_S = 20


def make_image(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A fresh flash image that holds the files given by their paths on the board."""
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / "flash.img"
    copies = []
    for number, (target, text) in enumerate(files.items()):
        source = folder / f"file{number}"
        source.write_bytes(text.encode() if isinstance(text, str) else text)
        copies.append(f"{source}={target}")
    subprocess.run(
        [*micropython_command(), str(BOARD / "mkflash.py"), str(image), *copies], check=True, timeout=TIMEOUT_S
    )
    return image


class SimBoard:
    """A running board. Use it as a context manager; `run` and `do` speak to the control channel."""

    def __init__(self, image: Path, profile: str = "grid", heap: str = "8m", models: str = "inside", **config):
        self._near, self._far = socket.socketpair()
        self._near.settimeout(TIMEOUT_S)
        self._replies = self._near.makefile("rb")
        path = PROFILES / f"{profile}.json"
        bus, board_end = socket.socketpair()
        settings = {
            "profile": str(path),
            "flash": str(image),
            "models": models,
            "pace": 0,
            "seed": 1,
            "burn": 160,
            "boot_us": 0,
            "unique_id": "e660000000000001",
            "control_fd": self._far.fileno(),
            "models_fd": board_end.fileno(),
            **config,
        }
        config_file = image.with_suffix(".json")
        config_file.write_text(json.dumps(settings))
        self.process = subprocess.Popen(
            [*micropython_command(), "-X", f"heapsize={heap}", str(BOARD / "run.py"), str(config_file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(self._far.fileno(), board_end.fileno()),
        )
        board_end.close()
        self._models = None
        if models == "outside":
            times = {name: settings[name] for name in ("seed", "boot_us", "pace")}
            self._models = threading.Thread(target=self._serve, args=(json.loads(path.read_text()), bus), kwargs=times)
            self._models.start()
        else:
            self._far.close()
            bus.close()

    def _serve(self, profile, bus, **times):
        with bus, self._far:
            remote.serve(profile, bus, self._far, **times)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self._replies.close()
        self._near.close()
        if self._models:
            self._models.join()

    def send(self, line: bytes) -> dict | None:
        """A line on the control channel as it is; the reply, or None when the board has gone."""
        try:
            self._near.sendall(line + b"\n")
            answer = self._replies.readline()
        except ConnectionError:
            return None
        return json.loads(answer) if answer else None

    def do(self, name: str, **command) -> dict | None:
        return self.send(json.dumps({"do": name, **command}).encode())

    def run(self, ms: float) -> dict | None:
        return self.do("run", ms=ms)

    def start(self, ms: float) -> None:
        """Let time run without waiting for its end."""
        self._near.sendall(b'{"do":"run","ms":%d}\n' % ms)

    def type(self, data: bytes) -> None:
        """Bytes on the board's serial line."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end(self) -> tuple[int, str, str]:
        """Wait for the end: exit code, all it printed, its stderr."""
        out, err = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, out.decode(), err.decode()


def run_main(folder: Path, main: str, ms: float = 1000, **config) -> tuple[int, str, str]:
    """Run a program on a fresh board for so long; what became of it."""
    with SimBoard(make_image(folder, {"main.py": main}), **config) as board:
        board.run(ms)
        return board.end()
