"""Scaffolds: each is a program that builds, speaks the protocol and admits that it is not written yet.

The Python one is always tested; the others where EXPROV_SCAFFOLDS is set, as `nox -s scaffolds` does.
"""

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
from exprov import atomic
from exprov.conformance import plan, protocol, scaffold

INTEGER = {"typescript": 2**53 - 1}
TOOLS = {
    "csharp": "dotnet", "go": "go", "java": "mvn", "kotlin": "mvn", "python": "true", "ruby": "ruby", "rust": "cargo",
    "swift": "swift", "typescript": "npm",
}  # fmt: skip
# What the package managers say without a network.
OFFLINE = "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Could not transfer|Could not resolve host|failed to download|Unknown host"


def built(language: str, folder: Path) -> list[str]:
    """Write the scaffold to `folder` and build it with the commands of its README; return its command."""
    if language != "python" and "EXPROV_SCAFFOLDS" not in os.environ:
        pytest.skip("takes long: nox -s scaffolds builds and tests it")
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    atomic.write_folder(folder, scaffold.files(language))
    lines = [line.strip() for line in (folder / "README.md").read_text().splitlines() if line.startswith("    ")]
    *steps, last = (step.split() for line in lines for step in line.split(" && "))
    for step in [*steps, ["go", "vet", "./..."]] if language == "go" else steps:
        finished = subprocess.run(step, cwd=folder, capture_output=True, text=True)
        output = finished.stdout + finished.stderr
        if finished.returncode and "CI" not in os.environ and re.search(OFFLINE, output):
            pytest.skip(f"{step[0]} cannot download packages")
        assert finished.returncode == 0, f"{step}: {output}"
    assert last[:4] == ["exprov", "conformance", "run", "--"]
    command = shlex.split(" ".join(last[4:]))
    return [sys.executable if word == "python" else word for word in command]


def conversation() -> list[dict[str, Any]]:
    """What a driver says, with an unknown member, an unknown message, and a line longer than any small buffer."""
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
    assert (hello["type"], hello["run"], hello["engine"]["language"]) == ("hello", "nonce", language)
    assert protocol.declared(hello) == {
        "contract": [protocol.CONTRACT],
        "ops": list(protocol.OPS),
        "levels": list(protocol.LEVELS),
        "features": [],
        "limits": {"integer": INTEGER.get(language), "depth": None},
        "findings": "all",
        "window": 1,
    }
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


def emitted(world: Any) -> dict[str, Any]:
    """The record of a small engine in this world."""
    profile = world.facts.get("profile", "auto")
    record: dict[str, Any] = {"schemaVersion": "1.0", "locality": "unknown", "modelProfile": profile}
    attempts: list[dict[str, str]] = []
    rejections: list[dict[str, Any]] = []
    if not world.cancelled and world.check() is None:
        for one in world.providers:
            if codes := world.objections(one["providerId"]):
                rejections.append({"providerId": one["providerId"], "reasonCodes": codes})
        for provider in world.providers[len(rejections) :]:
            if world.cancelled:
                break
            models: list[str | None] = []
            pieces: list[str] = []
            while (failure := world.call(provider["providerId"], models.append, pieces.append)) and failure.transient:
                models.clear()
            outcome = {"outcome": "cancelled" if world.cancelled else "succeeded"}
            if failure is not None:
                outcome = {"outcome": "failed", "errorClass": failure.error_class}
            attempts.append({"providerId": provider["providerId"], **outcome})
            if failure is None or (pieces and world.facts["mode"] == "stream"):
                record |= provider | ({"reportedModel": models[0]} if models[0] else {})
                break
    counts = {"attemptCount": len(attempts), "fallbackOccurred": len(attempts) > 1}
    return {**record, **counts, "attempts": attempts, "routeRejections": rejections}


def test_the_world_replays_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(scaffold.__file__).with_name("scaffolds") / "python")
    from world import World

    cases = [case for case in plan.load().cases if case.op == "emit" and not case.carrier]
    assert len(cases) > 100
    for case in cases:
        record = emitted(World(case.input["facts"]))
        assert record == json.loads(case.expected["output"]["text"]), case.id
