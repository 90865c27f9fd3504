"""Helpers for tests of the solitaires: positions that a whole record could not easily lead to."""

from dominocore import games
from dominocore.events import HAND, act
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.record import spelled
from dominocore.spelling import read_event, spell
from dominocore.tiles import parse


def tiles(text):
    return bytes([parse(word) for word in text.split()])


def begun(game, top=None, options=None, patient=False):
    """A match in which the table has laid nothing yet."""
    match = Match(games.load(game, top, None, options), None, patient)
    match.push(0, act(HAND))
    return match


def lay(match, verb, text, stock, place=0):
    """The table lays these tiles, whatever the rule says, and so many are left in the stock."""
    laid = tiles(text)
    match.hand.hold.stock = len(laid) + stock
    match.push(0, act(verb, 0, place), laid)
    return match


def judged(match, line):
    """The code of what is wrong with a line of the player, or None."""
    event, _ = read_event(("1 " + line).split())
    return match.judge(*event)


def push(match, *lines):
    """Lines of the player, all legal."""
    for line in lines:
        event, _ = read_event(("1 " + line).split())
        code = match.judge(*event)
        assert code is None, (line, code)
        match.push(*event)
    return match


def hint(match):
    """The hint as a record line without the seat; None when there is none."""
    a = match.rules.hint(match.hand)
    if a is None:
        return None
    assert a in match.legal() and match.judge(1, a) is None
    return spell(1, *spelled(match, 1, a))[2:]


def refusal(game, *asked):
    """The code with which a set, a number of seats or an option is refused; None when it is not."""
    try:
        games.load(game, *asked)
        return None
    except DominoError as error:
        return error.code


def ended(match):
    """(reason, scores, winner of the hand, winner of the match) of a solitaire that is over."""
    result = match.results[0]
    assert match.over and match.turn == 0 and match.legal() == []
    assert match.rules.hint(match.hand) is None
    return result.reason, result.scores, result.winner, match.winner


WON = ("won", (1,), 1, 1)
LOST = ("lost", (0,), 0, 0)
CLOSE = ("close", (0,), 0, 0)
GAVE_UP = ("gave_up", (0,), 0, 0)
