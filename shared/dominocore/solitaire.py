"""Solitaires: what the games for one player share.

There is one seat and no rack. Tiles come from the stock as lines of the table (`due` says which and how many) or are
turned up by the player; what follows from the rules alone happens by itself. A solitaire is one hand and one match:
won, a close win, lost, or given up.
"""

from dominocore.events import QUIT
from dominocore.holdings import RETIRED
from dominocore.rules import Rules as Game
from dominocore.tiles import PIPS


class Solitaire(Game):
    LAYS = True
    SEATS = {6: (1, 1), 9: (1, 1), 12: (1, 1)}

    def deal_size(self):
        return 0

    def leader(self, match):
        return 1

    def begin(self, hand):
        hand.turn = 1
        hand.owed = None  # the tiles that the table lays next: (act, how many)
        self.set_up(hand)

    def set_up(self, hand):
        """The game's own piles, rows or cells, before the first tile lies."""

    def due(self, hand):
        return None if hand.reason else hand.owed

    def fits(self, hand, seat, tiles):
        return []

    def hint(self, hand):
        """One legal act, or None when there is none now."""
        acts = () if hand.reason or hand.owed else self.choices(hand, 1)
        return acts[0] if acts else None

    def cannot(self, hand, seat, act):
        """Nothing but giving up is possible before the table has laid its tiles."""
        if act >> 24 == QUIT:
            return None
        return "table_first" if hand.owed else self.lacks(hand, act)

    def lacks(self, hand, act):
        """The code when a tile or slot that the act needs is not there; None: all is."""
        return None

    def refuses(self, hand, seat, act, data):
        """Giving up is always allowed; else what is not open now is refused."""
        if act >> 24 == QUIT:
            return None
        return self.breaks(hand, act, data)

    def breaks(self, hand, act, data):
        return None if act in self.choices(hand, 1) else "not_allowed"

    def apply(self, hand, seat, act):
        if act >> 24 == QUIT:
            hand.end("gave_up")
        else:
            self.enact(hand, act, b"")

    def win(self, hand):
        hand.end("won", 1)

    # --- the end ---------------------------------------------------------------------------------------------------

    def score(self, hand):
        return [hand.winner]

    def hand_winner(self, hand, scores):
        return hand.winner

    def finish(self, match):
        """One hand is the whole match; nobody wins it when it was lost."""
        if not match.hands:
            return None
        return (1,) if match.won else ()


def new_tile(hand, tile):
    """The code when this tile cannot come from the stock now; None: it can."""
    where = hand.hold.where
    if tile >= len(where):
        return "not_in_set" if tile < len(PIPS) else "unseen_tile"
    if not hand.hold.stock:
        return "boneyard_empty"
    if where[tile]:
        return "retired" if where[tile] == RETIRED else "tile_elsewhere"
    return None


def not_among(tiles, data):
    """The code when not every tile of `data` is one of `tiles`, each named once; None: they are."""
    for i, t in enumerate(data):
        if t not in tiles or t in data[:i]:
            return "not_there"
    return None if data else "not_there"
