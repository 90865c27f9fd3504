"""Sebastopol: Block around the double six, for exactly four.

Whoever holds 6-6 sets it, and it is open four ways. Until all four arms are begun only a six on a free side of the
6-6 may be played; after that any tile that matches the tip of an arm. Later doubles do not branch. Who cannot play
passes. Nothing sleeps: all 28 tiles are dealt.
"""

from dominocore.events import PASS, PLAY
from dominocore.layout import Arms
from dominocore.lines import TARGET, LineGame
from dominocore.tiles import tile


class Rules(LineGame):
    ID = "sebastopol"
    SEATS = {6: (4, 4)}
    VERBS = (PLAY, PASS)
    OPTIONS = (TARGET,)

    def deal_size(self):
        return 7

    def lead_order(self, hand):
        return (tile(6, 6),)

    def new_layout(self):
        return Arms(4)

    def fits(self, hand, seat, tiles):
        acts = super().fits(hand, seat, tiles)
        free = hand.layout.unbegun()
        return [a for a in acts if a >> 8 & 255 in free] if free else acts
