"""What is shipped: the lists of the board's files, and the wheel that carries the firmware with the tool."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import filelist


def board_sources(root):
    """Every file that belongs on a board, found without the tool that writes the lists."""
    found = {p for folder in ("firmware", "shared/dominocore") for p in (root / folder).rglob("*.py")}
    found.discard(root / "firmware" / "manifest.py")
    return found


def frozen_by(manifest):
    """What a manifest freezes, with stand-ins for the functions that MicroPython's build gives it."""
    found = []
    here = manifest.parent

    def package(name, files, base_path):
        found.extend((here / base_path / name / file).resolve() for file in files)

    known = {"include": lambda path: None, "module": lambda path: found.append(here / path), "package": package}
    exec(manifest.read_text(), known)
    return found


def test_manifest_freezes_every_module(root):
    assert sorted(frozen_by(root / "firmware" / "manifest.py")) == sorted(board_sources(root))


def test_mip_package_installs_every_file(root):
    package = json.loads((root / "package.json").read_text())
    profiles = set((root / "firmware" / "profiles").glob("*.json"))
    assert sorted(root / source for _, source in package["urls"]) == sorted(board_sources(root) | profiles)


def test_mip_package_puts_files_where_the_board_looks_for_them(root):
    package = json.loads((root / "package.json").read_text())
    places = {source: target for target, source in package["urls"]}
    assert places["firmware/main.py"] == "main.py"
    assert places["shared/dominocore/tiles.py"] == "lib/dominocore/tiles.py"
    assert places["firmware/profiles/grid.json"] == "profiles/grid.json"


def test_lists_are_as_the_tool_writes_them(root):
    advice = "run `make files`"
    assert (root / "package.json").read_text() == filelist.package_json(filelist.project_version()), advice
    assert (root / "firmware" / "manifest.py").read_text() == filelist.manifest(), advice


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(root)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_wheel_carries_core_tool_simulator_and_firmware(root, wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"dominotable/_firmware/" + there for there in relative_files(root / "firmware", "*")}
    wanted |= set(relative_files(root / "shared", "*.py")) | set(relative_files(root / "host", "*.py"))
    wanted |= set(relative_files(root / "host", "rules/*.md"))
    assert wanted <= inside
    assert not [name for name in inside if name.startswith(("tests/", "hardware/")) or name.endswith(".pyc")]


def relative_files(folder, pattern):
    files = [path for path in folder.rglob(pattern) if path.is_file() and "__pycache__" not in path.parts]
    return [path.relative_to(folder).as_posix() for path in files]


def test_installed_without_extras_the_tool_runs_anywhere(wheel, tmp_path):
    """A venv of its own, no extra, and a folder far from the repository."""
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder = tmp_path / "venv" / "bin"
    subprocess.run([bin_folder / "pip", "install", "--quiet", str(wheel)], check=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DOMINOTABLE"))}
    command = [bin_folder / "dominotable", "games", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "block" in [game["id"] for game in json.loads(done.stdout)]
