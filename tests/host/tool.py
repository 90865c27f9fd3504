"""Runs the tool as a user would from a shell: inside the test's own process, or in one that Ctrl-C can end."""

import json
import signal
import subprocess
import sys
from dataclasses import dataclass

from typer.testing import CliRunner

from dominotable.cli import app


@dataclass
class Run:
    code: int
    out: str
    err: str

    @property
    def data(self):
        """The JSON objects on stdout, one a line; a single one stands for itself."""
        found = [json.loads(line) for line in self.out.splitlines()]
        return found[0] if len(found) == 1 else found


def run(*words, **environment) -> Run:
    env = {"DOMINOTABLE_LANG": None, "DOMINOTABLE_PORT": None, "COLUMNS": "200"} | environment
    done = CliRunner().invoke(app, [str(word) for word in words], env=env, prog_name="dominotable")
    return Run(done.exit_code, done.stdout, done.stderr)


def start(*words, **popen) -> subprocess.Popen:
    """The tool in a process of its own. It hears Ctrl-C even if the tests themselves run in the background."""
    command = [sys.executable, "-m", "dominotable", *map(str, words)]
    return subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **popen)
