"""Reports as people read them: rich tables and lines made from the data that `--json` would show."""

from rich.table import Table

from dominocore import words
from dominotable.console import Screen

TITLES = {
    "games": ("Games", "Juegos"),
    "game": ("game", "juego"),
    "name": ("name", "nombre"),
    "sets": ("sets (seats)", "juegos de fichas (jugadores)"),
    "options": ("options", "opciones"),
    "hand": ("hand", "mano"),
    "total": ("total", "total"),
    "end": ("end", "final"),
    "won": ("won by", "gana"),
    "number": ("no.", "n.º"),
    "seats": ("seats", "jugadores"),
    "bytes": ("bytes", "bytes"),
    "running": ("running", "en juego"),
}


def _title(lang, key):
    return TITLES[key][words.LANGUAGES.index(lang)]


def games_table(games: list[dict], lang: str) -> Table:
    table = Table(title=_title(lang, "games"))
    for key in ("game", "name", "sets", "options"):
        table.add_column(_title(lang, key))
    for game in games:
        sets = "\n".join("%d (%d–%d)" % (top, *game["seats"][str(top)]) for top in game["sets"])
        options = "\n".join(_option(option) for option in game["options"])
        table.add_row(game["id"], game["names"][lang], sets, options)
    return table


def _option(option):
    values = option.get("values")
    rest = [str(v) for v in values if v != option["default"]] if values else []
    return "%s=%s" % (option["key"], ",".join([str(option["default"]), *rest]))


def score_sheet(report: dict, names: list[str], lang: str) -> Table:
    """One row a hand, one column a seat, the totals below."""
    table = Table(title=words.game(lang, report["game"]), show_footer=True)
    table.add_column(_title(lang, "hand"), footer=_title(lang, "total"), justify="right")
    winners = report["winner"] if isinstance(report["winner"], list) else [report["winner"]]
    for seat, total in enumerate(report["scores"], 1):
        style = "bold green" if seat in winners else ""
        table.add_column(names[seat - 1], footer="[%s]%d[/]" % (style or "bold", total), justify="right", style=style)
    table.add_column(_title(lang, "end"))
    table.add_column(_title(lang, "won"))
    for number, hand in enumerate(report["hands"], 1):
        won = names[hand["winner"] - 1] if hand["winner"] else "–"
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
    winner = report["winner"]
    if winner is None:
        return screen.sentence("match_to_go")
    if isinstance(winner, list):
        return screen.sentence("won_shared", ", ".join(names[seat - 1] for seat in winner))
    return screen.sentence("won_by", names[winner - 1])


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
