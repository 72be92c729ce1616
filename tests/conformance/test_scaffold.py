"""Scaffolds: written whole or not at all, and each a program that speaks the protocol and admits that it is not written yet."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exprov.cli.conformance import scaffold as action
from exprov.conformance import protocol, scaffold
from exprov.errors import InputError, UsageError

INTEGER = {"typescript": 2**53 - 1}
TOOLS = {"go": "go", "kotlin": "mvn", "python": "true", "rust": "cargo", "typescript": "npm"}
# What the package managers say without a network.
OFFLINE = "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Could not transfer|Could not resolve host|failed to download|Unknown host"


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def built(language: str, folder: Path) -> list[str]:
    """Write the scaffold to `folder` and build it with the commands of its README; return the command that this names."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not here")
    scaffold.write(language, folder)
    lines = [line.strip() for line in (folder / "README.md").read_text().splitlines() if line.startswith("    ")]
    *steps, last = (step.split() for line in lines for step in line.split(" && "))
    for step in [*steps, ["go", "vet", "./..."]] if language == "go" else steps:
        finished = subprocess.run(step, cwd=folder, capture_output=True, text=True)
        output = finished.stdout + finished.stderr
        if finished.returncode and "CI" not in os.environ and re.search(OFFLINE, output):
            pytest.skip(f"{step[0]} gets no packages here")
        assert finished.returncode == 0, f"{step}: {output}"
    assert last[:4] == ["exprov", "conformance", "run", "--"]
    command = shlex.split(" ".join(last[4:]))
    return [sys.executable if word == "python" else word for word in command]


def conversation() -> list[dict[str, Any]]:
    """What a driver says, with a member and a message that no protocol knows, and a line longer than any small buffer."""
    head = {"type": "case", "contract": "1.0", "timeoutMs": 1000, "later": {"added": [1]}}
    separators = "\u2028\u2029\u0085\r"
    return [
        {"type": "hello", "protocol": [1, 2], "run": "nonce", "suite": {"version": "1", "sha256": "0"}, "contract": ["1.0"]},
        {"type": "news", "text": "ignore me"},
        {**head, "id": "a", "op": "validate", "level": "reader", "input": {"text": separators}, "carrier": "task-result"},
        {**head, "id": "b", "op": "validate", "level": "writer", "input": {"text": "[" * 300_000}},
        {**head, "id": "c", "op": "roundtrip", "level": "reader", "input": {"b64": "/w=="}},
        {**head, "id": "d", "op": "canonical", "level": "reader", "input": {"text": "{}"}},
        {**head, "id": "e", "op": "emit", "level": "writer", "input": {"facts": {"mode": "run"}}},
        {**head, "id": "f", "op": "dance", "level": "reader", "input": {"text": "{}"}},
        {"type": "bye"},
    ]  # fmt: skip


def talk(command: list[str], folder: Path, messages: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int, str]:
    lines = "".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages)
    finished = subprocess.run(command, cwd=folder, input=lines.encode(), capture_output=True, timeout=120)
    answers = finished.stdout.split(b"\n")
    assert answers.pop() == b""
    return [json.loads(line) for line in answers], finished.returncode, finished.stderr.decode()


@pytest.mark.parametrize("language", scaffold.languages())
def test_it_builds_speaks_and_fails_honestly(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    command = built(language, folder)
    answers, code, stderr = talk(command, folder, conversation())
    assert (code, stderr) == (0, "")
    hello = protocol.decode_engine(json.dumps(answers[0]).encode())
    assert isinstance(hello, protocol.EngineHello)
    assert (hello.protocol, hello.run, hello.engine.language) == (1, "nonce", language)
    assert hello.ops == protocol.OPS
    assert hello.levels == protocol.LEVELS
    assert hello.features == ()
    assert (hello.limits.integer, hello.limits.depth) == (INTEGER.get(language), None)
    assert [(answer["id"], answer["status"], answer["error"]) for answer in answers[1:-2]] == [
        (id, "error", {"message": f"not written yet: {op}"})
        for id, op in (("a", "validate"), ("b", "validate"), ("c", "roundtrip"), ("d", "canonical"), ("e", "emit"))
    ]
    assert answers[-2:] == [
        {"type": "result", "id": "f", "status": "unsupported", "unsupported": {"feature": "dance"}},
        {"type": "bye", "answered": 6},
    ]
    # The end of the input is a bye, too.
    assert talk(command, folder, conversation()[:3])[:2] == (answers[:2], 0)
    answers, code, stderr = talk(command, folder, [{**conversation()[0], "protocol": [2]}])
    assert answers == []
    assert code != 0
    assert "speaks protocol 1" in stderr


def test_it_answers_before_the_next_line_comes(tmp_path: Path) -> None:
    command = built("python", tmp_path / "x")
    process = subprocess.Popen(command, cwd=tmp_path / "x", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(conversation()[0]).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["type"] == "hello"
        process.stdin.close()
    assert process.returncode == 0


@pytest.mark.parametrize("language", scaffold.languages())
def test_files(language: str, tmp_path: Path) -> None:
    files = scaffold.files(language)
    assert scaffold.write(language, tmp_path / "new" / "engine") == list(files)
    assert tree(tmp_path / "new" / "engine") == sorted(files)
    assert os.listdir(tmp_path / "new") == ["engine"]
    readme = files["README.md"].decode()
    assert "\n\n1. Write `validate` in " in readme
    assert all(content.isascii() for content in files.values())


def test_languages() -> None:
    assert scaffold.languages() == ("go", "kotlin", "python", "rust", "typescript")
    with pytest.raises(UsageError) as raised:
        scaffold.files("cobol")
    assert (
        str(raised.value) == "there is no scaffold for 'cobol'; the languages are: go, kotlin, python, rust, typescript"
    )


def test_into_an_empty_folder_that_somebody_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "engine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    scaffold.write("go", Path())
    assert os.listdir() != []
    assert tree(folder) == [".gitignore", "README.md", "go.mod", "main.go", "ops.go"]
    assert os.listdir(tmp_path) == ["engine"]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_is_there_stays(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    if kind == "folder":
        folder.mkdir()
        (folder / "mine").write_text("mine")
    else:
        folder.write_text("mine")
    with pytest.raises(UsageError, match="is there and not an empty folder; name another one, or empty it"):
        scaffold.write("go", folder)
    assert tree(tmp_path) == ["engine/mine" if kind == "folder" else "engine"]
    assert os.listdir(tmp_path) == ["engine"]


def test_nothing_is_left_of_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        scaffold.write("go", tmp_path / "engine")
    assert os.listdir(tmp_path) == []
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="check the path and its permissions"):
        scaffold.write("go", tmp_path / "file" / "engine")


def test_the_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import argparse

    parser = argparse.ArgumentParser()
    action.add_arguments(parser)
    folder = tmp_path / "engine"
    assert action.execute(parser.parse_args(["go", str(folder)])) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        *(str(folder / name) for name in (".gitignore", "README.md", "go.mod", "main.go", "ops.go")),
        f"5 files written; next: {folder / 'README.md'}",
    ]
    with pytest.raises(UsageError) as raised:
        action.execute(parser.parse_args(["go", str(folder)]))
    assert raised.value.exit_code == 2
