"""A second driver, deliberately different from the table's own, works on the same model.

It sends with Transmit and listens with Receive, computes every CRC itself, starts the timer by hand, looks at the two
status registers instead of the interrupts, reads the FIFO in bursts, and takes the 0 branch of a collision.
"""

from portable_bench import UID, Bench, with_crc


class OtherReader:
    def __init__(self, bench):
        self._bench = bench
        for reg, value in ((0x15, 0x40), (0x2A, 0x00), (0x2B, 0xA9), (0x2C, 0), (0x2D, 79), (0x0E, 0x00), (0x14, 0x83)):
            bench.write(reg, value)
        bench.clock.us += 5000

    def frame(self, data, tx_last=0, rx_align=0):
        """Send a frame; the answer, or [] when the timer stops first."""
        bench = self._bench
        bench.write(0x01, 0x00)
        bench.write(0x0A, 0x80)
        for byte in data:
            bench.write(0x09, byte)
        bench.write(0x0D, rx_align << 4 | tx_last)
        bench.write(0x01, 0x04)
        while bench.read(0x08) & 7 == 3:
            pass
        bench.write(0x01, 0x08)
        bench.write(0x0C, 0x40)
        while bench.read(0x01) & 0x0F and bench.read(0x07) & 0x08:
            pass
        bench.write(0x0C, 0x80)
        count = bench.read(0x0A)
        return bench.window(*([0x92] * count + [0x00]))[1:]

    def level(self, code):
        """One cascade level: its four bytes, and whether the UID goes on."""
        known, bits = [0, 0, 0, 0, 0], 0
        while True:
            head = [code, 0x20 + (bits // 8 << 4) + bits % 8] + known[: (bits + 7) // 8]
            answer = self.frame(head, bits % 8, bits % 8)
            if not answer:
                return None, False
            for i, byte in enumerate(answer):
                known[bits // 8 + i] |= byte
            if not self._bench.read(0x06) & 0x08:
                break
            bits = bits // 8 * 8 + (self._bench.read(0x0E) & 0x1F)  # the collided bit stays 0
        if known[0] ^ known[1] ^ known[2] ^ known[3] ^ known[4]:
            return None, False
        sak = self.frame(with_crc([code, 0x70] + known))
        if with_crc(sak[:1]) != sak:
            return None, False
        return known[:4], bool(sak[0] & 4)

    def find(self):
        """The UID of a tag that is not halted, which is then halted; None when there is none."""
        if self.frame([0x26], 7) != [0x44, 0x00]:
            return None
        first, more = self.level(0x93)
        if first is None or not more:
            return None
        second, _ = self.level(0x95)
        if second is None:
            return None
        self.frame([0x50, 0x00, 0x57, 0xCD])
        return bytes(first[1:] + second)


def test_finds_a_tag():
    reader = OtherReader(Bench(UID))
    assert reader.find() == UID
    assert reader.find() is None  # it sleeps


def test_finds_nothing_in_an_empty_field():
    assert OtherReader(Bench()).find() is None


def test_finds_four_tags_that_collide_in_both_levels():
    uids = [bytes((0x04, a, 0x22, b, 0x44, 0x55, 0x66)) for a in (0x10, 0x90) for b in (0x31, 0x33)]
    reader = OtherReader(Bench(*uids))
    found = [reader.find() for _ in uids]
    assert sorted(found) == sorted(uids)
    assert reader.find() is None


def test_a_disturbed_answer_is_not_believed():
    bench = Bench(UID)
    reader = OtherReader(bench)
    bench.coils.set_fault(0, 1, 1.0)
    assert reader.find() is None
