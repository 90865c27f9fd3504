"""Random matches of a game at every table it is played at, and what must hold in each of them.

Tiles are conserved after every act, scores add up, a match ends; its record reads and writes as the same bytes and
replays to the same position; hidden racks give the same scores as seen ones; undo then redo changes nothing; a record
with one score changed is refused with its line.
"""

from chance import Chance
from dealing import cases, full_events, hidden_version, random_match
from dominocore import games
from dominocore.audit import audit
from dominocore.events import HAND
from dominocore.faults import DominoError
from dominocore.holdings import RETIRED, TABLE
from dominocore.match import Match
from dominocore.record import read, write

WHOLE = 5000  # hands: two at Tiddle-a-Wink are blocked hundreds of times before one goes out, which `single_hand` wants
SHORT = 3  # enough to see how hands follow each other
UNENDING = ("thats_it",)  # a random hand goes on for 200 turns and is void in the end: fewer of them, no whole match


def at_every_table(game, *variants):
    """The property test of one game: dozens of hands with every set and number of seats, thousands in `make soak`.

    Matches take the given sets of options in turn, as far as these go with the table; the first is the plain game.
    """
    spans = games.rules_of(game).SEATS.items()
    tables = [(top, seats) for top, (fewest, most) in spans for seats in range(fewest, most + 1)]
    hands = cases(24, max(200, 2000 // len(tables))) // (4 if game in UNENDING else 1)
    for top, seats in tables:
        fitting = [options for options in ({},) + variants if allowed(game, top, seats, options)]
        seed = played = 0
        while played < hands:
            whole = seed % 7 == 0 and game not in UNENDING
            match = try_match(game, top, seats, fitting[seed % len(fitting)], seed * 100 + seats, whole)
            assert match.over or not whole
            played += match.hands
            seed += 1


def allowed(game, top, seats, options):
    """Whether a variant goes with this set and these seats (versions and pairs have sets and seats of their own)."""
    try:
        games.load(game, top, seats, options)
        return True
    except DominoError:
        return False


def try_match(game, top, seats, options, seed, whole):
    """Play a random match and hold everything against it."""
    writer = random_match(seed, game, top, seats, options, conserved, WHOLE if whole else SHORT)
    adds_up(writer.match)
    replays(writer)
    hides(writer)
    if seed // 100 % 4 == 1:
        undoes(writer, Chance(seed))
        refuses_other_scores(writer, Chance(seed))
    return writer.match


def conserved(match):
    """Tiles are in one rack, on the table or asleep; nothing is lost or doubled."""
    hold = match.hand.hold
    where = bytes(hold.where)
    racks = 0
    for seat in range(1, match.rules.seats + 1):
        assert len(hold.racks[seat]) == where.count(bytes([seat]))
        racks += len(hold.racks[seat])
    laid = where.count(bytes([TABLE])) + where.count(bytes([RETIRED]))
    assert racks + laid + hold.stock == match.rules.tiles


def adds_up(match):
    assert match.hands == len(match.results) > 0
    sums = [sum([r.scores[s] for r in match.results]) for s in range(match.rules.sides)]
    assert sums == match.totals


def snapshot(match):
    """Everything public about a position, to compare two ways of reaching it."""
    hand = match.hand
    return (
        match.totals,
        match.results,
        match.outcome,
        hand.turn,
        hand.then,
        hand.phase,
        hand.passes,
        list(hand.points),
        list(hand.missed),
        [sorted(r) for r in hand.hold.racks],
        bytes(hand.hold.hidden),
        bytes(hand.hold.where),
    )


def replays(writer):
    """The record gives the same bytes and the same position."""
    text = writer.text()
    record = read(text)
    assert write(record) == text
    found = audit(record)
    assert found.ok, (text, found.error.line, found.error)
    assert snapshot(found.match) == snapshot(writer.match) and not found.infractions, text


def hides(writer):
    """Hidden racks give the same scores, and nobody is accused."""
    text = hidden_version(writer).text()
    found = audit(read(text))
    assert found.ok, (text, found.error.line, found.error)
    assert found.match.results == writer.match.results and not found.infractions, (text, found.infractions)


def undoes(writer, chance):
    """Some acts taken back and done again give the same position."""
    match = Match(writer.match.rules)
    for event in full_events(writer):
        match.push(*event)
        events = match.events()
        acts = [i for i, e in enumerate(events) if e[1] >> 24 < HAND]
        if acts and chance.one_in(6):
            before = snapshot(match)
            back = 1 + chance.below(min(3, len(acts)))
            for _ in range(back):
                match.undo()
            for redone in events[acts[-back] :]:
                match.push(*redone)
            assert snapshot(match) == before


def refuses_other_scores(writer, chance):
    """Whichever score is changed, that is an error in its line."""
    rows = writer.text().split("\n")
    for i, row in enumerate(rows):
        words = row.split()
        if words[1:2] == ["score"]:
            k = 2 + chance.below(len(words) - 2)
            side, points = words[k].split(":")
            words[k] = "%s:%d" % (side, int(points) + 1 + chance.below(3))
            error = audit(read("\n".join(rows[:i] + [" ".join(words)] + rows[i + 1 :]))).error
            assert (error.line, error.code) == (i + 1, "wrong_score"), words
