"""What the two interpreters do not share, in one place: `const` is MicroPython's compile-time constant."""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value
