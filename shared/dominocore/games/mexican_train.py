"""Mexican Train: a station, a train for each seat, and Mexican sidings for all.

The first player opens with his own highest double, the station. A train begins with a tile of the station's number,
and in the turn in which it begins it may run on. Otherwise one tile a turn: on the own train, on a marked one, on a
siding, or as a new siding. A double must be covered; while one is pending nobody may play anywhere else. Who cannot
play draws one, and failing that passes and marks his train. Low score wins.
"""

from dominocore.events import DRAW, DRAW_ACT, END, END_ACT, PASS, PASS_ACT, PLAY, TRAIN
from dominocore.holdings import TABLE
from dominocore.openings import DONE, DRAWING, DoubleOpening
from dominocore.rules import ON_OFF, WHOLE
from dominocore.scoring import single_best, winners
from dominocore.tiles import HI, is_double, tile
from dominocore.trains import Trains

_DEALS = {
    12: {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 11, 8: 11},
    9: {2: 12, 3: 12, 4: 10, 5: 8, 6: 7, 7: 6, 8: 5},
    6: {2: 8, 3: 6, 4: 5, 5: 4, 6: 3},
}


class Rules(DoubleOpening):
    ID = "mexican_train"
    DEFAULT_SET = 12
    SEATS = {12: (2, 8), 9: (2, 8), 6: (2, 6)}
    VERBS = (PLAY, DRAW, PASS, END)
    LOWEST_WINS = True
    FOLLOWS = True
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
        ("first", 1, WHOLE, 1),
    )

    def __init__(self, top, seats, options):
        self._descending = options.get("station") == "descending"
        super().__init__(top, seats, options)
        self.locked = self.options["marker"] == "owner_locked"
        self.marks_unstarted = self.options["mark_unstarted"] == "on"
        self.must_exhaust = self.options["opening_run"] == "must_exhaust"
        self.one_siding = self.options["mexican_trains"] == "one"
        self.own_first = self.options["siding_before_own_train"] == "forbidden"

    def default(self, key, value):
        if key == "deal":
            return _DEALS[self.top][self.seats]
        if key == "rounds":
            return self.top + 1 if self._descending else self.seats
        return value

    def leader(self, match):
        """A new designated first player each hand, one seat further left."""
        return self.left_of(match.led) if match.led else self.options["first"]

    def begin(self, hand):
        hand.layout = Trains(self.seats)
        hand.pending = 0  # the place of a double that must be covered
        hand.run = 0  # the place where the seat on turn may go on, when it may
        hand.once = False  # whether it may do so with one tile only
        hand.drew = False
        if self.options["station"] == "own_highest":
            self.ask(hand)
        else:
            self.await_station(hand)

    # --- the station -------------------------------------------------------------------------------------------

    def await_station(self, hand):
        """The table's highest double, or the one that is due: its holder opens; nobody has it: draw in turn."""
        hand.opening = DRAWING
        number = self.top - (hand.number - 1) % (self.top + 1)
        hand.due = tile(number, number) if self._descending else 0
        order = [hand.due] if self._descending else [tile(n, n) for n in range(self.top, -1, -1)]
        self.await_lead(hand, order)
        if not hand.leads:
            hand.leads = None
            hand.turn = hand.leader

    def opens(self, hand, t):
        return t == hand.due if self._descending else is_double(t)

    def redeal(self, hand):
        return False

    # --- a turn ------------------------------------------------------------------------------------------------

    def fits(self, hand, seat, tiles):
        if hand.leads is not None:
            return [t for t in tiles if t in hand.leads]
        if hand.opening != DONE:
            return self.opening_fits(hand, seat, tiles)
        acts = hand.layout.fits(tiles, self.places(hand, seat))
        if self.locked and hand.layout.marked[seat] and not hand.pending:
            own = TRAIN + seat
            return [a for a in acts if a >> 8 & 255 != own or is_double(a & 255)]
        return acts

    def places(self, hand, seat):
        """Where the seat may lay a tile now."""
        if hand.pending:
            return [hand.pending]
        if hand.run and seat == hand.turn:
            return [hand.run]
        trains = hand.layout
        found = [TRAIN + s for s in range(1, self.seats + 1) if s == seat or trains.marked[s]]
        if trains.begun(seat) or not self.own_first:
            found.extend(trains.sidings(self.one_siding))
        return found

    def choices(self, hand, seat):
        if hand.leads is not None:
            return (DRAW_ACT,) if seat == hand.leader and self.nobody_known_to_lead(hand) else ()
        if hand.opening != DONE:
            return self.opening_choices(hand, seat)
        if seat == hand.turn and hand.then:
            return (END_ACT,)
        drew = hand.drew and seat == hand.turn
        return (DRAW_ACT,) if hand.hold.stock and not drew else (PASS_ACT,)

    def nobody_known_to_lead(self, hand):
        return not [t for t in hand.leads if hand.hold.where[t]]

    def denies(self, hand, seat, act, tiles):
        """Opening with a double says that the own rack has no higher one; ending a run, with `must_exhaust`, that
        nothing goes on; the rest is as in every game."""
        verb = act >> 24
        if hand.leads is not None:
            return [t for t in tiles if t in hand.leads] if verb == DRAW else ()
        if hand.opening != DONE:
            if verb == PLAY:
                return [t for t in tiles if t > act & 255 and self.opens(hand, t)]
            return self.opening_denies(hand, act, tiles)
        if verb == END:
            if not self.must_exhaust or hand.once or not hand.layout.begun(seat):
                return ()
            return [a & 255 for a in self.fits(hand, seat, tiles)]
        return super().denies(hand, seat, act, tiles)

    def apply(self, hand, seat, act):
        verb = act >> 24
        if verb == PLAY:
            self.play(hand, seat, act & 255, act >> 8 & 255)
        elif hand.opening != DONE:
            if hand.leads is not None:
                self.lead(hand, seat, -1)
            self.apply_opening(hand, seat, act)
        elif verb == DRAW:
            hand.drew = True
        elif verb == END:
            self.stop(hand)
        else:
            self.fail(hand, seat)

    def play(self, hand, seat, laid, place):
        hand.passes = 0
        hand.drew = False
        if hand.opening != DONE:
            self.open_station(hand, seat, laid)
        else:
            self.extend(hand, seat, laid, place)
        if not hand.hold.count(seat):
            hand.end("out", seat)

    def open_station(self, hand, seat, laid):
        """The station is never covered; its owner may begin his train at once, and run."""
        if hand.leads is not None:
            self.lead(hand, seat, laid)
        hand.opening = DONE
        hand.layout.station = HI[laid]
        self.may_go_on(hand, seat, TRAIN + seat)

    def extend(self, hand, seat, laid, place):
        trains = hand.layout
        own = place == TRAIN + seat
        marked = own and trains.marked[seat]
        runs = own and (not trains.begun(seat) or (hand.run == place and not hand.once))
        trains.lay(laid, place)
        if own:
            trains.marked[seat] = 0
        hand.pending = 0
        if is_double(laid):
            if marked:
                self.may_go_on(hand, seat, place, once=True)
                return
            if not self.all_laid(hand, HI[laid]):
                hand.pending = place
                hand.run = place if runs else 0
                hand.turn = seat
                hand.then = 0
                return
        if runs:
            self.may_go_on(hand, seat, place)
        else:
            self.end_turn(hand, self.left_of(seat))

    def all_laid(self, hand, number):
        """Whether every tile with this number is on the table."""
        where = hand.hold.where
        for n in range(self.top + 1):
            if where[tile(n, number)] != TABLE:
                return False
        return True

    def may_go_on(self, hand, seat, place, once=False):
        hand.run = place
        hand.once = once
        hand.turn = seat
        hand.then = self.left_of(seat)

    def end_turn(self, hand, following):
        hand.turn = following
        hand.then = hand.run = 0
        hand.once = hand.drew = False

    def stop(self, hand):
        if hand.opening == DONE:
            self.end_turn(hand, hand.then)
        else:
            super().stop(hand)

    def fail(self, hand, seat):
        """A pass marks the own train if it has been begun; a new marker opens a train, so the count starts again."""
        trains = hand.layout
        marks = (trains.begun(seat) or self.marks_unstarted) and not trains.marked[seat]
        if marks:
            trains.marked[seat] = 1
        hand.passes = 0 if marks or hand.hold.stock else hand.passes + 1
        self.end_turn(hand, self.left_of(seat))
        if hand.passes == self.seats:
            hand.end("blocked")

    # --- scores ------------------------------------------------------------------------------------------------

    def score(self, hand):
        """Everybody's own pips; with `blank50` the double blank counts 50."""
        scores = [hand.hold.pips(s) for s in range(1, self.seats + 1)]
        holder = hand.hold.where[0]
        if self.options["blank50"] == "on" and 1 <= holder <= self.seats:
            scores[holder - 1] += 50
        return scores

    def hand_winner(self, hand, scores):
        return hand.winner or single_best([-s for s in scores])

    def finish(self, match):
        return winners(match.totals, lowest=True) if match.hands >= self.options["rounds"] else None
