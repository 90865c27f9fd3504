"""Scores that several games share, named as players name them. Lists are by seat: index 0 is seat 1."""

import struct

SCORE_SIZE = 4  # bytes of a packed score


def others(pips, winner):
    """The winner gets the pips of all other racks."""
    scores = [0] * len(pips)
    scores[winner - 1] = sum(pips) - pips[winner - 1]
    return scores


def pairwise(pips):
    """Each seat gets, from each seat with more pips, the difference."""
    scores = []
    for mine in pips:
        gain = 0
        for theirs in pips:
            if theirs > mine:
                gain += theirs - mine
        scores.append(gain)
    return scores


def single_best(scores):
    """The number of the side with the most points, 0 when it is shared."""
    best = max(scores)
    return scores.index(best) + 1 if scores.count(best) == 1 else 0


def winners(totals, lowest=False):
    """Every side with the best total: one, or several that share."""
    best = min(totals) if lowest else max(totals)
    return tuple([i for i, total in enumerate(totals, 1) if total == best])


def reached(totals, target):
    """Who has won a match to `target`: None while nobody has. Equal leaders play another hand."""
    best = winners(totals)
    return best if max(totals) >= target and len(best) == 1 else None


def pack_scores(scores):
    """Points, or other signed numbers, as the data of an event: chips can run to many thousands."""
    return struct.pack("<%di" % len(scores), *scores)


def unpack_scores(data):
    return list(struct.unpack("<%di" % (len(data) // SCORE_SIZE), data))
