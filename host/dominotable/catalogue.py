"""The games as the tool lists them, and the texts of their rules."""

from importlib import resources

from dominocore import games, words
from dominocore.faults import DominoError


def describe(game: str) -> dict:
    """One game as `games --json` shows it.

    `seats` gives the fewest and most for each set; the first set is the default. An option whose default depends
    on the set has the other defaults in `by_set`.
    """
    rules = games.rules_of(game)
    sets = [rules.DEFAULT_SET] + [top for top in sorted(rules.SEATS) if top != rules.DEFAULT_SET]
    defaults = {top: games.load(game, top).options for top in sets}
    return {
        "id": game,
        "names": {language: words.game(language, game) for language in words.LANGUAGES},
        "sets": sets,
        "seats": {str(top): list(rules.SEATS[top]) for top in sets},
        "options": [_describe_option(option, defaults) for option in rules.OPTIONS],
    }


def _describe_option(option, defaults):
    key, _, values, least = option
    default, *others = [options[key] for options in defaults.values()]
    shown = {"key": key, "default": default}
    shown |= {"values": list(values)} if values else {"least": least}
    if any(other != default for other in others):
        shown["by_set"] = {str(top): options[key] for top, options in defaults.items()}
    return shown


def describe_all() -> list[dict]:
    return [describe(game) for game in games.IDS]


def rule_text(game: str, language: str) -> str:
    """The rules as played here, as Markdown."""
    games.rules_of(game)
    page = resources.files("dominotable") / "rules" / ("%s.%s.md" % (game, language))
    if not page.is_file():
        raise DominoError("no_rules", game)
    return page.read_text(encoding="utf-8")
