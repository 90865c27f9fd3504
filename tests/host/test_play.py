"""`games`, `rules`, `play`: what they show, and that what is played verifies."""

import contextlib
import json
import os
import re
from importlib import resources

import pytest

from dominocore import audit, events, games, prompts, record
from dominocore.faults import DominoError
from dominocore.match import Match
from dominotable.catalogue import rule_text
from dominotable.commands.common import read_options
from dominotable.players import NAMES
from tool import run

# Options with sets, seats or sides of their own, besides the plain game.
SPECIAL = {
    "tiddle_a_wink": ("", "version=2"),
    "classic": ("", "pairs=on"),
    "double_takes": ("", "partners=on"),
    "poker": ("", "draw=three", "stakes=none"),
    "mexican_train": ("", "station=table_highest"),
    "super_dominos": ("", "target=20"),
    "thats_it": ("target=5", "tiles=10"),
}

RULES = resources.files("dominotable") / "rules"
IN_A_RECORD = {"en": "## In a record", "es": "## En el registro"}
AT_THE_TABLE = {"en": "## At the table", "es": "## En la mesa"}
TABLE_GAMES = (
    "block", "draw", "muggins", "bergen", "matador", "classic", "sebastopol", "tiddle_a_wink",
    "mexican_train", "super_dominos", "double_takes",
)  # fmt: skip


def test_games_json_names_sets_seats_and_options():
    found = {game["id"]: game for game in run("games", "--json").data}
    assert list(found) == list(games.IDS)
    block = found["block"]
    assert block["names"] == {"en": "Block", "es": "Bloquear (Cierre)"}
    assert block["sets"] == [6, 9, 12, 15]
    assert block["seats"] == {"6": [2, 4], "9": [2, 7], "12": [2, 12], "15": [2, 12]}
    options = {option["key"]: option for option in block["options"]}
    assert list(options) == ["target", "deal", "leader", "four_way", "direction", "first"]
    assert options["target"] == {"key": "target", "default": 100, "least": 1}
    assert options["leader"]["values"] == ["rotate", "fixed", "winner"]
    assert options["four_way"]["default"] == "off"
    assert options["four_way"]["by_set"] == {"6": "off", "9": "on", "12": "on", "15": "on"}


def test_games_json_says_what_the_table_decides():
    found = {game["id"]: {option["key"]: option for option in game["options"]} for game in run("games", "--json").data}
    deal = found["mexican_train"]["deal"]
    assert deal["default"] == 15 and deal["by_seats"]["12"]["5"] == 12 and deal["by_seats"]["6"]["2"] == 8
    assert found["classic"]["target"]["by_set"] == {"6": 100, "9": 200, "12": 500}
    assert found["super_dominos"]["target"] == {"key": "target", "default": None, "least": 1}
    assert found["muggins"]["voluntary_draw"] == {"key": "voluntary_draw", "default": "on", "values": ["on", "off"]}
    assert "by_set" not in found["tiddle_a_wink"]["version"]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_games_table_fits_a_hundred_columns(lang):
    lines = run("--lang", lang, "games", COLUMNS="100").out.splitlines()
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    for game in run("games", "--json").data:
        assert game["id"] in text
        for option in game["options"]:
            assert option["key"] in text


def test_games_table_speaks_both_languages():
    assert "Block" in run("games").out
    assert "Bloquear" in run("--lang", "es", "games").out
    assert "Bloquear" in run("games", DOMINOTABLE_LANG="es").out


@pytest.mark.parametrize("game", games.IDS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_rules_are_there_in_both_languages_with_every_option(game, lang):
    done = run("rules", game, "--lang", lang)
    assert done.code == 0
    assert done.out == rule_text(game, lang)
    table = re.findall(r"^\| `(\w+)` \|", done.out, re.M)
    assert table == [option[0] for option in games.rules_of(game).OPTIONS]


@pytest.mark.parametrize("game", games.IDS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_rules_speak_of_the_table_where_the_game_is_played_there(game, lang):
    text = rule_text(game, lang)
    heads = re.findall(r"^## .*$", text, re.M)
    shared = (RULES / ("table.%s.md" % lang)).read_text(encoding="utf-8")
    if game in TABLE_GAMES:
        assert heads[-2:] == [IN_A_RECORD[lang], AT_THE_TABLE[lang]]
        assert text.endswith("\n\n" + shared)
    else:
        assert heads[-1] == IN_A_RECORD[lang]
        assert shared not in text and AT_THE_TABLE[lang] not in text
        assert not re.search(r"\bPASS\b|\bOK\b", text)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_rules_quote_the_display_as_it_speaks(lang):
    said = [prompts.text(lang, code, *["%s"] * prompts.blanks(code)) for code in prompts.codes()]
    for game in TABLE_GAMES:
        section = rule_text(game, lang).split(AT_THE_TABLE[lang])[1]
        quotes = re.findall(r'["«](.+?)["»]', " ".join(section.split()))
        assert len(quotes) > 1
        for quote in quotes:
            assert any(begins(sentence, quote) for sentence in said), (game, quote)


def begins(sentence, quote):
    """Whether what is quoted is how a sentence with blanks begins."""
    words, blanks = ([word.rstrip(":.") for word in text.split()] for text in (quote, sentence))
    start = "".join(blanks[: len(words)])
    return len(words) > 1 and re.fullmatch(re.escape(start).replace("%s", ".+"), "".join(words)) is not None


@pytest.mark.parametrize("name", sorted(page.name for page in RULES.iterdir()))
def test_rules_are_written_in_lines_of_120(name):
    lines = (RULES / name).read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if len(line) > 120 and not line.startswith("|")]


def test_rules_name_every_default_and_value():
    for lang in ("en", "es"):
        text = rule_text("block", lang)
        for _, default, values, _ in games.rules_of("block").OPTIONS:
            for value in values or (default,):
                assert str(value) in text


def tables(game):
    """Every set with its fewest and most seats, and the options that have sets or sides of their own."""
    for top, spread in sorted(games.rules_of(game).SEATS.items()):
        for seats in sorted(set(spread)):
            for option in SPECIAL.get(game, ("",)):
                words = ["--option", option] if option else []
                with contextlib.suppress(DominoError):
                    games.load(game, top, seats, read_options(words[1:]))
                    yield top, seats, words


def check_what_is_played(game, top, seats, words, seed, file):
    words = ["play", game, "--set", top, "--seats", seats, "--seed", seed, "--record", file, "--json", *words]
    played = run(*words, "--player", "sensible", "--player", "random")
    assert played.code == 0, played.err
    proved = run("verify", file, "--json")
    assert proved.code == 0, (words, proved.out)
    for key in ("game", "hands", "scores", "winner", "turn", "legal"):
        assert proved.data[key] == played.data[key]
    assert played.data["turn"] is None and played.data["legal"] == []
    assert proved.data["infractions"] == []
    assert run("fmt", file).out == file.read_text()


@pytest.mark.parametrize("game", games.IDS)
def test_what_is_played_verifies(game, tmp_path):
    for seed in range(5 if os.getenv("SOAK") else 1):
        for top, seats, words in tables(game):
            check_what_is_played(game, top, seats, words, seed, tmp_path / "match.dgr")


def test_a_turn_that_comes_again_to_the_same_seat_is_written(tmp_path):
    """Two seats, a 14-14: it skips the other seat and gives one more tile, which the rack does not have."""
    check_what_is_played("super_dominos", 15, 2, ["--option", "target=20"], 5, tmp_path / "match.dgr")
    assert re.search(r"^(\d) play 14-14 @A\d\n\1 end\n\1 draw", (tmp_path / "match.dgr").read_text(), re.M)


@pytest.mark.parametrize("game", ["mexican_train", "tiddle_a_wink", "super_dominos"])
def test_a_turn_that_ends_by_itself_is_not_written(game, tmp_path):
    """Nothing could go on, and everybody sees it: an `end` there follows from the rules and is no line."""
    file = tmp_path / "match.dgr"
    for seed in range(3):
        run("play", game, "--seed", seed, "--seats", 4, "--player", "random", "--record", file)
        found = record.read(file.read_text())
        match = Match(audit.rules_of(found))
        for line in found.lines:
            seat, act, data = line.event
            assert act >> 24 != events.END or seat != match.hand.stopped, line.number
            match.push(seat, audit.resolve(match, seat, act, line.end_written)[0], data)


def test_a_match_is_won_by_the_most_points():
    found = run("play", "block", "--seed", 1, "--json").data
    assert found["scores"][found["winner"] - 1] == max(found["scores"]) >= 100


def test_counts_are_claimed_left_and_called(tmp_path):
    """All three happen between players who do not always notice."""
    said = set()
    for seed in range(8):
        file = tmp_path / "match.dgr"
        run("play", "muggins", "--seed", seed, "--record", file, "--player", "random")
        said |= set(re.findall(r"^\d (claim|end|muggins)$", file.read_text(), re.M))
    assert said == {"claim", "end", "muggins"}


def test_a_seed_plays_the_same_match_again(tmp_path):
    first, second, other = (tmp_path / name for name in ("1", "2", "3"))
    for file, seed in ((first, 7), (second, 7), (other, 8)):
        run("play", "block", "--seed", seed, "--record", file)
    assert first.read_bytes() == second.read_bytes() != other.read_bytes()


def test_players_take_turns_over_the_seats():
    mixed = run("play", "block", "--seed", 1, "--json", "--player", "random", "--player", "sensible")
    plain = run("play", "block", "--seed", 1, "--json", "--player", "random")
    assert mixed.code == plain.code == 0
    assert mixed.data["hands"] != plain.data["hands"]


def test_play_without_json_shows_sheet_and_seed():
    done = run("play", "block", "--seed", 3)
    assert re.search(r"^(Ana|Beto|Carla|Dani) wins the match \(--seed 3\)$", done.out, re.M)
    assert " gana la partida" in run("--lang", "es", "play", "block", "--seed", 3).out


def test_a_score_sheet_of_pairs_is_headed_by_pairs():
    done = run("play", "classic", "--option", "pairs=on", "--seed", 3)
    assert "Ana + Carla" in done.out and "Beto + Dani" in done.out
    assert re.search(r"^(Ana \+ Carla|Beto \+ Dani) win the match", done.out, re.M)


def test_twelve_players_fit_a_hundred_columns():
    done = run("play", "block", "--set", 15, "--seats", 12, "--seed", 3, COLUMNS="100")
    assert max(map(len, done.out.splitlines())) <= 100
    assert all(name in done.out for name in ("Elena", "Luis"))


@pytest.mark.parametrize(
    "words, said",
    [
        (["play", "chess"], "no game is called 'chess'; there are: "),
        (["play", "block", "--set", "7"], "sets: 6 9 12 15"),
        (["play", "block", "--seats", "5"], "2 to 4 with double-6"),
        (["play", "block", "--option", "target"], "key=value"),
        (["play", "block", "--option", "colour=red"], "no option 'colour'"),
        (["play", "block", "--option", "target=0"], "whole number from 1"),
        (["play", "block", "--option", "deal=15", "--seats", "2"], "at most 14"),
        (["play", "block", "--player", "genius"], "sensible random"),
        (["play", "block", "--record", "/no/such/folder/x.dgr"], "/no/such/folder/x.dgr"),
        (["rules", "chess"], "no game is called 'chess'"),
        (["rules", "table"], "no game is called 'table'"),
        (["rules", "block", "--lang", "fr"], "en es"),
        (["--lang", "fr", "games"], "en es"),
        (["juggle"], "juggle"),
        (["play"], "GAME"),
    ],
)
def test_what_is_asked_wrongly_is_refused_with_a_sentence(words, said):
    done = run(*words)
    assert done.code == 2
    assert said.lower() in done.err.lower()
    assert "Traceback" not in done.err and done.out == ""


def test_messages_speak_spanish():
    assert "ningún juego se llama" in run("--lang", "es", "play", "chess").err


def test_every_line_of_json_is_one_value():
    assert json.loads(run("play", "block", "--seed", 1, "--json").out)


def test_a_fault_of_the_tool_itself_is_a_sentence_too(monkeypatch):
    monkeypatch.setattr("dominotable.catalogue.describe_all", lambda: 1 / 0)
    done = run("games")
    assert done.code == 70
    assert "ZeroDivisionError" in done.err and "DOMINOTABLE_DEBUG" in done.err and "Traceback" not in done.err


# --- what `verify` says of a position ------------------------------------------------------------------------------


CLOCK = "* clock 6-5 5-4 4-3 3-2 2-1 1-0\n"
DEALS_42 = """* hand
1 deal 6-2 5-1 4-0 3-2 2-1 1-0 5-3
2 deal 6-6 6-5 6-4 6-3 5-5 4-4 1-1
3 deal 6-1 6-0 5-4 5-2 5-0 4-3 4-2
4 deal 4-1 3-3 3-1 3-0 2-2 2-0 0-0
"""


def verified(tmp_path, game, body, top=6, seats=2, options=""):
    names = " ".join('"%s"' % name for name in NAMES[:seats])
    tags = '%%DGR 1\n[Game "%s"]\n[Set "%d"]\n[Seats %s]\n[Options "%s"]\n' % (game, top, names, options)
    file = tmp_path / "game.dgr"
    file.write_text(tags + body)
    done = run("verify", file, "--json")
    assert done.code == 0, done.out
    return done.data


def test_a_lead_that_nobody_knows_is_nobodys_turn(tmp_path):
    hidden = verified(tmp_path, "muggins", "* hand\n1 deal ? ?\n2 deal ? ?\n", options="deal=2")
    assert hidden["turn"] is None and hidden["legal"] == []
    seen = verified(tmp_path, "muggins", "* hand\n1 deal 6-5 3-3\n2 deal 4-4 1-0\n", options="deal=2")
    assert seen["turn"] == 2 and seen["legal"] == ["play 4-4"]


def test_a_draw_and_a_turn_are_listed_without_a_tile(tmp_path):
    body = "* hand\n1 deal 6-6 5-5\n2 deal 4-4 1-0\n1 play 6-6\n"
    assert verified(tmp_path, "draw", body, options="deal=2")["legal"] == ["draw"]
    assert verified(tmp_path, "big_clock", "* hand\n%s" % CLOCK, seats=1)["legal"] == ["turn"]


def test_ends_captures_and_bids_are_listed_as_a_writer_spells_them(tmp_path):
    body = "* hand\n1 deal 6-6 5-5\n2 deal 6-4 1-0\n1 play 6-6\n"
    assert verified(tmp_path, "draw", body, options="deal=2")["legal"] == ["play 6-4 @L", "play 6-4 @R"]
    bids = verified(tmp_path, "texas_42", DEALS_42, seats=4)["legal"]
    assert bids[0] == "bid 30" and bids[-2:] == ["bid 42", "bid pass"]


def test_equal_totals_share_the_match(tmp_path):
    body = "* hand\n1 deal 6-6 6-5 6-4 6-3 6-2\n2 deal 5-5 5-4 5-3 5-2 5-1\n* score 1:1 2:0\n"
    body += "* hand\n1 deal 5-5 5-4 5-3 5-2 5-1\n2 deal 6-6 6-5 6-4 6-3 6-2\n* score 1:0 2:1\n"
    report = verified(tmp_path, "poker", body, options="stakes=none hands=2")
    assert report["winner"] == [1, 2] and report["scores"] == [1, 1]
    assert "Ana, Beto share the match" in run("verify", tmp_path / "game.dgr").out


def test_a_lost_solitaire_is_over_and_nobodys(tmp_path):
    report = verified(tmp_path, "big_clock", "* hand\n%s1 quit\n" % CLOCK, seats=1)
    assert report["winner"] is None and report["hands"] == [{"scores": [0], "winner": None, "reason": "gave_up"}]
    assert "given up" in run("verify", tmp_path / "game.dgr").out
