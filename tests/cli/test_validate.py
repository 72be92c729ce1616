"""`exprov validate`: its exit codes, its options and its reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import exprov
import jsonschema
import pytest
from exprov import exit_codes
from samples import record as a_record

CASES = Path(__file__).parents[1] / "field_cases"
SCHEMA = json.loads((Path(exprov.__path__[0]) / "report" / "validate" / "validate-report.schema.json").read_bytes())
GOOD_FILE, BAD_FILE, UNKNOWN_FILE = (
    CASES / f"{name}.json"
    for name in ("001-baseline-single-attempt", "004-fallback-erased-failed-attempt", "047-extra-scalar-field")
)
GOOD, BAD, UNKNOWN = (path.read_bytes().strip() for path in (GOOD_FILE, BAD_FILE, UNKNOWN_FILE))


def rules(outcome: Any) -> list[tuple[str, str]]:
    return [(finding["rule"], finding["path"]) for finding in json.loads(outcome.out)["findings"]]


# --- exit codes -------------------------------------------------------------------------------------------------------


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
        (["validate", "--allow", "rule/attempt-count", "x"], "every reader must reject what this rule finds"),
        (["validate", "--allow", "schema/unknown-membr", "x"], "did you mean schema/unknown-member"),
        (["validate", "--allow", "zzz", "x"], "there is no such rule"),
        (["validate", "--max-findings", "-1", "x"], "expected a whole number from 0 on, found '-1'"),
        (["validate", "--max-record-bytes", "0", "x"], "expected a whole number from 1 on, found '0'"),
        (["validate", "--max-depth", "deep", "x"], "expected a whole number from 1 on, found 'deep'"),
        (["validate", "--lev", "reader", "x"], "unrecognized arguments"),
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
    assert "none.json: input/unreadable: there is no such file or directory; check the path\n" in outcome.out


def test_unreadable_wins_and_the_others_are_judged(run: Any, tmp_path: Path, good: bytes, bad: bytes) -> None:
    (tmp_path / "a.json").write_bytes(good)
    (tmp_path / "b.json").write_bytes(bad)
    outcome = run("validate", tmp_path / "none.json", tmp_path / "a.json", tmp_path / "b.json")
    assert outcome.code == exit_codes.UNREADABLE
    assert "rule/fallback-flag" in outcome.out
    assert outcome.out.endswith("3 records: 1 valid, 1 invalid, 1 unreadable (writer level)\n")


def start(*arguments: object, **streams: Any) -> subprocess.Popen[bytes]:
    """`exprov validate` in a process, for what happens to its standard output."""
    command = [sys.executable, "-m", "exprov", "validate", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, **streams)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_unwritable() -> None:
    with open("/dev/full", "wb") as full, start(BAD_FILE, stdout=full) as process:
        error = process.communicate()[1]
    assert process.returncode == exit_codes.UNWRITABLE
    assert error.startswith(b"exprov: error: cannot write: ")
    assert b"Traceback" not in error and b"Exception" not in error


@pytest.mark.parametrize(("quiet", "code"), [([], exit_codes.UNWRITABLE), (["--quiet"], exit_codes.VALID)])
def test_a_closed_output_is_not_a_traceback(quiet: list[str], code: int) -> None:
    with start(GOOD_FILE, *quiet, preexec_fn=lambda: os.close(1)) as process:
        assert (process.communicate()[1], process.returncode) == (b"", code)


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes((BAD + b"\n") * 2000)
    with start("--max-findings", "5000", tmp_path / "a.jsonl", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == exit_codes.FINDINGS


# --- options ----------------------------------------------------------------------------------------------------------


FLAG, MEMBER = "rule/fallback-flag ", "schema/unknown-member /durationMs"
BLANK = GOOD + b"\n \t\r\n" + GOOD + b"\n"
SUCCEEDED = "carrier/error-not-succeeded /provenance/attempts"
INSIDE, NOWHERE = b'{"a/b": [{}, {"run": %s}]}', "input/unreadable "
ERROR = b'{"schemaVersion": "1.0", "errorClass": "Internal", "message": "x", "provenance": %s}'
FAILED = (CASES / "027-nothing-eligible.json").read_bytes()
# Options, standard input, the exit code, and the rule and path of each finding.
OPTIONS = [
    ("", GOOD, 0, []),
    ("", BAD, 1, [FLAG + "/fallbackOccurred"]),
    ("", UNKNOWN, 1, [MEMBER]),
    ("--level reader", BAD, 1, [FLAG + "/fallbackOccurred"]),
    ("--level reader", UNKNOWN, 0, []),
    ("--allow schema/unknown-member", UNKNOWN, 0, []),
    ("--allow schema/unknown-token", UNKNOWN, 1, [MEMBER]),
    ("--allow jsonl/blank-line", BLANK, 0, []),
    ("--level reader", BLANK, 0, []),
    ("--max-depth 3", GOOD, 0, []),
    ("--max-depth 2", GOOD, 1, ["json/limit "]),
    ("--at /a~1b/1/run", INSIDE % GOOD, 0, []),
    ("--at /a~1b/1/run", INSIDE % BAD, 1, [FLAG + "/a~1b/1/run/fallbackOccurred"]),
    *((f"--at {pointer}", INSIDE % GOOD, 3, [NOWHERE])
      for pointer in ("/none", "/a~1b/2", "/a~1b/01", "/a~1b/-", "/a~1b/0/x/y", "/a~1b/" + "9" * 50)),
    ("--at /r", b'{"r": %s, "x": 1, "x": 2}' % GOOD, 1, ["json/duplicate-member /x"]),
    ("--at /r", json.dumps({"r": GOOD.decode()}).encode(), 1, ["schema/type /r"]),
    ("--carrier auto", ERROR % FAILED, 0, []),
    ("--carrier inderun-error", ERROR % FAILED, 0, []),
    # A success does not travel on an error.
    ("--carrier auto", ERROR % GOOD, 1, [SUCCEEDED]),
    ("--carrier inderun-error", ERROR % BAD, 1, [FLAG + "/provenance/fallbackOccurred", SUCCEEDED]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "text", "code", "found"), OPTIONS, ids=lambda value: str(value)[:40])
def test_options(run: Any, options: str, text: bytes, code: int, found: list[str]) -> None:
    outcome = run("validate", "--format", "json", *options.split(), "-", stdin=text)
    report = json.loads(outcome.out)
    assert outcome.code == code
    assert sorted(f"{one['rule']} {one['path']}" for one in report["findings"]) == sorted(found)
    assert report["level"] == ("reader" if "reader" in options else "writer")
    valid = 0 if found else 2 if text is BLANK else 1
    counts = {"valid": valid, "invalid": int(code == 1), "unreadable": int(code == 3)}
    assert report["summary"] == {"records": sum(counts.values()), **counts, "omitted": 0}


def test_at_says_what_is_not_there(run: Any) -> None:
    outcome = run("validate", "--at", "/a~1b/0/x", "-", stdin=INSIDE % GOOD)
    what = "/a~1b/0 is an object without 'x'"
    assert f"<stdin>:1: input/unreadable: there is nothing at /a~1b/0/x in this document: {what}" in outcome.out


def test_a_carrier_is_not_a_bare_record(run: Any) -> None:
    assert run("validate", "--carrier", "none", "-", stdin=ERROR % FAILED).code == 1


def test_allow_empty(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"")
    outcome = run("validate", "--format", "json", tmp_path)
    assert (outcome.code, rules(outcome)) == (1, [("jsonl/empty-input", "")])
    finding = json.loads(outcome.out)["findings"][0]
    assert (finding["level"], finding["line"], finding["column"], finding["offset"]) == ("reader", 1, 1, 0)
    assert run("validate", "--allow-empty", tmp_path).code == 0


def test_nothing_to_check_is_no_success(run: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no records")
    assert run("validate", tmp_path).code == 3
    assert run("validate", "--allow-empty", tmp_path).code == 0


def test_max_findings_counts_the_rest(run: Any, bad: bytes) -> None:
    outcome = run("validate", "--max-findings", "2", "-", stdin=(bad + b"\n") * 5)
    assert outcome.code == 1
    assert outcome.out.count("rule/fallback-flag") == 2
    assert outcome.out.endswith(
        "3 more findings not shown; see them with --max-findings\n"
        "5 records: 0 valid, 5 invalid, 0 unreadable (writer level)\n"
    )


def test_max_findings_in_json(run: Any, bad: bytes) -> None:
    outcome = run("validate", "--max-findings", "0", "--format", "json", "-", stdin=(bad + b"\n") * 5)
    assert outcome.code == 1
    assert json.loads(outcome.out) == {
        "level": "writer",
        "findings": [],
        "summary": {"records": 5, "valid": 0, "invalid": 5, "unreadable": 0, "omitted": 5},
    }
    assert outcome.err == "exprov: 5 more findings not shown; see them with --max-findings\n"


@pytest.mark.parametrize(("options", "shown"), [("", 1000), ("--max-findings 1100", 1100)])
def test_findings_of_one_record_are_limited(run: Any, options: str, shown: int) -> None:
    many = json.dumps(a_record(attempts=[{}] * 600))
    outcome = run("validate", "--format", "json", *options.split(), "-", stdin=f"{many}\n".encode())
    report = json.loads(outcome.out)
    assert (len(report["findings"]), report["summary"]["omitted"]) == (shown, 1200 - shown)
    outcome = run("validate", *options.split(), "-", stdin=f"{many}\n".encode())
    assert outcome.out.splitlines()[shown] == f"{1200 - shown} more findings not shown; see them with --max-findings"


def test_quiet(run: Any, tmp_path: Path, bad: bytes) -> None:
    assert run("validate", "--quiet", "-", stdin=bad) == (1, "", "")
    outcome = run("validate", "--quiet", tmp_path / "none.json")
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith("exprov: error: ")


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_max_record_bytes(run: Any, tmp_path: Path, good: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(good)
    assert run("validate", "--max-record-bytes", len(good), tmp_path / name).code == 0
    outcome = run("validate", "--format", "json", "--max-record-bytes", len(good) - 1, tmp_path / name)
    assert (outcome.code, rules(outcome)) == (1, [("json/limit", "")])


# --- reports ----------------------------------------------------------------------------------------------------------


def test_json_has_the_shape_of_its_schema(run: Any, tmp_path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    outcome = run("validate", "--format", "json", CASES, tmp_path / "none.json", "-", stdin=b"\n{]\n")
    report = json.loads(outcome.out)
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    assert list(report["summary"]) == ["records", "valid", "invalid", "unreadable", "omitted"]
    assert report["summary"]["records"] == sum(report["summary"][key] for key in ("valid", "invalid", "unreadable"))
    assert report["summary"]["unreadable"] == 1
    jsonschema.Draft202012Validator(SCHEMA).validate(SCHEMA["examples"][0])


def test_json_of_an_unreadable_input(run: Any, tmp_path: Path) -> None:
    report = json.loads(run("validate", "--format", "json", tmp_path / "none.json").out)
    assert report["findings"] == [
        {
            "file": str(tmp_path / "none.json"),
            "rule": "input/unreadable",
            "path": "",
            "level": "reader",
            "message": "there is no such file or directory; check the path",
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


def test_a_mark_before_an_array_is_a_finding_and_not_a_record(run: Any, tmp_path: Path, good: bytes) -> None:
    (tmp_path / "a.json").write_bytes(b"\xef\xbb\xbf[" + good.strip() + b"," + good.strip() + b"]")
    outcome = run("validate", "--array", tmp_path / "a.json")
    assert outcome.code == exit_codes.FINDINGS
    assert "a.json:1:1: json/byte-order-mark: " in outcome.out
    assert outcome.out.endswith("2 records: 2 valid, 0 invalid, 0 unreadable (writer level)\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("arguments", "code"), [("missing.jsonl", 3), ("--quiet missing.jsonl", 3), ("--bogus", 2)])
def test_a_full_standard_error_changes_no_exit_code(arguments: str, code: int) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "exprov", "validate", *arguments.split()]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=full, check=False)
    assert done.returncode == code
