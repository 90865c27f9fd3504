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

    def _read(self, wait):
        self._table.run(wait * 1000)
        return super()._read(0)
