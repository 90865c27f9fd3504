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
from dominocore.tiles import HI, is_double
from dominotable.errors import Refused
from dominotable.session import Event
from dominotable.sim.world import OK, PASS
from dominotable.verifying import verify_bytes
from table_rig import NAMES, Table, bytes_of

CLAIMS = (CLAIM, MUGGINS)

LINE_GAMES = (  # game, seats, options
    ("block", 4, {}),
    ("draw", 3, {}),
    ("muggins", 3, {}),
    ("bergen", 4, {}),
    ("matador", 3, {}),
    ("classic", 4, {"pairs": "on", "pozo4": "off"}),
    ("sebastopol", 4, {}),
    ("tiddle_a_wink", 4, {}),
)
PAD_GAMES = (("mexican_train", 4, {}), ("super_dominos", 4, {"scoring": "super"}))


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
        return [(s, a) for s in seats for a in self.rules.choices(hand, s) if a >> 24 in (*CLAIMS, END) and s != hand.turn]

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
            layout = self.match.hand.layout
            spinner = getattr(layout, "wants_spinner", True) and is_double(tile) and getattr(layout, "spinner", -1) < 0
            self.board.lay(tile, place, high, low, spinner and (hasattr(layout, "spinner") or not place), extra)
        elif act >> 24 != events.PASS or self.to_say():
            self.press(seat, act)

    def cells(self, tile, place, extra, layout):
        touch, far = self.board.spots(place, is_double(tile))[0]
        if place:
            touching = extra - 1 if extra else HI[tile] if layout.takes(layout.tip(place)) >> HI[tile] & 1 else -1
            if touching != HI[tile] and not is_double(tile):
                touch, far = far, touch
        return touch, far

    def finish(self):
        pass


@pytest.mark.parametrize(("game", "seats", "options"), LINE_GAMES + PAD_GAMES, ids=lambda v: v if isinstance(v, str) else "")
def test_a_whole_hand_on_pads(game, seats, options):
    with Table("tap", top=games.load(game, None, seats, options).top) as table:
        company = AtPads(table, game, seats, options, seed=3)
        company.deal()
        company.play()
        company.check()


@pytest.mark.parametrize(("game", "seats", "options"), LINE_GAMES[1:], ids=lambda v: v if isinstance(v, str) else "")
def test_a_whole_hand_on_the_grid(game, seats, options):
    with Table("grid", top=games.load(game, None, seats, options).top) as table:
        company = AtGrid(table, game, seats, options, seed=3)
        company.deal()
        company.play()
        company.check()
