"""Mexican Train: every vector of its page by id, the opening, markers, doubles, ends written or left out, options."""

from dealing import error as error_of, legal as legal_lines, position as position_of, report as report_of
from dominocore import games
from dominocore.events import DRAW_ACT, END_ACT, PASS_ACT, SIDING, TRAIN, act
from dominocore.faults import DominoError
from dominocore.rules import Hand
from dominocore.tiles import parse
from matches import at_every_table


def position(lines, top=12, **tags):
    return position_of(lines, game="mexican_train", top=top, **tags)


def error(lines, top=12, **tags):
    return error_of(lines, game="mexican_train", top=top, **tags)


def report(lines, top=12, **tags):
    return report_of(lines, game="mexican_train", top=top, **tags)


def proved(lines, **tags):
    """What the record proves wrong in the end: (rule, seat, tile)."""
    found = report(lines, **tags)
    assert found.ok, found.error
    return [(i.rule, i.seat, i.tile) for _, _, i in found.infractions]


def legal(match):
    """As `verify` lists them: a draw names no tile."""
    return sorted([line.replace(" ?", "") for line in legal_lines(match)])


def play(tile, place=0):
    return act(0, parse(tile), place)


def T(seat):
    return TRAIN + seat


def M(number):
    return SIDING + number


# --- opening -------------------------------------------------------------------------------------------------------


def test_MT_01_the_first_player_opens_with_his_own_highest_double():
    match = position(
        """
        * hand
        1 deal 9-9 4-4 9-1
        2 deal 5-1 5-2 5-3
        3 deal 12-12 1-0 2-0
        """,
        seats=3,
        options="deal=3",
    )
    assert legal(match) == ["play 9-9"]
    assert match.judge(1, play("4-4")) == "wrong_lead"
    assert match.judge(1, PASS_ACT) == "false_pass"
    match.push(1, play("9-9"))
    assert match.hand.layout.station == 9


SECOND_OPENS = """
    * hand
    1 deal 5-1 5-2 5-4
    2 deal 3-3 3-1 3-2
    3 deal 9-3 6-6 8-4
    """


def test_MT_02_without_a_double_the_opening_passes_left():
    match = position(SECOND_OPENS, seats=3, options="deal=3")
    assert legal(match) == ["pass"]
    match.push(1, PASS_ACT)
    assert legal(match) == ["play 3-3"]
    match.push(2, play("3-3"))
    assert match.turn == 2 and legal(match) == ["end", "play 3-1", "play 3-2"], "his own train only, no siding"
    assert match.judge(2, play("3-1", M(1))) == "does_not_fit"
    match.push(2, END_ACT)
    assert match.turn == 3 and not match.hand.layout.marked[2] and match.hand.passes == 0


def test_the_station_is_written_without_an_end():
    assert error(SECOND_OPENS + "1 pass\n2 play 3-3 @T2", seats=3, options="deal=3") == (6, "no_such_end")


NOBODY = """
    * hand
    1 deal 5-1
    2 deal 4-1
    3 deal 6-2
    1 pass
    2 pass
    3 pass
    """


def test_nobody_has_a_double_so_each_draws_one_until_one_appears():
    assert error(NOBODY + "1 pass", seats=3, options="deal=1") == (8, "too_few_drawn")
    assert error(NOBODY + "1 draw 3-2\n1 pass", seats=3, options="deal=1") == (9, "out_of_turn"), "no pass between"
    assert error(NOBODY + "1 draw 3-2\n1 end", seats=3, options="deal=1") == (9, "out_of_turn")
    assert error(NOBODY + "1 draw 3-2\n1 draw 3-3", seats=3, options="deal=1") == (9, "out_of_turn")
    match = position(NOBODY + "1 draw 3-2\n2 draw 4-4", seats=3, options="deal=1")
    assert match.turn == 2 and legal(match) == ["play 4-4"], "at once"
    assert match.judge(3, DRAW_ACT) == "out_of_turn"
    match.push(2, play("4-4"))
    assert match.hand.layout.station == 4 and legal(match) == ["end", "play 4-1"]


def test_drawing_goes_round_again_while_no_double_appears():
    lines = NOBODY + "1 draw 3-2\n2 draw 9-1\n3 draw 9-2\n"
    match = position(lines, seats=3, options="deal=1")
    assert match.turn == 1 and legal(match) == ["draw"] and match.hand.hold.count(1) == 2


def test_drawing_for_a_double_with_hidden_racks_leaves_the_turn_until_the_next_draw():
    lines = "* hand\n1 deal ?\n2 deal ?\n1 pass\n2 pass\n1 draw ?\n"
    match = position(lines, options="deal=1")
    assert match.turn == 1 and match.judge(1, END_ACT) == "not_allowed"
    assert match.judge(2, play("3-3")) == "does_not_fit", "seat 2 has not drawn"
    match = position(lines + "2 draw ?\n2 play 3-3", options="deal=1")
    assert match.hand.layout.station == 3 and match.turn == 2


def test_a_drawn_tile_that_is_seen_opens_or_leaves_the_draw_to_the_next():
    lines = "* hand\n1 deal ? ?\n2 deal ? ?\n1 pass\n2 pass\n1 draw 4-3\n"
    match = position(lines, options="deal=2")
    assert match.turn == 2 and match.judge(1, play("6-6")) == "out_of_turn"
    match = position(lines + "2 draw 6-5\n1 draw 5-5", options="deal=2")
    assert match.turn == 1 and match.judge(1, play("5-5")) is None
    assert match.judge(1, play("6-6")) == "does_not_fit", "the one just drawn"
    assert match.judge(2, DRAW_ACT) == "out_of_turn"


def test_a_higher_double_kept_back_and_a_false_opening_pass_come_to_light():
    lines = "* hand\n1 deal ? ?\n2 deal ? ?\n1 pass\n2 play 3-3\n1 play 5-3 @T1\n1 play 5-5\n2 reveal 6-6"
    assert proved(lines, options="deal=2") == [("false_pass", 1, parse("5-5")), ("wrong_lead", 2, parse("6-6"))]


def test_MT_20_the_first_player_rotates_whoever_opened():
    match = position(
        """
        * hand
        1 deal 5-1
        2 deal 3-3
        1 pass
        2 play 3-3
        * score 1:6 2:0
        * hand
        1 deal 4-1
        2 deal 4-2
        """,
        options="deal=1",
    )
    assert match.turn == 2 and match.hand.leader == 2
    assert match.results == [((6, 0), 2, "out")]


# --- the opening run and one tile a turn ---------------------------------------------------------------------------

RUN = """
    * hand
    1 deal 12-12 12-5 9-5 9-2 6-2 8-6 8-0
    2 deal 12-7 12-3 7-4 6-0 6-1 1-0 3-1
    1 play 12-12
    """


def test_MT_04_the_opening_run_goes_on_until_end_or_the_next_seats_act():
    lines = RUN + "1 play 12-5\n1 play 9-5\n1 play 9-2\n"
    match = position(lines, options="deal=7")
    assert match.hand.layout.tip(T(1)) == 2
    assert match.turn == 1 and legal(match) == ["end", "play 6-2"]
    for more in ("1 end\n", ""):
        after = position(lines + more + "2 play 12-7 @T2", options="deal=7")
        assert after.hand.layout.tips == {T(1): 2, T(2): 7}


def test_a_run_begins_in_any_turn_in_which_the_train_begins():
    match = position(RUN + "2 play 12-7 @T2", options="deal=7")
    assert match.turn == 2 and legal(match) == ["end", "play 7-4"]
    match.push(2, play("7-4", T(2)))
    assert match.turn == 1, "no four is left, so the turn ends at once"


def test_MT_05_one_tile_a_turn_once_the_train_has_left():
    lines = RUN + "1 play 12-5\n1 play 9-5\n1 play 9-2\n2 play 12-7 @T2\n2 end\n1 play 6-2\n"
    assert position(lines, options="deal=7").turn == 2
    assert error(lines + "1 play 8-6", options="deal=7") == (11, "out_of_turn")


def test_an_end_that_nothing_asks_for_is_accepted_once_and_changes_nothing():
    lines = RUN + "1 end\n2 play 12-7 @T2\n2 play 7-4\n"  # no four is left: the turn has ended
    match = position(lines + "2 end", options="deal=7")
    assert match.turn == 1 and legal(match) == ["play 12-5 @M1", "play 12-5 @T1"]
    assert error(lines + "2 end\n2 end", options="deal=7") == (9, "out_of_turn")
    assert error(lines + "1 play 12-5 @T1\n2 end", options="deal=7") == (9, "not_allowed")
    assert error(lines + "1 end", options="deal=7") == (8, "not_allowed")


def test_who_does_not_begin_his_train_neither_draws_nor_passes():
    assert error(RUN + "1 draw 1-1", options="deal=7") == (5, "not_allowed")
    assert error(RUN + "1 pass", options="deal=7") == (5, "not_allowed")


def test_must_exhaust_makes_the_run_go_on_but_not_begin():
    options = "deal=7 opening_run=must_exhaust"
    assert legal(position(RUN, options=options)) == ["end", "play 12-5"]
    lines = RUN + "1 play 12-5\n"
    assert legal(position(lines, options=options)) == ["play 9-5"]
    assert error(lines + "1 end", options=options) == (6, "false_end")
    assert error(lines + "2 play 12-7 @T2", options=options) == (6, "out_of_turn"), "seat 1 may not stop"


def test_a_run_cut_short_is_found_when_the_rack_was_hidden():
    for end in ("1 end\n", ""):
        lines = "* hand\n1 deal ? ? ?\n2 deal ? ? ?\n1 play 5-5\n1 play 5-1\n" + end
        lines += "2 play 5-2 @T2\n2 play 4-2\n2 play 4-4\n1 reveal 3-1"
        assert proved(lines, options="deal=3 opening_run=must_exhaust") == [("false_end", 1, parse("3-1"))]
        assert proved(lines, options="deal=3") == []


# --- where a tile may go -------------------------------------------------------------------------------------------

BOTH_BEGUN = """
    * hand
    1 deal 12-12 12-2 %s
    2 deal 12-7 0-0 1-1 4-4
    1 play 12-12
    1 play 12-2
    2 play 12-7 @T2
    """


def test_MT_06_an_unmarked_train_belongs_to_its_owner():
    match = position(BOTH_BEGUN % "7-1 8-3", options="deal=4")
    assert match.judge(1, play("7-1", T(2))) == "does_not_fit"
    assert legal(match) == ["draw"]
    match.push(1, act(1, parse("9-8")))
    assert legal(match) == ["pass"]
    assert match.judge(1, act(1, parse("9-7"))) == "too_many_drawn"


def test_a_drawn_tile_that_fits_must_be_played():
    match = position(BOTH_BEGUN % "7-1 8-3" + "1 draw 9-2", options="deal=4")
    assert legal(match) == ["play 9-2"] and match.judge(1, PASS_ACT) == "false_pass"


MARKED = BOTH_BEGUN % "8-1 8-3" + "1 draw 8-4\n1 pass\n2 draw 10-0\n2 pass\n1 draw %s\n"


def test_MT_08_the_owner_takes_his_marker_off():
    lines = MARKED % "10-2"
    match = position(lines, options="deal=4")
    assert bytes(match.hand.layout.marked) == b"\0\1\1" and legal(match) == ["play 10-2"]
    match.push(1, play("10-2", T(1)))
    assert bytes(match.hand.layout.marked) == b"\0\0\1" and match.turn == 2
    match = position(lines, options="deal=4 marker=owner_locked")
    assert legal(match) == ["pass"] and match.judge(1, play("10-2", T(1))) == "does_not_fit"


def test_a_marked_train_is_open_to_all_and_only_its_owner_closes_it():
    match = position(MARKED % "7-3", options="deal=4")
    assert legal(match) == ["play 7-3"]
    match.push(1, play("7-3", T(2)))
    assert match.hand.layout.tip(T(2)) == 3 and bytes(match.hand.layout.marked) == b"\0\1\1"


REOPENED = """
    * hand
    1 deal 12-12 12-2 2-2 6-2 8-1
    2 deal 12-7 7-7 0-0 1-1 4-4
    1 play 12-12
    1 play 12-2
    1 end
    2 play 12-7 @T2
    2 play 7-7
    2 draw 5-5
    2 pass
    1 draw 8-8
    1 pass
    2 draw 7-3
    2 play 7-3
    """


def test_MT_09_a_double_on_the_own_marked_train_reopens_it_and_need_not_be_covered():
    match = position(REOPENED, options="deal=5")
    assert bytes(match.hand.layout.marked) == b"\0\1\0", "seat 2 closed his own by covering the double there"
    assert legal(match) == ["play 2-2", "play 6-2"]
    for options in ("deal=5", "deal=5 marker=owner_locked"):
        match = position(REOPENED + "1 play 2-2", options=options)
        assert not match.hand.pending and not match.hand.layout.marked[1]
        assert match.turn == 1 and legal(match) == ["end", "play 6-2"], "one more on that double, or not"
        added = position(REOPENED + "1 play 2-2\n1 play 6-2", options=options)
        assert added.turn == 2, "which ends the turn"
        match.push(1, END_ACT)
        assert match.turn == 2 and legal(match) == ["draw"]
    assert legal(position(REOPENED, options="deal=5 marker=owner_locked")) == ["play 2-2"]


def test_the_next_seat_need_not_wait_for_the_end_after_a_reopening_double():
    match = position(REOPENED + "1 play 2-2\n2 draw 3-0\n2 play 3-0", options="deal=5")
    assert match.turn == 1 and match.hand.layout.tip(T(1)) == 2


def test_a_locked_owner_answers_a_double_pending_on_his_own_train():
    lines = """
        * hand
        1 deal 12-12 12-2 8-1 8-3
        2 deal 12-7 2-2 0-0 1-1
        1 play 12-12
        1 play 12-2
        2 play 12-7 @T2
        1 draw 8-4
        1 pass
        2 play 2-2
        2 draw 5-5
        2 pass
        1 draw 9-2
        """
    match = position(lines, options="deal=4 marker=owner_locked")
    assert match.hand.pending == T(1) and legal(match) == ["play 9-2"]
    match.push(1, play("9-2", T(1)))
    assert bytes(match.hand.layout.marked) == b"\0\0\1" and not match.hand.pending and match.turn == 2


SIDING_EXISTS = """
    * hand
    1 deal 12-12 12-1 12-8 9-7
    2 deal 12-6 11-10 10-9 11-9
    1 play 12-12
    1 play 12-1
    2 play 12-6 @M1
    """


def test_MT_17_many_sidings_or_one():
    match = position(SIDING_EXISTS, options="deal=4")
    assert legal(match) == ["play 12-8"]
    match.push(1, play("12-8", M(2)))
    assert match.hand.layout.sidings == 2 and match.hand.layout.tip(M(2)) == 8 and match.turn == 2
    match = position(SIDING_EXISTS, options="deal=4 mexican_trains=one")
    assert legal(match) == ["draw"] and match.judge(1, play("12-8", M(2))) == "does_not_fit"


def test_ends_are_written_when_several_fit_and_sidings_are_numbered_in_turn():
    start = SIDING_EXISTS[: SIDING_EXISTS.index("2 play")]
    assert error(start + "2 play 12-6", options="deal=4") == (6, "end_needed")
    assert error(start + "2 play 12-6 @M2", options="deal=4") == (6, "no_such_end")
    assert error(start + "2 play 12-6 @T1", options="deal=4") == (6, "does_not_fit")
    assert error(start + "2 play 12-6 @T3", options="deal=4") == (6, "no_such_end")
    assert error(SIDING_EXISTS + "1 play 12-8 @M1", options="deal=4") == (7, "does_not_fit")
    for end in ("", " @M2"):
        assert position(SIDING_EXISTS + "1 play 12-8" + end, options="deal=4").turn == 2


def test_no_siding_before_the_own_train_has_begun():
    lines = """
        * hand
        1 deal 12-12 9-7 9-8
        2 deal 12-6 12-4 6-3
        1 play 12-12
        """
    assert legal(position(lines, options="deal=3")) == [
        "play 12-4 @M1",
        "play 12-4 @T2",
        "play 12-6 @M1",
        "play 12-6 @T2",
    ]
    forbidden = "deal=3 siding_before_own_train=forbidden"
    assert legal(position(lines, options=forbidden)) == ["play 12-4", "play 12-6"]
    begun = position(lines + "2 play 12-6\n2 end\n1 draw 9-1\n1 pass", options=forbidden)
    assert legal(begun) == ["play 12-4", "play 6-3"], "12-4 now opens a siding"


# --- doubles -------------------------------------------------------------------------------------------------------

PENDING = """
    * hand
    1 deal 12-12 12-1 9-8 9-7
    2 deal 12-6 11-8 11-7 10-8
    3 deal 12-3 6-6 5-4 5-5
    4 deal 12-4 8-7 10-7 11-9
    1 play 12-12
    1 play 12-1
    2 play 12-6 @M1
    3 play 12-3 @T3
    4 play 12-4 @T4
    1 draw 10-9
    1 pass
    2 draw 11-10
    2 pass
    3 play 6-6
    3 draw 5-3
    """


def pending(more, options="deal=4"):
    return position(PENDING + more, seats=4, options=options)


def test_MT_10_a_double_that_cannot_be_covered_is_pending_and_marks_the_train():
    match = pending("")
    assert match.turn == 3 and legal(match) == ["pass"], "5-3 fits his train, but the double comes first"
    match.push(3, PASS_ACT)
    assert match.hand.layout.marked[3] and match.hand.pending == M(1) and match.turn == 4


def test_MT_12_a_drawn_tile_that_covers_the_double_clears_it():
    match = pending("3 pass\n4 draw 6-4")
    assert legal(match) == ["play 6-4"]
    match.push(4, play("6-4", M(1)))
    assert not match.hand.pending and not match.hand.layout.marked[4] and match.turn == 1
    assert legal(match) == ["draw"], "free again"


def test_MT_13_while_a_double_is_pending_nothing_else_may_be_played():
    match = pending("3 pass\n4 draw 4-1")
    assert match.judge(4, play("4-1", T(4))) == "does_not_fit" and legal(match) == ["pass"]
    match.push(4, PASS_ACT)
    assert match.hand.layout.marked[4] and match.hand.pending == M(1) and match.turn == 1


def test_a_pending_double_on_a_siding_may_be_answered_before_the_own_train():
    lines = """
        * hand
        1 deal 12-12 12-1 12-6 6-6 11-9
        2 deal 9-8 9-7 10-8 10-7 8-7
        1 play 12-12
        1 play 12-1
        2 draw 10-9
        2 pass
        1 play 12-6
        2 draw 11-10
        2 pass
        1 play 6-6
        1 draw 5-0
        1 pass
        2 draw 6-2
        """
    match = position(lines, options="deal=5 siding_before_own_train=forbidden")
    assert match.hand.pending == M(1) and legal(match) == ["play 6-2"] and not match.hand.layout.begun(2)


def test_MT_16_a_train_that_was_never_begun_is_not_marked():
    match = pending("3 pass")
    assert not match.hand.layout.begun(2) and not match.hand.layout.marked[2], "seat 2 has passed"
    match = pending("3 pass\n4 draw 6-4\n4 play 6-4\n1 draw 12-5")
    assert legal(match) == ["play 12-5"] and match.judge(1, play("12-5", T(2))) == "does_not_fit"


def test_mark_unstarted_lets_others_begin_the_train():
    options = "deal=4 mark_unstarted=on"
    match = pending("3 pass\n4 draw 6-4\n4 play 6-4\n1 draw 12-5", options)
    assert match.hand.layout.marked[2] and legal(match) == ["play 12-5 @M2", "play 12-5 @T2"]
    match.push(1, play("12-5", T(2)))
    assert match.hand.layout.tip(T(2)) == 5 and match.hand.layout.marked[2] and match.turn == 2, "no run on it"


LAST_SIX = """
    * hand
    1 deal 5-5 6-5 6-1 2-1 6-2 1-1 0-0
    2 deal 5-4 6-4 6-3 3-0 6-0 6-6 1-0
    1 play 5-5
    1 play 6-5
    1 play 6-1
    1 play 2-1
    1 play 6-2
    2 play 5-4 @T2
    2 play 6-4
    2 play 6-3
    2 play 3-0
    2 play 6-0
    """


def test_MT_14_a_double_whose_other_tiles_all_lie_need_not_be_covered():
    lines = LAST_SIX + "2 end\n1 draw 4-4\n1 pass\n2 play 6-6 @T1"
    match = position(lines, top=6, options="deal=7")
    assert not match.hand.pending and match.turn == 1 and legal(match) == ["draw"]


def test_such_a_double_inside_a_run_is_simply_the_tip():
    match = position(LAST_SIX + "2 play 6-6", top=6, options="deal=7")
    assert not match.hand.pending and match.turn == 1, "the run goes on, but no six is left"
    assert match.hand.layout.tip(T(2)) == 6


DOUBLE_IN_RUN = """
    * hand
    1 deal 12-12 12-5 5-5 9-2 8-0
    2 deal 12-7 12-3 7-4 6-0 6-1
    1 play 12-12
    1 play 12-5
    1 play 5-5
    """


def test_a_double_inside_a_run_is_covered_at_once_and_the_run_goes_on():
    match = position(DOUBLE_IN_RUN, options="deal=5")
    assert legal(match) == ["draw"] and match.hand.pending == T(1)
    assert match.judge(1, END_ACT) == "not_allowed" and match.judge(2, play("12-7", T(2))) == "out_of_turn"
    covered = position(DOUBLE_IN_RUN + "1 draw 9-5\n1 play 9-5", options="deal=5")
    assert covered.turn == 1 and legal(covered) == ["end", "play 9-2"]
    failed = position(DOUBLE_IN_RUN + "1 draw 9-8\n1 pass", options="deal=5")
    assert failed.hand.pending == T(1) and failed.hand.layout.marked[1] and failed.turn == 2
    assert legal(failed) == ["draw"], "12-7 must wait"


def test_a_double_drawn_and_laid_gives_one_more_draw():
    lines = BOTH_BEGUN % "7-1 8-3" + "1 draw 2-2\n1 play 2-2\n"
    assert legal(position(lines, options="deal=4")) == ["draw"]
    match = position(lines + "1 draw 6-2", options="deal=4")
    assert legal(match) == ["play 6-2"] and match.turn == 1


def test_a_double_as_the_last_tile_ends_the_hand():
    match = position(
        "* hand\n1 deal 5-5 5-1 1-1\n2 deal 9-0 8-0 7-0\n1 play 5-5\n1 play 5-1\n1 play 1-1", options="deal=3"
    )
    assert match.results == [((0, 24), 1, "out")] and match.turn == 0


# --- blocked, scores, the match ------------------------------------------------------------------------------------

ALL_DEALT = "* hand\n1 deal %s\n2 deal %s\n1 play 6-6\n" % (" ".join("?" * 14), " ".join("?" * 14))


def test_blocked_when_all_pass_in_a_row_with_nothing_to_draw():
    match = position(ALL_DEALT + "1 end\n2 pass\n1 pass", top=6, options="deal=14")
    assert match.hand.reason == "blocked" and match.turn == 0 and not match.results, "pips must be shown"


def test_a_new_marker_starts_the_count_again():
    lines = ALL_DEALT + "1 play 6-5\n1 end\n2 pass\n"
    marked = position(lines + "1 pass\n", top=6, options="deal=14")
    assert marked.hand.passes == 0 and marked.turn == 2
    again = position(lines + "1 pass\n2 pass\n1 pass", top=6, options="deal=14")
    assert again.hand.reason == "blocked"
    unstarted = position(ALL_DEALT + "1 end\n2 pass\n1 pass", top=6, options="deal=14 mark_unstarted=on")
    assert not unstarted.hand.reason and unstarted.hand.passes == 0


def test_a_pass_while_tiles_remain_does_not_count_and_one_on_the_last_tile_does():
    lines = "* hand\n1 deal %s\n2 deal %s\n1 play 6-6\n1 end\n" % (" ".join("?" * 13), " ".join("?" * 13))
    match = position(lines + "2 draw ?\n2 pass", top=6, options="deal=13")
    assert match.hand.passes == 0
    match = position(lines + "2 draw ?\n2 pass\n1 draw ?\n1 pass", top=6, options="deal=13")
    assert match.hand.passes == 1 and match.hand.hold.stock == 0
    assert match.judge(2, DRAW_ACT) == "too_many_drawn"


def test_opening_passes_never_count():
    match = position(
        "* hand\n1 deal %s\n2 deal %s\n1 pass\n2 play 6-6\n2 end\n1 pass" % (" ".join("?" * 14), " ".join("?" * 14)),
        top=6,
        options="deal=14",
    )
    assert match.hand.passes == 1 and match.turn == 2


def scored(options):
    rules = games.load("mexican_train", 12, 4, options)
    hand = Hand(rules)
    for seat, rack in ((2, ("12-3", "0-0")), (3, ("5-5",)), (4, ("12-11",))):
        hand.hold.deal(seat, bytes([parse(t) for t in rack]))
    return rules, hand


def test_MT_18_everybody_else_scores_the_pips_left():
    rules, hand = scored({})
    assert rules.score(hand) == [0, 15, 10, 23]
    rules, hand = scored({"blank50": "on"})
    assert rules.score(hand) == [0, 65, 10, 23]


def test_a_blocked_hand_goes_to_the_fewest_pips_or_nobody():
    rules, hand = scored({})
    assert rules.hand_winner(hand, None) == 1
    hand.hold.deal(1, bytes([parse("6-4")]))
    assert rules.hand_winner(hand, None) == 0, "ten and ten"


ONE_HAND = "* hand\n1 deal 5-5\n2 deal 9-1\n1 play 5-5\n"


def test_lowest_total_wins_after_the_agreed_hands_and_ties_share():
    second = "* hand\n1 deal 8-2\n2 deal 6-6\n2 play 6-6\n"
    match = position(ONE_HAND, options="deal=1 rounds=1")
    assert match.totals == [0, 10] and match.winner == 1
    match = position(ONE_HAND + second, options="deal=1")
    assert match.totals == [10, 10] and match.over and match.outcome == (1, 2)
    assert error(ONE_HAND + second + "* hand", options="deal=1") == (9, "match_over")


def test_a_ruling_adds_to_the_score_where_the_lowest_wins():
    match = position(ONE_HAND + "* ruling penalty 1 30\n* score 1:30 2:10", options="deal=1 rounds=1")
    assert match.totals == [30, 10] and match.outcome == (2,) and match.results[0].winner == 1


def test_hidden_racks_must_be_shown_before_the_score():
    lines = "* hand\n1 deal ?\n2 deal ?\n1 play 5-5\n"
    assert error(lines + "* hand", options="deal=1") == (5, "reveal_missing")
    assert position(lines + "2 reveal 9-1\n* score 1:0 2:10", options="deal=1").totals == [0, 10]


def test_false_pass_and_illegal_draw_are_found_at_the_reveal():
    lines = """
        * hand
        1 deal ? ?
        2 deal ? ?
        1 play 5-5
        2 draw ?
        2 pass
        1 play 5-1 @M1
        2 reveal 5-3 5-2 0-0
        """
    assert proved(lines, options="deal=2") == [
        ("false_pass", 2, parse("5-3")),
        ("illegal_draw", 2, parse("5-2")),  # one of the two may have been the tile drawn
    ]


# --- the other stations --------------------------------------------------------------------------------------------


def test_table_highest_is_opened_by_its_holder_without_a_pass():
    lines = "* hand\n1 deal 9-9 9-1\n2 deal 12-12 12-1\n3 deal 5-1 5-2\n"
    match = position(lines, seats=3, options="deal=2 station=table_highest")
    assert match.turn == 2 and legal(match) == ["play 12-12"]
    assert error(lines + "1 pass", seats=3, options="deal=2 station=table_highest") == (5, "out_of_turn")
    match.push(2, play("12-12"))
    assert match.turn == 2 and match.hand.leader == 1, "the designated first player is still seat 1"


def test_table_highest_with_hidden_racks_is_told_by_the_first_play():
    lines = "* hand\n1 deal ? ?\n2 deal ? ?\n"
    options = "deal=2 station=table_highest"
    match = position(lines, options=options)
    assert match.turn == 0 and match.judge(2, play("5-5")) is None and match.judge(2, DRAW_ACT) == "not_allowed"
    found = proved(lines + "2 play 5-5\n2 play 5-1\n1 reveal 6-6 0-0", options=options)
    assert found == [("wrong_lead", 2, parse("6-6"))]
    drawn = position(lines + "1 draw ?\n2 draw 3-3\n2 play 3-3", options=options)
    assert drawn.hand.layout.station == 3
    for station in ("table_highest", "descending"):
        again = error(lines + "* hand", options="deal=2 station=" + station)
        assert again == (4, "hand_running"), "nobody having it is no redeal: it is drawn for"
    drawn = position(lines + "1 draw 3-3", options=options)
    assert drawn.turn == 1 and drawn.judge(1, play("3-3")) is None and drawn.judge(2, play("5-5")) is not None


def test_nobody_holds_a_double_so_all_draw_without_a_pass():
    lines = "* hand\n1 deal 9-8\n2 deal 9-7\n"
    for station in ("table_highest", "descending"):
        match = position(lines, options="deal=1 station=" + station)
        assert match.turn == 1 and legal(match) == ["draw"]
    match = position(lines + "1 draw 5-5", options="deal=1 station=table_highest")
    assert legal(match) == ["play 5-5"]
    match = position(lines + "1 draw 5-5", options="deal=1 station=descending")
    assert match.turn == 2 and legal(match) == ["draw"], "only 12-12 will do"
    match = position(lines + "1 draw 5-5\n2 draw 12-12\n2 play 12-12", options="deal=1 station=descending")
    assert match.hand.layout.station == 12


def test_descending_stations_come_down_and_begin_again():
    rules = games.load("mexican_train", 6, 2, {"station": "descending"})
    assert rules.options["rounds"] == 7
    for number, wanted in ((1, "6-6"), (2, "5-5"), (7, "0-0"), (8, "6-6")):
        hand = Hand(rules)
        hand.number = number
        hand.leader = 1
        rules.begin(hand)
        assert hand.openers == [parse(wanted)]


# --- the table -----------------------------------------------------------------------------------------------------


def test_deals_by_set_and_seats():
    for top, deals in ((12, (15, 15, 15, 12, 12, 11, 11)), (9, (12, 12, 10, 8, 7, 6, 5)), (6, (8, 6, 5, 4, 3))):
        for seats, deal in enumerate(deals, 2):
            rules = games.load("mexican_train", top, seats)
            assert rules.deal == deal and rules.options["rounds"] == seats and rules.changed() == ""
    assert games.load("mexican_train", 12, 8).tiles - 8 * 11 == 3
    assert games.load("mexican_train").top == 12
    assert games.load("mexican_train", 9, 3, {"deal": 9, "rounds": 4}).changed() == "deal=9 rounds=4"
    assert games.load("mexican_train", 9, 3, {"station": "descending"}).changed() == "station=descending"


def test_first_names_the_designated_player():
    match = position("* hand\n1 deal 5-1\n2 deal 3-3\n3 deal 4-1", seats=3, options="deal=1 first=3")
    assert match.turn == 3 and legal(match) == ["pass"]


def test_sets_seats_and_options_are_refused_with_what_is_allowed():
    for top, seats, options, code, detail in (
        (15, 2, {}, "bad_set", "6 9 12"),
        (12, 9, {}, "bad_seats", 8),
        (6, 7, {}, "bad_seats", 6),
        (12, 1, {}, "bad_seats", 2),
        (6, 2, {"deal": 15}, "bad_deal", 14),
        (12, 2, {"marker": "none"}, "bad_value", "owner_reopens owner_locked"),
        (12, 2, {"rounds": 0}, "bad_number", "rounds"),
        (12, 2, {"target": 100}, "bad_option", "target"),
    ):
        try:
            games.load("mexican_train", top, seats, options)
        except DominoError as refused:
            assert refused.code == code and detail in refused.detail, refused
        else:
            assert False, code


def test_what_stands_only_by_a_fault_leaves_the_game_playable():
    lines = "* hand\n1 deal 9-9 9-1\n2 deal 12-12 12-1\n"
    options = "deal=2 station=table_highest"
    for wrong in ("1 pass", "1 draw 3-3", "1 end"):
        match = position(lines + wrong + "\n* fault not_allowed 1", options=options)
        assert match.turn == 2 and legal(match) == ["play 12-12"], "its holder still opens"
    match = position(lines + "1 play 9-9\n* fault wrong_lead 1\n1 play 9-1", options=options)
    assert match.results == [((0, 37), 1, "out")]
    match = position(RUN + "1 end\n2 end\n* fault not_allowed 2", options="deal=7")
    assert match.turn == 2, "there was nothing to end"


def test_random_matches_at_every_table():
    at_every_table(
        "mexican_train",
        {"rounds": 2},
        {"rounds": 2, "marker": "owner_locked", "station": "table_highest", "blank50": "on"},
        {"rounds": 2, "mark_unstarted": "on", "opening_run": "must_exhaust", "mexican_trains": "one"},
        {"rounds": 2, "siding_before_own_train": "forbidden", "station": "descending", "first": 2},
        {"rounds": 2, "deal": 3, "marker": "owner_locked", "mark_unstarted": "on"},
        {"rounds": 2, "deal": 1, "station": "descending"},
    )
