"""What can be wrong, as data.

A *fault code* is a stable word: `judge` gives one for an act that may not stand, a record names one in a `fault`
line, and `words` has the sentence for it in each language. `DominoError` carries a code out of functions that
cannot go on; it never carries prose.
"""

from collections import namedtuple

from dominocore.compat import const

PENALTY_MOST = const(9999)  # points in one ruling


def is_rule_name(text):
    """Whether a fault may name this as the rule that was broken."""
    return 0 < len(text) <= 32 and not text.strip("abcdefghijklmnopqrstuvwxyz_")


class DominoError(Exception):
    """The one root of errors raised by the core: a stable `code` and the offending values in `detail`."""

    def __init__(self, code, *detail):
        super().__init__(code, *detail)
        self.code = code
        self.detail = detail

    def __str__(self):
        return " ".join([self.code] + [str(d) for d in self.detail])


# A breach of the rules that stands in the game: which rule, by whom, the tile that proves it (or -1), and the
# number of the offending event within its hand.
Infraction = namedtuple("Infraction", ("rule", "seat", "tile", "event"))

# Points that were there for the taking and that their maker left: no breach, but what a referee is asked about. By
# whom, with which tile, the number of its event within the hand, and how many.
Missed = namedtuple("Missed", ("seat", "tile", "event", "points"))
