"""Directs a match on a virtual table: computer players decide, hands move tiles, the table's notices are followed.

It keeps a match of its own that only follows what the table tells; the players see that match as players would.
"""

import struct
from collections.abc import Callable
from random import Random

from dominocore import prompts, record
from dominocore.areas import FREE, Board
from dominocore.events import HAND, PLAY, UNDO, L, place_of, tile_of, verb_of
from dominocore.layout import Line
from dominocore.match import Match
from dominocore.spelling import spell
from dominocore.tiles import HI, is_double, name
from dominotable.picture import Scene
from dominotable.players import player
from dominotable.playing import shuffle_and_deal
from dominotable.session import Checkpoint, Event, Note, Restarted
from dominotable.sim.lockstep import LockstepSession
from dominotable.sim.table import VirtualTable
from dominotable.sim.trouble import SimulatorError
from dominotable.speech import sentence

PATIENCE_US = 30_000_000  # virtual time for the table to answer a move
LOOK_MS = 1500  # a hand that is over is looked at
BLUNDER_MS = 2500
OFF_MS = 3000
SLIDES = 0.3  # share of tiles that are slid into place


class Director:
    def __init__(self, table: VirtualTable, session: LockstepSession, rules, scene: Scene, seed: int, tell: Callable):
        self._table = table
        self._session = session
        self._scene = scene
        self._name = scene.title
        self._lang = table.identity["lang"]
        self._tell = tell
        self._chance = Random(seed)  # used as `playing` does: the same seed is the same match
        self._players = [(player("sensible"), Random(self._chance.random())) for _ in range(rules.seats)]
        self._slides = Random(seed)
        self._board = Board(scene.columns, scene.rows)
        self._match = Match(rules)
        self._events = 0  # heard so far
        self._laid = (0, 0, 0, 0)  # the last tile: its seat, the tile, the cells of its halves

    def play(self) -> None:
        """The whole match; the game has been started."""
        self._session.ask_to_tell()
        while not self._match.over:
            word = prompts.text(self._lang, "hand")
            self._scene.title = "%s · %s %d" % (self._name, word, self._match.hands + 1)
            self._table.hands.deal(shuffle_and_deal(self._match.rules, self._chance))
            self._until(lambda: self._match.turn, "deal")
            turns = 0
            while self._match.turn:
                turns += 1
                incident = INCIDENTS.get((self._match.hands + 1, turns))
                if incident:
                    incident(self)
                self._take_turn()
            self._listen(LOOK_MS)
            if not self._match.over:
                self._table.hands.clear()

    def _take_turn(self):
        seat = self._match.turn
        choose, chance = self._players[seat - 1]
        act = choose(self._match.view(seat), seat, chance)
        heard = self._events
        if verb_of(act) == PLAY:
            high, low = self._cells(act)
            self._laid = seat, tile_of(act), high, low
            self._table.hands.lay(tile_of(act), high, low, self._slide(high, low))
        self._until(lambda: self._events > heard, spell(seat, act))

    # --- what else happens at tables -----------------------------------------------------------------------------

    def _blunder(self):
        """A tile that does not fit is laid; the table says so, and it goes back into the rack."""
        seat = self._match.turn
        fitting = {tile_of(act) for act in self._match.legal() or []}
        wrong = [tile for tile in self._table.world.rack(seat) if tile not in fitting]
        if not wrong or not fitting:
            return
        touch, far = self._board.spots(L)[0]
        self._table.hands.lay(wrong[0], touch, far)
        self._remark("blunder", self._scene.names[seat - 1], name(wrong[0]))
        self._listen(BLUNDER_MS)
        self._table.hands.take_back(wrong[0], seat)
        self._listen(LOOK_MS)

    def _undo(self):
        """A judge has the last tile taken back, and it is laid once more."""
        seat, tile, high, low = self._laid
        last = self._match.events()[-1][1]
        if verb_of(last) != PLAY or tile_of(last) != tile:
            return  # somebody has passed since
        self._remark("judge_undoes", name(tile), self._scene.names[seat - 1])
        self._session.undo()
        self._until(lambda: self._match.turn == seat, "undo")
        self._listen(LOOK_MS)
        self._table.hands.take_back(tile, seat)
        self._listen(LOOK_MS)
        heard = self._events
        self._table.hands.lay(tile, high, low)
        self._until(lambda: self._events > heard, "play " + name(tile))

    def _power_cut(self):
        """Somebody trips over the cable; the table comes back to the same position by itself."""
        self._remark("plug_pulled")
        self._table.power_cycle(OFF_MS)
        self._listen(LOOK_MS)

    def _remark(self, code, *details):
        self._tell("; " + sentence(self._lang, code, *details))

    # --- following the table -----------------------------------------------------------------------------------

    def _until(self, happened, waiting_for):
        """Listen until it has happened."""
        limit = self._table.board.us + PATIENCE_US
        while not happened():
            self._hear_all()
            if self._table.board.us > limit:
                raise SimulatorError("stalled", "%s (%s)" % (waiting_for, self._scene.hint))

    def _listen(self, ms):
        """Let time pass and hear what the table says meanwhile."""
        end = self._table.board.us + ms * 1000
        while self._table.board.us < end:
            self._hear_all()

    def _hear_all(self):
        for notice in self._session.hear():
            self._hear(notice)

    def _hear(self, notice):
        if isinstance(notice, Event):
            seat, act, data = notice.event
            line = record.Line(0, (seat, record.shorten(self._match, seat, act), data), time=notice.ms)
            self._tell(record.write_line(line))
            self._follow(notice.event)
        elif isinstance(notice, Checkpoint):
            self._match = Match(self._match.rules, notice.start or None)
            self._board.clear()
            for event in notice.events:
                self._follow(event)
        elif isinstance(notice, Note):
            self._scene.hint = prompts.text(self._lang, notice.code, *notice.details)
        elif isinstance(notice, Restarted):
            self._come_back()

    def _follow(self, event):
        seat, act, data = event
        verb = verb_of(act)
        match = self._match
        match.push(seat, act, data)
        if verb == HAND:
            self._board.clear()
        elif verb == UNDO:
            self._session.ask_to_tell()  # the whole hand, to see which tiles lie
        elif verb == PLAY:
            high, low = struct.unpack("<HH", data)
            self._board.lay(tile_of(act), place_of(act), high, low, self._layout().spinner == tile_of(act))
        self._events += 1
        self._scene.turn = match.turn
        self._scene.totals = match.totals

    def _layout(self) -> Line:
        assert self._match.hand is not None and self._match.hand.layout is not None
        return self._match.hand.layout

    def _come_back(self):
        """The table was off: show it the key again, and hear where it stands."""
        self._session.authenticate(self._table.key)
        self._session.ask_to_tell()

    # --- where a tile goes -------------------------------------------------------------------------------------

    def _cells(self, act):
        """The cells of the high and the low half, where the lights show that the end goes on."""
        tile, place = tile_of(act), place_of(act)
        spots = self._board.spots(place, is_double(tile)) or self._free_pairs()
        touch, far = spots[0]
        first = not place or HI[tile] == self._layout().tips[place - 1]
        return (touch, far) if first else (far, touch)

    def _free_pairs(self):
        """Anywhere: an end that has no cell left takes its tile wherever it lies."""
        board = self._board
        cells = range(board.columns * board.rows - 1)
        return [(c, c + 1) for c in cells if (c + 1) % board.columns and self._free(c) and self._free(c + 1)]

    def _free(self, cell):
        return self._board.tile_at(cell) == FREE

    def _slide(self, high, low):
        """Sometimes a tile comes in from the side, over the cells beyond its place."""
        columns, rows = self._board.columns, self._board.rows
        across = columns if abs(high - low) == 1 else 1
        room = rows - 1 - max(high, low) // columns if across > 1 else columns - 1 - high % columns
        path = [(high + k * across, low + k * across) for k in (2, 1)]
        clear = room >= len(path) and all(self._free(cell) for cells in path for cell in cells)
        return path if clear and self._slides.random() < SLIDES else []


# What goes wrong, by hand and turn: the table must cope with all of it.
INCIDENTS = {(1, 6): Director._blunder, (1, 10): Director._undo, (2, 8): Director._power_cut}
