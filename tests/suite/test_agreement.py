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
        return None if case["canonical"] is None else (case["canonical"], case["digest"])

    agree(topic, found, wanted, lambda case: case["reader"] == "valid")


def test_only_numbers_beyond_binary64_have_no_canonical_form() -> None:
    without = {id for id, case in CASES.items() if case["reader"] == "valid" and case["canonical"] is None}
    ends = ("beyond-binary64", "huge", "beyond-deep", "equal-great-exponents")
    assert [id for id in without if not id.endswith(ends) and ".beyond." not in id] == []
    assert {"numbers.unknown-member.beyond-binary64", "numbers.form.beyond-deep", "numbers.form.beyond.0"} <= without


# The samples of RFC 8785: appendix B, and the numbers of section 3.2.2.
RFC_8785 = {
    "-0": "0", "5e-324": "5e-324", "1.7976931348623157e308": "1.7976931348623157e+308",
    "9007199254740992": "9007199254740992", "295147905179352830000": "295147905179352830000",
    "9.999999999999997e22": "9.999999999999997e+22", "1.0000000000000001e23": "1.0000000000000001e+23",
    "999999999999999700000": "999999999999999700000", "9.999999999999997e-7": "9.999999999999997e-7",
    "333333333.33333325": "333333333.33333325", "333333333.3333334": "333333333.3333334",
    "-0.0000033333333333333333": "-0.0000033333333333333333", "1424953923781206.2": "1424953923781206.2",
    "333333333.33333329": "333333333.3333333", "1E30": "1e+30", "4.50": "4.5", "2e-3": "0.002",
    "0.000000000000000000000000001": "1e-27",
}  # fmt: skip


def test_the_samples_of_the_rfc_have_the_forms_of_the_rfc() -> None:
    forms = {
        case["input"]["text"].partition('"x":[')[2].partition("]")[0]: case["canonical"].partition('"x":[')[2]
        for id, case in CASES.items()
        if id.startswith("numbers.form.rfc-8785.")
    }
    assert [text for text, form in RFC_8785.items() if not forms[text].startswith(f"{form}]")] == []
    assert CASES["numbers.form.rfc-8785.sample"]["canonical"].endswith(
        r""""x":{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"""
        r'''"string":"''' + "\u20ac" + r"""$\u000f\nA'B\"\\\\\"/"}}"""
    )


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
