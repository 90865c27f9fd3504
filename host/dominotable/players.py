"""Computer players. A player is a function of what a player sees: `choose(view, seat, rng) -> act`.

`view` is `Match.view(seat)`: the seat's own tiles and what lies open, nothing else. Whose turn it is a player need not
see (others may still be allowed to go on), so the seat is told. All chance comes from `rng`, so a match is the same
again from the same seed.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from dominocore.events import PLAY
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.tiles import NUMBERS, PIPS

Player = Callable[[Match, int, Random], int]

# Names for seats that nobody has named, in seating order.
NAMES = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fede", "Gala", "Hugo", "Inés", "Juan", "Kira", "Luis")


def choose_random(view: Match, seat: int, rng: Random) -> int:
    """Any legal act."""
    return rng.choice(_legal(view, seat))


def choose_sensible(view: Match, seat: int, rng: Random) -> int:
    """What scores most now; then the heaviest tile, which costs most when somebody else goes out; between equals,
    what leaves the most different numbers."""
    plays = [act for act in _legal(view, seat) if act >> 24 == PLAY]
    if not plays:
        return choose_random(view, seat, rng)
    if len(plays) == 1:
        return plays[0]
    return max(plays, key=lambda act: (_gain(view, seat, act), PIPS[act & 255], _variety(view, seat, act), rng.random()))


def _gain(view: Match, seat: int, act: int) -> int:
    """What the act makes in play, counts that may be claimed included."""
    assert view.hand is not None
    hand = deepcopy(view.hand)
    if hand.then == seat != hand.turn:
        view.rules.stop(hand)
    hand.hold.lay(seat, act & 255)
    view.rules.apply(hand, seat, act)
    count = getattr(hand, "count", None)
    side = view.rules.side(seat) - 1
    return hand.points[side] - view.hand.points[side] + (count[2] if count else 0)


def _variety(view: Match, seat: int, act: int) -> int:
    """How many different numbers are left in the rack after the act."""
    assert view.hand is not None
    numbers = 0
    for tile in view.hand.hold.racks[seat]:
        if tile != act & 255:
            numbers |= NUMBERS[tile]
    return numbers.bit_count()


def _legal(view: Match, seat: int) -> list[int]:
    acts = view.rules.legal(view.hand, seat)
    if not acts:
        raise DominoError("not_in_play")
    return acts


PLAYERS: dict[str, Player] = {"sensible": choose_sensible, "random": choose_random}


def player(name: str) -> Player:
    if name not in PLAYERS:
        raise DominoError("bad_player", name, " ".join(PLAYERS))
    return PLAYERS[name]
