"""Every rule and every clause of it, and the claim that the rules are exactly complete."""

from __future__ import annotations

import copy
import itertools
import json
import re
from typing import Any

import pytest
from execution_provenance._validator import validator
from executions import every_execution
from oracles import CONTENTS, broken_rules
from samples import (
    Pair,
    Raw,
    expect,
    failed_stream,
    inde_run_error,
    none_attempted,
    record,
    single,
    stream_cancelled,
    stream_completed,
    stream_error,
    task_result,
)


def failed(provider: str) -> dict[str, str]:
    return {"providerId": provider, "outcome": "failed", "errorClass": "Timeout"}


def ended(provider: str, outcome: str = "succeeded") -> dict[str, str]:
    return {"providerId": provider, "outcome": outcome}


def rejected(provider: str, *codes: str) -> dict[str, Any]:
    return {"providerId": provider, "reasonCodes": list(codes or ("offline",))}


def attempted(*attempts: dict[str, str], **members: object) -> dict[str, Any]:
    """A record of these attempts, attributed to the last one."""
    result: dict[str, Any] = none_attempted(
        attemptCount=len(attempts), attempts=list(attempts), fallbackOccurred=len(attempts) > 1
    )
    if attempts:
        result["providerId"] = attempts[-1]["providerId"]
    return result | members


def unattributed(document: dict[str, Any]) -> dict[str, Any]:
    result = copy.deepcopy(document)
    for name in ("providerId", "configuredModel", "reportedModel"):
        result.pop(name, None)
    return result | {"locality": "unknown"}


COUNT = ("rule/attempt-count", "/attemptCount")
FLAG = ("rule/fallback-flag", "/fallbackOccurred")
UNIQUE = ("rule/attempt-provider-unique", "/attempts")
ONLY_LAST = ("rule/only-last-attempt-ends", "/attempts")
TARGET = ("rule/provider-is-last-attempted", "/providerId")
ENDED = ("rule/ended-attempt-is-attributed", "/providerId")
LOCALITY = ("rule/unattributed-locality", "/locality")
CONFIGURED = ("rule/unattributed-configured-model", "/configuredModel")
REPORTED = ("rule/unattributed-reported-model", "/reportedModel")
REJECTION = ("rule/rejection-provider-unique", "/routeRejections")
RULED_OUT = ("rule/rejected-not-attempted", "/routeRejections")

RECORDS: list[tuple[str, dict[str, Any], set[Pair]]] = [
    ("a fallback that succeeded", record(), set()),
    ("nothing attempted", none_attempted(), set()),
    ("nothing eligible", none_attempted(routeRejections=[rejected("a"), rejected("b")]), set()),
    ("one success", single(), set()),
    ("one cancelled while it ran", single("cancelled"), set()),
    ("a stream that had committed and failed", single("failed"), set()),
    ("one failed", unattributed(single("failed")), set()),
    ("all failed", attempted(failed("a"), failed("b"), failed("c"), locality="cloud"), set()),
    ("all failed, nobody attributed", unattributed(attempted(failed("a"), failed("b"), failed("c"))), set()),
    ("a target that declares no locality", single(locality="unknown"), set()),
    ("models that differ", single(configuredModel="x", reportedModel="y"), set()),
    ("a target without models", single(), set()),
    # attempt-count
    ("a count above", record(attemptCount=3), {COUNT}),
    ("a count below", record(attemptCount=1), {COUNT, FLAG}),
    ("no attempts listed", single(attempts=[]), {COUNT, TARGET}),
    ("one counted where none is", none_attempted(attemptCount=1), {COUNT}),
    ("the count as 2.0", record(attemptCount=Raw("3.0")), {COUNT}),
    ("the greatest count", single(attemptCount=2**53 - 1), {COUNT, FLAG}),
    # fallback-flag: by the count, whatever is listed
    ("two attempts and no fallback", record(fallbackOccurred=False), {FLAG}),
    ("one attempt and a fallback", single(fallbackOccurred=True), {FLAG}),
    ("no attempt and a fallback", none_attempted(fallbackOccurred=True), {FLAG}),
    ("the flag follows a wrong count", single(attemptCount=2, fallbackOccurred=True), {COUNT}),
    # attempt-provider-unique
    ("a retry", attempted(failed("a"), ended("a")), {UNIQUE}),
    ("a retry that is not next to it", attempted(failed("a"), failed("b"), ended("a")), {UNIQUE}),
    ("ids that differ in case", attempted(failed("A"), ended("a")), set()),
    ("ids that differ in a space", attempted(failed("a "), ended("a")), set()),
    ("ids that differ in normalisation", attempted(failed("\u00e9"), ended("e\u0301")), set()),
    # only-last-attempt-ends
    ("a success that goes on to a failure", attempted(ended("a"), failed("b")), {ONLY_LAST}),
    ("a cancellation that goes on", attempted(ended("a", "cancelled"), failed("b")), {ONLY_LAST}),
    ("two successes", attempted(ended("a"), ended("b")), {ONLY_LAST}),
    ("a cancellation, then a success", attempted(ended("a", "cancelled"), ended("b")), {ONLY_LAST}),
    ("a success in the middle", attempted(failed("a"), ended("b"), failed("c")), {ONLY_LAST}),
    ("a success at the end of three", attempted(failed("a"), failed("b"), ended("c")), set()),
    ("a success before the end, unattributed", unattributed(attempted(ended("a"), failed("b"))), {ONLY_LAST, ENDED}),
    # provider-is-last-attempted
    ("the first of two as the target", record(providerId="cloud_a"), {TARGET}),
    ("a target that was not attempted", record(providerId="other"), {TARGET}),
    ("a target in another case", single(providerId="Cloud_a"), {TARGET}),
    ("a target without attempts", none_attempted(providerId="cloud_a"), {TARGET}),
    ("a target without attempts, with locality", none_attempted(providerId="a", locality="edge"), {TARGET}),
    # ended-attempt-is-attributed
    ("a success without a target", unattributed(record()), {ENDED}),
    ("a cancelled attempt without a target", unattributed(single("cancelled")), {ENDED}),
    # unattributed-…
    ("a locality without a target", none_attempted(locality="cloud"), {LOCALITY}),
    ("a locality where all failed", unattributed(single("failed")) | {"locality": "edge"}, {LOCALITY}),
    ("a configured model without a target", none_attempted(configuredModel="m"), {CONFIGURED}),
    ("a reported model without a target", none_attempted(reportedModel="m"), {REPORTED}),
    (
        "everything without a target",
        none_attempted(locality="on_device", configuredModel="m", reportedModel="m"),
        {LOCALITY, CONFIGURED, REPORTED},
    ),
    # rejection-provider-unique
    ("one provider rejected twice", none_attempted(routeRejections=[rejected("a"), rejected("a")]), {REJECTION}),
    (
        "one provider rejected twice, not in a row",
        single(routeRejections=[rejected("a"), rejected("b"), rejected("a", "cloud_constraint")]),
        {REJECTION},
    ),
    ("rejections that differ in case", none_attempted(routeRejections=[rejected("a"), rejected("A")]), set()),
    # rejected-not-attempted
    ("the target was rejected", single(routeRejections=[rejected("cloud_a")]), {RULED_OUT}),
    ("a failed attempt was rejected", record(routeRejections=[rejected("x"), rejected("cloud_a")]), {RULED_OUT}),
    ("rejected twice and attempted", single(routeRejections=[rejected("cloud_a")] * 2), {REJECTION, RULED_OUT}),
    # everything at once
    (
        "all wrong",
        {
            **none_attempted(attemptCount=4, locality="edge", configuredModel="m", reportedModel="m"),
            "attempts": [ended("a"), failed("a"), failed("b")],
            "routeRejections": [rejected("b"), rejected("b")],
        },
        {COUNT, FLAG, UNIQUE, ONLY_LAST, ENDED, LOCALITY, CONFIGURED, REPORTED, REJECTION, RULED_OUT},
    ),
]


def forms(document: Any) -> set[Pair]:
    return {("schema/integer-form", "/attemptCount")} if isinstance(document["attemptCount"], Raw) else set()


@pytest.mark.parametrize(("document", "rules"), [pytest.param(d, r, id=name) for name, d, r in RECORDS])
def test_record(document: dict[str, Any], rules: set[Pair]) -> None:
    expect(document, reader=rules, writer=forms(document))


@pytest.mark.parametrize(("document", "rules"), [pytest.param(d, r, id=name) for name, d, r in RECORDS])
def test_record_inside_a_carrier(document: dict[str, Any], rules: set[Pair]) -> None:
    """The same findings behind `/provenance`, and beside them only what the carrier says of the outcomes."""
    succeeded = any(attempt["outcome"] == "succeeded" for attempt in document["attempts"])
    own = {("carrier/error-not-succeeded", "/provenance/attempts")} if succeeded else set()
    expect(
        inde_run_error(provenance=document),
        "inderun-error",
        reader=own | {(rule, f"/provenance{path}") for rule, path in rules},
        writer={(rule, f"/provenance{path}") for rule, path in forms(document)},
    )


def test_every_rule_has_a_failing_record() -> None:
    stated = {(rule["id"], rule["path"]) for rule in CONTENTS["execution-provenance.schema.json"]["x-rules"]}
    assert set().union(*(rules for _, _, rules in RECORDS)) == stated


def test_rules_wait_for_the_schema_phase() -> None:
    expect(record(attemptCount=9, locality="Edge"), reader={("schema/enum", "/locality")})
    # What a reader tolerates holds up no rule.
    expect(record(attemptCount=9, xNew=1), reader={COUNT}, writer={("schema/unknown-member", "/xNew")})


# --- carriers ---------------------------------------------------------------------------------------------------------

RESULT = ("carrier/result-attributed", "/provenance")
USED = ("carrier/provider-used", "/telemetry/providerUsed")
COMPLETED = ("carrier/completed-attributed", "/provenance")
NOT_SUCCEEDED = ("carrier/error-not-succeeded", "/provenance/attempts")
NOT_CANCELLED = ("carrier/stream-error-not-cancelled", "/provenance/attempts")
SAME = ("carrier/same-provenance", "/error/provenance")
CANCELLED = ("carrier/cancelled-outcome", "/provenance")
TELEMETRY = {"providerUsed": "cloud_a", "totalMs": 1}


def bare_error(**members: object) -> dict[str, Any]:
    """An error as it stands inside a stream's outcome: without a record of its own."""
    result = inde_run_error(**members)
    if "provenance" not in members:
        del result["provenance"]
    return result


def lacking(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: item for name, item in document.items() if name not in names}


def cancelled_between() -> dict[str, Any]:
    return unattributed(attempted(failed("a"), failed("b")))


CARRIERS: list[tuple[str, str, dict[str, Any], set[Pair], set[Pair]]] = [
    # TaskResult
    ("a result", "task-result", task_result(), set(), set()),
    (
        "a result of an old engine",
        "task-result",
        lacking(task_result(), "provenance"),
        set(),
        {("schema/required", "/provenance")},
    ),
    ("a result of a failed attempt", "task-result", task_result(provenance=failed_stream()), {RESULT}, set()),
    ("a result of no attempt", "task-result", task_result(provenance=none_attempted()), {RESULT, USED}, set()),
    (
        "a result nobody is the target of",
        "task-result",
        task_result(provenance=unattributed(failed_stream())),
        {RESULT, USED},
        set(),
    ),
    (
        "a success without a target",
        "task-result",
        task_result(provenance=unattributed(record())),
        {RESULT, USED, ("rule/ended-attempt-is-attributed", "/provenance/providerId")},
        set(),
    ),
    (
        "a cancelled result",
        "task-result",
        task_result(provenance=single("cancelled"), finishReason="cancelled", telemetry=TELEMETRY),
        set(),
        set(),
    ),
    (
        "a cancelled attempt that stopped",
        "task-result",
        task_result(provenance=single("cancelled"), telemetry=TELEMETRY),
        {RESULT},
        set(),
    ),
    ("a success that says cancelled", "task-result", task_result(finishReason="cancelled"), set(), set()),
    ("a success that says error", "task-result", task_result(finishReason="error"), set(), set()),
    (
        "a failed attempt that says cancelled",
        "task-result",
        task_result(provenance=failed_stream(), finishReason="cancelled"),
        {RESULT},
        set(),
    ),
    (
        "another provider used",
        "task-result",
        task_result(telemetry={"providerUsed": "Edge_b", "totalMs": 1}),
        {USED},
        set(),
    ),
    ("the first provider used", "task-result", task_result(telemetry=TELEMETRY), {USED}, set()),
    # StreamCompleted
    ("completed", "stream-terminal-outcome", stream_completed(), set(), set()),
    ("completed without telemetry", "stream-terminal-outcome", lacking(stream_completed(), "telemetry"), set(), set()),
    (
        "completed, of an old engine",
        "stream-terminal-outcome",
        lacking(stream_completed(), "provenance"),
        set(),
        {("schema/required", "/provenance")},
    ),
    (
        "completed by a failed attempt",
        "stream-terminal-outcome",
        stream_completed(provenance=failed_stream()),
        {COMPLETED},
        set(),
    ),
    (
        "completed by a cancelled attempt",
        "stream-terminal-outcome",
        stream_completed(provenance=single("cancelled"), telemetry=TELEMETRY, finishReason="cancelled"),
        {COMPLETED},
        set(),
    ),
    (
        "completed by nobody",
        "stream-terminal-outcome",
        stream_completed(provenance=none_attempted()),
        {COMPLETED, USED},
        set(),
    ),
    (
        "completed by nobody, no telemetry",
        "stream-terminal-outcome",
        lacking(stream_completed(provenance=none_attempted()), "telemetry"),
        {COMPLETED},
        set(),
    ),
    (
        "completed, another provider used",
        "stream-terminal-outcome",
        stream_completed(telemetry=TELEMETRY),
        {USED},
        set(),
    ),
    # StreamError
    ("a stream's error", "stream-terminal-outcome", stream_error(), set(), set()),
    ("without a record in the error", "stream-terminal-outcome", stream_error(error=bare_error()), set(), set()),
    (
        "with a record in the error alone",
        "stream-terminal-outcome",
        lacking(stream_error(), "provenance"),
        set(),
        {("schema/required", "/provenance")},
    ),
    (
        "a stream's error before any attempt",
        "stream-terminal-outcome",
        stream_error(error=bare_error(), provenance=none_attempted()),
        set(),
        set(),
    ),
    (
        "a stream's error though one succeeded",
        "stream-terminal-outcome",
        stream_error(error=bare_error(), provenance=record()),
        {NOT_SUCCEEDED},
        set(),
    ),
    (
        "a stream's error though one was cancelled",
        "stream-terminal-outcome",
        stream_error(error=bare_error(), provenance=single("cancelled")),
        {NOT_CANCELLED},
        set(),
    ),
    (
        "an error whose own record succeeded",
        "stream-terminal-outcome",
        stream_error(error=bare_error(provenance=record()), provenance=record()),
        {NOT_SUCCEEDED, ("carrier/error-not-succeeded", "/error/provenance/attempts")},
        set(),
    ),
    ("two records that differ", "stream-terminal-outcome", stream_error(provenance=none_attempted()), {SAME}, set()),
    (
        "two records that differ in an unknown member",
        "stream-terminal-outcome",
        stream_error(
            provenance=failed_stream() | {"xNew": True}, error=bare_error(provenance=failed_stream() | {"xNew": 1})
        ),
        {SAME},
        {("schema/unknown-member", "/provenance/xNew"), ("schema/unknown-member", "/error/provenance/xNew")},
    ),
    (
        "one record in two orders and notations",
        "stream-terminal-outcome",
        stream_error(
            provenance=dict(reversed(failed_stream().items())),
            error=bare_error(provenance=failed_stream() | {"attemptCount": Raw("2.0")}),
        ),
        set(),
        {("schema/integer-form", "/error/provenance/attemptCount")},
    ),
    (
        "a broken record at both places",
        "stream-terminal-outcome",
        stream_error(
            provenance=failed_stream() | {"attemptCount": 3},
            error=bare_error(provenance=failed_stream() | {"attemptCount": 3}),
        ),
        {("rule/attempt-count", "/provenance/attemptCount"), ("rule/attempt-count", "/error/provenance/attemptCount")},
        set(),
    ),
    # StreamCancelled
    ("cancelled while it ran", "stream-terminal-outcome", stream_cancelled(), set(), set()),
    (
        "cancelled before any attempt",
        "stream-terminal-outcome",
        stream_cancelled(provenance=none_attempted()),
        set(),
        set(),
    ),
    (
        "cancelled between attempts",
        "stream-terminal-outcome",
        stream_cancelled(provenance=cancelled_between()),
        set(),
        set(),
    ),
    (
        "cancelled, of an old engine",
        "stream-terminal-outcome",
        lacking(stream_cancelled(), "provenance"),
        set(),
        {("schema/required", "/provenance")},
    ),
    (
        "cancelled though one succeeded",
        "stream-terminal-outcome",
        stream_cancelled(provenance=record()),
        {CANCELLED},
        set(),
    ),
    (
        "cancelled though a stream had failed",
        "stream-terminal-outcome",
        stream_cancelled(provenance=failed_stream()),
        {CANCELLED},
        set(),
    ),
    (
        "cancelled, nobody is the target",
        "stream-terminal-outcome",
        stream_cancelled(provenance=unattributed(single("cancelled"))),
        {CANCELLED, ("rule/ended-attempt-is-attributed", "/provenance/providerId")},
        set(),
    ),
    # IndeRunError
    ("an error", "inderun-error", inde_run_error(), set(), set()),
    ("an error before any attempt", "inderun-error", inde_run_error(provenance=none_attempted()), set(), set()),
    ("an error where one was cancelled", "inderun-error", inde_run_error(provenance=single("cancelled")), set(), set()),
    ("an error of an old engine", "inderun-error", bare_error(), set(), {("schema/required", "/provenance")}),
    ("an error though one succeeded", "inderun-error", inde_run_error(provenance=record()), {NOT_SUCCEEDED}, set()),
]


@pytest.mark.parametrize(
    ("carrier", "document", "reader", "writer"), [pytest.param(c, d, r, w, id=name) for name, c, d, r, w in CARRIERS]
)
@pytest.mark.parametrize("recognised", [False, True], ids=["named", "auto"])
def test_carrier(
    carrier: str, document: dict[str, Any], reader: set[Pair], writer: set[Pair], recognised: bool
) -> None:
    expect(document, "auto" if recognised else carrier, reader=reader, writer=writer)


def test_every_carrier_rule_has_a_failing_document() -> None:
    stated = set(re.findall(r'"id": *"(carrier/[a-z-]+)"', "".join(map(json.dumps, CONTENTS.values()))))
    assert {rule for _, _, _, reader, _ in CARRIERS for rule, _ in reader if rule.startswith("carrier/")} == stated


# --- exactly complete -------------------------------------------------------------------------------------------------

PROVIDERS = ("a", "b", "c")
OUTCOMES = ("succeeded", "failed", "cancelled")
ABSENT = object()


def lists(items: list[Any], most: int) -> list[list[Any]]:
    return [list(chosen) for length in range(most + 1) for chosen in itertools.product(items, repeat=length)]


# Every value that a member has in the small universe, in the order in which they are tried.
UNIVERSE: dict[str, list[Any]] = {
    "attempts": lists([failed(p) if o == "failed" else ended(p, o) for p in PROVIDERS for o in OUTCOMES], 3),
    "attemptCount": list(range(5)),
    "fallbackOccurred": [False, True],
    "providerId": [ABSENT, *PROVIDERS],
    "locality": ["unknown", "cloud"],
    "configuredModel": [ABSENT, "configured"],
    "reportedModel": [ABSENT, "reported"],
    "routeRejections": lists([rejected(p) for p in PROVIDERS], 2),
}


def admitted(rules: list[Any]) -> set[str]:
    """Every record of the universe that these rules admit.

    A rule is asked as soon as all members that its expression names have their values: a record that it refuses is
    refused whatever the others are, so that most of the millions need not be built.
    """
    names = list(UNIVERSE)
    expressions = {rule["id"]: rule["expression"] for rule in CONTENTS["execution-provenance.schema.json"]["x-rules"]}
    stages: list[list[Any]] = [[] for _ in names]
    for id, _, _, holds in rules:
        stages[max(names.index(name) for name in re.findall(r"this\.(\w+)", expressions[id]))].append(holds)
    result: set[str] = set()
    this: dict[str, Any] = {"schemaVersion": "1.0", "modelProfile": "auto"}

    def extend(stage: int) -> None:
        if stage == len(names):
            result.add(json.dumps(this, sort_keys=True))
            return
        for value in UNIVERSE[names[stage]]:
            if value is not ABSENT:
                this[names[stage]] = value
            if all(rule({"this": this}) for rule in stages[stage]):
                extend(stage + 1)
            this.pop(names[stage], None)

    extend(0)
    return result


EXECUTION_PROVENANCE_RULES = validator().rules.rules["ExecutionProvenance"]


def produced() -> set[str]:
    executions = every_execution(PROVIDERS, most_rejected=2, localities=("unknown", "cloud"))
    return {json.dumps(execution.record(), sort_keys=True) for execution in executions}


def test_the_rules_are_exactly_complete() -> None:
    executed = produced()
    assert len(executed) == 835
    assert admitted(EXECUTION_PROVENANCE_RULES) == executed


@pytest.mark.parametrize("rule", EXECUTION_PROVENANCE_RULES, ids=lambda rule: rule[0])
def test_no_rule_is_superfluous(rule: Any) -> None:
    assert admitted([other for other in EXECUTION_PROVENANCE_RULES if other is not rule]) > produced()


def test_the_evaluator_agrees_on_the_tables() -> None:
    for _, document, rules in RECORDS:
        if not forms(document):
            assert broken_rules(document) == rules
    for _, carrier, document, reader, writer in CARRIERS:
        if all(rule != "schema/integer-form" for rule, _ in writer):
            assert broken_rules(document, carrier) == reader
