"""Display, lights, buttons and states in real MicroPython (see on_app.py), and whether all that is said has words."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from dominocore import areas, prompts

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "on_app.py"
NAMES = re.findall(r"^def (test_\w+)\(\):", SCRIPT.read_text(), re.MULTILINE)
TABLE = HERE.parents[1] / "firmware" / "table"
SPEAKING = ("say", "why", "_refuse", "_refuse_tile", "_show_turn", "text")


@pytest.mark.parametrize("name", NAMES)
def test_app(name, micropython):
    run = subprocess.run([*micropython, str(SCRIPT), name], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and "ok " + name in run.stdout, run.stdout + run.stderr


def spoken(path: Path) -> set[str]:
    """Every word in quotes that a module hands to something that speaks."""
    codes = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SPEAKING:
            for part in node.args:
                codes |= {c.value for c in ast.walk(part) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
    return {code for code in codes if re.fullmatch("[a-z_]{3,}", code)}


def test_everything_the_table_says_has_words():
    said = set().union(*(spoken(path) for path in TABLE.glob("*.py") if path.stem != "link"))
    assert {"passes", "out_of_turn", "ready", "hand"} <= said
    assert sorted(said - set(prompts.codes())) == []


def test_every_reason_for_a_refusal_has_words():
    geometry = {areas.ASKEW, areas.TAKEN, areas.NOT_JOINED, areas.TURN_ROUND}
    judge = {"out_of_turn", "does_not_fit", "not_held", "tile_elsewhere", "not_in_set", "false_pass", "not_allowed"}
    judge |= {"illegal_draw", "too_many_drawn", "too_few_drawn", "false_claim", "false_end", "not_in_play"}
    trouble = {"put_back", "take_back"}
    asked = {"play", "play_draw", "play_end", "draw", "passes", "pass_draws", "press_pass"}
    found = {"held", "missed"}
    assert geometry | judge | trouble | asked | found <= set(prompts.codes())
