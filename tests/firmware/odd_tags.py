"""Tags that do not behave, for the checks of the reader driver."""

from sim.chips.ntag import Ntag213


class Leaving(Ntag213):
    """A tag that is lifted after it heard a number of frames."""

    def __init__(self, uid, frames):
        super().__init__(uid)
        self.frames = frames

    def receive(self, data, bits, crc_ok):
        self.frames -= 1
        return super().receive(data, bits, crc_ok) if self.frames >= 0 else None


class Spoilt(Ntag213):
    """A tag whose answers of a given length come with the lowest two bits of the last byte turned."""

    def __init__(self, uid, bits):
        super().__init__(uid)
        self.spoilt = bits

    def receive(self, data, bits, crc_ok):
        said = super().receive(data, bits, crc_ok)
        if said and said[1] == self.spoilt:
            said = (said[0][:-1] + bytes((said[0][-1] ^ 3,)), said[1], said[2])
        return said


class Typed:
    """A tag that knows its part by heart: frame in, answer out, silence for everything else."""

    def __init__(self, lines):
        self.lines = lines
        self.heard = []
        self.placed = 0
        self.since = -1

    def power_on(self, since):
        self.since = since

    def receive(self, data, bits, crc_ok):
        self.heard.append(bytes(data))
        answer = self.lines.get(bytes(data))
        return answer and (answer, len(answer) * 8, 91)
