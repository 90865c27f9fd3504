"""What the host may ask of the table: the desk that `link` hands its requests to."""

from dominocore import games, wire
from dominocore.events import FAULT, RULING, act as make_act
from dominocore.faults import PENALTY_MOST, DominoError, is_rule_name
from dominocore.tiles import name as tile_name
from table import VERSION, boot, flow

_NAME_MOST = 24


class Desk:
    def __init__(self, app, game, store, face, start, profile, tags, board_id: str, leave):
        """`start` is how the table woke up; `leave()` leaves the port to the REPL: a reset into maintenance."""
        self._app = app
        self._game = game
        self._store = store
        self._face = face
        self._start = start
        self._profile = profile
        self._tags = tags
        self._board_id = board_id
        self._clock = 0  # the host's wall clock, when it last told it
        self.hand_over = leave
        self.logs = store.logs
        self.read = store.read
        self.hashing = store.hashing

    def info(self) -> dict:
        return {
            "table": self._start.identity["table"],
            "board": self._board_id,
            "firmware": VERSION,
            "protocol": wire.VERSION,
            "profile": self._profile.name,
            "seats": self._profile.seats,
            "cells": self._profile.cells,
            "tags": self._tags.count,
            "games": list(games.IDS),
            "lang": self._face.language,
            "boot": self._start.boots,
            "woke": boot.NAMES[self._start.state],
            "last_error": self._start.error,
            "running": self.running(),
            "state": flow.NAMES[self._app.state],
            "free": self._store.free(),
            "scan": self._app.scan_info(),
        }

    def running(self) -> int:
        return self._store.game

    def start(self, asked: dict):
        """A job. `asked`: game, set, seats (names), options, referee (level), penalties (preset).

        Its form is checked here; the rules and the referee check the rest.
        """
        if self.running():
            raise DominoError("game_running", self.running())
        names, options = asked.get("seats"), asked.get("options", {})
        if not isinstance(names, list) or not isinstance(options, dict) or not isinstance(asked.get("game"), str):
            raise DominoError("malformed")
        config = {
            "game": asked["game"],
            "set": asked.get("set", 6),
            "seats": [str(name)[:_NAME_MOST] for name in names],
            "options": options,
            "referee": str(asked.get("referee", "enforce")),
            "penalties": str(asked.get("penalties", "none")),
            "table": self._start.identity["table"],
            "profile": self._profile.name,
            "boot": self._start.boots,
            "clock": self._clock,
        }
        return self._app.asked(self._app.start, config)

    def stop(self):
        self._check_running()
        return self._app.asked(self._app.stop)

    def undo(self):
        """A job: take back the last act of a seat in this hand; gives its event."""
        self._check_running()
        return self._app.asked(self._app.undo)

    def rule(self, asked: dict):
        """A job. `asked`: seat, and points (a penalty) or fault (a rule that the seat broke)."""
        self._check_running()
        seat, points, fault = asked.get("seat"), asked.get("points"), asked.get("fault")
        if not isinstance(seat, int) or not 1 <= seat <= 255 or (points is None) == (fault is None):
            raise DominoError("malformed")
        if isinstance(points, int) and 0 < points <= PENALTY_MOST:
            return self._app.asked(self._app.rule, make_act(RULING, seat, points & 255, points >> 8), b"")
        if isinstance(fault, str) and is_rule_name(fault):
            return self._app.asked(self._app.rule, make_act(FAULT, seat), fault.encode())
        raise DominoError("malformed")

    def _check_running(self):
        if not self.running():
            raise DominoError("no_game")

    def state(self, keyed: bool) -> dict:
        """How the game stands; the racks only for a referee."""
        code, details = self._face.said
        state = {
            "state": flow.NAMES[self._app.state],
            "game": self.running(),
            "says": [code] + list(details),
            "why": self._face.reason,
        }
        match = self._game.match
        if match and self._app.state != flow.IDLE:
            state["id"] = match.rules.ID
            state["names"] = self._game.names
            state["totals"] = match.totals
            state["hands"] = match.hands
            state["turn"] = match.turn
            state["winner"] = match.winner
            if match.hand:
                self._add_hand(state, match.hand, keyed)
        return state

    def _add_hand(self, state, hand, keyed):
        hold = hand.hold
        seats = range(1, len(self._game.names) + 1)
        state["counts"] = [hold.count(seat) for seat in seats]
        tips = getattr(hand.layout, "tips", ())
        state["ends"] = list(tips.values() if isinstance(tips, dict) else tips)
        state["infractions"] = [
            {"rule": i.rule, "seat": i.seat, "tile": tile_name(i.tile) if i.tile >= 0 else None}
            for i in hand.breaches()
        ]
        state["missed"] = [{"seat": m.seat, "tile": tile_name(m.tile), "points": m.points} for m in hand.missed]
        if keyed:
            state["racks"] = [[tile_name(t) for t in hold.racks[seat]] for seat in seats]

    def hand(self):
        """The hand under way, for a host that begins to watch."""
        match = self._game.match
        if not self.running() or not match:
            return 0, b"", []
        return self.running(), match.start if match.hand else match.checkpoint(), self._game.events()

    def set_clock(self, seconds: int) -> None:
        self._clock = seconds
        if self.running():
            self._store.note({"clock": seconds})
