"""Every input from the field gets the verdicts, the finding and the bad lines that its index states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exprov.checking.check import CheckOptions, Result, check_records
from exprov.inputs.records import InputOptions, read_records

FOLDER = Path(__file__).parents[1] / "field_cases"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "index.json").read_text("utf-8"))["cases"]


def results(name: str, level: str) -> list[Result]:
    return list(check_records(read_records([str(FOLDER / name)], InputOptions()), CheckOptions(level=level)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_verdicts(case: dict[str, Any]) -> None:
    writer, reader = results(case["file"], "writer"), results(case["file"], "reader")
    assert all(result.error is None for result in writer)
    assert ("valid" if all(result.valid for result in reader) else "invalid") == case["reader"]
    assert ("valid" if all(result.valid for result in writer) else "invalid") == case["writer"]
    found = {finding.rule for result in writer for finding in result.findings}
    assert case.get("finding") in found or ("finding" not in case and not found)
    if "badLines" in case:
        assert [result.record.line for result in writer if not result.valid] == case["badLines"]


def test_every_case_is_listed() -> None:
    assert {case["file"] for case in CASES} == {path.name for path in FOLDER.iterdir()} - {"index.json"}
