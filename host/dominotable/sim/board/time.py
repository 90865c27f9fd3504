"""`time` for the firmware on the simulated board: virtual time, and ticks that wrap at 2**30 as on a Pico."""

import utime
from sim.board import current

_PERIOD = 1 << 30
_HALF = 1 << 29
_TICK_US = 5  # reading the clock takes time on a Pico, and it lets a busy wait come to its end
_START_S = 1609459200  # a Pico without host thinks it is 2021-01-01

gmtime = utime.gmtime
mktime = utime.mktime


def ticks_us():
    clock = current.clock
    clock.charge(_TICK_US)
    return clock.us & (_PERIOD - 1)


def ticks_ms():
    clock = current.clock
    clock.charge(_TICK_US)
    return clock.us // 1000 & (_PERIOD - 1)


ticks_cpu = ticks_us


def ticks_diff(end, start):
    return (end - start + _HALF & (_PERIOD - 1)) - _HALF


def ticks_add(ticks, delta):
    return ticks + delta & (_PERIOD - 1)


def sleep(seconds):
    current.clock.sleep(int(seconds * 1000000))


def sleep_ms(ms):
    current.clock.sleep(ms * 1000)


def sleep_us(us):
    current.clock.sleep(us)


def time():
    return _START_S + current.clock.us // 1000000


def time_ns():
    return _START_S * 1000000000 + current.clock.us * 1000


def localtime(seconds=None):
    return utime.gmtime(time() if seconds is None else seconds)
