"""Register-level models of the chips on the table, portable to MicroPython and CPython."""
