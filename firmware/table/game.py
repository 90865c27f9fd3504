"""The game being played: its match, its journal, and whoever is told about it.

An event goes three steps: `accept` judges it and makes it part of the match; `commit` makes it durable; only then are
watchers told, and only then may the lights confirm it. A PLAY carries in the journal the cells it lies on (high half,
low half, u16 each), so that after a power cut the table knows where every tile belongs.
"""

import struct

from micropython import const

from dominocore import games
from dominocore.events import DEAL, HAND, PLAY, REVEAL, SCORE, act, pack, unpack
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.rules import DEALING as DEAL_PHASE, OVER as OVER_PHASE, SHOWING as SHOW_PHASE
from dominocore.scoring import pack_scores
from dominocore.tiles import UNSEEN
from table import flow

_CELLS = "<HH"
_COVER_PERCENT = const(45)  # of the board's cells, the most that a game's tiles may cover

HAND_ACT = act(HAND)
DEAL_ACT = act(DEAL)
REVEAL_ACT = act(REVEAL)
_SCORE_ACT = act(SCORE)


class Game:
    def __init__(self, store, key: bytes, watchers):
        self.match = None
        self.names = []
        self.cells = {}  # tile -> the packed cells it was laid on
        self._store = store
        self._key = key
        self._watchers = watchers
        self.waiting = []  # (ms, event) accepted, not yet durable
        self._last = HAND

    @property
    def number(self) -> int:
        return self._store.game

    @property
    def rules(self):
        return self.match.rules

    @property
    def hand(self):
        return self.match.hand

    @property
    def title(self) -> str:
        name = self.rules.ID.replace("_", " ")
        return name[0].upper() + name[1:]

    def name(self, seat: int) -> str:
        return self.names[seat - 1]

    # Beginning, going on, ending

    def open(self, config: dict, profile) -> int:
        """Begin the game a host asks for; DominoError when it cannot be played, or not on this table."""
        rules = games.load(config["game"], config.get("set"), len(config["seats"]), config.get("options"))
        _check_fit(rules, profile)
        config["set"] = rules.top
        number = self._store.open_game(config)
        self._begin(Match(rules), config["seats"])
        return number

    def resume(self, found, boot: int) -> None:
        """Go on with the game that the journal holds."""
        config = found.config
        rules = games.load(config["game"], config.get("set"), len(config["seats"]), config.get("options"))
        self._begin(Match(rules, found.checkpoint or None), config["seats"])
        for packed in found.events:
            seat, an_act, data, _ = unpack(packed)
            if an_act >> 24 == PLAY and data:
                self.cells[an_act & 255] = data
            self.match.push(seat, an_act, data)
            self._last = an_act >> 24
        self._store.resume(boot)
        self._score()
        self.commit()

    def _begin(self, match, names):
        self.match = match
        self.names = names
        self.cells = {}
        self.waiting = []
        self._last = HAND  # the verb of the last event

    def close(self) -> None:
        """Sign the journal; a game that was stopped has no winner."""
        match = self.match
        self._store.close_game({"totals": match.totals, "winner": match.winner, "hands": match.hands}, self._key)

    # Events

    def accept(self, seat: int, an_act: int, data: bytes = b""):
        """Judge an event and, if it may stand, take it into the match. None, or the code of what is wrong."""
        code = self.match.judge(seat, an_act, data)
        if not code:
            self._push(seat, an_act, data)
            self._score()
        return code

    def play(self, seat: int, an_act: int, high: int = 0, low: int = 0):
        """Accept a play of a tile that lies on two cells."""
        code = self.match.judge(seat, an_act)
        if not code:
            cells = struct.pack(_CELLS, high, low)
            self.cells[an_act & 255] = cells
            self._push(seat, an_act, cells)
            self._score()
        return code

    def deal(self, racks: list):
        """A hand begins; `racks` are the tiles of each seat not yet dealt to."""
        if not self.hand or self.hand.phase != DEAL_PHASE:
            self.cells = {}
            self._store.hand(self.match.checkpoint())
            self._push(0, HAND_ACT, b"")
        for tiles in racks:
            code = self.accept(self.hand.events, DEAL_ACT, tiles)
            if code:
                return code
        return None

    def unseen_rack(self) -> bytes:
        return bytes([UNSEEN]) * self.rules.deal

    def dealt(self) -> int:
        """How many seats of this hand have their tiles already (after a power cut between two deals)."""
        return self.hand.events - 1 if self.hand and self.hand.phase == DEAL_PHASE else 0

    def _push(self, seat, an_act, data):
        self.match.push(seat, an_act, data)
        ms = self._store.event(pack(seat, an_act, data))
        self.waiting.append((ms, (seat, an_act, data)))
        self._last = an_act >> 24

    def _score(self):
        """Write the score of a hand that has ended."""
        if self.hand and self.hand.phase == OVER_PHASE and self._last != SCORE:
            self._push(0, _SCORE_ACT, pack_scores(self.match.results[-1].scores))

    def commit(self) -> bool:
        """Make everything accepted durable, then tell the watchers. False when flash refuses: to be tried again."""
        try:
            while not self._store.flush():
                pass
            self._tell()
            if self.match and self.match.over and self.number:
                self.close()
        except DominoError:
            return False
        return True

    def _tell(self):
        for ms, event in self.waiting:
            self._watchers.event(self.number, ms, event)
        self.waiting = []

    def state(self) -> int:
        """The state of the table that follows from how the hand stands."""
        hand = self.hand
        if hand is None or hand.phase == DEAL_PHASE:
            return flow.DEALING
        if hand.phase == SHOW_PHASE:
            return flow.SHOWING
        if hand.phase == OVER_PHASE:
            return flow.OVER if self.match.over else flow.CLEARING
        return flow.PLAYING

    def events(self) -> list:
        """The events of this hand, plays with their cells."""
        return [(s, a, self.cells.get(a & 255, d) if a >> 24 == PLAY else d) for s, a, d in self.match.events()]


def unpack_cells(data: bytes):
    return struct.unpack(_CELLS, data)


def _check_fit(rules, profile):
    """A game too large for this table is refused before it starts."""
    if rules.seats > profile.seats:
        raise DominoError("too_few_seats", rules.seats, profile.seats)
    if profile.cells:
        if rules.deal > profile.rack:
            raise DominoError("rack_too_small", rules.deal, profile.rack)
        if 2 * rules.tiles * 100 > _COVER_PERCENT * profile.cells:
            raise DominoError("board_too_small", rules.tiles, profile.cells)
