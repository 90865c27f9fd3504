"""The game being played: its match, its journal, and whoever is told about it.

An event goes three steps: `accept` judges it and makes it part of the match; `commit` makes it durable; only then are
watchers told, and only then may the lights confirm it. A PLAY carries in the journal the cells it lies on (high half,
low half, u16 each), so that after a power cut the table knows where every tile belongs.
"""

import struct

from micropython import const

from dominocore import games
from dominocore.events import (
    CLAIM,
    CLAIM_ACT,
    DEAL,
    DRAW,
    DRAW_ACT,
    END,
    END_ACT,
    FAULT,
    HAND,
    MUGGINS,
    MUGGINS_ACT,
    PASS,
    PASS_ACT,
    PLAY,
    REVEAL,
    SCORE,
    UNDO,
    WORDS,
    L,
    act,
    pack,
    unpack,
)
from dominocore.faults import DominoError, Missed
from dominocore.judging import may_cut_in
from dominocore.layout import Ends
from dominocore.match import Match
from dominocore.referee import Referee
from dominocore.rules import DEALING as DEAL_PHASE, OVER as OVER_PHASE, SHOWING as SHOW_PHASE, Hand
from dominocore.scoring import pack_scores
from dominocore.tiles import UNSEEN, name as tile_name
from table import flow

_CELLS = "<HH"
_COVER_PERCENT = const(45)  # of the board's cells, the most that a game's tiles may cover

HAND_ACT = act(HAND)
DEAL_ACT = act(DEAL)
REVEAL_ACT = act(REVEAL)
_SCORE_ACT = act(SCORE)
_UNDO_ACT = act(UNDO)
_CAN_SAY = (PLAY, DRAW, PASS, END, CLAIM, MUGGINS)  # verbs for which a table has a tile or a button
_WAYS_OUT = (END_ACT, DRAW_ACT)  # what PASS at a seat means, the first that is open; else a pass
_CLAIMS = (CLAIM_ACT, MUGGINS_ACT)  # what OK at a seat means


class Game:
    def __init__(self, store, key: bytes, watchers):
        self.match = None
        self.names = []
        self.cells = {}  # tile -> the packed cells it was laid on
        self._store = store
        self._key = key
        self._watchers = watchers
        self._referee = None
        self.warning = ()  # what the players are to be told of the last act: a code of `prompts` and its details
        self.waiting = []  # (ms, event) accepted, not yet durable
        self._found = []  # what watchers are to be told with them, as `warning`
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

    def winners(self) -> str:
        """The names of everybody who has won the match."""
        seats = range(1, self.rules.seats + 1)
        return " ".join([self.name(seat) for seat in seats if self.rules.side(seat) in self.match.outcome])

    # Beginning, going on, ending

    def open(self, config: dict, profile) -> int:
        """Begin the game a host asks for; DominoError when it cannot be played, or not on this table."""
        rules = games.load(config["game"], config.get("set"), len(config["seats"]), config.get("options"))
        _check_fit(rules, profile)
        config["set"] = rules.top
        referee = _referee(config)
        number = self._store.open_game(config)
        self._begin(Match(rules), config["seats"], referee)
        return number

    def resume(self, found, boot: int) -> None:
        """Go on with the game that the journal holds."""
        config = found.config
        rules = games.load(config["game"], config.get("set"), len(config["seats"]), config.get("options"))
        self._begin(Match(rules, found.checkpoint or None), config["seats"], _referee(config))
        for packed in found.events:
            seat, an_act, data, _ = unpack(packed)
            if an_act >> 24 == PLAY and data:
                self.cells[an_act & 255] = data
            self.match.push(seat, an_act, data)
            self._last = an_act >> 24
        self._referee.resume(self.match)
        self._store.resume(boot)
        self._score()
        self.commit()

    def _begin(self, match, names, referee):
        self.match = match
        self._referee = referee
        self.warning = ()
        self.names = names
        self.cells = {}
        self.waiting = []
        self._found = []
        self._last = HAND  # the verb of the last event

    def close(self) -> None:
        """Sign the journal; a game that was stopped has no winner."""
        match = self.match
        self._store.close_game({"totals": match.totals, "winner": match.winner, "hands": match.hands}, self._key)

    # Events

    def accept(self, seat: int, an_act: int, data: bytes = b""):
        """Judge an event and, if it may stand, take it into the match. None, or the code of what is wrong."""
        verdict = self._referee.hear(self.match, seat, an_act, data)
        if not verdict.stands:
            return verdict.fault
        self._push(seat, an_act, data)
        self._rule(verdict, seat)
        return None

    def play(self, seat: int, an_act: int, high: int = 0, low: int = 0):
        """Accept a play of a tile that lies on two cells."""
        verdict = self._referee.hear(self.match, seat, an_act)
        if not verdict.stands:
            return verdict.fault
        cells = struct.pack(_CELLS, high, low)
        self.cells[an_act & 255] = cells
        self._push(seat, an_act, cells)
        self._rule(verdict, seat)
        return None

    def _rule(self, verdict, seat):
        """What the referee writes behind an act: the fault it stands by, penalties that are due, then the score."""
        if self._last != REVEAL:  # what one rack has shown is not forgotten when the next is
            self.warning = (verdict.fault,) if verdict.tell else ()
        if verdict.fault:
            self._push(*self._referee.fault_event(verdict, seat))
        for event in self._referee.rulings(self.match):
            self._push(*event)
        self._score()
        self._look_back()

    def _look_back(self):
        """Tell the players what the last act has brought to light about earlier ones."""
        for found in self._referee.news(self.match, not self.claimants()):
            name = self.name(found.seat)
            if isinstance(found, Missed):
                self.warning = ("missed", name, found.points)
            elif found.rule == "wrong_lead":
                self.warning = (found.rule,)
            else:
                self.warning = ("held", name, tile_name(found.tile))
            self._found.append(self.warning)

    def undo(self):
        """Take back the last act of a seat in this hand, and give its event."""
        acts = self.match.acts()
        if not acts:
            raise DominoError("nothing_to_undo")
        event = self.match.events()[acts[-1]]
        self._push(0, _UNDO_ACT, b"")
        self._referee.forget_undone(self.match)
        self.warning = ("take_back", tile_name(event[1] & 255)) if event[1] >> 24 == PLAY else ()
        return event

    def undone(self) -> list:
        """The tiles of acts that were taken back and would come next, or later, if they were done again."""
        if not self.hand:
            return []
        done = len(self.match.acts())
        return [a & 255 for before, _, a in self.hand.taken_back if before >= done and a >> 24 in (PLAY, DRAW)]

    def rule(self, an_act: int, data: bytes) -> None:
        """A judge's word: a penalty, or a fault. The score of a hand that is over is written again."""
        code = self.match.judge(0, an_act, data)
        if code:
            raise DominoError(code)
        self._push(0, an_act, data)
        if an_act >> 24 == FAULT:
            self._referee.judged(self.match)
        self._score()

    def deal(self, racks: list):
        """A hand begins; `racks` are the tiles of each seat not yet dealt to."""
        if not self.hand or self.hand.phase != DEAL_PHASE:
            self.cells = {}
            self._store.hand(self.match.checkpoint())
            self._push(0, HAND_ACT, b"")
        for tiles in racks:
            code = self.accept(self.hand.dealt + 1, DEAL_ACT, tiles)
            if code:
                return code
        return None

    # What the buttons mean

    def way_out(self, seat: int) -> int:
        """The act by which a seat lays nothing now: it stops where it may go on, draws, or passes."""
        open_now = self.rules.choices(self.hand, seat)
        for way in _WAYS_OUT:
            if way in open_now:
                return way
        return PASS_ACT

    def asks(self, seat: int) -> str:
        """What a seat is to do, as a code of `prompts`, as far as the table knows its rack."""
        hold = self.hand.hold
        tiles = hold.racks[seat] + (hold.unseen() if hold.hidden[seat] else [])
        able = len(self.rules.fits(self.hand, seat, tiles)) > 0
        way = self.way_out(seat)
        if way == END_ACT and self.match.turn == seat:
            return "play_end"
        if self.hand.then and self.match.turn == seat:
            return "play_next"
        if way == DRAW_ACT:
            return "play_draw" if able else "draw"
        return "play" if able else "passes"

    def claim(self, seat: int) -> int:
        """What a seat may claim now; 0: the game has no claims. The judge says whether there is anything to claim."""
        open_now = self.rules.choices(self.hand, seat)
        for claim in _CLAIMS:
            if claim in open_now:
                return claim
        return CLAIM_ACT if CLAIM in self.rules.VERBS else 0

    def claimants(self) -> list:
        """The seats that may claim something now."""
        if CLAIM not in self.rules.VERBS or self.hand.phase == DEAL_PHASE:
            return []
        rules, hand = self.rules, self.hand
        return [s for s in range(1, rules.seats + 1) if [c for c in rules.choices(hand, s) if c in _CLAIMS]]

    def may_play(self, seat: int) -> bool:
        """Whether a tile of this seat is a play now; also when by it the seat before stops."""
        return self.rules.on_turn(self.hand, seat, PLAY) or may_cut_in(self.match, seat)

    def may_redeal(self) -> bool:
        return self.match.judge(0, HAND_ACT) is None

    def unseen_rack(self) -> bytes:
        return bytes([UNSEEN]) * self.rules.deal

    def dealt(self) -> int:
        """How many seats of this hand have their tiles already (after a power cut between two deals)."""
        return self.hand.dealt if self.hand and self.hand.phase == DEAL_PHASE else 0

    def _push(self, seat, an_act, data):
        self.match.push(seat, an_act, data)
        ms = self._store.event(pack(seat, an_act, data))
        self.waiting.append((ms, (seat, an_act, data)))
        self._last = an_act >> 24

    def _score(self):
        """Write the score of a hand that has ended, unless something may still be claimed."""
        if self.hand and not self.late():
            self.announce()

    def announce(self):
        """Write the score, once there is one; what could still be claimed is lost."""
        if self.hand.phase == OVER_PHASE and self._last != SCORE:
            self._push(0, _SCORE_ACT, pack_scores(self.match.results[-1].scores))
            self._look_back()

    def late(self) -> bool:
        """Whether the hand has ended and the last tile may still be claimed."""
        return self.hand.late and len(self.claimants()) > 0

    def commit(self) -> bool:
        """Make everything accepted durable, then tell the watchers. False when flash refuses: to be tried again."""
        try:
            while not self._store.flush():
                pass
            self._tell()
            if self.match and self.match.over and self._last == SCORE and self.number:
                self.close()
        except DominoError:
            return False
        return True

    def _tell(self):
        for ms, event in self.waiting:
            self._watchers.event(self.number, ms, event)
        for found in self._found:
            self._watchers.note(*found)
        self.waiting = []
        self._found = []

    def state(self) -> int:
        """The state of the table that follows from how the hand stands."""
        hand = self.hand
        if hand is None or hand.phase == DEAL_PHASE:
            return flow.DEALING
        if hand.phase == SHOW_PHASE or self.late():
            return flow.SHOWING
        if hand.phase == OVER_PHASE:
            return flow.OVER if self.match.over else flow.CLEARING
        return flow.PLAYING

    def events(self) -> list:
        """The events of this hand, plays with their cells."""
        return [(s, a, self.cells.get(a & 255, d) if a >> 24 == PLAY else d) for s, a, d in self.match.events()]


def _referee(config):
    return Referee(config.get("referee", "enforce"), config.get("penalties", "none"))


def unpack_cells(data: bytes):
    return struct.unpack(_CELLS, data)


def _check_fit(rules, profile):
    """A game that this table has no way to play is refused before it starts."""
    unsaid = [WORDS[verb] for verb in rules.VERBS if verb not in _CAN_SAY]
    if unsaid or PLAY not in rules.VERBS:
        raise DominoError("not_on_table", " ".join(unsaid))
    if rules.seats > profile.seats:
        raise DominoError("too_few_seats", rules.seats, profile.seats)
    hand = _first_hand(rules)
    if rules.due(hand):
        raise DominoError("not_on_table", WORDS[rules.due(hand)[0] >> 24])
    if profile.cells:
        _check_board(rules, hand.layout, profile)


def _check_board(rules, layout, profile):
    """The board shows lines whose ends are L, R, U, D; a game with other places needs a table of pads."""
    if not isinstance(layout, Ends) or layout.first != L:
        raise DominoError("needs_pads")
    rack = rules.deal + (1 if DRAW in rules.VERBS else 0)
    if rack > profile.rack:
        raise DominoError("rack_too_small", rack, profile.rack)
    if 2 * rules.tiles * 100 > _COVER_PERCENT * profile.cells:
        raise DominoError("board_too_small", rules.tiles, profile.cells)


def _first_hand(rules):
    """A hand as it stands after a deal that nobody saw. Not by way of a match: a start is deep in calls already."""
    hand = Hand(rules)
    hand.leader = hand.number = 1
    rules.prepare(hand)
    for seat in range(1, rules.seats + 1):
        hand.hold.deal(seat, bytes([UNSEEN]) * rules.deal)
    rules.begin(hand)
    return hand
