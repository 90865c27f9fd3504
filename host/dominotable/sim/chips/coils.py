"""The space between a reader chip and the tags: coils, the multiplexer that chooses one, and what the air does.

A reader has up to sixteen coils and one field; four lines common to all readers say which coil it goes to. Whether a
tag has power is worked out when a frame goes over the air: it has it since the field came on, since the coil lines
last changed, or since it was laid down, whichever was last.
"""

from .crc import crc_a

SETTLE_US = 1000  # a tag needs the field this long before it hears a frame (an estimate; the standard allows 5 ms)


class CoilLines:
    """The coil address shared by all readers, and when it last changed."""

    def __init__(self, clock):
        self._clock = clock
        self.coil = 0
        self.changed = -1

    def select(self, coil: int) -> None:
        if coil != self.coil:
            self.coil = coil
            self.changed = self._clock.us


class Coils:
    """The coils of one reader with the tags that lie on them."""

    def __init__(self, clock, lines: CoilLines, dice):
        self._clock = clock
        self._lines = lines
        self._dice = dice
        self._tags = {}  # coil -> list of tags
        self._faults = {}  # coil -> [miss, noise], each of 65536

    def put(self, coil: int, tag) -> None:
        tag.placed = self._clock.us
        tag.since = -1
        self._tags.setdefault(coil, []).append(tag)

    def take(self, coil: int, tag) -> None:
        self._tags[coil].remove(tag)

    def tags(self, coil: int):
        return self._tags.get(coil, ())

    def set_fault(self, coil: int, kind: int, rate: float) -> None:
        """kind 0: a tag misses a wake-up frame; 1: an answer arrives with two bits of one byte turned."""
        self._faults.setdefault(coil, [0, 0])[kind] = int(rate * 65536)

    def exchange(self, data, bits: int, on_since: int, now: int):
        """Send a frame; the answer is (bytes, bits, delay us, first collided bit or -1), or None for silence."""
        lines = self._lines
        tags = self._tags.get(lines.coil)
        if not tags:
            return None
        faults = self._faults.get(lines.coil)
        crc_ok = bits >= 24 and not bits & 7 and crc_a(data, bits >> 3) == 0
        field = on_since if on_since > lines.changed else lines.changed
        answer = None
        for tag in tags:
            since = field if field > tag.placed else tag.placed
            if tag.since != since:
                tag.power_on(since)
            if now - since < SETTLE_US or (faults and bits == 7 and self._dice.roll() < faults[0]):
                continue
            said = tag.receive(data, bits, crc_ok)
            if said is not None:
                answer = said + (-1,) if answer is None else _mixed(answer, said)
        if faults and answer and self._dice.roll() < faults[1]:
            answer = self._disturbed(answer)
        return answer

    def _disturbed(self, answer):
        """Turn two bits of one byte, which parity cannot see: only CRC or BCC can."""
        data, bits, delay, collision = answer
        data = bytearray(data)
        at = self._dice.roll() % len(data)
        shift = self._dice.roll() % 7 if bits >= 8 else 0
        data[at] ^= 3 << shift
        return (bytes(data), bits, delay, collision)


def _mixed(answer, said):
    """Two tags speaking at once: where they differ both half bits are modulated, read as 1 and a collision."""
    one = int.from_bytes(answer[0], "little")
    two = int.from_bytes(said[0], "little")
    bits = max(answer[1], said[1])
    collision = answer[3]
    differ = (one ^ two) | (0 if answer[1] == said[1] else 1 << min(answer[1], said[1]))
    if differ:
        first = 0
        while not differ >> first & 1:
            first += 1
        if collision < 0 or first < collision:
            collision = first
    return ((one | two).to_bytes((bits + 7) >> 3, "little"), bits, max(answer[2], said[2]), collision)
