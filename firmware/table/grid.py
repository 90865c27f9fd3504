"""Playing on a grid: tiles are seen in the racks and on the cells of the board.

Each method is one state of `flow`: it looks at what lies where, does what follows, and gives the next state. What is
wrong with the board is kept as one *trouble*: the first tile that is missing, else the first that must go.

A tile that nobody had and that now stands in the rack of the seat on turn has been drawn; so has one that comes
straight to the board where the seat may draw.
"""

from time import ticks_diff

from micropython import const

from dominocore.areas import Board
from dominocore.events import DRAW, DRAW_ACT, PASS_ACT, PLAY, D, L, R, U, act as make_act
from dominocore.holdings import TABLE
from dominocore.tiles import name as tile_name
from table import flow, lights as light
from table.game import unpack_cells
from table.senses import Senses
from table.sight import CROWDED, EMPTY, NOWHERE, STRANGE, TILES

_SETTLE_MS = const(120)  # a tile lies when nothing moved for so long
_CHOICE_MS = const(300)  # the same for one that might still be on its way to another end
_GRACE_MS = const(1000)  # a tile of the next seat may lie so long before it is called out of turn
_DEAL_MS = const(700)
_PASS_MS = const(1500)  # a pass the table makes for a seat is announced so long
_CLEAR_MS = const(300)
_HINT_MS = const(2500)  # something lies there that means nothing: say so
_OPENING = const(3)  # cells around the middle that are watched for the first tile


class Grid(Senses):
    def __init__(self, game, sight, scanner, profile, face, buttons):
        super().__init__(game, sight, profile, face, buttons)
        self.board = Board(profile.columns, profile.rows)
        self._scanner = scanner
        self.looks = {
            flow.DEALING: self.deal,
            flow.PLAYING: self.play,
            flow.WRONG: self.correct,
            flow.SHOWING: self.show,
            flow.CLEARING: self.clear,
        }
        self._refused = {}  # tile -> (why, where it was), until it is moved
        self._laid = bytearray(TILES)
        self._pass_since = self._unwanted = -1
        self._open = []  # for each open end the pairs of cells where its next tile may go, best first

    def enter(self) -> None:
        """A game begins or goes on: put the tiles of its hand on the board of our mind."""
        self._new_hand()
        for _, act, _ in self._game.match.events() if self._game.hand else ():
            if act >> 24 == PLAY:
                self._lay(act, *unpack_cells(self._game.cells[act & 255]))
        self._undone = self._game.undone()
        self._watch()

    def _new_hand(self):
        layout = self._game.hand.layout if self._game.hand else None
        self.board.clear(layout.takes if layout else None)
        self._refused = {}
        self._reason = None
        self._declined = []
        self._laid = bytearray(TILES)
        self._pass_since = -1  # since when a forced pass is announced
        self._unwanted = -1  # a tile in a rack that may not be drawn

    # --- the states ------------------------------------------------------------------------------------------

    def deal(self, now: int) -> int:
        face = self._face
        if self._sight.covered:
            face.say("clear_board")
            face.cells(self._covered(), light.RED)
            return flow.DEALING
        rules = self._game.rules
        racks = [self._rack(seat) for seat in range(1, rules.seats + 1)]
        face.say("deal", rules.deal)
        face.why_text(" ".join(["?" if r is None else str(len(r)) for r in racks]))
        done = self._game.dealt()
        for seat in range(1, rules.seats + 1):
            if not self._dealt_well(seat, racks[seat - 1], seat <= done):
                face.seat(seat, light.BLUE)
                racks[seat - 1] = None
        if None in racks or self._early(now, self._sight.rack_time, _DEAL_MS):
            return flow.DEALING
        code = self._game.deal(racks[done:])
        if code:
            face.why(code)
            return flow.DEALING
        self._new_hand()
        self._watch()
        return flow.PLAYING

    def play(self, now: int) -> int:
        self._recall()
        if self._trouble():
            return flow.WRONG
        turn = self._game.match.turn
        if not turn:
            return self._redeal()
        state = self._pressed(now)
        if state is not None:
            return state
        mine, other, half = self._strays(turn)
        drawn = self._drawn(turn, other)
        moved = self._sight.board_time
        if mine >= 0:
            acts = self._game.rules.fits(self._game.hand, self._owner(mine), (mine,))
            if not self._early(now, moved, _SETTLE_MS if len(acts) < 2 else _CHOICE_MS):
                return self._judge(self._owner(mine), mine, acts)
        elif drawn >= 0 and not self._early(now, moved if drawn == other else self._sight.rack_time, _SETTLE_MS):
            return self._draw(turn, drawn, now)
        elif self._must_pass():
            if self._pass_now(other, now):
                return self._act(turn, PASS_ACT, now)
            self._show_turn(turn, "passes", light.AMBER)
            return flow.PLAYING
        elif other >= 0 and drawn < 0 and not self._early(now, moved, _GRACE_MS):
            self._refuse_tile(other, "out_of_turn" if self._owner(other) else "not_held")
            return flow.WRONG
        self._show_turn(turn, self._game.asks(turn), light.GREEN)
        self._tell(now)
        if not self._early(now, moved, _HINT_MS):
            self._hint(half)
        return flow.PLAYING

    def correct(self, now: int) -> int:
        """Wait until the board is as it should be, saying what to do."""
        self._forgive()
        trouble = self._trouble()
        if not trouble:
            self._watch()
            return flow.PLAYING
        self._face.say(*trouble)
        self._show_missing()
        self._show_refused()
        return flow.WRONG

    def show(self, now: int) -> int:
        """Racks are seen, so a hand never waits for tiles to be shown; only for a late claim."""
        state = self._pressed(now) or self._game.state()
        if state == flow.SHOWING:
            self._ask_claim()
            self._tell(now)
        return state

    def clear(self, now: int) -> int:
        self._face.say("hand_over", self._face.text(self._game.hand.reason))
        if not self._sight.covered and not self._early(now, self._sight.board_time, _CLEAR_MS):
            return flow.DEALING
        return flow.CLEARING

    # --- acts ------------------------------------------------------------------------------------------------

    def _judge(self, seat, tile, acts):
        """A tile of the seat on turn lies on two cells: what does it mean, and may it?"""
        high, low = self._sight.high(tile), self._sight.low(tile)
        meant = self.board.where(tile, high, low, acts) if acts else "does_not_fit"
        if isinstance(meant, str):
            self._refuse_tile(tile, meant)
            return flow.WRONG
        self._face.seen(high, low)
        code = self._game.play(seat, meant, high, low)
        if code:
            self._refuse_tile(tile, code)
            return flow.WRONG
        self._lay(meant, high, low)
        self._acted(seat)
        return self._game.state()

    def _pass(self, seat, now):
        """A draw is seen, never said: where the seat may draw, its PASS is a pass, and refused."""
        if self._game.way_out(seat) == DRAW_ACT and not self._game.hand.reason:
            return self._act(seat, PASS_ACT, now)
        return super()._pass(seat, now)

    def _drawn(self, turn, other):
        """A tile that the seat on turn has drawn: in its rack, or already on the board; -1: none."""
        if DRAW not in self._game.rules.VERBS:
            return -1
        for tile in self._rack(turn) or ():
            if not self._owner(tile):
                return tile
        may_draw = DRAW_ACT in self._game.rules.choices(self._game.hand, turn)
        return other if may_draw and other >= 0 and not self._owner(other) else -1

    def _draw(self, seat, tile, now):
        """A drawn tile that the rules do not allow must leave the rack before play goes on."""
        code = self._game.accept(seat, make_act(DRAW, tile))
        if not code:
            self._acted(seat)
            return self._game.state()
        if self._unwanted != tile:
            self._unwanted = tile
            self._face.beep()
        self._face.say("take_back", tile_name(tile))
        self._face.why(code)
        self._face.seat(seat, light.RED)
        return flow.PLAYING

    def _redeal(self):
        """Nobody can lead: all racks must be emptied, then the tiles are dealt again."""
        self._face.say("redeal")
        for seat in range(1, self._game.rules.seats + 1):
            if self._rack(seat) != b"":
                return flow.PLAYING
        return flow.DEALING

    def _acted(self, seat):
        self._pass_since = self._unwanted = -1
        if self._game.state() == flow.PLAYING:
            self._watch()
        else:
            self._scanner.cool()

    def _lay(self, act, high, low):
        tile = act & 255
        layout = self._game.hand.layout
        spinner = getattr(layout, "spinner", layout.start)  # arms begin at a double that is one from the start
        self.board.lay(tile, act >> 8 & 255, high, low, spinner == tile, act >> 16 & 255)
        self._laid[tile] = 1

    def _refuse_tile(self, tile, why):
        self._refused[tile] = (why, self._sight.where(tile))
        self._face.beep()

    def _recall(self):
        """Tiles whose act was undone mean nothing where they lie or stand now: they must be moved first."""
        for tile in self._undone or ():
            drawn = not self._owner(tile) and self._sight.where(tile) != (NOWHERE, NOWHERE)
            if not self._laid[tile] and (drawn or self._sight.touches(tile)):
                self._refuse_tile(tile, "undone")
        self._undone = None

    def _forgive(self):
        """A refused tile that has been moved may be looked at anew."""
        for tile in list(self._refused):
            if self._sight.where(tile) != self._refused[tile][1]:
                del self._refused[tile]

    def _must_pass(self):
        """Whether the seat on turn can only pass, and nobody can claim anything before it does."""
        return self._game.match.legal() == [PASS_ACT] and not self._game.claimants()

    def _pass_now(self, other, now):
        """A forced pass is announced for a while; the next tile on the board makes it at once."""
        if self._pass_since < 0:
            self._pass_since = now
        return other >= 0 or not self._early(now, self._pass_since, _PASS_MS)

    def _early(self, now, since, wanted):
        """Whether less than the wanted time has passed; if so the next look comes when it has."""
        left = wanted - ticks_diff(now, since)
        if left > 0 and left < self.wait:
            self.wait = left
        return left > 0

    # --- what lies where -------------------------------------------------------------------------------------

    def _rack(self, seat):
        """The tiles in a rack, in order; None while something there cannot be read."""
        first = self.profile.rack_of(seat)
        tiles = []
        for antenna in range(first, first + self.profile.rack):
            lies = self._sight.lies[antenna]
            if lies == STRANGE or lies == CROWDED:
                return None
            if lies != EMPTY:
                tiles.append(lies & 255)
        return bytes(tiles)

    def _dealt_well(self, seat, tiles, already):
        rules = self._game.rules
        if tiles is None or len(tiles) != rules.deal:
            return False
        if max(tiles) >= rules.tiles:
            self._face.why("not_in_set")
            return False
        return not already or sorted(tiles) == sorted(self._game.hand.hold.racks[seat])

    def _strays(self, turn):
        """Tiles on the board that have not been played: of the seat on turn, of anybody else, with one half only.

        A tile of the seat that is next counts as of the seat on turn when that may stop: by it, it does.
        """
        mine = other = half = -1
        sight = self._sight
        if sight.covered == 2 * len(self.board.laid):
            return mine, other, half
        for tile in range(TILES):
            if not self._laid[tile] and sight.touches(tile):
                if not sight.flat(tile):
                    half = tile
                    self._watch_around(tile)
                elif self._owner(tile) == turn:
                    mine = tile
                else:
                    other = tile
        following = self._game.hand.then
        if following and mine < 0 and other >= 0 and self._owner(other) == following:
            mine = other
        return mine, other, half

    def _owner(self, tile):
        """Whose tile it is; 0 when it was not dealt."""
        return self._game.hand.hold.where[tile] if tile < self._game.rules.tiles else 0

    def _trouble(self):
        """The first thing that is wrong with the board, as what to say; None when it is as it should be."""
        for tile, high, low in self.board.laid:
            if self._sight.high(tile) != high or self._sight.low(tile) != low:
                return "put_back", tile_name(tile)
        for tile in self._refused:
            return "take_back", tile_name(tile)
        return None

    def _covered(self):
        lies = self._sight.lies
        return [cell for cell in range(self.profile.cells) if lies[cell] != EMPTY]

    # --- where to look and what to show ----------------------------------------------------------------------

    def _watch(self):
        """Read often where the next tile can go. What is in the racks is known since the deal, but for draws."""
        scanner = self._scanner
        scanner.cool()
        if not self._game.hand or not self._game.match.turn:
            return
        self._open = self._spots()
        for pairs in self._open:
            for touch, far in pairs:
                scanner.heat(touch)
                scanner.heat(far)
        if not self.board.laid:
            self._watch_middle()
        turn = self._game.match.turn
        if DRAW_ACT in self._game.rules.choices(self._game.hand, turn):
            rack = self.profile.rack_of(turn)
            for antenna in range(rack, rack + self.profile.rack):
                scanner.heat(antenna)

    def _watch_middle(self):
        columns, rows = self.profile.columns, self.profile.rows
        for y in range(rows // 2 - _OPENING, rows // 2 + _OPENING):
            for x in range(columns // 2 - _OPENING, columns // 2 + _OPENING):
                self._scanner.heat(y * columns + x)

    def _watch_around(self, tile):
        """One half of a tile was seen: its other half must be next to it."""
        cell = self._sight.high(tile)
        if cell == NOWHERE:
            cell = self._sight.low(tile)
        for near in (cell - 1, cell + 1, cell - self.profile.columns, cell + self.profile.columns):
            if 0 <= near < self.profile.cells:
                self._scanner.heat(near)

    def _spots(self):
        """Where some tile that is not on the table may go next, whoever has it."""
        hand, rules = self._game.hand, self._game.rules
        if not hand.layout.tips:
            return [self.board.spots(0)]
        tiles = [tile for tile in range(rules.tiles) if hand.hold.where[tile] != TABLE]
        acts = rules.fits(hand, hand.turn, tiles)
        if hand.then:
            acts = acts + rules.fits(hand, hand.then, tiles)
        places = [act >> 8 & 255 for act in acts]
        return [self.board.spots(place) for place in (L, R, U, D) if place in places]

    def _show_turn(self, turn, code, colour):
        face = self._face
        face.say(code, self._game.name(turn))
        face.seat(turn, colour)
        for pairs in self._open:
            if pairs:
                face.cells(pairs[0], light.GREEN)
        if self.board.laid:
            _, high, low = self.board.laid[-1]
            face.cells((high, low), light.WHITE)

    def _hint(self, half):
        """What hinders a tile from being read: only one half seen, or a cell that cannot be read."""
        if half >= 0:
            self._face.why("two_cells", tile_name(half))
            return
        if self._sight.covered > 2 * len(self.board.laid):
            lies = self._sight.lies
            for cell in range(self.profile.cells):
                if lies[cell] == CROWDED or lies[cell] == STRANGE:
                    self._face.why("one_tile" if lies[cell] == CROWDED else "strange_tile")
                    self._face.cells((cell,), light.RED)

    def _show_missing(self):
        for tile, high, low in self.board.laid:
            if self._sight.high(tile) != high or self._sight.low(tile) != low:
                for cell in (self._sight.high(tile), self._sight.low(tile)):
                    if cell != NOWHERE:
                        self._face.cells((cell,), light.RED)
                self._face.cells((high, low), light.AMBER)
                self._scanner.heat(high)
                self._scanner.heat(low)

    def _show_refused(self):
        for why, halves in self._refused.values():
            self._face.why(why)
            for antenna in halves:
                if antenna != NOWHERE:
                    self._scanner.heat(antenna)
                if antenna < self.profile.cells:
                    self._face.cells((antenna,), light.RED)
