"""What the two interpreters do not share, in one place: `const` is MicroPython's compile-time constant."""

try:
    from micropython import const  # pyright: ignore[reportAssignmentType]
except ImportError:

    def const(value):
        return value
