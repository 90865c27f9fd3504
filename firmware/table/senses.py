"""What Grid and Tap share: the two buttons of each seat, and telling a seat why not.

A table cannot see a pass, a stop or a claim. PASS at a seat means the way out that the rules leave it: it stops where
it may go on, else it draws or passes. OK without a tile to decide about claims what the seat may claim.
"""

from time import ticks_diff

from micropython import const

from dominocore.events import END_ACT
from table import lights as light
from table.buttons import OK, PASS

_SOON_MS = const(100)  # to the next look while something is told
_TELL_MS = const(2500)  # a reason stays on the display so long


class Senses:
    def __init__(self, game, sight, profile, face, buttons):
        self.profile = profile
        self.wait = 0  # milliseconds to the next look, if nothing happens before
        self._game = game
        self._sight = sight
        self._face = face
        self._buttons = buttons
        self._reason = None  # (seat, why, since) of the last refusal
        self._declined = []  # seats that leave the last tile of a hand unclaimed
        self._undone = None  # tiles whose act was taken back, until they have been looked at once

    def _pressed(self, now, deciding=0):
        """Do what a button says and give the state that follows; None when none was pressed.

        The seat that is `deciding` between ends uses its OK for that.
        """
        for seat in range(1, self._game.rules.seats + 1):
            if self._buttons.take(seat, PASS):
                return self._pass(seat, now)
            if seat != deciding and self._buttons.take(seat, OK):
                claim = self._game.claim(seat)
                if claim:
                    return self._act(seat, claim, now)
        return None

    def _pass(self, seat, now):
        """Lay nothing. After the end of play that leaves the last tile unclaimed."""
        act = self._game.way_out(seat)
        if self._game.hand.reason and act != END_ACT:
            self._decline(seat)
            return self._game.state()
        return self._act(seat, act, now)

    def _decline(self, seat):
        """The score is written when everybody who may still claim something has left it."""
        if seat in self._game.claimants():
            self._declined.append(seat)
        if not self._undecided():
            self._declined = []
            self._game.announce()

    def _undecided(self):
        return [seat for seat in self._game.claimants() if seat not in self._declined]

    def _act(self, seat, act, now):
        code = self._game.accept(seat, act)
        if code:
            self._refuse(seat, code, now)
        else:
            self._reason = None
            self._acted(seat)
        return self._game.state()

    def _acted(self, seat):
        """An act of a seat stands."""

    def _ask_claim(self):
        """The hand is over, but its last tile may still be claimed."""
        self._face.say("claim")
        for seat in self._undecided():
            self._face.seat(seat, light.BLUE)

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
