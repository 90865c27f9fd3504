"""High Fives: lay a tile in the pool and take it back with one that shares a number.

Five tiles lie face up in the pool. In each turn a seat lays one tile there; if any tile in the pool shares a number
with it, it may take both. A pair left lying is missed: the next seat may claim it before its own play. Round by round
the whole double-15 set is dealt, and what is left over joins the pool before the last round. A double won is 1 point,
pips that divide by five are a fifth of their sum, and whoever has taken most tiles gets 5 more.
"""

from dominocore.compat import const
from dominocore.events import CAPTURE, CLAIM, END, END_ACT, PLAY, POOL, act as make_act
from dominocore.faults import Missed
from dominocore.rules import FIRST, Rules as Game
from dominocore.scoring import winners
from dominocore.tiles import HI, LO, NUMBERS, PIPS

_NONE = const(-1)
MOST_TILES = const(5)


class Pool:
    """The tiles that lie face up, oldest first."""

    def __init__(self, tiles):
        self.tiles = list(tiles)

    def has(self, place):
        """A tile is laid anywhere in the pool, at no end."""
        return place == 0

    def matching(self, tile):
        """The other tiles that share a number with this one."""
        numbers = NUMBERS[tile]
        return [t for t in self.tiles if NUMBERS[t] & numbers and t != tile]


class Rules(Game):
    ID = "high_fives"
    LAYS = True
    SEATS = {15: (2, 8)}
    DEFAULT_SET = 15
    OPTIONS = (
        ("leftover", "to_pool", ("to_pool", "short_round", "pool15"), 0),
        ("capture", "manual", ("manual", "auto"), 0),
        ("claim", "missed", ("missed", "any_pair"), 0),
        ("bonus_tie", "nobody", ("nobody", "split", "each"), 0),
        ("end_pool", "nobody", ("nobody", "last_capturer"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.manual = self.options["capture"] == "manual"
        self.any_pair = self.options["claim"] == "any_pair"
        self.VERBS = (PLAY, CLAIM, END) if self.manual else (PLAY,)
        self.pool = 15 if self.options["leftover"] == "pool15" and seats < 8 else 5
        self.rounds = self.schedule()

    def deal_size(self):
        return 5 if self.seats < 5 else 4

    def schedule(self):
        """The tiles dealt to each seat, round by round."""
        if self.seats == 7:
            return (4, 4, 4, 3, 3) if self.pool == 5 else (4, 4, 3, 3, 3)
        count, rest = divmod(self.tiles - self.pool, self.deal * self.seats)
        rounds = (self.deal,) * count
        short = rest // self.seats
        return rounds + (short,) if short and self.options["leftover"] == "short_round" else rounds

    def deal_count(self, hand):
        return self.rounds[hand.number - 1]

    def leader(self, match):
        return self.options["first"]

    # --- what goes from round to round: the last to capture, tiles taken by each seat, the pool, the tiles taken ---

    def carry(self, hand):
        pool = bytes(hand.layout.tiles)
        return bytes([hand.capturer] + hand.taken + [len(pool)]) + pool + hand.piles

    def prepare(self, hand):
        kept = hand.carried or bytes(self.seats + 2)
        hand.capturer = kept[0]
        hand.taken = list(kept[1 : self.seats + 1])
        lying = kept[self.seats + 2 :]
        size = kept[self.seats + 1]
        hand.layout = Pool(lying[:size])
        hand.piles = lying[size:]
        hand.hold.show(lying)
        hand.owed = 0

    def begin(self, hand):
        hand.turn = hand.leader
        hand.left = _NONE  # the tile just laid, if its seat left a match lying
        hand.claimed = False  # whether the seat on turn has claimed a pair
        if hand.number == 1:
            hand.owed = self.pool
        elif hand.number == len(self.rounds):
            hand.owed = hand.hold.stock

    def due(self, hand):
        return (make_act(POOL), hand.owed) if hand.owed else None

    def laid(self, hand, act, tiles):
        hand.layout.tiles.extend(tiles)
        hand.owed = 0

    # --- a turn ----------------------------------------------------------------------------------------------------

    def cannot(self, hand, seat, act):
        """A pair is taken from the pool, or it is none."""
        captured = (act >> 16 & 255) - CAPTURE
        pool = hand.layout.tiles
        if act >> 24 == CLAIM and (act & 255 not in pool or captured < 0 or captured == act & 255):
            return "not_in_pool"
        return "not_in_pool" if captured >= 0 and captured not in pool else None

    def fits(self, hand, seat, tiles):
        """Into the pool; with a match there, as a capture (or, when that is left to the seats, as a miss)."""
        acts = []
        for t in tiles:
            matches = hand.layout.matching(t)
            if self.manual or not matches:
                acts.append(t)
            acts.extend([make_act(PLAY, t, 0, CAPTURE + m) for m in matches])
        return acts

    def choices(self, hand, seat):
        """A claim; and, after the last tile of a round, to leave it."""
        if not self.manual:
            return ()
        claims = [make_act(CLAIM, t, 0, CAPTURE + m) for t in self.claimable(hand) for m in hand.layout.matching(t)]
        return claims + [END_ACT] if self.played_out(hand) else claims

    def claimable(self, hand):
        """The tiles that can be claimed with one that matches: the one just missed, or any, once a turn."""
        if self.any_pair:
            return () if hand.claimed else hand.layout.tiles
        return () if hand.left == _NONE else (hand.left,)

    def played_out(self, hand):
        return not max([hand.hold.count(seat) for seat in range(1, self.seats + 1)])

    def apply(self, hand, seat, act):
        tile, captured = act & 255, (act >> 16 & 255) - CAPTURE
        if act >> 24 == PLAY:
            hand.layout.tiles.append(tile)
            hand.claimed = False
            hand.turn = self.next_holder(hand, seat)
        else:
            hand.claimed = True
        hand.left = _NONE
        if captured >= 0:
            self.take(hand, seat, (tile, captured))
        elif act >> 24 == PLAY and self.manual:
            self.miss(hand, seat, tile)
        if hand.left == _NONE and self.played_out(hand):
            hand.end("played_out")

    def next_holder(self, hand, seat):
        """The next seat that still has tiles; the next one when nobody has."""
        following = self.left_of(seat)
        if not self.played_out(hand):
            while not hand.hold.count(following):
                following = self.left_of(following)
        return following

    def miss(self, hand, seat, tile):
        """A tile laid without a capture; what it could have taken is missed, at its dearest."""
        matching = hand.layout.matching(tile)
        if matching:
            hand.left = tile
            points = value(tile) + max([value(t) for t in matching])
            if points:
                hand.missed.append(Missed(seat, tile, hand.events - 1, points))

    def take(self, hand, seat, pair):
        for tile in pair:
            hand.layout.tiles.remove(tile)
            hand.points[seat - 1] += value(tile)
        hand.piles += bytes(pair)
        hand.taken[seat - 1] += len(pair)
        hand.capturer = seat

    # --- the end ---------------------------------------------------------------------------------------------------

    def showers(self, hand):
        return ()

    def score(self, hand):
        """Points are made in play; the last round adds what is left in the pool, if anybody's, and most tiles."""
        scores = [0] * self.seats
        if hand.number < len(self.rounds):
            return scores
        taken = list(hand.taken)
        if hand.capturer and self.options["end_pool"] == "last_capturer":
            taken[hand.capturer - 1] += len(hand.layout.tiles)
            scores[hand.capturer - 1] = sum([value(t) for t in hand.layout.tiles])
        most = winners(taken) if max(taken) else ()
        for seat in most:
            scores[seat - 1] += self.bonus(len(most))
        return scores

    def bonus(self, sharers):
        """What each of those with the most tiles gets."""
        how = self.options["bonus_tie"]
        if sharers == 1 or how == "each":
            return MOST_TILES
        return MOST_TILES // sharers if how == "split" else 0

    def finish(self, match):
        return winners(match.totals) if match.hands == len(self.rounds) else None


def value(tile):
    """One for a double, and a fifth of pips that divide by five."""
    fives = 0 if PIPS[tile] % 5 else PIPS[tile] // 5
    return fives + (HI[tile] == LO[tile])
