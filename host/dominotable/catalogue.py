"""The games as the tool lists them, and the texts of their rules."""

import contextlib
from importlib import resources

from dominocore import games, words
from dominocore.faults import DominoError

_AT_THE_TABLE = ("\n## At the table\n", "\n## En la mesa\n")  # the last section of a game that can be played there


def describe(game: str) -> dict:
    """One game as `games --json` shows it.

    `seats` gives the fewest and most for each set; the first set is the default. An option has its `default` (null:
    nothing unless given) and its `values`, the default first, or the `least` number. Where the default depends on the
    table, `by_set` has it for each set, or `by_seats` for each set and number of seats.
    """
    rules = games.rules_of(game)
    sets = [rules.DEFAULT_SET] + [top for top in sorted(rules.SEATS) if top != rules.DEFAULT_SET]
    usual, defaults = games.load(game).options, _defaults(game, sets)
    return {
        "id": game,
        "names": {language: words.game(language, game) for language in words.LANGUAGES},
        "sets": sets,
        "seats": {str(top): list(rules.SEATS[top]) for top in sets},
        "options": [_describe_option(option, usual[option[0]], defaults) for option in rules.OPTIONS],
    }


def _defaults(game, sets):
    """The options when none is given, by set and number of seats; a set that needs an option to be named has none."""
    found = {}
    for top in sets:
        fewest, most = games.rules_of(game).SEATS[top]
        for seats in range(fewest, most + 1):
            with contextlib.suppress(DominoError):
                found.setdefault(top, {})[seats] = games.load(game, top, seats).options
    return found


def _describe_option(option, usual, defaults):
    key, _, values, least = option
    shown = {"key": key, "default": _checked(usual, values, least)}
    shown |= {"values": sorted(values, key=lambda value: value != usual)} if values else {"least": least}
    by_seats = {top: {n: options[key] for n, options in tables.items()} for top, tables in defaults.items()}
    if any(len(set(tables.values())) > 1 for tables in by_seats.values()):
        shown["by_seats"] = {str(top): {str(n): value for n, value in by_seats[top].items()} for top in by_seats}
    elif any(value != usual for tables in by_seats.values() for value in tables.values()):
        shown["by_set"] = {str(top): next(iter(tables.values())) for top, tables in by_seats.items()}
    return shown


def _checked(default, values, least):
    """A default that could not be given stands for none."""
    return None if not values and default < least else default


def describe_all() -> list[dict]:
    return [describe(game) for game in games.IDS]


def rule_text(game: str, language: str) -> str:
    """The rules as played here, as Markdown. What all games at the table share is one page, the end of theirs."""
    games.rules_of(game)
    text = _page(game, language)
    return text + "\n" + _page("table", language) if any(head in text for head in _AT_THE_TABLE) else text


def _page(name, language):
    page = resources.files("dominotable") / "rules" / ("%s.%s.md" % (name, language))
    if not page.is_file():
        raise DominoError("no_rules", name)
    return page.read_text(encoding="utf-8")
