"""Super Dominos: a start double with six legs, and numbers with a power.

Nine tiles each from double-15. Leaving a 15 makes the others draw, a 3 turns the direction, a 13 puts a spell on its
leg (only a 13 or any double breaks it), a 14 gives one more play, and a double as the last tile of a turn skips the
next player. Who cannot play draws two, then plays if possible, else passes.
"""

from dominocore.events import DRAW, DRAW_ACT, END, END_ACT, LEG, PASS, PASS_ACT, PLAY
from dominocore.faults import DominoError
from dominocore.layout import Arms
from dominocore.openings import DONE, DoubleOpening
from dominocore.rules import ON_OFF, WHOLE
from dominocore.scoring import reached, single_best, winners
from dominocore.tiles import NUMBERS, is_double, tile

_SPELL = 13
_THIRTEENS = tile(13, 13)


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
        ("first", 1, WHOLE, 1),
    )

    def __init__(self, top, seats, options):
        if "hands" in options and "target" in options:
            raise DominoError("hands_or_target")
        super().__init__(top, seats, options)
        self.skips_1313 = self.options["skip1313"] == "on"
        self.skips_start = self.options["start_double_skips"] == "on"
        self.exempt = self.options["caster_exempt"] == "on"
        self.COMPELLED = (PASS, DRAW, END) if self.options["fourteen"] == "must" else (PASS, DRAW)

    def deal_size(self):
        return 9

    def leader(self, match):
        if not match.led:
            return self.options["first"]
        return self.left_of(match.won or match.led)

    def begin(self, hand):
        hand.layout = Arms(6, LEG + 1)
        hand.step = 1  # direction: 1 clockwise
        hand.spell = 0  # the leg under a spell
        hand.caster = 0
        hand.start_spell = False  # after a 13-13 start, until all six legs are begun
        hand.drawn = 0  # tiles drawn in this turn
        hand.owed = []  # seats that must draw before anything else
        hand.going_out = 0
        self.ask(hand)

    def after(self, hand, seat):
        return (seat - 1 + hand.step) % self.seats + 1

    # --- a turn ------------------------------------------------------------------------------------------------

    def fits(self, hand, seat, tiles):
        if hand.opening != DONE:
            return self.opening_fits(hand, seat, tiles)
        if hand.owed or (self.drawn(hand, seat) == 1 and hand.hold.stock):
            return []  # the tiles owed, or the second of two, come first
        if hand.start_spell:
            return self.answers(hand.layout.unbegun(), tiles)
        if hand.spell:
            return self.answers((hand.spell,), tiles)
        return hand.layout.fits(tiles)

    def drawn(self, hand, seat):
        """How many tiles the seat has drawn in its turn."""
        return hand.drawn if seat == hand.turn else 0

    def stop(self, hand):
        super().stop(hand)
        hand.drawn = 0

    def answers(self, legs, tiles):
        """What answers a spell: a 13, or any double."""
        strong = [t for t in tiles if NUMBERS[t] >> _SPELL & 1 or is_double(t)]
        return [leg << 8 | t for t in strong for leg in legs]

    def choices(self, hand, seat):
        if hand.opening != DONE:
            return self.opening_choices(hand, seat)
        if hand.owed:
            return (DRAW_ACT,)
        if hand.then and seat == hand.turn:
            return (END_ACT,)
        exempt = self.exempt and hand.spell and seat == hand.caster
        return (DRAW_ACT,) if self.drawn(hand, seat) < 2 and hand.hold.stock and not exempt else (PASS_ACT,)

    def denies(self, hand, seat, act, tiles):
        if hand.opening != DONE:
            return self.opening_denies(hand, act, tiles)
        return super().denies(hand, seat, act, tiles)

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == PLAY:
            self.play(hand, seat, act & 255, act >> 8 & 255)
        elif hand.opening != DONE:
            self.apply_opening(hand, seat, act)
        elif verb == END:
            self.stop(hand)
        elif verb == PASS:
            self.passes(hand, seat)
        elif hand.owed:
            self.pay(hand)
        else:
            hand.drawn += 1

    def passes(self, hand, seat):
        hand.passes = 0 if hand.hold.stock else hand.passes + 1
        self.pass_on(hand, self.after(hand, seat))
        if hand.passes == self.seats:
            hand.end("blocked")

    def play(self, hand, seat, laid, leg):
        start = hand.opening != DONE
        hand.opening = DONE
        hand.passes = hand.then = 0
        value = hand.layout.lay(laid, leg)
        self.cast(hand, seat, leg, value, start)
        if value == 3 and self.seats > 2:
            hand.step = -hand.step
        following = self.after(hand, seat)
        if is_double(laid) and (self.skips_start if start else laid != _THIRTEENS or self.skips_1313):
            following = self.after(hand, following)
        if not hand.hold.count(seat):
            self.go_out(hand, seat, value)
            return
        self.pass_on(hand, following)
        if value == 15:
            self.make_draw(hand, seat)
        elif value == 14:
            hand.then = following
            hand.turn = seat

    def cast(self, hand, seat, leg, value, start):
        """A 13 left open puts a spell on its leg; an answer without one lifts it. A 13-13 start binds all six legs."""
        if start:
            hand.start_spell = value == _SPELL
            return
        if hand.start_spell:
            hand.start_spell = len(hand.layout.unbegun()) > 0
        hand.spell = leg if value == _SPELL else 0
        hand.caster = seat if hand.spell else 0

    def pass_on(self, hand, following):
        hand.turn = following
        hand.drawn = 0

    def go_out(self, hand, seat, value):
        hand.going_out = seat
        if value == 15 and self.options["fifteen_on_last_tile"] == "on":
            self.make_draw(hand, seat)
        if not hand.owed:
            hand.end("out", seat)

    def make_draw(self, hand, seat):
        """The others draw one each, in the direction of play, as far as the boneyard goes."""
        who = self.options["fifteen"]
        owed = []
        other = self.after(hand, seat)
        while other != seat:
            owed.append(other)
            other = self.after(hand, other)
        if who == "alternate":
            owed = [s for i, s in enumerate(owed) if i % 2 == 0]
        elif who == "odd_seats":
            owed = [s for s in owed if s % 2]
        hand.owed = owed[: hand.hold.stock]
        if hand.owed:
            hand.resume = hand.turn
            hand.turn = hand.owed[0]

    def pay(self, hand):
        hand.owed.pop(0)
        if hand.owed:
            hand.turn = hand.owed[0]
        elif hand.going_out:
            hand.end("out", hand.going_out)
        else:
            self.pass_on(hand, hand.resume)

    # --- scores ------------------------------------------------------------------------------------------------

    def counts(self, hand):
        """What is left in each rack: tiles, or pips with `super`."""
        count = hand.hold.pips if self.options["scoring"] == "super" else hand.hold.count
        return [count(s) for s in range(1, self.seats + 1)]

    def best_blocked(self, hand):
        """Fewest tiles, then fewest pips; 0 when still equal."""
        tiles = [hand.hold.count(s) for s in range(1, self.seats + 1)]
        tied = winners(tiles, lowest=True)
        if len(tied) == 1:
            return tied[0]
        pips = [-hand.hold.pips(s) for s in tied]
        best = single_best(pips)
        return tied[best - 1] if best else 0

    def score(self, hand):
        scores = [0] * self.seats
        winner = hand.winner or self.best_blocked(hand)
        if winner:
            left = self.counts(hand)
            less = left[winner - 1] if not hand.winner and self.options["blocked_score"] == "difference" else 0
            gains = [max(0, n - less) for s, n in enumerate(left, 1) if s != winner]
            scores[winner - 1] = sum(gains)
        return scores

    def showers(self, hand):
        """With simple scoring tiles are only counted, unless pips must decide a blocked hand."""
        if self.options["scoring"] == "super":
            return super().showers(hand)
        if hand.winner:
            return []
        tied = winners([hand.hold.count(s) for s in range(1, self.seats + 1)], lowest=True)
        return tied if len(tied) > 1 else []

    def finish(self, match):
        if self.options["target"]:
            return reached(match.totals, self.options["target"])
        return winners(match.totals) if match.hands >= self.options["hands"] else None
