"""The models of display, lights and buttons, on both interpreters."""

from sim.chips.mcp23017 import Mcp23017
from sim.chips.ssd1306 import Ssd1306
from sim.chips.ws2812 import Ws2812

from portable_bench import Clock


def lit_display(*more):
    display = Ssd1306()
    display.write(bytes((0x00, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14, 0xAF) + more))
    return display


def test_horizontal_mode_fills_its_window_and_goes_round():
    display = lit_display(0x21, 10, 12, 0x22, 2, 3)
    display.write(bytes((0x40, 1, 2, 3, 4, 5, 6, 7)))
    assert display.memory[2 * 128 + 10 : 2 * 128 + 13] == bytes((7, 2, 3))
    assert display.memory[3 * 128 + 10 : 3 * 128 + 13] == bytes((4, 5, 6))


def test_page_mode_stays_in_its_page():
    display = lit_display(0x20, 0x02, 0xB1, 0x0F, 0x17)
    display.write(bytes((0x40, 1, 2)))
    assert display.memory[128 + 127] == 1
    assert display.memory[128] == 2


def test_vertical_mode_goes_down_first():
    display = lit_display(0x20, 0x01, 0x21, 0, 1, 0x22, 0, 1)
    display.write(bytes((0x40, 1, 2, 3)))
    assert (display.memory[0], display.memory[128], display.memory[1]) == (1, 2, 3)


def test_control_bytes_with_continuation():
    display = Ssd1306()
    display.write(bytes((0x80, 0x81, 0x80, 0x10, 0x80, 0xAF, 0x40, 0xAA)))
    assert display.contrast == 0x10
    assert display.on
    assert display.memory[0] == 0xAA


def test_a_command_may_be_spread_over_writes():
    display = Ssd1306()
    display.write(bytes((0x00, 0x81)))
    display.write(bytes((0x00, 0x33)))
    assert display.contrast == 0x33


def test_picture_is_upright_with_a1_c8_and_dark_when_off():
    display = lit_display(0x21, 0, 127, 0x22, 0, 7)
    display.write(bytes((0x40, 0x01)))
    assert display.picture()[0][0] == 0x80
    display.write(bytes((0x00, 0xA0, 0xC0)))
    assert display.picture()[63][15] == 0x01
    display.write(bytes((0x00, 0xA1, 0xC8, 0xA7)))
    assert display.picture()[0][0] == 0x7F
    display.write(bytes((0x00, 0xAE)))
    assert not any([any(row) for row in display.picture()])


def test_picture_file():
    display = lit_display(0x21, 0, 127, 0x22, 0, 7)
    display.write(b"\x40" + b"\xff" * 1024)
    assert display.pbm() == b"P4\n128 64\n" + b"\xff" * 1024


def test_no_picture_without_the_charge_pump():
    display = Ssd1306()
    display.write(bytes((0x00, 0xAF, 0xA5)))
    assert not any([any(row) for row in display.picture()])


def test_leds_take_24_bits_each_and_time():
    clock = Clock()
    leds = Ws2812(clock, 3)
    leds.shift((0x102030, 0x405060), 8, 24)
    assert leds.colours == bytes((0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0, 0, 0))
    assert clock.us == 60


def test_leds_begin_again_after_a_pause_only():
    clock = Clock()
    leds = Ws2812(clock, 2)
    leds.shift((0x010101,), 8, 24)
    leds.shift((0x020202,), 8, 24)
    assert leds.colours == bytes((1, 1, 1, 2, 2, 2))
    clock.us += 60
    leds.shift((0x030303,), 8, 24)
    assert leds.colours == bytes((3, 3, 3, 2, 2, 2))


def test_more_words_than_leds_are_lost():
    leds = Ws2812(Clock(), 1)
    leds.shift(bytes((1, 2, 3, 4, 5, 6)), 24, 8)
    assert leds.colours == bytes((1, 2, 3))


def test_buttons_pull_their_bits_low():
    expander = Mcp23017()
    expander.write(bytes((0x0C, 0xFF, 0xFF)))
    expander.press(0, True)
    expander.press(9, True)
    expander.write(bytes((0x12,)))
    ports = bytearray(2)
    expander.read_into(ports)
    assert ports == bytes((0xFE, 0xFD))
    expander.press(0, False)
    expander.write(bytes((0x12,)))
    expander.read_into(ports)
    assert ports == bytes((0xFF, 0xFD))


def test_inputs_without_pull_ups_read_low():
    expander = Mcp23017()
    expander.write(bytes((0x12,)))
    port = bytearray(1)
    expander.read_into(port)
    assert port[0] == 0


def test_directions_polarity_and_latches():
    expander = Mcp23017()
    expander.write(bytes((0x00, 0xF0)))
    expander.write(bytes((0x0C, 0xFF)))
    expander.write(bytes((0x02, 0x80)))
    expander.write(bytes((0x12, 0x05)))
    expander.write(bytes((0x12,)))
    port = bytearray(1)
    expander.read_into(port)
    assert port[0] == 0x75
    expander.write(bytes((0x14,)))
    expander.read_into(port)
    assert port[0] == 0x05


def test_sequential_mode_can_be_switched_off():
    expander = Mcp23017()
    expander.write(bytes((0x0A, 0x20)))
    expander.write(bytes((0x0C, 0x0F)))
    expander.write(bytes((0x0C,)))
    both = bytearray(2)
    expander.read_into(both)
    assert both == bytes((0x0F, 0x0F))


def test_a_bit_the_expander_lacks():
    try:
        Mcp23017().press(16, True)
    except ValueError:
        return
    raise AssertionError("bit 16 was accepted")
