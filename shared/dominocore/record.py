"""The game record, `.dgr`: text in, lines out, and back.

This room knows only how things are spelled; whether they are right is for `audit`. Reading and writing are exact
inverses on canonical text. The grammar is in RECORD.md beside this package.
"""

from dominocore.events import (
    DEAL,
    DRAW,
    FAULT,
    HAND,
    PLAY,
    REVEAL,
    RULING,
    SCORE,
    UNDO,
    VERBS,
    WORDS,
    act as make_act,
    parse_place,
    place_name,
)
from dominocore.faults import DominoError
from dominocore.match import Match, pack_scores, unpack_scores
from dominocore.tiles import UNSEEN, name, parse as parse_tile

HEADER = "%DGR 1"
KNOWN_TAGS = ("Game", "Set", "Seats", "Options")
_TABLE_ONLY = (HAND, SCORE, FAULT, RULING, UNDO)


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
                _read_tag(record, row)
            else:
                record.lines.append(_read_line(number, row))
        except DominoError as error:
            raise RecordError(error.code, number, *error.detail)
    _order_tags(record)
    return record


def _read_tag(record, row):
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
        line.event, line.end_written = _read_event(words)
    return line


def _split_time(body):
    if body[-1] != "}":
        return body, -1
    body, _, stamp = body[:-1].partition("{")
    seconds, _, fraction = stamp[2:].partition(".")
    if stamp[:2] != "t=" or not seconds.isdigit() or not (fraction + "0").isdigit() or len(fraction) > 3:
        raise DominoError("bad_time", stamp)
    return body.strip(), int(seconds) * 1000 + int((fraction + "000")[:3])


def _read_event(words):
    who, verb = words[0], VERBS.get(words[1])
    if verb is None:
        raise DominoError("bad_verb", words[1])
    if who != "*" and not (who.isdigit() and 1 <= int(who) <= 12 and who[0] != "0"):
        raise DominoError("bad_seat", who)
    if (who == "*") != (verb in _TABLE_ONLY):
        raise DominoError("bad_actor", who, words[1])
    seat = 0 if who == "*" else int(who)
    act, data, end_written = _READERS.get(verb, _read_bare)(verb, words[2:])
    return (seat, act, data), end_written


def _read_bare(verb, words):
    if words:
        raise DominoError("bad_words", " ".join(words))
    return make_act(verb), b"", False


def _read_play(verb, words):
    if not 1 <= len(words) <= 2 or (len(words) == 2 and words[1][0] != "@"):
        raise DominoError("bad_words", " ".join(words))
    place = extra = 0
    if len(words) == 2:
        where, slash, half = words[1][1:].partition("/")
        place = parse_place(where)
        if slash:
            if not half.isdigit() or int(half) > 15:
                raise DominoError("bad_words", words[1])
            extra = int(half) + 1
    tile = parse_tile(words[0])
    if tile == UNSEEN:
        raise DominoError("bad_tile", words[0])
    return make_act(verb, tile, place, extra), b"", place != 0


def _read_draw(verb, words):
    if len(words) != 1:
        raise DominoError("bad_words", " ".join(words))
    return make_act(verb, parse_tile(words[0])), b"", False


def _read_tiles(verb, words):
    if not words and verb != REVEAL:
        raise DominoError("no_tiles")
    return make_act(verb), bytes([parse_tile(w) for w in words]), False


def _read_score(verb, words):
    scores = []
    for i, word in enumerate(words, 1):
        side, _, points = word.partition(":")
        digits = points[1:] if points[:1] == "-" else points
        if side != str(i) or not digits.isdigit() or len(digits) > 4:
            raise DominoError("bad_words", word)
        scores.append(int(points))
    if not scores:
        raise DominoError("bad_words", "score")
    return make_act(verb), pack_scores(scores), False


def _read_fault(verb, words):
    if len(words) != 2 or not _is_word(words[0]) or not words[1].isdigit():
        raise DominoError("bad_words", " ".join(words))
    return make_act(verb, _small(words[1], 12)), words[0].encode(), False


def _read_ruling(verb, words):
    if len(words) != 3 or words[0] != "penalty" or not words[1].isdigit() or not words[2].isdigit():
        raise DominoError("bad_words", " ".join(words))
    points = _small(words[2], 9999)
    return make_act(verb, _small(words[1], 12), points & 255, points >> 8), b"", False


def _small(digits, most):
    if len(digits) > 4 or int(digits) > most:
        raise DominoError("bad_words", digits)
    return int(digits)


def _is_word(text):
    return not text.strip("abcdefghijklmnopqrstuvwxyz_")


_READERS = {
    PLAY: _read_play,
    DRAW: _read_draw,
    DEAL: _read_tiles,
    REVEAL: _read_tiles,
    SCORE: _read_score,
    FAULT: _read_fault,
    RULING: _read_ruling,
}


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


def spell(seat, act, data=b""):
    """One event as a record writes it, with the end if the act names one."""
    words = [str(seat) if seat else "*", WORDS[act >> 24]]
    return " ".join(words + spell_args(act, data))


def spell_args(act, data=b""):
    """The words behind the verb. A drawn tile as a choice (not drawn yet) has none."""
    verb = act >> 24
    if verb == PLAY:
        place, extra = act >> 8 & 255, act >> 16 & 255
        where = ["@" + place_name(place) + ("/%d" % (extra - 1) if extra else "")] if place else []
        return [name(act & 255)] + where
    if verb == DRAW:
        return [name(act & 255)]
    if verb in (DEAL, REVEAL):
        return [name(t) for t in data]
    if verb == SCORE:
        return ["%d:%d" % pair for pair in enumerate(unpack_scores(data), 1)]
    if verb == FAULT:
        return [str(data, "ascii"), str(act & 255)]
    if verb == RULING:
        return ["penalty", str(act & 255), str(act >> 8 & 0xFFFF)]
    return []


def shorten(match, seat, act):
    """The act as a writer spells it: the end is left out when it is the only one the tile fits."""
    if act >> 24 == PLAY and act >> 8 & 255:
        if len(match.rules.fits(match.hand, seat, (act & 255,))) == 1:
            return act & 255
    return act


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
        line = Line(0, (seat, shorten(self.match, seat, act), data), time=time)
        self.record.lines.append(line)
        self.match.push(seat, act, data)
        return line

    def text(self):
        return write(self.record)
