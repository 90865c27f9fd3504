"""A match: the position that replaying its events gives.

`judge` validates, `push` trusts; whoever takes events from outside asks the one before the other. A hand is the
checkpoint: memory holds the state of the match when the hand began and this hand's events, packed. Undo drops events
from the end and replays the rest, so nothing here knows how to take anything back.
"""

from collections import namedtuple

from dominocore import judging
from dominocore.compat import const
from dominocore.events import (
    CLOCK,
    DEAL,
    DRAW,
    END,
    END_ACT,
    FAULT,
    FROM_RACK,
    HAND,
    LAYOUT,
    PLAY,
    POOL,
    REVEAL,
    ROW,
    RULING,
    SCORE,
    UNDO,
    UP,
    pack,
    redact,
    tiles_of,
    unpack,
)
from dominocore.faults import DominoError, Infraction
from dominocore.rules import OVER, PLAYING, SHOWING, Hand
from dominocore.scoring import SCORE_SIZE, pack_scores, unpack_scores

_SLICE = const(1000)  # small steps of thinking at a time, where nobody waits

# What a finished hand came to: points by side, who won it (0: nobody), and why it ended.
Result = namedtuple("Result", ("scores", "winner", "reason"))


class Match:
    def __init__(self, rules, checkpoint=None, patient=False):
        self.rules = rules
        self.patient = patient  # whether open questions are left to `think`, a slice at a time
        self.hand = None
        self.results = []  # of the hands seen by this object
        self.totals = [0] * rules.sides
        self.hands = 0  # counted hands finished, also before a resume
        self.led = 0  # who led the last counted hand
        self.won = 0  # who won it
        self.carry = b""  # what a game takes from hand to hand: a pot, tiles that are out of play
        self.outcome = None  # the winners of the match (several when they share), once it is over
        self.log = bytearray()  # this hand's events, packed
        self._start = checkpoint or self.checkpoint()
        if checkpoint:
            self._rewind()

    # --- what stands -------------------------------------------------------------------------------------------

    @property
    def over(self):
        return self.outcome is not None

    @property
    def winner(self):
        """The side that has won the match alone, or 0."""
        return self.outcome[0] if self.outcome and len(self.outcome) == 1 else 0

    @property
    def turn(self):
        """The seat to act, or 0."""
        return self.hand.turn if self.hand else 0

    def legal(self):
        """The legal acts of the seat on turn, or None while its rack is not wholly seen."""
        hand = self.hand
        seat = hand.turn if hand else 0
        if not seat or (self.rules.LAYS and self.rules.due(hand)):
            return []
        return None if hand.hold.hidden[seat] else self.rules.legal(hand, seat)

    def infractions(self):
        """Breaches that stand in this hand."""
        return self.hand.breaches() if self.hand else []

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

        When a hand is over the racks that counted lie open. A rack whose seat called wrongly was shown then.
        """
        seen = Match(self.rules, self._start, self.patient)
        if self.hand is None:
            return seen
        events = self.events()
        for i, event in enumerate(events):
            if seen.hand and seen.hand.phase == SHOWING and not seen.hand.late and event[1] >> 24 < HAND:
                before = Match(self.rules, self._start)
                before._replay(events[:i], ())
                seen._show(before.hand, self.rules.showers(seen.hand))
            seen._replay([redact(seat, event)], self.hand.taken_back)
        if self.hand.phase == OVER:
            seen._show(self.hand, self.rules.showers(self.hand))
        seen._conclude()
        return seen

    def _show(self, hand, seats):
        """Lay the racks of another sight of this hand open."""
        for seat in seats:
            self.push(seat, REVEAL << 24, bytes(hand.hold.racks[seat]))

    def judge(self, seat, act, data=b""):
        """None when the event may stand, else the code of what is wrong with it."""
        return judging.judge(self, seat, act, data)

    # --- going on ----------------------------------------------------------------------------------------------

    def push(self, seat, act, data=b""):
        """Apply an event that `judge` accepts (or that a fault line lets stand)."""
        if act >> 24 == UNDO:
            self.undo()
        else:
            self._apply(seat, act, data)
            if self.hand.question is not None:
                self._conclude()

    def think(self, budget):
        """Work on what the position leaves to be found out (is there a turn at all?), at most `budget` small steps.

        True when nothing is open. A match that is not `patient` does this by itself with every push.
        """
        hand = self.hand
        if hand is None or hand.question is None:
            return True
        if not hand.question.step(budget):
            return False
        question, hand.question = hand.question, None
        self.rules.answer(hand, question.found)
        if hand.reason:
            self._settle()
        return True

    def _conclude(self):
        while not self.patient and not self.think(_SLICE):
            pass

    def _apply(self, seat, act, data):
        verb = act >> 24
        if verb >= HAND:
            self._push_table(verb, seat, act, data)
            return
        hand = self.hand
        hold = hand.hold
        rules = self.rules
        names = verb in rules.NAMES
        if names:
            act, data = (act, data) if data else rules.spelled(hand, act)
            self.log += pack(seat, act, data)
        else:
            self.log += pack(seat, act)
        hand.events += 1
        if hand.stopped:
            needless = verb == END and seat == hand.stopped
            hand.stopped = 0
            if needless:
                return
        if hand.then == seat and hand.turn != seat:
            self._stop()
        if hold.hidden[seat] or rules.TOLERATED:
            self._deny(seat, act)
        if verb == PLAY:
            hold.lay(seat, act & 255)
        elif verb in FROM_RACK:
            for tile in tiles_of(act):
                hold.lay(seat, tile)
        elif verb == DRAW:
            hold.receive(seat, act & 255)
        if names:
            rules.enact(hand, act, data)
        else:
            rules.apply(hand, seat, act)
        if hand.then and not hold.hidden[hand.turn]:
            self._stop_if_unable()
        if hand.reason:
            self._settle()

    def _stop_if_unable(self):
        """A seat whose rack is seen and that cannot go on stops at once; an `end` it writes changes nothing."""
        hand = self.hand
        seat = hand.turn
        if not self.rules.fits(hand, seat, hand.hold.racks[seat]):
            hand.stopped = seat if END_ACT in self.rules.choices(hand, seat) else 0
            self.rules.stop(hand)

    def _deny(self, seat, act):
        rules, hand = self.rules, self.hand
        rule = rules.DENIED.get(act >> 24)
        if rule in rules.TOLERATED:
            held = rules.denies(hand, seat, act, hand.hold.racks[seat])
            if held:
                hand.hold.infractions.append(Infraction(rule, seat, held[0], hand.events - 1))
                return
        if hand.hold.hidden[seat]:
            hand.hold.deny(seat, rule, hand.events - 1, rules.denies(hand, seat, act, hand.hold.unseen()))

    def _stop(self):
        """The seat on turn stops without a line; a duty to go on is a denial like any other."""
        seat = self.hand.turn
        if self.hand.hold.hidden[seat]:
            self._deny(seat, END_ACT)
        self.rules.stop(self.hand)

    def _push_table(self, verb, seat, act, data):
        if verb == HAND:
            self._close()
            self._start = self.checkpoint()
            self.hand = Hand(self.rules)
            self.log = bytearray()
        self.log += pack(seat, act, data)
        self.hand.events += 1
        _PUSHES[verb](self, seat, act, data)

    def undo(self):
        """Take back the last act of a seat in this hand, and everything after it."""
        events = self.events()
        acts = self.acts()
        if not acts:
            raise DominoError("nothing_to_undo")
        seat, act, _ = events[acts[-1]]
        taken_back = self.hand.taken_back + ((len(acts) - 1, seat, act),)
        self._rewind()
        self._replay(events[: acts[-1]], taken_back)
        self._conclude()

    def _replay(self, events, taken_back):
        """Apply the events of one hand from its beginning; what was taken back in it stays known."""
        for event in events:
            self._apply(*event)
            self.hand.taken_back = taken_back

    def checkpoint(self):
        """The state between hands as bytes: what `Match(rules, checkpoint)` goes on from."""
        return pack_scores([self.hands, self.led, self.won] + self.totals) + self.carry

    @property
    def start(self):
        """The checkpoint this hand began from."""
        return self._start

    def _rewind(self):
        """Back to the numbers this hand began with; a result it already had is dropped."""
        if self.hand and self.hand.phase == OVER:
            self.results.pop()
        size = SCORE_SIZE * (3 + self.rules.sides)
        values = unpack_scores(self._start[:size])
        self.hands, self.led, self.won = values[:3]
        self.totals = values[3:]
        self.carry = self._start[size:]
        self.outcome = self.rules.finish(self)

    def acts(self):
        """The numbers of the events of this hand that a seat did in play."""
        return [i for i, event in enumerate(self.events()) if event[1] >> 24 < HAND]

    def _push_hand(self, seat, act, data):
        self.hand.leader = self.rules.leader(self)
        self.hand.before = self.totals
        self.hand.number = self.hands + 1
        self.hand.carried = self.carry
        self.rules.prepare(self.hand)
        if not self.rules.deal_count(self.hand):
            self._start_play()

    def _push_deal(self, seat, act, data):
        self.hand.hold.deal(seat, data)
        self.hand.dealt = seat
        if seat == self.rules.seats:
            self._start_play()

    def _start_play(self):
        self.hand.phase = PLAYING
        self.rules.begin(self.hand)
        if self.hand.reason:
            self._settle()

    def _push_laid(self, seat, act, data):
        self.hand.hold.show(data)
        self.rules.laid(self.hand, act, data)
        if self.hand.reason:
            self._settle()

    def _close(self):
        """What could still come after the last tile of a hand is too late now."""
        if self.hand and self.hand.late:
            self.hand.late = False
            self.rules.leave(self.hand)

    def _push_reveal(self, seat, act, data):
        self._close()
        self.hand.hold.reveal(seat, data)
        self._settle()

    def _push_score(self, seat, act, data):
        """Announced, not decided: only what could still come late is closed."""
        self._close()

    def _push_fault(self, seat, act, data):
        """A fault names the event before it, or stands for itself when that was another seat's."""
        named = act & 255
        mine = self.events()[-2][0] == named
        event = self.hand.events - (2 if mine else 1)
        self.hand.infractions.append(Infraction(str(data, "ascii"), named, -1, event))

    def _push_ruling(self, seat, act, data):
        points = act >> 8 & 0xFFFF
        side = self.rules.side(act & 255)
        self.hand.penalties[side - 1] += -points if self.rules.LOWEST_WINS else points
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
        if not self.rules.stands(hand):
            hand.phase = PLAYING
            return
        hand.phase = OVER
        scores = [a + b - p for a, b, p in zip(self.rules.score(hand), hand.points, hand.penalties)]
        self.totals = [t + s for t, s in zip(self.totals, scores)]
        self.hands += 1
        self.led = hand.leader
        self.won = self.rules.hand_winner(hand, scores)
        self.carry = self.rules.carry(hand)
        self.outcome = self.rules.finish(self)
        if hand.reason == "target" and self.outcome:
            self.won = self.outcome[0]
        self.results.append(Result(tuple(scores), self.won and self.rules.side(self.won), hand.reason))


_PUSHES = {
    HAND: Match._push_hand,
    DEAL: Match._push_deal,
    REVEAL: Match._push_reveal,
    SCORE: Match._push_score,
    FAULT: Match._push_fault,
    RULING: Match._push_ruling,
    ROW: Match._push_laid,
    POOL: Match._push_laid,
    CLOCK: Match._push_laid,
    LAYOUT: Match._push_laid,
    UP: Match._push_laid,
}


def replay(rules, events):
    """The position that a list of events gives."""
    match = Match(rules)
    for event in events:
        match.push(*event)
    return match
