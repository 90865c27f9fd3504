"""The simulated board: MicroPython hardware modules whose every transaction reaches a chip model."""
