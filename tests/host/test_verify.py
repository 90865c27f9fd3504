"""`verify` and `fmt`: sound, unsound and unreadable files, each with its exit code, line number and sentence."""

import subprocess
import sys

import pytest

from tool import run

HEAD = '%DGR 1\n[Game "block"]\n[Set "6"]\n[Seats "Ana" "Beto"]\n'
DEALS = """* hand
1 deal 6-6 5-5 4-4 3-3 2-2 1-1 0-0
2 deal 6-5 6-4 6-3 6-2 6-1 6-0 5-4
"""
BODY = HEAD + DEALS + "1 play 6-6\n2 play 6-5 @L\n1 play 5-5\n"

# A whole hand: Ana goes out with two tiles each.
SHORT = HEAD[:-1] + '\n[Options "target=10 deal=2"]\n'
WHOLE = SHORT + "* hand\n1 deal 6-5 5-1\n2 deal 4-4 3-3\n1 play 6-5\n2 pass\n1 play 5-1\n* score 1:14 2:0\n"
HIDDEN = SHORT + "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 6-5\n2 pass\n1 play 5-1\n2 reveal 4-4 3-3\n* score 1:14 2:0\n"


@pytest.fixture
def verify(tmp_path):
    def check(text, *words):
        file = tmp_path / "game.dgr"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return run("verify", file, "--json", *words)

    return check


def test_a_running_game_tells_turn_and_legal_acts(verify):
    done = verify(BODY)
    assert done.code == 0
    report = done.data
    assert report["ok"] is True and report["error"] is None and report["game"] == "block"
    assert report["turn"] == 2
    assert report["legal"] == ["play 6-4", "play 6-3", "play 6-2", "play 6-1", "play 6-0", "play 5-4"]
    assert report["hands"] == [] and report["scores"] == [0, 0] and report["winner"] is None


def test_an_end_is_named_where_two_fit(verify):
    report = verify(HEAD + DEALS + "1 play 6-6\n").data
    assert report["legal"][:2] == ["play 6-5 @L", "play 6-5 @R"]


def test_a_finished_match(verify):
    report = verify(WHOLE).data
    assert report["hands"] == [{"scores": [14, 0], "winner": 1, "reason": "out"}]
    assert report["scores"] == [14, 0]
    assert report["winner"] == 1 and report["turn"] is None and report["legal"] == []


def test_hidden_hands_give_the_same_score(verify):
    seen, hidden = verify(WHOLE).data, verify(HIDDEN).data
    assert hidden["ok"] and seen == hidden


def test_a_hidden_hand_has_no_legal_list(verify):
    report = verify(SHORT + "* hand\n1 deal ? ?\n2 deal ? ?\n1 play 6-5\n").data
    assert report["turn"] == 2 and report["legal"] is None


def test_a_false_pass_is_found_at_the_reveal(verify):
    done = verify(HIDDEN.replace("reveal 4-4 3-3", "reveal 6-4 3-3").replace("1:14", "1:16"))
    assert done.code == 0
    found = {"rule": "false_pass", "seat": 2, "tile": "6-4", "hand": 1, "line": 10}
    assert done.data["infractions"] == [found]


UNCLAIMED = """%DGR 1
[Game "muggins"]
[Set "6"]
[Seats "Ana" "Beto"]
[Options "deal=2"]
* hand
1 deal ? ?
2 deal ? ?
1 play 5-5
2 play 5-1 @L
"""


def test_a_count_that_nobody_claimed_is_reported_apart_from_the_infractions(verify):
    done = verify(UNCLAIMED)
    assert done.code == 0 and done.data["infractions"] == []
    assert done.data["missed"] == [{"seat": 1, "tile": "5-5", "points": 10, "hand": 1, "line": 9}]


UNSOUND = {
    "a tile that does not fit": (BODY.replace("1 play 5-5", "1 play 4-4"), 10, "does_not_fit"),
    "out of turn": (BODY.replace("2 play 6-5 @L", "1 play 5-5"), 9, "out_of_turn"),
    "a false pass": (BODY.replace("2 play 6-5 @L", "2 pass"), 9, "false_pass"),
    "a missing end": (BODY.replace(" @L", ""), 9, "end_needed"),
    "a wrong end": (BODY.replace("1 play 5-5", "1 play 5-5 @R"), 10, "does_not_fit"),
    "a tile of the other": (BODY.replace("1 play 5-5", "1 play 6-4"), 10, "tile_elsewhere"),
    "a tile twice": (BODY.replace("2 deal 6-5", "2 deal 6-6"), 7, "tile_elsewhere"),
    "a tile of a larger set": (BODY.replace("2 deal 6-5", "2 deal 9-5"), 7, "not_in_set"),
    "too few tiles": (BODY.replace(" 0-0\n", "\n"), 6, "deal_count"),
    "deals out of order": (BODY.replace("1 deal", "2 deal"), 6, "deal_order"),
    "a drawn tile": (BODY.replace("1 play 5-5", "1 draw 4-3"), 10, "not_in_game"),
    "a hand begun too early": (BODY + "* hand\n", 11, "hand_running"),
    "a third seat": (BODY.replace("1 play 5-5", "3 play 5-5"), 10, "bad_seat"),
    "a changed score": (WHOLE.replace("1:14", "1:15"), 12, "wrong_score"),
    "a score too early": (BODY + "* score 1:0 2:0\n", 11, "not_over"),
    "a hand after the match": (WHOLE + "* hand\n", 13, "match_over"),
    "nothing to undo": (HEAD + "* hand\n* undo\n", 6, "nothing_to_undo"),
    "a revealed tile too few": (HIDDEN.replace(" 3-3", ""), 12, "reveal_count"),
    "a hand before the reveal": (HIDDEN.replace("2 reveal 4-4 3-3\n", "* hand\n"), 12, "reveal_missing"),
    "a game nobody knows": (BODY.replace("block", "chess"), 2, "bad_game"),
    "a set that is not played": (BODY.replace('"6"', '"7"'), 3, "bad_set"),
    "too few seats": (BODY.replace(' "Beto"', ""), 4, "bad_seats"),
    "an option nobody knows": (SHORT.replace("deal=2", "dear=2"), 5, "bad_option"),
    "an option given twice": (SHORT.replace("deal=2", "deal=2 deal=3"), 5, "double_option"),
    "a suit in a game without": (BODY.replace("1 play 5-5", "1 play 5-5 =5"), 10, "no_call"),
    "a capture in a game without": (BODY.replace("1 play 5-5", "1 play 5-5 x6-5"), 10, "no_capture"),
}


@pytest.mark.parametrize("case", UNSOUND)
def test_an_unsound_record_names_the_line(case, verify):
    text, line, code = UNSOUND[case]
    done = verify(text)
    assert done.code == 1
    assert done.data["ok"] is False
    assert (done.data["error"]["line"], done.data["error"]["code"]) == (line, code)
    assert " " in done.data["error"]["message"]


UNREADABLE = {
    "empty": ("", 1, "bad_header"),
    "another file": ("hello\n", 1, "bad_header"),
    "no game": (BODY.replace('[Game "block"]\n', ""), 1, "missing_tag"),
    "a broken tag": (BODY.replace('"6"]', '"6]'), 3, "bad_tag"),
    "a tag in play": (BODY + '[Event "x"]\n', 11, "late_tag"),
    "an unknown verb": (BODY + "1 juggle\n", 11, "bad_verb"),
    "no tile": (BODY + "1 play\n", 11, "bad_words"),
    "a tile too high": (BODY + "1 play 16-1\n", 11, "bad_tile"),
    "an unknown end": (BODY + "1 play 4-4 @Q\n", 11, "bad_place"),
    "a seat that deals": (BODY + "1 hand\n", 11, "bad_actor"),
    "a broken time": (BODY + "1 pass {t=x}\n", 11, "bad_time"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_an_unreadable_record_names_the_line(case, verify):
    text, line, code = UNREADABLE[case]
    done = verify(text)
    assert done.code == 2
    assert (done.data["error"]["line"], done.data["error"]["code"]) == (line, code)


def test_bytes_that_are_no_text_are_unreadable(verify):
    assert verify(b"\xff\xfe\x00").code == 2


def test_a_fault_line_lets_an_illegal_line_stand(verify):
    played, fault = "1 play 6-6\n2 pass\n", "* fault false_pass 2\n"
    assert verify(HEAD + DEALS + played).code == 1
    done = verify(HEAD + DEALS + played + fault)
    assert done.code == 0
    assert [found["rule"] for found in done.data["infractions"]] == ["false_pass"]
    assert verify(HEAD + DEALS + played + fault.replace("2", "1")).code == 1


def test_several_files_give_a_line_each_and_the_worst_code(tmp_path):
    good, bad, none = tmp_path / "good.dgr", tmp_path / "bad.dgr", tmp_path / "none.dgr"
    good.write_text(WHOLE)
    bad.write_text(WHOLE.replace("1:14", "1:15"))
    done = run("verify", good, bad, "--json")
    assert done.code == 1
    assert [report["ok"] for report in done.data] == [True, False]
    assert run("verify", none, good, bad).code == 2
    assert run("verify", good, good).code == 0


def test_people_see_the_sheet_and_the_fault(tmp_path):
    file = tmp_path / "bad.dgr"
    file.write_text(WHOLE.replace("1:14", "1:15"))
    done = run("verify", file)
    assert "NOT sound" in done.out and "line 12" in done.out and "announced score" in done.out
    file.write_text(WHOLE)
    done = run("--lang", "es", "verify", file)
    assert "correcto" in done.out and "Ana gana la partida" in done.out and "dominó" in done.out
    file.write_text(BODY)
    assert "seat 2 is on turn; legal: play 6-4" in run("verify", file).out


MESSY = """%DGR 1
; a comment above
[Seats "Ana"   "Beto"]
[Place  "the club"]
  [Set "6"]
[Options "first=1 target=10   deal=2"]
[Game "block"]

*  hand   ;the first hand
1 deal 5-6   1-5
2 deal 4-4 3-3 {t=1.5}
1  play 5-6
2 pass{t=2}   ;   no five, no six
1 play 1-5 @R
* score 1:14 2:0
"""
CLEAN = """%DGR 1
[Game "block"]
[Set "6"]
[Seats "Ana" "Beto"]
[Options "target=10 deal=2"]
[Place "the club"]
; a comment above
* hand ; the first hand
1 deal 6-5 5-1
2 deal 4-4 3-3 {t=1.500}
1 play 6-5
2 pass {t=2.000} ; no five, no six
1 play 5-1 @R
* score 1:14 2:0
"""


def test_fmt_prints_the_canonical_form(tmp_path):
    file = tmp_path / "messy.dgr"
    file.write_text(MESSY)
    assert run("fmt", file).out == CLEAN
    assert file.read_text() == MESSY
    assert run("fmt", file, "--check").code == 1
    assert run("fmt", file, "--write").code == 0
    assert file.read_text() == CLEAN
    done = run("fmt", file, "--check")
    assert done.code == 0 and done.err == done.out == ""


def test_fmt_does_not_need_to_know_the_game(tmp_path):
    file = tmp_path / "other.dgr"
    file.write_text(CLEAN.replace("block", "chess"))
    assert run("fmt", file).out == file.read_text()


def test_fmt_of_no_record_names_the_line(tmp_path):
    file = tmp_path / "bad.dgr"
    file.write_text(MESSY.replace("2 pass", "2 puss"))
    done = run("fmt", file)
    assert done.code == 2 and "line 13" in done.err and done.out == ""
    assert run("fmt", tmp_path / "none.dgr").code == 2


def shell(command, *words):
    """The tool as a process of its own."""
    done = subprocess.run(command + [str(word) for word in words], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done


def test_exit_codes_of_the_process(tmp_path):
    tool = [sys.executable, "-m", "dominotable"]
    good, bad, broken = tmp_path / "good.dgr", tmp_path / "bad.dgr", tmp_path / "broken.dgr"
    good.write_text(WHOLE)
    bad.write_text(WHOLE.replace("1:14", "1:15"))
    broken.write_bytes(b"\xff\x00")
    assert [shell(tool, "verify", file).returncode for file in (good, bad, broken)] == [0, 1, 2]
    assert shell(tool, "verify", good, bad, broken).returncode == 2
    assert shell(tool, "verify").returncode == 2
    assert shell(tool, "--version").stdout.startswith("dominotable ")
    helped = shell(tool, "--help").stdout
    assert "Exit codes" in helped and "130" in helped


def test_a_reader_that_goes_away_gets_no_traceback(tmp_path):
    file = tmp_path / "long.dgr"
    file.write_text(HEAD + "; a long comment\n" * 20000)
    line = "%s -m dominotable fmt %s | head -1" % (sys.executable, file)
    assert shell(["sh", "-c", line]).stdout == "%DGR 1\n"
