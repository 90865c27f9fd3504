"""Auditing: replay a record on the core and say what it comes to, or where it goes wrong.

A line that is illegal by what the record has shown before it is an error, unless the next line is a `fault` that
names its seat: then it stands and is listed. What only later tiles prove wrong stands too, and is listed.
"""

from dominocore import games
from dominocore.events import FAULT, HAND, UNDO
from dominocore.faults import DominoError
from dominocore.judging import impossible, may_cut_in
from dominocore.match import Match
from dominocore.record import RecordError


class Report:
    def __init__(self):
        self.match: Match | None = None
        self.infractions = []  # (hand number, line number, Infraction)
        self.missed = []  # (hand number, line number, Missed)
        self.error: RecordError | None = None

    @property
    def ok(self):
        return self.error is None


def rules_of(record):
    """The rules that a record's tags ask for, or a DominoError."""
    top = record.tag("Set")[0]
    if not top.isdigit():
        raise DominoError("bad_set", top, "6 9 12 15")
    given = {}
    for word in (record.tag("Options") or [""])[0].split():
        key, _, value = word.partition("=")
        if key in given:
            raise DominoError("double_option", key)
        given[key] = value
    return games.load(record.tag("Game")[0], int(top), len(record.tag("Seats")), given)


def audit(record):
    """Replay the whole record; never raises for what the record says."""
    report = Report()
    try:
        report.match = Match(rules_of(record))
    except DominoError as error:
        report.error = RecordError(error.code, record.line_of(_TAGS.get(error.code, "Options")), *error.detail)
        return report
    lines = [line for line in record.lines if line.event]
    numbers = []  # line numbers of the events of this hand
    for i, line in enumerate(lines):
        excused = i + 1 < len(lines) and _names(lines[i + 1].event, line.event[0])
        code = _step(report, line, excused, numbers)
        if code:
            report.error = RecordError(code, line.number)
            break
    _collect(report, report.match.hand, numbers)
    return report


# The tag that is at fault; what is not named here is about an option.
_TAGS = {"bad_game": "Game", "bad_set": "Set", "bad_seats": "Seats", "exact_seats": "Seats"}


def _names(event, seat):
    return event[1] >> 24 == FAULT and event[1] & 255 == seat


def _step(report, line, excused, numbers):
    """Judge and push one line; the code of what is wrong with it, or None."""
    match = report.match
    seat, act, data = line.event
    act, code = resolve(match, seat, act, line.end_written)
    code = code or (impossible(match, seat, act, data) if excused else match.judge(seat, act, data))
    if code:
        return code
    verb = act >> 24
    before = match.hand
    match.push(seat, act, data)
    if verb == HAND:
        _collect(report, before, numbers)
        numbers.clear()
    if verb == UNDO:
        del numbers[match.hand.events :]
    else:
        numbers.append(line.number)
    return None


def resolve(match, seat, act, end_written):
    """What a written play means: an end that was left out is the only one that fits. Gives `(act, code)`.

    Only a tile alone leaves something out: a called suit or a captured tile stands in the place of an end.
    """
    if act != act & 255 or end_written or not match.turn:
        return act, None
    code = impossible(match, seat, act)
    if code != "no_such_end":
        return act, code  # also the first tile, which has no end
    fits = match.rules.fits(match.hand, seat, (act & 255,))
    if len(fits) == 1:
        return fits[0], None
    if not match.rules.on_turn(match.hand, seat, act) and not may_cut_in(match, seat):
        return act, "out_of_turn"
    return act, "end_needed" if fits else "does_not_fit"


def _collect(report, hand, numbers):
    """What is to be said of a hand that is over, or goes no further; `numbers` are the lines of its events."""
    if hand:
        for infraction in hand.breaches():
            report.infractions.append((hand.number, numbers[infraction.event], infraction))
        for missed in hand.missed:
            report.missed.append((hand.number, numbers[missed.event], missed))
