"""Judging: whether an event may stand, and the code of what is wrong with it.

Two questions, kept apart. What is `impossible` cannot be at all, whatever the rules say: a tile that lies elsewhere, a
seat that does not exist. What is possible may still break a rule of the game: that can stand by a fault line.
"""

from dominocore.events import (
    CAPTURE,
    CLOCK,
    DEAL,
    DRAW,
    END,
    END_ACT,
    FAULT,
    FROM_RACK,
    HAND,
    LAYOUT,
    PLAY,
    POOL,
    QUIT,
    REVEAL,
    ROW,
    RULING,
    SCORE,
    SUIT,
    UNDO,
    UP,
    tiles_of,
)
from dominocore.holdings import RETIRED
from dominocore.rules import DEALING, OVER, PLAYING, SHOWING
from dominocore.scoring import unpack_scores
from dominocore.tiles import NUMBERS, UNSEEN


def judge(match, seat, act, data=b""):
    """None when the event may stand, else a code."""
    return impossible(match, seat, act, data) or broken_rule(match, seat, act, data)


def impossible(match, seat, act, data=b""):
    """The code of what cannot be; a fault line excuses none of these."""
    verb = act >> 24
    if verb >= HAND:
        return _TABLE[verb](match, seat, act, data)
    rules, hand = match.rules, match.hand
    if verb not in rules.VERBS:
        return "not_in_game"
    if hand is None or not _in_play(rules, hand, verb):
        return "not_in_play"
    if not 1 <= seat <= rules.seats:
        return "bad_seat"
    fault = None
    if verb in FROM_RACK:
        fault = _judge_tiles(match, seat, act)
    elif verb == DRAW:
        fault = _judge_new(match, (act & 255,))
    fault = fault or rules.cannot(hand, seat, act)
    if fault or verb not in rules.NAMES:
        return fault
    if not data:
        act, data = rules.spelled(hand, act)
    return rules.misnames(hand, act, data)


def _in_play(rules, hand, verb):
    if hand.phase == DEALING:
        return verb in rules.BEFORE_DEAL
    return hand.phase == PLAYING or (hand.late and verb in rules.LATE)


def _judge_tiles(match, seat, act):
    """Tiles that leave a rack: in the set, not seen elsewhere, and laid where there is a place."""
    hold = match.hand.hold
    tiles = tiles_of(act)
    for i, tile in enumerate(tiles):
        if tile >= match.rules.tiles:
            return "not_in_set"
        if not hold.could_hold(seat, tile) or tile in tiles[:i]:
            return "tile_elsewhere" if hold.where[tile] else "not_held"
    if act >> 24 != PLAY:
        return None
    place = act >> 8 & 255
    half = place - SUIT if place >= SUIT else (act >> 16) - 1
    if 0 <= half < 16 and not NUMBERS[tiles[0]] >> half & 1:
        return "no_such_half"
    if match.hand.layout.has(place):
        return None
    if place >= SUIT:
        return "no_call"
    return "no_capture" if act >> 16 >= CAPTURE else "no_such_end"


def broken_rule(match, seat, act, data=b""):
    """The code of the rule that a possible act of a seat breaks, or None."""
    verb = act >> 24
    if verb >= HAND:
        return None
    rules, hand = match.rules, match.hand
    if verb == END and seat == hand.stopped:
        return None
    if hand.question:
        return "searching"
    if verb != QUIT and rules.due(hand):
        return "table_first"
    if not rules.on_turn(hand, seat, act) and not may_cut_in(match, seat):
        return "out_of_turn"
    if verb == PLAY:
        fits = rules.fits(hand, seat, (act & 255,))
        if act not in fits:
            return _misfit(act, fits)
    else:
        if verb in rules.NAMES and not data:
            act, data = rules.spelled(hand, act)
        fault = rules.refuses(hand, seat, act, data)
        if fault:
            return fault
    rack = hand.hold.racks[seat]
    called_falsely = not hand.hold.hidden[seat] and rules.belies(hand, act, rack)
    if not called_falsely and not rules.denies(hand, seat, act, rack):
        return None
    return None if rules.DENIED[verb] in rules.TOLERATED else rules.DENIED[verb]


def _misfit(act, fits):
    """Why a play is none of the `fits` of its tile: something is written too little or too much, or it does not fit."""
    place, extra = act >> 8 & 255, act >> 16
    if place >= SUIT:
        return "no_call"
    if extra >= CAPTURE:
        return "no_capture"
    for fit in fits:
        if fit & 0xFFFF == act:
            return "capture_needed" if fit >> 16 >= CAPTURE else "half_needed"
        if not place and fit >> 8 & 255 >= SUIT:
            return "call_needed"
    return "does_not_fit"


def may_cut_in(match, seat):
    """Whether the seat on turn may stop, and this one is next: its act then says that the other has stopped."""
    hand = match.hand
    if hand.then != seat:
        return False
    return not match.rules.denies(hand, hand.turn, END_ACT, hand.hold.racks[hand.turn])


def _judge_new(match, tiles):
    """Tiles that come into a rack must be in the set and not seen before."""
    seen = []
    for t in tiles:
        if t != UNSEEN:
            if t >= match.rules.tiles:
                return "not_in_set"
            if match.hand.hold.where[t] or t in seen:
                return "retired" if match.hand.hold.where[t] == RETIRED else "tile_elsewhere"
            seen.append(t)
    return None


def _judge_hand(match, seat, act, data):
    hand = match.hand
    if match.over:
        return "match_over"
    if hand is None or hand.phase == OVER:
        return None
    if hand.phase == SHOWING:
        return "reveal_missing"
    return None if hand.phase == PLAYING and match.rules.redeal(hand) else "hand_running"


def _judge_deal(match, seat, act, data):
    hand = match.hand
    if hand is None or hand.phase != DEALING or hand.turn:
        return "not_dealing"
    if seat != hand.dealt + 1:
        return "deal_order"
    return "deal_count" if len(data) != match.rules.deal_count(hand) else _judge_new(match, data)


def _judge_laid(match, seat, act, data):
    """Tiles the table lays by rule: exactly what is due now, all seen."""
    hand = match.hand
    due = match.rules.due(hand) if hand else None
    if not due or due[0] != act:
        return "not_due"
    if len(data) != due[1]:
        return "tile_count"
    return "unseen_tile" if UNSEEN in data else _judge_new(match, data)


def _judge_reveal(match, seat, act, data):
    hand = match.hand
    if hand is None or hand.phase < SHOWING:
        return "not_showing"
    if not 1 <= seat <= match.rules.seats:
        return "bad_seat"
    hold = hand.hold
    if len(data) != hold.count(seat):
        return "reveal_count"
    for i, t in enumerate(data):
        if t >= match.rules.tiles:
            return "not_in_set"
        if not hold.could_hold(seat, t) or t in data[:i]:
            return "tile_elsewhere"
    for t in hold.racks[seat]:
        if t not in data:
            return "not_held"
    return None


def _judge_score(match, seat, act, data):
    if match.hand is None or match.hand.phase != OVER:
        return "not_over"
    return None if unpack_scores(data) == list(match.results[-1].scores) else "wrong_score"


def _judge_named(match, seat, act, data):
    """A fault or ruling names a seat (or side) that must exist, in a hand that has begun."""
    if match.hand is None:
        return "not_in_play"
    return None if 1 <= act & 255 <= match.rules.seats else "bad_seat"


def _judge_undo(match, seat, act, data):
    return None if match.acts() else "nothing_to_undo"


_TABLE = {
    HAND: _judge_hand,
    DEAL: _judge_deal,
    REVEAL: _judge_reveal,
    SCORE: _judge_score,
    FAULT: _judge_named,
    RULING: _judge_named,
    UNDO: _judge_undo,
    ROW: _judge_laid,
    POOL: _judge_laid,
    CLOCK: _judge_laid,
    LAYOUT: _judge_laid,
    UP: _judge_laid,
}
