"""Playing on tap pads: a tile is seen when it is held to its player's pad; racks are hidden.

Each method is one state of `flow`, as in `grid`. A tile on a pad is dealt with once; it must leave the pad before it
or another can mean something again. A tile that may go to several places shows one of them: OK goes on to the next,
lifting the tile takes the one shown. While nobody knows who leads, any seat may tap its tile, and PASS says that it
has none that could; when all say so the tiles are dealt again.
"""

from time import ticks_diff

from micropython import const

from dominocore.events import END_ACT, PLAY, SUIT, act as make_act, place_name
from dominocore.holdings import TABLE
from dominocore.tiles import name as tile_name
from table import flow, lights as light
from table.buttons import OK
from table.game import REVEAL_ACT
from table.senses import Senses
from table.sight import CROWDED, EMPTY, STRANGE

_GRACE_MS = const(1000)  # a tile of the next seat may wait so long before it is called out of turn
_SOON_MS = const(100)  # to the next look while somebody waits
_HOW = {"play_draw": "pass_draws", "draw": "pass_draws", "passes": "press_pass"}


class Tap(Senses):
    def __init__(self, game, sight, profile, face, buttons):
        super().__init__(game, sight, profile, face, buttons)
        self.looks = {
            flow.DEALING: self.deal,
            flow.PLAYING: self.play,
            flow.SHOWING: self.show,
            flow.CLEARING: self.clear,
        }
        self._forget()

    def _forget(self):
        self._done = {}  # seat -> what lies on its pad and has been dealt with
        self._since = {}  # seat -> since when a tile waits on its pad
        self._acts = []  # the places offered for a tile
        self._decider = 0  # to this seat
        self._choice = 0
        self._none = []  # seats that say they have nothing to lead with
        self._shown = {}  # seat -> tiles it has shown
        self._reason = None
        self._declined = []

    def enter(self) -> None:
        """A game begins or goes on: what lies on the pads has not been looked at yet, but for tiles taken back."""
        self._forget()
        self._undone = self._game.undone()

    def _recall(self):
        """A tile that still lies on its pad although it was played, or its play was undone, has had its answer."""
        if self._undone is None:
            return
        table = [tile for tile in range(self._game.rules.tiles) if self._game.hand.hold.where[tile] == TABLE]
        for seat in range(1, self._game.rules.seats + 1):
            lies = self._sight.lies[self.profile.rack_of(seat)]
            if lies < CROWDED and (lies & 255 in self._undone or lies & 255 in table):
                self._settle(seat)
        self._undone = None

    # --- the states ------------------------------------------------------------------------------------------

    def deal(self, now: int) -> int:
        game = self._game
        self._face.say("deal_ok", game.rules.deal)
        if not self._buttons.take_any(OK):
            return flow.DEALING
        self._forget()
        game.deal([game.unseen_rack()] * (game.rules.seats - game.dealt()))
        return game.state()

    def play(self, now: int) -> int:
        self._recall()
        turn = self._game.match.turn
        self._ask(turn)
        self._tell(now)
        state = self._pressed(now, self._decider)
        if state is not None:
            return state
        if self._acts:
            return self._choose(now)
        seats = list(range(1, self._game.rules.seats + 1))
        seats.sort(key=lambda seat: seat != turn)  # whoever is on turn is heard first
        for seat in seats:
            tile = self._fresh(seat, now)
            if tile >= 0:
                if self._game.may_play(seat):
                    return self._tapped(seat, tile, now)
                self.wait = _SOON_MS
                if ticks_diff(now, self._since[seat]) >= _GRACE_MS:
                    self._settle(seat)
                    self._refuse(seat, "out_of_turn", now)
        return flow.PLAYING

    def show(self, now: int) -> int:
        """Every seat whose hidden tiles count shows them one by one; PASS begins anew."""
        self._tell(now)
        state = self._pressed(now)
        if state is not None:
            return state
        for seat in reversed(self._to_show()):
            shown = self._shown.get(seat, b"")
            tile = self._fresh(seat, now)
            if tile >= 0:
                shown = self._show_tile(seat, tile, shown, now)
            left = self._game.hand.hold.count(seat) - len(shown)
            if not left:
                return self._reveal(seat, shown, now)
            self._face.seat(seat, light.BLUE)
            self._face.say("show", self._game.name(seat), left)
        if self._game.late() and not self._shown:
            self._ask_claim()
        return self._game.state()

    def clear(self, now: int) -> int:
        self._face.say("hand_over_ok", self._face.text(self._game.hand.reason))
        return flow.DEALING if self._buttons.take_any(OK) else flow.CLEARING

    # --- buttons ---------------------------------------------------------------------------------------------

    def _ask(self, turn):
        """Say who is to do what, and how if that is by a button."""
        face = self._face
        if not turn:
            face.say("lead", tile_name(self._game.hand.leads[0]))
            for seat in self._none:
                face.seat(seat, light.AMBER)
            return
        asked = self._game.asks(turn)
        face.say(asked, self._game.name(turn))
        face.seat(turn, light.GREEN)
        if asked in _HOW:
            face.hint(_HOW[asked])

    def _pass(self, seat, now):
        game = self._game
        if seat in self._to_show() and game.way_out(seat) != END_ACT:
            self._shown[seat] = b""
            return flow.SHOWING
        if not game.hand.reason and not game.match.turn and not game.rules.choices(game.hand, seat):
            return self._has_none(seat, now)
        return super()._pass(seat, now)

    def _has_none(self, seat, now):
        """The seat says that it has nothing to lead with; when nobody has, the tiles are dealt again."""
        if seat not in self._none:
            self._none.append(seat)
        self._face.seat(seat, light.AMBER)
        if len(self._none) < self._game.rules.seats:
            return flow.PLAYING
        self._none = []
        if self._game.may_redeal():
            return flow.DEALING
        self._refuse(seat, "must_lead", now)
        return flow.PLAYING

    def _acted(self, seat):
        self._none = []
        if seat == self._decider:
            self._decide(0, [])

    def _decide(self, seat, acts):
        self._decider = seat
        self._acts = acts
        self._choice = 0

    def _to_show(self):
        """The seats whose hidden tiles are waited for."""
        hand = self._game.hand
        if not hand.reason:
            return []
        return [seat for seat in self._game.rules.showers(hand) if hand.hold.hidden[seat]]

    # --- taps ------------------------------------------------------------------------------------------------

    def _fresh(self, seat, now):
        """The tile on a seat's pad that has not been dealt with, or -1."""
        lies = self._sight.lies[self.profile.rack_of(seat)]
        if lies != self._done.get(seat, EMPTY):
            self._done.pop(seat, None)
        if lies == EMPTY or seat in self._done:
            self._since.pop(seat, None)
            return -1
        if seat not in self._since:
            self._since[seat] = now
        if lies == STRANGE or lies == CROWDED:
            self._settle(seat)
            self._refuse(seat, "strange_tile" if lies == STRANGE else "one_tile", now)
            return -1
        return lies & 255

    def _settle(self, seat):
        """What lies on this pad has had its answer."""
        self._done[seat] = self._sight.lies[self.profile.rack_of(seat)]

    def _tapped(self, seat, tile, now):
        self._settle(seat)
        acts = self._game.rules.fits(self._game.hand, seat, (tile,))
        if not acts:
            code = self._game.match.judge(seat, make_act(PLAY, tile))
            if code == "no_such_end":  # nothing else is wrong with it
                code = "does_not_fit"
            self._refuse(seat, code, now)
            return flow.PLAYING
        if len(acts) == 1:
            return self._act(seat, acts[0], now)
        self._decide(seat, acts)
        return self._choose(now)

    def _choose(self, now):
        """The tile on the pad may go to several places."""
        seat = self._decider
        if self._buttons.take(seat, OK):
            self._choice = (self._choice + 1) % len(self._acts)
        act = self._acts[self._choice]
        lies = self._sight.lies[self.profile.rack_of(seat)]
        if lies != self._done.get(seat):
            self._decide(0, [])
            return self._act(seat, act, now)
        asked = "choose_suit" if act >> 8 & 255 >= SUIT else "choose_end"
        self._face.say(asked, tile_name(act & 255), where_name(act))
        return flow.PLAYING

    def _show_tile(self, seat, tile, shown, now):
        self._settle(seat)
        if tile in shown:
            return shown
        if tile >= self._game.rules.tiles or not self._game.hand.hold.could_hold(seat, tile):
            self._refuse(seat, "tile_elsewhere", now)
            return shown
        for others in self._shown.values():
            if tile in others:
                self._refuse(seat, "tile_elsewhere", now)
                return shown
        self._shown[seat] = shown + bytes([tile])
        return self._shown[seat]

    def _reveal(self, seat, tiles, now):
        code = self._game.accept(seat, REVEAL_ACT, tiles)
        if code:
            self._shown[seat] = b""
            self._refuse(seat, code, now)
            return flow.SHOWING
        return self._game.state()


def where_name(act: int) -> str:
    """Where a play goes: its end, the half that touches if the play says so, or the suit it calls."""
    place, extra = act >> 8 & 255, act >> 16 & 255
    if place >= SUIT:
        return "=%d" % (place - SUIT)
    return place_name(place) + ("/%d" % (extra - 1) if extra else "")
