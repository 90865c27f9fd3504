"""What a host with the key may change in a running game: take acts back, and rule. The whole firmware plays."""

import pytest

from dominocore.record import spell
from dominocore.tiles import parse
from dominotable.errors import Refused
from dominotable.sim.world import OK, PASS
from dominotable.verifying import verify_bytes
from table_rig import Table, bytes_of, lines_of


def start(table, game="block", seats=("Ana", "Beto"), referee="enforce", penalties="none", top=6, **options):
    config = {"game": game, "set": top, "seats": list(seats), "options": options}
    table.host.start(config | {"referee": referee, "penalties": penalties})
    table.host.authenticate(table.key)


def stand(table, *racks):
    for seat, rack in enumerate(racks, 1):
        for tile in rack.split():
            table.world.stand(parse(tile), seat)
    table.until_says("Ana: play")


def report(table):
    return verify_bytes(bytes_of(table), "g.dtj").report


@pytest.fixture
def grid():
    with Table("grid") as table:
        yield table


@pytest.fixture
def played(grid):
    """Two tiles lie; Ana is on turn."""
    start(grid, deal=3)
    stand(grid, "6-5 6-1 0-0", "5-4 4-4 3-3")
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Beto: play")
    grid.lay(parse("5-4"), 137, 138)
    grid.until_says("Ana: play")
    return grid


def test_an_undone_tile_must_be_taken_back_before_it_means_anything(played):
    assert spell(*played.host.undo())[:10] == "2 play 5-4"
    played.until_says("Take 5-4 back was taken back")
    assert {137, 138} <= played.lit("red")
    played.run(3000)
    assert lines_of(played)[-1] == "* undo", "it is not played again by lying there"
    played.hands.take_back(parse("5-4"), 2)
    played.until_says("Beto: play")
    played.lay(parse("5-4"), 137, 138)
    played.until_says("Ana: play")
    assert lines_of(played)[-3:] == ["2 play 5-4", "* undo", "2 play 5-4"] and report(played)["ok"]


def test_any_number_of_acts_of_the_hand_are_undone_and_no_more(played):
    assert [spell(*played.host.undo())[:10] for _ in range(2)] == ["2 play 5-4", "1 play 6-5"]
    with pytest.raises(Refused) as refused:
        played.host.undo()
    assert refused.value.refusal == "nothing_to_undo"
    for tile, seat in (("5-4", 2), ("6-5", 1)):
        played.hands.take_back(parse(tile), seat)
    played.until_says("Ana: play")
    played.lay(parse("6-1"), 135, 136)
    played.until_says("Beto:")
    assert lines_of(played)[-3:] == ["* undo", "* undo", "1 play 6-1"]


def test_an_undo_is_durable_and_survives_a_power_cut(played):
    played.host.undo()
    played.cut_power()
    played.until_says("Take 5-4 back was taken back")
    assert lines_of(played)[-1] == "* undo" and report(played)["ok"]
    played.hands.take_back(parse("5-4"), 2)
    played.until_says("Beto: play")


def test_an_undone_draw_leaves_the_rack_again(grid):
    start(grid, "draw", deal=2)
    stand(grid, "6-5 6-4", "3-2 1-1")
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Beto: draw")
    grid.world.stand(parse("0-0"), 2)
    grid.until(lambda: lines_of(grid)[-1] == "2 draw 0-0")
    grid.host.undo()
    grid.until_says("Take 0-0 back")
    grid.run(2000)
    assert lines_of(grid)[-1] == "* undo"
    grid.world.take_tile(parse("0-0"))
    grid.until_says("Beto: draw")
    grid.world.stand(parse("5-1"), 2)
    grid.until_says("Beto: play")
    assert lines_of(grid)[-2:] == ["* undo", "2 draw 5-1"] and report(grid)["ok"]


def test_a_hand_that_is_over_is_gone_on_with(grid):
    start(grid, deal=1)
    stand(grid, "6-5", "5-4")
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Take the tiles off")
    grid.host.undo()
    grid.hands.take_back(parse("6-5"), 1)
    grid.until_says("Ana: play")
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Take the tiles off")
    assert lines_of(grid)[-5:] == ["1 play 6-5", "* score 1:9 2:0", "* undo", "1 play 6-5", "* score 1:9 2:0"]


@pytest.fixture
def pads():
    with Table("tap") as table:
        yield table


def deal_on_pads(table):
    table.until_says("then OK")
    table.hands.press(1, OK)
    table.run(60)


def tap(table, tile, seat):
    table.hands.tap(parse(tile), seat)
    table.run(150)


def press(table, seat, button):
    table.hands.press(seat, button)
    table.run(60)


def test_on_pads_a_tile_still_on_its_pad_is_not_played_again():
    with Table("tap") as table:
        start(table)
        deal_on_pads(table)
        table.until_says("Ana: play")
        world = table.world
        world.put(world.uids[parse("6-5"), 0], world.geometry.pad(1))
        table.until_says("Beto: play")
        table.host.undo()
        table.until_says("Ana: play Take 6-5 back")
        table.run(2000)
        assert lines_of(table)[-2:] == ["1 play 6-5", "* undo"]
        world.take(world.uids[parse("6-5"), 0])
        table.run(150)
        table.hands.tap(parse("6-4"), 1)
        table.until_says("Beto: play")
        table.hands.press(2, PASS)
        table.until_says("Ana: play")
        world.put(world.uids[parse("6-4"), 0], world.geometry.pad(1))  # left lying there since it was played
        table.run(500)
        table.host.undo()
        table.until_says("Beto: play")
        table.run(2000)
        assert table.seat_light(1) != "red" and "turn" not in table.text(), "nobody is accused of it"
        assert lines_of(table)[-3:] == ["1 play 6-4", "2 pass", "* undo"]


def test_a_whole_hand_of_a_large_game_is_undone_to_its_beginning():
    with Table("tap", top=12) as table:
        start(table, "mexican_train", top=12, deal=6)
        deal_on_pads(table)
        tap(table, "12-12", 1)
        for tile in ("12-5", "9-5"):
            tap(table, tile, 1)
        for seat in (1, 2, 2, 1, 1):  # the run ends; each draws and passes
            press(table, seat, PASS)
        acts = [line for line in lines_of(table) if "deal" not in line and line[0] != "*"]
        assert len(acts) == 8
        for line in reversed(acts):
            assert spell(*table.host.undo()).split()[:3] == line.split()[:3]
        table.until_says("Ana: play Take 12-12 back")
        assert report(table)["ok"] and lines_of(table)[-1] == "* undo"


def test_a_late_claim_is_undone_and_made_again(pads):
    start(pads, "muggins", deal=1)
    deal_on_pads(pads)
    tap(pads, "5-5", 1)
    pads.until_says("Claim it?")
    press(pads, 1, PASS)
    press(pads, 2, OK)
    pads.until_says("Beto: tap your last 1")
    assert [spell(*pads.host.undo()) for _ in range(2)] == ["2 muggins", "1 end"]
    pads.until_says("Claim it?")
    press(pads, 1, OK)
    pads.until_says("Beto: tap your last 1")
    tap(pads, "6-2", 2)
    pads.until_says("next hand")
    assert lines_of(pads)[-3:] == ["1 claim", "2 reveal 6-2", "* score 1:18 2:0"] and report(pads)["ok"]


def test_a_breach_that_was_undone_is_punished_when_it_comes_again(grid):
    start(grid, referee="warn", penalties="club", deal=2)
    stand(grid, "6-5 0-0", "5-4 3-3")
    grid.lay(parse("6-5"), 135, 136)
    for _ in range(2):
        grid.until_says("Beto: play")
        press(grid, 2, PASS)
        grid.until(lambda: lines_of(grid)[-1] == "* ruling penalty 2 30")
        grid.host.undo()
    ruled = ["2 pass", "* fault false_pass 2", "* ruling penalty 2 30", "* undo"]
    assert lines_of(grid)[-8:] == ruled * 2


def test_a_fault_that_a_judge_names_costs_what_he_says_and_no_more(grid):
    start(grid, referee="warn", penalties="club", deal=2)
    stand(grid, "6-5 0-0", "5-4 3-3")
    grid.host.rule({"seat": 2, "fault": "false_pass"})
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Beto: play")
    assert lines_of(grid)[-2:] == ["* fault false_pass 2", "1 play 6-5"]


def test_a_ruling_between_hands_can_end_the_match(grid):
    start(grid, seats=("Ana", "Beto", "Caro"), deal=2, target=7)
    stand(grid, "6-5 3-1", "2-2 0-0", "4-4 3-0")  # blocked with 4, 4 and 11 pips
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Take the tiles off", 12000)
    assert lines_of(grid)[-1] == "* score 1:7 2:7 3:0", "equal: another hand would be played"
    grid.hands.clear()
    grid.until_says("Deal 2 tiles")
    grid.host.rule({"seat": 2, "points": 5})
    grid.until_says("Ana wins!")
    assert grid.host.info()["running"] == 0 and grid.host.state()["state"] == "over"
    found = report(grid)
    assert found["ok"] and found["winner"] == 1 and found["journal"]["closed"]


def test_rulings_stand_in_the_hand_and_after_it(grid):
    start(grid, deal=1, target=9)
    stand(grid, "6-5", "5-4")
    grid.host.rule({"seat": 1, "points": 5})
    grid.host.rule({"seat": 2, "fault": "spoke"})
    grid.lay(parse("6-5"), 135, 136)
    grid.until_says("Take the tiles off")
    assert lines_of(grid)[-4:] == ["* ruling penalty 1 5", "* fault spoke 2", "1 play 6-5", "* score 1:4 2:0"]
    grid.host.rule({"seat": 2, "points": 300})
    grid.until(lambda: grid.host.state()["totals"] == [4, -300])
    assert lines_of(grid)[-2:] == ["* ruling penalty 2 300", "* score 1:4 2:-300"]
    found = report(grid)
    assert found["ok"] and found["scores"] == [4, -300]
    assert [(i["rule"], i["seat"]) for i in found["infractions"]] == [("spoke", 2)]


def test_what_cannot_be_ruled_is_refused_and_changes_nothing(grid):
    grid.host.authenticate(grid.key)
    with pytest.raises(Refused) as refused:
        grid.host.undo()
    assert refused.value.refusal == "no_game"
    start(grid, deal=1)
    for ruling, code in (
        ({"seat": 3, "points": 5}, "not_in_play"),
        ({"seat": "1", "points": 5}, "malformed"),
        ({"seat": 1, "points": 0}, "malformed"),
        ({"seat": 1, "points": 10000}, "malformed"),
        ({"seat": 1, "fault": "No Good"}, "malformed"),
        ({"seat": 1}, "malformed"),
        ({"seat": 1, "points": 5, "fault": "spoke"}, "malformed"),
        ({"seat": 1, "fault": "s" * 33}, "malformed"),
    ):
        with pytest.raises(Refused) as refused:
            grid.host.rule(ruling)
        assert refused.value.refusal == code, ruling
    stand(grid, "6-5", "5-4")
    with pytest.raises(Refused) as refused:
        grid.host.rule({"seat": 3, "points": 5})
    assert refused.value.refusal == "bad_seat" and lines_of(grid)[-1] == "2 deal 5-4"
