"""Downloaded journals (`.dtj`): what a table kept of one game, turned into a game record and checked.

The chain proves that nobody changed the file, the replay proves the score. Both are needed: a table with a wrong
rule would sign a wrong score in good faith.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

from dominocore import audit, events, journal
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.record import Line, Record, Writer, write_line


@dataclass
class Game:
    """One game as its journal tells it."""

    record: Record
    reader: journal.Reader
    steps: list = field(default_factory=list)  # (number of the journal's record, Line or checkpoint)
    result: dict | None = None  # what it closes with


def is_journal(data: bytes, path: Path | None = None) -> bool:
    return data.startswith(journal.MAGIC[:3]) or (path is not None and path.suffix == journal.SUFFIX)


def read_game(data: bytes) -> Game:
    """The game in a journal, as far as it can be read; DominoError when there is no beginning to read."""
    records, reader = journal.read(data)
    if not records or records[0][1][0] != journal.OPEN:
        code = reader.problems[0].code if reader.problems else "empty"
        raise DominoError("journal_" + code, 0)
    game = Game(_begin(records[0][1][1:]), reader)
    time = 0
    for number, payload in records[1:]:
        try:
            time = _TAKE.get(payload[0], _skip)(game, number, payload, time)
        except (DominoError, ValueError, TypeError, KeyError, IndexError):
            raise DominoError("bad_entry", number) from None
    return game


def _begin(config: bytes) -> Record:
    """An empty record with the tags of the game's configuration."""
    found = Record()
    try:
        told = json.loads(config)
        options = " ".join("%s=%s" % pair for pair in told.get("options", {}).items())
        found.tags = [("Game", [told["game"]]), ("Set", [str(told["set"])]), ("Seats", [str(s) for s in told["seats"]])]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise DominoError("bad_entry", 0) from None
    if options:
        found.tags.append(("Options", [options]))
    return found


def _found(parts):
    """The parts of a payload; a payload too short to have them is refused."""
    if parts is None:
        raise ValueError
    return parts


def _take_event(game, number, payload, time):
    since, packed = _found(journal.split_timed(payload))
    seat, act, data, _ = events.unpack(packed)
    time += since
    row = len(game.record.tags) + len(game.record.lines) + 2
    line = Line(row, (seat, act, data), end_written=True, time=time)
    write_line(line)  # an event that cannot be spelled is no event
    game.record.lines.append(line)
    game.steps.append((number, line))
    return time


def _take_hand(game, number, payload, time):
    game.steps.append((number, payload[1:]))
    return time


def _take_note(game, number, payload, time):
    return time + _found(journal.split_timed(payload))[0]


def _take_close(game, number, payload, time):
    game.result = json.loads(_found(journal.split_close(payload))[2])
    return time


def _skip(game, number, payload, time):
    return time


_TAKE = {
    journal.EVENT: _take_event,
    journal.HAND: _take_hand,
    journal.NOTE: _take_note,
    journal.CLOSE: _take_close,
}


def problem(game: Game, key: bytes | None) -> DominoError | None:
    """What is wrong with the file itself; the replay is not looked at."""
    if game.reader.problems:
        first = game.reader.problems[0]
        return DominoError("journal_" + first.code, first.offset)
    if key is not None:
        if not game.reader.closed:
            return DominoError("not_closed")
        if not game.reader.verify(key).signed:
            return DominoError("bad_signature")
    return None


def disagreement(game: Game) -> DominoError | None:
    """Where the numbers the table wrote down differ from those a replay of its (sound) events gives."""
    match = Match(audit.rules_of(game.record))
    for number, step in game.steps:
        if isinstance(step, Line):
            match.push(*_found(step.event))
        elif step not in (match.checkpoint(), match.start):
            return DominoError("bad_start", number)
    if game.result is not None and not _closes_with(game.result, match):
        return DominoError("bad_result")
    return None


def _closes_with(result, match) -> bool:
    return result.get("totals", match.totals) == match.totals and (result.get("winner") or 0) == match.winner


def to_record(game: Game) -> Record:
    """The game record of a sound game, as a writer spells it: ends that follow are left out."""
    writer = Writer(audit.rules_of(game.record), game.record.tag("Seats"))
    for line in game.record.lines:
        writer.event(*_found(line.event), time=line.time)
    return writer.record
