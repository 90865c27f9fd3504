"""MCP23017: sixteen inputs on I2C with pull-ups, for push-buttons to ground.

A table without its buttons can still be served by the host, so nothing here raises: `present` says whether
the chip is there.
"""

from micropython import const

_GPPU = const(0x0C)  # pull-ups, both ports
_GPIO = const(0x12)


class MCP23017:
    def __init__(self, i2c, address: int = 0x20):
        self.present = False
        self._i2c = i2c
        self._address = address
        self._ports = bytearray(2)

    def init(self) -> bool:
        """Switch the pull-ups on (all pins are inputs after power-on); False when the chip is not there."""
        try:
            self._i2c.writeto_mem(self._address, _GPPU, b"\xff\xff")
            self.present = True
        except OSError:
            self.present = False
        return self.present

    def read(self) -> int:
        """A bitmap of the pressed buttons, A0 is bit 0 and B7 is bit 15; 0 when the chip is not there."""
        if not self.present:
            return 0
        try:
            self._i2c.readfrom_mem_into(self._address, _GPIO, self._ports)
        except OSError:
            self.present = False
            return 0
        return (self._ports[0] | self._ports[1] << 8) ^ 0xFFFF
