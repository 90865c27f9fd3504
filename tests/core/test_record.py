"""The record as text: canonical spelling, tolerant reading, and errors that name their line."""

from dealing import random_match, text
from dominocore.record import RecordError, read, write

MESSY = """%DGR 1\r
; friendly game\r
[Seats  "Ana \\"la jefa\\"" "Beto"]\r
[Place "Club"]
[Set "6"]
[Game "block"]

*   hand
1 deal  2-5 0-1      ; what Ana got
2 deal ? 6-4 {t=1.5}
1 play 2-5 {t=12.34};led
 * undo
1 play 5-2 {t=13}
2 play 4-6 @L/4
* fault does_not_fit 2
* ruling penalty 2 300
* score 1:5 2:-4
"""

CLEAN = """%DGR 1
[Game "block"]
[Set "6"]
[Seats "Ana \\"la jefa\\"" "Beto"]
[Place "Club"]
; friendly game
* hand
1 deal 5-2 1-0 ; what Ana got
2 deal ? 6-4 {t=1.500}
1 play 5-2 {t=12.340} ; led
* undo
1 play 5-2 {t=13.000}
2 play 6-4 @L/4
* fault does_not_fit 2
* ruling penalty 2 300
* score 1:5 2:-4
"""


def test_a_messy_record_becomes_canonical():
    assert write(read(MESSY)) == CLEAN


def test_canonical_text_comes_back_to_the_letter():
    assert write(read(CLEAN)) == CLEAN
    for seed in range(5):
        played = random_match(seed, top=9, seats=5).text()
        assert write(read(played)) == played


def test_an_end_that_could_be_left_out_stays_as_it_was_read():
    short = text("* hand\n1 deal 5-2\n2 deal 5-0\n1 play 5-2\n2 play 5-0", options="deal=1")
    long = short.replace("2 play 5-0", "2 play 5-0 @L")
    assert write(read(short)) == short and write(read(long)) == long


def refused(body):
    try:
        read(text(body))
    except RecordError as error:
        return error.line - 4, error.code
    assert False, body


def test_what_cannot_be_read_names_its_line():
    for row, code in (
        ("1", "bad_line"),
        ("1 jump 6-6", "bad_verb"),
        ("x play 6-6", "bad_seat"),
        ("0 play 6-6", "bad_seat"),
        ("13 play 6-6", "bad_seat"),
        ("01 pass", "bad_seat"),
        ("* play 6-6", "bad_actor"),
        ("1 hand", "bad_actor"),
        ("1 score 1:2", "bad_actor"),
        ("1 play", "bad_words"),
        ("1 play ?", "bad_tile"),
        ("1 play 6-6 R", "bad_words"),
        ("1 play 6-6 @Q", "bad_place"),
        ("1 play 6-6 @L/x", "bad_words"),
        ("1 play 6-6 @L extra", "bad_words"),
        ("1 play 66", "bad_tile"),
        ("1 pass now", "bad_words"),
        ("1 deal", "no_tiles"),
        ("* score", "bad_words"),
        ("* score 2:1", "bad_words"),
        ("* score 1:one", "bad_words"),
        ("* score 1:--1", "bad_words"),
        ("* fault BAD 1", "bad_words"),
        ("* fault %s 1" % ("a" * 33), "bad_words"),
        ("* ruling penalty 1", "bad_words"),
        ("* ruling penalty 1 99999", "bad_words"),
        ("1 pass {t=x}", "bad_time"),
        ("1 pass {12}", "bad_time"),
        ("1 pass {t=1.2345}", "bad_time"),
        ('[Late "tag"]', "late_tag"),
    ):
        assert refused("* hand\n" + row) == (2, code), row


def test_what_is_wrong_with_the_tags():
    for rows, line, code in (
        (["hello"], 1, "bad_header"),
        ([""], 1, "bad_header"),
        (["%DGR 2"], 1, "bad_header"),
        (["%DGR 1", '[Game "block"]'], 1, "missing_tag"),
        (["%DGR 1", '[Game "block"'], 2, "bad_tag"),
        (["%DGR 1", "[Game block]"], 2, "bad_tag"),
        (["%DGR 1", "[Game]"], 2, "bad_tag"),
        (["%DGR 1", '[Game "a" "b"]'], 2, "bad_tag"),
        (["%DGR 1", '[Game "open]'], 2, "bad_tag"),
        (["%DGR 1", '[Game "block"]', '[Game "block"]'], 3, "double_tag"),
    ):
        try:
            read("\n".join(rows))
        except RecordError as error:
            assert (error.line, error.code) == (line, code), rows
        else:
            assert False, rows


def test_no_text_makes_the_reader_fail_in_another_way():
    rows = CLEAN.split("\n")
    for i in range(len(CLEAN)):
        for letter in ('"', "-", "\n", ";", "{", "]", "9", "?"):
            broken = CLEAN[:i] + letter + CLEAN[i + 1 :]
            try:
                assert write(read(write(read(broken)))) == write(read(broken))
            except RecordError as error:
                assert 1 <= error.line <= len(rows) + 1
