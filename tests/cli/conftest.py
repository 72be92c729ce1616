"""Runs the command in this process and hands its three outcomes to a test."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from exprov.cli import main

CASES = Path(__file__).parents[1] / "field_cases"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("validate", path, stdin=b"...")`."""

    def call(*arguments: object, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def good() -> bytes:
    """A valid record, on one line, without a line end."""
    return (CASES / "001-baseline-single-attempt.json").read_bytes().strip()


@pytest.fixture
def bad() -> bytes:
    """A record with the one finding rule/fallback-flag at /fallbackOccurred."""
    return (CASES / "004-fallback-erased-failed-attempt.json").read_bytes().strip()


@pytest.fixture
def unknown() -> bytes:
    """A record with the one finding schema/unknown-member at /durationMs, of writer level."""
    return (CASES / "047-extra-scalar-field.json").read_bytes().strip()
