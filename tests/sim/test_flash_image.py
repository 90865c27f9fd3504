"""Real littlefs on the flash model: files survive a restart, and a power cut at any operation."""

import pytest

from boards import SimBoard, make_image, run_main

pytestmark = pytest.mark.usefixtures("micropython")

APPEND = """
import os
try:
    with open("log") as file:
        lines = file.read().split()
except OSError:
    lines = []
print(lines, [n for n in os.listdir() if n.startswith("big")])
for n in range(len(lines), len(lines) + 10):
    with open("log", "a") as file:
        file.write("line%d " % n)
    with open("big", "w") as file:
        file.write("x" * 5000)
"""


def test_files_survive_a_restart(tmp_path):
    image = make_image(tmp_path, {"main.py": APPEND, "lib/pack/one.py": "value = 7"})
    with SimBoard(image) as board:
        board.run(60000)
        assert board.end()[:2] == (65, "[] []\n")
    with SimBoard(image) as board:
        board.run(60000)
        lines = ["line%d" % n for n in range(10)]
        assert board.end()[1] == "%r ['big']\n" % lines


def test_folders_are_made_and_importable(tmp_path):
    image = make_image(
        tmp_path, {"main.py": "from pack import one\nprint(one.value)\n", "lib/pack/one.py": "value = 7"}
    )
    with SimBoard(image) as board:
        board.run(100)
        assert board.end()[1] == "7\n"


def test_writing_takes_flash_time(tmp_path):
    program = """
import time
t = time.ticks_ms()
with open("big", "w") as file:
    file.write("x" * 20000)
print(time.ticks_diff(time.ticks_ms(), t))
"""
    assert int(run_main(tmp_path, program, ms=10000)[1]) >= 5 * 45 + 79 // 2  # five sectors, 79 pages


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("operations", [0, 3, 7, 20, 41])
def test_a_power_cut_leaves_a_mountable_image(tmp_path, operations, torn):
    image = make_image(tmp_path, {"main.py": APPEND})
    with SimBoard(image, seed=operations + 1) as board:
        assert board.do("fault", kind="power_cut", after_flash_ops=operations, torn=torn)["ok"]
        assert board.run(60000) is None
        assert board.end()[0] == 67
    with SimBoard(image) as board:
        board.run(60000)
        code, out, err = board.end()
    assert (code, err) == (65, "")
    lines = eval(out.split("]")[0] + "]")
    assert lines == ["line%d" % n for n in range(len(lines))]
    assert len(lines) < 10


def test_a_power_cut_planned_from_outside(tmp_path):
    image = make_image(tmp_path, {"main.py": APPEND})
    with SimBoard(image, models="outside") as board:
        assert board.do("fault", kind="power_cut", after_flash_ops=5)["ok"]
        board.run(60000)
        assert board.end()[0] == 67


def test_an_image_that_cannot_be_mounted_is_formatted_as_a_pico_does(tmp_path):
    image = make_image(tmp_path, {"main.py": "print('here')"})
    image.write_bytes(b"\xff" * image.stat().st_size)
    with SimBoard(image) as board:
        board.run(1000)
        code, out, err = board.end()
    assert (code, out) == (1, "")
    assert "ENOENT" in err
