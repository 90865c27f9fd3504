"""The whole firmware on the simulated board: tiles are moved, lights and display are read, the journal is proved."""

import pytest

from dominocore import events
from dominocore.tiles import parse
from dominotable.errors import Refused
from dominotable.sim.trouble import SimulatorError
from table_rig import NAMES, Play, Table, deal, journal_of, lines_of

ANA = "6-6 6-5 6-1 0-0 1-0 1-1 2-0"
BETO = "6-3 6-2 6-4 2-1 2-2 3-0 3-1"
CARO = "6-0 5-5 5-4 5-3 3-2 3-3 4-0"
DANI = "5-2 5-1 5-0 4-4 4-3 4-2 4-1"
RACKS = [[parse(word) for word in rack.split()] for rack in (ANA, BETO, CARO, DANI)]

# Where the tiles of these racks go in the tests below: 6-5 in the middle, its 6 to the left.
MIDDLE = (135, 136)
LEFT = (134, 133)
RIGHT = (137, 138)


@pytest.fixture
def table():
    with Table() as table:
        yield table


@pytest.fixture
def opened(table):
    """Four racks dealt, and 6-5 led by Ana: Beto is on turn, 6 is open on the left and 5 on the right."""
    table.start()
    table.deal(RACKS)
    table.lay(parse("6-5"), *MIDDLE)
    table.until_says("Beto: play")
    return table


def test_a_whole_hand_from_the_start_command_to_the_score(table):
    table.start()
    racks = deal(5)
    table.deal(racks)
    play = Play(table, racks)
    while play.match.turn:
        play.act()
    table.until_says("Take the tiles off")
    assert table.host.state()["totals"] == play.match.totals
    game = journal_of(table)
    spoken = [line.event for line in game.record.lines]
    assert [(s, a) for s, a, _ in spoken if a >> 24 < events.HAND] == [
        (s, a) for s, a, _ in play.match.events() if a >> 24 < events.HAND
    ]
    assert spoken[-1][1] >> 24 == events.SCORE
    assert [bytes(data) for _, a, data in spoken if a >> 24 == events.DEAL] == racks


def test_the_deal_waits_for_every_rack(table):
    table.start()
    for seat, rack in enumerate(RACKS, 1):
        for tile in rack[: 7 if seat < 4 else 6]:
            table.world.stand(tile, seat)
    table.run(3000)
    assert "7 7 7 6" in table.text()
    assert table.seat_light(4) == "blue"
    table.world.stand(RACKS[3][6], 4)
    table.until_says("Ana: play")
    assert table.seat_light(1) == "green"


def test_lights_show_where_the_next_tile_may_go(opened):
    assert opened.lit("white") == set(MIDDLE)
    assert opened.lit("green") == set(LEFT) | set(RIGHT)
    assert opened.seat_light(2) == "green"


@pytest.mark.parametrize(
    ("tile", "cells", "why"),
    [
        ("2-1", RIGHT, "does not fit"),
        ("6-3", (10, 11), "lay it at an end"),
        ("6-3", LEFT[::-1], "turn it round"),
        ("6-3", (134, 120), "lay it straight"),
        ("5-4", RIGHT, "not your turn"),
    ],
)
def test_a_wrong_tile_is_refused_with_its_reason_until_it_is_taken_back(opened, tile, cells, why):
    opened.lay(parse(tile), *cells)
    opened.until_says("Take %s back" % tile)
    opened.until_says(why)
    assert opened.lit("red") == set(cells)
    opened.run(1000)
    assert "Take %s back" % tile in opened.text()
    if tile == "6-3":  # it may be set right without leaving the board
        opened.lay(parse("6-3"), *LEFT)
        opened.until_says("Caro: play")
        return
    opened.world.take_tile(parse(tile))
    opened.until_says("Beto: play")
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    assert lines_of(opened)[-2:] == ["1 play 6-5", "2 play 6-3"]


def test_a_tile_that_was_never_dealt_is_refused(table):
    table.start(NAMES[:2])
    table.deal(RACKS[:2])
    table.lay(parse("5-5"), *MIDDLE)
    table.until_says("not from a rack")
    table.world.take_tile(parse("5-5"))
    table.until_says("Ana: play")


def test_a_tile_of_another_set_is_refused():
    with Table(top=9) as table:
        table.start(NAMES[:2])
        for tile in (parse("9-9"), *RACKS[0][1:]):
            table.world.stand(tile, 1)
        for tile in RACKS[1]:
            table.world.stand(tile, 2)
        table.until_says("not in this set")
        table.world.take_tile(parse("9-9"))
        table.world.stand(RACKS[0][0], 1)
        table.until_says("Ana: play")
        table.lay(parse("9-9"), *MIDDLE)
        table.until_says("Take 9-9 back")


def test_a_tile_lifted_again_at_once_is_no_move(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.run(90)
    opened.world.take_tile(parse("6-3"))
    opened.run(1500)
    assert "Beto: play" in opened.text()
    assert lines_of(opened)[-1] == "1 play 6-5"


def test_a_tile_that_slides_along_counts_where_it_comes_to_rest(opened):
    for step in range(4, 0, -1):
        opened.lay(parse("6-3"), LEFT[0] - step, LEFT[1] - step)
        opened.run(60)
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    assert opened.lit("white") == set(LEFT)
    assert opened.beeps == 0


def test_a_fast_second_move_is_not_lost(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.run(60)
    opened.lay(parse("5-3"), *RIGHT)
    opened.run(60)
    opened.lay(parse("4-3"), 131, 132)
    opened.until_says("Ana: pass")
    assert lines_of(opened)[-3:] == ["2 play 6-3", "3 play 5-3 @R", "4 play 4-3 @L"]
    assert opened.beeps == 0


@pytest.fixture
def passing(opened):
    """Ana cannot play; 4 is open on the left and 3 on the right."""
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    opened.lay(parse("5-3"), *RIGHT)
    opened.until_says("Dani: play")
    opened.lay(parse("4-3"), 131, 132)
    opened.until_says("Ana: pass")
    return opened


def test_a_forced_pass_is_announced_for_a_while(passing):
    assert passing.seat_light(1) == "amber"
    assert passing.until_says("Beto: play") > 1000
    assert lines_of(passing)[-1] == "1 pass"


def test_the_next_tile_on_the_board_ends_the_announcement_of_a_pass(passing):
    passing.lay(parse("3-1"), 139, 140)
    assert passing.until_says("Caro: play") < 1000
    assert lines_of(passing)[-2:] == ["1 pass", "2 play 3-1"]


def test_a_bumped_tile_is_to_be_put_back(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    opened.lay(parse("6-5"), 151, 152)
    opened.until_says("Put 6-5 back")
    opened.until(lambda: opened.lit("red") == {151, 152})
    assert opened.lit("amber") == set(MIDDLE)
    opened.lay(parse("5-3"), *RIGHT)  # while the board is wrong nothing counts, and nothing is lost
    opened.run(1000)
    assert "Put 6-5 back" in opened.text()
    opened.lay(parse("6-5"), *MIDDLE)
    opened.until_says("Dani: play")
    assert lines_of(opened)[-1] == "3 play 5-3 @R"


def test_two_tiles_on_one_cell_are_pointed_at(opened):
    world = opened.world
    world.take_tile(parse("6-3"))
    for half in (0, 1):
        world.put(world.uids[parse("6-3"), half], world.geometry.cell(LEFT[0]))
    opened.until_says("One tile a cell", 12000)
    assert LEFT[0] in opened.lit("red")


def test_a_dead_reader_is_named_and_play_goes_on(opened):
    opened.board.command("fault", kind="dead", reader=0)
    opened.until_says("reader 0 silent", 12000)
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")


def test_missed_reads_take_nothing_away(opened):
    for cell in (*MIDDLE, *LEFT):
        reader, coil = opened.world.geometry.cell(cell)
        opened.board.command("fault", kind="miss", reader=reader, coil=coil, rate=0.2)
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    opened.run(5000)
    assert "Caro: play" in opened.text()


def test_the_table_goes_on_where_the_power_failed(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    before = opened.host.state()
    opened.cut_power()
    opened.until_says("Caro: play")
    after = opened.host.state()
    for key in ("game", "turn", "ends", "counts", "totals", "hands"):
        assert after[key] == before[key]
    assert opened.lit("white") == set(LEFT)
    opened.lay(parse("5-3"), *RIGHT)
    opened.until_says("Dani: play")
    assert lines_of(opened)[-2:] == ["2 play 6-3", "3 play 5-3 @R"]


@pytest.mark.parametrize("torn", [False, True])
def test_the_power_fails_while_a_move_is_written_down(opened, torn):
    opened.board.command("fault", kind="power_cut", after_flash_ops=0, torn=torn)
    opened.lay(parse("6-3"), *LEFT)
    with pytest.raises(SimulatorError, match="power_cut"):
        for _ in range(5):
            opened.run(200)
    opened.cut_power()
    opened.until_says("Caro: play")  # written down, or seen again where it lies
    assert lines_of(opened)[-1] == "2 play 6-3"


def test_what_moved_while_the_power_was_off_is_put_right(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")
    opened.lay(parse("6-3"), 20, 21)
    opened.cut_power()
    opened.until_says("Put 6-3 back")
    assert opened.lit("amber") == set(LEFT)
    opened.lay(parse("6-3"), *LEFT)
    opened.until_says("Caro: play")


def test_a_tile_laid_while_the_power_was_off_counts(opened):
    opened.lay(parse("6-3"), *LEFT)
    opened.cut_power()
    opened.until_says("Caro: play")
    assert lines_of(opened)[-1] == "2 play 6-3"


def test_a_power_cut_while_dealing(table):
    table.start()
    for seat, rack in enumerate(RACKS[:3], 1):
        for tile in rack:
            table.world.stand(tile, seat)
    table.run(1500)
    table.cut_power()
    for tile in RACKS[3]:
        table.world.stand(tile, 4)
    table.until_says("Ana: play")


def short_hand(table, first, second):
    """A hand of one tile each: Ana lays hers and is out."""
    table.world.stand(parse(first), 1)
    table.world.stand(parse(second), 2)
    table.until_says(": play")
    turn = table.host.state()["turn"]
    table.lay(parse((first, second)[turn - 1]), *MIDDLE)


def test_clearing_the_table_is_not_a_move_and_the_next_hand_follows(table):
    table.start(NAMES[:2], deal=1)
    short_hand(table, "6-5", "4-1")
    table.until_says("Out. Take the tiles off")
    count = len(lines_of(table))
    table.lay(parse("6-5"), 3, 4)  # pushed about
    table.run(800)
    table.hands.clear()
    table.until_says("Deal 1 tiles")
    assert len(lines_of(table)) == count
    short_hand(table, "3-1", "2-0")
    table.until_says("Out. Take the tiles off")
    assert table.host.state()["totals"] == [5, 4]  # the lead has passed to Beto


def test_a_power_cut_between_two_hands(table):
    table.start(NAMES[:2], deal=1)
    short_hand(table, "6-5", "4-1")
    table.until_says("Out. Take the tiles off")
    table.cut_power()
    table.until_says("Out. Take the tiles off")
    table.hands.clear()
    table.until_says("Deal 1 tiles")
    assert table.host.state()["totals"] == [5, 0]
    journal_of(table)


def test_the_match_ends_with_a_signed_journal(table):
    table.start(NAMES[:2], deal=1, target=5)
    short_hand(table, "6-5", "4-1")
    table.until_says("Ana wins!")
    game = journal_of(table)
    assert game.reader.verify(table.key).signed
    assert game.result["winner"] == 1 and game.result["totals"] == [5, 0]
    assert table.host.info()["running"] == 0
    table.hands.clear()
    table.run(500)
    assert "Ana wins!" in table.text()
    assert table.start() == 2


def test_a_stopped_game_is_closed_without_a_winner(opened):
    with pytest.raises(Refused):
        opened.host.stop()
    opened.host.authenticate(opened.key)
    opened.host.stop()
    opened.until_says("Ready for a game")
    assert journal_of(opened).reader.closed


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"set": 12, "seats": ["a", "b"]}, "board_too_small"),
        ({"set": 9, "seats": list("abcde")}, "too_few_seats"),
        ({"set": 9, "seats": ["a", "b"], "options": {"deal": 21}}, "rack_too_small"),
        ({"set": 6, "seats": ["a"]}, "bad_seats"),
        ({"set": 6, "seats": "ab"}, "malformed"),
        ({"set": 6, "seats": ["a", "b"], "options": {"moon": 1}}, "bad_option"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_refused(table, asked, code):
    with pytest.raises(Refused) as refused:
        table.host.start({"game": "block", **asked})
    assert refused.value.refusal == code
    assert table.host.info()["running"] == 0
