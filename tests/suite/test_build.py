"""A suite that contradicts itself or the contract is not written."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contracts import RECORD, change
from exprov.contract import load
from exprov.errors import SchemaError
from exprov.program.lower import lower
from exprov.suite import build
from exprov.suite.cases import Case, SuiteError, document, expected, row
from exprov.suite.documents import FALLBACK
from samples import SCHEMAS

PROGRAM = lower(load(SCHEMAS))
UNKNOWN = "schema/unknown-token /attempts/0/errorClass"


def case(value: Any, *findings: str) -> Case:
    return replace(document("schema.sample", "a sample", value), findings=tuple(map(expected, findings)))


def failed(error_class: str) -> dict[str, Any]:
    record: dict[str, Any] = FALLBACK.value
    record["attempts"][0]["errorClass"] = error_class
    return record


GONE = {**FALLBACK.value, "routeRejections": [{"providerId": "a", "reasonCodes": ["offline", "gone"]}]}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (case({}, "rule/unheard-of /x"), "it expects rule/unheard-of, which is not a rule"),
        (case({}, "rule/attempt-count /attemptCount writer"), "at level writer, and the contract says another"),
        (case(failed("QuotaExceeded")), "it takes QuotaExceeded at /attempts/0/errorClass for known"),
        (case(failed("Timeout"), UNKNOWN), "it takes Timeout at /attempts/0/errorClass for unknown"),
        (case(GONE), "it takes gone at /routeRejections/0/reasonCodes/1 for known"),
    ],
)
def test_a_case_that_contradicts_the_contract_is_refused(wrong: Case, reason: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(reason)) as raised:
        build.prove_against(PROGRAM, {"schema": [wrong]})
    assert (raised.value.path, raised.value.pointer) == ("tools/exprov/suite/topics/schema.py", "/schema.sample")
    assert raised.value.remedy


def test_what_the_contract_says_is_no_contradiction() -> None:
    right = [
        case(failed("QuotaExceeded"), UNKNOWN),
        case({}, "schema/required /provenance writer"),
        case(failed("gone"), "schema/pattern /attempts/0/errorClass"),
    ]
    build.prove_against(PROGRAM, {"schema": right})


def test_a_schema_that_lost_a_token_contradicts_the_cases(schemas: Path) -> None:
    change(schemas, RECORD, lambda content: content["$defs"]["ErrorClass"]["x-known-values"].remove("AuthError"))
    with pytest.raises(SchemaError, match=r"it takes AuthError at .* for known"):
        build.build_suite(lower(load(schemas)))


WRONG = row("schema.wrong", "a wrong type", FALLBACK.set("/locality", 7), "schema/type").case()


@pytest.mark.parametrize(
    ("cases", "reason"),
    [
        ([replace(FALLBACK, id="schema.Fallback")], "an id is lower-case words after the topic"),
        ([replace(FALLBACK, id="rules.fallback")], "an id is lower-case words after the topic"),
        ([replace(FALLBACK, id="schema.invalid")], "names no verdict"),
        ([FALLBACK, FALLBACK], "the id is used twice"),
        ([FALLBACK, replace(FALLBACK, id="schema.again")], "the same input as schema.fallback"),
        ([WRONG], "its base schema.fallback is not in order"),
        ([document("schema.a", "a", {"a": "CANARY"}, facts={})], "the record holds what only the facts may hold"),
    ],
)
def test_a_suite_that_contradicts_itself_is_refused(cases: list[Case], reason: str) -> None:
    with pytest.raises(SuiteError, match=reason):
        build.prove({"schema": cases})


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (WRONG.set("/locality", 8), "its base schema.wrong is not in order"),
        (FALLBACK.set("/locality", "cloud"), "the change changes nothing"),
        (FALLBACK.set("/nothing", 1), "its change does not fit its base schema.fallback"),
        (FALLBACK.remove("/attempts/7"), "its change does not fit its base schema.fallback"),
        (FALLBACK.edit("providerId", "x"), "'providerId' occurs 4 times in the base"),
    ],
)
def test_a_row_whose_edit_does_not_fit_is_refused(edit: Any, reason: str) -> None:
    with pytest.raises(SuiteError, match=reason):
        row("schema.sample", "a sample", edit).case()


def test_what_is_declared_fits_the_suite() -> None:
    ids = ["schema.here"]
    build.prove_declared(ids, {"schema.here": "it was wrong"}, {"schema.gone": "it proved nothing"})
    for declared, retired, reason in (
        ({"schema.gone": "why"}, {}, "there is no such case; RETIRED takes what was removed"),
        ({}, {"schema.here": "why"}, "the id was retired and is never used again"),
        ({}, {"gone": "why"}, "not the id of a case"),
        ({"schema.here": " "}, {}, "without a reason"),
        ({}, {"schema.gone": ""}, "without a reason"),
    ):
        with pytest.raises(SuiteError, match=reason):
            build.prove_declared(ids, declared, retired)
