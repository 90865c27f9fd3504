"""`games`, `rules`, `play`: what they show, and that what is played verifies."""

import json
import re

import pytest

from dominocore import games
from dominotable.catalogue import rule_text
from dominotable.players import PLAYERS
from tool import run

SEEDS = range(24)


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


def test_rules_name_every_default_and_value():
    for lang in ("en", "es"):
        text = rule_text("block", lang)
        for _, default, values, _ in games.rules_of("block").OPTIONS:
            for value in values or (default,):
                assert str(value) in text


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_played_verifies(seed, tmp_path):
    top = (6, 9, 12, 15)[seed % 4]
    fewest, most = games.rules_of("block").SEATS[top]
    seats = fewest + seed % (most - fewest + 1)
    leader = ("rotate", "fixed", "winner")[seed % 3]
    file = tmp_path / "match.dgr"
    words = ["play", "block", "--set", top, "--seats", seats, "--seed", seed, "--record", file, "--json"]
    words += ["--option", "leader=" + leader, "--option", "direction=" + ("cw", "ccw")[seed % 2]]
    words += ["--player", list(PLAYERS)[seed % 2]]
    played = run(*words)
    assert played.code == 0, played.err
    proved = run("verify", file, "--json")
    assert proved.code == 0
    for key in ("game", "hands", "scores", "winner", "turn", "legal"):
        assert proved.data[key] == played.data[key]
    assert played.data["turn"] is None and played.data["legal"] == []
    assert played.data["scores"][played.data["winner"] - 1] == max(played.data["scores"]) >= 100
    assert run("fmt", file).out == file.read_text()


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


def test_sensible_beats_random_clearly():
    won = 0
    for seed in range(60):
        words = ["play", "block", "--seats", 2, "--seed", seed, "--json", "--player", "sensible", "--player", "random"]
        won += run(*words).data["winner"] == 1
    assert won > 36


def test_play_without_json_shows_sheet_and_seed():
    done = run("play", "block", "--seed", 3)
    assert "Carla" in done.out and "--seed 3" in done.out
    assert "Carla gana la partida" in run("--lang", "es", "play", "block", "--seed", 3).out


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
