"""One whole hand of every line game on the virtual table, on pads and, where the board can show it, on the grid.

The test plays: it deals, holds the match with all racks seen, chooses anything legal, and does it with tiles and
buttons. What the table tells must be what was done; its journal must be sound and come to the same scores.
"""

from random import Random

import pytest

from dominocore import events, games
from dominocore.areas import Board
from dominocore.events import CLAIM, DRAW, END, HAND, MUGGINS, PLAY
from dominocore.match import Match
from dominocore.rules import OVER
from dominocore.tiles import HI, is_double, parse
from dominotable.errors import Refused
from dominotable.session import Event, Note
from dominotable.sim.world import OK, PASS
from dominotable.verifying import verify_bytes
from table_rig import NAMES, Table, bytes_of, lines_of

CLAIMS = (CLAIM, MUGGINS)

LINE_GAMES = (  # game, seats, options
    ("block", 4, {}),
    ("draw", 3, {"four_way": "on"}),
    ("muggins", 3, {}),
    ("bergen", 4, {}),
    ("matador", 3, {}),
    ("classic", 4, {"pairs": "on", "pozo4": "off"}),
    ("sebastopol", 4, {}),
    ("tiddle_a_wink", 4, {}),
)
PAD_GAMES = (
    ("mexican_train", 4, {}),
    ("super_dominos", 4, {"scoring": "super"}),
    ("double_takes", 3, {}),
)


class Company:
    """Everybody around a table, playing one hand. Subclasses know how acts are done on their kind of table."""

    def __init__(self, table: Table, game: str, seats: int, options: dict, seed: int):
        self.table = table
        self.rules = games.load(game, None, seats, options)
        self.chance = Random(seed)
        self.match = Match(self.rules)
        self.told: list = []  # events the table has told since they were last looked at
        config = {"game": game, "set": self.rules.top, "seats": list(NAMES[:seats]), "options": options}
        table.host.start(config)
        table.host.ask_to_tell()

    def deal(self, tiles=None) -> None:
        tiles = list(tiles or self.chance.sample(range(self.rules.tiles), self.rules.tiles))
        size = self.rules.deal
        self.match.push(0, events.act(HAND))
        racks = []
        for seat in range(1, self.rules.seats + 1):
            racks.append(bytes(tiles[:size]))
            tiles = tiles[size:]
            self.match.push(seat, events.act(events.DEAL), racks[-1])
        self.stock = tiles
        self.do_deal(racks)
        for _ in range(1 + self.rules.seats):
            self.next_told()

    def next_told(self) -> tuple:
        """The next event that the table tells."""
        self.table.until(self.hear)
        return self.told.pop(0)

    def hear(self) -> bool:
        if not self.told:
            self.told = [notice.event for notice in self.table.host.hear() if isinstance(notice, Event)]
        return bool(self.told)

    def play(self) -> None:
        """The whole hand, claims after its end included."""
        while self.match.turn or self.to_say():
            seat, act = self.choose()
            if act >> 24 == DRAW:
                act = events.act(DRAW, self.stock.pop())
            state = self.match.hand.layout, self.rules.fits(self.match.hand, seat, (act & 255,))
            self.do(seat, act, *state)
            self.match.push(seat, act)
            told = self.next_told()
            assert told[:2] in ((seat, act), (seat, act | 255)), (told, seat, act)

    def to_say(self) -> list:
        """What anybody may say about the last tile."""
        hand = self.match.hand
        if hand.reason and not hand.late:
            return []
        seats = range(1, self.rules.seats + 1)
        open_to = [(s, a) for s in seats if s != hand.turn for a in self.rules.choices(hand, s)]
        return [(s, a) for s, a in open_to if a >> 24 in (*CLAIMS, END)]

    def choose(self) -> tuple[int, int]:
        """Anything legal; a draw only by who must."""
        said = self.to_say()
        if said and (not self.match.turn or self.chance.random() < 0.7):
            return self.chance.choice(said)
        acts = self.match.legal()
        return self.match.turn, self.chance.choice([a for a in acts if a >> 24 != DRAW] or acts)

    def check(self) -> None:
        """The hand is over here; so it must be there, with the same scores and a sound journal."""
        assert self.match.hand.phase == OVER
        self.finish()
        self.table.until(lambda: self.table.host.state()["state"] in ("clearing", "over"))
        assert self.table.host.state()["totals"] == self.match.totals
        found = verify_bytes(bytes_of(self.table), "g.dtj")
        assert found.report["ok"], found.report["error"]
        assert found.report["scores"] == self.match.totals and not found.report["infractions"]

    def press(self, seat, act):
        self.table.run(40)  # a button that was not seen released is not pressed again
        self.table.hands.press(seat, OK if act >> 24 in CLAIMS else PASS)


class AtPads(Company):
    def do_deal(self, racks):
        self.table.hands.press(1, OK)

    def do(self, seat, act, layout, offered):
        if act >> 24 != PLAY:
            self.press(seat, act)
            return
        world = self.table.world
        uid = world.uids[act & 255, 0]
        world.put(uid, world.geometry.pad(seat))
        self.table.run(120)
        for _ in range(offered.index(act)):
            self.table.hands.press(seat, OK)
            self.table.run(40)
        world.take(uid)
        if len(offered) == 1:
            self.table.run(60)

    def finish(self):
        """Every seat whose tiles count shows them."""
        for seat in self.rules.showers(self.match.hand):
            for tile in self.match.hand.hold.racks[seat]:
                self.table.hands.tap(tile, seat)
                self.table.run(150)


class AtGrid(Company):
    def do_deal(self, racks):
        self.board = Board(16, 16)
        self.board.clear(self.match.hand.layout.takes)
        for seat, rack in enumerate(racks, 1):
            for tile in rack:
                self.table.world.stand(tile, seat)

    def do(self, seat, act, layout, offered):
        tile, place, extra = act & 255, act >> 8 & 255, act >> 16 & 255
        if act >> 24 == DRAW:
            self.table.world.stand(tile, seat)
        elif act >> 24 == PLAY:
            high, low = self.cells(tile, place, extra, layout)
            self.table.lay(tile, high, low)
            self.board.lay(tile, place, high, low, self.branches(tile, place, layout), extra)
        elif act >> 24 != events.PASS or self.to_say():
            self.press(seat, act)

    def cells(self, tile, place, extra, layout):
        touch, far = self.board.spots(place, is_double(tile))[0]
        if place:
            touching = extra - 1 if extra else HI[tile] if layout.takes[layout.tip(place)] >> HI[tile] & 1 else -1
            if touching != HI[tile] and not is_double(tile):
                touch, far = far, touch
        return touch, far

    def branches(self, tile, place, layout):
        """Whether the line branches at this tile: at the first double, or at the start of arms."""
        if not hasattr(layout, "spinner"):
            return not place
        return layout.wants_spinner and layout.spinner < 0 and is_double(tile)

    def finish(self):
        """The racks are seen."""


@pytest.mark.parametrize(("game", "seats", "options"), LINE_GAMES + PAD_GAMES)
def test_a_whole_hand_on_pads(game, seats, options):
    with Table("tap", top=games.load(game, None, seats, options).top) as table:
        company = AtPads(table, game, seats, options, seed=3)
        company.deal()
        company.play()
        company.check()


@pytest.mark.parametrize(("game", "seats", "options"), LINE_GAMES[1:])
def test_a_whole_hand_on_the_grid(game, seats, options):
    with Table("grid", top=games.load(game, None, seats, options).top) as table:
        company = AtGrid(table, game, seats, options, seed=3)
        company.deal()
        company.play()
        company.check()


# --- what buttons and tiles mean -----------------------------------------------------------------------------


def tiles(words: str) -> list[int]:
    return [parse(word) for word in words.split()]


@pytest.fixture
def pads():
    with Table("tap") as table:
        yield table


@pytest.fixture
def grid():
    with Table("grid") as table:
        yield table


def start(table, game, seats, **options) -> None:
    table.host.start({"game": game, "set": 6, "seats": list(NAMES[:seats]), "options": options})
    if not table.profile.get("board"):
        table.until_says("then OK")
        press(table, 1, OK)


def press(table, seat, button) -> None:
    table.hands.press(seat, button)
    table.run(60)


def tap(table, tile, seat) -> None:
    table.hands.tap(parse(tile), seat)
    table.run(150)


def stand(table, *racks) -> None:
    for seat, rack in enumerate(racks, 1):
        for tile in tiles(rack):
            table.world.stand(tile, seat)


def test_on_pads_pass_draws_and_then_passes(pads):
    start(pads, "draw", 2, reserve=13, leader="fixed")
    pads.until_says("Ana: play")
    tap(pads, "6-5", 1)
    pads.until_says("Beto: play or draw PASS: draw one")
    press(pads, 2, PASS)
    pads.until_says("Beto: play")
    press(pads, 1, PASS)
    pads.until_says("not your turn")
    press(pads, 2, PASS)
    pads.until_says("Ana: play")
    assert lines_of(pads)[-2:] == ["2 draw ?", "2 pass"]


def test_on_pads_a_hidden_lead_is_anybodys_and_nobody_having_one_deals_again(pads):
    start(pads, "muggins", 3)
    pads.until_says("Lead 6-6")
    tap(pads, "6-5", 2)
    pads.until_says("does not fit")
    for seat in (1, 2, 3):
        press(pads, seat, PASS)
    pads.until_says("then OK")
    press(pads, 1, OK)
    pads.until_says("Lead 6-6")
    press(pads, 3, PASS)
    assert pads.seat_light(3) == "amber"
    tap(pads, "4-4", 2)
    pads.until_says("Caro: play or draw")
    assert [line for line in lines_of(pads) if "deal" not in line] == ["* hand", "* hand", "2 play 4-4"]


def test_on_pads_a_count_is_claimed_left_and_called(pads):
    start(pads, "muggins", 2)
    tap(pads, "5-5", 1)
    press(pads, 2, OK)
    pads.until_says("nothing to claim")
    press(pads, 1, OK)
    tap(pads, "5-0", 2)
    press(pads, 2, PASS)
    press(pads, 1, OK)
    pads.run(200)
    assert lines_of(pads)[-5:] == ["1 play 5-5", "1 claim", "2 play 5-0 @L", "2 end", "1 muggins"]


def test_on_pads_a_missed_count_is_told_when_it_is_lost(pads):
    start(pads, "muggins", 2)
    pads.host.ask_to_tell()
    tap(pads, "5-5", 1)
    press(pads, 1, PASS)
    assert "left" not in pads.text(), "Beto may still call it"
    tap(pads, "5-1", 2)
    pads.until_says("Ana left 10 points")
    assert "draw one" not in pads.text()
    pads.until_says("PASS: draw one")
    assert ("missed", ["Ana", 10]) in [(n.code, list(n.details)) for n in pads.host.hear() if isinstance(n, Note)]
    assert pads.host.state()["missed"] == [{"seat": 1, "tile": "5-5", "points": 10}]
    assert lines_of(pads)[-3:] == ["1 play 5-5", "1 end", "2 play 5-1 @L"]


def test_the_same_warning_is_shown_again_and_goes_with_its_game(pads):
    config = {"game": "muggins", "set": 6, "seats": list(NAMES[:3]), "referee": "warn"}
    pads.host.start(config)
    pads.until_says("then OK")
    press(pads, 1, OK)
    tap(pads, "6-6", 1)
    for seat in (2, 3):
        press(pads, seat, OK)
        pads.until_says("nothing to claim", 3000)
        pads.until_says("PASS: draw one")
    press(pads, 1, OK)
    pads.until_says("nothing to claim", 3000)
    pads.host.authenticate(pads.key)
    pads.host.stop()
    pads.until_says("Ready for a game")
    assert "claim" not in pads.text()


def test_the_last_tile_may_be_claimed_before_the_racks_are_shown(pads):
    start(pads, "muggins", 2, deal=1)
    tap(pads, "5-5", 1)
    pads.until_says("Claim it?")
    press(pads, 1, PASS)
    press(pads, 2, OK)
    pads.until_says("Beto: tap your last 1")
    tap(pads, "6-2", 2)
    pads.until_says("next hand")
    assert lines_of(pads)[-5:] == ["1 play 5-5", "1 end", "2 muggins", "2 reveal 6-2", "* score 1:8 2:10"]


def test_on_the_grid_the_last_tile_waits_for_everybody_who_could_call_it(grid):
    start(grid, "muggins", 3, deal=1, target=8)
    stand(grid, "5-5", "6-2", "4-3")
    grid.until_says("Ana: play")
    grid.lay(parse("5-5"), 135, 136)
    grid.until_says("Claim it?")
    press(grid, 2, PASS)  # too early to leave what Ana may still claim
    press(grid, 1, PASS)
    grid.until(lambda: grid.seat_light(2) == grid.seat_light(3) == "blue")
    press(grid, 2, PASS)
    grid.until(lambda: grid.seat_light(2) == "off")
    assert grid.seat_light(3) == "blue" and lines_of(grid)[-1] == "1 end"
    press(grid, 3, OK)
    grid.until_says("Ana wins!")
    assert lines_of(grid)[-2:] == ["3 muggins", "* score 1:15 2:0 3:10"]


@pytest.mark.parametrize(("button", "score"), [(OK, "* score 1:18 2:0"), (PASS, "* score 1:8 2:0")])
def test_on_the_grid_the_score_waits_for_a_late_claim(grid, button, score):
    start(grid, "muggins", 2, deal=1, target=8)
    stand(grid, "5-5", "6-2")
    grid.until_says("Ana: play")
    grid.lay(parse("5-5"), 135, 136)
    grid.until_says("Claim it?")
    assert "score" not in lines_of(grid)[-1]
    press(grid, 1, button)
    if button == PASS:
        grid.until(lambda: grid.seat_light(2) == "blue")
        press(grid, 2, PASS)
    grid.until_says("Ana wins!")
    assert lines_of(grid)[-1] == score


def test_on_the_grid_a_tile_in_the_rack_is_a_draw_and_a_needless_one_goes_back(grid):
    start(grid, "draw", 2, deal=2)
    stand(grid, "6-5 6-4", "3-2 6-1")
    grid.until_says("Ana: play")
    grid.lay(parse("6-4"), 135, 136)
    grid.until_says("Beto: play")
    grid.world.stand(parse("0-0"), 2)
    grid.until_says("Take 0-0 back")
    assert grid.seat_light(2) == "red"
    grid.world.take_tile(parse("0-0"))
    grid.until_says("Beto: play")
    press(grid, 2, PASS)
    grid.until_says("draw first")
    grid.lay(parse("6-1"), 134, 133)
    grid.until_says("Ana: draw")
    grid.world.stand(parse("5-2"), 1)
    grid.until(lambda: lines_of(grid)[-1] == "1 draw 5-2")
    grid.lay(parse("4-2"), 137, 138)  # drawn, and not even put into the rack
    grid.until_says("Beto: play")
    assert lines_of(grid)[-2:] == ["1 draw 4-2", "1 play 4-2"]


def test_on_the_grid_tiles_are_dealt_again_when_nobody_can_lead(grid):
    start(grid, "bergen", 2, deal=1)
    stand(grid, "6-5", "3-2")
    grid.until_says("take all tiles back")
    grid.hands.clear()
    grid.until_says("Deal 1 tiles")
    stand(grid, "6-6", "3-2")
    grid.until_says("Ana: play")
    assert [line for line in lines_of(grid)] == [
        "* hand", "1 deal 6-5", "2 deal 3-2", "* hand", "1 deal 6-6", "2 deal 3-2",
    ]  # fmt: skip


def test_sebastopol_lights_only_the_free_sides_until_all_four_arms_are_begun(grid):
    start(grid, "sebastopol", 4)
    racks = ("6-6 0-0 1-0 1-1 2-0 2-1 2-2", "6-5 3-0 3-1 3-2 3-3 4-0 4-1", "6-4 4-2 4-3 4-4 5-0 5-1 5-2")
    stand(grid, *racks, "6-3 6-2 6-1 6-0 5-3 5-4 5-5")
    grid.until_says("Ana: play")
    grid.lay(parse("6-6"), 119, 135)
    grid.until_says("Beto: play")
    assert len(grid.lit("green")) == 8
    grid.lay(parse("6-5"), 120, 121)
    grid.until_says("Caro: play")
    assert len(grid.lit("green")) == 6, "three sides; the arm that is begun waits"


def test_on_pads_a_drawn_opening_tells_who_does_what():
    with Table("tap", top=12) as table:
        table.host.start({"game": "mexican_train", "set": 12, "seats": list(NAMES[:2]), "options": {"deal": 2}})
        table.until_says("then OK")
        press(table, 1, OK)
        for seat in (1, 2):
            press(table, seat, PASS)
        table.until_says("Ana: draw PASS: draw one")
        press(table, 1, PASS)
        table.until_says("Ana: play it, or the next: PASS")
        press(table, 2, PASS)
        table.until_says("Beto: play it, or the next: PASS")
        tap(table, "3-3", 2)
        table.until_says("Beto: play more, or PASS")
        assert lines_of(table)[-5:] == ["1 pass", "2 pass", "1 draw ?", "2 draw ?", "2 play 3-3"]


def test_an_extra_tile_is_declined_by_pass_or_by_the_next_player():
    with Table("tap", top=9) as table:
        table.host.start({"game": "tiddle_a_wink", "set": 9, "seats": list(NAMES)})
        table.until_says("then OK")
        press(table, 1, OK)
        tap(table, "9-9", 1)
        table.until_says("Ana: play more, or PASS")
        press(table, 1, PASS)
        table.until_says("Beto: play")
        tap(table, "9-8", 2)
        tap(table, "8-8", 3)
        table.until_says("Caro: play more, or PASS")
        table.cut_power()
        table.until_says("Caro: play more, or PASS")
        tap(table, "9-7", 4)
        table.until_says("Ana: play")
        assert lines_of(table)[-5:] == ["1 play 9-9", "1 end", "2 play 9-8 @L", "3 play 8-8", "4 play 9-7"]


def refusal(table, game, seats, options) -> str:
    """The code with which a table refuses a game."""
    rules = games.load(game, None, seats, options)
    asked = {"game": game, "set": rules.top, "seats": [str(i) for i in range(seats)], "options": options}
    with pytest.raises(Refused) as refused:
        table.host.start(asked)
    assert table.host.info()["running"] == 0
    return refused.value.refusal


def test_pads_refuse_what_they_cannot_sense(pads):
    assert refusal(pads, "tiddle_a_wink", 6, {"version": 2}) == "too_few_seats"
    for game in ("texas_42", "poker", "thats_it", "high_fives"):
        assert refusal(pads, game, 4, {}) == "not_on_table"
    for game in ("bingo", "big_clock", "good_neighbors", "traffic", "squeeze"):
        assert refusal(pads, game, 1, {}) == "not_on_table"


def test_the_grid_refuses_layouts_it_cannot_show_and_racks_without_room(grid):
    for game in ("mexican_train", "super_dominos", "double_takes"):
        assert refusal(grid, game, 3, {}) == "needs_pads"
    assert refusal(grid, "texas_42", 4, {}) == "not_on_table"
    with pytest.raises(Refused) as refused:
        grid.host.start({"game": "draw", "set": 9, "seats": ["a", "b"], "options": {"deal": 20}})
    assert refused.value.refusal == "rack_too_small"
    assert grid.host.start({"game": "block", "set": 9, "seats": ["a", "b"], "options": {"deal": 20}})["game"] == 1
