"""What a game has to say, and what all games share.

Where a tile may go is public; duties speak about the rack. So a game answers four questions without ever looking
into a rack or asking whether it is hidden:

- `fits(hand, seat, tiles)`: the acts by which one of these tiles may be laid now;
- `choices(hand, seat)`: the acts that need no tile of the rack (pass, draw, bid, end …);
- `denies(hand, seat, act, tiles)`: which of these tiles the seat says, by this act, that it does not hold;
- `apply(hand, seat, act)`: what the act changes in the hand.

From these `legal` and the judge follow for seen racks, and the weighing of denials for hidden ones.
"""

from dominocore.compat import const
from dominocore.events import (
    CLAIM,
    DRAW,
    DRAW_ACT,
    END,
    FROM_RACK,
    MUGGINS,
    NUMBER_MOST,
    PASS,
    PASS_ACT,
    PLAY,
    tiles_of,
)
from dominocore.faults import DominoError
from dominocore.holdings import TABLE, Holdings
from dominocore.scoring import single_best
from dominocore.tiles import SETS, size, tile

# Phases of a hand, in order.
DEALING = const(0)
PLAYING = const(1)
SHOWING = const(2)  # play is over, hidden racks that count must still be revealed
OVER = const(3)

ON_OFF = ("off", "on")
WHOLE = None  # an option whose value is a whole number
FIRST = ("first", 1, WHOLE, 1)  # the option of every game where the lot or a choice decides who begins

# The rule broken by an act that is not open now.
NOT_OPEN = {CLAIM: "false_claim", MUGGINS: "false_claim"}


class Hand:
    """One hand: the public position and the holdings. Games change it in `begin` and `apply`."""

    def __init__(self, rules):
        self.hold = Holdings(rules.tiles, rules.seats)
        self.phase = DEALING
        self.number = 0  # of this hand in the match, from 1
        self.carried = b""  # what the hands before left over: a pot, tiles that are out of play
        self.dealt = 0  # the last seat that has its tiles
        self.leader = 0
        self.turn = 0  # whose turn it is; 0 when nobody's, or when only the first act will tell
        self.then = 0  # when the seat on turn may stop if it likes: who is next if it does
        self.stopped = 0  # who has just stopped without a line, having nothing to go on with
        self.leads = None  # the tiles one of which must lead, best first; None once that is done
        self.layout = None
        self.passes = 0  # in a row, each with nothing left to draw
        self.reason = ""  # why play ended
        self.winner = 0  # the seat that went out; other ends are decided by the scores
        self.question = None  # what must still be found out about the position: an object with `step` and `found`
        self.late = False  # whether acts named LATE by the game are still open after the end
        self.before = [0] * rules.sides  # totals when the hand began
        self.points = [0] * rules.sides  # made in play
        self.penalties = [0] * rules.sides
        self.infractions = []  # that a record or judge has named
        self.missed = []  # points that their makers left
        self.events = 0  # how many have been pushed
        self.taken_back = ()  # acts of this hand that were undone: (how many acts stood before it, seat, act)

    def end(self, reason, winner=0):
        self.reason = reason
        self.winner = winner
        self.turn = self.then = 0

    def breaches(self):
        """Breaches that stand: those named, and those that tiles have proved, each once."""
        proved = self.hold.infractions
        known = [(i.rule, i.seat, i.event) for i in proved]
        return [i for i in self.infractions if (i.rule, i.seat, i.event) not in known] + proved


class Rules:
    """A game with its set, seats and options: immutable, one object a match."""

    ID = ""
    DEFAULT_SET = 6
    SEATS = {}  # set -> (fewest, most)
    VERBS = ()  # what a seat can do in this game
    LATE = ()  # which of these may still come when the hand has ended
    BEFORE_DEAL = ()  # which of these come before the deal
    LAYS = False  # whether the table itself lays tiles in mid-hand (see `due`)
    LOWEST_WINS = False
    OPTIONS: tuple = ()  # (key, default, allowed words or WHOLE, smallest number)
    FOLLOWS = False  # whether laying a tile can deny others (follow suit, own highest double)
    CHOOSES = True  # whether a seat that can lay a tile may have other choices too
    COMPELLED = (PASS, DRAW)  # verbs by which a seat says "I hold nothing that fits"
    NAMES = ()  # verbs that a record writes with the tiles or cells they concern: what a choice says in short
    TOLERATED = ()  # broken rules of this kind are not refused: the act stands, is listed, and may cost points
    # The rule broken when a denial proves false.
    DENIED = {PASS: "false_pass", DRAW: "illegal_draw", PLAY: "revoke", END: "false_end"}

    def __init__(self, top, seats, options):
        if top not in self.SEATS:
            raise DominoError("bad_set", top, " ".join([str(s) for s in SETS if s in self.SEATS]))
        fewest, most = self.SEATS[top]
        if not fewest <= seats <= most:
            if fewest == most:
                raise DominoError("exact_seats", seats, most, top)
            raise DominoError("bad_seats", seats, fewest, most, top)
        self.top = top
        self.seats = seats
        self.sides = seats
        self.tiles = size(top)
        self.options = self._settle(options)
        self.deal = self.deal_size()
        if self.deal * seats > self.tiles:
            raise DominoError("bad_deal", self.deal, seats, self.tiles // seats)

    @classmethod
    def default_set(cls, options):
        """The set that is meant when none is named."""
        return cls.DEFAULT_SET

    def deal_size(self):
        return self.options["deal"]

    def deal_count(self, hand):
        """How many tiles each seat is dealt in this hand; 0: the game has no racks."""
        return self.deal

    def prepare(self, hand):
        """Before the deal: what is out of play, who antes."""

    def due(self, hand):
        """The tiles that the table must lay before anybody may go on, as (act, how many); None when there are none."""
        return None

    def side(self, seat):
        """The number of the side a seat scores for; games of pairs override it."""
        return seat

    def default(self, key, value):
        """The default of an option that depends on the set or the seats; games override it."""
        return value

    def _settle(self, given):
        """Every option with its value: the default or the given one, checked."""
        settled = {}
        for key, value, words, least in self.OPTIONS:
            settled[key] = self.default(key, value)
            if key in given:
                settled[key] = self._check(key, given[key], words, least)
        for key in given:
            if key not in settled:
                raise DominoError("bad_option", key, " ".join([o[0] for o in self.OPTIONS]))
        return settled

    def _check(self, key, value, words, least):
        text = str(value)
        if words is not WHOLE:
            if text not in words:
                raise DominoError("bad_value", key, value, " ".join(words))
            return text
        most = self.seats if key == "first" else NUMBER_MOST
        if not text.isdigit() or len(text) > len(str(NUMBER_MOST)) or not least <= int(text) <= most:
            raise DominoError("bad_number", key, value, least, most)
        return int(text)

    def changed(self):
        """The options that differ from their defaults, in the order of the table: what a record writes."""
        kept = [(o[0], self.options[o[0]]) for o in self.OPTIONS if self.options[o[0]] != self.default(o[0], o[1])]
        return " ".join(["%s=%s" % pair for pair in kept])

    def left_of(self, seat):
        return seat % self.seats + 1

    def turn_order(self, clockwise):
        """A table from each seat to the one that acts after it."""
        step = 1 if clockwise else -1
        return bytes([0] + [(s - 1 + step) % self.seats + 1 for s in range(1, self.seats + 1)])

    def doubles(self):
        """The doubles of the set, highest first."""
        return [tile(n, n) for n in range(self.top, -1, -1)]

    def all_laid(self, hand, number):
        """Whether every tile with this number lies on the table."""
        where = hand.hold.where
        for n in range(self.top + 1):
            if where[tile(n, number)] != TABLE:
                return False
        return True

    def pips(self, hand):
        """What is left in each rack, by seat."""
        return [hand.hold.pips(s) for s in range(1, self.seats + 1)]

    def count_pass(self, hand, counts):
        """As many passes in a row as seats, each with nothing left to draw, block the hand."""
        hand.passes = hand.passes + 1 if counts else 0
        if hand.passes == self.seats:
            hand.end("blocked")

    def on_turn(self, hand, seat, act):
        """Whether the seat may act now. Nobody's turn: the first act decides who leads."""
        return hand.turn == seat or (hand.turn == 0 and hand.leads is not None)

    def await_lead(self, hand, order):
        """The holder of the best tile leads it: a better one may still be hidden, a worse one never leads."""
        hold = hand.hold
        hidden = max(hold.hidden) > 0
        hand.leads = []
        for t in order:
            if hold.where[t] or hidden:
                hand.leads.append(t)
            if hold.where[t]:
                break
        if len(hand.leads) == 1 and hold.where[hand.leads[0]]:
            hand.turn = hold.where[hand.leads[0]]

    def lead(self, hand, seat, led):
        """By this lead everybody says that no better tile is held (`led` -1: that none is held at all)."""
        better = []
        for t in hand.leads:
            if t == led:
                break
            better.append(t)
        for other in range(1, self.seats + 1):
            if hand.hold.hidden[other] and (other != seat or led >= 0):
                hand.hold.deny(other, "wrong_lead", hand.events - 1, better, by=seat)
        hand.leads = None

    def cannot(self, hand, seat, act):
        """The code of what makes this act of a seat impossible now, whatever a judge would let stand; None: nothing."""
        return None

    def spelled(self, hand, act):
        """A choice whose verb is one of NAMES as a record writes it: `(act, data)`."""
        return act, b""

    def misnames(self, hand, act, data):
        """The code when an act of NAMES names tiles or cells that are not there; None: they are."""
        return None

    def refuses(self, hand, seat, act, data):
        """The code of the rule that a possible act other than a play breaks, before any duty of the rack."""
        verb = act >> 24
        if verb in FROM_RACK:
            return None if act in self.fits(hand, seat, tiles_of(act)) else "not_allowed"
        choices = self.choices(hand, seat)
        if (DRAW_ACT if verb == DRAW else act) in choices:
            return None
        if verb == DRAW and PASS_ACT in choices:
            return "too_many_drawn"
        if verb == PASS and DRAW_ACT in choices:
            return "too_few_drawn"
        return NOT_OPEN.get(verb, "not_allowed")

    def redeal(self, hand):
        """Whether `* hand` may replace this hand: every tile that could lead may still be in the boneyard."""
        if hand.leads is None or len(hand.leads) > hand.hold.stock:
            return False
        return not [t for t in hand.leads if hand.hold.where[t]]

    def end(self, hand, seat):
        """`end` stops who may go on; from anybody else, where only a fault lets it stand, it changes nothing."""
        if hand.then and seat == hand.turn:
            self.stop(hand)

    def stop(self, hand):
        """The seat on turn stops where going on was optional."""
        hand.turn = hand.then
        hand.then = 0

    def leave(self, hand):
        """What its maker could still have claimed is left."""

    def leader(self, match):
        """The seat that leads (deals, opens) the next hand."""
        return 1

    def begin(self, hand):
        """The tiles are dealt: lay out the position and say whose turn it is."""

    def fits(self, hand, seat, tiles):
        """The acts by which one of these tiles may be laid now; a game without racks has none."""
        return []

    def choices(self, hand, seat):
        """The acts that need no tile of the rack."""
        return ()

    def apply(self, hand, seat, act):
        """What the act changes in the hand."""

    def enact(self, hand, act, data):
        """The same for an act of NAMES, with the tiles or cells that it names."""

    def laid(self, hand, act, data):
        """Tiles that were due lie on the table now."""

    def score(self, hand):
        """What the racks (or tricks, or piles) come to at the end of the hand, by side."""
        return [0] * self.sides

    def finish(self, match):
        """The winners once the match is over, else None."""
        return None

    def denies(self, hand, seat, act, tiles):
        """By default a pass or a draw denies every tile that fits, and a play denies nothing."""
        return [a & 255 for a in self.fits(hand, seat, tiles)] if act >> 24 in self.COMPELLED else ()

    def belies(self, hand, act, rack):
        """Whether a rack that is wholly seen gives the lie to what its seat calls by this act."""
        return False

    def stands(self, hand):
        """Whether the hand has really ended, now that every rack that counts is seen: a false call does not end it."""
        return True

    def legal(self, hand, seat):
        """Every legal act of a seat whose rack is seen."""
        rack = hand.hold.racks[seat]
        plays = self.fits(hand, seat, rack)
        if plays and not self.CHOOSES:
            return plays
        choices = self.choices(hand, seat)
        if self.FOLLOWS:
            plays.extend(choices)
            return [a for a in plays if not self.denies(hand, seat, a, rack)]
        if not plays:
            return list(choices)
        for choice in choices:
            if choice >> 24 not in self.COMPELLED:
                plays.append(choice)
        return plays

    def hand_winner(self, hand, scores):
        """The seat that won the hand: who went out, else the one with the most points, 0 when equal."""
        return hand.winner or single_best(scores)

    def carry(self, hand):
        """What this hand leaves over for the next, besides the totals, as bytes."""
        return b""

    def showers(self, hand):
        """The seats whose tiles count at the end of the hand: by default all that hold any."""
        return [s for s in range(1, self.seats + 1) if hand.hold.count(s)]
