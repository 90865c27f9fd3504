"""Computer players. A player is a function of what a player sees: `choose(view, rng) -> act`.

`view` is `Match.view(seat)`: the seat's own tiles and what lies open, nothing else. All chance comes from `rng`, and
the order in which tiles stand in a rack means nothing, so a match is the same again from the same deals and seed.
"""

from collections.abc import Callable
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
    """The heaviest tile first: it costs most when somebody else goes out. Between equals, stay able to move."""
    plays = [act for act in _legal(view) if act >> 24 == PLAY]
    if not plays:
        return choose_random(view, rng)
    heaviest = max(PIPS[act & 255] for act in plays)
    best = [act for act in plays if PIPS[act & 255] == heaviest]
    return max(best, key=lambda act: (_variety(view, act), rng.random()))


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
    return sorted(acts)


PLAYERS: dict[str, Player] = {"sensible": choose_sensible, "random": choose_random}


def player(name: str) -> Player:
    if name not in PLAYERS:
        raise DominoError("bad_player", name, " ".join(PLAYERS))
    return PLAYERS[name]
