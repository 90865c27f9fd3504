"""A whole match between computer players on the rules core, without any table: the deal is chance, made here."""

from itertools import cycle, islice
from random import Random

from dominocore import record
from dominocore.events import (
    CLAIM_ACT,
    DEAL,
    DRAW,
    DRAW_ACT,
    END_ACT,
    HAND,
    MUGGINS_ACT,
    QUIT,
    SCORE,
    act as make_act,
    redact,
)
from dominocore.match import Match
from dominocore.rules import DEALING, OVER
from dominocore.scoring import pack_scores
from dominotable import solitaires
from dominotable.players import ALERTNESS, NAMES, player

MOST_HANDS = 10_000  # far more than any match that can end
WORDS = (CLAIM_ACT, MUGGINS_ACT, END_ACT)  # what may be said out of turn
PATIENCE = 1000  # lines of a solitaire in which tiles could be moved about for ever


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has named."""
    return list(NAMES[:seats])


def shuffle_and_deal(rules, rng: Random) -> list[bytes]:
    """The racks of one deal from a whole set, in seat order: the same as a match here deals from the same chance."""
    stock = _shuffled(range(rules.tiles), rng)
    return [_draw(stock, rules.deal) for _ in range(rules.seats)]


def _shuffled(tiles, rng):
    stock = list(tiles)
    rng.shuffle(stock)
    return stock


def _draw(stock, count):
    return bytes(stock.pop() for _ in range(count))


def play_match(rules, seed: int, players: list[str]) -> record.Writer:
    """Play until the match is won; gives the writer with its finished match and record.

    `players` are names of computer players for the seats in order, begun again when there are more seats.
    """
    if solitaires.is_solitaire(rules):
        return _play_solitaire(rules, seed, player(players[0]))
    rng = Random(seed)
    seats = [(player(name), Random(rng.random())) for name in islice(cycle(players), rules.seats)]
    writer = record.Writer(rules, seat_names(rules.seats))
    while not writer.match.over:
        assert writer.match.hands < MOST_HANDS, "a match that does not end"
        _Hand(writer, seats, rng).play()
    return writer


def _play_solitaire(rules, seed, choose):
    def choose_or_give_up(match, chance):
        return make_act(QUIT) if match.hand.events > PATIENCE else choose(match, 1, chance)

    return solitaires.play(rules, seed, choose_or_give_up, seat_names(1))


class _Hand:
    """One hand: the players choose, and all chance comes from a shuffled stock of the tiles nobody has seen.

    What each seat sees is what `Match.view` would give, kept up event by event: a view made anew for every act would
    replay the whole hand each time.
    """

    def __init__(self, writer, seats, rng):
        self.writer = writer
        self.match = writer.match
        self.seats = seats
        self.rng = rng
        self.writer.event(0, make_act(HAND))
        self.sights = [Match(self.match.rules, self.match.start) for _ in seats]
        self._show(0, make_act(HAND))
        self.stock = _shuffled(self.match.hand.hold.unseen(), rng)

    def _write(self, seat, act, data=b""):
        self.writer.event(seat, act, data)
        self._show(seat, act, data)

    def _show(self, seat, act, data=b""):
        for who, sight in enumerate(self.sights, 1):
            sight.push(*redact(who, (seat, act, data)))

    def play(self):
        while self.match.turn and self.match.hand.phase == DEALING:  # antes
            self._choose()
        self._deal()
        while self._lay_what_is_due() or self._speak_up() or self._choose():
            pass
        if self.match.hand.phase == OVER:
            self.writer.event(0, make_act(SCORE), pack_scores(self.match.results[-1].scores))

    def _deal(self):
        count = self.match.rules.deal_count(self.match.hand)
        for seat in range(1, self.match.rules.seats + 1):
            self._write(seat, make_act(DEAL), _draw(self.stock, count))

    def _lay_what_is_due(self):
        due = self.match.rules.due(self.match.hand)
        if due:
            self._write(0, due[0], _draw(self.stock, due[1]))
        return due is not None

    def _speak_up(self):
        """A count is taken by whoever may and notices it; its maker, if he does not, ends his turn and leaves it."""
        seats = [seat for seat in range(1, len(self.seats) + 1) if seat != self.match.turn]
        if self.match.hand.stopped in seats:
            seats.remove(self.match.hand.stopped)  # an `end` that follows from the rack is not written
        words = [(seat, said) for seat in seats for said in WORDS if self.match.judge(seat, said) is None]
        self.rng.shuffle(words)
        for seat, said in words:
            choose, chance = self.seats[seat - 1]
            if (chance.random() < ALERTNESS[choose]) == (said != END_ACT):
                self._write(seat, said)
                return True
        return False

    def _choose(self):
        seat = self.match.turn
        if not seat:
            return False
        choose, chance = self.seats[seat - 1]
        act = choose(self.sights[seat - 1], seat, chance)
        self._write(seat, make_act(DRAW, self.stock.pop()) if act == DRAW_ACT else act)
        if self.match.hand.stopped == self.match.turn == seat:
            self._write(seat, END_ACT)  # the same seat is next, and who does not see its rack could not tell
        return True
