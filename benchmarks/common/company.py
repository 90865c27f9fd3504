"""People around a virtual table, playing one hand.

They deal, do anything legal with tiles and buttons, and wait each time until the table has told what they did.
"""

# The core is written for the board, without types: what a hand has is added by its game.
# pyright: reportOptionalMemberAccess=false, reportOptionalSubscript=false, reportOptionalIterable=false
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false

from random import Random

from dominocore import games
from dominocore.areas import Board
from dominocore.events import DEAL, DRAW, HAND, PLAY, act as make_act
from dominocore.match import Match
from dominocore.tiles import HI, is_double
from dominotable.playing import seat_names
from dominotable.session import Event
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.trouble import SimulatorError
from dominotable.sim.world import OK, PASS

PATIENCE_US = 30_000_000  # virtual time for the table to answer
LONE_MS = 40  # between two presses of one button


class Company:
    """Subclasses know how an act is done on their kind of table."""

    def __init__(self, table, game, seed):
        """Starts the game; Refused when this table cannot play it."""
        self.table = table
        self.rules = games.load(game)
        self._chance = Random(seed)
        self.match = Match(self.rules)
        self._session = LockstepSession(table)
        self._session.authenticate(table.key)
        names = seat_names(self.rules.seats)
        self._session.start({"game": game, "set": self.rules.top, "seats": names, "options": {}})
        self._session.ask_to_tell()

    def play(self, most):
        """One hand, or its first acts."""
        stock = self._deal()
        while self.match.turn and most:
            seat, act = self.match.turn, self._choose()
            if act >> 24 == DRAW:
                act = make_act(DRAW, stock.pop())
            self.do(seat, act)
            self.match.push(seat, act)
            self._wait_for(1)
            most -= 1

    def _deal(self):
        tiles = self._chance.sample(range(self.rules.tiles), self.rules.tiles)
        self.match.push(0, make_act(HAND))
        racks = []
        for seat in range(1, self.rules.seats + 1):
            racks.append(bytes(tiles[: self.rules.deal]))
            tiles = tiles[self.rules.deal :]
            self.match.push(seat, make_act(DEAL), racks[-1])
        self.deal(racks)
        self._wait_for(1 + self.rules.seats)
        return tiles

    def _choose(self):
        """Anything legal; a draw only by who must."""
        acts = self.match.legal()
        return self._chance.choice([act for act in acts if act >> 24 != DRAW] or acts)

    def _wait_for(self, events):
        limit = self.table.board.us + PATIENCE_US
        while events > 0:
            events -= sum(isinstance(notice, Event) for notice in self._session.hear())
            if self.table.board.us > limit:
                raise SimulatorError("stalled", "%s, seat %d" % (self.rules.ID, self.match.turn))

    def press(self, seat):
        self.table.run(LONE_MS)
        self.table.hands.press(seat, PASS)


class AtPads(Company):
    def deal(self, racks):
        self.table.hands.press(1, OK)

    def do(self, seat, act):
        if act >> 24 != PLAY:
            self.press(seat)
            return
        world = self.table.world
        uid = world.uids[act & 255, 0]
        offered = self.rules.fits(self.match.hand, seat, (act & 255,))
        world.put(uid, world.geometry.pad(seat))
        self.table.run(120)
        for _ in range(offered.index(act)):  # OK goes from one end to the next
            self.table.hands.press(seat, OK)
            self.table.run(LONE_MS)
        world.take(uid)


class AtGrid(Company):
    def deal(self, racks):
        self._board = Board(self.table.profile["board"]["columns"], self.table.profile["board"]["rows"])
        self._board.clear(self.match.hand.layout.takes)
        self.table.hands.deal(racks)

    def do(self, seat, act):
        if act >> 24 == DRAW:
            self.table.world.stand(act & 255, seat)
        elif act >> 24 == PLAY:
            self._lay(act & 255, act >> 8 & 255, act >> 16 & 255)
        # A pass needs nothing: the table sees that nothing fits.

    def _lay(self, tile, place, extra):
        """`extra` is the half that touches plus one, where an end may be met by either."""
        layout = self.match.hand.layout
        high, low = self._board.spots(place, is_double(tile))[0]
        if place:
            touches = extra - 1 == HI[tile] if extra else layout.takes[layout.tip(place)] >> HI[tile] & 1
            if not touches and not is_double(tile):
                high, low = low, high
        self.table.hands.lay(tile, high, low)
        branches = not place
        if hasattr(layout, "spinner"):
            branches = layout.wants_spinner and layout.spinner < 0 and is_double(tile)
        self._board.lay(tile, place, high, low, branches, extra)
