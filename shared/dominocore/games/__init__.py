"""The games, one module each, loaded only when played: on the device no other game takes memory.

A nested import takes call frames that a board does not have, so the rooms a game's module imports are named here,
leaf first, and loaded one after the other before it.
"""

from dominocore.faults import DominoError

_GAMES = (
    ("mexican_train", ("openings", "trains")),
    ("texas_42", ("tricks",)),
    ("poker", ("melds", "pokerhands")),
    ("muggins", ("lines",)),
    ("draw", ("lines",)),
    ("block", ("lines",)),
    ("bergen", ("lines",)),
    ("matador", ("lines",)),
    ("tiddle_a_wink", ("lines",)),
    ("sebastopol", ("lines",)),
    ("bingo", ("solitaire",)),
    ("big_clock", ("solitaire",)),
    ("good_neighbors", ("solitaire",)),
    ("traffic", ("solitaire", "grid")),
    ("squeeze", ("solitaire",)),
    ("super_dominos", ("openings",)),
    ("double_takes", ("tricks",)),
    ("thats_it", ("melds",)),
    ("high_fives", ()),
    ("classic", ("lines",)),
)
IDS = tuple([game for game, _ in _GAMES])


def rules_of(game):
    """The `Rules` class of a game."""
    for known, rooms in _GAMES:
        if known == game:
            for room in rooms:
                __import__("dominocore." + room)
            return __import__("dominocore.games." + game, None, None, ("Rules",)).Rules
    raise DominoError("bad_game", game, " ".join(IDS))


def load(game, top=None, seats=None, options=None):
    """The rules of a match: the game with its set (highest number), seats and options, or a DominoError."""
    cls = rules_of(game)
    top = cls.default_set(options or {}) if top is None else top
    if seats is None:
        seats = max(cls.SEATS.get(top, (2, 4))[0], min(4, cls.SEATS.get(top, (2, 4))[1]))
    return cls(top, seats, options or {})
