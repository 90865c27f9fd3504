"""The board's files as they go to the flash: `main.py` and everything else compiled to `.mpy`.

Compiling takes seconds, so the result is kept in the user's cache under a hash of the sources. The sources are the
package data of an installed tool (`_firmware`), or the folder `firmware/` of a checkout.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dominocore
import dominotable
from dominotable.sim.interpreter import mpy_cross_command

_PACKAGES = ("drivers", "table")  # of the firmware; dominocore is found where it is installed


def firmware_folder() -> Path:
    """Where the firmware's sources are."""
    tool = Path(dominotable.__file__).resolve().parent
    packed = tool / "_firmware"
    return packed if packed.is_dir() else tool.parents[1] / "firmware"


def profile_path(name: str) -> Path:
    return firmware_folder() / "profiles" / (name + ".json")


def profile_names() -> list[str]:
    return sorted(path.stem for path in (firmware_folder() / "profiles").glob("*.json"))


def cache_folder() -> Path:
    base = os.getenv("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "dominotable"


def sources() -> dict[str, Path]:
    """Every module of the board: its path below `lib/`, and its source."""
    core = Path(dominocore.__file__).resolve().parent
    folders = {"dominocore": core} | {name: firmware_folder() / name for name in _PACKAGES}
    found = {}
    for package, folder in folders.items():
        for path in sorted(folder.rglob("*.py")):
            found["%s/%s" % (package, path.relative_to(folder).as_posix())] = path
    return found


def staged() -> Path:
    """A folder laid out as the flash: `main.py` and `lib/**.mpy`. Compiled if these sources were never seen."""
    main, modules = firmware_folder() / "main.py", sources()
    target = cache_folder() / "stage" / _hash(main, modules)
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as work:
            made = Path(work) / "new"
            compile_into(made / "lib", modules)
            shutil.copy(main, made / "main.py")
            _take_place(made, target)
    return target


def _hash(main, modules):
    digest = hashlib.sha256(Path(__file__).read_bytes() + main.read_bytes())  # how they are compiled counts too
    for name, path in modules.items():
        text = path.read_bytes()
        digest.update(b"%s %d " % (name.encode(), len(text)) + text)
    return digest.hexdigest()[:16]


def compile_into(folder: Path, modules: dict[str, Path]) -> None:
    """Compile modules, given as in `sources`, to `.mpy` files below a folder.

    A traceback calls a module by its dotted name: the interpreter has that string anyway, a path would be one more.
    """
    command = mpy_cross_command()

    def compile_one(item):
        name, path = item
        out = (folder / name).with_suffix(".mpy")
        out.parent.mkdir(parents=True, exist_ok=True)
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        subprocess.run([*command, "-O2", "-s", module, "-o", str(out), str(path)], check=True, capture_output=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, modules.items()))


def _take_place(made, target):
    """Rename, so that nobody ever sees half a folder; somebody else may have been quicker with the same files."""
    try:
        made.rename(target)
    except OSError:
        if not target.is_dir():
            raise
