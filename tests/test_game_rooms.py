"""The rooms that `games` loads before a game are exactly those its module imports, leaf first."""

import ast
from pathlib import Path

from dominocore import games

CORE = Path(games.__file__).parent.parent
ALWAYS = {"compat", "faults", "tiles", "events", "holdings", "layout", "scoring", "rules"}


def imports(path):
    tree = ast.parse(path.read_text())
    found = [n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module]
    return {m.split(".")[1] for m in found if m.startswith("dominocore.")} - ALWAYS


def test_each_game_names_the_rooms_it_needs():
    for game, rooms in games._GAMES:
        needed = imports(CORE / "games" / (game + ".py"))
        for room in list(needed):
            needed |= imports(CORE / (room + ".py"))
        assert set(rooms) == needed, game


def test_rooms_come_leaf_first():
    for game, rooms in games._GAMES:
        for i, room in enumerate(rooms):
            assert imports(CORE / (room + ".py")) <= set(rooms[:i]), (game, room)
