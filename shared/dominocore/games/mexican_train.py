"""Mexican Train: a station, a train for each seat, and Mexican sidings for all.

The first player opens with his own highest double, the station. A train begins with a tile of the station's number,
and in the turn in which it begins it may run on. Otherwise one tile a turn: on the own train, on a marked one, on a
siding, or as a new siding. A double must be covered; while one is pending nobody may play anywhere else. Who cannot
play draws one, and failing that passes and marks his train. Low score wins.
"""

from dominocore.events import DRAW, DRAW_ACT, END, END_ACT, PASS, PASS_ACT, PLAY, TRAIN
from dominocore.openings import AWAITING, DoubleOpening
from dominocore.rules import FIRST, ON_OFF, WHOLE
from dominocore.scoring import single_best, winners
from dominocore.tiles import HI, is_double, tile
from dominocore.trains import Trains

_DEALS = {12: (15, 15, 15, 12, 12, 11, 11), 9: (12, 12, 10, 8, 7, 6, 5), 6: (8, 6, 5, 4, 3)}  # from two seats on


class Rules(DoubleOpening):
    ID = "mexican_train"
    DEFAULT_SET = 12
    SEATS = {12: (2, 8), 9: (2, 8), 6: (2, 6)}
    VERBS = (PLAY, DRAW, PASS, END)
    LOWEST_WINS = True
    FOLLOWS = True
    DENIED = {PASS: "false_pass", DRAW: "illegal_draw", PLAY: "wrong_lead", END: "false_end"}
    OPTIONS = (
        ("deal", 0, WHOLE, 1),
        ("marker", "owner_reopens", ("owner_reopens", "owner_locked"), 0),
        ("mexican_trains", "many", ("many", "one"), 0),
        ("mark_unstarted", "off", ON_OFF, 0),
        ("opening_run", "may", ("may", "must_exhaust"), 0),
        ("siding_before_own_train", "allowed", ("allowed", "forbidden"), 0),
        ("rounds", 0, WHOLE, 1),
        ("station", "own_highest", ("own_highest", "table_highest", "descending"), 0),
        ("blank50", "off", ON_OFF, 0),
        FIRST,
    )

    def __init__(self, top, seats, options):
        self.descending = options.get("station") == "descending"
        super().__init__(top, seats, options)
        self.locked = self.options["marker"] == "owner_locked"
        self.one_siding = self.options["mexican_trains"] == "one"
        self.marks_unstarted = self.options["mark_unstarted"] == "on"
        self.own_first = self.options["siding_before_own_train"] == "forbidden"
        if self.options["opening_run"] == "must_exhaust":
            self.COMPELLED = (PASS, DRAW, END)

    def default(self, key, value):
        if key == "deal":
            return _DEALS[self.top][self.seats - 2]
        if key == "rounds":
            return self.top + 1 if self.descending else self.seats
        return value

    # --- the station -------------------------------------------------------------------------------------------

    def leader(self, match):
        """A new designated first player each hand, one seat further left."""
        return self.left_of(match.led) if match.led else self.options["first"]

    def begin(self, hand):
        hand.layout = Trains(self.seats)
        hand.pending = 0  # the place of a double that must be covered before anything else is played
        hand.running = False  # the seat on turn is in its opening run
        hand.drew = False  # it has drawn, and not played since
        if self.descending:
            number = self.top - (hand.number - 1) % (self.top + 1)
            self.await_double(hand, [tile(number, number)])
        elif self.options["station"] == "table_highest":
            self.await_double(hand, self.doubles())
        else:
            self.ask(hand)

    def open(self, hand, seat, double):
        """The station never needs to be covered; its owner may begin his train at once."""
        hand.layout.station = HI[double]
        self.may_go_on(hand, seat)
        self.check_out(hand, seat)

    # --- a turn ------------------------------------------------------------------------------------------------

    def fits(self, hand, seat, tiles):
        if hand.opening:
            return super().fits(hand, seat, tiles)
        acts = hand.layout.fits(tiles, self.places(hand, seat))
        if self.locked and hand.layout.marked[seat] and not hand.pending:
            own = TRAIN + seat
            return [a for a in acts if a >> 8 & 255 != own or is_double(a & 255)]
        return acts

    def places(self, hand, seat):
        """Where the seat may lay a tile now."""
        if hand.pending:
            return [hand.pending]
        if hand.then and seat == hand.turn:
            return [TRAIN + seat]
        trains = hand.layout
        found = [TRAIN + s for s in range(1, self.seats + 1) if s == seat or trains.marked[s]]
        if trains.begun(seat) or not self.own_first:
            found.extend(trains.siding_places(self.one_siding))
        return found

    def choices(self, hand, seat):
        if hand.opening:
            return super().choices(hand, seat)
        if hand.then and seat == hand.turn:
            return (END_ACT,)
        return (DRAW_ACT,) if hand.hold.stock and not hand.drew else (PASS_ACT,)

    def denies(self, hand, seat, act, tiles):
        """Opening with an own double denies a higher one; only an opening run may have to go on."""
        verb = act >> 24
        if hand.opening and verb == PLAY and hand.opening != AWAITING:
            return [t for t in tiles if t in hand.openers and t > act & 255]
        if verb == END and not hand.opening and not hand.running:
            return ()
        return super().denies(hand, seat, act, tiles)

    def apply(self, hand, seat, act):
        verb = act >> 24
        if hand.opening:
            super().apply(hand, seat, act)
        elif verb == PLAY:
            self.play(hand, seat, act & 255, act >> 8 & 255)
            self.check_out(hand, seat)
        elif verb == END:
            self.end(hand, seat)
        elif verb == PASS:
            self.fail(hand, seat)
        elif seat == hand.turn and not hand.then:
            hand.drew = True

    def play(self, hand, seat, laid, place):
        """A double must be covered, unless every other tile of its number lies (exception 1) or its owner has
        reopened his marked train with it (exception 2): then he may go on, as in the opening run."""
        trains = hand.layout
        own = place == TRAIN + seat
        reopens = own and trains.marked[seat] and is_double(laid)
        hand.running = own and (hand.running or not trains.begun(seat))
        hand.passes = hand.pending = 0
        hand.drew = False
        trains.lay(laid, place)
        if own:
            trains.marked[seat] = 0
        if is_double(laid) and not reopens and not self.all_laid(hand, HI[laid]):
            hand.pending = place
            hand.turn = seat
            hand.then = 0
        elif hand.running or reopens:
            self.may_go_on(hand, seat)
        else:
            self.end_turn(hand, seat)

    def may_go_on(self, hand, seat):
        """More on the own train if the seat likes: an opening run, or one tile on the double that reopened it."""
        hand.turn = seat
        hand.then = self.left_of(seat)

    def end_turn(self, hand, seat):
        hand.turn = self.left_of(seat)
        hand.then = 0
        hand.running = hand.drew = False

    def stop(self, hand):
        if hand.opening:
            super().stop(hand)
        else:
            self.end_turn(hand, hand.turn)

    def check_out(self, hand, seat):
        """The hand ends the moment a rack is empty, also on a double (exception 3)."""
        if not hand.hold.count(seat):
            hand.end("out", seat)

    def fail(self, hand, seat):
        """A pass marks the own train if it has been begun. A new marker opens a train to those who failed before."""
        trains = hand.layout
        marks = not trains.marked[seat] and (trains.begun(seat) or self.marks_unstarted)
        if marks:
            trains.marked[seat] = 1
        self.end_turn(hand, seat)
        self.count_pass(hand, not marks and not hand.hold.stock)

    # --- scores ------------------------------------------------------------------------------------------------

    def score(self, hand):
        """Everybody's own pips; with `blank50` the double blank counts 50."""
        scores = self.pips(hand)
        holder = hand.hold.where[0]
        if self.options["blank50"] == "on" and 1 <= holder <= self.seats:
            scores[holder - 1] += 50
        return scores

    def hand_winner(self, hand, scores):
        """Who went out; blocked: the fewest pips, whatever a ruling adds."""
        return hand.winner or single_best([-pips for pips in self.score(hand)])

    def finish(self, match):
        """The agreed number of hands; the lowest total wins, ties share."""
        return winners(match.totals, lowest=True) if match.hands >= self.options["rounds"] else None
