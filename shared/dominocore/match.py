"""A match: the position that replaying its events gives.

`judge` validates, `push` trusts; whoever takes events from outside asks the one before the other. A hand is the
checkpoint: memory holds the state of the match when the hand began and this hand's events, packed. Undo drops events
from the end and replays the rest, so nothing here knows how to take anything back.
"""

import struct
from collections import namedtuple

from dominocore.events import (
    DEAL,
    DRAW,
    DRAW_ACT,
    FAULT,
    HAND,
    PLAY,
    REVEAL,
    RULING,
    SCORE,
    UNDO,
    pack,
    redact,
    unpack,
)
from dominocore.faults import DominoError, Infraction
from dominocore.rules import DEALING, DENIED, OVER, PLAYING, SHOWING, Hand
from dominocore.scoring import single_best
from dominocore.tiles import UNSEEN

# What a finished hand came to: points by side, who won it (0: nobody), and why it ended.
Result = namedtuple("Result", ("scores", "winner", "reason"))


class Match:
    def __init__(self, rules, checkpoint=None):
        self.rules = rules
        self.hand = None
        self.results = []  # of the hands seen by this object
        self.totals = [0] * rules.sides
        self.hands = 0  # counted hands finished, also before a resume
        self.led = 0  # who led the last counted hand
        self.won = 0  # who won it
        self.winner = 0  # of the match
        self.log = bytearray()  # this hand's events, packed
        self._start = self.checkpoint() if checkpoint is None else checkpoint
        self._rewind()

    # --- what stands -------------------------------------------------------------------------------------------

    @property
    def over(self):
        return self.winner != 0

    @property
    def turn(self):
        """The seat to act, or 0."""
        return self.hand.turn if self.hand else 0

    def legal(self):
        """The legal acts of the seat on turn, or None while its rack is not wholly seen."""
        hand = self.hand
        seat = hand.turn if hand else 0
        if not seat:
            return []
        return None if hand.hold.hidden[seat] else self.rules.legal(hand, seat)

    def infractions(self):
        """Breaches that stand in this hand: those named, and those that tiles have proved."""
        return self.hand.infractions + self.hand.hold.infractions if self.hand else []

    def events(self):
        """This hand's events as they were pushed."""
        found = []
        position = 0
        while position < len(self.log):
            seat, act, data, position = unpack(self.log, position)
            found.append((seat, act, data))
        return found

    def view(self, seat):
        """The match as `seat` may see it (0: a spectator): a replay of redacted events.

        When a hand is over its racks lie open, for they have been counted.
        """
        seen = Match(self.rules, self._start)
        for event in self.events():
            seen.push(*redact(seat, event))
        if self.hand and self.hand.phase == OVER:
            for other in range(1, self.rules.seats + 1):
                seen.push(other, REVEAL << 24, bytes(self.hand.hold.racks[other]))
        return seen

    # --- judging -----------------------------------------------------------------------------------------------

    def judge(self, seat, act, data=b""):
        """None when the event may stand, else the code of what is wrong with it."""
        return self.impossible(seat, act, data) or self._broken_rule(seat, act)

    def impossible(self, seat, act, data=b""):
        """The code of what cannot be at all, whatever the rules say; a fault line excuses none of these."""
        verb = act >> 24
        judge = _JUDGES.get(verb)
        if judge:
            return judge(self, seat, act, data)
        hand = self.hand
        if hand is None or hand.phase != PLAYING:
            return "not_in_play"
        if not 1 <= seat <= self.rules.seats:
            return "bad_seat"
        if verb not in self.rules.VERBS:
            return "not_in_game"
        if verb == PLAY:
            return self._judge_tile(seat, act)
        return self._judge_new((act & 255,)) if verb == DRAW else None

    def _judge_tile(self, seat, act):
        hold = self.hand.hold
        tile = act & 255
        if tile >= self.rules.tiles:
            return "not_in_set"
        if not hold.could_hold(seat, tile):
            return "tile_elsewhere" if hold.where[tile] else "not_held"
        return None if self.hand.layout.has(act >> 8 & 255) else "no_such_end"

    def _broken_rule(self, seat, act):
        """The code of the rule a possible act of a seat breaks, or None."""
        verb = act >> 24
        if verb >= HAND:
            return None
        hand = self.hand
        if hand.turn != seat:
            return "out_of_turn"
        if verb == PLAY:
            if act not in self.rules.fits(hand, seat, (act & 255,)):
                return "does_not_fit"
        elif (DRAW_ACT if verb == DRAW else act) not in self.rules.choices(hand, seat):
            return "not_allowed"
        return DENIED[verb] if self.rules.denies(hand, seat, act, hand.hold.racks[seat]) else None

    def _judge_new(self, tiles):
        """Tiles that come into a rack must be in the set and not seen before."""
        seen = []
        for t in tiles:
            if t != UNSEEN:
                if t >= self.rules.tiles:
                    return "not_in_set"
                if self.hand.hold.where[t] or t in seen:
                    return "tile_elsewhere"
                seen.append(t)
        return None

    def _judge_hand(self, seat, act, data):
        if self.over:
            return "match_over"
        if self.hand is None or self.hand.phase == OVER:
            return None
        return "reveal_missing" if self.hand.phase == SHOWING else "hand_running"

    def _judge_deal(self, seat, act, data):
        hand = self.hand
        if hand is None or hand.phase != DEALING:
            return "not_dealing"
        if seat != hand.events:
            return "deal_order"
        return "deal_count" if len(data) != self.rules.deal else self._judge_new(data)

    def _judge_reveal(self, seat, act, data):
        hand = self.hand
        if hand is None or hand.phase < SHOWING:
            return "not_showing"
        if not 1 <= seat <= self.rules.seats:
            return "bad_seat"
        hold = hand.hold
        if len(data) != hold.count(seat):
            return "reveal_count"
        for i, t in enumerate(data):
            if t >= self.rules.tiles:
                return "not_in_set"
            if not hold.could_hold(seat, t) or t in data[:i]:
                return "tile_elsewhere"
        for t in hold.racks[seat]:
            if t not in data:
                return "not_held"
        return None

    def _judge_score(self, seat, act, data):
        if self.hand is None or self.hand.phase != OVER:
            return "not_over"
        return None if unpack_scores(data) == list(self.results[-1].scores) else "wrong_score"

    def _judge_named(self, seat, act, data):
        """A fault or ruling names a seat (or side) that must exist, in a hand that has begun."""
        if self.hand is None:
            return "not_in_play"
        return None if 1 <= act & 255 <= self.rules.seats else "bad_seat"

    def _judge_undo(self, seat, act, data):
        return None if self._last_act() >= 0 else "nothing_to_undo"

    # --- going on ----------------------------------------------------------------------------------------------

    def push(self, seat, act, data=b""):
        """Apply an event that `judge` accepts (or that a fault line lets stand)."""
        if act >> 24 == UNDO:
            self.undo()
        else:
            self._apply(seat, act, data)

    def _apply(self, seat, act, data):
        verb = act >> 24
        if verb >= HAND:
            self._push_table(verb, seat, act, data)
            return
        hand = self.hand
        hold = hand.hold
        self.log += pack(seat, act)
        hand.events += 1
        if hold.hidden[seat]:
            denied = self.rules.denies(hand, seat, act, hold.unseen())
            hold.deny(seat, DENIED.get(verb), hand.events - 1, denied)
        if verb == PLAY:
            hold.lay(seat, act & 255)
        elif verb == DRAW:
            hold.receive(seat, act & 255)
        self.rules.apply(hand, seat, act)
        if hand.reason:
            self._settle()

    def _push_table(self, verb, seat, act, data):
        if verb == HAND:
            self._start = self.checkpoint()
            self.hand = Hand(self.rules)
            self.log = bytearray()
        self.log += pack(seat, act, data)
        self.hand.events += 1
        _PUSHES[verb](self, seat, act, data)

    def undo(self):
        """Take back the last act of a seat in this hand, and everything after it."""
        cut = self._last_act()
        if cut < 0:
            raise DominoError("nothing_to_undo")
        kept = self.events()[:cut]
        self._rewind()
        for seat, act, data in kept:
            self._apply(seat, act, data)

    def checkpoint(self):
        """The state between hands as bytes: what `Match(rules, checkpoint)` goes on from."""
        return struct.pack("<%dh" % (3 + len(self.totals)), self.hands, self.led, self.won, *self.totals)

    @property
    def start(self):
        """The checkpoint this hand began from."""
        return self._start

    def _rewind(self):
        """Back to the numbers this hand began with; a result it already had is dropped."""
        if self.hand and self.hand.phase == OVER:
            self.results.pop()
        values = struct.unpack("<%dh" % (3 + self.rules.sides), self._start)
        self.hands, self.led, self.won = values[:3]
        self.totals = list(values[3:])
        self.winner = self.rules.match_winner(self)

    def _last_act(self):
        """The number of the last event of this hand that a seat did in play, or -1."""
        last = -1
        for i, (_, act, _) in enumerate(self.events()):
            if act >> 24 < HAND:
                last = i
        return last

    def _push_hand(self, seat, act, data):
        self.hand.leader = self.rules.leader(self)

    def _push_deal(self, seat, act, data):
        self.hand.hold.deal(seat, data)
        if seat == self.rules.seats:
            self.hand.phase = PLAYING
            self.rules.begin(self.hand)

    def _push_reveal(self, seat, act, data):
        self.hand.hold.reveal(seat, data)
        self._settle()

    def _push_score(self, seat, act, data):
        """Announced, not decided: nothing changes."""

    def _push_fault(self, seat, act, data):
        """A fault names the event before it."""
        self.hand.infractions.append(Infraction(str(data, "ascii"), act & 255, -1, self.hand.events - 2))

    def _push_ruling(self, seat, act, data):
        self.hand.penalties[(act & 255) - 1] += act >> 8 & 0xFFFF
        if self.hand.phase == OVER:
            self._settle()

    def _settle(self):
        """Score the hand as soon as every rack that counts is seen; again when a later ruling changes it."""
        hand = self.hand
        hold = hand.hold
        if hand.phase == OVER:
            self._rewind()
        hand.phase = SHOWING
        if max(hold.hidden):
            for seat in self.rules.showers(hand):
                if hold.hidden[seat]:
                    return
        hand.phase = OVER
        scores = [s - p for s, p in zip(self.rules.score(hand), hand.penalties)]
        self.results.append(Result(tuple(scores), hand.winner or single_best(scores), hand.reason))
        self.totals = [t + s for t, s in zip(self.totals, scores)]
        self.hands += 1
        self.led = hand.leader
        self.won = self.results[-1].winner
        self.winner = self.rules.match_winner(self)

_JUDGES = {
    HAND: Match._judge_hand,
    DEAL: Match._judge_deal,
    REVEAL: Match._judge_reveal,
    SCORE: Match._judge_score,
    FAULT: Match._judge_named,
    RULING: Match._judge_named,
    UNDO: Match._judge_undo,
}
_PUSHES = {
    HAND: Match._push_hand,
    DEAL: Match._push_deal,
    REVEAL: Match._push_reveal,
    SCORE: Match._push_score,
    FAULT: Match._push_fault,
    RULING: Match._push_ruling,
}


def pack_scores(scores):
    """The points of a `score` event as its data."""
    return struct.pack("<%dh" % len(scores), *scores)


def unpack_scores(data):
    return list(struct.unpack("<%dh" % (len(data) // 2), data))


def replay(rules, events):
    """The position that a list of events gives."""
    match = Match(rules)
    for event in events:
        match.push(*event)
    return match
