"""The simulated board with small programs on it: time, limits, exits, buses, and the firmware's view of them."""

import subprocess
import sys

import pytest

from boards import SimBoard, make_image, run_main
from reader_program import READER

pytestmark = pytest.mark.usefixtures("micropython")

BOTH = pytest.mark.parametrize("models", ["inside", "outside"])

TASKS = """
import asyncio, os, random, sys, time

async def tick(name, ms):
    for n in range(5):
        await asyncio.sleep_ms(ms)
        print(name, n, time.ticks_us())

async def echo():
    reader = asyncio.StreamReader(sys.stdin.buffer)
    for _ in range(3):
        print("read", await reader.read(1), time.ticks_us())

async def main():
    tasks = [asyncio.create_task(tick("a", 30)), asyncio.create_task(tick("b", 20)), asyncio.create_task(echo())]
    await asyncio.gather(*tasks)
    print(os.urandom(4), random.getrandbits(30), time.time())
    with open("kept", "w") as file:
        file.write("data" * 500)

asyncio.run(main())
"""


def _play_tasks(folder):
    image = make_image(folder, {"main.py": TASKS})
    with SimBoard(image) as board:
        board.run(50)
        board.type(b"x")
        board.run(33.3)
        board.type(b"yz")
        board.run(2000)
        ended = board.end()
    return ended, image.read_bytes()


def test_the_same_run_gives_the_same_bytes_even_under_load(tmp_path):
    quiet = _play_tasks(tmp_path / "quiet")
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        loaded = _play_tasks(tmp_path / "loaded")
    finally:
        for process in load:
            process.kill()
            process.wait()
    assert quiet == loaded
    (code, out, _), _ = quiet
    assert code == 65
    assert "read b'x' 50" in out and "read b'z'" in out and "a 4 15" in out


def test_time_does_not_move_without_run(tmp_path):
    program = "import time\nfor _ in range(100000): print(time.ticks_ms()); time.sleep_ms(10)\n"
    with SimBoard(make_image(tmp_path, {"main.py": program})) as board:
        assert board.run(25)["t"] == 25000
        assert board.do("look")["t"] == 25000
        assert board.run(1)["t"] == 26000
        board.process.kill()
        assert board.end()[1].split() == ["0", "10", "20"]


def test_ticks_wrap_at_two_to_the_thirty(tmp_path):
    program = """
import time, asyncio
a = time.ticks_ms()
time.sleep_ms(20)
b = time.ticks_ms()
print(a > b, time.ticks_diff(b, a), time.ticks_add(a, 20) == b)
async def nap():
    await asyncio.sleep_ms(50)
    print("awake", time.ticks_diff(time.ticks_ms(), b))
asyncio.run(nap())
u = time.ticks_us()
print(u < 2**30)
"""
    code, out, err = run_main(tmp_path, program, boot_us=((1 << 30) - 10) * 1000)
    assert (code, err) == (65, "")
    assert out.split("\n")[:3] == ["True 20 True", "awake 50", "True"]


def test_asyncio_sleeps_across_the_wrap(tmp_path):
    program = """
import asyncio, time
start = time.ticks_ms()
async def nap(ms):
    await asyncio.sleep_ms(ms)
    print(ms, time.ticks_diff(time.ticks_ms(), start))
async def main():
    await asyncio.gather(nap(30), nap(5), nap(20))
asyncio.run(main())
"""
    _, out, _ = run_main(tmp_path, program, boot_us=((1 << 30) - 10) * 1000)
    assert out == "5 5\n20 20\n30 30\n"


def test_a_busy_wait_comes_to_its_end(tmp_path):
    program = """
import time
start = time.ticks_us()
while time.ticks_diff(time.ticks_us(), start) < 1000: pass
print("done")
"""
    assert run_main(tmp_path, program)[1] == "done\n"


def test_select_waits_in_virtual_time_and_sees_stdin(tmp_path):
    program = """
import select, sys, time
poller = select.poll()
poller.register(sys.stdin.buffer, select.POLLIN)
print(list(poller.ipoll(30)), time.ticks_ms())
print(len(poller.poll(-1)), time.ticks_ms(), sys.stdin.buffer.read(1))
"""
    with SimBoard(make_image(tmp_path, {"main.py": program})) as board:
        board.run(100)
        board.type(b"!")
        board.run(1000)
        assert board.end()[1] == "[] 30\n1 100 b'!'\n"


def test_reading_more_than_there_is_blocks(tmp_path):
    program = "import sys\nprint(sys.stdin.buffer.read(4))\n"
    with SimBoard(make_image(tmp_path, {"main.py": program})) as board:
        board.type(b"ab")
        board.start(10)
        board.type(b"cd")
        assert board.end()[1] == "b'abcd'\n"


@pytest.mark.parametrize(
    "program, code",
    [
        ("import machine\nmachine.reset()", 64),
        ("import machine\nmachine.soft_reset()", 65),
        ("pass", 65),
        ("import sys\nsys.exit(3)", 65),
        ("import machine, time\nmachine.WDT(timeout=500)\ntime.sleep(5)", 66),
        ("1 / 0", 1),
    ],
)
def test_exit_codes(tmp_path, program, code):
    assert run_main(tmp_path, program, ms=3000)[0] == code


def test_an_uncaught_exception_is_told_without_burnt_frames(tmp_path):
    _, _, err = run_main(tmp_path, "def f():\n    raise ValueError('why')\nf()\n")
    assert "ValueError: why" in err and 'File "main.py", line 2' in err
    assert "_burn" not in err


def test_no_code_outlives_a_reset(tmp_path):
    program = """
import asyncio, machine, time
async def stop():
    try:
        machine.reset()
    except BaseException:
        pass
    time.sleep_ms(1)
    print("still here")
asyncio.run(asyncio.wait_for(stop(), 1))
print("and here")
"""
    assert run_main(tmp_path, program)[:2] == (64, "")


def test_a_fed_watchdog_is_quiet(tmp_path):
    program = """
import machine, time
dog = machine.WDT(timeout=100)
for _ in range(20):
    time.sleep_ms(90)
    dog.feed()
print("alive")
time.sleep_ms(101)
print("not any more")
"""
    assert run_main(tmp_path, program, ms=5000)[:2] == (66, "alive\n")


def test_the_watchdog_bites_a_loop_that_only_reads_registers(tmp_path):
    program = READER + "import machine\nmachine.WDT(timeout=1000)\nwhile True: read(0x04)\n"
    assert run_main(tmp_path, program, ms=5000)[0] == 66


def test_call_frames_are_about_a_picos(tmp_path):
    program = """
class Deep:
    def down(self, n):
        self.n = n
        self.down(n + 1)
deep = Deep()
try:
    deep.down(1)
except RuntimeError:
    print(deep.n)
"""
    frames = int(run_main(tmp_path, program)[1])
    assert 22 <= frames <= 32
    assert int(run_main(tmp_path, program, burn=0)[1]) > 150


def test_random_bytes_repeat_from_the_seed_but_not_from_boot_to_boot(tmp_path):
    program = "import os, random\nprint(os.urandom(8), random.getrandbits(30))\n"
    first, again, other_boot, other_seed = [
        run_main(tmp_path, program, **config)[1] for config in ({}, {}, {"boot_us": 5000}, {"seed": 2})
    ]
    assert first == again
    assert len({first, other_boot, other_seed}) == 3


def test_identity_and_reset_cause(tmp_path):
    program = """
import machine, os
print(machine.unique_id(), machine.reset_cause(), machine.freq(), os.getcwd())
"""
    out = run_main(tmp_path, program, unique_id="e66012345678abcd", cause=3)[1]
    assert out == "%r 3 125000000 /flash\n" % bytes.fromhex("e66012345678abcd")


@BOTH
def test_a_tag_is_read_through_the_board(tmp_path, models):
    program = READER + "field(True)\nprint(hex(read(0x37)), exchange([0x26], 7), exchange([0x93, 0x20]))\n"
    with SimBoard(make_image(tmp_path, {"main.py": program}), models=models) as board:
        assert board.do("put", uid="04A1B2C3D4E5F6", reader=0, coil=0)["ok"]
        board.run(1000)
        assert board.end()[:2] == (65, "0x92 [68, 0] [136, 4, 161, 178, 159]\n")


@BOTH
def test_reader_and_coil_lines_choose_the_coil(tmp_path, models):
    program = (
        READER
        + """
address(select, 18)
field(True)
for coil in (3, 9):
    address(coils, coil)
    time.sleep_ms(2)
    print(coil, exchange([0x26], 7))
address(select, 2)
address(coils, 3)
field(True)
print("other reader", exchange([0x26], 7))
address(select, 31)
print("no reader", read(0x37))
"""
    )
    with SimBoard(make_image(tmp_path, {"main.py": program}), models=models) as board:
        board.do("put", uid="04A1B2C3D4E5F6", reader=18, coil=9)
        board.run(1000)
        assert board.end()[1] == "3 []\n9 [68, 0]\nother reader []\nno reader 0\n"


def test_inside_and_outside_take_the_same_virtual_time(tmp_path):
    program = READER + "field(True)\nexchange([0x26], 7)\nprint(time.ticks_us())\n"
    inside = run_main(tmp_path / "in", program)
    assert inside == run_main(tmp_path / "out", program, models="outside")


def test_a_register_access_costs_40_us_and_a_burst_2_more_a_byte(tmp_path):
    program = (
        READER
        + """
def cost(f):
    t = time.ticks_us()
    f()
    return time.ticks_diff(time.ticks_us(), t) - 5
print(cost(lambda: read(0x04)), cost(lambda: window(0x12, 1, 2, 3)), cost(lambda: strobe(1)))
"""
    )
    assert run_main(tmp_path, program)[1] == "40 46 0\n"


def test_bus_on_wrong_pins_reaches_nobody(tmp_path):
    program = READER + "spi = SPI(0, sck=Pin(2), mosi=Pin(3), miso=Pin(4))\nprint(read(0x37))\n"
    assert run_main(tmp_path, program)[1] == "0\n"
    program = READER + "spi = SPI(0, polarity=1, phase=1, sck=Pin(18), mosi=Pin(19), miso=Pin(16))\nprint(read(0x37))\n"
    assert run_main(tmp_path, program)[1] == "0\n"


def test_reset_line_restarts_the_readers(tmp_path):
    program = (
        READER
        + """
write(0x2D, 77)
reset = Pin(17, Pin.OUT, value=0)
print(read(0x37))
reset(1)
print(hex(read(0x37)), read(0x2D))
"""
    )
    assert run_main(tmp_path, program)[1] == "0\n0x92 0\n"


PANEL = """
import array, rp2, time
from machine import I2C, PWM, Pin

i2c = I2C(0, sda=Pin(20), scl=Pin(21), freq=400000)
i2c.writeto(60, b"\\x00\\x20\\x00\\x8d\\x14\\xa1\\xc8\\xaf")
i2c.writevto(60, (b"\\x40", memoryview(bytearray(b"\\x81\\x42"))))
i2c.writeto_mem(32, 0x0C, b"\\xff\\xff")

@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    wrap_target()
    label("bitloop")
    out(x, 1).side(0)[2]
    jmp(not_x, "do_zero").side(1)[1]
    jmp("bitloop").side(1)[4]
    label("do_zero")
    nop().side(0)[4]
    wrap()

sm = rp2.StateMachine(0, ws2812, freq=8000000, sideset_base=Pin(22))
sm.active(1)
sm.put(array.array("I", [0x102030, 0x405060]), 8)
buzzer = PWM(Pin(15))
for _ in range(2):
    buzzer.freq(2000)
    buzzer.duty_u16(32768)
    time.sleep_ms(1)
    buzzer.duty_u16(0)
menu = Pin(14, Pin.IN, Pin.PULL_UP)
while True:
    ports = bytearray(2)
    i2c.readfrom_mem_into(32, 0x12, ports)
    print(ports[0], ports[1], menu())
    time.sleep_ms(10)
"""


@BOTH
def test_panel_through_the_board(tmp_path, models):
    with SimBoard(make_image(tmp_path, {"main.py": PANEL}), models=models) as board:
        seen = board.run(10)
        assert seen["leds"].startswith("102030405060000000")
        assert len(seen["leds"]) == 260 * 6
        assert seen["screen"].startswith("814200")
        assert len(seen["screen"]) == 2048
        assert seen["beeps"] == 2
        assert board.do("press", bit=1, down=True)["ok"]
        assert board.do("menu", down=True)["ok"]
        again = board.run(10)
        assert "leds" not in again and "screen" not in again
        look = board.do("look")
        assert look["leds"] == seen["leds"] and look["lit"]
        board.do("press", bit=1, down=False)
        board.run(10)
        board.process.kill()
        lines = board.end()[1].split("\n")
        assert lines[0] == "255 255 1" and "253 255 0" in lines and lines[-2] == "255 255 0"


def test_i2c_device_that_is_not_there(tmp_path):
    program = """
from machine import I2C, Pin
i2c = I2C(0, sda=Pin(20), scl=Pin(21))
print(i2c.scan())
try:
    i2c.writeto(0x50, b"x")
except OSError as error:
    print(error.errno)
"""
    assert run_main(tmp_path, program)[1] == "[32, 60]\n5\n"


def test_a_paced_board_runs_by_itself(tmp_path):
    program = "import time\ntime.sleep_ms(300)\nprint('done')\n"
    with SimBoard(make_image(tmp_path, {"main.py": program}), pace=10) as board:
        assert board.do("look")["ok"]
        assert "paced" in board.run(10)["error"]
        assert board.end()[:2] == (65, "done\n")


def test_the_tap_profile_has_one_coil_a_reader(tmp_path):
    with SimBoard(make_image(tmp_path, {"main.py": "pass"}), profile="tap") as board:
        assert board.do("put", uid="04A1B2C3D4E5F6", reader=3, coil=0)["ok"]
        assert not board.do("put", uid="04A1B2C3D4E5F7", reader=3, coil=1)["ok"]
        assert not board.do("put", uid="04A1B2C3D4E5F7", reader=4, coil=0)["ok"]
