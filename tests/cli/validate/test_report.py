"""The two forms of the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import exprov
import jsonschema
import pytest

CASES = Path(__file__).parents[2] / "field_cases"
SCHEMA = json.loads(
    (Path(exprov.__path__[0]) / "report" / "validate" / "validate-report.schema.json").read_text("utf-8")
)


def test_json_has_the_shape_of_its_schema(run: Any, tmp_path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    outcome = run("validate", "--format", "json", CASES, tmp_path / "none.json", "-", stdin=b"\n{]\n")
    report = json.loads(outcome.out)
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    assert list(report["summary"]) == ["records", "valid", "invalid", "unreadable"]
    assert report["summary"]["records"] == sum(report["summary"][key] for key in ("valid", "invalid", "unreadable"))
    assert report["summary"]["unreadable"] == 1
    jsonschema.Draft202012Validator(SCHEMA).validate(SCHEMA["examples"][0])


def test_json_of_nothing_wrong(run: Any, good: bytes) -> None:
    assert json.loads(run("validate", "--format", "json", "-", stdin=good).out) == {
        "level": "writer",
        "summary": {"records": 1, "valid": 1, "invalid": 0, "unreadable": 0},
        "findings": [],
    }


def test_json_of_an_unreadable_input(run: Any, tmp_path: Path) -> None:
    report = json.loads(run("validate", "--format", "json", tmp_path / "none.json").out)
    assert report["findings"] == [
        {
            "file": str(tmp_path / "none.json"),
            "rule": "input/unreadable",
            "path": "",
            "level": "reader",
            "message": "there is no such file or folder; check the path",
        }
    ]


def test_places_in_json_lines(run: Any, good: bytes, bad: bytes) -> None:
    text = good + b"\r\n" + bad + b"\n{\xc3\xa9" + b"\n"
    findings = json.loads(run("validate", "--format", "json", "-", stdin=text).out)["findings"]
    assert [(f["file"], f["line"], f["rule"], f.get("column")) for f in findings] == [
        ("<stdin>", 2, "rule/fallback-flag", None),
        ("<stdin>", 3, "json/syntax", 2),
    ]
    assert findings[1]["offset"] == len(good) + 2 + len(bad) + 1 + 1
    assert "offset" not in findings[0]


def test_places_in_an_array(run: Any, tmp_path: Path, good: bytes, bad: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b'[\n  %s,\n  %s,\n  {"\xc3\xa9": x}\n]\n' % (good, bad))
    findings = json.loads(run("validate", "--array", "--format", "json", path).out)["findings"]
    assert [(f["index"], f["rule"], f.get("line"), f.get("column")) for f in findings] == [
        (1, "rule/fallback-flag", None, None),
        (2, "json/syntax", 4, 9),
    ]
    assert path.read_bytes()[findings[1]["offset"] :].startswith(b"x}")
    text = run("validate", "--array", path).out.splitlines()
    assert text[0].startswith(f"{path}[1]: /fallbackOccurred: rule/fallback-flag: ")
    assert text[1].startswith(f"{path}[2]:4:9: json/syntax: ")


def test_text_places(run: Any, good: bytes, bad: bytes) -> None:
    lines = run("validate", "-", stdin=good + b"\n" + bad + b"\n{\n").out.splitlines()
    assert lines[0].startswith("<stdin>:2: /fallbackOccurred: rule/fallback-flag: ")
    assert lines[1].startswith("<stdin>:3:2: json/syntax: ")


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\u202eleft"])
def test_text_never_moves_the_cursor(run: Any, tmp_path: Path, good: bytes, name: str) -> None:
    member = json.dumps(name).encode()
    path = tmp_path / f"{name}.json"
    path.write_bytes(good[:-1] + b"," + member + b": 1}")
    outcome = run("validate", path)
    assert outcome.code == 1
    assert len(outcome.out.splitlines()) == 2
    assert all(character.isprintable() or character == "\n" for character in outcome.out)
    report = json.loads(run("validate", "--format", "json", path).out)
    assert report["findings"][0]["path"] == f"/{name}"
    assert report["findings"][0]["file"] == str(path)


def test_no_progress_without_a_terminal(run: Any, good: bytes) -> None:
    assert run("validate", "-", stdin=(good + b"\n") * 1000).err == ""


def test_no_line_of_the_text_is_a_command_of_a_ci_system(
    run: Any, tmp_path: Path, good: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "::error::x ##[add-mask]y.json"
    Path(name).write_bytes(good[:-1] + b',"##vso[x]": 1}')
    text = run("validate", name).out
    assert text.startswith("./::error::x #\\x23[add-mask]y.json:") and "/#\\x23vso[x]: " in text
    assert "##" not in text
    told = run("validate", "--format", "json", name).out
    assert "##" not in told
    assert json.loads(told)["findings"][0]["file"] == name
