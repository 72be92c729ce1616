"""The pages of the documentation and their fenced blocks; run as a program, it updates the sessions.

The language of a block says how it is tested:

| language | test |
|---|---|
| `console` | runs the commands after `$ ` and compares what they print. A line `...` matches any lines. |
| `sh` | runs each command, which must end with 0 |
| `python` | runs the blocks of a page in order and compares what `print(...)  # text` prints |
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest import mock

from exprov.cli import main as main_of_exprov
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/README.md")])
# What commands on the pages read; everything that they write stays in the scratch directory.
_READ = ("examples", "generated", "schemas", "tests/field_cases")


@dataclass(frozen=True)
class Block:
    """A fenced block: `words` are what follows the language, `line` is the first line of its text, from 0."""

    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[Block]:
    """The fenced blocks of a page in this language."""
    return [block for block in _fenced(page) if block.language == language]


@cache
def _fenced(page: Path) -> list[Block]:
    found = []
    # Without the text between the blocks, which takes most of the time.
    for token in MarkdownIt("commonmark").disable("inline").parse(page.read_text("utf-8")):
        if token.type == "fence" and token.info:
            assert token.map is not None
            first, *words = token.info.split()
            found.append(Block(page, token.map[0] + 1, first, tuple(words), token.content))
    return found


def section(text: str, heading: str) -> str:
    """What a page says below a heading, to the next one of the same level."""
    mark, rest = re.split(rf"^(#+) {re.escape(heading)}\n", text, maxsplit=1, flags=re.MULTILINE)[1:]
    return re.split(rf"^#{{1,{len(mark)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def tables(page: Path, header: str, heading: str = "") -> list[list[list[str]]]:
    """The rows of each table whose first column has this header; below a heading if there is one."""
    text = page.read_text("utf-8")
    part = section(text, heading) if heading else text
    found = re.findall(rf"^\| {re.escape(header)} \|.*\n\|---.*\n((?:\|.*\n)+)", part, re.MULTILINE)
    return [[[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows.splitlines()] for rows in found]


def commands(block: Block) -> Iterator[str]:
    """The commands of a block, each with its continued lines."""
    lines = iter(block.text.splitlines())
    for line in lines:
        if block.language == "console" and not line.startswith("$ "):
            continue
        command = line.removeprefix("$ ")
        while command.endswith("\\"):
            command += f"\n{next(lines)}"
        if command.strip() and not command.startswith("#"):
            yield command


def prepare(folder: Path) -> None:
    """Make `folder` look like the root of a checkout to the commands of a page."""
    for read in _READ:
        (folder / read).parent.mkdir(exist_ok=True)
        (folder / read).symlink_to(ROOT / read)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    shims = {
        "python": f'exec "{sys.executable}" "$@"',
        "exprov": f'exec "{sys.executable}" -m exprov "$@"',
    }
    shims["../../my-engine-conformance"] = f"{shims['python'][:-5]} examples/engines/python/adapter.py --engine"
    for program, line in shims.items():
        path = programs / program
        path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        path.chmod(0o755)


def run(command: str, folder: Path, before: int = 0) -> tuple[int, str]:
    """The exit code of a shell command in a prepared directory, and what it prints; `$?` is `before` when it starts."""
    environment = {"PATH": f"{folder}/.venv/bin{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    words = shlex.split(command.replace("\\\n", ""))
    if words[0] == "exprov" and not re.search(r"[|&;<>$*?`#]", command):
        return _in_this_process(words[1:], folder, environment)
    finished = subprocess.run(
        ["bash", "-c", f"(exit {before})\n{command}"],
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )
    return finished.returncode, finished.stdout.decode()


def _in_this_process(arguments: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The same for an `exprov` command that needs no shell: most commands take less time than the start of a process."""
    output = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with (
        mock.patch.dict(os.environ, environment),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        code = main_of_exprov(arguments)
    return code, output.buffer.getvalue().decode()  # type: ignore[attr-defined]


def transcript(block: Block, folder: Path) -> str:
    """A console block with what its commands print today."""
    lines, code = [], 0
    for command in commands(block):
        code, output = run(command, folder, code)
        lines += [f"$ {command}", *output.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed, leaving out what `...` stands for."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else ".*".join(map(re.escape, line.split("...")))
        for line in shown.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, printed) is not None


def main() -> None:
    for page in PAGES:
        lines = page.read_text("utf-8").splitlines(keepends=True)
        with tempfile.TemporaryDirectory() as scratch:
            prepare(Path(scratch))
            printed = [(block, transcript(block, Path(scratch))) for block in blocks(page, "console")]
        for block, text in reversed(printed):
            if not agrees(block.text, text):
                fence = lines[block.line - 1]
                indented = textwrap.indent(text, fence[: len(fence) - len(fence.lstrip())])
                lines[block.line : block.line + block.text.count("\n")] = [indented]
                print(f"{name(page)}:{block.line + 1}: updated")
        page.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
