"""Run by MicroPython, from test_store.py: the store on the real littlefs, with the power failing wherever it can.

    micropython -X heapsize=64m tests/firmware/on_flash.py NAME...

The flash is a block device in memory with the rp2's geometry that writes down every erase and program. A power cut is
then an image rebuilt from the operations before it, so each costs one recovery and no process. SOAK=1 in the
environment adds cuts during the recovery itself and a longer game.
"""

import gc
import os
import sys

import vfs

_HERE = sys.argv[0][: sys.argv[0].rfind("/")]
sys.path[:0] = [_HERE + "/../../" + name for name in ("shared", "firmware", "tests/core")]

from chance import Chance  # noqa: E402
from dominocore import journal  # noqa: E402
from dominocore.faults import DominoError  # noqa: E402
from table.store import Store  # noqa: E402

SECTOR = 4096
SECTORS = 352
KEY = b"k" * 32
SOAK = bool(os.getenv("SOAK"))


class Flash:
    """NOR flash in memory. `log` is a list of (address, bytes programmed, or None for an erase)."""

    def __init__(self, image=None):
        self.image = bytearray(image) if image else bytearray(b"\xff" * (SECTOR * SECTORS))
        self.log = []

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        buf[:] = memoryview(self.image)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            self.erase(block)
            offset = 0
        address = block * SECTOR + offset
        for at in range(0, len(buf), 256):
            page = bytes(buf[at : at + 256])
            self.log.append((address + at, page))
            self.image[address + at : address + at + len(page)] = page

    def erase(self, block):
        self.log.append((block * SECTOR, None))
        self.image[block * SECTOR : (block + 1) * SECTOR] = b"\xff" * SECTOR

    def ioctl(self, op, arg):
        if op == 4:
            return SECTORS
        if op == 5:
            return SECTOR
        if op == 6:
            self.erase(arg)
        return 0


def apply(image, operation, torn=None):
    """Do one operation on an image; torn "half" does its first half only, "noise" leaves rubbish in the second."""
    address, data = operation
    data = data or b"\xff" * SECTOR
    if torn:
        half = len(data) // 2
        image[address : address + half] = data[:half]
        if torn == "noise":
            image[address + half : address + len(data)] = Chance(address).text(len(data) - half)
    else:
        image[address : address + len(data)] = data


def format_flash():
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    flash.log = []
    return flash


class mounted:
    """`with mounted(flash):` the flash is the current directory."""

    def __init__(self, flash):
        self.flash = flash

    def __enter__(self):
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=256), "/flash")
        os.chdir("/flash")

    def __exit__(self, *error):
        os.chdir("/")
        vfs.umount("/flash")


class Ticks:
    """A clock that goes on 7 ms each time it is read."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 7
        return self.now


def event(n, size=6):
    return bytes([(n + i) & 255 for i in range(size)])


def config():
    return {"game": "block", "set": 6, "seats": ["Ana", "Beto"], "table": "t1"}


def fresh():
    store = Store(Ticks())
    return store, store.recover()


def content(store, game):
    return store.read(game, 0, 100000)


def payloads(data):
    records, reader = journal.read(data)
    assert reader.problems == [], reader.problems
    return [payload for _, payload in records]


# What it does


def test_a_game_from_open_to_close():
    with mounted(format_flash()):
        store, found = fresh()
        assert found.game == 0 and store.games() == []
        assert store.open_game(config()) == 1
        store.hand(b"checkpoint")
        stamps = [store.event(event(n)) for n in range(3)]
        store.note({"clock": 1700000000})
        assert stamps == [7, 14, 21]
        assert store.flush() and store.flush()
        store.close_game({"winner": 2}, KEY)
        assert store.game == 0 and store.games() == [1]
        records, reader = journal.read(content(store, 1))
        assert reader.verify(KEY) == journal.Verdict((), True, True, True)
        assert [payload[0] for _, payload in records] == [1, 2, 3, 3, 3, 4, 6]
        assert store.config(1)["number"] == 1 and store.config(1)["seats"] == ["Ana", "Beto"]
        assert store.open_game(config()) == 2
        listed = store.logs(1, 5)
        assert [(log["game"], log["running"]) for log in listed] == [(1, False), (2, True)]
        assert listed[1]["bytes"] == store.size(2) and listed[1]["config"] == store.config(2)
        assert [log["game"] for log in store.logs(2, 5)] == [2] and len(store.logs(0, 1)) == 1


def test_what_was_not_flushed_is_not_there():
    flash = format_flash()
    with mounted(flash):
        store, _ = fresh()
        store.open_game(config())
        store.event(event(1))
        store.flush()
        store.event(event(2))
        assert len(payloads(content(store, 1))) == 2
    with mounted(Flash(flash.image)):
        store, found = fresh()
        assert found.game == 1 and found.events == [event(1)]
        assert found.config["game"] == "block" and found.checkpoint == b""


def test_resume_gives_the_hand_under_way_and_goes_on():
    flash = format_flash()
    with mounted(flash):
        store, _ = fresh()
        store.open_game(config())
        for hand in range(4):
            store.hand(b"hand %d" % hand)
            for n in range(30):
                store.event(event(n + hand))
                store.flush()
    with mounted(Flash(flash.image)):
        store, found = fresh()
        assert found.checkpoint == b"hand 3" and found.torn == 0 and found.damaged == 0
        assert found.events == [event(n + 3) for n in range(30)]
        assert store.ms == 120 * 7
        store.resume(9)
        store.event(event(200))
        store.close_game({}, KEY)
        kinds = [payload[0] for payload in payloads(content(store, 1))]
        assert kinds[-3:] == [journal.BOOT, journal.EVENT, journal.CLOSE]
        assert journal.read(content(store, 1))[1].verify(KEY).signed
    assert journal.split_boot(journal.boot_payload(9, 0)) == (9, 0)


def test_reading_by_offset_is_the_same_before_and_after_a_fold():
    with mounted(format_flash()):
        store, _ = fresh()
        store.open_game(config())
        seen = b""
        for n in range(120):
            store.event(event(n, n % 40 + 1))
            store.flush()
            size = store.size(1)
            assert content(store, 1)[: len(seen)] == seen
            seen = content(store, 1)
            assert len(seen) == size
            assert store.read(1, size - 5, 50) == seen[-5:] and store.read(1, size + 9, 5) == b""
            assert store.read(1, 30, 33) == seen[30:63]
        store.close_game({}, KEY)
        whole = content(store, 1)
        assert whole[: len(seen)] == seen
        steps = list(store.hashing(1))
        assert len(steps) == (len(whole) + 511) // 512 + 1 and not any(steps[:-1])
        import hashlib

        assert steps[-1] == (len(whole), hashlib.sha256(whole).digest())


def test_large_records_and_a_long_queue():
    with mounted(format_flash()):
        store, _ = fresh()
        store.open_game(config())
        store.hand(bytes(2000))
        for n in range(200):
            store.event(event(n))
        batches = 1
        while not store.flush():
            batches += 1
        assert batches > 3
        found = fresh()[1]
        assert found.checkpoint == bytes(2000) and len(found.events) == 200


def test_refusals_have_codes():
    with mounted(format_flash()):
        store, _ = fresh()
        for refused, code in (
            (lambda: store.event(b"x"), "no_game"),
            (lambda: store.close_game({}, KEY), "no_game"),
            (lambda: store.size(7), "no_log"),
            (lambda: store.read(7, 0, 10), "no_log"),
            (lambda: store.open_game({"seats": ["x" * 2000]}), "config_too_long"),
            (lambda: store.open_game(config()) and store.open_game(config()), "game_running"),
        ):
            try:
                refused()
            except DominoError as error:
                assert error.code == code, (error.code, code)
            else:
                raise AssertionError(code)


def test_a_full_flash_refuses_a_game_and_keeps_the_logs():
    with mounted(format_flash()):
        store, _ = fresh()
        store.open_game(config())
        store.close_game({}, KEY)
        first = content(store, 1)
        store.open_game(config())
        with open("filler", "wb") as filler:
            for _ in range(store.free() // SECTOR - 10):
                filler.write(bytes(SECTOR))
        try:
            for n in range(10000):
                store.event(event(n, 200))
                store.flush()
        except DominoError as error:
            assert error.code == "flash_write" and error.detail[1] == 28
        else:
            raise AssertionError("flash never filled up")
        durable = len(payloads(content(store, 2)))
        assert fresh()[1].game == 2 and durable > 20
        os.remove("filler")
        assert store.flush()
        assert len(payloads(content(store, 2))) == durable + 1
        store.close_game({}, KEY)
        assert journal.read(content(store, 2))[1].verify(KEY).signed
        with open("filler", "wb") as filler:
            while store.free() > 65536 + SECTOR:
                filler.write(bytes(SECTOR * 4))
                filler.flush()
        os.rename("filler", "more")
        with open("filler", "wb") as filler:
            filler.write(bytes(SECTOR * 4))
        try:
            store.open_game(config())
        except DominoError as error:
            assert error.code == "flash_full"
        else:
            raise AssertionError("a game began on a full flash")
        assert store.games() == [1, 2] and content(store, 1) == first


def test_most_appends_erase_nothing():
    """The reason for the tail file: what an append costs in erases (45 ms) and programmed pages (0.5 ms)."""
    flash = format_flash()
    costs = []
    with mounted(flash):
        store, _ = fresh()
        store.open_game(config())
        for n in range(400):
            store.event(event(n))
            before = len(flash.log)
            store.flush()
            done = flash.log[before:]
            erases = sum([data is None for _, data in done])
            costs.append(45000 * erases + 500 * (len(done) - erases))
    costs.sort()
    average = sum(costs) // len(costs)
    print("append: middle %d us, average %d, p95 %d, worst %d" % (costs[200], average, costs[380], costs[-1]))
    assert costs[200] <= 2000 and average < 15000


# What the power does


def play(store, marks, flash, hands, events):
    """Play a game, noting (operations so far, records durable, records made) whenever the last two change."""
    made = 1
    store.open_game(config())
    marks.append((len(flash.log), 1, 1))
    for hand in range(hands):
        store.hand(b"checkpoint %d" % hand * 12)
        made += 1
        for n in range(events):
            store.event(event(n, 6 if n % 5 else 40))
            made += 1
            marks.append((len(flash.log), marks[-1][1], made))
            if n % 3:
                store.flush()
                marks.append((len(flash.log), made, made))
    marks.append((len(flash.log), marks[-1][1], made + 1))
    store.close_game({"winner": 1}, KEY)
    marks.append((len(flash.log), made + 1, made + 1))


def at_cut(marks, done):
    """Records that must be there, and that may be there, when `done` operations were done."""
    durable = made = 0
    for operations, sure, most in marks:
        if operations <= done:
            durable = sure
        made = most
        if operations > done:
            break
    return durable, made


def check_recovery(image, reference, durable, made):
    """Boot from an image: nothing durable is lost, nothing is invented, and the game can be gone on with."""
    flash = Flash(image)
    with mounted(flash):
        store, found = fresh()
        assert found.damaged == 0
        there = payloads(content(store, 1)) if store.games() else []
        assert durable <= len(there) <= made, (durable, len(there), made)
        assert there == reference[: len(there)]
        if found.game:
            store.resume(2)
            store.event(b"after")
            store.flush()
            assert fresh()[1].events[-1] == b"after"
            store.close_game({}, KEY)
            assert journal.read(content(store, 1))[1].verify(KEY) == journal.Verdict((), True, True, True)
        else:
            assert store.open_game(config()) == len(store.games())
    return flash.log


def cut_everywhere(hands, events, again):
    flash = format_flash()
    image = bytearray(flash.image)
    marks = []
    with mounted(flash):
        store, _ = fresh()
        play(store, marks, flash, hands, events)
        reference = payloads(content(store, 1))
    cuts = 0
    for done, operation in enumerate(flash.log):
        durable, made = at_cut(marks, done)
        for torn in (None, "half", "noise"):
            cut = bytearray(image)
            if torn:
                apply(cut, operation, torn)
            recovery = check_recovery(cut, reference, durable, made)
            cuts += 1
            for step, part in enumerate(recovery if again and torn else ()):
                apply(cut, part, torn)
                if step % 5 == 0:
                    check_twice(cut)
                    cuts += 1
                apply(cut, part)
        apply(image, operation)
        gc.collect()
    print("%d operations, %d power cuts" % (len(flash.log), cuts))
    return cuts


def check_twice(image):
    """A second cut, during the recovery: the journal is sound whatever it holds."""
    with mounted(Flash(image)):
        store, found = fresh()
        assert found.damaged == 0
        for game in store.games():
            payloads(content(store, game))


def test_power_cut_at_every_operation():
    assert cut_everywhere(2, 24, False) > 200


def test_power_cut_at_every_operation_and_again_in_the_recovery():
    hands, events = (4, 60) if SOAK else (1, 20)
    assert cut_everywhere(hands, events, True) > 200


def torn_log(cut, extra):
    """A game whose log lost its last `cut` bytes and got others, as no littlefs but a bad flash would leave it."""
    flash = format_flash()
    with mounted(flash):
        store, _ = fresh()
        store.open_game(config())
        store.event(event(1))
        store.event(event(2))
        store.close_game({}, KEY)
        data = content(store, 1)
        size = len(data) - (10 + 65 + 2) - cut  # without its close
        with open("journal/g00001.log", "wb") as log:
            log.write(data[:size] + extra)
        os.remove("journal/tail")
    return flash


def test_a_torn_last_record_is_cut_off_and_said():
    for cut, extra, left in ((3, b"", 1), (0, b"\x10\x00torn", 2), (0, b"\xff" * 40, 2), (20, bytes(20), 1)):
        with mounted(torn_log(cut, extra)):
            store, found = fresh()
            assert found.game == 1 and len(found.events) == left
            torn = found.torn
            assert torn == (len(extra) if left == 2 else 21 - cut + len(extra))
            store.resume(4)
            store.event(event(9))
            store.flush()
            there = payloads(content(store, 1))
            assert journal.split_boot(there[-2]) == (4, torn)
            assert fresh()[1].torn == 0


def test_a_damaged_log_is_kept_and_not_gone_on_with():
    flash = torn_log(0, b"")
    with mounted(flash):
        with open("journal/g00001.log", "rb") as log:
            data = bytearray(log.read())
        data[-30] ^= 1
        with open("journal/g00001.log", "wb") as log:
            log.write(data)
        store, found = fresh()
        assert found.game == 0 and found.damaged == 1
        assert content(store, 1) == data
        assert store.open_game(config()) == 2


def test_a_tail_of_another_game_is_not_mixed_in():
    with mounted(format_flash()):
        store, _ = fresh()
        store.open_game(config())
        store.event(event(1))
        store.flush()
        store.close_game({}, KEY)
        os.remove("journal/g00001.log")
        store, found = fresh()
        assert found.game == 0
        assert store.open_game(config()) == 2
        assert fresh()[1].events == []


def main(names):
    for name in names:
        globals()[name]()


main(sys.argv[1:])
