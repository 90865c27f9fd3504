"""Texas 42: two pairs bid for the tricks, and five tiles count.

Seven tiles each. From the dealer's left each seat bids or passes: 30 to 42 points, then only 84, 168 and 250, and who
has passed is out. The highest bidder names the trumps (a number, the doubles, or none) and leads. A led tile asks for
trumps if it is one, else for its higher number. Each trick is 1 point, 5-5 and 6-4 are 10, 5-0, 4-1 and 3-2 are 5:
42 in all. A bid made gives each pair what it took, a bid missed gives the others theirs and the bid; from 42 upward it
is made only with all 42 points, and gives the bid. 250 wins; when both pairs get there the bidders have won.

`hand.awaits` is the verb that comes now: BID, then TRUMP, then PLAY.
"""

from dominocore.events import BID, DOUBLES, NO_TRUMP, PLAY, SUIT, TRUMP, act as make_act
from dominocore.rules import FIRST, ON_OFF
from dominocore.scoring import reached
from dominocore.tiles import HI, LO, NUMBERS, PIPS
from dominocore.tricks import TrickGame

LOWEST = 30
WHOLE_HAND = 42
LADDER = (42, 84, 168, 250)  # each only over the one before
GAME = 250
MARKS = {84: 2, 168: 3, 250: 4}
MARKS_GAME = 7
_TRUMPED = 16  # added to the rank of a trump
_DOUBLE = 7  # the rank of a double in its suit: over the six


class Rules(TrickGame):
    ID = "texas_42"
    SEATS = {6: (4, 4)}
    DEFAULT_SET = 6
    VERBS = (PLAY, BID, TRUMP)
    OPTIONS = (
        ("bidding", "auction", ("auction", "single_round"), 0),
        ("all_pass", "redeal", ("redeal", "dealer_forced30"), 0),
        ("open_above42", "off", ON_OFF, 0),
        ("score", "points250", ("points250", "marks7"), 0),
        ("lead_suit", "higher", ("higher", "leader_calls"), 0),
        ("play_out", "always", ("always", "decided"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        super().__init__(top, seats, options)
        self.sides = 2
        self.marks = self.options["score"] == "marks7"

    def deal_size(self):
        return 7

    def begin(self, hand):
        """The leader of the hand is the dealer, who speaks last."""
        super().begin(hand)
        hand.awaits = BID
        hand.voices = [1, 2, 3, 4]  # who may still speak
        hand.bid = hand.bidder = 0
        hand.trump = NO_TRUMP
        hand.turn = self.left_of(hand.leader)

    def cannot(self, hand, seat, act):
        return super().cannot(hand, seat, act) if act >> 24 == hand.awaits else "not_now"

    def fits(self, hand, seat, tiles):
        return super().fits(hand, seat, tiles) if hand.awaits == PLAY else []

    def choices(self, hand, seat):
        if hand.awaits == PLAY:
            return ()
        if hand.awaits == TRUMP:
            return [make_act(TRUMP, trump) for trump in range(NO_TRUMP + 1)]
        return [make_act(BID, bid) for bid in self.bids(hand.bid)] + [make_act(BID)]

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == BID:
            self.speak(hand, seat, act & 0xFFFFFF)
        elif verb == TRUMP:
            hand.trump = act & 255
            hand.awaits = PLAY
        else:
            super().apply(hand, seat, act)

    # --- the bidding -------------------------------------------------------------------------------------------

    def bids(self, high):
        """The bids that go over `high`."""
        if high >= WHOLE_HAND:
            return [step for step in LADDER if step > high][:1]
        found = list(range(max(LOWEST, high + 1), WHOLE_HAND + 1))
        return found + [LADDER[1]] if self.options["open_above42"] == "on" else found

    def speak(self, hand, seat, bid):
        """A pass is out; in a single round a bid is the seat's only word too. The turn goes to the next voice."""
        if bid:
            hand.bid, hand.bidder = bid, seat
        if seat in hand.voices and (not bid or self.options["bidding"] == "single_round"):
            hand.voices.remove(seat)
        rivals = [voice for voice in hand.voices if voice != hand.bidder]
        if not rivals or bid == GAME:
            self.close_bidding(hand)
            return
        hand.turn = self.left_of(seat)
        while hand.turn not in rivals:
            hand.turn = self.left_of(hand.turn)

    def close_bidding(self, hand):
        if not hand.bidder:
            if self.options["all_pass"] == "redeal":
                hand.end("all_pass")
                return
            hand.bid, hand.bidder = LOWEST, hand.leader
        hand.awaits = TRUMP
        hand.turn = hand.bidder

    # --- suits -------------------------------------------------------------------------------------------------

    def is_trump(self, hand, tile):
        if hand.trump == DOUBLES:
            return HI[tile] == LO[tile]
        return hand.trump != NO_TRUMP and NUMBERS[tile] >> hand.trump & 1

    def leads(self, hand, tile):
        """Who may call asks for the lower number by naming it; trumps and doubles ask for themselves."""
        calls = self.options["lead_suit"] == "leader_calls" and hand.trump != NO_TRUMP
        if not calls or HI[tile] == LO[tile] or self.is_trump(hand, tile):
            return (tile,)
        return tile, tile | (SUIT + LO[tile]) << 8

    def suit_led(self, hand, act):
        return hand.trump if self.is_trump(hand, act & 255) else super().suit_led(hand, act)

    def follows(self, hand, tile):
        """A trump belongs to the trumps and to no other suit."""
        suit = hand.layout.suit
        if self.is_trump(hand, tile):
            return suit == hand.trump
        return suit != DOUBLES and NUMBERS[tile] >> suit & 1

    def strength(self, hand, tile):
        trumps = self.is_trump(hand, tile)
        if not trumps and not self.follows(hand, tile):
            return 0
        suit = hand.trump if trumps else hand.layout.suit
        if suit == DOUBLES:
            return _TRUMPED + HI[tile]
        rank = _DOUBLE if HI[tile] == LO[tile] else PIPS[tile] - suit
        return rank + (_TRUMPED if trumps else 1)

    # --- points ------------------------------------------------------------------------------------------------

    def worth(self, tiles):
        """One for the trick, and its honours: the tiles whose pips are five or ten count them."""
        return 1 + sum([PIPS[t] for t in tiles if PIPS[t] in (5, 10)])

    def trick_taken(self, hand):
        """Seven tricks; with marks the hand may end as soon as the bid is certain or impossible."""
        taken = hand.won[self.side(hand.bidder) - 1]
        needed = min(hand.bid, WHOLE_HAND)
        made = taken >= needed
        lost = sum(hand.won) - taken > WHOLE_HAND - needed
        decided = self.marks and self.options["play_out"] == "decided" and (made or lost)
        if decided or hand.tricks == self.deal:
            hand.end("made" if made else "set")

    def score(self, hand):
        scores = [0, 0]
        if hand.reason == "all_pass":
            return scores
        bidders = self.side(hand.bidder) - 1
        others = 1 - bidders
        made = hand.reason == "made"
        if self.marks:
            scores[bidders if made else others] = MARKS.get(hand.bid, 1)
        elif not made:
            scores[others] = hand.won[others] + hand.bid
        elif hand.bid >= WHOLE_HAND:
            scores[bidders] = hand.bid
        else:
            scores = hand.won
        return scores

    def carry(self, hand):
        """The side that had the bid: it wins when both sides reach the end together."""
        return bytes([self.side(hand.bidder)]) if hand.bidder else b""

    def finish(self, match):
        if self.marks:
            return reached(match.totals, MARKS_GAME)
        if min(match.totals) >= GAME and match.carry:
            return (match.carry[0],)
        return reached(match.totals, GAME)
