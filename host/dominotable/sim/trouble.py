"""What can go wrong with a virtual table. Apart, so that the tool can name it where no pty exists (Windows)."""

from dominocore.faults import DominoError


class SimulatorError(DominoError):
    """The virtual table cannot go on."""
