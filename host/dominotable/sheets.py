"""Reports as people read them: rich tables and lines made from the data that `--json` would show."""

from rich.table import Table

from dominocore import words
from dominotable.console import Screen

TITLES = {
    "games": ("Games", "Juegos"),
    "game": ("game", "juego"),
    "name": ("name", "nombre"),
    "sets": ("set: seats", "doble: jugadores"),
    "options": ("options", "opciones"),
    "by_table": ("by set and seats", "según juego y jugadores"),
    "hand": ("hand", "mano"),
    "total": ("total", "total"),
    "end": ("end", "final"),
    "won": ("won by", "gana"),
    "number": ("no.", "n.º"),
    "seats": ("seats", "jugadores"),
    "bytes": ("bytes", "bytes"),
    "running": ("running", "en juego"),
}

CROWDED = 8  # more columns than this are set close together
NOT_WON = ("lost", "gave_up", "close")  # a solitaire is over, and nobody has won it


def _title(lang, key):
    return TITLES[key][words.LANGUAGES.index(lang)]


def games_table(games: list[dict], lang: str) -> Table:
    table = Table(title=_title(lang, "games"), show_lines=True)
    for key in ("game", "name", "sets", "options"):
        table.add_column(_title(lang, key), no_wrap=key in ("game", "options"))
    for game in games:
        sets = "\n".join("%d:\N{NO-BREAK SPACE}%s" % (top, _span(*game["seats"][str(top)])) for top in game["sets"])
        options = "\n".join(_option(option, lang) for option in game["options"])
        table.add_row(game["id"], game["names"][lang], sets, options)
    return table


def _span(fewest, most):
    return str(most) if fewest == most else "%d–%d" % (fewest, most)


def _option(option, lang):
    """`leader=rotate,fixed,winner`: the default first; a number that the table decides is not written out."""
    if "by_seats" in option:
        return "%s (%s)" % (option["key"], _title(lang, "by_table"))
    if "by_set" in option:
        return "%s=%s" % (option["key"], _by_set(option))
    if option["default"] is None:
        return "%s=…" % option["key"]
    return "%s=%s" % (option["key"], ",".join(map(str, option.get("values", [option["default"]]))))


def _by_set(option):
    """`100 (9: 200, 12: 500)`: the usual default, and that of every set which has another."""
    others = ["%s: %s" % (top, value) for top, value in option["by_set"].items() if value != option["default"]]
    return "%s (%s)" % (option["default"], ", ".join(others))


def side_names(names: list[str], sides: int) -> list[str]:
    """Who scores together: in games of pairs the seats opposite each other."""
    return [" + ".join(names[side::sides]) for side in range(sides)]


def score_sheet(report: dict, names: list[str], lang: str) -> Table:
    """One row a hand, one column a seat or pair, the totals below."""
    sides = len(report["scores"])
    table = Table(title=words.game(lang, report["game"]), show_footer=True, padding=0 if sides > CROWDED else (0, 1))
    table.add_column(_title(lang, "hand"), footer=_title(lang, "total"), justify="right")
    winners = report["winner"] if isinstance(report["winner"], list) else [report["winner"]]
    heads = side_names(names, sides)
    for side, total in enumerate(report["scores"], 1):
        style = "bold green" if side in winners else ""
        table.add_column(heads[side - 1], footer="[%s]%d[/]" % (style or "bold", total), justify="right", style=style)
    table.add_column(_title(lang, "end"))
    table.add_column(_title(lang, "won"))
    for number, hand in enumerate(report["hands"], 1):
        won = heads[hand["winner"] - 1] if hand["winner"] else "–"
        table.add_row(str(number), *map(str, hand["scores"]), words.text(lang, hand["reason"]), won)
    return table


def pairs(told: dict) -> Table:
    """What a table says of itself, a line each."""
    table = Table(show_header=False, box=None)
    for key, value in told.items():
        table.add_row(key, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
    return table


def logs_table(logs: list[dict], lang: str) -> Table:
    table = Table(title=_title(lang, "games"))
    for key in ("number", "game", "seats", "bytes", "running"):
        table.add_column(_title(lang, key), justify="right" if key in ("number", "bytes") else "left")
    for log in logs:
        config = log["config"]
        seats = ", ".join(config.get("seats", []))
        row = (str(log["game"]), config.get("game", "?"), seats, str(log["bytes"]), "•" if log["running"] else "")
        table.add_row(*row)
    return table


def winner_line(screen: Screen, report: dict, names: list[str]) -> str:
    winner, hands = report["winner"], report["hands"]
    heads = side_names(names, len(report["scores"]))
    if isinstance(winner, list):
        return screen.sentence("won_shared", ", ".join(heads[side - 1] for side in winner))
    if winner is not None:
        return screen.sentence("won_by" if len(heads) == len(names) else "won_by_pair", heads[winner - 1])
    if hands and hands[-1]["reason"] in NOT_WON:
        return screen.sentence(hands[-1]["reason"])
    return screen.sentence("match_to_go")


def show_verdict(screen: Screen, verdict) -> None:
    """A verdict as lines: sound or not, the score sheet, and everything that has to be said about it."""
    report = verdict.report
    word = ("sound", "unsound", "unreadable")[verdict.exit_code]
    screen.show(screen.sentence(word, report["file"]))
    error = report["error"]
    if error and error["line"] is not None:
        screen.show("  " + screen.sentence("at_line", error["line"], error["message"]))
    elif error:
        screen.show("  " + error["message"])
    for found in report["infractions"]:
        rule = words.text(screen.lang, found["rule"])
        screen.show("  " + screen.sentence("infraction", found["hand"], found["line"], found["seat"], rule))
    for found in report["missed"]:
        screen.show("  " + screen.sentence("missed", found["hand"], found["line"], found["seat"], found["points"]))
    if verdict.record is not None and report["scores"]:
        names = verdict.record.tag("Seats")
        screen.show(score_sheet(report, names, screen.lang))
        if not error:
            screen.show(winner_line(screen, report, names))
            _show_turn(screen, report)


def _show_turn(screen, report):
    if report["turn"]:
        legal = "?" if report["legal"] is None else ", ".join(report["legal"])
        screen.show(screen.sentence("on_turn", report["turn"], legal))
