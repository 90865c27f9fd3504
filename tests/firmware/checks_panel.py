"""Checks of display, lights, buttons and buzzer on their models, run by MicroPython (see run_checks.py)."""

import micropython

from bench import CLOCK, Wires, chain
from drivers.buzzer import Buzzer
from drivers.crc_a import CrcA
from drivers.mcp23017 import MCP23017
from drivers.ssd1306 import SSD1306
from drivers.ws2812 import WS2812

LATCH_US = 400  # as the driver asks between two pictures


class Quiet:
    """A bus that takes everything and keeps nothing, for checks under a locked heap."""

    def writeto(self, address, buf):
        pass

    def writevto(self, address, vector):
        pass

    def writeto_mem(self, address, register, buf):
        pass

    def readfrom_mem_into(self, address, register, buf):
        pass


def locked(work):
    micropython.heap_lock()
    try:
        for _ in range(100):
            work()
    finally:
        micropython.heap_unlock()


def check_crc_a_of_the_standard():
    crc = CrcA()
    # Annex B of ISO 14443-3: 00 00 gives A0 1E, 12 34 gives 26 CF.
    assert crc(b"\x00\x00", 0, 2) == 0x1EA0
    assert crc(b"\xff\x12\x34\xff", 1, 3) == 0xCF26


def check_display_shows_what_is_drawn():
    wires = Wires()
    panel = wires.display()
    screen = SSD1306(wires)
    assert screen.init() and panel.on and panel.pump
    screen.fill(0)
    screen.text("PASS", 0, 0)
    screen.pixel(127, 63, 1)
    assert screen.show()
    assert panel.memory[-1] == 0x80 and any(panel.memory[:32]) and not any(panel.memory[128:-1])
    picture = panel.picture()
    assert picture[63][15] == 1  # bottom right, as drawn
    assert any(picture[0]) or any(picture[1])


def check_display_gets_only_changed_pages():
    wires = Wires()
    panel = wires.display()
    screen = SSD1306(wires)
    screen.init()
    screen.show()
    full = wires.sent
    assert full > 1024  # the first picture is sent whole, whatever the glass showed
    screen.show()
    assert wires.sent == full
    screen.pixel(5, 20, 1)
    screen.show()
    assert 128 < wires.sent - full < 150
    assert panel.memory[2 * 128 + 5] == 1 << 4


def check_display_set_up_again_is_sent_whole():
    wires = Wires()
    wires.display()
    screen = SSD1306(wires)
    screen.init()
    screen.text("6-4", 0, 0)
    screen.show()
    panel = wires.display()  # another one is plugged in
    assert screen.init() and screen.show()
    assert any(panel.memory)


def check_display_absent():
    screen = SSD1306(Wires())
    assert screen.init() is False and screen.present is False
    screen.text("nobody sees this", 0, 0)
    assert screen.show() is False


def check_display_lost_and_found():
    wires = Wires()
    panel = wires.display()
    screen = SSD1306(wires)
    screen.init()
    screen.show()
    wires.chips.clear()
    screen.fill(1)
    assert screen.show() is False and screen.present is False
    wires.chips[0x3C] = panel
    assert screen.show() is False  # until somebody sets it up again
    assert screen.init() and screen.show()
    assert all(byte == 0xFF for byte in panel.memory)


def check_lights_in_the_order_of_the_wire():
    leds = chain(3)
    lights = WS2812(None, 3, 500)
    lights.buf[:] = b"\x10\x00\x00\x00\x20\x00\x00\x00\x30"  # green, red, blue
    lights.show()
    assert leds.colours == lights.buf


def check_lights_are_capped():
    leds = chain(100)
    lights = WS2812(None, 100, 500)
    lights.buf[:] = b"\xff" * 300
    lights.show()
    ma = sum(leds.colours) * 20 / 255
    assert 450 <= ma <= 500, ma  # rounded down, colour by colour
    assert len(set(leds.colours)) == 1
    CLOCK.charge(LATCH_US)
    lights.buf[:] = b"\x04" * 300
    lights.show()
    assert leds.colours == lights.buf  # what is within the limit is left as it is


def check_lights_capped_when_uneven():
    leds = chain(50)
    lights = WS2812(None, 50, 100)
    for i in range(150):
        lights.buf[i] = (i * 37) & 0xFF
    before = bytes(lights.buf)
    lights.show()
    assert sum(leds.colours) * 20 / 255 <= 100
    assert bytes(lights.buf) == before
    assert leds.colours[4] > leds.colours[1] > 0


def check_buttons():
    wires = Wires()
    expander = wires.expander()
    buttons = MCP23017(wires)
    assert buttons.init() and buttons.read() == 0
    for bit in range(16):
        expander.press(bit, True)
        assert buttons.read() == 1 << bit, bit
        expander.press(bit, False)
    expander.press(0, True)
    expander.press(15, True)
    assert buttons.read() == 0x8001


def check_buttons_absent():
    wires = Wires()
    buttons = MCP23017(wires)
    assert buttons.init() is False and buttons.read() == 0
    expander = wires.expander()
    assert buttons.init() and buttons.read() == 0
    expander.press(3, True)
    wires.chips.clear()
    assert buttons.read() == 0 and buttons.present is False


def check_buzzer():
    said = []

    class Pwm:
        def freq(self, hertz):
            said.append(hertz)

        def duty_u16(self, duty):
            said.append(duty)

    buzzer = Buzzer(Pwm())
    buzzer.on(2000)
    buzzer.off()
    assert said == [0, 2000, 32768, 0]


def check_panel_allocates_nothing():
    chain(4)
    lights = WS2812(None, 4, 10)
    lights._machine.put = lambda words, shift: None
    lights.buf[:] = b"\xff" * 12
    locked(lights.show)
    screen = SSD1306(Quiet())
    screen.init()

    def draw():
        screen.pixel(3, 3, 1)
        screen.show()
        screen.pixel(3, 3, 0)
        screen.show()

    locked(draw)
    buttons = MCP23017(Quiet())
    buttons.init()
    locked(buttons.read)
