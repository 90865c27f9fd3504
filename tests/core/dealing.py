"""Helpers for tests of the rules: positions from record lines, and whole random matches."""

import os

from chance import Chance
from dominocore import games
from dominocore.audit import audit
from dominocore.events import (
    CLAIM_ACT,
    DEAL,
    DRAW,
    END_ACT,
    HAND,
    MUGGINS_ACT,
    PLAY,
    QUIT,
    REVEAL,
    SCORE,
    TURN,
    UNDO,
    WORDS,
    act,
    redact,
)
from dominocore.match import Match
from dominocore.record import Writer, read, spelled
from dominocore.rules import DEALING, OVER, SHOWING
from dominocore.scoring import pack_scores
from dominocore.spelling import spell_args

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fito", "Gina", "Hugo", "Ines", "Juan", "Kira", "Leo")


def cases(ordinary, soak):
    """How many seeded cases to run: more in `make soak`."""
    return soak if os.getenv("SOAK") else ordinary


def text(lines, seats=2, options="", game="block", top=6):
    """A record from body lines, with its tags."""
    names = " ".join(['"%s"' % n for n in NAMES[:seats]])
    rows = ["%DGR 1", '[Game "%s"]' % game, '[Set "%d"]' % top, "[Seats %s]" % names]
    if options:
        rows.append('[Options "%s"]' % options)
    return "\n".join(rows + [line.strip() for line in lines.strip().split("\n")]) + "\n"


def report(lines, **tags):
    return audit(read(text(lines, **tags)))


def position(lines, **tags):
    """The match that these lines lead to; they must be sound."""
    found = report(lines, **tags)
    assert found.ok, "line %d: %s" % (found.error.line, found.error)
    return found.match


def legal(match):
    """Legal acts as `verify` lists them."""
    return [legal_line(match, a) for a in match.legal()]


def legal_line(match, a):
    words = [] if a >> 24 == TURN else spell_args(*spelled(match, match.turn, a))
    return " ".join([WORDS[a >> 24]] + words)


def error(lines, **tags):
    """(line number within the body, code) of the first error."""
    found = report(lines, **tags)
    assert not found.ok
    first = len(text("", **tags).strip().split("\n")) + 1
    return found.error.line - first + 1, found.error.code


def shuffled(chance, count):
    tiles = list(range(count))
    for i in range(len(tiles) - 1, 0, -1):
        j = chance.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def at_random(chance, match):
    """Any legal act of the seat on turn."""
    acts = match.legal()
    return acts[chance.below(len(acts))]


def random_match(seed, game="block", top=6, seats=4, options=None, check=None, hands=60, choose=at_random):
    """A whole match (or `hands` hands of it) of random legal play, as a Writer; `check(match)` after every act."""
    chance = Chance(seed)
    writer = Writer(games.load(game, top, seats, options), NAMES[:seats])
    match = writer.match
    while not match.over and match.hands < hands:
        random_hand(chance, writer, check, choose)
        if match.hand.phase == OVER:
            writer.event(0, act(SCORE), pack_scores(match.results[-1].scores))
    return writer


def random_hand(chance, writer, check=None, choose=at_random):
    """Deal and play one hand; it may end as a redeal."""
    match = writer.match
    writer.event(0, act(HAND))
    while match.turn and match.hand.phase == DEALING:  # antes
        writer.event(match.turn, match.legal()[0])
    stock = [t for t in shuffled(chance, match.rules.tiles) if not match.hand.hold.where[t]]
    count = match.rules.deal_count(match.hand)
    for seat in range(1, match.rules.seats + 1 if count else 0):
        writer.event(seat, act(DEAL), bytes([stock.pop() for _ in range(count)]))
    while match.turn or match.hand.late:
        due = match.rules.due(match.hand)
        if due:
            writer.event(0, due[0], bytes([stock.pop() for _ in range(due[1])]))
            continue
        if speak_up(chance, writer):
            continue
        if not match.turn:
            break
        chosen = choose(chance, match)
        if QUIT in match.rules.VERBS and (chance.one_in(300) or match.hand.events > 150):
            chosen = act(QUIT)  # a clock could be moved about for ever
        if chosen >> 24 in (DRAW, TURN):
            chosen = act(chosen >> 24, stock.pop())
        assert match.judge(match.turn, chosen) is None, (chosen, match.turn)
        writer.event(match.turn, chosen)
        put_under(stock, match.hand.hold)
        if check:
            check(match)


def put_under(stock, hold):
    """Tiles that went back into the stock come out last."""
    if len(stock) < hold.stock:
        stock[:0] = [t for t in hold.unseen() if t not in stock]


def speak_up(chance, writer):
    """Now and then a seat says what is open to seats that are not on turn (claims); True when one did."""
    match = writer.match
    for a in (CLAIM_ACT, MUGGINS_ACT, END_ACT):
        seat = 1 + chance.below(match.rules.seats)
        if seat != match.turn and chance.one_in(2) and match.judge(seat, a) is None:
            writer.event(seat, a)
            return True
    return False


def events_of(record):
    return [line.event for line in record.lines if line.event]


def hidden_version(writer):
    """The same match as tap pads see it: nothing dealt or drawn is seen, what is left is revealed at the end."""
    rules = writer.match.rules
    hidden = Writer(rules, NAMES[: rules.seats])
    seen = Match(rules)
    for event in full_events(writer):
        if event[1] >> 24 == SCORE:
            for seat in range(1, rules.seats + 1):
                rack = seen.hand.hold.racks[seat]
                if rack and hidden.match.hand.phase == SHOWING:
                    hidden.event(seat, act(REVEAL), bytes(rack))
        needless = event[1] == END_ACT and event[0] == seen.hand.stopped
        if not needless:
            hidden.event(*redact(0, event))
        seen.push(*event)
        if seen.hand.stopped and hidden.match.hand.then:
            hidden.event(seen.hand.stopped, END_ACT)
    return hidden


def full_events(writer):
    """The events of a writer's record with every end written out, as they were pushed."""
    match = Match(writer.match.rules)
    found = []
    for seat, a, data in events_of(writer.record):
        if a >> 24 == PLAY and match.turn:
            fits = match.rules.fits(match.hand, seat, (a & 255,))
            a = a if a in fits else fits[0]
        match.push(seat, a, data)
        found.append((seat, a, data))
    return found


UNDO_ACT = act(UNDO)
