"""Times the moves of random hands on MicroPython: `micropython timed_hands.py GAME HANDS SEED` prints JSON.

Each hand is played three times over, and a move counts with its best time: what is left is the work and not the
machine's other business. The collector runs between hands only.
"""

import gc
import json
import random
import sys
import time

from dominocore import games
from hands import chosen, dealt, going_on, shuffled

REPEATS = 3


def played(match, boneyard):
    """Play one hand at random and give its events after the deal."""
    before = len(match.events())
    while going_on(match, boneyard):
        match.push(match.turn, chosen(match, boneyard))
    return match.events()[before:]


def timed(match, events, applied, listed):
    """Replay a hand; keep for each move the best time of judging and pushing it, and of listing what may follow.

    What a game must find out by a long search is done in slices between looks at the tiles, as on the table, and not
    counted here.
    """
    gc.collect()
    match.patient = True
    for i, (seat, a, data) in enumerate(events):
        start = time.ticks_us()
        wrong = match.judge(seat, a, data)
        match.push(seat, a, data)
        middle = time.ticks_us()
        match.legal()
        end = time.ticks_us()
        if wrong:
            raise ValueError(wrong)
        while not match.think(1000):
            pass
        applied[i] = min(applied[i], time.ticks_diff(middle, start))
        listed[i] = min(listed[i], time.ticks_diff(end, middle))


def main(game, hands, seed):
    random.seed(seed)
    rules = games.load(game)
    result = {"apply_us": [], "legal_us": []}
    for _ in range(hands):
        tiles = shuffled(rules.tiles)
        events = played(*dealt(rules, tiles))
        applied = [1 << 29] * len(events)
        listed = [1 << 29] * len(events)
        for _ in range(REPEATS):
            timed(dealt(rules, tiles)[0], events, applied, listed)
        result["apply_us"] += applied
        result["legal_us"] += listed
    print(json.dumps(result))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
