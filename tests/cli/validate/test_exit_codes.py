"""Each exit code, and which one wins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exprov import exit_codes


def test_valid(run: Any, tmp_path: Path, good: bytes) -> None:
    (tmp_path / "a.json").write_bytes(good)
    assert run("validate", tmp_path / "a.json") == (
        exit_codes.VALID,
        "1 record: 1 valid, 0 invalid, 0 unreadable (writer level)\n",
        "",
    )


def test_findings(run: Any, tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "a.json").write_bytes(bad)
    outcome = run("validate", tmp_path / "a.json")
    assert outcome.code == exit_codes.FINDINGS
    first, last = outcome.out.splitlines()
    assert first.startswith(f"{tmp_path}/a.json: /fallbackOccurred: rule/fallback-flag: ")
    assert last == "1 record: 0 valid, 1 invalid, 0 unreadable (writer level)"


def test_many_findings_are_no_other_code(run: Any, bad: bytes) -> None:
    assert run("validate", "-", stdin=(bad + b"\n") * 300).code == exit_codes.FINDINGS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validate"], "the following arguments are required: PATH"),
        (["validate", "--level", "other", "x"], "invalid choice"),
        (["validate", "--carrier", "other", "x"], "invalid choice"),
        (["validate", "--at", "attempts", "x"], "it starts with a slash"),
        (["validate", "--at", "/a~2", "x"], "write ~ as ~0"),
        (["validate", "--allow", "rule/attempt-count", "x"], "cannot be accepted"),
        (["validate", "--allow", "schema/unknown-membr", "x"], "did you mean schema/unknown-member?"),
        (["validate", "--allow", "zzz", "x"], "there is no such rule"),
        (["validate", "--max-findings", "-1", "x"], "expected a number from 0 on"),
        (["validate", "--max-record-bytes", "0", "x"], "expected a number from 1 on"),
        (["validate", "--max-depth", "deep", "x"], "expected a number from 0 on"),
        (["validate", "--lev", "reader", "x"], "unrecognized arguments"),
        (["validat", "x"], "did you mean 'validate'?"),
        ([], "usage: exprov"),
    ],
)
def test_usage(run: Any, arguments: list[str], message: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == exit_codes.USAGE
    assert message in outcome.err
    assert outcome.out == ""


def test_unreadable(run: Any, tmp_path: Path) -> None:
    outcome = run("validate", tmp_path / "none.json")
    assert outcome.code == exit_codes.UNREADABLE
    assert "none.json: input/unreadable: there is no such file or folder; check the path\n" in outcome.out


def test_unreadable_wins_and_the_others_are_judged(run: Any, tmp_path: Path, good: bytes, bad: bytes) -> None:
    (tmp_path / "a.json").write_bytes(good)
    (tmp_path / "b.json").write_bytes(bad)
    outcome = run("validate", tmp_path / "none.json", tmp_path / "a.json", tmp_path / "b.json")
    assert outcome.code == exit_codes.UNREADABLE
    assert "rule/fallback-flag" in outcome.out
    assert outcome.out.endswith("3 records: 1 valid, 1 invalid, 1 unreadable (writer level)\n")


def test_help(run: Any) -> None:
    outcome = run("validate", "--help")
    assert outcome.code == exit_codes.VALID
    assert "--max-record-bytes" in outcome.out
    assert "Exit codes: 0 all valid" in outcome.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_unwritable(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "a.json").write_bytes(bad)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "exprov", "validate", str(tmp_path / "a.json")],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
    assert done.returncode == exit_codes.UNWRITABLE
    assert done.stderr.startswith(b"exprov: error: cannot write: ")
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


def test_a_reader_that_goes_away(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes((bad + b"\n") * 2000)
    with subprocess.Popen(
        [sys.executable, "-m", "exprov", "validate", "--max-findings", "5000", str(tmp_path / "a.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == exit_codes.FINDINGS
