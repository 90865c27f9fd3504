"""Everything that can go wrong between this computer and a table, in one place.

`HostError` is the one root: a stable `code`, a sentence, a hint what to do next, and the exit code of the tool.
Programs branch on `code` or on the exit code, never on the sentence.
"""

from dominotable import exits

# code: (sentence, hint, exit code); the details of an error stand for the %s
TABLE = {
    "no_table": (
        "no table found",
        "plug one in, start one with `dominotable sim`, or name it with --port",
        exits.NO_TABLE,
    ),
    "several_tables": ("several tables found: %s", "name one with --port or DOMINOTABLE_PORT", exits.NO_TABLE),
    "no_device": ("there is no port %s", "`dominotable list` shows what is connected", exits.NO_TABLE),
    "no_permission": ("may not open %s", "on Linux your user must be in the group `dialout`", exits.NO_TABLE),
    "busy_port": ("%s is in use by another program", "close it and try again", exits.NO_TABLE),
    "no_port": ("cannot open %s: %s", "`dominotable list` shows what is connected", exits.NO_TABLE),
    "silent": ("%s does not answer", "is the table switched on, and is this its port?", exits.LINK),
    "at_repl": (
        "%s shows a MicroPython prompt: the table's program is not running",
        "switch the table off and on, or deploy the firmware",
        exits.LINK,
    ),
    "version": (
        "%s speaks version %s of the protocol, this tool version %s",
        "update whichever is older",
        exits.LINK,
    ),
    "lost": ("the connection to %s broke", "check the cable", exits.LINK),
    "restarted": ("%s restarted meanwhile", "try again", exits.LINK),
    "bad_reply": ("%s answered '%s' with something else", "tool and firmware may not fit: update both", exits.LINK),
    "bad_hash": ("the log of game %s came with errors twice", "check the cable and try again", exits.LINK),
    "refused": ("the table refuses: %s", "", exits.REFUSED),
}


class HostError(Exception):
    """The root of the host's errors. `details` are the values in the sentence."""

    def __init__(self, code: str, *details):
        sentence, self.hint, self.exit_code = TABLE[code]
        self.code = code
        self.details = details
        self.message = sentence % details
        super().__init__(self.message)


class Refused(HostError):
    """The table said no: `refusal` is its code, as in `dominocore.faults`, and `detail` what it said besides."""

    def __init__(self, refusal: str, detail: str):
        super().__init__("refused", ("%s %s" % (refusal, detail)).strip())
        self.refusal = refusal
        self.detail = detail
