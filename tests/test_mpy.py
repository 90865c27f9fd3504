"""Everything that goes onto a board compiles with mpy-cross, and the core runs from the compiled files."""

import subprocess

import pytest

import filelist


@pytest.fixture(scope="module")
def compiled(root, mpy_cross, tmp_path_factory):
    """A folder laid out as the board's, holding .mpy files; what the compiler refused is kept as text."""
    board = tmp_path_factory.mktemp("board")
    refused = []
    for there, here in filelist.device_files():
        if not there.endswith(".py"):
            continue
        target = (board / there).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        command = mpy_cross + ["-s", there, "-o", str(target), str(root / here)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            refused.append(here + ": " + done.stderr)
    return board, refused


def test_every_file_compiles(compiled):
    assert compiled[1] == []


def test_size_is_told(compiled, record_property):
    """Not a limit: the heap is measured in benchmarks/memory.py. It must fit beside a journal in 1,408 KiB."""
    sizes = {path: path.stat().st_size for path in compiled[0].rglob("*.mpy")}
    print("%d compiled files, %d bytes" % (len(sizes), sum(sizes.values())))
    record_property("mpy_bytes", sum(sizes.values()))
    assert 0 < sum(sizes.values()) < 700 * 1024


def test_compiled_core_imports_on_micropython(compiled, micropython):
    board = compiled[0]
    names = [path.relative_to(board / "lib").with_suffix("").parts for path in (board / "lib").rglob("*.mpy")]
    core = [".".join(parts).replace(".__init__", "") for parts in names if parts[0] == "dominocore"]
    lines = ["import sys", "sys.path[:] = [%r, '.frozen']" % str(board / "lib")]
    lines += ["import %s" % name for name in sorted(core)] + ["print('imported')"]
    done = subprocess.run(micropython + ["-c", "\n".join(lines)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stdout + done.stderr
