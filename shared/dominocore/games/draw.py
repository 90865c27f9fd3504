"""Draw: the plain game.

The leader lays any tile; each in turn lays one that matches an open end. Who cannot play draws, one tile at a time,
until able, and passes only when the boneyard is empty. Nobody draws who can play (option `voluntary_draw`).
With the larger sets the first double opens four ways. Out: the pips of all other racks; blocked: from each with more
pips, the difference.
"""

from dominocore.lines import DEAL, DIRECTION, FOUR_WAY, LEADER, RESERVE, TARGET, USUAL_SEATS, LineGame
from dominocore.rules import FIRST, ON_OFF


class Rules(LineGame):
    ID = "draw"
    SEATS = USUAL_SEATS
    OPTIONS = (TARGET, DEAL, LEADER, ("voluntary_draw", "off", ON_OFF, 0), RESERVE, FOUR_WAY, DIRECTION, FIRST)
