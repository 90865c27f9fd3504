"""Playing on tap pads: a tile is seen when it is held to its player's pad; racks are hidden.

Each method is one state of `flow`, as in `grid`. A tile on a pad is dealt with once; it must leave the pad before it
or another can mean something again. A tile that fits several ends shows one of them: OK goes on to the next, lifting
the tile takes the one shown.
"""

from time import ticks_diff

from micropython import const

from dominocore.events import PASS_ACT, PLAY, L, act as make_act, place_name
from dominocore.tiles import name as tile_name
from table import flow, lights as light
from table.buttons import OK, PASS
from table.game import REVEAL_ACT
from table.sight import CROWDED, EMPTY, STRANGE

_GRACE_MS = const(1000)  # a tile of the next seat may wait so long before it is called out of turn
_SOON_MS = const(100)  # to the next look while somebody waits
_TELL_MS = const(2500)  # a reason stays on the display so long


class Tap:
    def __init__(self, game, sight, profile, face, buttons):
        self._game = game
        self._sight = sight
        self.profile = profile
        self._face = face
        self._buttons = buttons
        self.wait = 0  # milliseconds to the next look, if nothing happens before
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
        self._acts = []  # the ends offered to the seat on turn
        self._choice = 0
        self._shown = {}  # seat -> tiles it has shown
        self._reason = None  # (seat, why, since) of the last refusal

    def enter(self) -> None:
        """A game begins or goes on: what lies on the pads has not been looked at yet."""
        self._forget()

    # --- the states ------------------------------------------------------------------------------------------

    def deal(self, now: int) -> int:
        game = self._game
        self._face.say("deal_ok", game.rules.deal)
        if not self._buttons.take_any(OK):
            return flow.DEALING
        self._forget()
        game.deal([game.unseen_rack()] * (game.rules.seats - game.dealt()))
        return flow.PLAYING

    def play(self, now: int) -> int:
        turn = self._game.match.turn
        self._face.say("play", self._game.name(turn))
        self._face.seat(turn, light.GREEN)
        self._tell(now)
        for seat in range(1, self._game.rules.seats + 1):
            if self._buttons.take(seat, PASS):
                return self._act(seat, PASS_ACT, now)
        if self._acts:
            return self._choose(turn, now)
        for seat in range(1, self._game.rules.seats + 1):
            tile = self._fresh(seat, now)
            if tile >= 0:
                if seat == turn:
                    return self._tapped(seat, tile, now)
                self.wait = _SOON_MS
                if ticks_diff(now, self._since[seat]) >= _GRACE_MS:
                    self._settle(seat)
                    self._refuse(seat, "out_of_turn", now)
        return flow.PLAYING

    def show(self, now: int) -> int:
        """Every seat that still holds tiles shows them one by one; PASS begins anew."""
        hold = self._game.hand.hold
        self._tell(now)
        said = False
        for seat in range(self._game.rules.seats, 0, -1):
            if not hold.hidden[seat]:
                continue
            if self._buttons.take(seat, PASS):
                self._shown[seat] = b""
            shown = self._shown.get(seat, b"")
            tile = self._fresh(seat, now)
            if tile >= 0:
                shown = self._show_tile(seat, tile, shown, now)
            left = hold.count(seat) - len(shown)
            if not left:
                return self._reveal(seat, shown, now)
            self._face.seat(seat, light.BLUE)
            self._face.say("show", self._game.name(seat), left)
            said = True
        return flow.SHOWING if said else self._game.state()

    def clear(self, now: int) -> int:
        self._face.say("hand_over_ok", self._face.text(self._game.hand.reason))
        return flow.DEALING if self._buttons.take_any(OK) else flow.CLEARING

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
            self._refuse(seat, self._game.match.judge(seat, make_act(PLAY, tile, L)), now)
            return flow.PLAYING
        if len(acts) == 1:
            return self._act(seat, acts[0], now)
        self._acts = acts
        self._choice = 0
        return self._choose(seat, now)

    def _choose(self, seat, now):
        """The tile on the pad fits several ends."""
        if self._buttons.take(seat, OK):
            self._choice = (self._choice + 1) % len(self._acts)
        act = self._acts[self._choice]
        lies = self._sight.lies[self.profile.rack_of(seat)]
        if lies != self._done.get(seat):
            self._acts = []
            return self._act(seat, act, now)
        self._face.say("choose_end", tile_name(act & 255), place_name(act >> 8 & 255))
        return flow.PLAYING

    def _act(self, seat, act, now):
        code = self._game.accept(seat, act)
        if code:
            self._refuse(seat, code, now)
            return flow.PLAYING
        self._acts = []
        self._reason = None
        return self._game.state()

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

    def _refuse(self, seat, why, now):
        self._reason = (seat, why, now)
        self.wait = 0
        self._face.beep()

    def _tell(self, now):
        """The reason of the last refusal, for a while."""
        if self._reason:
            seat, why, since = self._reason
            self.wait = _SOON_MS
            if ticks_diff(now, since) < _TELL_MS:
                self._face.why(why)
                self._face.seat(seat, light.RED)
            else:
                self._reason = None
