"""The Python package agrees with every committed case, and every case is what it claims to be."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from execution_provenance import RULES, is_valid, validate
from internals import canonical, explain, read
from suite.committed import CASES, TOPICS, agree, by_topic, changed, data_of, expected, parses

Triples = set[tuple[str, str, str]]


def triples(findings: Any) -> Triples:
    return {(one.rule, one.path, one.level) for one in findings}


# --- the package ------------------------------------------------------------------------------------------------------


@by_topic
@pytest.mark.parametrize("level", ["reader", "writer"])
def test_findings_and_verdicts(topic: str, level: Any) -> None:
    def found(case: dict[str, Any]) -> Any:
        data, carrier = data_of(case), case.get("carrier")
        findings = validate(data, level=level, carrier=carrier)
        assert findings == explain(data, level, carrier), case["id"]
        once = [one for one in findings if one.rule.startswith(("schema/", "rule/", "carrier/"))]
        assert len(once) == len(triples(once)), case["id"]
        return is_valid(data, level=level, carrier=carrier), triples(findings)

    agree(topic, found, lambda case: (case[level] == "valid", expected(case, level)))


@by_topic
def test_findings_of_the_parsed_value(topic: str) -> None:
    def found(case: dict[str, Any]) -> Triples:
        value, _ = read(data_of(case))
        # A string would be taken for text.
        return wanted(case) if isinstance(value, str) else triples(validate(value, carrier=case.get("carrier")))

    def wanted(case: dict[str, Any]) -> Triples:
        return {one for one in expected(case) if one[0] != "json/byte-order-mark"}

    agree(topic, found, wanted, parses)


@by_topic
def test_canonical_form(topic: str) -> None:
    def found(case: dict[str, Any]) -> Any:
        value, _ = read(data_of(case))
        try:
            written = canonical(value)
        except ValueError:
            return None
        return written.decode(), hashlib.sha256(written).hexdigest()

    def wanted(case: dict[str, Any]) -> Any:
        return (case["canonical"], case["digest"]) if "canonical" in case else None

    agree(topic, found, wanted, lambda case: case["reader"] == "valid")


def test_only_numbers_beyond_binary64_have_no_canonical_form() -> None:
    without = {id for id, case in CASES.items() if case["reader"] == "valid" and "canonical" not in case}
    assert {id.partition(".")[0] for id in without} == {"numbers"}
    ends = ("two-to-53-plus-one", "thirty-digits", "beyond-binary64", "below-binary64", "many-digits", "tiny", "huge")
    assert [id for id in without if not id.endswith(ends)] == []
    assert "numbers.unknown-member.two-to-53-plus-one" in without


# --- the cases --------------------------------------------------------------------------------------------------------


def test_every_rule_that_one_document_can_break_is_broken_by_a_case() -> None:
    broken = {one["rule"] for case in CASES.values() for one in case["findings"]}
    # A line of a file, and a file: no document breaks these.
    assert set(RULES) - broken == {"jsonl/blank-line", "jsonl/empty-input"}
    assert broken <= set(RULES)


@by_topic
def test_a_changed_case_is_its_base_with_its_one_change(topic: str) -> None:
    for case in TOPICS[topic]:
        # What is wrong has a cause.
        assert "from" in case or not case["findings"], case["id"]
        if "from" not in case:
            continue
        base = CASES[case["from"]]
        assert base["findings"] == [] and base.get("carrier") == case.get("carrier"), case["id"]
        result = changed(data_of(base), case["change"])
        if "edit" in case["change"]:
            assert result == data_of(case), case["id"]
        else:
            # As text, where true is not 1.
            assert json.dumps(json.loads(data_of(case))) == json.dumps(result), case["id"]


@by_topic
def test_other_parsers_agree_on_what_is_json(topic: str) -> None:
    def is_rejected(case: dict[str, Any]) -> bool:
        return any(one["rule"] in ("json/syntax", "json/encoding") for one in case["findings"])

    def rejects(case: dict[str, Any]) -> bool:
        data = data_of(case).removeprefix(b"\xef\xbb\xbf")
        try:
            if is_rejected(case):
                msgspec.json.decode(data)
            else:
                json.loads(data.decode(), parse_float=str, parse_int=str)
        except ValueError:
            return True
        return False

    agree(topic, rejects, is_rejected, lambda case: "json/limit" not in {one["rule"] for one in case["findings"]})
