"""`select` for the firmware on the simulated board: real file descriptors, but only virtual time is waited."""

import uselect
from sim.board import current
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401

_FOREVER_US = 1 << 60
_LOOK_US = 5  # so that a loop which only polls does not stop the clock


class poll:
    """A poller that looks once, lets the virtual clock go on, and looks again whenever the board was spoken to."""

    def __init__(self):
        self._real = uselect.poll()
        self.register = self._real.register
        self.unregister = self._real.unregister
        self.modify = self._real.modify

    def ipoll(self, timeout=-1, flags=0):
        clock = current.clock
        clock.charge(_LOOK_US)
        ready = self._real.poll(0)
        if ready or timeout == 0:
            return ready
        end = clock.us + (_FOREVER_US if timeout < 0 else timeout * 1000)
        while not ready and clock.us < end:
            clock.step(end)
            ready = self._real.poll(0)
        return ready

    def poll(self, timeout=-1):
        return self.ipoll(timeout)
