"""The whole firmware on a table of tap pads: tiles are held to a pad, racks stay hidden until they are shown."""

import pytest

from dominocore import events
from dominocore.tiles import parse
from dominotable.sim.world import OK, PASS
from table_rig import NAMES, Play, Table, deal, journal_of, lines_of


@pytest.fixture
def pads():
    with Table("tap") as table:
        table.start()
        table.until_says("then OK")
        table.hands.press(1, OK)
        table.until_says("Ana: play")
        yield table


def tap(table, tile, seat):
    """Hold a tile to a pad for a moment."""
    world = table.world
    world.put(world.uids[tile, 0], world.geometry.pad(seat))
    table.run(200)
    world.take(world.uids[tile, 0])
    table.run(150)


def test_a_whole_hand_on_tap_pads(pads):
    racks = deal(7)
    play = Play(pads, racks)
    while play.match.turn:
        seat, act = play.match.turn, play.choose()
        pads.until_says(NAMES[seat - 1] + ": play")
        if act >> 24 == events.PASS:
            pads.hands.press(seat, PASS)
        else:
            offered = play.match.rules.fits(play.match.hand, seat, (act & 255,))
            world = pads.world
            world.put(world.uids[act & 255, 0], world.geometry.pad(seat))
            pads.run(200)
            if len(offered) > 1:
                for _ in range(offered.index(act)):
                    pads.hands.press(seat, OK)
                    pads.run(50)
                pads.until_says(" at ")
            world.take(world.uids[act & 255, 0])
            pads.run(150)
        play.push(act)
    for seat in range(1, 5):
        for tile in list(play.match.hand.hold.racks[seat]):
            tap(pads, tile, seat)
    pads.until_says("OK: next hand")
    assert pads.host.state()["totals"] == play.match.totals
    assert journal_of(pads).record.lines[1].event[2] == b"\xff" * 7
    pads.hands.press(2, OK)
    pads.until_says("then OK")


def test_on_pads_wrong_things_are_refused_with_their_reason(pads):
    tap(pads, parse("6-6"), 2)
    pads.world.put(pads.world.uids[parse("6-5"), 0], pads.world.geometry.pad(2))
    pads.until_says("not your turn")
    assert pads.seat_light(2) == "red"
    pads.world.take(pads.world.uids[parse("6-5"), 0])
    tap(pads, parse("6-5"), 1)
    pads.until_says("Beto: play")
    tap(pads, parse("4-3"), 2)
    pads.until_says("does not fit")
    tap(pads, parse("6-5"), 2)
    pads.until_says("seen elsewhere")
    pads.hands.press(3, PASS)
    pads.until_says("not your turn")
    pads.hands.press(2, PASS)
    pads.until_says("Caro: play")
    assert lines_of(pads)[-2:] == ["1 play 6-5", "2 pass"]


def test_pads_go_on_where_the_power_failed(pads):
    tap(pads, parse("6-5"), 1)
    pads.until_says("Beto: play")
    pads.cut_power()
    pads.until_says("Beto: play")
    tap(pads, parse("6-3"), 2)
    pads.until_says("Caro: play")


def test_a_false_pass_is_punished_when_the_tiles_show_it():
    with Table("tap") as table:
        table.host.start(
            {
                "game": "block",
                "set": 6,
                "seats": ["Ana", "Beto"],
                "options": {"deal": 2},
                "referee": "warn",
                "penalties": "club",
            }
        )
        table.until_says("then OK")
        table.hands.press(1, OK)
        table.until_says("Ana: play")
        tap(table, parse("5-2"), 1)
        table.until_says("Beto: play")
        tap(table, parse("5-5"), 2)
        table.until_says("Ana: play")
        table.hands.press(1, PASS)
        table.until_says("Beto: play")
        table.hands.press(2, PASS)
        table.until_says("last 1")
        tap(table, parse("5-0"), 1)
        tap(table, parse("4-4"), 2)
        table.until_says("OK: next hand")
        table.until_says("Ana held 5-0: foul")
        assert table.host.state()["infractions"] == [{"rule": "false_pass", "seat": 1, "tile": "5-0"}]
        lines = lines_of(table)
        assert "1 pass" in lines and "* ruling penalty 1 30" in lines
        assert lines[-1].startswith("* score")
