"""The board in force: set once by whoever switches it on, read by the hardware modules of the firmware."""

board = None
clock = None
flash = None
dice = None
cause = 1  # of the last reset, as machine.reset_cause() tells it
unique_id = bytes(8)
