"""`exprov conformance plan` and `judge`: a run through files instead of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from conformance.engines import A, engine, hello
from exprov.conformance import plan, protocol

PROCESS = [sys.executable, "-m", "exprov", "conformance", "plan", "--select", "unicode.composed"]


def test_plan_and_judge_do_the_same_as_run(run: Any, tmp_path: Path) -> None:
    select = ("--select", "rules.attempt-count.*")
    asked = run("conformance", "plan", *select)
    assert (asked.code, asked.err) == (0, "")
    assert protocol.decode_driver(asked.out.splitlines()[0].encode())["type"] == "hello"
    cases, said, file = tmp_path / "cases.jsonl", tmp_path / "results.jsonl", tmp_path / "baseline.json"
    cases.write_text(asked.out, "utf-8")
    command = engine(tmp_path / "engine", plan.load(select=select[1:]), faults={A: ["error", "no"]})
    finished = subprocess.run(command, input=asked.out.encode(), capture_output=True, timeout=60, check=True)
    said.write_bytes(finished.stdout)
    for chosen in (["--plan", cases], select):
        outcome = run("conformance", "judge", *chosen, "--report", "json", said)
        assert outcome.code == 1
        assert A in outcome.out
    other = run("conformance", "judge", said)
    assert other.code == 3
    assert "the engine's hello is for another run: " in other.err
    assert run("conformance", "judge", "--plan", cases, "--baseline", file, "--update", said).code == 0
    assert run("conformance", "judge", "--plan", cases, "--baseline", file, said).code == 0
    assert run("conformance", "judge", tmp_path / "missing").code == 3


def test_all_cases_are_judged_without_naming_the_plan(run: Any, tmp_path: Path) -> None:
    lines = run("conformance", "plan").out.removesuffix("\n").split("\n")
    said = tmp_path / "results.jsonl"
    nothing = hello(run=json.loads(lines[0])["run"], ops=[])
    said.write_text(f'{json.dumps(nothing)}\n{{"type":"bye","answered":0}}\n', "utf-8")
    outcome = run("conformance", "judge", said)
    # An engine that declares nothing fails nothing, and proves nothing.
    assert outcome.code == 3
    reason = "no case was asked, because the engine declares nothing that these cases need"
    assert outcome.err == f"exprov: error: {reason}\n"
    assert f"sum {len(lines) - 2:,} = plan {len(lines) - 2:,}" in outcome.out


def test_lines_are_utf8_in_any_locale() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    finished = subprocess.run(PROCESS, stdout=subprocess.PIPE, env=environment, timeout=60, check=True)
    assert "caf\u00e9".encode() in finished.stdout


def test_a_closed_pipe_is_not_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    finished = subprocess.run(PROCESS, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (finished.returncode, finished.stderr) == (0, b"")
