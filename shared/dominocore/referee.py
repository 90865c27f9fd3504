"""The referee: what a breach of the rules leads to at this table.

The match says what is wrong (`judge`, and infractions that later tiles prove). The referee says what follows, by a
level and a preset of penalties, both settings of the table:

- `enforce`: what the rules forbid is refused, nothing is written;
- `warn`: it stands, the record names the fault, and the table says so;
- `off`: it stands, the record names the fault, the table keeps quiet.

What cannot be at all (a tile that lies elsewhere) is refused at every level.
"""

from collections import namedtuple

from dominocore.events import FAULT, RULING, act
from dominocore.faults import DominoError
from dominocore.judging import impossible
from dominocore.rules import OVER

LEVELS = ("enforce", "warn", "off")

# Points for a breach, by rule; VALUE is what the hand is worth to its winner. What is not named costs nothing.
VALUE = -1
PRESETS = {
    "none": {},
    "club": {"false_pass": 30, "illegal_draw": 50},
    "club_value": {"false_pass": 30, "illegal_draw": VALUE},
}

# What follows from an act: whether it may be pushed, the fault it commits (None: none) and whether to tell the players.
Verdict = namedtuple("Verdict", ("stands", "fault", "tell"))


class Referee:
    def __init__(self, level="enforce", preset="none"):
        if level not in LEVELS:
            raise DominoError("bad_value", "referee", level, " ".join(LEVELS))
        if preset not in PRESETS:
            raise DominoError("bad_value", "penalties", preset, " ".join(sorted(PRESETS)))
        self.level = level
        self.penalties = PRESETS[preset]
        self.punished = []  # breaches of this hand that have been dealt with
        self.told = []  # what the players have been told of this hand

    def hear(self, match, seat, a, data=b""):
        """What to do with an act before it is pushed."""
        fault = impossible(match, seat, a, data)
        if fault:
            return Verdict(False, fault, True)
        fault = match.judge(seat, a, data)
        if fault is None:
            return Verdict(True, None, False)
        return Verdict(self.level != "enforce", fault, self.level != "off")

    def fault_event(self, verdict, seat):
        """The table's line behind an act that stands although it broke a rule."""
        return (0, act(FAULT, seat), verdict.fault.encode())

    def resume(self, match):
        """A game is gone on with: what has been found so far has had its ruling, if it could be given."""
        self.punished = [_breach(i) for i in match.infractions() if self.points(match, i.rule) is not None]
        self.told = _findings(match)

    def news(self, match, settled):
        """Breaches that tiles have proved and points that were missed, since the last time: the players are told.

        Of missed points only when the last tile is `settled`, that is when nobody can claim them any more; at level
        `off` of nothing.
        """
        found = _findings(match)
        missed = match.hand.missed
        fresh = [f for f in found if f not in self.told and (settled or f not in missed)]
        self.told = [f for f in found if f in self.told or f in fresh]
        return fresh if self.level != "off" else []

    def rulings(self, match):
        """Penalty events for infractions not yet punished: at once for a seen breach, else at the reveal."""
        self.forget_undone(match)
        events = []
        for infraction in match.infractions():
            points = self.points(match, infraction.rule)
            if points is None or _breach(infraction) in self.punished:
                continue
            self.punished.append(_breach(infraction))
            if points:
                events.append((0, act(RULING, infraction.seat, points & 255, points >> 8), b""))
        return events

    def forget_undone(self, match):
        """A breach that was taken back is punished if it comes again."""
        found = [_breach(i) for i in match.infractions()]
        self.punished = [p for p in self.punished if p in found]

    def judged(self, match):
        """A judge has named a fault: what it costs is for him to say."""
        self.punished.append(_breach(match.hand.infractions[-1]))

    def points(self, match, rule):
        """What a breach costs; None while the hand's value is not known yet."""
        points = self.penalties.get(rule, 0)
        if points != VALUE:
            return points
        if match.hand.phase != OVER:
            return None
        return max(match.rules.score(match.hand))


def _findings(match):
    """What play itself has brought to light in this hand."""
    return match.hand.hold.infractions + match.hand.missed if match.hand else []


def _breach(infraction):
    """The same breach, whether it was named first or proved first."""
    return infraction.rule, infraction.seat, infraction.event
