"""The arguments of `validate`, `is_valid` and `check`: forms of the data, levels, carriers."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from execution_provenance import InvalidRecord, check, is_valid, validate
from samples import DOCUMENTS, Pair, record, single, task_result, text, without
from suite.committed import CASES

UNKNOWN = ("schema/unknown-member", "/xNew")
BROKEN = ("rule/attempt-count", "/attemptCount")


def found(data: Any, **options: Any) -> list[Pair]:
    findings = [(finding.rule, finding.path) for finding in validate(data, **options)]
    assert is_valid(data, **options) == (not findings)
    return findings


def test_text_bytes_and_parsed_values_have_the_same_findings() -> None:
    document = record(attemptCount=7, xNew="\u00e9")
    written = json.dumps(document, ensure_ascii=False)
    for data in (written, written.encode(), bytearray(written.encode()), memoryview(written.encode()), document):
        assert found(data) == [BROKEN, UNKNOWN]
        assert found(data, level="reader") == [BROKEN]


def test_check_raises_what_validate_finds() -> None:
    document = record(attemptCount=7)
    check(record())
    check(record(xNew=1), level="reader")
    with pytest.raises(InvalidRecord, match="rule/attempt-count at /attemptCount") as raised:
        check(document)
    assert list(raised.value.findings) == validate(document)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "strict"}, "level must be 'reader' or 'writer', not 'strict'"),
        ({"level": None}, "level must be"),
        ({"carrier": "record"}, "carrier must be one of .*task-result.*auto, not 'record'"),
    ],
)
@pytest.mark.parametrize("function", [validate, is_valid, check])
def test_an_argument_that_names_nothing_is_refused(function: Any, options: dict[str, Any], message: str) -> None:
    for data in (record(), json.dumps(record())):
        with pytest.raises(ValueError, match=message):
            function(data, **options)


# --- the limit of findings --------------------------------------------------------------------------------------------

MANY = {f"x{number}": number for number in range(4)}


@pytest.mark.parametrize(
    ("data", "options", "total"),
    [
        (text(record(attempts=[{}] * 5)), {}, 10),
        (record(attempts=[{}] * 5), {}, 10),
        (record(**MANY), {}, 4),
        (record(**MANY, attemptCount=7, prompt=""), {}, 7),
        (record(**MANY, attemptCount=7, prompt=""), {"level": "reader"}, 1),
        (record(**MANY, prompt=""), {"allow": ["schema/unknown-member"]}, 1),
        ('{"a":1' + ',"a":1' * 5 + ',"prompt":1}', {}, 6),
        ("\ufeff[" + ",".join(['"\\ud800"'] * 5) + "]", {}, 6),
        ({"x": ["\ud800"] * 5}, {}, 5),
    ],
)
def test_findings_beyond_the_limit_are_counted(data: Any, options: dict[str, Any], total: int) -> None:
    every = validate(data, **options)
    assert (len(every), every.omitted) == (total, 0)
    for most in range(1, total + 1):
        some = validate(data, max_findings=most, **options)
        assert (len(some), some.omitted) == (most, total - most)
        assert [one for one in every if one in some] == some
    assert not is_valid(data, **options)


def test_an_invalid_record_says_how_many_findings_it_has() -> None:
    with pytest.raises(InvalidRecord) as raised:
        check(record(**MANY), max_findings=1)
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value)), copy.copy(raised.value)):
        assert (len(error.findings), error.omitted) == (1, 3)
        assert str(error).startswith("4 findings\n  schema/unknown-member at /x0: ")
        assert str(error).endswith("\n  and 3 more")


def test_findings_are_copied_whole() -> None:
    found = validate(record(**MANY), max_findings=1)
    for again in (copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert (again, again.omitted) == (found, 3)


def test_no_findings_are_too_few_to_ask_for() -> None:
    with pytest.raises(ValueError, match="max_findings must be at least 1, not 0; is_valid asks only whether"):
        validate(record(xNew=1), max_findings=0)


# --- carriers that are detected ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "carrier", "document"), DOCUMENTS, ids=[name for name, _, _ in DOCUMENTS])
def test_auto_detects_every_document(name: str, carrier: Any, document: dict[str, Any]) -> None:
    assert found(document, carrier=carrier) == found(text(document), carrier="auto") == []
    # The members of a carrier tell, also without the record.
    if carrier:
        old = without(document, ("provenance",))
        assert found(old, carrier=carrier) == found(old, carrier="auto") == [("schema/required", "/provenance")]


def test_auto_finds_what_the_named_carrier_finds() -> None:
    """In every golden case of a carrier that still has two members that records do not have."""
    own = {"output", "finishReason", "telemetry", "finalText", "partialText", "outcome", "errorClass", "message"}
    judged = 0
    for case in CASES.values():
        if "op" in case.get("change", {}) and "carrier" in case:
            value = json.loads(case["input"]["text"])
            if isinstance(value, dict) and len(own & set(value)) > 1:
                judged += 1
                assert found(value, carrier="auto") == found(value, carrier=case["carrier"]), case["id"]
    assert judged > 300


def test_a_wrong_record_is_not_taken_for_a_carrier() -> None:
    wrong = {"schemaVersion": "1.0", "attemptCount": 1, "output": "x"}
    assert ("leak/content-member", "/output") in found(wrong, carrier="auto")
    assert found(single(), carrier="auto") == []
    assert ("schema/required", "/attempts") in found({}, carrier="auto")


def test_a_carrier_is_not_judged_as_a_record_unless_asked() -> None:
    assert ("schema/required", "/attempts") in found(task_result())
    assert ("schema/unknown-member", "/provenance") in found(task_result())
