"""Super Dominos: a start double with six legs, and numbers with a power.

Nine tiles each from double-15. Leaving a 15 makes the others draw, a 3 turns the direction, a 13 puts a spell on its
leg (only a 13 or any double answers it), a 14 gives one more play, and a double as the last tile of a turn skips the
next player. Who cannot play draws two, then plays if possible, else passes.
"""

from dominocore.events import DRAW, DRAW_ACT, END, END_ACT, LEG, PASS, PASS_ACT, PLAY
from dominocore.faults import DominoError
from dominocore.layout import Arms
from dominocore.openings import DoubleOpening
from dominocore.rules import FIRST, ON_OFF, WHOLE
from dominocore.scoring import reached, single_best, winners
from dominocore.tiles import NUMBERS, is_double, tile

# Numbers with a power, when a tile leaves them open.
_TURN = 3
_SPELL = 13
_AGAIN = 14
_DRAW = 15
_THIRTEENS = tile(_SPELL, _SPELL)


class Rules(DoubleOpening):
    ID = "super_dominos"
    DEFAULT_SET = 15
    SEATS = {15: (2, 12)}
    VERBS = (PLAY, DRAW, PASS, END)
    OPTIONS = (
        ("hands", 1, WHOLE, 1),
        ("target", 0, WHOLE, 1),
        ("scoring", "simple", ("simple", "super"), 0),
        ("fifteen", "all_others", ("all_others", "alternate", "odd_seats"), 0),
        ("fifteen_on_last_tile", "on", ("on", "off"), 0),
        ("fourteen", "may", ("may", "must"), 0),
        ("skip1313", "off", ON_OFF, 0),
        ("start_double_skips", "off", ON_OFF, 0),
        ("caster_exempt", "off", ON_OFF, 0),
        ("blocked_score", "others", ("others", "difference"), 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        if "hands" in options and "target" in options:
            raise DominoError("hands_or_target")
        super().__init__(top, seats, options)
        self.simple = self.options["scoring"] == "simple"
        self.skips_start = self.options["start_double_skips"] == "on"
        self.skips_1313 = self.options["skip1313"] == "on"
        self.exempt = self.options["caster_exempt"] == "on"
        if self.options["fourteen"] == "must":
            self.COMPELLED = (PASS, DRAW, END)

    def deal_size(self):
        return 9

    def leader(self, match):
        """The left neighbour of the winner; without one, of the last first player."""
        return self.left_of(match.won or match.led) if match.led else self.options["first"]

    def begin(self, hand):
        hand.layout = Arms(6, LEG + 1)
        hand.step = 1  # the direction: 1 clockwise, -1 counter-clockwise
        hand.spell = 0  # the leg under a spell
        hand.caster = 0  # who put it there
        hand.start_spell = False  # after a 13-13 start, until all six legs are begun
        hand.drawn = 0  # tiles drawn in this turn because nothing fitted
        hand.owed = []  # seats that must draw before anything else
        hand.following = 0  # whose turn it is after them
        hand.out = 0  # who has laid his last tile
        self.ask(hand)

    def after(self, hand, seat):
        """The next seat in the direction of play."""
        return (seat - 1 + hand.step) % self.seats + 1

    # --- a turn ------------------------------------------------------------------------------------------------

    def fits(self, hand, seat, tiles):
        """Anything that matches a tip, or only what answers a spell; nothing before due tiles are drawn."""
        if hand.opening:
            return super().fits(hand, seat, tiles)
        if hand.owed or (hand.drawn == 1 and hand.hold.stock):
            return []
        if hand.start_spell:
            return answers(hand.layout.unbegun(), tiles)
        if hand.spell:
            return answers((hand.spell,), tiles)
        return hand.layout.fits(tiles)

    def choices(self, hand, seat):
        if hand.opening:
            return super().choices(hand, seat)
        if hand.owed:
            return (DRAW_ACT,)
        if hand.then and seat == hand.turn:
            return (END_ACT,)
        exempt = self.exempt and hand.spell and seat == hand.caster
        return (DRAW_ACT,) if hand.hold.stock and hand.drawn < 2 and not exempt else (PASS_ACT,)

    def apply(self, hand, seat, act):
        verb = act >> 24
        if hand.opening:
            super().apply(hand, seat, act)
        elif verb == PLAY:
            self.play(hand, seat, act & 255, act >> 8 & 255)
        elif verb == END:
            self.end(hand, seat)
        elif verb == PASS:
            hand.turn = self.after(hand, seat)
            hand.drawn = 0
            self.count_pass(hand, not hand.hold.stock)
        elif hand.owed:
            hand.owed = [s for s in hand.owed if s != seat]
            self.go_on(hand)
        elif seat == hand.turn and not hand.then:
            hand.drawn += 1

    def open(self, hand, seat, double):
        """The start double has its effects too; a 13-13 binds all six legs."""
        value = hand.layout.lay(double, 0)
        hand.start_spell = value == _SPELL
        self.effects(hand, seat, value, self.skips_start and self.skips(double))

    def play(self, hand, seat, laid, leg):
        """A 13 left open puts a spell on its leg, any other answer lifts it."""
        hand.passes = 0
        value = hand.layout.lay(laid, leg)
        hand.start_spell = hand.start_spell and len(hand.layout.unbegun()) > 0
        hand.spell, hand.caster = (leg, seat) if value == _SPELL else (0, 0)
        self.effects(hand, seat, value, self.skips(laid))

    def skips(self, laid):
        """Whether the next player loses a turn by this tile: a double does that, 13-13 only by its option."""
        return is_double(laid) and (laid != _THIRTEENS or self.skips_1313)

    def effects(self, hand, seat, value, skips):
        """What the number left open does, and who is next; `skips` when the turn ends with this tile."""
        if value == _TURN and self.seats > 2:
            hand.step = -hand.step
        hand.following = self.after(hand, seat)
        if skips:
            hand.following = self.after(hand, hand.following)
        if not hand.hold.count(seat):
            hand.out = seat
        draws = value == _DRAW and not (hand.out and self.options["fifteen_on_last_tile"] == "off")
        hand.owed = self.drawers(hand, seat) if draws else []
        hand.drawn = hand.then = 0
        self.go_on(hand)
        if value == _AGAIN and not hand.out:
            hand.then = hand.following
            hand.turn = seat

    def drawers(self, hand, seat):
        """The others who have to draw, in the direction of play."""
        who = self.options["fifteen"]
        found = []
        other = self.after(hand, seat)
        while other != seat:
            found.append(other)
            other = self.after(hand, other)
        if who == "alternate":
            found = [s for i, s in enumerate(found) if i % 2 == 0]
        elif who == "odd_seats":
            found = [s for s in found if s % 2]
        return found

    def go_on(self, hand):
        """First who owes a draw, as far as the boneyard goes; then the hand is over or the next seat plays."""
        if not hand.hold.stock:
            hand.owed = []
        if hand.owed:
            hand.turn = hand.owed[0]
        elif hand.out:
            hand.end("out", hand.out)
        else:
            hand.turn = hand.following

    # --- scores ------------------------------------------------------------------------------------------------

    def counts(self, hand):
        """Tiles left, by seat."""
        return [hand.hold.count(s) for s in range(1, self.seats + 1)]

    def hand_winner(self, hand, scores):
        """Who went out; blocked: fewest tiles, then fewest pips, 0 when still equal."""
        if hand.winner:
            return hand.winner
        fewest = winners(self.counts(hand), lowest=True)
        best = single_best([-hand.hold.pips(s) for s in fewest]) if len(fewest) > 1 else 1
        return fewest[best - 1] if best else 0

    def score(self, hand):
        """The winner gets what the others have left: tiles, or pips; with `difference` a blocked hand less his own."""
        scores = [0] * self.seats
        winner = self.hand_winner(hand, scores)
        if winner:
            left = self.counts(hand) if self.simple else self.pips(hand)
            own = left.pop(winner - 1)
            less = own if hand.reason == "blocked" and self.options["blocked_score"] == "difference" else 0
            scores[winner - 1] = sum([max(0, n - less) for n in left])
        return scores

    def showers(self, hand):
        """Tiles are counted unseen; pips are needed with `super`, and of those a blocked hand leaves equal in tiles.

        A blocked hand's winner by tiles alone shows his own only where they are taken off.
        """
        blocked = hand.reason == "blocked"
        fewest = winners(self.counts(hand), lowest=True)
        if self.simple:
            return fewest if blocked and len(fewest) > 1 else ()
        shown = super().showers(hand)
        if blocked and len(fewest) == 1 and self.options["blocked_score"] == "others":
            shown.remove(fewest[0])
        return shown

    def finish(self, match):
        if self.options["target"]:
            return reached(match.totals, self.options["target"])
        return winners(match.totals) if match.hands >= self.options["hands"] else None


def answers(legs, tiles):
    """What answers a spell on these legs: a 13, or any double."""
    strong = [t for t in tiles if NUMBERS[t] >> _SPELL & 1 or is_double(t)]
    return [leg << 8 | t for t in strong for leg in legs]
