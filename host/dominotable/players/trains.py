"""Sense for Mexican Train: the longest run of the rack is kept for the own train, stragglers go wherever they can."""

from dominocore.events import PLAY, TRAIN
from dominocore.tiles import NUMBERS, PIPS, is_double

LOOKS = 400  # how many runs are looked at

# What is worth how much, in pips.
RUN_BROKEN = -15  # a tile of the own run goes elsewhere, or before its time
MARKER_OFF = 10  # the own train is closed to the others again
DOUBLE_COVERED = 10  # a double, and the tile that covers it, go in one turn
DOUBLE_BARE = -10  # a double that somebody else may have to cover


def choose(view, seat, acts, rng):
    """The best tile, if one can be laid: who can play neither draws nor stops."""
    plays = [act for act in acts if act >> 24 == PLAY]
    if not plays:
        return rng.choice(acts)
    hand = view.hand
    run = () if hand.opening else longest_run(sorted(hand.hold.racks[seat]), hand.layout.tip(TRAIN + seat))
    return max(plays, key=lambda act: (_weigh(hand, seat, act, run), rng.random()))


def longest_run(tiles, number):
    """The most tiles of a rack that can be laid in a row from an open number; of equals the one found first."""
    best: tuple[int, ...] = ()
    todo: list[tuple[int, tuple[int, ...]]] = [(number, best)]  # (the number open, the tiles laid so far)
    for _ in range(LOOKS):
        if not todo:
            break
        tip, run = todo.pop()
        if len(run) > len(best):
            best = run
        todo.extend([(PIPS[t] - tip, run + (t,)) for t in tiles if NUMBERS[t] >> tip & 1 and t not in run])
    return best


def _weigh(hand, seat, act, run):
    tile = act & 255
    own = act >> 8 & 255 == TRAIN + seat
    value = PIPS[tile]
    if tile in run and not (own and tile == run[0]):
        value += RUN_BROKEN
    if own and hand.layout.marked[seat]:
        value += MARKER_OFF
    if is_double(tile):
        covered = [t for t in hand.hold.racks[seat] if NUMBERS[t] & NUMBERS[tile] and t != tile]
        value += DOUBLE_COVERED if covered else DOUBLE_BARE
    return value
