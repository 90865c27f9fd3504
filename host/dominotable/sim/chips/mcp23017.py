"""The MCP23017 port expander with buttons to ground on its sixteen pins (register bank layout 0)."""

IODIR = 0x00
IPOL = 0x02
IOCON = 0x0A
IOCON_B = 0x0B
GPPU = 0x0C
GPIO = 0x12
OLAT = 0x14
_COUNT = 0x16


class Mcp23017:
    """Bit n of the sixteen is pin n of port A (0..7) or pin n-8 of port B."""

    def __init__(self):
        self._regs = bytearray(_COUNT)
        self._regs[IODIR] = self._regs[IODIR + 1] = 0xFF
        self._pressed = 0
        self._at = 0

    def press(self, bit: int, down: bool) -> None:
        if not 0 <= bit < 16:
            raise ValueError("the expander has bits 0 to 15, not %d" % bit)
        if down:
            self._pressed |= 1 << bit
        else:
            self._pressed &= ~(1 << bit)

    def write(self, data) -> None:
        """One I2C write: the register, then bytes for it and those behind it."""
        if len(data):
            self._at = data[0] % _COUNT
        for i in range(1, len(data)):
            reg = self._at
            if reg in (IOCON, IOCON_B):
                self._regs[IOCON] = self._regs[IOCON_B] = data[i]
            elif reg in (GPIO, GPIO + 1):
                self._regs[reg + 2] = data[i]
            else:
                self._regs[reg] = data[i]
            self._step()

    def read_into(self, buf) -> None:
        """One I2C read from where the last write pointed."""
        for i in range(len(buf)):
            reg = self._at
            buf[i] = self._port(reg - GPIO) if reg in (GPIO, GPIO + 1) else self._regs[reg]
            self._step()

    def _step(self) -> None:
        if not self._regs[IOCON] & 0x20:
            self._at = (self._at + 1) % _COUNT

    def _port(self, port: int) -> int:
        """Inputs read their pin (an input without pull-up floats, and reads low), outputs their latch."""
        regs = self._regs
        inputs = regs[IODIR + port]
        level = regs[GPPU + port] & ~(self._pressed >> (8 * port)) & 0xFF
        return (level ^ regs[IPOL + port]) & inputs | regs[OLAT + port] & ~inputs & 0xFF
