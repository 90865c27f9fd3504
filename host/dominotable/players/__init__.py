"""Computer players. A player is a function of what a player sees: `choose(view, seat, rng) -> act`.

`view` is `Match.view(seat)`: the seat's own tiles and what lies open, nothing else. Whose turn it is a player need not
see (others may still be allowed to go on), so the seat is told. All chance comes from `rng`, and the order in which
tiles stand in a rack means nothing, so a match is the same again from the same deals and seed.

The sensible player has one room a family of games. Each plays by a few ideas that a family at the table would know, and
none looks further ahead than the tile in its hand: they are company for a demonstration and a test, not champions.
Solitaires have a player of their own, who looks ahead.
"""

from collections.abc import Callable
from random import Random

from dominocore.faults import DominoError
from dominocore.match import Match
from dominotable.players import forty_two, lines, melds, poker, pool, powers, trains, tricks
from dominotable.solitaires import is_solitaire
from dominotable.solo_players import choose_careful

Player = Callable[[Match, int, Random], int]

# Names for seats that nobody has named, in seating order.
NAMES = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fede", "Gala", "Hugo", "Inés", "Juan", "Kira", "Luis")

# What a sensible player goes by, where it is not a game of one line: `choose(view, seat, acts, rng)`.
_SENSE = {
    "mexican_train": trains.choose,
    "texas_42": forty_two.choose,
    "poker": poker.choose,
    "super_dominos": powers.choose,
    "double_takes": tricks.choose,
    "thats_it": melds.choose,
    "high_fives": pool.choose,
}


def choose_random(view: Match, seat: int, rng: Random) -> int:
    """Any legal act."""
    return rng.choice(_legal(view, seat))


def choose_sensible(view: Match, seat: int, rng: Random) -> int:
    """What the game's own sense says, when there is a choice at all."""
    if is_solitaire(view.rules):
        return choose_careful(view, rng)
    acts = _legal(view, seat)
    if len(acts) == 1:
        return acts[0]
    return _SENSE.get(view.rules.ID, lines.choose)(view, seat, acts, rng)


def _legal(view, seat):
    acts = view.rules.legal(view.hand, seat)
    if not acts:
        raise DominoError("not_in_play")
    return sorted(acts)


PLAYERS: dict[str, Player] = {"sensible": choose_sensible, "random": choose_random}

# How often a player notices a count that may be taken.
ALERTNESS = {choose_sensible: 1.0, choose_random: 0.5}


def player(name: str) -> Player:
    if name not in PLAYERS:
        raise DominoError("bad_player", name, " ".join(PLAYERS))
    return PLAYERS[name]
