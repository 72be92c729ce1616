"""What findings say and in which order: messages, remedies, suggestions, and no text of the record in any of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from execution_provenance import ExecutionProvenance, Finding, check, validate
from internals import canonical, dumps
from samples import DOCUMENTS, Raw, record, task_result, text, without


def pairs(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.rule, finding.path) for finding in findings]


def messages(document: dict[str, Any], carrier: Any = None) -> dict[str, str]:
    return {finding.path: finding.message for finding in validate(text(document), carrier=carrier)}


# --- order ------------------------------------------------------------------------------------------------------------


def test_all_findings_come_in_document_order() -> None:
    document = record(attemptCount=-1, locality="Edge", xNew=1, providerId="")
    document["attempts"][0]["outcome"] = None
    document["attempts"].append({"errorClass": "x"})
    del document["modelProfile"]
    assert pairs(validate(text(document))) == [
        ("schema/required", "/modelProfile"),
        ("schema/minimum", "/attemptCount"),
        ("schema/type", "/attempts/0/outcome"),
        ("schema/required", "/attempts/2/providerId"),
        ("schema/required", "/attempts/2/outcome"),
        ("schema/pattern", "/attempts/2/errorClass"),
        ("schema/enum", "/locality"),
        ("schema/minLength", "/providerId"),
        ("schema/unknown-member", "/xNew"),
    ]


def test_what_cannot_be_named_is_reported_at_its_parent_and_in_that_order() -> None:
    secret = "AKIA" + "QWERTYUIOPASDFGH"
    for _, carrier, document in DOCUMENTS:
        found = pairs(validate(text({**document, "xNew": 1, secret: 2}), carrier=carrier))  # type: ignore[arg-type]
        leak = [] if carrier else [("leak/credential-value", "")]
        assert found == [("schema/unknown-member", ""), *leak, ("schema/unknown-member", "/xNew")]


def test_null_is_never_a_value_and_every_null_is_reported() -> None:
    for _, carrier, document in DOCUMENTS:
        names = [name for name in document if name not in ("schemaVersion", "outcome" if carrier else "")]
        found = validate({**document, **dict.fromkeys(names)}, carrier=carrier)  # type: ignore[arg-type]
        assert pairs(found) == [("schema/type", f"/{name}") for name in names]


# --- words ------------------------------------------------------------------------------------------------------------


def test_no_message_repeats_a_value() -> None:
    secret = "Zq7secretZq7"
    for name in record():
        for value in (secret, [secret], {secret: secret}):
            assert all(secret not in finding.message for finding in validate(record(**{name: value})))


def _below(name: str, value: object) -> dict[str, Any]:
    return record(xNew={name: [value]})


WAYS: dict[str, Callable[[str], object]] = {
    "a repeated member": lambda name: check(f'{{"a":{{"{name}":1,"{name}":2}}}}'),
    "an unknown member": lambda name: check(record(**{name: 1})),
    "a surrogate in a value": lambda name: check(_below(name, "\ud800")),
    "a value without a JSON form": lambda name: check(_below(name, object())),
    "not a number": lambda name: check(_below(name, math.nan)),
    "a name that is not a string": lambda name: check(_below(name, {1: 2})),
    "reading, not a number": lambda name: ExecutionProvenance.from_dict(_below(name, math.inf)),
    "extra members": lambda name: replace(ExecutionProvenance.from_dict(record()), extra={name: {"a": object()}}),
    "extra members, not a number": lambda name: replace(
        ExecutionProvenance.from_dict(record()), extra={"a": {name: math.nan}}
    ),
    "no canonical form": lambda name: ExecutionProvenance.from_json(text(_below(name, Raw("1e999")))).digest(),
    "writing, no JSON form": lambda name: dumps({name: [object()]}),
    "canonical, a surrogate": lambda name: canonical({"a": {name: "\ud800"}}),
    "canonical, not a number": lambda name: canonical({name: {"a": math.nan}}),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_no_message_repeats_a_name_that_has_the_shape_of_a_credential(way: Callable[[str], object]) -> None:
    secret = "AKIA" + "QWERTYUIOPASDFGH"
    with pytest.raises((ValueError, TypeError)) as raised:
        way(secret)
    findings = getattr(raised.value, "findings", ())
    assert secret not in f"{raised.value} {raised.value.args} {findings}"
    # A plain name is part of the message, so the search above would find one.
    with pytest.raises((ValueError, TypeError), match="plain"):
        way("plain")


def test_null_is_to_be_left_out_only_where_the_member_may_be_absent() -> None:
    def remedy(document: dict[str, Any], path: str, carrier: Any = None) -> str:
        return messages(document, carrier)[path].partition("; ")[2]

    leave_out = "leave the member out if it has no value"
    for name in ("providerId", "configuredModel", "reportedModel"):
        assert remedy(record(**{name: None}), f"/{name}") == leave_out
    assert remedy(record(attempts=None), "/attempts") == "write an array, or [] if there is none"
    assert remedy(record(attempts=[None]), "/attempts/0") == "write an object"
    assert remedy(record(attemptCount=None), "/attemptCount") == "write an integer"
    assert remedy(record(schemaVersion=None), "/schemaVersion") == "write the string '1.0'"
    rejection = {"providerId": "a", "reasonCodes": None}
    assert remedy(record(routeRejections=[rejection]), "/routeRejections/0/reasonCodes") == "write an array"
    # It depends on the outcome whether an attempt has an error class.
    for outcome, expected in (("failed", "write a string"), ("succeeded", leave_out), (None, leave_out)):
        attempt = {"providerId": "a", "outcome": outcome, "errorClass": None}
        found = [one for one in validate(record(attempts=[attempt])) if one.path == "/attempts/0/errorClass"]
        assert found[0].message == f"expected a string, found null; {expected}"
    # A reader does without it, a writer does not.
    assert remedy(task_result(provenance=None), "/provenance", "task-result") == "write an object"
    assert remedy(task_result(usage=None), "/usage", "task-result") == leave_out
    assert [finding.message for finding in validate("null")] == ["expected an object, found null; write an object"]


def test_so_many_names_are_searched_for_by_likeness_in_each_record() -> None:
    wrong = without(record(), ("reportedModel",)) | {f"reportedModel{index}x": 1 for index in range(70)}
    wrong |= {"reported_model": 1}
    for _ in range(2):
        found = [finding.message for finding in validate(text(wrong)) if finding.rule == "schema/unknown-member"]
        assert ["did you mean 'reportedModel'?" in message for message in found] == [True] * 64 + [False] * 6 + [True]


def test_a_name_that_is_there_already_is_not_suggested() -> None:
    lacking = without(record(), ("fallbackOccurred",)) | {"FallbackOccurred": 1}
    assert "did you mean 'fallbackOccurred'?" in messages(lacking)["/FallbackOccurred"]
    message = messages(record(FallbackOccurred=True))["/FallbackOccurred"]
    assert "did you mean" not in message and "schema/unknown-member" in message


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("2.0", "under version '2.0' of the contract"),
        ("v1.0", "under version 'v1.0' of the contract"),
        ("1.0.0-rc.1+build.5521", "begins '1.0.0-rc.1+build'"),
        # What does not look like a version may be anything, a secret too.
        ("latest", "under another version of the contract"),
        ("1\u001b[31m", "under another version of the contract"),
        ("", "under another version of the contract"),
        ("2\n", "under another version of the contract"),
    ],
)
def test_an_unknown_version_is_named_if_it_looks_like_one(version: str, words: str) -> None:
    message = messages(record(schemaVersion=version))["/schemaVersion"]
    assert words in message and message.isprintable()
