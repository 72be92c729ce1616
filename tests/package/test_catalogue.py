"""The catalogue: every rule that the contract names is explained, with inputs that fail it and pass it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import execution_provenance as ep
import pytest
from execution_provenance import RULES, RuleInfo, is_valid, validate
from exprov.checking.check import CheckOptions, Result, check_records
from exprov.inputs.records import InputOptions, read_records
from internals import explain

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
BAD_BYTE = "<a byte that is not UTF-8>"

every_rule = pytest.mark.parametrize("info", RULES.values(), ids=list(RULES))


def test_every_rule_that_the_contract_names_is_there_with_its_level() -> None:
    assert {id: info.level for id, info in RULES.items()} == {
        **dict.fromkeys(READER, "reader"),
        **dict.fromkeys(WRITER, "writer"),
    }
    assert all(id == info.id for id, info in RULES.items())


@every_rule
def test_every_rule_is_explained(info: RuleInfo) -> None:
    for words in (info.title, info.why, info.remedy):
        assert words.strip() == words and len(words) > 9
    # The title of a rule is its message, which may begin with the name of a member.
    assert (info.title[0].isupper() or info.expression) and not info.title.endswith(".")
    assert info.why.endswith(".") and info.remedy.endswith((".", ".)"))
    assert bool(info.expression) == info.id.startswith(("rule/", "carrier/"))


def data(written: str) -> bytes:
    """The bytes of an input; a JSON string cannot hold the one that is not UTF-8."""
    return written.encode().replace(BAD_BYTE.encode(), b"\xff")


def in_a_log(folder: Path, content: str) -> list[Result]:
    path = folder / "log.jsonl"
    path.write_bytes(data(content))
    return list(check_records(read_records([str(path)], InputOptions()), CheckOptions(level="writer")))


@every_rule
def test_the_failing_input_fails_and_the_passing_one_passes(info: RuleInfo, tmp_path: Path) -> None:
    if info.id.startswith("jsonl/"):
        failing = [one for result in in_a_log(tmp_path, info.failing) for one in result.findings]
        passing = in_a_log(tmp_path, info.passing)
        assert [(finding.rule, finding.level) for finding in failing] == [(info.id, info.level)]
        assert passing and all(result.valid and not result.findings for result in passing)
        return
    carrier: Any = info.carrier
    findings = validate(data(info.failing), carrier=carrier)
    # The input shows this rule, and no other beside it; but a member whose name leaks is an unknown one, too.
    beside = {("schema/unknown-member", "writer")} if info.id in NAMED else set()
    assert {(finding.rule, finding.level) for finding in findings} == {(info.id, info.level)} | beside
    assert all(len(finding.message) > 20 for finding in findings)
    assert all(str(finding).startswith(f"{finding.rule} at ") for finding in findings)
    assert validate(data(info.passing), carrier=carrier) == explain(data(info.passing), carrier=carrier) == []
    assert is_valid(data(info.failing), level="reader", carrier=carrier) == (info.level == "writer")


def test_the_byte_that_is_not_utf8_is_named() -> None:
    assert [id for id, info in RULES.items() if BAD_BYTE in info.failing] == ["json/encoding"]
    assert validate(RULES["json/encoding"].failing) == []


def test_the_public_names_are_there() -> None:
    assert all(hasattr(ep, name) for name in ep.__all__)
    assert sorted(ep.__all__) == list(ep.__all__)
    assert ep.CONTRACT_VERSION == "1.0"
