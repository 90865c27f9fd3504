"""The MFRC522 model against its command table: what each command does, and power-down; on both interpreters."""

from portable_bench import UID, Bench


def test_crc_coprocessor():
    bench = Bench()
    bench.write(0x11, 0x3D)
    bench.window(0x12, 0x50, 0x00)
    bench.write(0x01, 0x03)
    assert bench.read(0x05) & 0x04
    assert bench.read(0x07) & 0x20
    assert (bench.read(0x22), bench.read(0x21)) == (0x57, 0xCD)
    assert bench.read(0x01) & 0x0F == 0x03  # it goes on until another command
    bench.write(0x05, 0x04)
    assert bench.read(0x05) & 0x04 == 0


def test_crc_coprocessor_preset_is_the_modes():
    bench = Bench()
    bench.window(0x12, 0x50, 0x00)  # Mode at reset asks for FFFF
    bench.write(0x01, 0x03)
    assert (bench.read(0x22), bench.read(0x21)) != (0x57, 0xCD)


def test_transmit_ends_by_itself_and_receive_hears_the_answer():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x04, 0x7F)
    bench.window(0x12, 0x26)
    bench.write(0x0D, 0x07)
    bench.write(0x01, 0x04)
    irq = 0
    while not irq & 0x40:
        irq = bench.read(0x04)
    assert irq & 0x10
    bench.write(0x01, 0x08)  # before the answer begins, 91 us after the frame
    assert bench.finish() == [0x44, 0x00]
    assert bench.read(0x01) & 0x0F == 0


def test_receive_too_late_hears_nothing():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x04, 0x7F)
    bench.window(0x12, 0x26)
    bench.write(0x0D, 0x07)
    bench.write(0x01, 0x04)
    bench.clock.us += 300
    bench.write(0x01, 0x08)
    assert bench.finish() == []


def test_receiver_off_hears_nothing():
    bench = Bench(UID)
    bench.field_on()
    bench.window(0x12, 0x26)
    bench.write(0x04, 0x7F)
    bench.write(0x01, 0x2C)
    bench.write(0x0D, 0x87)
    assert bench.finish() == []


def test_idle_stops_an_exchange():
    bench = Bench(UID)
    bench.field_on()
    bench.start([0x26], 7)
    bench.write(0x01, 0x00)
    bench.clock.us += 5000
    assert bench.read(0x0A) == 0
    assert bench.read(0x04) & 0x60 == 0


def test_start_send_does_nothing_without_transceive():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x04, 0x7F)
    bench.window(0x12, 0x26)
    bench.write(0x0D, 0x87)
    bench.clock.us += 5000
    assert bench.read(0x04) & 0x60 == 0
    assert bench.read(0x0A) == 1


def test_mem_moves_25_bytes_in_and_out():
    bench = Bench()
    bench.window(0x12, *range(1, 26))
    bench.write(0x01, 0x01)
    assert bench.read(0x0A) == 0
    assert bench.read(0x01) & 0x0F == 0
    bench.write(0x01, 0x01)
    assert [bench.read(0x09) for _ in range(25)] == list(range(1, 26))


def test_unknown_command_ends_at_once():
    bench = Bench()
    bench.write(0x04, 0x7F)
    bench.write(0x01, 0x05)
    assert bench.read(0x04) & 0x10
    assert bench.read(0x01) & 0x0F == 0


def test_soft_reset_takes_everything_back():
    bench = Bench(UID)
    bench.field_on()
    bench.write(0x01, 0x0F)
    assert bench.read(0x14) == 0x80
    assert bench.read(0x2B) == 0x00
    assert bench.read(0x01) == 0x20


def test_power_down_keeps_registers_but_no_field():
    bench = Bench(UID)
    bench.field_on()
    bench.exchange([0x26], 7)
    bench.write(0x01, 0x10)
    assert bench.read(0x01) & 0x10
    assert bench.read(0x2D) == 39
    bench.write(0x01, 0x00)
    assert bench.read(0x01) & 0x10  # the oscillator is not up yet
    bench.clock.us += 3000
    assert bench.read(0x01) & 0x10 == 0
    assert bench.exchange([0x26], 7) == [0x44, 0x00]  # the tag lost its state: REQA finds it in IDLE


def test_no_command_starts_in_power_down():
    bench = Bench(UID)
    bench.field_on()
    bench.window(0x12, 0x26)
    bench.write(0x01, 0x1C)
    bench.write(0x0D, 0x87)
    bench.clock.us += 3000
    assert bench.read(0x0A) == 1


def test_reset_pin():
    bench = Bench(UID)
    bench.field_on()
    bench.chip.hard_power_down(True)
    assert bench.read(0x37) == 0
    bench.chip.hard_power_down(False)
    assert bench.read(0x37) == 0x92
    assert bench.read(0x14) == 0x80


def test_modem_state_tells_what_the_radio_does():
    bench = Bench(UID)
    bench.field_on()
    assert bench.read(0x08) & 7 == 0
    bench.write(0x01, 0x0C)
    assert bench.read(0x08) & 7 == 1
    bench.start([0x93, 0x20])
    assert bench.read(0x08) & 7 == 3
    bench.finish()
    assert bench.read(0x08) & 7 == 5
