"""Checks of the reader driver on the chip model, run by MicroPython (see run_checks.py). One fact each."""

import micropython
from sim.chips.crc import sealed
from sim.chips.ntag import HALT, Ntag213

from bench import CLOCK, Readers, Replay
from drivers.mfrc522 import BAD_BCC, BAD_CRC, COLLISION, MFRC522, NO_CHIP, PROTOCOL, TIMEOUT
from odd_tags import Leaving, Spoilt, Typed

A = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
B = b"\x04\xa1\xb2\x55\x01\x02\x03"  # as A on the first cascade level
C = b"\x04\xa1\x33\x07\x08\x09\x0a"  # differs from both on the first level
SETTLE_US = 1000

EMPTY_US = 1400
KNOWN_US = 5500
NEW_US = 7500


def ready(*tags):
    """A reader set up with its field on and settled."""
    readers = Readers()
    for tag in tags:
        readers.put(tag)
    driver = MFRC522(readers, readers.cs)
    assert driver.init() == 0x92
    field(driver)
    return readers, driver


def field(driver):
    driver.antenna(False)
    driver.antenna(True)
    CLOCK.charge(SETTLE_US)


def named(driver, method=None):
    """What a scan of the cell gives: the identifier, or the code."""
    uid = bytearray(10)
    n = (method or driver.identify)(uid)
    return bytes(uid[:n]) if n > 0 else n


def check_version():
    readers = Readers()
    for version, told in ((0x91, 0x91), (0x92, 0x92), (0x88, 0x88), (0x00, 0), (0xFF, 0)):
        readers.chips[0].set_version(version)
        assert MFRC522(readers, readers.cs).init() == told


def check_init_leaves_the_field_off():
    readers = Readers()
    driver = MFRC522(readers, readers.cs)
    driver.antenna(True)
    driver.init()
    readers.put(Ntag213(A))
    CLOCK.charge(SETTLE_US)
    assert named(driver) == 0


def check_seven_byte_uid():
    _, driver = ready(Ntag213(A))
    assert named(driver) == A


def check_uid_bytes_in_the_other_levels():
    # 88 may stand in a UID behind its first byte, and every byte must keep its place.
    uid = b"\x04\x88\x00\xff\x88\x01\x88"
    _, driver = ready(Ntag213(uid))
    assert named(driver) == uid


def check_four_byte_uid():
    uid = b"\xde\xad\xbe\xef\x22"
    _, driver = ready(Typed({b"\x52": b"\x04\x00", b"\x93\x20": uid, sealed(b"\x93\x70" + uid): sealed(b"\x08")}))
    assert named(driver) == uid[:4]


def check_ten_byte_uid():
    one, two, three = b"\x88\x01\x02\x03\x88", b"\x88\x04\x05\x06\x8f", b"\x07\x08\x09\x0a\x0c"
    _, driver = ready(
        Typed(
            {
                b"\x52": b"\x44\x00",
                b"\x93\x20": one,
                sealed(b"\x93\x70" + one): sealed(b"\x04"),
                b"\x95\x20": two,
                sealed(b"\x95\x70" + two): sealed(b"\x04"),
                b"\x97\x20": three,
                sealed(b"\x97\x70" + three): sealed(b"\x00"),
            }
        )
    )
    assert named(driver) == b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a"
    assert driver.select_known(bytearray(b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a"), 10) == 10


def check_endless_cascade_is_refused():
    block = b"\x88\x01\x02\x03\x88"
    lines = {b"\x52": b"\x44\x00"}
    for sel in (b"\x93", b"\x95", b"\x97"):
        lines[sel + b"\x20"] = block
        lines[sealed(sel + b"\x70" + block)] = sealed(b"\x04")
    _, driver = ready(Typed(lines))
    assert named(driver) == PROTOCOL


def check_short_answer_is_refused():
    _, driver = ready(Typed({b"\x52": b"\x44\x00", b"\x93\x20": b"\x88\x04\xa1"}))
    assert named(driver) == PROTOCOL


def check_long_answer_is_refused_and_leaves_nothing():
    # What the driver did not take from the FIFO must not go out with its next frame.
    tag = Typed({b"\x52": b"\x44\x00", b"\x93\x20": bytes(40)})
    _, driver = ready(tag)
    assert named(driver) == PROTOCOL
    assert tag.heard == [b"\x52", b"\x93\x20", b"\x50\x00\x57\xcd"], tag.heard


def check_sak_crc():
    _, driver = ready(Spoilt(A, 24))
    assert named(driver) == BAD_CRC


def check_bcc():
    _, driver = ready(Spoilt(A, 40))
    assert named(driver) == BAD_BCC


def check_left_halted():
    readers, driver = ready()
    tag = readers.put(Ntag213(A))
    CLOCK.charge(SETTLE_US)
    assert named(driver) == A
    assert tag.state == HALT
    assert driver.wake(False) == 0  # REQA does not wake it
    assert driver.select_known(bytearray(A), 7) == 7
    assert tag.state == HALT


def check_found_again_and_again():
    _, driver = ready(Ntag213(A))
    for _ in range(5):
        assert named(driver) == A
        assert driver.select_known(bytearray(A), 7) == 7


def check_found_again_after_any_pause():
    # A timer left running after HLTA would run out in the middle of a later exchange.
    _, driver = ready(Ntag213(A))
    for pause in range(0, 800, 20):
        assert named(driver) == A
        CLOCK.charge(pause)


def check_ticks_may_wrap():
    _, driver = ready(Ntag213(A))
    for left in range(0, 6000, 300):
        CLOCK.us = (CLOCK.us | (1 << 30) - 1) - left
        assert named(driver) == A, left
        assert CLOCK.us & (1 << 30) - 1 < 1 << 20


def check_empty_cell_is_quick():
    _, driver = ready()
    start = CLOCK.us
    assert named(driver) == 0
    assert CLOCK.us - start <= EMPTY_US, CLOCK.us - start


def check_known_tag_is_quick():
    _, driver = ready(Ntag213(A))
    start = CLOCK.us
    assert driver.select_known(bytearray(A), 7) == 7
    assert CLOCK.us - start <= KNOWN_US, CLOCK.us - start


def check_new_tag_is_quick():
    _, driver = ready(Ntag213(A))
    start = CLOCK.us
    assert named(driver) == A
    assert CLOCK.us - start <= NEW_US, CLOCK.us - start


def check_answer_time_is_adjustable():
    spent = []
    for wait in (5, 30):
        readers = Readers()
        driver = MFRC522(readers, readers.cs, wait)
        driver.init()
        driver.antenna(True)
        start = CLOCK.us
        assert driver.wake() == 0
        spent.append(CLOCK.us - start)
    assert 2400 <= spent[1] - spent[0] <= 2600, spent


def check_lifted_tag_is_gone():
    readers, driver = ready()
    tag = readers.put(Ntag213(A))
    CLOCK.charge(SETTLE_US)
    assert named(driver) == A
    readers.take(tag)
    assert named(driver) == 0
    assert driver.select_known(bytearray(A), 7) == 0


def check_lifted_in_the_middle():
    for frames in range(1, 5):
        readers, driver = ready()
        tag = readers.put(Leaving(A, frames))
        CLOCK.charge(SETTLE_US)
        assert named(driver) == TIMEOUT, frames
        readers.take(tag)
        assert named(driver) == 0
        readers.put(Ntag213(A))
        CLOCK.charge(SETTLE_US)
        assert named(driver) == A


def check_collision():
    for other in (B, C):
        _, driver = ready(Ntag213(A), Ntag213(other))
        assert named(driver) == COLLISION


def check_one_left_after_a_collision():
    readers, driver = ready(Ntag213(A))
    other = readers.put(Ntag213(C))
    CLOCK.charge(SETTLE_US)
    assert named(driver) == COLLISION
    readers.take(other)
    assert named(driver) == A


def check_well_again_after_a_fault():
    for bits in (24, 40):
        readers, driver = ready()
        tag = readers.put(Spoilt(A, bits))
        CLOCK.charge(SETTLE_US)
        assert named(driver) < 0
        tag.spoilt = 0
        assert named(driver) == A


def check_resolve_names_every_tag():
    tags = (A, B, C, b"\x04\xa1\xb2\xc3\xd4\xe5\xf7", b"\x04\x00\x00\x00\x00\x00\x80", b"\x05\xff\xff\x01\x01\x01\x01")
    _, driver = ready(*[Ntag213(uid) for uid in tags])
    found = [named(driver, driver.resolve) for _ in tags]
    assert sorted(found) == sorted(tags), found
    assert named(driver, driver.resolve) == 0
    field(driver)
    assert named(driver, driver.resolve) == found[0]


def check_another_tag_than_the_known_one():
    _, driver = ready(Ntag213(B))
    assert driver.select_known(bytearray(A), 7) == TIMEOUT
    assert named(driver) == B


def check_neighbour_of_the_known_one():
    _, driver = ready(Ntag213(A), Ntag213(C))
    assert driver.select_known(bytearray(A), 7) == 7


def check_read_pages():
    tag = Ntag213(A)
    for i in range(16):
        tag.memory[16 + i] = 0xF0 | i
    _, driver = ready(tag)
    buf = bytearray(16)
    assert driver.select(bytearray(A), 7) == 7
    assert driver.read(4, buf) == 16
    assert buf == bytes(range(0xF0, 0x100))
    assert driver.read(0, buf) == 16
    assert buf[:3] == A[:3] and buf[4:8] == A[3:]


def check_read_crc():
    _, driver = ready(Spoilt(A, 144))
    assert driver.select(bytearray(A), 7) == 7
    assert driver.read(4, bytearray(16)) == BAD_CRC


def check_read_refused_by_the_tag():
    _, driver = ready(Ntag213(A))
    assert driver.select(bytearray(A), 7) == 7
    assert driver.read(200, bytearray(16)) == PROTOCOL


def check_write_a_page():
    tag = Ntag213(A)
    _, driver = ready(tag)
    assert driver.select(bytearray(A), 7) == 7
    assert driver.write(5, b"\xca\xfe\xba\xbe") == 4
    assert tag.memory[20:24] == b"\xca\xfe\xba\xbe"
    assert driver.write(0, b"\x00\x00\x00\x00") == PROTOCOL  # the tag refuses
    driver.halt()
    assert named(driver) == A


def check_field_off():
    _, driver = ready(Ntag213(A))
    driver.antenna(False)
    assert driver.wake() <= 0
    field(driver)
    assert named(driver) == A


def check_dead_reader():
    for version in (0x00, 0xFF):
        readers, driver = ready(Ntag213(A))
        readers.chips[0].set_version(version)
        start = CLOCK.us
        assert named(driver) == NO_CHIP
        assert CLOCK.us - start < 6000
        assert driver.select_known(bytearray(A), 7) == NO_CHIP


def check_one_driver_for_all_readers():
    readers = Readers(3)
    driver = MFRC522(readers, readers.cs)
    uids = (A, B, C)
    for address in range(3):
        readers.address = address
        assert driver.init()
        readers.put(Ntag213(uids[address]), reader=address)
        driver.antenna(True)
    CLOCK.charge(SETTLE_US)
    for _ in range(2):
        for address in range(3):
            readers.address = address
            assert named(driver) == uids[address]


def check_start_send_is_off_between_frames():
    # Left on, the next Transceive would start before its framing is written.
    readers, driver = ready(Ntag213(A))
    named(driver)
    framing = [frame[1] for frame in readers.writes if frame[0] == 0x0D << 1]
    assert framing and framing[1::2] == [0] * (len(framing) // 2), framing
    assert all(value & 0x80 for value in framing[::2])


def check_modes_of_the_standard():
    readers, driver = ready()
    wrote = {frame[0] >> 1: frame[1] for frame in readers.writes if len(frame) == 2}
    assert wrote[0x11] == 0x3D and wrote[0x15] == 0x40
    driver.gain(7)
    assert readers.writes[-1] == bytes((0x26 << 1, 0x70))


def check_noise_is_never_believed():
    # Every answer may be disturbed where parity cannot see it: no other tag may come out of it.
    readers, driver = ready(Ntag213(A))
    readers.coils[0].set_fault(0, 1, 0.3)
    right = 0
    for _ in range(60):
        told = named(driver)
        assert told == A or told in (BAD_BCC, BAD_CRC, PROTOCOL, TIMEOUT), told
        right += told == A
    assert right > 3


def check_scan_allocates_nothing():
    uid = bytearray(10)
    known = bytearray(A)
    for tags in ((), (A,), (A, C)):
        readers, driver = ready(*[Ntag213(tag) for tag in tags])
        del readers.heard[:]
        driver.identify(uid)
        driver.select_known(known, 7)
        driver.resolve(uid)
        replay = Replay(readers.heard)
        driver._spi, driver._cs = replay, replay.cs
        micropython.heap_lock()
        try:
            for _ in range(100):
                replay.at = 0
                driver.identify(uid)
                driver.select_known(known, 7)
                driver.resolve(uid)
        finally:
            micropython.heap_unlock()
