"""Traffic: every vector of its page by id, its options, its ends, the search in slices, and its geometry against a
slow and plain reading of the page."""

import traffic_slow as slow
from chance import Chance
from dealing import cases, error, legal, position, random_match, report, shuffled
from dominocore import games
from dominocore.events import END_ACT, UP, act
from dominocore.games.traffic import Search, lay_of
from dominocore.grid import cell, where
from dominocore.match import Match
from dominocore.record import read, write
from dominocore.spelling import read_event
from dominocore.tiles import name
from matches import at_every_table
from solo import GAVE_UP, LOST, WON, begun, ended, hint, judged, push, refusal, tiles


def at(up, *old, top=6, stock=10, options=None, patient=False):
    """A turn begins with these tiles face up and these lays on the table."""
    match = begun("traffic", top, options, patient)
    for line in old:
        (_, a, data), _ = read_event(("1 lay " + line).split())
        match.hand.grid.lay(lay_of(a, data))
        match.hand.hold.show((a & 255,))
    match.hand.hold.stock = len(tiles(up)) + stock
    match.push(0, act(UP), tiles(up))
    return match


def lays_of(*lines):
    return ["lay " + line for line in lines]


QUAD = ("2-1 2@1,0 1@0,0", "4-3 4@3,0 3@2,0")  # 1 2 3 4 in row 0


def test_TR_01_a_first_quad_of_four_tiles():
    match = at("6-3 2-1 4-2 5-5")
    lines = lays_of("2-1 2@0,0 1@0,1", "6-3 6@1,1 3@1,0", "4-2 4@2,0 2@2,1", "5-5 5@3,0 5@3,1")
    for line in lines:
        assert line in legal(match)
        push(match, line)
    assert "end" in legal(match) and hint(match) == "end"
    push(match, "end")


def test_TR_02_a_first_quad_of_three_tiles():
    push(at("6-3 2-1 4-2 5-5"), *lays_of("2-1 2@1,0 1@0,0", "6-3 6@2,1 3@2,0", "4-2 4@3,0 2@3,1"), "end")


def test_TR_04_a_first_quad_of_two_tiles():
    push(at("2-1 4-3 6-6 0-0"), *lays_of(*QUAD), "end")


def test_TR_05_a_single_tile_after_another():
    push(at("7-6 0-0", "9-8 9@0,0 8@1,0", top=9), "lay 7-6 7@2,0 6@3,0", "end")


def test_TR_06_a_single_tile_before_another():
    push(at("7-6 0-0", "5-4 5@2,0 4@3,0", top=9), "lay 7-6 7@0,0 6@1,0", "end")


def test_TR_08_a_tile_that_touches_nothing_makes_no_quad():
    match = push(at("6-5 3-0 6-4", *QUAD), "lay 6-5 6@9,9 5@8,9")
    assert judged(match, "end") == "no_quad"


def test_TR_09_a_column_through_an_old_number():
    push(at("6-5 3-0", *QUAD), *lays_of("6-5 6@3,2 5@3,1", "3-0 3@3,-1 0@4,-1"), "end")


def test_TR_10_five_in_line_that_are_no_run():
    lines = lays_of("6-5 6@3,2 5@3,1", "3-0 3@3,-1 0@3,-2")
    push(at("6-5 3-0", *QUAD), *lines)
    match = at("6-5 3-0", *QUAD, options={"limit": "strict_line"})
    push(match, lines[0])
    assert judged(match, lines[1]) == "five_in_line"


def test_TR_12_blanks_do_not_follow_the_highest():
    match = push(at("12-11 1-0 3-2 5-4", top=12), *lays_of("12-11 12@1,0 11@0,0", "1-0 1@3,0 0@2,0"))
    assert judged(match, "end") == "no_quad"


def test_TR_13_more_tiles_come_up_until_a_quad_exists():
    match = at("0-0 1-1 6-6 5-5", stock=24)
    assert match.rules.due(match.hand) == (act(UP), 1) and legal(match) == [] and hint(match) is None
    match.push(0, act(UP), tiles("6-0"))
    assert match.rules.due(match.hand) == (act(UP), 1)
    match.push(0, act(UP), tiles("3-2"))
    push(match, *lays_of("1-1 1@1,0 1@1,1", "0-0 0@0,0 0@0,1", "3-2 3@3,0 2@2,0"), "end")
    assert match.rules.due(match.hand) == (act(UP), 1), "three are left of six: one more makes four"


def test_TR_14_lost_when_no_turn_is_possible():
    match = at("0-0 6-6", *QUAD)
    assert ended(match) == LOST and match.rules.left(match.hand) == 12


def test_a_first_turn_that_never_comes_is_lost():
    assert ended(at("0-0 1-1 6-6 5-5", stock=0)) == LOST


def test_the_last_tile_needs_its_end_too():
    match = push(at("6-5 3-0", *QUAD, stock=0), *lays_of("6-5 6@3,2 5@3,1", "3-0 3@3,-1 0@4,-1"))
    assert not match.over
    assert ended(push(match, "end")) == WON and match.rules.left(match.hand) == 0


def test_runs_of_five_are_refused():
    match = at("6-5 4-0 5-0", *QUAD)
    assert judged(match, "lay 6-5 6@5,0 5@4,0") == "five_in_line"
    assert judged(match, "lay 5-0 5@4,0 0@4,1") == "five_in_line"
    assert judged(match, "lay 4-0 4@4,0 0@4,1") is None


def test_what_cannot_be_laid():
    match = at("6-5 3-0 4-0", *QUAD)
    assert judged(match, "lay 6-6 6@9,0 6@8,0") == "not_face_up"
    assert judged(match, "lay 6-5 6@3,0 5@3,1") == "cell_taken"
    assert judged(match, "lay 6-5 6@9,0 5@7,0") == "cells_apart"
    assert judged(match, "lay 6-5 6@9,0 5@8,1") == "cells_apart"
    apart = "* hand\n* up 2-1 4-3 6-6 0-0\n1 lay 2-1 2@1,0 1@3,0\n"
    found = report(apart, seats=1, game="traffic")
    assert found.error.code == "cells_apart" and found.error.line == 7


def test_every_tile_laid_has_a_half_in_the_quad():
    lines = lays_of("6-5 6@3,2 5@3,1", "3-0 3@3,-1 0@4,-1", "6-0 6@0,1 0@0,2")
    assert judged(push(at("6-5 3-0 6-0", *QUAD), *lines), "end") == "no_quad"
    assert judged(push(at("6-5 3-0 6-0", *QUAD), *lines[:2]), "end") is None
    push(at("6-5 3-0 6-0", *QUAD, options={"idle_tiles": "allowed"}), *(lines + ["end"]))


def test_a_quad_of_new_cells_only_must_touch_if_that_is_enough():
    lines = lays_of("6-5 6@3,1 5@2,1", "4-3 4@1,1 3@0,1")
    old = ("1-0 1@1,0 0@0,0", "3-2 3@3,0 2@2,0")
    assert judged(push(at("6-5 4-3", *old), *lines), "end") == "no_quad"
    push(at("6-5 4-3", *old, options={"quad_uses_old": "touching"}), *(lines + ["end"]))
    far = lays_of("6-5 6@3,3 5@2,3", "4-3 4@1,3 3@0,3")
    assert judged(push(at("6-5 4-3", *old, options={"quad_uses_old": "touching"}), *far), "end") == "no_quad"


def test_the_quad_must_be_new():
    match = push(at("6-5 3-0", *QUAD), "lay 6-5 6@0,1 5@0,2")
    assert judged(match, "end") == "no_quad" and judged(at("6-5 3-0", *QUAD), "end") == "no_quad"


def test_surplus_is_kept_or_returned():
    for options, up, stock in (({}, "6-6 6-0 5-5 5-0 4-4", 10), ({"surplus": "returned"}, "6-6 6-0 5-5 5-0", 11)):
        match = push(at("6-6 6-0 5-5 5-0 4-4 2-1 4-3", options=options), *(lays_of(*QUAD) + ["end"]))
        assert [name(t) for t in match.hand.up] == up.split() and match.hand.hold.stock == stock
        assert match.hand.hold.where[tiles("4-4")[0]] == (254 if not options else 0)


def test_refill_and_face_up_numbers():
    for top, count in ((6, 4), (9, 5), (12, 6)):
        assert begun("traffic", top).rules.due(begun("traffic", top).hand) == (act(UP), count)
    match = push(at("2-1 4-3 6-6 0-0", stock=1), *(lays_of(*QUAD) + ["end"]))
    assert match.rules.due(match.hand) == (act(UP), 1)


def test_record_lines():
    tags = {"seats": 1, "game": "traffic"}
    lines = "* hand\n* up 2-1 4-3 6-6 0-0\n1 lay 2-1 2@1,0 1@0,0\n1 lay 4-3 4@3,0 3@2,0\n"
    assert error(lines + "* up 6-5 3-0", **tags) == (5, "not_due")
    assert error(lines + "1 end\n1 lay 6-6 6@9,9 6@9,8", **tags) == (6, "table_first")
    assert error(lines + "1 end\n* up 6-5", **tags) == (6, "tile_count")
    match = position(lines + "1 end\n* up 6-5 3-0", **tags)
    assert match.rules.left(match.hand) == 26 and "lay 6-5 6@3,2 5@3,1" in legal(match)
    assert ended(position(lines + "1 quit", **tags)) == GAVE_UP
    faulty = position(lines + "1 lay 6-6 6@9,9 6@9,10\n1 end\n* fault no_quad 1\n* up 6-5 3-0 5-0", **tags)
    assert faulty.rules.left(faulty.hand) == 25


def test_the_table_has_no_edge():
    """The same game far away, and the cells that are offered are far away too."""
    tags = {"seats": 1, "game": "traffic"}
    lines = "* hand\n* up 2-1 4-3 6-6 0-0\n1 lay 2-1 2@%d,%d 1@%d,%d\n1 lay 4-3 4@%d,%d 3@%d,%d\n1 end\n* up 6-5 3-0\n"
    near = [line for line in legal(position(lines % (1, 0, 0, 0, 3, 0, 2, 0), **tags))]
    for x, y in ((1000, -900), (-9000, 9000), (-130, 127)):
        far = legal(position(lines % (x + 1, y, x, y, x + 3, y, x + 2, y), **tags))
        assert sorted([moved(line, x, y) for line in near]) == sorted(far)


def moved(line, dx, dy):
    words = line.split()
    for i in (2, 3):
        half, _, place = words[i].partition("@")
        x, y = [int(n) for n in place.split(",")]
        words[i] = "%s@%d,%d" % (half, x + dx, y + dy)
    return " ".join(words)


def test_cells_are_pairs_of_whole_numbers():
    for x in (-9999, -300, -1, 0, 1, 255, 9999):
        for y in (-9999, -2, 0, 7, 9999):
            assert where(cell(x, y)) == (x, y)


def test_spelling_of_a_lay():
    head = '%DGR 1\n[Game "traffic"]\n[Set "6"]\n[Seats "Ana"]\n'
    for line in ("1 lay 6-3 6@4,1 3@4,0", "1 lay 5-5 5@-3,-7 5@-3,-6", "1 lay 6-3 6@4,1 3@9,9"):
        assert write(read(head + line + "\n")) == head + line + "\n"
    for odd, plain in (("3-6 3@4,0 6@4,1", "6-3 6@4,1 3@4,0"), ("5-5 5@1,1 5@1,0", "5-5 5@1,0 5@1,1")):
        assert write(read(head + "1 lay " + odd + "\n")) == head + "1 lay " + plain + "\n"


def test_on_an_empty_table_the_quad_is_offered_in_one_place():
    offered = legal(at("2-1 4-3"))
    assert sorted(offered) == sorted(
        lays_of("2-1 2@1,0 1@0,0", "4-3 4@3,0 3@2,0", "2-1 2@2,0 1@3,0", "4-3 4@0,0 3@1,0")
    )


def test_a_lay_that_leads_nowhere_is_not_offered_but_stands():
    lines = "* hand\n* up 2-1 4-3 6-6 0-0\n1 lay 2-1 2@1,0 1@0,0\n1 lay 4-3 4@3,0 3@2,0\n1 end\n* up 6-5 3-0\n"
    match = position(lines, seats=1, game="traffic")
    assert judged(match, "lay 6-6 6@7,7 6@7,8") is None and "lay 6-6 6@7,7 6@7,8" not in legal(match)
    push(match, "lay 6-6 6@7,7 6@7,8")
    assert legal(match) == [] and hint(match) is None and judged(match, "end") == "no_quad"
    match.undo()
    assert hint(match) in legal(match)


# --- the search in slices ------------------------------------------------------------------------------------------


def test_a_patient_match_answers_in_slices():
    match = at("6-6 0-0", *QUAD, patient=True)
    assert match.hand.question and judged(match, "lay 6-6 6@9,9 6@9,10") == "searching"
    assert judged(match, "quit") == "searching" and not match.over
    slices = 0
    while not match.think(1):
        slices += 1
    assert slices > 3 and ended(match) == LOST
    match = at("6-5 3-0", *QUAD, patient=True)
    while not match.think(1):
        pass
    assert hint(match) in legal(match)


def test_a_patient_match_comes_to_the_same_end():
    for seed in range(cases(4, 60)):
        writer = random_match(seed, "traffic", (6, 9)[seed % 2], 1)
        patient = Match(writer.match.rules, None, True)
        for line in writer.record.lines:
            while not patient.think(7):
                pass
            assert patient.judge(*line.event) is None
            patient.push(*line.event)
        assert patient.results == writer.match.results


def test_each_slice_is_bounded():
    """However small the slices, they add up to the same answer, and none tries more than it may."""
    match = at("6-5 3-0 4-4 1-1", *QUAD)
    whole = Search(match.rules, match.hand)
    assert whole.step(100000) and whole.found is not None
    search = Search(match.rules, match.hand)
    steps = 1
    while not search.step(1):
        steps += 1
    assert search.found == whole.found
    again = Search(match.rules, match.hand)
    assert not again.step(steps - 1) and again.step(1)


# --- geometry against the slow reading ------------------------------------------------------------------------------


def plain(grid):
    return dict([(where(c), n) for c, n in grid.numbers.items()])


def plain_lay(lay):
    return lay[0], where(lay[1]), where(lay[2])


OPTIONS = ({}, {"limit": "strict_line"}, {"quad_uses_old": "touching"}, {"idle_tiles": "allowed"})


def positions(count, top=6):
    """Matches at the start of a turn, some turns into a random game."""
    for i in range(count):
        options = OPTIONS[i % len(OPTIONS)]
        chance = Chance(500 + i)
        match = begun("traffic", top, options)
        stock = shuffled(chance, match.rules.tiles)
        turns = 1 + i // len(OPTIONS) % 3
        while match.turn and turns >= 0:
            due = match.rules.due(match.hand)
            if due:
                match.push(0, due[0], bytes([stock.pop() for _ in range(due[1])]))
                continue
            if not match.hand.grid.fresh:
                turns -= 1
                if i % 5 or turns < 0:
                    yield i, chance, match
            acts = match.legal()
            match.push(1, END_ACT if END_ACT in acts else acts[chance.below(len(acts))])


def test_the_turns_found_are_those_of_the_page():
    for _, _, match in positions(cases(4, 120)):
        rules, hand = match.rules, match.hand
        quick = set()
        for turn in rules.turns(hand.grid.copy(), hand.up):
            if turn:
                quick.add(tuple(sorted([plain_lay(lay) for lay in turn])))
        assert quick == slow.every_turn(plain(hand.grid), hand.up, rules.top, rules.strict, rules.touching)
        assert quick, "a hand without a turn is over"


def test_lost_is_lost_by_the_page_too():
    for seed in range(cases(6, 200)):
        writer = random_match(seed, "traffic", 6, 1, OPTIONS[seed % 3])
        match = writer.match
        if match.results[0].reason == "lost":
            rules, hand = match.rules, match.hand
            assert not slow.every_turn(plain(hand.grid), hand.up, rules.top, rules.strict, rules.touching)


def test_lays_and_ends_are_judged_as_the_page_does():
    """Lays anywhere near the table and lays that were offered: refused for five in line, and the quad at the end."""
    complete = 0
    for _, chance, match in positions(cases(12, 300)):
        old = plain(match.hand.grid)
        for _ in range(20 if old else 0):
            complete += try_a_lay(chance, match, old)
            if len(match.hand.grid.fresh) == 3 or not match.hand.up:
                take_back(match)
        take_back(match)
    assert complete, "some of these turns must be complete"


def try_a_lay(chance, match, old):
    """Judge one lay both ways, lay it if it may be, and tell whether the turn is complete then."""
    rules = match.rules
    acts = [a for a in match.legal() if a != END_ACT]
    if acts and chance.one_in(2):
        a, data = rules.spelled(match.hand, acts[chance.below(len(acts))])
    else:
        a, data = spelled_lay(any_lay(chance, old, match.hand.up))
    after = slow.with_lays(plain(match.hand.grid), [plain_lay(lay_of(a, data))])
    code = match.judge(1, a, data)
    assert (code == "cell_taken") == (after is None)
    if after is None:
        return 0
    assert (code == "five_in_line") == slow.too_long(after, rules.strict)
    if code:
        return 0
    match.push(1, a, data)
    good = slow.complete(old, [plain_lay(lay) for lay in match.hand.grid.fresh], rules.idle, rules.touching)
    assert (match.judge(1, END_ACT) is None) == good
    return good


def take_back(match):
    for _ in match.hand.grid.fresh:
        match.undo()


def any_lay(chance, old, up):
    """A face-up tile anywhere near what lies on the table; doubles as a record writes them."""
    cells = sorted(old)
    x, y = cells[chance.below(len(cells))]
    c = (x + chance.below(7) - 3, y + chance.below(7) - 3)
    other = slow.beside(c)[chance.below(4)]
    t = up[chance.below(len(up))]
    if name(t).split("-")[0] == name(t).split("-")[1] and (other[1], other[0]) < (c[1], c[0]):
        c, other = other, c
    return t, c, other


def spelled_lay(lay):
    t, c, other = lay
    hi, lo = name(t).split("-")
    line = "1 lay %s %s@%d,%d %s@%d,%d" % (name(t), hi, c[0], c[1], lo, other[0], other[1])
    return read_event(line.split())[0][1:]


def test_sets_seats_and_options():
    assert refusal("traffic", 15) == "bad_set" and refusal("traffic", 6, 2) == "exact_seats"
    assert refusal("traffic", 6, 1, {"limit": "none"}) == "bad_value" and games.load("traffic").top == 6


def test_random_matches_at_every_table():
    at_every_table(
        "traffic",
        {"limit": "strict_line"},
        {"idle_tiles": "allowed", "surplus": "returned"},
        {"quad_uses_old": "touching"},
        {"quad_uses_old": "touching", "idle_tiles": "allowed", "limit": "strict_line"},
    )
