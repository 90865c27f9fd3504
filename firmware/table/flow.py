"""The states of the table, and which may follow which.

The table does not react to edges ("a tile appeared"); in every state it compares what lies on it with what the rules
say should, and acts on the difference. So nothing that happens while it is busy is lost: a tile laid early is still
lying there when its turn comes, and a tile lifted again before it was accepted was never there.

| state | what it waits for | what tiles mean |
|---|---|---|
| IDLE | the host to start a game | nothing |
| DEALING | each rack to show its tiles (grid), OK (tap) | a deal |
| PLAYING | an act of the seat on turn | a play |
| WRONG | the board to be as it should: a tile back in its place, a refused one off | nothing |
| SHOWING | hidden tiles that count, a late claim | a reveal |
| CLEARING | the board to be empty (grid), OK (tap) | nothing: tiles taken off are never moves |
| OVER | the host to start another game | nothing |

From PLAYING back to DEALING goes a hand that nobody can lead. A stopped game leads from anywhere to IDLE; a resumed
one enters wherever its hand stands.
"""

from micropython import const

IDLE = const(0)
DEALING = const(1)
PLAYING = const(2)
WRONG = const(3)
SHOWING = const(4)
CLEARING = const(5)
OVER = const(6)

NAMES = ("idle", "dealing", "playing", "wrong", "showing", "clearing", "over")

NEXT = {
    IDLE: (DEALING, PLAYING, SHOWING, CLEARING),
    DEALING: (PLAYING, IDLE),
    PLAYING: (DEALING, WRONG, SHOWING, CLEARING, OVER, IDLE),
    WRONG: (PLAYING, IDLE),
    SHOWING: (CLEARING, OVER, IDLE),
    CLEARING: (DEALING, IDLE),
    OVER: (DEALING, IDLE),
}
