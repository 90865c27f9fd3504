"""Speed of the rules core on CPython, beside PyPI `dominoes` 6.1.0 in the same run.

    python benchmarks/core.py [--quick] [--json]

Both play random whole Block hands with 4 seats: shuffle, deal, and then a random legal move until the hand is over
and scored, through the calls that each one's documentation shows. Legal lists are asked for in the same positions.
Rounds alternate, and a ratio is the median of the rounds' ratios, so that a busy machine slows both.
"""

import random
import statistics
import sys
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).parent / "common")  # not this folder: its micropython.py is not MicroPython's

import dominoes

from dominocore import games
from dominocore.tiles import HI, LO
from hands import SEATS, chosen, dealt, going_on, shuffled
from report import arguments, show


def play_any(rules, hands):
    """Hands of any game of ours: with a boneyard, and tiles that the table lays."""
    for _ in range(hands):
        tiles = list(range(rules.tiles))
        random.shuffle(tiles)
        match, boneyard = dealt(rules, tiles)
        while going_on(match, boneyard):
            match.push(match.turn, chosen(match, boneyard))


def play_ours(rules, hands):
    for _ in range(hands):
        tiles = list(range(rules.tiles))
        random.shuffle(tiles)
        match, _ = dealt(rules, tiles)
        while match.turn:
            match.push(match.turn, random.choice(match.legal()))  # pyright: ignore[reportArgumentType]


def play_theirs(hands):
    for _ in range(hands):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))  # pyright: ignore[reportGeneralTypeIssues]


def position_pairs(rules, count):
    """Positions in the middle of random hands, as a Match of ours and as a Game of theirs."""
    pairs = []
    while len(pairs) < count:
        match, boneyard = dealt(rules, shuffled(rules.tiles))
        for _ in range(random.randrange(1, 20)):
            if match.turn:
                match.push(match.turn, chosen(match, boneyard))
        if match.turn:
            pairs.append((match, as_their_game(match)))
    return pairs


def as_their_game(match):
    """The same racks, ends and turn. Their moves depend on the two ends only, so one tile makes the board."""
    left, right = match.hand.layout.tips
    board = dominoes.Board()
    board.add(dominoes.Domino(left, right), True)
    racks = match.hand.hold.racks[1:]
    hands = [dominoes.Hand([dominoes.Domino(LO[t], HI[t]) for t in rack]) for rack in racks]
    return dominoes.Game(board, hands, [], match.turn - 1, (), 0, None)


def list_ours(pairs, times):
    for _ in range(times):
        for match, _ in pairs:
            match.legal()


def list_theirs(pairs, times):
    """They list moves as a part of make_move; this is that part, and it has no public name."""
    for _ in range(times):
        for _, game in pairs:
            game._update_valid_moves()


def seconds(function, *args):
    start = time.perf_counter()
    function(*args)
    return time.perf_counter() - start


def compare(rounds, count, ours, theirs):
    """Medians over alternating rounds of `count` things each: (ours a second, theirs a second, ratio)."""
    pairs = [(seconds(*ours), seconds(*theirs)) for _ in range(rounds)]
    return (
        round(statistics.median(count / mine for mine, _ in pairs)),
        round(statistics.median(count / other for _, other in pairs)),
        round(statistics.median(other / mine for mine, other in pairs), 2),
    )


def hands_per_s(game, rounds, hands):
    """Hands are long in some games, so a tenth of them is enough here."""
    rules = games.load(game)
    hands = max(1, hands // 10)
    return round(statistics.median(hands / seconds(play_any, rules, hands) for _ in range(rounds)))


def main():
    options = arguments(__doc__)
    random.seed(options.seed)
    rounds, hands, times = (9, 100, 10) if options.quick else (41, 500, 40)
    block = games.load("block", 6, SEATS)
    mine, other, ratio = compare(rounds, hands, (play_ours, block, hands), (play_theirs, hands))
    pairs = position_pairs(block, 200)
    lists = len(pairs) * times
    listed, other_listed, ratio_legal = compare(rounds, lists, (list_ours, pairs, times), (list_theirs, pairs, times))
    show(
        options,
        {
            "hands_per_s": {"dominotable": mine, "dominoes": other},
            "legal_per_s": {"dominotable": listed, "dominoes": other_listed},
            "ratio_hands": ratio,
            "ratio_legal": ratio_legal,
            "games": {game: hands_per_s(game, 5, hands) for game in games.IDS},
        },
    )


if __name__ == "__main__":
    main()
