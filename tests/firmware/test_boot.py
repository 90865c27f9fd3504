"""What the table wakes up to: every row of the boot table, on the simulated board with the real flash."""

import pytest

from boards import SimBoard
from dominotable.sim import flash, stage
from dominotable.sim.supervisor import POWER_ON_CAUSE, RESET, RESET_CAUSE, SOFT_RESET
from table_rig import Table, read_screen

IDENTITY = {"table": "Test table", "key": "00" * 32, "lang": "en"}


@pytest.fixture
def image(tmp_path):
    return make(tmp_path, IDENTITY)


def make(folder, identity):
    """The flash of a table that has been set up, or (identity None) that has lost its memory of who it is."""
    image = folder / "flash.img"
    data = flash.table_data(stage.profile_path("grid"), identity, {})
    if identity is None:
        del data["identity.json"]
    flash.make_image(image, data)
    return image


def wake(image, cause=POWER_ON_CAUSE, menu=False, ms=400):
    """Switch a table on; what its display says after a while, and how it ended if it did: (code, printed)."""
    said = ""
    with SimBoard(image, cause=cause) as board:
        board.do("menu", down=menu)
        for _ in range(ms // 5):
            reply = board.run(5)
            if reply is None:
                code, printed, errors = board.end()
                assert not errors
                return said, code, printed
            if "screen" in reply:
                said = read_screen(bytes.fromhex(reply["screen"])).replace("\n", " ")
    return said, None, ""


def test_cold_start(image):
    said, code, _ = wake(image)
    assert "Ready for a game" in said
    assert code is None


def test_the_menu_button_held_leads_to_maintenance(image):
    said, code, printed = wake(image, menu=True)
    assert code == SOFT_RESET  # main has ended: on a board that is the REPL
    assert "Maintenance" in printed
    assert "Maintenance" in said
    assert "Ready" in wake(image)[0]


def test_a_table_without_identity_has_lost_its_memory_and_never_passes_for_new(tmp_path):
    image = make(tmp_path, None)
    for cause in (POWER_ON_CAUSE, RESET_CAUSE):
        said, code, printed = wake(image, cause)
        assert code == SOFT_RESET
        assert "lost its memory: restore" in printed
        assert "Ready" not in said


def test_a_damaged_identity_is_a_lost_memory_too(tmp_path):
    image = tmp_path / "flash.img"
    data = flash.table_data(stage.profile_path("grid"), IDENTITY, {})
    flash.make_image(image, data | {"identity.json": b'{"table": "Te'})
    assert "lost its memory" in wake(image)[2]


def test_three_crashes_in_a_row_lead_to_maintenance_which_says_why(tmp_path):
    image = make(tmp_path, IDENTITY | {"key": "not a key"})
    cause = POWER_ON_CAUSE
    for _ in range(3):
        _, code, _ = wake(image, cause)
        assert code == RESET
        cause = RESET_CAUSE
    _, code, printed = wake(image, cause)
    assert code == SOFT_RESET
    assert "crashed three times" in printed
    assert "ValueError" in printed
    assert wake(image, cause)[1] == RESET  # after a look at it, it may try again


def test_three_bites_of_the_watchdog_count_as_crashes(image):
    for _ in range(2):
        assert "Ready" in wake(image, RESET_CAUSE)[0]
    assert "crashed" in wake(image, RESET_CAUSE)[2]


def test_switching_on_forgets_crashes_of_before(image):
    for cause in (RESET_CAUSE, RESET_CAUSE, POWER_ON_CAUSE, RESET_CAUSE, RESET_CAUSE):
        assert "Ready" in wake(image, cause)[0]


def test_the_reset_that_ends_maintenance_is_no_crash(image):
    for _ in range(4):
        assert wake(image, RESET_CAUSE, menu=True)[1] == SOFT_RESET
        assert "Ready" in wake(image, RESET_CAUSE)[0]


def test_the_host_with_the_key_gets_the_port(tmp_path):
    with Table(folder=tmp_path) as table:
        table.host.authenticate(table.key)
        table.host.hand_over()
        table.run(2000)
        assert table.board.resets[:2] == [RESET, SOFT_RESET]  # into maintenance, whose end is a soft reset here


def test_an_unfinished_game_is_gone_on_with(tmp_path):
    with Table(folder=tmp_path) as table:
        table.start()
        table.until_says("Deal 7 tiles")
        table.cut_power()
        table.until_says("Deal 7 tiles")
        info = table.host.info()
        assert (info["running"], info["boot"], info["woke"]) == (1, 2, "resume")


def test_spanish(tmp_path):
    said, _, _ = wake(make(tmp_path, IDENTITY | {"lang": "es"}))
    assert "Lista para jugar" in said


def test_the_watchdog_is_fed(image):
    said, code, _ = wake(image, ms=9000)
    assert code is None and "Ready" in said
