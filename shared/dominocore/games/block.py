"""Block: Draw without the boneyard.

Seven tiles each, the rest stay face down and unseen. The leader lays any tile; then each in turn lays a tile that
matches an open end, and must when able. Who cannot play passes; nothing is ever drawn. A hand is blocked when all
pass in a row. Out: the pips of all other racks; blocked: from each with more pips, the difference.
"""

from dominocore.events import PASS, PLAY
from dominocore.lines import DEAL, DIRECTION, FOUR_WAY, LEADER, TARGET, USUAL_SEATS, LineGame
from dominocore.rules import FIRST


class Rules(LineGame):
    ID = "block"
    SEATS = USUAL_SEATS
    VERBS = (PLAY, PASS)
    OPTIONS = (TARGET, DEAL, LEADER, FOUR_WAY, DIRECTION, FIRST)
