"""Tricks: a tile is led and asks for a suit, every other seat lays one, and the best tile takes them all.

Whoever holds the suit must follow. So a tile that does not follow denies every tile of the suit, and that one sentence
gives the legal plays of a seen rack and finds the revoke of a hidden one.

A trick game says what a lead may ask for (`leads`, `suit_led`), which tiles belong to the suit (`follows`), how tiles
beat each other (`strength`), what a trick is worth (`worth`) and what a finished trick leads to (`trick_taken`).
"""

from dominocore.events import PLAY, SUIT
from dominocore.rules import Rules
from dominocore.tiles import HI, NUMBERS, PIPS


class Trick:
    """The tiles laid to one trick, who laid them, and the suit that the first one asks for."""

    def __init__(self):
        self.suit = -1
        self.seats = []
        self.tiles = []

    def has(self, place):
        """Tiles lie before their seats, at no end; a lead may call its suit."""
        return place == 0 or place >= SUIT

    def lay(self, seat, tile):
        self.seats.append(seat)
        self.tiles.append(tile)


class TrickGame(Rules):
    VERBS = (PLAY,)
    FOLLOWS = True

    def side(self, seat):
        """Opposite seats are partners where there are fewer sides than seats."""
        return (seat - 1) % self.sides + 1

    def leader(self, match):
        """The lot decides the first hand; then one seat left each hand."""
        return self.left_of(match.led) if match.led else self.options["first"]

    def begin(self, hand):
        hand.layout = Trick()
        hand.tricks = 0  # finished in this hand
        hand.won = [0] * self.sides  # points of the tricks taken
        hand.turn = hand.leader

    def cannot(self, hand, seat, act):
        """Nobody lays two tiles to a trick."""
        return "already_laid" if act >> 24 == PLAY and seat in hand.layout.seats else None

    def fits(self, hand, seat, tiles):
        """Any tile may be laid to a trick; a lead also says what it asks for."""
        if hand.layout.tiles:
            return list(tiles)
        acts = []
        for t in tiles:
            acts.extend(self.leads(hand, t))
        return acts

    def choices(self, hand, seat):
        return ()

    def denies(self, hand, seat, act, tiles):
        """Who does not follow says that he holds nothing of the suit."""
        if act >> 24 != PLAY or not hand.layout.tiles or self.follows(hand, act & 255):
            return ()
        return [t for t in tiles if self.follows(hand, t)]

    def apply(self, hand, seat, act):
        trick = hand.layout
        if not trick.tiles:
            trick.suit = self.suit_led(hand, act)
            hand.turn = seat
        trick.lay(seat, act & 255)
        if len(trick.tiles) == self.seats:
            self.take(hand)
        else:
            while hand.turn in trick.seats:
                hand.turn = self.left_of(hand.turn)

    def leads(self, hand, tile):
        """The acts that lead this tile."""
        return (tile,)

    def follows(self, hand, tile):
        """Whether the tile belongs to the suit that was led."""
        return NUMBERS[tile] >> hand.layout.suit & 1 == 1

    def strength(self, hand, tile):
        """What decides who takes the trick: the highest does."""
        return PIPS[tile]

    def worth(self, tiles):
        """What a trick with these tiles counts."""
        return 1

    def trick_taken(self, hand):
        """A trick is over, and its winner leads."""

    def suit_led(self, hand, act):
        """The number called with the lead, else the higher one."""
        called = act >> 8 & 255
        return called - SUIT if called else HI[act & 255]

    def take(self, hand):
        """The strongest tile takes the trick, and its seat leads the next."""
        trick = hand.layout
        strengths = [self.strength(hand, t) for t in trick.tiles]
        winner = trick.seats[strengths.index(max(strengths))]
        hand.won[self.side(winner) - 1] += self.worth(trick.tiles)
        hand.tricks += 1
        hand.layout = Trick()
        hand.turn = winner
        self.trick_taken(hand)

    def showers(self, hand):
        """Tricks count, racks never."""
        return ()
