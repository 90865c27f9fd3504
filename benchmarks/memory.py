"""The smallest heap in which the whole application plays one hand.

    python benchmarks/memory.py [--quick] [--json]

The real firmware, compiled, runs on a virtual `grid` table in lockstep. The chip models are outside its heap; on it are
the firmware and the simulator's modules that stand for `machine`, `rp2`, `time` and `select`. A heap is large enough
when the table boots, takes the game over the link and plays a hand to its score without one reset. `--quick` deals two
tiles a seat and searches more coarsely.
"""

import ast
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[0] = str(Path(__file__).parent / "common")  # not this folder: its micropython.py is not MicroPython's

from alone import AloneTable
from dominocore import games
from dominotable.director import INCIDENTS, Director
from dominotable.picture import Scene
from dominotable.playing import seat_names
from dominotable.sim import stage
from dominotable.sim.interpreter import MicroPythonMissing, micropython_command
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.trouble import SimulatorError
from report import arguments, show

SEATS = 4
TOO_SMALL_K = 64
ENOUGH_K = 512
PROBES = 2  # heaps tried at the same time


class TooSmall(Exception):
    """The board reset: it ran out of memory."""


def play_a_hand(game, deal, heap_k, seed):
    """The match is over after the first hand that scores, because any score reaches its target."""
    options = {"target": 1} | ({"deal": deal} if deal else {})
    rules = games.load(game, None, SEATS, options)
    INCIDENTS.clear()  # nothing but play
    with TemporaryDirectory() as folder, AloneTable(seed, rules.top, "%dk" % heap_k, Path(folder)) as table:

        def watch():
            if table.board.resets:
                raise TooSmall

        table.on_run = watch
        board = table.profile["board"]
        scene = Scene(board["columns"], board["rows"], seat_names(SEATS), title=game)
        session = LockstepSession(table)
        session.authenticate(table.key)
        session.start({"game": game, "set": rules.top, "seats": scene.names, "options": options})
        Director(table, session, rules, scene, seed, lambda line: None).play()


def is_enough(game, deal, heap_k, seed):
    try:
        play_a_hand(game, deal, heap_k, seed)
    except (TooSmall, SimulatorError):
        return False
    return True


def smallest_heap(pool, game, deal, step, seed):
    """Narrow down between a heap that is too small and one that is enough, by a few probes at a time."""
    low, high = TOO_SMALL_K, ENOUGH_K
    while high - low > step:
        parts = [low + (high - low) * i // (PROBES + 1) // step * step for i in range(1, PROBES + 1)]
        sizes = sorted({max(part, low + step) for part in parts})
        tries = [pool.submit(is_enough, game, deal, size, seed) for size in sizes]
        enough = [size for size, tried in zip(sizes, tries, strict=True) if tried.result()]
        high = min(enough, default=high)
        low = max([size for size in sizes if size < high], default=low)
    if high == ENOUGH_K:
        sys.exit("%s does not play a hand even with %d KB" % (game, low))
    return high


def imported(path):
    """The dotted names that a source imports, as modules and as names taken from modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from ["%s.%s" % (node.module, alias.name) for alias in node.names]


def loaded(game):
    """The modules of the board that are loaded while this game is played: {path below lib/: source}."""
    sources = stage.sources()
    named = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in sources}
    found = {}
    waiting = [*imported(stage.firmware_folder() / "main.py"), "dominocore.games." + game]
    for module in waiting:
        name = named.get(module)
        if name and name not in found:
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
    deal, step = (2, 16) if options.quick else (None, 4)
    with ProcessPoolExecutor(PROBES) as pool:
        found = {game: smallest_heap(pool, game, deal, step, options.seed) for game in games.IDS}
    worst = max(found, key=lambda game: found[game])
    mpy_bytes, lines = sizes_of(loaded(worst))
    figures = {"games": found, "worst_heap_k": found[worst], "mpy_bytes": mpy_bytes, "lines_loaded": lines}
    show(options, figures)


if __name__ == "__main__":
    main()
