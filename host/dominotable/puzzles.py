"""A solitaire as a puzzle: a position of a record, and the order in which the rest of the stock will come.

The lines behind the position show tiles in the order they came; what the record never shows must be named by whoever
asks: tile by tile, or by the seed with which `play` shuffled. Nothing is guessed.
"""

from dataclasses import dataclass
from random import Random

from dominocore import audit, record as game_record
from dominocore.events import HAND, LAID_BY_TABLE, SCORE, TURN, act as make_act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.scoring import pack_scores
from dominocore.tiles import name, parse
from dominotable.solitaires import shuffled_stock
from dominotable.solving import GAMES


@dataclass
class Puzzle:
    record: game_record.Record
    lines: int  # how many lines of the record lead to the position
    match: Match
    stock: list[int]  # what is still to come, in order


def read_puzzle(found: game_record.Record, at: int | None = None, stock: str | None = None, seed: int | None = None):
    """The puzzle behind line `at` of a record: by default where it stopped or, when the game is over, at its start."""
    whole = _sound(found)
    if whole.rules.ID not in GAMES:
        raise DominoError("not_a_puzzle", whole.rules.ID, " ".join(GAMES))
    lines = _lines_to(found, at, whole)
    match = _sound(_cut(found, lines))
    if match.hand is None or match.over:
        raise DominoError("puzzle_over", at or 0)
    return Puzzle(found, lines, match, _order(match, whole, stock, seed))


def with_solution(puzzle: Puzzle, events: list) -> game_record.Record:
    """The record up to the position, then these events and the score: what `verify` accepts as won."""
    solved = _cut(puzzle.record, puzzle.lines)
    solved.lines = solved.lines + [game_record.Line(0, event) for event in events]
    match = _sound(solved)
    solved.lines.append(game_record.Line(0, (0, make_act(SCORE), pack_scores(match.results[-1].scores))))
    return solved


def _sound(found) -> Match:
    done = audit.audit(found)
    if done.error:
        raise done.error
    assert done.match is not None
    return done.match


def _cut(found, lines):
    """The record as it was after so many of its lines."""
    part = game_record.Record()
    part.tags = list(found.tags)
    part.lines = found.lines[:lines]
    return part


def _lines_to(found, at, whole):
    if at is not None:
        return len([line for line in found.lines if line.number <= at])
    if not whole.over:
        return len(found.lines)
    acts = [i for i, line in enumerate(found.lines) if line.event and line.event[0]]
    return acts[0] if acts else len(found.lines)


# --- the stock -----------------------------------------------------------------------------------------------------


def _order(match, whole, text, seed):
    """Everything still to come, in order, or a DominoError that says what is not known."""
    unseen = match.hand.hold.unseen()
    if seed is not None:
        return _from_seed(match, seed)
    later = _shown_later(match, whole)
    rest = [t for t in unseen if t not in later]
    if text is not None:
        given = [parse(word) for word in text.split()]
        if sorted(given) == sorted(unseen):
            return given
        if sorted(given) != sorted(rest):
            raise DominoError("stock_wrong", len(rest), " ".join(name(t) for t in rest))
        return later + given
    if len(rest) > 1:
        raise DominoError("stock_unknown", len(rest))
    return later + rest


def _came(match):
    """The tiles that have come from the stock, in order."""
    came = []
    for _, act, data in match.events():
        if act >> 24 in LAID_BY_TABLE:
            came.extend(data)
        elif act >> 24 == TURN:
            came.append(act & 255)
    return came


def _shown_later(match, whole):
    """What the lines behind the position show to come next, if they go on from there."""
    before, after = _came(match), _came(whole)
    if after[: len(before)] != before:
        return []
    later = dict.fromkeys(after[len(before) :])
    return [t for t in later if not match.hand.hold.where[t]]


def _from_seed(match, seed):
    """The order in which `play --seed` shuffles, if the tiles so far came in that order."""
    fresh = Match(match.rules)
    fresh.push(0, make_act(HAND))
    stock = shuffled_stock(fresh, Random(seed))
    before = _came(match)
    if stock[: len(before)] != before:
        raise DominoError("seed_wrong", seed)
    return stock[len(before) :]
