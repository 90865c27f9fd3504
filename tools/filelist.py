"""Which files go onto a board, written down for the two tools that need a list.

    python tools/filelist.py            shows the list
    python tools/filelist.py --write    writes package.json and firmware/manifest.py again

`package.json` is for mip (`mpremote mip install --target / github:OWNER/NAME` looks for it at the top of a
repository), `firmware/manifest.py` for freezing the firmware into an image.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "package.json"
MANIFEST = ROOT / "firmware" / "manifest.py"

MANIFEST_START = '''\
"""Freezes the firmware into a MicroPython image; profiles are data and stay on the file system.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../firmware/manifest.py

Written by tools/filelist.py: run `make files` after adding a module.
"""

import os

include("$(PORT_DIR)/boards/manifest.py")
module("main.py")
'''


def packages():
    """(name, folder that holds it) for the packages that the board imports, the core last."""
    firmware = ROOT / "firmware"
    names = sorted({path.parent.name for path in firmware.glob("*/*.py")})
    return [(name, firmware) for name in names] + [("dominocore", ROOT / "shared")]


def modules(name, base):
    """The files of one package, relative to it."""
    return [path.relative_to(base / name).as_posix() for path in sorted((base / name).rglob("*.py"))]


def device_files():
    """(path on the board, path in the project) for every file, `main.py` first."""
    found = [("main.py", "firmware/main.py")]
    for name, base in packages():
        folder = (base / name).relative_to(ROOT).as_posix()
        found += [("lib/%s/%s" % (name, file), "%s/%s" % (folder, file)) for file in modules(name, base)]
    for path in sorted((ROOT / "firmware" / "profiles").glob("*.json")):
        found.append(("profiles/" + path.name, path.relative_to(ROOT).as_posix()))
    return found


def package_json(version):
    rows = ",\n".join("    " + json.dumps(pair) for pair in device_files())
    return '{\n  "version": "%s",\n  "urls": [\n%s\n  ]\n}\n' % (version, rows)


def manifest():
    text = MANIFEST_START
    for name, base in packages():
        where = '"."' if base == MANIFEST.parent else 'os.path.join(os.pardir, "%s")' % base.name
        rows = "".join('        "%s",\n' % file for file in modules(name, base))
        text += 'package(\n    "%s",\n    (\n%s    ),\n    base_path=%s,\n)\n' % (name, rows, where)
    return text


def project_version():
    import tomllib

    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def main():
    if "--write" in sys.argv[1:]:
        PACKAGE.write_text(package_json(project_version()))
        MANIFEST.write_text(manifest())
    else:
        for there, here in device_files():
            print("%-40s %s" % (there, here))


if __name__ == "__main__":
    main()
