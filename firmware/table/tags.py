"""Which tile a tag belongs to: `tags.bin`, made when the set is enrolled.

Entries of 9 bytes, sorted: the tag's 7-byte identifier, the tile, and the half it is glued under (0 the high half, 1
the low one; a tile with one tag has 0). Two hundred of them are 2 KB here, a dict of them would be 22.
"""

from micropython import const

UNKNOWN = const(-1)

_ENTRY = const(9)
_UID = const(7)
_TILES = const(136)  # of the largest set


class Tags:
    def __init__(self, data: bytes):
        self._data = data
        self.count = len(data) // _ENTRY

    def find(self, uid: bytearray) -> int:
        """`tile | half << 8` of a tag, or UNKNOWN, also for a damaged entry. It does not allocate."""
        data = self._data
        low = 0
        high = self.count
        while low < high:
            middle = low + high >> 1
            at = middle * _ENTRY
            i = 0
            while i < _UID and data[at + i] == uid[i]:
                i += 1
            if i == _UID:
                tile, half = data[at + _UID], data[at + _UID + 1]
                return tile | half << 8 if tile < _TILES and half < 2 else UNKNOWN
            if data[at + i] < uid[i]:
                low = middle + 1
            else:
                high = middle
        return UNKNOWN


def load(path: str = "tags.bin") -> Tags:
    """The enrolled set; empty when none has been enrolled."""
    try:
        with open(path, "rb") as file:
            return Tags(file.read())
    except OSError:
        return Tags(b"")
