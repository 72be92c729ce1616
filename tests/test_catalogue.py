"""The catalogue: every rule that the contract names is explained, with inputs that fail it and pass it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import execution_provenance as ep
import pytest
from execution_provenance import RULES, RuleInfo, is_valid, validate
from exprov.checking.check import CheckOptions, Result, check_records
from exprov.contract import load
from exprov.contract.catalogue import entries
from exprov.inputs.records import InputOptions, read_records
from samples import SCHEMAS, explained

READER = """
json/syntax json/encoding json/duplicate-member json/lone-surrogate json/limit jsonl/empty-input
schema/type schema/required schema/const schema/enum schema/pattern schema/minLength schema/minimum schema/maximum
schema/minItems schema/uniqueItems schema/forbidden schema/unknown-version
rule/attempt-count rule/fallback-flag rule/attempt-provider-unique rule/only-last-attempt-ends
rule/provider-is-last-attempted rule/ended-attempt-is-attributed rule/unattributed-locality
rule/unattributed-configured-model rule/unattributed-reported-model rule/rejection-provider-unique
rule/rejected-not-attempted
carrier/result-attributed carrier/provider-used carrier/completed-attributed carrier/error-not-succeeded
carrier/stream-error-not-cancelled carrier/same-provenance carrier/cancelled-outcome
""".split()
WRITER = """
json/byte-order-mark jsonl/blank-line
schema/unknown-member schema/unknown-token schema/integer-form schema/identifier-text
leak/content-member leak/message leak/credential-member leak/credential-value
""".split()
NAMED = ("leak/content-member", "leak/message", "leak/credential-member")
BAD_BYTE = "<a byte that is no UTF-8>"

every_rule = pytest.mark.parametrize("info", RULES.values(), ids=list(RULES))


def test_every_rule_that_the_contract_names_is_there_with_its_level() -> None:
    assert {id: info.level for id, info in RULES.items()} == {
        **dict.fromkeys(READER, "reader"),
        **dict.fromkeys(WRITER, "writer"),
    }
    assert all(id == info.id for id, info in RULES.items())


def test_the_package_holds_what_the_sources_say() -> None:
    stated = [{**entry, "carrier": entry["carrier"] or None} for entry in entries(load(SCHEMAS))]
    assert [dataclasses.asdict(info) for info in RULES.values()] == stated


@every_rule
def test_every_rule_is_told_in_words(info: RuleInfo) -> None:
    for told in (info.title, info.why, info.remedy):
        assert told.strip() == told and len(told) > 9
    # The title of a rule is its message, which may begin with the name of a member.
    assert (info.title[0].isupper() or info.expression) and not info.title.endswith(".")
    assert info.why.endswith(".") and info.remedy.endswith((".", ".)"))
    assert bool(info.expression) == info.id.startswith(("rule/", "carrier/"))


def data(info: RuleInfo, written: str) -> bytes:
    """The bytes of an input; a JSON string cannot hold the one that is no UTF-8."""
    return written.encode().replace(BAD_BYTE.encode(), b"\xff")


def through_file(folder: Path, content: bytes) -> list[Result]:
    path = folder / "log.jsonl"
    path.write_bytes(content)
    return list(check_records(read_records([str(path)], InputOptions()), CheckOptions(level="writer")))


@every_rule
def test_the_failing_input_fails_and_the_passing_one_passes(info: RuleInfo, tmp_path: Path) -> None:
    if info.id.startswith("jsonl/"):
        failing = [
            finding for result in through_file(tmp_path, data(info, info.failing)) for finding in result.findings
        ]
        passing = through_file(tmp_path, data(info, info.passing))
        assert [(finding.rule, finding.level) for finding in failing] == [(info.id, info.level)]
        assert passing and all(result.valid and not result.findings for result in passing)
        return
    findings = validate(data(info, info.failing), carrier=info.carrier)  # type: ignore[arg-type]
    # The input shows this rule, and no other beside it; but a member whose name leaks is an unknown one, too.
    beside = {("schema/unknown-member", "writer")} if info.id in NAMED else set()
    assert {(finding.rule, finding.level) for finding in findings} == {(info.id, info.level)} | beside
    assert explained(data(info, info.passing), carrier=info.carrier) == []
    assert not is_valid(data(info, info.failing), carrier=info.carrier)  # type: ignore[arg-type]
    assert is_valid(data(info, info.failing), level="reader", carrier=info.carrier) == (info.level == "writer")  # type: ignore[arg-type]


def test_the_byte_that_is_no_utf8_is_said_so() -> None:
    assert [id for id, info in RULES.items() if BAD_BYTE in info.failing] == ["json/encoding"]
    assert validate(RULES["json/encoding"].failing) == []


@every_rule
def test_findings_say_what_to_do(info: RuleInfo) -> None:
    if not info.id.startswith("jsonl/"):
        for finding in validate(data(info, info.failing), carrier=info.carrier):  # type: ignore[arg-type]
            assert len(finding.message) > 20
            assert str(finding).startswith(f"{finding.rule} at ")


def test_the_public_names_are_there() -> None:
    assert all(hasattr(ep, name) for name in ep.__all__)
    assert sorted(ep.__all__) == list(ep.__all__)
    assert ep.CONTRACT_VERSION == "1.0"
