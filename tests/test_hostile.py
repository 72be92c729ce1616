"""Inputs made to hurt: what they must not cost, hide or break."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import ExactNumber, _parser, is_valid, validate
from exprov import exit_codes
from exprov.cli import main

RECORD = (Path(__file__).with_name("field_cases") / "001-baseline-single-attempt.json").read_bytes().strip()


def test_paths_of_leaks_take_bounded_memory() -> None:
    items = b",".join([b'{"text":1}'] * 10_000)
    findings = validate(RECORD[:-1] + b',"' + b"n" * 200_000 + b'":[' + items + b"]}")
    assert "leak/content-member" in {finding.rule for finding in findings}
    assert sum(len(finding.path) for finding in findings) < 1 << 25


def test_a_repeated_member_hides_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = b'{"a":{"password":"x","schemaVersion":"2.0"},"b":1,"b":2}'
    path = tmp_path / "document.json"
    path.write_bytes(text)
    assert main(["validate", str(path), "--at", "/a"]) == exit_codes.FINDINGS
    assert "leak/credential-member" in capsys.readouterr().out
    secret = "Bearer " + "EXAMPLE" * 4
    twice = RECORD[:-1] + b',"modelProfile":"' + secret.encode() + b'"}'
    assert {(f.rule, f.path) for f in validate(twice)} == {
        ("json/duplicate-member", "/modelProfile"),
        ("leak/credential-value", "/modelProfile"),
    }


TWICE: list[tuple[str, str | None, list[str]]] = [
    ('{"prompt":1,"a":{"text":1},"a":2}', None, ["/prompt", "/a/text"]),
    # Here a path leads into a value that another one has taken the place of.
    ('{"prompt":1,"a":{"text":1},"a":[1]}', None, ["/prompt", "/a/text"]),
    ('{"prompt":1,"a":{"7":{"text":1}},"a":[1]}', None, ["/prompt", "/a/7/text"]),
    (
        '{"outcome":"error","error":{"provenance":{"prompt":1}},"provenance":{"prompt":1},"a":1,"a":2}',
        "stream-terminal-outcome",
        ["/error/provenance/prompt", "/provenance/prompt"],
    ),
]


@pytest.mark.parametrize(("text", "carrier", "leaks"), TWICE)
def test_leaks_beside_a_repeated_member_are_in_document_order(text: str, carrier: Any, leaks: list[str]) -> None:
    found = [(finding.rule, finding.path) for finding in validate(text, carrier=carrier)]
    assert found == [("json/duplicate-member", "/a"), *(("leak/content-member", path) for path in leaks)]


def test_no_depth_is_too_deep_for_the_verdict() -> None:
    deep = "import sys, execution_provenance as ep; sys.setrecursionlimit(10**6); print(ep.is_valid(b'[' * 100_000))"
    done = subprocess.run([sys.executable, "-c", deep], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_text_over_the_limit_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_parser, "_scan", lambda *_: pytest.fail("it was parsed"))
    for text in ("[" + "1," * (1 << 20) + "1]", b"[" + b"1," * (1 << 20) + b"1]"):
        assert not is_valid(text)


def test_a_wrong_record_is_not_taken_for_a_carrier() -> None:
    wrong = {"schemaVersion": "1.0", "attemptCount": 1, "output": "x"}
    assert ("leak/content-member", "/output") in {(f.rule, f.path) for f in validate(wrong, carrier="auto")}


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a JSON number"):
        ExactNumber('1,"password":2')


def test_a_glob_does_not_run_in_circles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "self").symlink_to(".")
    (tmp_path / "loop" / "a.json").write_bytes(RECORD)
    assert main(["validate", f"{tmp_path}/loop/**/*.json"]) == exit_codes.VALID
    assert capsys.readouterr().out.startswith("1 record: 1 valid")


def test_a_limit_far_above_the_input_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(RECORD)
    assert main(["validate", str(path), "--max-record-bytes", "999999999999999999"]) == exit_codes.VALID


@pytest.mark.parametrize(("quiet", "code"), [([], exit_codes.UNWRITABLE), (["--quiet"], exit_codes.VALID)])
def test_a_closed_output_is_no_traceback(tmp_path: Path, quiet: list[str], code: int) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(RECORD)
    program = [sys.executable, "-m", "exprov", "validate", str(path), *quiet]
    done = subprocess.run(
        program,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: os.close(1),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, b"")


def test_the_ending_of_a_compressed_file_may_be_upper_case(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "A.JSON.GZ"
    path.write_bytes(gzip.compress(RECORD))
    assert main(["validate", str(path)]) == exit_codes.VALID
