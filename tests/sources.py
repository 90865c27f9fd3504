"""The project's own source files as syntax trees, for the tests that read code instead of running it."""

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Source:
    """One module: where it is, how it is imported, and its syntax tree."""

    path: str
    name: str
    tree: ast.Module

    @property
    def package(self):
        """The package that relative imports start from."""
        return self.name if self.path.endswith("__init__.py") else self.name.rpartition(".")[0]


def sample(text, name="sample", path="sample.py"):
    """A module typed into a test, to show that a check can fail."""
    return Source(path, name, ast.parse(text))


def load(folder, base, skip=()):
    """Every module under `folder`, named as it is imported when `base` is on the path."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        local = path.relative_to(ROOT / base).with_suffix("")
        if path.name in skip or "__pycache__" in path.parts:
            continue
        parts = local.parts[:-1] if local.name == "__init__" else local.parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.append(Source(path.relative_to(ROOT).as_posix(), ".".join(parts), tree))
    return found


def core():
    return load("shared/dominocore", "shared")


def firmware():
    """What runs on the board. The manifest is run by MicroPython's build on a large machine."""
    return load("firmware", "firmware", skip=("manifest.py",))


def simulated_board():
    """The portable part of the simulator, the board's shims and the chip models, named as the unix port sees it."""
    tool = "host/dominotable"
    return load(tool + "/sim/board", tool) + load(tool + "/sim/chips", tool)


def host():
    portable = {source.path for source in simulated_board()}
    return [source for source in load("host/dominotable", "host") if source.path not in portable]


def imports(source):
    """(line, module, name) for every import; `name` is None for a plain `import module`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, None
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                package = source.package.split(".")
                parents = package[: len(package) - node.level + 1]
                module = ".".join(parents + ([module] if module else []))
            for alias in node.names:
                yield node.lineno, module, alias.name


def calls(source, function):
    """Every call of the plain name `function`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
            yield node
