"""Make a flash image: `micropython mkflash.py IMAGE FROM=TO ...` formats it and copies files into it.

The format is that of a Pico: littlefs 2, 4096-byte blocks, 1408 KiB, programmed in pages of 256 bytes. FROM is a file
of the host, TO its path on the image; missing folders are made.
"""

import sys

import vfs

sys.path.insert(0, sys.path[0].rsplit("/", 2)[0])

from sim.board.clock import NEVER, Clock
from sim.chips.flash import SECTOR, SECTORS, Flash


def _copy(files, source, target):
    for at in range(1, len(target)):
        if target[at] == "/":
            try:
                files.mkdir(target[:at])
            except OSError:  # it is there already
                pass
    with open(source, "rb") as file:
        data = file.read()
    with files.open(target, "wb") as file:
        file.write(data)


def make(image, copies):
    with open(image, "wb") as file:
        for _ in range(SECTORS):
            file.write(b"\xff" * SECTOR)
    clock = Clock(0)
    clock.limit = NEVER
    flash = Flash(image, clock, None, None)
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    files = vfs.VfsLfs2(flash, progsize=256, mtime=False)
    for copy in copies:
        source, target = copy.split("=", 1)
        _copy(files, source, target)


make(sys.argv[1], sys.argv[2:])
