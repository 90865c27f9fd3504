"""A session with a table in lockstep: waiting for the table is what lets its time pass.

The bytes go over the pty as with any table; only the clock differs, so that the same exchange takes the same virtual
time however busy this computer is.
"""

from dominotable.session import Session
from dominotable.sim.table import VirtualTable


class LockstepSession(Session):
    def __init__(self, table: VirtualTable):
        self._table = table
        super().__init__(table.port)

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
