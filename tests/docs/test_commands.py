"""Every command and every program on the pages does what they show."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
from pathlib import Path

import pytest
from docs.cli import options
from docs.pages import PAGES, ROOT, Block, agrees, blocks, commands, name, prepare, run, transcript
from execution_provenance import validate

# Commands of `sh` blocks that take long or need the network, and what runs them instead.
ELSEWHERE = {
    "python3 -m venv": ".ci/run",
    "pip install": ".ci/run",
    ". .venv/bin/activate": "nothing to run: it changes the shell",
    "python -m pytest": ".ci/run",
    "nox": ".ci/run",
    "npm": "nox -s typescript",
    "cargo": "nox -s rust",
    "exprov generate": "nox -s drift",
    "exprov strength": "nox -s strength",
}


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


@pytest.mark.parametrize("page", with_blocks("console"), ids=name)
def test_sessions(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    for block in blocks(page, "console"):
        printed = transcript(block, tmp_path)
        remedy = f"{name(page)}:{block.line}: run `python tests/docs/pages.py`, and read the difference"
        if not agrees(block.text, printed):
            pytest.fail(f"{remedy}\n{printed[:2000]}", pytrace=False)


@pytest.mark.parametrize("page", with_blocks("sh"), ids=name)
def test_scripts(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "run.json").write_bytes(
        (ROOT / "tests/field_cases/001-baseline-single-attempt.json").read_bytes()
    )
    for block in blocks(page, "sh"):
        for command in commands(block):
            if not any(command.startswith(prefix) for prefix in ELSEWHERE):
                assert run(command, tmp_path) == (0, ""), command


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_mentioned_commands_exist(page: Path) -> None:
    """Those in the text, and those that are run elsewhere: their verbs, actions and options."""
    inline = re.findall(r"`(exprov [a-z]+[^`]*)`", page.read_text("utf-8"))
    scripts = [line for block in blocks(page, "sh") for line in commands(block) if line.startswith("exprov ")]
    for command in [*inline, *scripts]:
        _, *words = command.partition(" -- ")[0].split()
        path = tuple(itertools.takewhile(re.compile("[a-z]+").fullmatch, words))
        assert {word for word in words if word.startswith("--")} <= options(path), command


@pytest.mark.parametrize("page", with_blocks("python"), ids=name)
def test_programs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for block in blocks(page, "python"):
        if not block.words:
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(block.text, f"{name(page)}:{block.line}", "exec"), space)
            expected = re.findall(r"^ *print\(.*\)  # (.*)$", block.text, re.MULTILINE)
            if expected:
                shown = "".join(f"{line}\n" for line in expected)
                assert agrees(shown, output.getvalue()), output.getvalue()


def examples() -> list[Block]:
    return [block for page in PAGES for block in blocks(page, "json")]


@pytest.mark.parametrize("block", examples(), ids=lambda block: f"{name(block.page)}:{block.line}")
def test_examples(block: Block) -> None:
    value = json.loads(block.text)
    if "schemaVersion" in value:
        assert validate(block.text) == []


def test_the_example_log_is_what_its_script_writes() -> None:
    code, written = run("python examples/make_log.py", ROOT)
    assert (code, written) == (0, (ROOT / "examples" / "engine-run.jsonl").read_text("utf-8"))
