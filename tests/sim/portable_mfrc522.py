"""The MFRC522 model against its register table: registers, FIFO, timer and the air, on both interpreters."""

from portable_bench import BLOCK1, UID, Bench, with_crc


def test_crc_vectors_of_the_standard():
    assert with_crc([0x50, 0x00]) == [0x50, 0x00, 0x57, 0xCD]
    assert with_crc([0x30, 0x04]) == [0x30, 0x04, 0x26, 0xEE]
    assert with_crc([0x60]) == [0x60, 0xF8, 0x32]


def test_reset_values():
    bench = Bench()
    expected = {
        0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x05: 0x00, 0x06: 0x00, 0x0A: 0x00, 0x0B: 0x08, 0x0C: 0x10, 0x0D: 0x00,
        0x0E: 0xA0, 0x11: 0x3F, 0x12: 0x00, 0x13: 0x00, 0x14: 0x80, 0x15: 0x00, 0x26: 0x48, 0x2A: 0x00, 0x2D: 0x00,
        0x37: 0x92,
    }  # fmt: skip
    assert {reg: bench.read(reg) for reg in expected} == expected


def test_version_of_other_chips():
    assert Bench(version=0x91).read(0x37) == 0x91
    assert Bench(version=0x12).read(0x37) == 0x12


def test_dead_chips_show_one_level_everywhere():
    assert Bench(version=0x00).window(0xEE, 0x82, 0) == [0, 0, 0]
    assert Bench(version=0xFF).window(0xEE, 0x82, 0) == [255, 255, 255]


def test_miso_lags_a_byte_and_a_read_burst_names_each_register():
    bench = Bench()
    assert bench.window(0xEE, 0x88, 0x94, 0x00) == [0x00, 0x92, 0x14, 0x00]


def test_a_write_burst_fills_one_register():
    bench = Bench()
    bench.window(0x12, 0x11, 0x22, 0x33)
    assert bench.read(0x0A) == 3
    assert bench.window(0x92, 0x92, 0x92, 0x00) == [0x00, 0x11, 0x22, 0x33]
    assert bench.read(0x0A) == 0


def test_a_window_may_be_cut_into_several_transfers():
    bench = Bench()
    bench.chip.begin()
    bench.chip.transfer(b"\x12", None)
    bench.chip.transfer(b"\x55\x66", None)
    assert bench.read(0x0A) == 2


def test_version_register_cannot_be_written():
    bench = Bench()
    bench.write(0x37, 0x55)
    assert bench.read(0x37) == 0x92


def test_reqa_gets_atqa_after_its_time():
    bench = Bench(UID)
    bench.field_on()
    began = bench.clock.us
    bench.start([0x26], 7)
    sent = bench.clock.us - 40
    assert bench.finish() == [0x44, 0x00]
    assert bench.read(0x04) & 0x61 == 0x60  # TxIRq and RxIRq, no timer
    assert bench.read(0x06) == 0
    assert bench.read(0x0C) & 7 == 0
    assert began < sent and 320 <= bench.clock.us - sent <= 700


def test_air_time_is_not_shorter_than_the_frames():
    bench = Bench(UID)
    bench.field_on()
    bench.start([0x26], 7)
    ended = bench.clock.us - 40 + 365
    while not bench.read(0x04) & 0x20:
        pass
    assert ended <= bench.clock.us <= ended + 80


def test_reqa_of_eight_bits_is_no_reqa():
    bench = Bench(UID)
    bench.field_on()
    assert bench.exchange([0x26], 0) == []


def test_empty_field_ends_by_the_timer():
    bench = Bench()
    bench.field_on()
    bench.start([0x26], 7)
    sent = bench.clock.us - 40 + 85
    assert bench.finish() == []
    assert bench.read(0x04) & 0x61 == 0x41  # TxIRq and TimerIRq
    timeout = (2 * 0xA9 + 1) * 40 / 13.56
    assert timeout <= bench.clock.us - sent <= timeout + 250


def test_timer_longer_prescaler_waits_longer():
    bench = Bench()
    bench.field_on()
    bench.write(0x2A, 0x83)  # prescaler 3A9h
    bench.start([0x26], 7)
    sent = bench.clock.us
    bench.finish()
    assert bench.clock.us - sent > (2 * 0x3A9 + 1) * 40 / 13.56 - 100


def test_without_tauto_no_timer_starts():
    bench = Bench()
    bench.field_on()
    bench.write(0x2A, 0x00)
    bench.start([0x26], 7)
    bench.clock.us += 100000
    assert bench.read(0x04) & 0x01 == 0


def test_timer_is_stopped_by_the_answer():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.clock.us += 10000
    assert bench.read(0x04) & 0x01 == 0
    assert bench.read(0x07) & 0x08 == 0


def test_timer_by_hand():
    bench = Bench()
    bench.field_on()
    bench.write(0x04, 0x7F)
    bench.write(0x0C, 0x40)
    assert bench.read(0x07) & 0x08
    counter = bench.read(0x2F)
    bench.clock.us += 200
    assert 0 < bench.read(0x2F) < counter
    bench.write(0x0C, 0x80)
    bench.clock.us += 10000
    assert bench.read(0x04) & 0x01 == 0


def test_fifo_overflow():
    bench = Bench()
    bench.window(0x12, *range(64))
    assert bench.read(0x06) == 0
    bench.window(0x12, 99)
    assert bench.read(0x06) == 0x10
    assert bench.read(0x04) & 0x02
    assert bench.read(0x0A) == 64
    assert bench.read(0x09) == 0  # the first byte is still the first
    bench.write(0x0A, 0x80)
    assert bench.read(0x0A) == 0
    assert bench.read(0x06) == 0


def test_answer_longer_than_the_fifo_overflows():
    bench = Bench(UID)
    bench.field_on()
    bench.select()
    answer = bench.exchange(with_crc([0x3A, 0x00, 0x0F]))  # 64 bytes and their CRC
    assert len(answer) == 64
    assert bench.read(0x06) & 0x10
    assert bench.read(0x04) & 0x02


def test_irq_bits_are_cleared_by_writing_ones():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.write(0x04, 0x20)
    assert bench.read(0x04) & 0x60 == 0x40
    bench.write(0x04, 0x80 | 0x20)
    assert bench.read(0x04) & 0x60 == 0x60


def test_collision_at_bit_17():
    bench = Bench(bytes((0x04, 0x10, 1, 2, 3, 4, 5)), bytes((0x04, 0x11, 6, 7, 8, 9, 10)))
    bench.field_on()
    bench.write(0x0E, 0x00)  # bits after a collision read as zero
    assert bench.exchange([0x26], 7) == [0x44, 0x00]  # the same answer does not collide with itself
    assert bench.exchange([0x93, 0x20]) == [0x88, 0x04, 0x00, 0x00, 0x00]
    assert bench.read(0x06) == 0x08
    assert bench.read(0x04) & 0x02
    assert bench.read(0x0E) == 17


def test_collision_goes_on_with_the_chosen_branch():
    bench = Bench(bytes((0x04, 0x10, 1, 2, 3, 4, 5)), bytes((0x04, 0x11, 6, 7, 8, 9, 10)))
    bench.field_on()
    bench.write(0x0E, 0x00)
    bench.exchange([0x26], 7)
    bench.exchange([0x93, 0x20])
    bcc = 0x88 ^ 0x04 ^ 0x11 ^ 0x06
    # NVB 41: four bytes and a bit are known; the answer begins at bit 1 of its first byte
    assert bench.exchange([0x93, 0x41, 0x88, 0x04, 0x01], 0x11) == [0x10, 0x06, bcc]
    assert bench.read(0x06) == 0
    assert bench.read(0x0E) & 0x20


def test_collision_position_counts_the_bits_that_rx_align_leaves_free():
    bench = Bench(bytes((0x04, 0x10, 1, 2, 3, 4, 5)), bytes((0x04, 0x18, 6, 7, 8, 9, 10)))
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.exchange([0x93, 0x41, 0x88, 0x04, 0x00], 0x11)
    assert bench.read(0x0E) & 0x3F == 4  # bit 3 of the first FIFO byte


def test_values_after_collision_are_the_sum_of_both():
    bench = Bench(bytes((0x04, 0x10, 1, 2, 3, 4, 5)), bytes((0x04, 0x11, 6, 7, 8, 9, 10)))
    bench.field_on()
    bench.exchange([0x26], 7)
    bcc = (0x88 ^ 0x04 ^ 0x10 ^ 0x01) | (0x88 ^ 0x04 ^ 0x11 ^ 0x06)
    assert bench.exchange([0x93, 0x20]) == [0x88, 0x04, 0x11, 0x07, bcc]


def test_collision_in_bit_32_reads_as_position_zero():
    bench = Bench(bytes((0x04, 0x10, 0x01, 2, 3, 4, 5)), bytes((0x04, 0x10, 0x81, 7, 8, 9, 10)))
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.exchange([0x93, 0x20])
    assert bench.read(0x0E) & 0x3F == 0


def test_hardware_crc_is_appended_and_checked():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.exchange([0x93, 0x20])
    bench.write(0x12, 0x80)
    bench.write(0x13, 0x80)
    assert bench.exchange([0x93, 0x70] + BLOCK1) == [0x04]
    assert bench.read(0x06) == 0


def test_hardware_crc_finds_an_answer_without_one():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x13, 0x80)
    bench.exchange([0x26], 7)
    assert bench.read(0x06) == 0x04
    assert bench.read(0x04) & 0x02


def test_error_bits_go_with_the_next_command():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x13, 0x80)
    bench.exchange([0x26], 7)
    bench.write(0x01, 0x00)
    assert bench.read(0x06) == 0


def test_water_level_alerts():
    bench = Bench()
    bench.write(0x04, 0x7F)
    bench.window(0x12, *range(55))
    assert bench.read(0x04) & 0x0C == 0
    assert bench.read(0x07) & 0x03 == 0
    bench.window(0x12, 55)
    assert bench.read(0x04) & 0x08
    assert bench.read(0x07) & 0x03 == 0x02
    for _ in range(48):
        bench.read(0x09)
    assert bench.read(0x04) & 0x04
    assert bench.read(0x07) & 0x03 == 0x01


def test_irq_line_bit_follows_the_enabled_interrupts():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x04, 0x7F)
    bench.write(0x02, 0xA0)
    assert bench.read(0x07) & 0x10 == 0
    bench.exchange([0x26], 7)
    assert bench.read(0x07) & 0x10


def test_writing_the_fifo_while_an_answer_comes_is_an_error():
    bench = Bench(UID)
    bench.field_on()
    bench.start([0x26], 7)
    bench.clock.us += 150
    bench.write(0x09, 0x00)
    assert bench.read(0x06) & 0x80
