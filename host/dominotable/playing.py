"""A whole match between computer players on the rules core, without any table: the deal is chance, made here."""

from itertools import cycle, islice
from random import Random

from dominocore import record
from dominocore.events import CLAIM_ACT, DEAL, DRAW, DRAW_ACT, END_ACT, HAND, MUGGINS_ACT, SCORE, act as make_act
from dominocore.faults import DominoError
from dominocore.rules import OVER
from dominocore.scoring import pack_scores
from dominotable.players import ALERTNESS, NAMES, player

MOST_HANDS = 10_000  # far more than any match that can end


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has named."""
    return list(NAMES[:seats])


def shuffle_and_deal(rules, rng: Random) -> list[bytes]:
    """The racks of one deal, in seat order."""
    tiles = list(range(rules.tiles))
    rng.shuffle(tiles)
    return [bytes(tiles[i * rules.deal : (i + 1) * rules.deal]) for i in range(rules.seats)]


def play_match(rules, seed: int, players: list[str]) -> record.Writer:
    """Play until the match is won; gives the writer with its finished match and record.

    `players` are names of computer players for the seats in order, begun again when there are more seats.
    """
    rng = Random(seed)
    seats = [(player(name), Random(rng.random())) for name in islice(cycle(players), rules.seats)]
    writer = record.Writer(rules, seat_names(rules.seats))
    while not writer.match.over:
        if writer.match.hands == MOST_HANDS:
            raise DominoError("match_endless", MOST_HANDS)
        _Hand(writer, seats, rng).play()
    return writer


class _Hand:
    """One hand: the players choose, and all chance comes from a shuffled stock of the tiles nobody has seen."""

    def __init__(self, writer, seats, rng):
        self.writer = writer
        self.match = writer.match
        self.seats = seats
        self.rng = rng
        self.stock = []

    def play(self):
        self.writer.event(0, make_act(HAND))
        self.stock = self.match.hand.hold.unseen()
        self.rng.shuffle(self.stock)
        while self.match.turn:  # antes
            self._choose()
        self._deal()
        while self._lay_what_is_due() or self._speak_up() or self._choose():
            pass
        if self.match.hand.phase == OVER:
            self.writer.event(0, make_act(SCORE), pack_scores(self.match.results[-1].scores))

    def _deal(self):
        count = self.match.rules.deal_count(self.match.hand)
        for seat in range(1, self.match.rules.seats + 1) if count else ():
            self.writer.event(seat, make_act(DEAL), self._draw(count))

    def _draw(self, count):
        return bytes(self.stock.pop() for _ in range(count))

    def _lay_what_is_due(self):
        due = self.match.rules.due(self.match.hand)
        if due:
            self.writer.event(0, due[0], self._draw(due[1]))
        return due is not None

    def _speak_up(self):
        """A count is taken by whoever may and notices it; its maker, if he does not, ends his turn and leaves it."""
        for seat in self.rng.sample(range(1, len(self.seats) + 1), len(self.seats)):
            choose, chance = self.seats[seat - 1]
            notices = chance.random() < ALERTNESS[choose]
            for said in (CLAIM_ACT, MUGGINS_ACT) if notices else (END_ACT,):
                if seat != self.match.turn and self.match.judge(seat, said) is None:
                    self.writer.event(seat, said)
                    return True
        return False

    def _choose(self):
        seat = self.match.turn
        if not seat:
            return False
        choose, chance = self.seats[seat - 1]
        act = choose(self.match.view(seat), seat, chance)
        if act == DRAW_ACT:
            act = make_act(DRAW, self.stock.pop())
        self.writer.event(seat, act)
        return True
