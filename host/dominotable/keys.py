"""The table's key as a file: what signs a game and opens guarded commands.

Either the `identity.json` that the table keeps and the host backs up, or a plain file of 64 hexadecimal digits.
"""

import json
from pathlib import Path

from dominocore.faults import DominoError

SIZE = 32


def read_key(path: Path) -> bytes:
    text = path.read_bytes()
    try:
        digits = json.loads(text)["key"] if text.lstrip().startswith(b"{") else text.decode()
        key = bytes.fromhex(digits)
    except (ValueError, KeyError, TypeError):
        raise DominoError("bad_key", path) from None
    if len(key) != SIZE:
        raise DominoError("bad_key", path)
    return key
