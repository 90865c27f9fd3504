"""Tiddle-a-Wink: Block with an extra tile after a double.

Version 1, for a large group with double-9 or double-12: the whole set is dealt as far as it goes round, the highest
double held leads, two ends, scored as Block to 100. Version 2, small hands with double-6: three tiles each, only one
side of the lead double is open, and who goes out takes a pot of one chip from each seat.
Whoever lays a double may lay one more tile, and again if that is a double.
"""

from dominocore.events import END, END_ACT, PASS, PASS_ACT, PLAY, L
from dominocore.faults import DominoError
from dominocore.lines import TARGET, LineGame
from dominocore.rules import WHOLE
from dominocore.scoring import pack_scores, unpack_scores, winners
from dominocore.tiles import is_double

_SEATS = ({9: (2, 12), 12: (2, 12)}, {6: (6, 9)})  # by version
_OWN = (("target", "scoring"), ("hands", "block"))  # options that only one version has


class Rules(LineGame):
    ID = "tiddle_a_wink"
    DEFAULT_SET = 9
    SEATS = {6: (6, 9), 9: (2, 12), 12: (2, 12)}
    VERBS = (PLAY, PASS, END)
    OPTIONS = (
        ("version", "1", ("1", "2"), 0),
        ("chain", "on", ("on", "off"), 0),
        ("extra_must", "may", ("may", "must"), 0),
        ("extra_where", "any", ("any", "double"), 0),
        TARGET,
        ("scoring", "block", ("block", "single_hand"), 0),
        ("hands", 1, WHOLE, 1),
        ("block", "lowest", ("lowest", "carry"), 0),
    )

    @classmethod
    def default_set(cls, options):
        return 6 if str(options.get("version")) == "2" else 9

    def __init__(self, top, seats, options):
        self.pool = str(options.get("version")) == "2"
        self.SEATS = _SEATS[self.pool]
        super().__init__(top, seats, options)
        foreign = _OWN[not self.pool]
        for key in foreign:
            if key in options:
                raise DominoError("bad_option", key, " ".join([o[0] for o in self.OPTIONS if o[0] not in foreign]))
        self.chain = self.options["chain"] == "on"
        self.on_double = self.options["extra_where"] == "double"
        self.single_hand = self.options["scoring"] == "single_hand"
        self.carries = self.options["block"] == "carry"
        self.COMPELLED = (PASS, END) if self.options["extra_must"] == "must" else (PASS,)

    def deal_size(self):
        """Version 1 deals the set out evenly and leaves the rest; version 2 three each."""
        return 3 if self.pool else self.tiles // self.seats

    def lead_order(self, hand):
        hand.double_at = 0  # where the double lies that gives an extra tile; 0: anywhere
        return self.doubles()

    def fits(self, hand, seat, tiles):
        acts = super().fits(hand, seat, tiles)
        if self.on_double and hand.then and seat == hand.turn and hand.double_at:
            return [a for a in acts if a >> 8 & 255 == hand.double_at]
        return acts

    def choices(self, hand, seat):
        if not hand.layout.tips:
            return ()
        return (END_ACT,) if hand.then and seat == hand.turn else (PASS_ACT,)

    def play(self, hand, seat, act):
        """A double gives the right to one more tile; an extra tile that is a double again, with `chain`."""
        extra = hand.then != 0
        leading = not hand.layout.tips
        hand.then = 0
        super().play(hand, seat, act)
        if leading and self.pool:
            hand.layout.close(L)
        if not hand.reason and is_double(act & 255) and (self.chain or not extra):
            hand.double_at = act >> 8 & 255
            hand.then = hand.turn
            hand.turn = seat

    # --- scores ------------------------------------------------------------------------------------------------

    def score(self, hand):
        if self.pool:
            return self.settle_pot(hand)
        return [0] * self.seats if self.is_void(hand) else super().score(hand)

    def is_void(self, hand):
        """With `single_hand` a blocked hand is nobody's; with `carry` its pot stays."""
        return not hand.winner and (self.carries if self.pool else self.single_hand)

    def pot(self, hand):
        """A chip from each seat, and what earlier hands left."""
        return self.seats + sum(unpack_scores(hand.carried))

    def settle_pot(self, hand):
        """Who goes out takes the pot; blocked, the lowest pips share it in whole chips."""
        scores = [0] * self.seats
        if not self.is_void(hand):
            takers = (hand.winner,) if hand.winner else winners(self.pips(hand), lowest=True)
            for seat in takers:
                scores[seat - 1] = self.pot(hand) // len(takers)
        return scores

    def carry(self, hand):
        return pack_scores([self.pot(hand) - sum(self.settle_pot(hand))]) if self.pool else b""

    def hand_winner(self, hand, scores):
        return 0 if self.is_void(hand) else super().hand_winner(hand, scores)

    def showers(self, hand):
        """Pips do not count in a void hand, nor when somebody has taken the pot."""
        return () if self.is_void(hand) or (self.pool and hand.winner) else super().showers(hand)

    def finish(self, match):
        if self.pool:
            return winners(match.totals) if match.hands >= self.options["hands"] else None
        if self.single_hand:
            return (match.won,) if match.won else None
        return super().finish(match)
