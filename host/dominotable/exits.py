"""The exit codes of the tool, in one table: programs branch on them, `--help` shows them."""

OK = 0
UNSOUND = 1
UNREADABLE = 2
NO_TABLE = 3
LINK = 4
REFUSED = 5
SIMULATOR = 6
INTERNAL = 70
INTERRUPTED = 130

MEANINGS = {
    OK: "done; what was checked is sound",
    UNSOUND: "checked and found wrong (verify, fmt --check, demo), or no solution found (solve)",
    UNREADABLE: "a file cannot be read or written, or the command was called wrongly",
    NO_TABLE: "no table found, or several and none named",
    LINK: "the table does not answer, or the connection broke",
    REFUSED: "the table refused what was asked",
    SIMULATOR: "the virtual table cannot run here, or its firmware crashed",
    INTERNAL: "a fault of the tool itself",
    INTERRUPTED: "stopped by Ctrl-C",
}


def epilog() -> str:
    """The table as the last paragraph of `--help`."""
    return "\n\n".join(["Exit codes:"] + ["%4d  %s" % pair for pair in MEANINGS.items()])
