"""A whole match between computer players on the rules core, without any table: the deal is chance, made here."""

from itertools import cycle, islice
from random import Random

from dominocore import record
from dominocore.events import DEAL, HAND, SCORE, act as make_act
from dominocore.faults import DominoError
from dominocore.match import pack_scores
from dominotable.players import NAMES, player

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
        _play_hand(writer, seats, rng)
    return writer


def _play_hand(writer, seats, rng):
    match = writer.match
    writer.event(0, make_act(HAND))
    for seat, rack in enumerate(shuffle_and_deal(match.rules, rng), 1):
        writer.event(seat, make_act(DEAL), rack)
    while match.turn:
        seat = match.turn
        choose, chance = seats[seat - 1]
        writer.event(seat, choose(match.view(seat), chance))
    writer.event(0, make_act(SCORE), pack_scores(match.results[-1].scores))
