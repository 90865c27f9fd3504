"""Fetching a log by offset: what was interrupted goes on where it stopped, and nothing counts before its hash is right.

Bytes go into `NAME.part` beside the file wanted; only a part whose SHA-256 is the table's becomes the file.
"""

import hashlib
import os
from collections import deque
from pathlib import Path

from dominocore import messages
from dominotable.errors import HostError


def download(session, game: int, path, progress=None) -> int:
    """The log of a game into `path`; gives its size."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    size, digest = session.hash(game)
    resumed = part.exists() and 0 < part.stat().st_size <= size
    if not resumed:
        part.unlink(missing_ok=True)
    _fetch(session, game, part, size, progress)
    if resumed and _hash(part) != digest:  # the part was of something else
        part.unlink()
        _fetch(session, game, part, size, progress)
    if _hash(part) != digest:
        part.unlink()
        raise HostError("bad_hash", game)
    os.replace(part, path)
    return size


def _fetch(session, game, part, size, progress):
    """Append what is missing. Several requests are under way at a time, so that the line never waits."""
    with part.open("ab") as file:
        done = asked = file.tell()
        under_way = deque()
        while done < size:
            while asked < size and len(under_way) < messages.UNDER_WAY:
                count = min(messages.READ_MOST, size - asked)
                under_way.append((session.post(messages.READ, messages.pack_read(game, asked, count)), count))
                asked += count
            tag, count = under_way.popleft()
            data = session.wait(messages.READ, tag)
            if len(data) != count:
                raise HostError("bad_reply", session.port, messages.NAMES[messages.READ])
            file.write(data)
            done += count
            if progress:
                progress(done, size)
        file.flush()
        os.fsync(file.fileno())


def _hash(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()
