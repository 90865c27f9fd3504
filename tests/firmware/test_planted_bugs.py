"""Bugs that real drivers have had, planted one at a time: each must make its named check fail.

This is the proof that the models are strict enough to test a driver with. The driver is copied, one edit is made,
and the check is run in MicroPython on the copy. An edit whose text is no longer found, or found twice, is an error.
"""

import shutil
from collections import namedtuple

import pytest

import driver_checks

Bug = namedtuple("Bug", "name check file old new")


def reader(name, check, old, new):
    return Bug(name, check, "mfrc522.py", old, new)


BUGS = [
    reader(
        "no CRC check on SAK",
        "check_sak_crc",
        "        if self._crc(answer, 1, n - 1) != answer[n - 1] | answer[n] << 8:\n            return BAD_CRC\n",
        "",
    ),
    reader(
        "BCC not checked",
        "check_bcc",
        "        if out[3] ^ out[4] ^ out[5] ^ out[6] ^ out[7]:\n            return BAD_BCC\n",
        "",
    ),
    reader("4-byte UIDs only", "check_seven_byte_uid", "            if not more:\n", "            if True:\n"),
    reader(
        "cascade tag not stripped",
        "check_seven_byte_uid",
        "            for i in range(4 if more else 3, 7):\n                uid[n] = out[i]\n",
        "            for i in range(3, 7):\n                uid[n] = out[i]\n",
    ),
    reader(
        "no HLTA after a good read",
        "check_left_halted",
        "            code = self._climb(uid, follow)\n        self.halt()\n",
        "            code = self._climb(uid, follow)\n",
    ),
    reader(
        "no HLTA after a failed read",
        "check_one_left_after_a_collision",
        "        self.halt()\n        return code\n\n    def _climb",
        "        if code > 0:\n            self.halt()\n        return code\n\n    def _climb",
    ),
    reader(
        "REQA instead of WUPA",
        "check_found_again_and_again",
        "self._out[1] = _WUPA if all else _REQA",
        "self._out[1] = _REQA",
    ),
    reader(
        "a second REQA after the first",
        "check_seven_byte_uid",
        "        code = self._exchange(1, 7)\n",
        "        self._exchange(1, 7)\n        code = self._exchange(1, 7)\n",
    ),
    reader(
        "the wait never sees the timer",
        "check_empty_cell_is_quick",
        "self._wait(_IRQ_RX | _IRQ_TIMER, ticks)",
        "self._wait(_IRQ_RX, ticks)",
    ),
    reader(
        "timer prescaler wrong",
        "check_empty_cell_is_quick",
        "_PRESCALER = const(677)",
        "_PRESCALER = const(3390)",
    ),
    reader(
        "timer does not start by itself",
        "check_empty_cell_is_quick",
        "_T_AUTO = const(0x80)",
        "_T_AUTO = const(0x00)",
    ),
    reader(
        "timer left running after HLTA",
        "check_found_again_after_any_pause",
        "        self._set(_CONTROL, _STOP_TIMER)  # or it would run out in the middle of the next exchange\n",
        "",
    ),
    reader(
        "collision ignored",
        "check_collision",
        "        if error & _ERR_COLLISION:\n            return COLLISION\n",
        "",
    ),
    reader("16-byte receive cap", "check_read_pages", "_LONGEST_IN = const(18)", "_LONGEST_IN = const(16)"),
    reader(
        "TxLastBits not reset",
        "check_seven_byte_uid",
        "self._set(_BIT_FRAMING, _START_SEND | framing)",
        "self._set(_BIT_FRAMING, _START_SEND | framing | 7)",
    ),
    reader(
        "StartSend not cleared",
        "check_start_send_is_off_between_frames",
        "        self._set(_BIT_FRAMING, 0)\n",
        "",
    ),
    reader(
        "FIFO not flushed",
        "check_long_answer_is_refused_and_leaves_nothing",
        "        self._set(_FIFO_LEVEL, _FLUSH)\n",
        "",
    ),
    reader(
        "ComIrq not cleared",
        "check_lifted_tag_is_gone",
        "        self._set(_COM_IRQ, _CLEAR_ALL)\n",
        "",
    ),
    reader("RxAlign wrong", "check_resolve_names_every_tag", "part << 4 | part)", "part)"),
    reader("antenna left on", "check_field_off", "0x83 if on else 0x80", "0x83"),
    reader("antenna driven by one output", "check_seven_byte_uid", "0x83 if on else 0x80", "0x81 if on else 0x80"),
    reader("modulation left at reset", "check_seven_byte_uid", "self._set(_TX_ASK, 0x40)", "self._set(_TX_ASK, 0)"),
    reader("wrong address shift", "check_version", "_READ | register << 1", "_READ | register"),
    reader(
        "burst read off by one",
        "check_seven_byte_uid",
        "self._asks[received], self._ins[received]",
        "self._asks[received - 1], self._ins[received - 1]",
    ),
    reader(
        "chip without answer waited for",
        "check_dead_reader",
        "_GUARD_US = const(4000)",
        "_GUARD_US = const(100000)",
    ),
    reader(
        "a dead reader taken for an empty cell",
        "check_dead_reader",
        "        if irq < 0:\n            return irq\n",
        "        if irq < 0:\n            return TIMEOUT\n",
    ),
    reader(
        "answer time of WRITE too short",
        "check_write_a_page",
        "_WRITE_TICKS = const(100)",
        "_WRITE_TICKS = const(10)",
    ),
    reader(
        "clock compared without its wrap",
        "check_ticks_may_wrap",
        "            if ticks_diff(ticks_us(), start) > limit:\n",
        "            if ticks_us() > start + limit or ticks_us() < start:\n",
    ),
    reader(
        "allocation in the scan",
        "check_scan_allocates_nothing",
        "        self._spi.write(self._outs[n])\n",
        "        self._spi.write(bytes(self._outs[n]))\n",
    ),
    Bug("CRC preset wrong", "check_seven_byte_uid", "crc_a.py", "const(0x6363)", "const(0xFFFF)"),
    Bug(
        "display sent whole every time",
        "check_display_gets_only_changed_pages",
        "ssd1306.py",
        "            self._stale = False\n",
        "",
    ),
    Bug("LED current not capped", "check_lights_are_capped", "ws2812.py", "if total > self._most:", "if False:"),
    Bug("pull-ups left off", "check_buttons", "mcp23017.py", r'b"\xff\xff"', r'b"\xff\x00"'),
]


def plant(bug, folder):
    """A copy of the drivers with one bug in it."""
    drivers = folder / "drivers"
    shutil.copytree(driver_checks.DRIVERS / "drivers", drivers, ignore=shutil.ignore_patterns("__pycache__"))
    source = drivers / bug.file
    text = source.read_text(encoding="utf-8")
    assert text.count(bug.old) == 1, "the text to edit must be there once"
    source.write_text(text.replace(bug.old, bug.new), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def healthy(micropython):
    return driver_checks.run(micropython)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_planted_bug_is_found(bug, micropython, healthy, tmp_path):
    assert healthy[bug.check] == ""
    outcome = driver_checks.run(micropython, plant(bug, tmp_path), [bug.check])
    assert list(outcome) == [bug.check]
    assert outcome[bug.check] != ""


def test_there_are_twenty_and_each_is_its_own():
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= 20
    assert len({(bug.file, bug.old, bug.new) for bug in BUGS}) == len(BUGS)
