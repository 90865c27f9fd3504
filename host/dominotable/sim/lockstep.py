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

    def _pump(self, wait):
        """As for any table, but what is sent again, and when, goes by the table's clock."""
        self._write(self._link.poll(self._table.board.us // 1000 & 0x3FFFFFFF, 4096))
        data = self._read(wait)
        for kind, value in self._link.receive(data):
            self._happened(kind, value)
        return data

    def _read(self, wait):
        self._table.run(wait * 1000)
        return super()._read(0)
