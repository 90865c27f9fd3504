"""The flash of a virtual table: a littlefs image made with the real `VfsLfs2`, holding what a set-up table holds."""

import json
import subprocess
from pathlib import Path

from dominotable.sim import stage
from dominotable.sim.interpreter import micropython_command

BOARD = Path(__file__).resolve().parent / "board"
TAG_ENTRY = 9  # bytes of one entry of tags.bin: UID (7), tile, half


def tags_bin(tags: dict[str, tuple[int, int]]) -> bytes:
    """The enrolment as the table keeps it: `{uid in hex: (tile, half)}` as entries sorted by UID."""
    return b"".join(bytes.fromhex(uid) + bytes(place) for uid, place in sorted(tags.items()))


def make_image(image: Path, data: dict[str, bytes], folder: Path | None = None) -> None:
    """Format `image` and put the compiled firmware and the `data` files on it.

    `folder` is laid out as the flash; by default it is the staged firmware.
    """
    folder = folder or stage.staged()
    copies = ["%s=/%s" % (path, path.relative_to(folder).as_posix()) for path in sorted(folder.rglob("*.*"))]
    for name, content in data.items():
        source = image.with_name(name)
        source.write_bytes(content)
        copies.append("%s=/%s" % (source, name))
    command = [*micropython_command(), str(BOARD / "mkflash.py"), str(image), *copies]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def table_data(profile: Path, identity: dict, tags: dict[str, tuple[int, int]]) -> dict[str, bytes]:
    """The data files of a table that has been set up: its profile, who it is, and which tag is which tile."""
    return {
        "profile.json": profile.read_bytes(),
        "identity.json": json.dumps(identity).encode(),
        "tags.bin": tags_bin(tags),
    }
