"""Computer players. A player is a function of what a player sees: `choose(view, rng) -> act`.

`view` is `Match.view(seat)`: the seat's own tiles and what lies open, nothing else. All chance comes from `rng`, so
a match is the same again from the same seed.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from dominocore.events import PLAY
from dominocore.faults import DominoError
from dominocore.match import Match
from dominocore.tiles import NUMBERS, PIPS

Player = Callable[[Match, Random], int]

# Names for seats that nobody has named, in seating order.
NAMES = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fede", "Gala", "Hugo", "Inés", "Juan", "Kira", "Luis")


def choose_random(view: Match, rng: Random) -> int:
    """Any legal act."""
    return rng.choice(_legal(view))


def choose_sensible(view: Match, rng: Random) -> int:
    """What scores most now; then the heaviest tile, which costs most when somebody else goes out; between equals,
    what leaves the most different numbers."""
    plays = [act for act in _legal(view) if act >> 24 == PLAY]
    if not plays:
        return choose_random(view, rng)
    if len(plays) == 1:
        return plays[0]
    return max(plays, key=lambda act: (_gain(view, act), PIPS[act & 255], _variety(view, act), rng.random()))


def _gain(view: Match, act: int) -> int:
    """What the act makes in play, counts that may be claimed included."""
    assert view.hand is not None
    hand = deepcopy(view.hand)
    hand.hold.lay(view.turn, act & 255)
    view.rules.apply(hand, view.turn, act)
    count = getattr(hand, "count", None)
    side = view.rules.side(view.turn) - 1
    return hand.points[side] - view.hand.points[side] + (count[2] if count else 0)


def _variety(view: Match, act: int) -> int:
    """How many different numbers are left in the rack after the act."""
    assert view.hand is not None
    numbers = 0
    for tile in view.hand.hold.racks[view.turn]:
        if tile != act & 255:
            numbers |= NUMBERS[tile]
    return numbers.bit_count()


def _legal(view: Match) -> list[int]:
    acts = view.legal()
    if not acts:
        raise DominoError("not_in_play")
    return acts


PLAYERS: dict[str, Player] = {"sensible": choose_sensible, "random": choose_random}


def player(name: str) -> Player:
    if name not in PLAYERS:
        raise DominoError("bad_player", name, " ".join(PLAYERS))
    return PLAYERS[name]
