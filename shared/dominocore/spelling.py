"""How an event is spelled in a record: the words behind the verb, read and written.

Each verb has a form. Reading gives `(act, data, written)`, where `written` tells that a play named its end; writing
gives the words back. What a word means in the position (which end was left out, which tiles a removal takes) is for
`resolve` in `audit`, which knows the position.
"""

from dominocore.events import (
    ANTE,
    BET,
    BID,
    CAPTURE,
    CLAIM,
    CLOCK,
    DEAL,
    DISCARD,
    DOWN,
    DRAW,
    FAMILIES,
    FAULT,
    FROM_RACK,
    HAND,
    LAID_BY_TABLE,
    LAY,
    LAYOUT,
    MOVE,
    NUMBER_MOST,
    PLAY,
    POOL,
    PUT,
    RAISE,
    REMOVE,
    REVEAL,
    ROW,
    RULING,
    SCORE,
    SLOT,
    SUIT,
    TRUMP,
    TURN,
    UNDO,
    UP,
    WASTE,
    WORDS,
    act as make_act,
    place_name,
)
from dominocore.faults import PENALTY_MOST, DominoError, is_rule_name
from dominocore.scoring import pack_scores, unpack_scores
from dominocore.tiles import UNSEEN, name, parse as parse_tile

VERBS = {word: verb for verb, word in WORDS.items() if not LAY < verb < LAY + 4}
TABLE_ONLY = (HAND, SCORE, FAULT, RULING, UNDO) + LAID_BY_TABLE
_TRUMPS = ("0", "1", "2", "3", "4", "5", "6", "doubles", "none")


def read_event(words):
    """The event in the words of a line: `((seat, act, data), written)`."""
    who, verb = words[0], VERBS.get(words[1])
    if verb is None:
        raise DominoError("bad_verb", words[1])
    if who != "*" and not (who.isdigit() and 1 <= int(who) <= 12 and who[0] != "0"):
        raise DominoError("bad_seat", who)
    if (who == "*") != (verb in TABLE_ONLY):
        raise DominoError("bad_actor", who, words[1])
    seat = 0 if who == "*" else int(who)
    a, data, written = _FORMS.get(verb, _BARE)[0](verb, words[2:])
    return (seat, a, data), written


def spell(seat, a, data=b""):
    """One event as a record writes it, with the end if the act names one."""
    return " ".join([str(seat) if seat else "*", WORDS[a >> 24]] + spell_args(a, data))


def spell_args(a, data=b""):
    """The words behind the verb."""
    return _FORMS.get(a >> 24, _BARE)[1](a, data)


def _fail(words):
    raise DominoError("bad_words", " ".join(words))


def _number(text, most):
    if not text.isdigit() or len(text) > 5 or int(text) > most:
        raise DominoError("bad_words", text)
    return int(text)


def _seen_tile(text):
    tile = parse_tile(text)
    if tile == UNSEEN:
        raise DominoError("bad_tile", text)
    return tile


def parse_place(text):
    if len(text) == 1 and text in "LRUD":
        return "-LRUD".find(text)
    if text.isdigit() and text[0] != "0" and int(text) <= 12:
        return SLOT + int(text)
    for letter, base, count in FAMILIES:
        digits = text[1:]
        if text[:1] == letter and digits.isdigit() and digits[0] != "0" and int(digits) <= count:
            return base + int(digits)
    raise DominoError("bad_place", text)


# --- forms: (read, write) pairs -----------------------------------------------------------------------------------


def _read_bare(verb, words):
    if words:
        _fail(words)
    return make_act(verb), b"", False


def _write_bare(a, data):
    return []


def _read_play(verb, words):
    """`6-5`, `6-5 @R`, `6-1 @R/6`, `13-10 =13`, `12-5 x5-5`"""
    if not 1 <= len(words) <= 2:
        _fail(words)
    tile = _seen_tile(words[0])
    if len(words) == 1:
        return make_act(verb, tile), b"", False
    mark, rest = words[1][0], words[1][1:]
    if mark == "x":
        return make_act(verb, tile, 0, CAPTURE + _seen_tile(rest)), b"", False
    if mark == "=":
        return make_act(verb, tile, SUIT + _number(rest, 15)), b"", False
    if mark != "@":
        _fail(words)
    where, slash, half = rest.partition("/")
    extra = _number(half, 15) + 1 if slash else 0
    return make_act(verb, tile, parse_place(where), extra), b"", True


def _write_play(a, data):
    place, extra = a >> 8 & 255, a >> 16 & 255
    words = [name(a & 255)]
    if place >= SUIT:
        words.append("=%d" % (place - SUIT))
    elif place:
        words.append("@" + place_name(place) + ("/%d" % (extra - 1) if extra else ""))
    elif extra >= CAPTURE:
        words.append("x" + name(extra - CAPTURE))
    return words


def _read_claim(verb, words):
    """Bare in Muggins; `12-5 x5-5` in High Fives."""
    return _read_play(verb, words) if words else _read_bare(verb, words)


def _write_claim(a, data):
    return _write_play(a, data) if a & 0xFFFFFF else []


def _read_tile(verb, words):
    if len(words) != 1:
        _fail(words)
    tile = parse_tile(words[0])
    if tile == UNSEEN and verb in FROM_RACK:
        raise DominoError("bad_tile", words[0])
    return make_act(verb, tile), b"", False


def _write_tile(a, data):
    return [name(a & 255)]


def _read_tiles(verb, words):
    if not words and verb != REVEAL:
        raise DominoError("no_tiles")
    return make_act(verb), bytes([parse_tile(w) for w in words]), False


def _write_tiles(a, data):
    return [name(t) for t in data]


def _read_discard(verb, words):
    """One tile, or up to three in Poker: the second and third stand in the act's other fields, plus one."""
    if not 1 <= len(words) <= 3:
        _fail(words)
    tiles = [_seen_tile(w) for w in words]
    return make_act(verb, tiles[0], *[t + 1 for t in tiles[1:]]), b"", False


def _write_discard(a, data):
    more = [n - 1 for n in (a >> 8 & 255, a >> 16 & 255) if n]
    return [name(t) for t in [a & 255] + more]


def _read_clock(verb, words):
    """Slots 1, 2, … at the start; `6-2 @5` fills one slot."""
    if len(words) == 2 and words[1][0] == "@":
        return make_act(verb, 0, parse_place(words[1][1:])), bytes([_seen_tile(words[0])]), False
    return _read_tiles(verb, words)


def _write_clock(a, data):
    place = a >> 8 & 255
    return _write_tiles(a, data) + (["@" + place_name(place)] if place else [])


def _read_put(verb, words):
    if len(words) != 2 or words[1][0] != "@":
        _fail(words)
    return make_act(verb, _seen_tile(words[0]), parse_place(words[1][1:])), b"", True


def _read_move(verb, words):
    """`4>7`: from slot 4 to slot 7."""
    if len(words) != 1:
        _fail(words)
    source, _, target = words[0].partition(">")
    return make_act(verb, _number(source, 12), _number(target, 12)), b"", False


def _write_move(a, data):
    return ["%d>%d" % (a & 255, a >> 8 & 255)]


_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _read_lay(verb, words):
    """`6-3 6@4,1 3@4,0`: each half in its cell. The cell of the high half goes into `data`; which way the low half lies
    is in the verb. Halves that do not touch are both in `data`: they can be read, but never laid."""
    if len(words) != 3:
        _fail(words)
    tile = _seen_tile(words[0])
    first, x, y = _cell(words[1])
    second, x2, y2 = _cell(words[2])
    hi, lo = [int(n) for n in name(tile).split("-")]
    if (first, second) == (lo, hi) and hi != lo or (hi == lo and (y2, x2) < (y, x)):
        first, second, x, y, x2, y2 = second, first, x2, y2, x, y
    if (first, second) != (hi, lo):
        _fail(words)
    if (x2 - x, y2 - y) not in _STEPS:
        return make_act(verb, tile), pack_scores([x, y, x2, y2]), False
    return make_act(verb + _STEPS.index((x2 - x, y2 - y)), tile), pack_scores([x, y]), False


def _cell(text):
    half, _, where = text.partition("@")
    x, _, y = where.partition(",")
    return _number(half, 15), _signed(x), _signed(y)


def _signed(text):
    return -_number(text[1:], 9999) if text[:1] == "-" else _number(text, 9999)


def _write_lay(a, data):
    cells = unpack_scores(data)
    if len(cells) == 2:
        dx, dy = _STEPS[(a >> 24) - LAY]
        cells += [cells[0] + dx, cells[1] + dy]
    hi, lo = name(a & 255).split("-")
    return [name(a & 255), "%s@%d,%d" % (hi, cells[0], cells[1]), "%s@%d,%d" % (lo, cells[2], cells[3])]


def _read_bid(verb, words):
    if len(words) != 1:
        _fail(words)
    number = 0 if words[0] == "pass" else _number(words[0], NUMBER_MOST)
    if not number and words[0] != "pass":
        _fail(words)
    return make_act(verb) + number, b"", False


def _write_bid(a, data):
    return [str(a & 0xFFFFFF) if a & 0xFFFFFF else "pass"]


def _read_trump(verb, words):
    if len(words) != 1 or words[0] not in _TRUMPS:
        _fail(words)
    return make_act(verb, _TRUMPS.index(words[0])), b"", False


def _write_trump(a, data):
    return [_TRUMPS[a & 255]]


def _read_chips(verb, words):
    if len(words) != 1:
        _fail(words)
    return make_act(verb) + _number(words[0], NUMBER_MOST), b"", False


def _write_chips(a, data):
    return [str(a & 0xFFFFFF)]


def _read_score(verb, words):
    scores = []
    for i, word in enumerate(words, 1):
        side, _, points = word.partition(":")
        digits = points[1:] if points[:1] == "-" else points
        if side != str(i) or not digits.isdigit() or len(digits) > 9:
            raise DominoError("bad_words", word)
        scores.append(int(points))
    if not scores:
        raise DominoError("bad_words", "score")
    return make_act(verb), pack_scores(scores), False


def _write_score(a, data):
    return ["%d:%d" % pair for pair in enumerate(unpack_scores(data), 1)]


def _read_fault(verb, words):
    if len(words) != 2 or not is_rule_name(words[0]):
        _fail(words)
    return make_act(verb, _number(words[1], 12)), words[0].encode(), False


def _write_fault(a, data):
    return [str(data, "ascii"), str(a & 255)]


def _read_ruling(verb, words):
    if len(words) != 3 or words[0] != "penalty":
        _fail(words)
    points = _number(words[2], PENALTY_MOST)
    return make_act(verb, _number(words[1], 12), points & 255, points >> 8), b"", False


def _write_ruling(a, data):
    return ["penalty", str(a & 255), str(a >> 8 & 0xFFFF)]


_BARE = (_read_bare, _write_bare)
_ONE = (_read_tile, _write_tile)
_LIST = (_read_tiles, _write_tiles)
_CHIPS = (_read_chips, _write_chips)
_CELLS = (_read_lay, _write_lay)
_FORMS = {
    PLAY: (_read_play, _write_play),
    CLAIM: (_read_claim, _write_claim),
    DRAW: _ONE,
    DOWN: _ONE,
    TURN: _ONE,
    WASTE: _ONE,
    DISCARD: (_read_discard, _write_discard),
    REMOVE: _LIST,
    DEAL: _LIST,
    REVEAL: _LIST,
    CLOCK: (_read_clock, _write_clock),
    PUT: (_read_put, _write_play),
    MOVE: (_read_move, _write_move),
    BID: (_read_bid, _write_bid),
    TRUMP: (_read_trump, _write_trump),
    ANTE: _CHIPS,
    BET: _CHIPS,
    RAISE: _CHIPS,
    SCORE: (_read_score, _write_score),
    FAULT: (_read_fault, _write_fault),
    RULING: (_read_ruling, _write_ruling),
    ROW: _LIST,
    POOL: _LIST,
    LAYOUT: _LIST,
    UP: _LIST,
    LAY: _CELLS,
    LAY + 1: _CELLS,
    LAY + 2: _CELLS,
    LAY + 3: _CELLS,
}
