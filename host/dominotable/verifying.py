"""Proving a score again: replays a game record or a downloaded journal on the rules core.

A report is plain data, with the keys that `verify --json` shows. It says "unreadable" when the file is not a record
or journal at all, "unsound" when it is one but breaks the rules, a score or the chain.
"""

from dataclasses import dataclass
from pathlib import Path

from dominocore import audit, record as game_record
from dominocore.events import DRAW, TURN, WORDS
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.spelling import spell_args
from dominocore.tiles import name
from dominotable import exits, journals
from dominotable.solitaires import is_solitaire
from dominotable.speech import sentence

FROM_STOCK = (DRAW, TURN)  # acts whose tile nobody knows before


@dataclass
class Verdict:
    """What one file is worth: its exit code, the report, and the record for those who want to see or save it."""

    exit_code: int
    report: dict
    record: game_record.Record | None = None


def verify_file(path: Path, key: bytes | None = None, lang: str = "en") -> Verdict:
    """The verdict on one file; raises for nothing that a file can hold or lack."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _unreadable(str(path), lang, DominoError("no_file", path))
    except OSError as error:
        return _unreadable(str(path), lang, DominoError("file", path, error.strerror))
    return verify_bytes(data, str(path), key, lang)


def verify_bytes(data: bytes, source: str, key: bytes | None = None, lang: str = "en") -> Verdict:
    try:
        if journals.is_journal(data, Path(source)):
            return _verify_journal(journals.read_game(data), source, key, lang)
        return _verify_record(game_record.read(data.decode()), source, lang)
    except UnicodeDecodeError:
        return _unreadable(source, lang, DominoError("not_utf8", source))
    except DominoError as error:
        return _unreadable(source, lang, error)


def _verify_record(found, source, lang):
    done = audit.audit(found)
    return Verdict(exits.OK if done.ok else exits.UNSOUND, _report(done, source, lang), found)


def _verify_journal(game, source, key, lang):
    done = audit.audit(game.record)
    wrong = journals.problem(game, key) or done.error or journals.disagreement(game)
    report = _report(done, source, lang)
    worth = game.reader.verify(key)
    report["journal"] = {"closed": worth.closed, "chain": worth.chain, "signed": worth.signed}
    if wrong:
        report |= {"ok": False, "error": _error(wrong, lang)}
        return Verdict(exits.UNSOUND, report, game.record)
    return Verdict(exits.OK, report, journals.to_record(game))


def _unreadable(source, lang, error):
    report = {"file": source, "ok": False, "game": None} | standing(None)
    return Verdict(exits.UNREADABLE, report | {"infractions": [], "missed": [], "error": _error(error, lang)})


def _report(done, source, lang):
    report = {"file": source, "ok": done.ok, "game": done.match.rules.ID if done.match else None}
    report |= standing(done.match)
    report["infractions"] = [_infraction(*found) for found in done.infractions]
    report["missed"] = [_missed(*found) for found in done.missed]
    report["error"] = _error(done.error, lang) if done.error else None
    return report


def _infraction(hand, line, infraction):
    tile = name(infraction.tile) if infraction.tile >= 0 else None
    return {"rule": infraction.rule, "seat": infraction.seat, "tile": tile, "hand": hand, "line": line}


def _missed(hand, line, missed):
    return {"seat": missed.seat, "tile": name(missed.tile), "points": missed.points, "hand": hand, "line": line}


def _error(error, lang):
    line = getattr(error, "line", None)
    return {"line": line, "code": error.code, "message": sentence(lang, error.code, *error.detail)}


def standing(match: Match | None) -> dict:
    """Where a match stands, as data: hands, totals, winner, whose turn it is and what that seat may do."""
    if match is None:
        return {"hands": [], "scores": [], "winner": None, "turn": None, "legal": []}
    return {
        "hands": [{"scores": list(r.scores), "winner": _winner(r.winner), "reason": r.reason} for r in match.results],
        "scores": list(match.totals),
        "winner": _winner(match.outcome),
        "turn": match.turn or None,
        "legal": legal_lines(match),
    } | _left(match)


def _left(match):
    """A solitaire also tells how many tiles (Big Clock: doubles) are left."""
    return {"left": match.rules.left(match.hand)} if match.hand and is_solitaire(match.rules) else {}


def _winner(found):
    """A seat or side number, a list when shared, None when nobody (0 or an empty outcome)."""
    if isinstance(found, tuple):
        return list(found) if len(found) > 1 else found[0] if found else None
    return found or None


def legal_lines(match: Match) -> list[str] | None:
    """The legal acts of the seat on turn as record lines without the seat; None while its rack is hidden."""
    acts = match.legal()
    return None if acts is None else [_spell(match, act) for act in acts]


def _spell(match, act):
    words = [] if act >> 24 in FROM_STOCK else spell_args(*game_record.spelled(match, match.turn, act))
    return " ".join([WORDS[act >> 24], *words])
