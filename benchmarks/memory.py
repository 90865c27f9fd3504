"""The smallest heap in which the whole application plays one hand.

    python benchmarks/memory.py [--quick] [--json]

The real firmware, compiled, runs on a virtual table in lockstep, on a `grid` where its board can show the game
and else on `tap` pads; the table itself says what it can play. The chip models are outside its heap; on it are
the firmware and the simulator's modules that stand for `machine`, `rp2`, `time` and `select`. A heap is large
enough when the table boots, takes the game over the link and plays a hand to its end without one reset.
`--quick` takes two games, plays a few acts and searches more coarsely.
"""

import ast
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[0] = str(Path(__file__).parent / "common")  # not this folder: its micropython.py is not MicroPython's

from alone import AloneTable
from company import AtGrid, AtPads
from dominocore import games
from dominotable.errors import Refused
from dominotable.sim import flash, stage
from dominotable.sim.interpreter import MicroPythonMissing, micropython_command
from dominotable.sim.trouble import SimulatorError
from report import arguments, show

TOO_SMALL_K = 96
ENOUGH_K = 512
PROBES = 2  # heaps tried at the same time
QUICK_GAMES = ("block", "mexican_train")  # one on each kind of table
QUICK_ACTS = 6
WHOLE_HAND = 1000
COMPANY = {"grid": AtGrid, "tap": AtPads}
IDLE_ON = {"grid": ("table.tap",), "tap": ("table.grid", "dominocore.areas")}  # modules that such a table never loads

ONLY_THE_SIMULATOR = """
import gc, machine, rp2, select, sys, time
gc.collect()
print(gc.mem_alloc(), file=sys.stderr)
"""


class TooSmall(Exception):
    """The board reset: it ran out of memory."""


def simulator_k():
    """What lies on the heap when a board has booted and its `main.py` does nothing."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "files").mkdir()
        (folder / "files" / "main.py").write_text(ONLY_THE_SIMULATOR)
        flash.make_image(folder / "flash.img", {}, folder / "files")
        with AloneTable("grid", 1, 6, ENOUGH_K, folder) as table:
            table.run(1)
            return int(table.board.log.read_text().split()[0]) // 1024


def table_for(game, seed):
    """The kind of table that a game is played on; None when no table can."""
    for profile in COMPANY:
        try:
            play(profile, game, ENOUGH_K, seed, 0)
        except Refused:
            continue
        return profile
    return None


def play(profile, game, heap_k, seed, acts):
    with TemporaryDirectory() as folder:
        with AloneTable(profile, seed, games.load(game).top, heap_k, Path(folder)) as table:

            def watch():
                if table.board.resets:
                    raise TooSmall

            table.on_run = watch
            company = COMPANY[profile](table, game, seed)
            if acts:
                company.play(acts)


def is_enough(profile, game, seed, acts, heap_k):
    try:
        play(profile, game, heap_k, seed, acts)
    except (TooSmall, SimulatorError, Refused):
        return False
    return True


def smallest_heap(pool, enough, step):
    """Narrow down between a heap that is too small and one that is enough, by a few probes at a time."""
    low, high = TOO_SMALL_K, ENOUGH_K
    while high - low > step:
        parts = [low + (high - low) * i // (PROBES + 1) // step * step for i in range(1, PROBES + 1)]
        sizes = sorted({max(part, low + step) for part in parts})
        found = [size for size, good in zip(sizes, pool.map(enough, sizes), strict=True) if good]
        high = min(found, default=high)
        low = max([size for size in sizes if size < high], default=low)
    if high == ENOUGH_K:
        sys.exit("%s does not play a hand even with %d KB" % (enough.args[1], low))
    return high


def imported(path):
    """The dotted names that a source imports, as modules and as names taken from modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from ["%s.%s" % (node.module, alias.name) for alias in node.names]


def loaded(profile, game):
    """The modules of the board that are loaded while a game is played: {path below lib/: source}."""
    sources = stage.sources()
    named = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in sources}
    found = {}
    waiting = [*imported(stage.firmware_folder() / "main.py"), "dominocore.games." + game]
    for module in waiting:
        name = named.get(module)
        if name and name not in found and module not in IDLE_ON[profile]:
            found[name] = sources[name]
            parents = [module.rsplit(".", 1)[0]] if "." in module else []
            waiting += [*parents, *imported(sources[name])]
    return found


def sizes_of(modules):
    """(bytes of .mpy, lines of source) of loaded modules and main.py, which stays source."""
    folder = stage.staged()
    compiled = sum((folder / "lib" / name).with_suffix(".mpy").stat().st_size for name in modules)
    sources = [*modules.values(), stage.firmware_folder() / "main.py"]
    return compiled, sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources)


def main():
    options = arguments(__doc__)
    try:
        micropython_command()
        stage.staged()
    except MicroPythonMissing as missing:
        sys.exit(str(missing))
    wanted, acts, step = (QUICK_GAMES, QUICK_ACTS, 16) if options.quick else (games.IDS, WHOLE_HAND, 4)
    simulator = simulator_k()
    tables = {game: profile for game in wanted if (profile := table_for(game, options.seed))}
    with ProcessPoolExecutor(PROBES) as pool:
        found = {
            game: smallest_heap(pool, partial(is_enough, profile, game, options.seed, acts), step)
            for game, profile in tables.items()
        }
    worst = max(found, key=lambda game: found[game])
    mpy_bytes, lines = sizes_of(loaded(tables[worst], worst))
    figures = {"games": found, "simulator_k": simulator, "worst_heap_k": found[worst] - simulator}
    show(options, figures | {"mpy_bytes": mpy_bytes, "lines_loaded": lines})


if __name__ == "__main__":
    main()
