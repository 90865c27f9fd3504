"""The games, one module each, loaded only when played: on the device no other game takes memory."""

from dominocore.faults import DominoError

IDS = (
    "mexican_train",
    "texas_42",
    "poker",
    "muggins",
    "draw",
    "block",
    "bergen",
    "matador",
    "tiddle_a_wink",
    "sebastopol",
    "bingo",
    "big_clock",
    "good_neighbors",
    "traffic",
    "squeeze",
    "super_dominos",
    "double_takes",
    "thats_it",
    "high_fives",
    "classic",
)


def rules_of(game):
    """The `Rules` class of a game."""
    if game not in IDS:
        raise DominoError("bad_game", game, " ".join(IDS))
    return __import__("dominocore.games." + game, None, None, ("Rules",)).Rules


def load(game, top=None, seats=None, options=None):
    """The rules of a match: the game with its set (highest number), seats and options, or a DominoError."""
    cls = rules_of(game)
    top = cls.default_set(options or {}) if top is None else top
    if seats is None:
        seats = max(cls.SEATS.get(top, (2, 4))[0], min(4, cls.SEATS.get(top, (2, 4))[1]))
    return cls(top, seats, options or {})
