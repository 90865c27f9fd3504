"""The control channel: every command gets one clear reply, wrong ones too, and faults happen as asked."""

import pytest

from boards import SimBoard, make_image
from reader_program import READER

pytestmark = pytest.mark.usefixtures("micropython")

UID = "04A1B2C3D4E5F6"


@pytest.fixture
def idle_board(tmp_path):
    with SimBoard(make_image(tmp_path, {"main.py": "import time\nwhile True: time.sleep_ms(5)\n"})) as board:
        yield board


@pytest.mark.parametrize(
    "line, part",
    [
        (b"not json", "bad command"),
        (b"[1]", "bad command"),
        (b"{}", "lacks do"),
        (b'{"do":"dance"}', "unknown command dance; known are fault look menu press put run take"),
        (b'{"do":"run"}', "lacks ms"),
        (b'{"do":"run","ms":-1}', "ms must be more than 0"),
        (b'{"do":"run","ms":"soon"}', "ms must be a number"),
        (b'{"do":"put","uid":"04","reader":0,"coil":0}', "14 hexadecimal digits"),
        (b'{"do":"put","uid":"04A1B2C3D4E5FX","reader":0,"coil":0}', "14 hexadecimal digits"),
        (b'{"do":"put","uid":"04A1B2C3D4E5F6","reader":21,"coil":0}', "readers 0 to 20"),
        (b'{"do":"put","uid":"04A1B2C3D4E5F6","reader":0,"coil":16}', "no coil 16"),
        (b'{"do":"take","uid":"04A1B2C3D4E5F6"}', "lies on no coil"),
        (b'{"do":"press","bit":16,"down":true}', "bits 0 to 15"),
        (b'{"do":"fault","kind":"rain"}', "unknown fault rain"),
        (b'{"do":"fault","kind":"miss","reader":0,"coil":0}', "lacks rate"),
    ],
)
def test_wrong_commands_are_answered_clearly(idle_board, line, part):
    reply = idle_board.send(line)
    assert not reply["ok"]
    assert part in reply["error"]
    assert idle_board.run(10)["ok"]


def test_a_tag_can_only_lie_in_one_place(idle_board):
    assert idle_board.do("put", uid=UID, reader=0, coil=0)["ok"]
    assert "already" in idle_board.do("put", uid=UID.lower(), reader=1, coil=0)["error"]
    assert idle_board.do("take", uid=UID.lower())["ok"]
    assert idle_board.do("put", uid=UID, reader=1, coil=0)["ok"]


def test_closing_the_channel_is_pulling_the_plug(idle_board):
    idle_board.run(10)
    idle_board._near.shutdown(1)
    assert idle_board.end()[0] == 67


def test_power_cut_at_once(idle_board):
    idle_board.run(10)
    assert idle_board.do("fault", kind="power_cut")["ok"]
    assert idle_board.end()[0] == 67


def test_power_cut_outside(tmp_path):
    image = make_image(tmp_path, {"main.py": "import time\nwhile True: time.sleep_ms(5)\n"})
    with SimBoard(image, models="outside") as board:
        board.run(10)
        assert board.do("fault", kind="power_cut")["ok"]
        assert board.end()[0] == 67


POLL = (
    READER
    + """
field(True)
while True:
    print(read(0x37), len(exchange([0x52], 7)) + len(exchange([0x52], 7)))
"""
)


def _readings(board, ms):
    board.run(ms)
    board.process.kill()
    return [line.split() for line in board.end()[1].split("\n")[1:-1]]


def test_a_tag_taken_away_is_no_longer_read(tmp_path):
    with SimBoard(make_image(tmp_path, {"main.py": POLL})) as board:
        board.do("put", uid=UID, reader=0, coil=0)
        board.run(100)
        board.do("take", uid=UID)
        readings = _readings(board, 100)
        assert readings[0] == ["146", "2"] and readings[-1] == ["146", "0"]


def test_missed_reads(tmp_path):
    with SimBoard(make_image(tmp_path, {"main.py": POLL})) as board:
        board.do("put", uid=UID, reader=0, coil=0)
        board.do("fault", kind="miss", reader=0, coil=0, rate=0.3)
        answers = [reading[1] for reading in _readings(board, 300)]
        assert "0" in answers and "2" in answers


def test_a_reader_dies(tmp_path):
    program = READER + "while True:\n    print(read(0x37))\n    time.sleep_ms(5)\n"
    with SimBoard(make_image(tmp_path, {"main.py": program})) as board:
        board.run(20)
        board.do("fault", kind="dead", reader=0)
        readings = _readings(board, 20)
        assert readings[0] == ["146"] and readings[-1] == ["0"]
