"""Seen and hidden racks, and denials weighed as tiles appear."""

from dominocore.holdings import TABLE, Holdings
from dominocore.tiles import UNSEEN, parse


def racks():
    hold = Holdings(28, 2)
    hold.deal(1, bytes([1, 2, 3]))
    hold.deal(2, bytes([UNSEEN] * 3))
    return hold


def test_counts_and_stock():
    hold = racks()
    assert (hold.count(1), hold.count(2), hold.stock) == (3, 3, 22)
    hold.receive(2, UNSEEN)
    hold.lay(2, 9)
    assert (hold.count(2), hold.stock, hold.where[9]) == (3, 21, TABLE)


def test_what_a_seat_could_hold():
    hold = racks()
    assert hold.could_hold(1, 2) and not hold.could_hold(1, 9), "a seen rack holds what it shows"
    assert hold.could_hold(2, 9) and not hold.could_hold(2, 2), "a hidden one anything not seen elsewhere"
    hold.lay(2, 9)
    assert not hold.could_hold(2, 9)
    for tile in (10, 11):
        hold.lay(2, tile)
    assert not hold.could_hold(2, 12), "no more tiles than were dealt"


def test_a_denial_is_disproved_by_a_tile_that_was_there():
    hold = racks()
    hold.deny(2, "false_pass", 5, [9, 10])
    hold.lay(2, 12)
    assert not hold.infractions
    hold.lay(2, 9)
    assert [tuple(i) for i in hold.infractions] == [("false_pass", 2, 9, 5)]
    hold.lay(2, 10)
    assert len(hold.infractions) == 1, "one breach, however many tiles prove it"


def test_a_breach_is_not_proved_again_after_a_draw():
    hold = racks()
    hold.deny(2, "illegal_draw", 3, [9, 10])
    hold.lay(2, 9)
    hold.receive(2, UNSEEN)
    hold.lay(2, 10)
    assert [i.tile for i in hold.infractions] == [9]


def test_what_another_seat_denied_is_its_breach_whoever_proves_it():
    hold = racks()
    hold.receive(1, UNSEEN)
    for seat in (1, 2):
        hold.deny(seat, "wrong_lead", 2, [9, 10], by=1)
    hold.lay(2, 9)
    hold.lay(1, 10)
    assert [tuple(i) for i in hold.infractions] == [("wrong_lead", 1, 9, 2)], "once"


def test_a_tile_drawn_since_excuses_one_contradiction():
    hold = racks()
    hold.deny(2, "illegal_draw", 3, [9, 10])
    hold.receive(2, UNSEEN)
    hold.lay(2, 9)
    assert not hold.infractions, "it may be the tile just drawn"
    hold.reveal(2, [10, 12, 13])
    assert [i.tile for i in hold.infractions] == [10]


def test_a_tile_seen_when_drawn_excuses_nothing():
    hold = racks()
    hold.deny(2, "illegal_draw", 3, [9])
    hold.receive(2, 15)
    hold.lay(2, 9)
    assert len(hold.infractions) == 1


def test_unseen_are_all_that_may_be_hidden():
    hold = racks()
    hold.lay(2, parse("6-6"))
    assert len(hold.unseen()) == 28 - 3 - 1 and parse("6-6") not in hold.unseen()
