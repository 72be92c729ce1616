"""The sessions of the README, kept true: run as a program it writes them, the test compares them."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

from exprov.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_SESSION = re.compile(r"(?<=<!-- session -->\n```console\n)(.*?)(?=```)", re.DOTALL)


def render(text: str) -> str:
    """`text` with the output of every session made anew, from the repository's root."""
    return _SESSION.sub(lambda match: _run(match[1]), text)


def _run(session: str) -> str:
    lines = []
    for command in (line for line in session.splitlines() if line.startswith("$ ")):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.chdir(ROOT):
            main(shlex.split(command.removeprefix("$ exprov ")))
        lines += [command, *output.getvalue().rstrip("\n").splitlines()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    temporary = README.with_suffix(".new")
    temporary.write_text(render(README.read_text("utf-8")), "utf-8")
    os.replace(temporary, README)
