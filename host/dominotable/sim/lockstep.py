"""A session with a table in lockstep: waiting for the table is what lets its time pass.

The bytes go over the pty as with any table; only the clock differs, so that the same exchange takes the same virtual
time however busy this computer is.
"""

from dominocore import messages
from dominotable.session import Restarted, Session
from dominotable.sim.table import VirtualTable

MOMENT_S = 0.02


class LockstepSession(Session):
    def __init__(self, table: VirtualTable):
        self._table = table
        self._heard_restarts = 0
        super().__init__(table.port)

    def ask_to_tell(self) -> None:
        """From now on the table tells what happens: `hear` gives it."""
        self._ask(messages.WATCH, b"\1")

    def hear(self) -> list:
        """Let a moment pass; gives what the table told. After Restarted it has to be asked to tell again."""
        self._pump(MOMENT_S)
        if self._restarts != self._heard_restarts:
            self._heard_restarts = self._restarts
            self._rejoin()
            return [Restarted()]
        told = list(self._notices)
        self._notices.clear()
        return told

    def _now(self):
        return self._table.board.us / 1_000_000

    def _read(self, wait):
        """Let that time pass, then take everything that was sent in it.

        The kernel carries a pty's bytes over when it finds the time; only a read that finds none has waited for it.
        """
        self._table.run(wait * 1000)
        data = b""
        while more := super()._read(0):
            data += more
        return data
