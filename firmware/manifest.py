"""Freezes the firmware into a MicroPython image; profiles are data and stay on the file system.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../firmware/manifest.py

Written by tools/filelist.py: run `make files` after adding a module.
"""

import os

include("$(PORT_DIR)/boards/manifest.py")
module("main.py")
package(
    "drivers",
    (
        "buzzer.py",
        "crc_a.py",
        "mcp23017.py",
        "mfrc522.py",
        "readers.py",
        "ssd1306.py",
        "ws2812.py",
    ),
    base_path=".",
)
package(
    "table",
    (
        "__init__.py",
        "app.py",
        "boot.py",
        "buttons.py",
        "desk.py",
        "face.py",
        "flow.py",
        "game.py",
        "grid.py",
        "lights.py",
        "link.py",
        "profile.py",
        "scan.py",
        "screen.py",
        "sight.py",
        "store.py",
        "tags.py",
        "tap.py",
        "watchers.py",
    ),
    base_path=".",
)
package(
    "dominocore",
    (
        "__init__.py",
        "areas.py",
        "audit.py",
        "cobs.py",
        "compat.py",
        "events.py",
        "faults.py",
        "games/__init__.py",
        "games/block.py",
        "hmac.py",
        "holdings.py",
        "journal.py",
        "layout.py",
        "match.py",
        "messages.py",
        "prompts.py",
        "record.py",
        "rules.py",
        "scoring.py",
        "tiles.py",
        "wire.py",
        "words.py",
    ),
    base_path=os.path.join(os.pardir, "shared"),
)
