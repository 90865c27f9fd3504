"""Runs the tool inside the test's own process, as a user would from a shell."""

import json
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
