"""`exprov program`: what every validator does, as JSON that its own schema describes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from contracts import RECORD, ROOT, change
from exprov import exit_codes
from exprov.cli import main
from exprov.program.text import laid_out
from jsonschema import Draft202012Validator
from samples import SCHEMAS

COMMITTED = ROOT / "generated" / "program" / "1.0"


def test_it_prints_the_committed_program_and_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "--schemas", str(SCHEMAS)]) == exit_codes.VALID
    program = capsys.readouterr().out
    assert main(["program", "--schema"]) == exit_codes.VALID
    schema = capsys.readouterr().out
    assert (program, schema) == tuple(
        (COMMITTED / name).read_text("utf-8") for name in ("program.json", "program.schema.json")
    )
    Draft202012Validator.check_schema(json.loads(schema))
    assert [*Draft202012Validator(json.loads(schema)).iter_errors(json.loads(program))] == []


def test_an_edit_of_a_schema_is_a_few_lines_of_the_program(
    tmp_path: Path, schemas: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        schemas, RECORD, lambda content: content["$defs"]["RouteRejection"]["properties"]["reasonCodes"].pop("minItems")
    )
    assert main(["program", "--schemas", str(schemas)]) == exit_codes.VALID
    old = (COMMITTED / "program.json").read_text("utf-8").splitlines()
    new = capsys.readouterr().out.splitlines()
    assert [(a.strip(), b.strip()) for a, b in zip(old, new, strict=True) if a != b] == [
        (
            '"check": {"kind": "array", "items": {"kind": "set", "name": "ReasonCode"}, "minItems": 1, "unique": true},',
            '"check": {"kind": "array", "items": {"kind": "set", "name": "ReasonCode"}, "minItems": 0, "unique": true},',
        )
    ]


def test_where_there_are_no_schemas_the_exit_code_is_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "--schemas", str(tmp_path)]) == exit_codes.UNREADABLE
    assert "--schemas" in capsys.readouterr().err


@pytest.mark.parametrize("value", [{}, [], [[]], {"a": []}, "x" * 200, ["\u00e9" * 40, {"b": [None, 1.5, True]}] * 3])
def test_the_layout_changes_nothing(value: object) -> None:
    text = laid_out(value)
    assert json.loads(text) == value and text.isascii()
    assert all(len(line) <= 120 or "[" not in line for line in text.splitlines())
