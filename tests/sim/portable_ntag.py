"""The NTAG213 model and the air: the state machine of ISO 14443-3A, driven through the reader chip."""

from sim.chips.ntag import ACTIVE, HALT, IDLE, READY1, READY2, Ntag213

from portable_bench import BLOCK1, BLOCK2, UID, Bench, with_crc


def selected():
    bench = Bench(UID)
    bench.field_on()
    bench.select()
    return bench


def test_cascade_of_a_seven_byte_uid():
    bench = Bench(UID)
    bench.field_on()
    tag = bench.tags[0]
    bench.exchange([0x26], 7)
    assert tag.state == READY1
    assert bench.exchange([0x93, 0x20]) == BLOCK1
    assert bench.exchange(with_crc([0x93, 0x70] + BLOCK1)) == [0x04, 0xDA, 0x17]
    assert tag.state == READY2
    assert bench.exchange([0x95, 0x20]) == BLOCK2
    assert bench.exchange(with_crc([0x95, 0x70] + BLOCK2)) == [0x00, 0xFE, 0x51]
    assert tag.state == ACTIVE


def test_cascade_tag_is_the_first_byte_and_bcc_the_last():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x52], 7)
    answer = bench.exchange([0x93, 0x20])
    assert answer[0] == 0x88
    assert answer[0] ^ answer[1] ^ answer[2] ^ answer[3] ^ answer[4] == 0


def test_select_with_a_wrong_bcc_is_not_answered():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    wrong = BLOCK1[:4] + [BLOCK1[4] ^ 1]
    assert bench.exchange(with_crc([0x93, 0x70] + wrong)) == []
    assert bench.tags[0].state == IDLE


def test_select_with_a_wrong_crc_is_not_answered():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    frame = with_crc([0x93, 0x70] + BLOCK1)
    frame[-1] ^= 0x80
    assert bench.exchange(frame) == []
    assert bench.tags[0].state == IDLE


def test_select_of_another_sends_the_tag_home():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    other = [0x88, 0x04, 0x00, 0x00, 0x8C]
    assert bench.exchange(with_crc([0x93, 0x70] + other)) == []
    assert bench.tags[0].state == IDLE


def test_anticollision_for_another_is_silence_but_no_way_home():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    assert bench.exchange([0x93, 0x30, 0x89]) == []
    assert bench.tags[0].state == READY1
    assert bench.exchange([0x93, 0x30, 0x88]) == BLOCK1[1:]


def test_second_level_before_the_first_is_an_error():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    assert bench.exchange([0x95, 0x20]) == []
    assert bench.tags[0].state == IDLE


def test_hlta_is_silence_and_only_wupa_wakes():
    bench = selected()
    assert bench.exchange([0x50, 0x00, 0x57, 0xCD]) == []
    assert bench.tags[0].state == HALT
    assert bench.exchange([0x26], 7) == []
    assert bench.exchange([0x52], 7) == [0x44, 0x00]
    assert bench.tags[0].state == READY1 | HALT


def test_an_error_after_halt_leads_back_to_halt():
    bench = selected()
    bench.exchange([0x50, 0x00, 0x57, 0xCD])
    bench.exchange([0x52], 7)
    bench.exchange([0x52], 7)
    assert bench.tags[0].state == HALT
    assert bench.exchange([0x26], 7) == []


def test_second_reqa_to_a_selected_tag_is_silence_and_idle():
    bench = selected()
    assert bench.exchange([0x26], 7) == []
    assert bench.tags[0].state == IDLE
    assert bench.exchange([0x26], 7) == [0x44, 0x00]


def test_second_reqa_in_ready_is_silence_too():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    assert bench.exchange([0x26], 7) == []
    assert bench.exchange([0x26], 7) == [0x44, 0x00]


def test_read_gives_sixteen_bytes_and_goes_round():
    bench = selected()
    answer = bench.exchange([0x30, 0x00, 0x02, 0xA8])
    assert answer == with_crc(
        [0x04, 0xA1, 0xB2, 0x9F] + [0xC3, 0xD4, 0xE5, 0xF6] + [0x04, 0x48, 0, 0] + [0xE1, 0x10, 0x12, 0]
    )
    answer = bench.exchange(with_crc([0x30, 0x2C]))
    assert answer == with_crc([0, 0, 0, 0] + [0x04, 0xA1, 0xB2, 0x9F] + [0xC3, 0xD4, 0xE5, 0xF6] + [0x04, 0x48, 0, 0])


def test_read_beyond_the_memory_is_nak_and_the_tag_goes_home():
    bench = selected()
    assert bench.exchange(with_crc([0x30, 0x2D])) == [0x00]
    assert bench.read(0x0C) & 7 == 4  # four bits
    assert bench.tags[0].state == IDLE


def test_wrong_crc_is_nak_and_the_tag_goes_home():
    bench = selected()
    assert bench.exchange([0x30, 0x04, 0x26, 0xEF]) == [0x01]
    assert bench.read(0x0C) & 7 == 4
    assert bench.tags[0].state == IDLE


def test_unknown_command_is_nak():
    bench = selected()
    assert bench.exchange(with_crc([0x77])) == [0x00]
    assert bench.tags[0].state == IDLE


def test_fast_read_version_and_signature():
    bench = selected()
    assert bench.exchange(with_crc([0x3A, 0x03, 0x04])) == with_crc([0xE1, 0x10, 0x12, 0, 0, 0, 0, 0])
    assert bench.exchange([0x60, 0xF8, 0x32]) == with_crc([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])
    signature = bench.exchange(with_crc([0x3C, 0x00]))
    assert len(signature) == 34 and with_crc(signature[:32]) == signature


def test_write_is_acknowledged_after_programming():
    bench = selected()
    bench.write(0x2D, 0xFF)  # a time-out of 6.4 ms
    began = bench.clock.us
    assert bench.exchange(with_crc([0xA2, 0x04, 1, 2, 3, 4])) == [0x0A]
    assert bench.read(0x0C) & 7 == 4
    assert bench.clock.us - began > 4100
    assert bench.exchange([0x30, 0x04, 0x26, 0xEE])[:4] == [1, 2, 3, 4]


def test_uid_pages_cannot_be_written_and_one_time_bits_only_set():
    bench = selected()
    bench.write(0x2D, 0xFF)
    assert bench.exchange(with_crc([0xA2, 0x00, 1, 2, 3, 4])) == [0x00]
    bench.select()
    assert bench.exchange(with_crc([0xA2, 0x03, 0, 0, 0, 0x0F])) == [0x0A]
    assert bench.tags[0].memory[12:16] == bytes((0xE1, 0x10, 0x12, 0x0F))


def test_locked_page_refuses():
    bench = selected()
    bench.write(0x2D, 0xFF)
    assert bench.exchange(with_crc([0xA2, 0x02, 0, 0, 0x10, 0])) == [0x0A]
    assert bench.exchange(with_crc([0xA2, 0x04, 1, 2, 3, 4])) == [0x00]


def test_no_answer_before_the_field_has_settled():
    bench = Bench(UID)
    bench.field_on(wait_us=0)
    assert bench.exchange([0x26], 7) == []
    bench.clock.us += 1000
    assert bench.exchange([0x26], 7) == [0x44, 0x00]


def test_no_answer_without_field_or_full_modulation():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x14, 0x80)
    assert bench.exchange([0x26], 7) == []
    bench.field_on()
    bench.write(0x15, 0x00)
    assert bench.exchange([0x26], 7) == []


def test_losing_the_field_ends_halt():
    bench = selected()
    bench.exchange([0x50, 0x00, 0x57, 0xCD])
    bench.write(0x14, 0x80)
    bench.write(0x14, 0x83)
    bench.clock.us += 2000
    assert bench.exchange([0x26], 7) == [0x44, 0x00]


def test_another_coil_is_another_field():
    bench = selected()
    bench.coils.put(5, Ntag213(bytes(range(7))))
    bench.lines.select(5)
    assert bench.exchange([0x26], 7) == []  # not settled yet
    bench.clock.us += 2000
    assert bench.exchange([0x26], 7) == [0x44, 0x00]
    assert bench.exchange([0x93, 0x20])[:2] == [0x88, 0x00]
    bench.lines.select(0)
    bench.clock.us += 2000
    assert bench.exchange([0x26], 7) == [0x44, 0x00]  # the first tag is in IDLE again
    assert bench.exchange([0x93, 0x20]) == BLOCK1


def test_a_tag_laid_down_later_needs_its_own_time():
    bench = Bench()
    bench.field_on()
    bench.coils.put(0, Ntag213(UID))
    assert bench.exchange([0x26], 7) == []
    bench.clock.us += 1000
    assert bench.exchange([0x26], 7) == [0x44, 0x00]
    tag = bench.coils.tags(0)[0]
    bench.coils.take(0, tag)
    assert bench.exchange([0x52], 7) == []


def test_three_tags_are_all_found_one_by_one():
    uids = [bytes((0x04, 0x11, 0x22, n, 0x44, 0x55, 0x66)) for n in (1, 2, 3)]
    bench = Bench(*uids)
    bench.field_on()
    found = []
    for _ in uids:
        assert bench.exchange([0x26], 7) == [0x44, 0x00]
        bench.write(0x0E, 0x00)
        bench.exchange([0x93, 0x20])
        assert bench.exchange([0x93, 0x20]) == [0x88, 0x04, 0x11, 0x22, 0xBF]  # the first half is the same
        bench.exchange(with_crc([0x93, 0x70, 0x88, 0x04, 0x11, 0x22, 0xBF]))
        known, bits = [0, 0, 0, 0, 0], 0
        while True:
            frame = [0x95, 0x20 + (bits // 8 << 4) + bits % 8] + known[: (bits + 7) // 8]
            answer = bench.exchange(frame, (bits % 8) * 0x11)
            for i, byte in enumerate(answer):
                known[bits // 8 + i] |= byte
            if not bench.read(0x06) & 0x08:
                break
            at = bits // 8 * 8 + (bench.read(0x0E) & 0x1F) - 1
            known[at // 8] |= 1 << at % 8
            bits = at + 1
        assert bench.exchange(with_crc([0x95, 0x70] + known)) == [0x00, 0xFE, 0x51]
        found.append(bytes(known[:4]))
        bench.exchange([0x50, 0x00, 0x57, 0xCD])
    assert sorted(found) == [uid[3:] for uid in uids]


def test_missed_reads_come_from_the_seed():
    def heard():
        bench = Bench(UID)
        bench.coils.set_fault(0, 0, 0.5)
        bench.field_on()
        return [len(bench.exchange([0x52], 7)) for _ in range(40)]

    assert heard() == heard()
    assert 0 < sum(heard()) < 80


def test_noise_breaks_the_crc_but_not_the_parity():
    bench = selected()
    bench.coils.set_fault(0, 1, 1.0)
    bench.write(0x13, 0x80)
    bench.exchange([0x30, 0x04, 0x26, 0xEE])
    assert bench.read(0x06) == 0x04
