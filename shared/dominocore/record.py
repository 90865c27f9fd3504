"""The game record, `.dgr`: text in, lines out, and back.

This room knows only how things are spelled; whether they are right is for `audit`. Reading and writing are exact
inverses on canonical text. The grammar is in RECORD.md beside this package.
"""

from dominocore.events import PLAY, SUIT
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.spelling import read_event, spell

HEADER = "%DGR 1"
KNOWN_TAGS = ("Game", "Set", "Seats", "Options")


class RecordError(DominoError):
    """Text that is not a record: the code, the line number, and the words at fault."""

    def __init__(self, code, line, *detail):
        super().__init__(code, *detail)
        self.line = line


class Line:
    """One line of the body: an event (or only a comment), with its time in ms (-1: none) and its comment."""

    def __init__(self, number, event=None, end_written=False, time=-1, comment=None):
        self.number = number
        self.event = event
        self.end_written = end_written
        self.time = time
        self.comment = comment


class Record:
    def __init__(self):
        self.tags = []  # (name, [values]) in canonical order
        self.lines = []
        self.tag_lines = {}  # name -> number of the line it was read from

    def line_of(self, tag):
        return self.tag_lines.get(tag, 1)

    def tag(self, wanted):
        for tag, values in self.tags:
            if tag == wanted:
                return values
        return None


# --- reading ------------------------------------------------------------------------------------------------------


def read(text):
    """The Record in `text`, or a RecordError that names the line."""
    record = Record()
    rows = text.replace("\r\n", "\n").split("\n")
    if rows[0].strip() != HEADER:
        raise RecordError("bad_header", 1, rows[0][:40], HEADER)
    for number, row in enumerate(rows[1:], 2):
        row = row.strip()
        if not row:
            continue
        try:
            if row[0] == "[":
                _read_tag(record, number, row)
            else:
                record.lines.append(_read_line(number, row))
        except DominoError as error:
            raise RecordError(error.code, number, *error.detail)
    _order_tags(record)
    return record


def _read_tag(record, number, row):
    if record.lines and any([line.event for line in record.lines]):
        raise DominoError("late_tag", row)
    if row[-1] != "]":
        raise DominoError("bad_tag", row)
    tag, _, rest = row[1:-1].strip().partition(" ")
    values = _quoted(rest.strip(), row)
    if not tag.isalpha() or not values or (tag != "Seats" and len(values) != 1):
        raise DominoError("bad_tag", row)
    if record.tag(tag) is not None:
        raise DominoError("double_tag", tag)
    record.tags.append((tag, values))
    record.tag_lines[tag] = number


def _quoted(text, row):
    """The strings in double quotes that make up `text`; a backslash keeps a quote or a backslash in a string."""
    values = []
    value = None
    escaped = False
    for letter in text:
        if value is None:
            if letter == '"':
                value = ""
            elif letter != " ":
                raise DominoError("bad_tag", row)
        elif escaped or letter not in '"\\':
            value += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            values.append(value)
            value = None
    if value is not None:
        raise DominoError("bad_tag", row)
    return values


def _order_tags(record):
    for tag in KNOWN_TAGS[:3]:
        if record.tag(tag) is None:
            raise RecordError("missing_tag", 1, tag)
    known = [(tag, record.tag(tag)) for tag in KNOWN_TAGS if record.tag(tag) is not None]
    record.tags = known + [pair for pair in record.tags if pair[0] not in KNOWN_TAGS]


def _read_line(number, row):
    body, mark, comment = row.partition(";")
    line = Line(number, comment=comment.strip() if mark else None)
    body = body.strip()
    if body:
        body, line.time = _split_time(body)
        words = body.split()
        if len(words) < 2:
            raise DominoError("bad_line", body)
        line.event, line.end_written = read_event(words)
    return line


def _split_time(body):
    if body[-1] != "}":
        return body, -1
    body, _, stamp = body[:-1].partition("{")
    seconds, _, fraction = stamp[2:].partition(".")
    if stamp[:2] != "t=" or not seconds.isdigit() or not (fraction + "0").isdigit() or len(fraction) > 3:
        raise DominoError("bad_time", stamp)
    return body.strip(), int(seconds) * 1000 + int((fraction + "000")[:3])


# --- writing ------------------------------------------------------------------------------------------------------


def write(record):
    """The canonical text of a Record."""
    rows = [HEADER]
    for tag, values in record.tags:
        quoted = ['"%s"' % v.replace("\\", "\\\\").replace('"', '\\"') for v in values]
        rows.append("[%s %s]" % (tag, " ".join(quoted)))
    for line in record.lines:
        rows.append(write_line(line))
    return "\n".join(rows) + "\n"


def write_line(line):
    parts = []
    if line.event:
        parts.append(spell(*line.event))
    if line.time >= 0:
        parts.append("{t=%d.%03d}" % (line.time // 1000, line.time % 1000))
    if line.comment is not None:
        parts.append(("; " + line.comment).strip())
    return " ".join(parts)


def shorten(match, seat, act):
    """The act as a writer spells it: the end is left out when it is the only one the tile fits."""
    if act >> 24 == PLAY and 0 < act >> 8 & 255 < SUIT:
        if len(match.rules.fits(match.hand, seat, (act & 255,))) == 1:
            return act & 255
    return act


def spelled(match, seat, act, data=b""):
    """The act as a writer spells it, with the tiles or cells that it names: `(act, data)`."""
    if act >> 24 in match.rules.NAMES and not data:
        return match.rules.spelled(match.hand, act)
    return shorten(match, seat, act), data


def new_record(rules, names):
    """An empty record of a match, with its tags."""
    record = Record()
    record.tags = [("Game", [rules.ID]), ("Set", [str(rules.top)]), ("Seats", list(names))]
    changed = rules.changed()
    if changed:
        record.tags.append(("Options", [changed]))
    return record


class Writer:
    """Builds a record from events as they happen, with a match of its own to know which ends to write."""

    def __init__(self, rules, names):
        self.match = Match(rules)
        self.record = new_record(rules, names)

    def event(self, seat, act, data=b"", time=-1):
        line = Line(0, (seat,) + spelled(self.match, seat, act, data), time=time)
        self.record.lines.append(line)
        self.match.push(seat, act, data)
        return line

    def text(self):
        return write(self.record)
