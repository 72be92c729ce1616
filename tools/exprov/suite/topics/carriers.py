"""The three payloads that hold a record: their schemas, their rules and every clause of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exprov.contract.model import Contract
from exprov.suite import documents as d
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, edit, remove, replace, slug_of
from exprov.suite.shapes import Shape, add_shape, wrong_values
from exprov.suite.topics.schema import BAD_ERROR_CLASSES

_ERROR = {
    "schemaVersion": "string",
    "errorClass": "string",
    "message": "string",
    "runId": "string",
    "providerId": "string",
    "retryable": "boolean",
    "retryAfterMs": "number",
    "details": "object",
}
_ERROR_REQUIRED = ("schemaVersion", "errorClass", "message")
_ERROR_OPTIONAL = ("runId", "providerId", "retryable", "retryAfterMs", "details")
_USAGE = {"inputTokens": "integer", "outputTokens": "integer", "totalTokens": "integer"}
_TELEMETRY = {"providerUsed": "string", "totalMs": "number", "errorClass": "string"}

SHAPES = (
    Shape(
        "task-result",
        "",
        {
            "schemaVersion": "string",
            "runId": "string",
            "output": "object",
            "finishReason": "string",
            "usage": "object",
            "telemetry": "object",
            "provenance": "object",
        },
        ("schemaVersion", "runId", "output", "finishReason", "telemetry"),
        ("usage",),
    ),
    Shape("task-result", "/output", {"type": "string", "text": "string"}, ("type", "text")),
    Shape("task-result", "/usage", _USAGE, tuple(_USAGE)),
    Shape("task-result", "/telemetry", _TELEMETRY, ("providerUsed", "totalMs"), ("errorClass",)),
    Shape(
        "stream-completed",
        "",
        {
            "schemaVersion": "string",
            "runId": "string",
            "outcome": "string",
            "finalText": "string",
            "finishReason": "string",
            "usage": "object",
            "telemetry": "object",
            "provenance": "object",
        },
        ("schemaVersion", "runId", "outcome", "finalText"),
        ("finishReason", "usage", "telemetry"),
    ),
    Shape("stream-completed", "/usage", _USAGE, tuple(_USAGE)),
    Shape("stream-completed", "/telemetry", _TELEMETRY, ("providerUsed", "totalMs"), ("errorClass",)),
    Shape(
        "stream-error",
        "",
        {
            "schemaVersion": "string",
            "runId": "string",
            "outcome": "string",
            "error": "object",
            "partialText": "string",
            "provenance": "object",
        },
        ("schemaVersion", "runId", "outcome", "error"),
        ("partialText",),
    ),
    Shape(
        "stream-error", "/error", {**_ERROR, "provenance": "object"}, _ERROR_REQUIRED, (*_ERROR_OPTIONAL, "provenance")
    ),
    Shape(
        "stream-cancelled",
        "",
        {
            "schemaVersion": "string",
            "runId": "string",
            "outcome": "string",
            "partialText": "string",
            "reason": "string",
            "provenance": "object",
        },
        ("schemaVersion", "runId", "outcome", "partialText"),
        ("reason",),
    ),
    Shape("inderun-error", "", {**_ERROR, "provenance": "object"}, _ERROR_REQUIRED, _ERROR_OPTIONAL),
)
_RESULT = "carrier/result-attributed /provenance"
_USED = "carrier/provider-used /telemetry/providerUsed"
_COMPLETED = "carrier/completed-attributed /provenance"
_SUCCEEDED = "carrier/error-not-succeeded /provenance/attempts"
_NOT_CANCELLED = "carrier/stream-error-not-cancelled /provenance/attempts"
_SAME = "carrier/same-provenance /error/provenance"
_CANCELLED = "carrier/cancelled-outcome /provenance"


def _record(value: Any) -> dict[str, Any]:
    return replace("/provenance", value)


_OTHER = d.record([d.attempt(d.EDGE, "succeeded")], target=d.EDGE)
# (id, base, change, findings, title)
RULES: tuple[tuple[str, str, Mapping[str, Any], list[str], str], ...] = (
    # TaskResult: providerId is present and the last attempt succeeded, or is cancelled where finishReason is
    (
        "result-attributed.committed-then-failed",
        "task-result",
        _record(d.COMMITTED),
        [_RESULT],
        "a result whose last attempt failed after it had committed",
    ),
    (
        "result-attributed.exhausted",
        "task-result",
        _record(d.EXHAUSTED),
        [_RESULT, _USED],
        "a result whose attempts all failed",
    ),
    ("result-attributed.no-attempt", "task-result", _record(d.NONE), [_RESULT, _USED], "a result without an attempt"),
    (
        "result-attributed.cancelled-and-stopped",
        "task-result-cancelled",
        replace("/finishReason", "stop"),
        [_RESULT],
        "a cancelled attempt produced a result that claims to have stopped by itself",
    ),
    (
        "result-attributed.cancelled-and-length",
        "task-result-cancelled",
        replace("/finishReason", "length"),
        [_RESULT],
        "a cancelled attempt produced a result that claims to have reached its length",
    ),
    (
        "result-attributed.cancelled-and-error",
        "task-result-cancelled",
        replace("/finishReason", "error"),
        [_RESULT],
        "a cancelled attempt produced a result that claims an error",
    ),
    (
        "result-attributed.cancelled-record",
        "task-result",
        _record(d.CANCELLED),
        [_RESULT],
        "the record of a cancelled run on a result that stopped by itself",
    ),
    (
        "result-attributed.cancelled-and-failed",
        "task-result-cancelled",
        _record(d.COMMITTED),
        [_RESULT],
        "a cancelled result whose last attempt failed",
    ),
    (
        "result-attributed.no-target",
        "task-result",
        _record({key: value for key, value in d.BARE.items() if key != "providerId"}),
        [_RESULT, _USED, "rule/ended-attempt-is-attributed /provenance/providerId"],
        "a result whose record has no target",
    ),
    (
        "result-attributed.succeeded-and-cancelled",
        "task-result-cancelled",
        _record(d.ONE),
        [],
        "a result that was cancelled after its attempt had succeeded",
    ),
    (
        "result-attributed.first-succeeded",
        "task-result",
        _record({**d.COMMITTED, "attempts": [d.attempt(d.EDGE, "succeeded"), d.attempt(d.CLOUD, "failed", "Timeout")]}),
        [_RESULT, "rule/only-last-attempt-ends /provenance/attempts"],
        "the first attempt succeeded, the last one did not",
    ),
    # telemetry.providerUsed equals provenance.providerId
    (
        "provider-used.other",
        "task-result",
        replace("/telemetry/providerUsed", d.EDGE),
        [_USED],
        "telemetry names the provider that failed first",
    ),
    (
        "provider-used.other-record",
        "task-result",
        _record(_OTHER),
        [_USED],
        "the record names another provider than telemetry",
    ),
    (
        "provider-used.case-differs",
        "task-result",
        replace("/telemetry/providerUsed", "Cloud_c"),
        [_USED],
        "telemetry spells the provider with a capital",
    ),
    (
        "provider-used.stream-other",
        "stream-completed",
        replace("/telemetry/providerUsed", d.EDGE),
        [_USED],
        "telemetry of a stream names the provider that failed first",
    ),
    (
        "provider-used.stream-other-record",
        "stream-completed",
        _record(_OTHER),
        [_USED],
        "the record of a stream names another provider than telemetry",
    ),
    (
        "provider-used.stream-no-target",
        "stream-completed",
        _record(d.EXHAUSTED),
        [_COMPLETED, _USED],
        "a completed stream whose attempts all failed",
    ),
    # StreamCompleted: the last attempt succeeded
    (
        "completed-attributed.committed-then-failed",
        "stream-completed",
        _record(d.COMMITTED),
        [_COMPLETED],
        "a completed stream whose last attempt failed",
    ),
    (
        "completed-attributed.cancelled",
        "stream-completed",
        _record(d.CANCELLED),
        [_COMPLETED],
        "a completed stream whose attempt was cancelled",
    ),
    (
        "completed-attributed.exhausted",
        "stream-completed-bare",
        _record(d.EXHAUSTED),
        [_COMPLETED],
        "a completed stream without a target",
    ),
    (
        "completed-attributed.no-attempt",
        "stream-completed-bare",
        _record(d.NONE),
        [_COMPLETED],
        "a completed stream without an attempt",
    ),
    (
        "completed-attributed.no-target",
        "stream-completed-bare",
        _record({key: value for key, value in d.BARE.items() if key != "providerId"}),
        [_COMPLETED, "rule/ended-attempt-is-attributed /provenance/providerId"],
        "a completed stream whose attempt succeeded and has no target",
    ),
    (
        "completed-attributed.bare-committed-then-failed",
        "stream-completed-bare",
        _record(d.COMMITTED),
        [_COMPLETED],
        "a completed stream without telemetry whose last attempt failed",
    ),
    (
        "completed-attributed.cancelled-reason",
        "stream-completed",
        replace("/finishReason", "cancelled"),
        [],
        "a completed stream may say cancelled as its finishReason",
    ),
    # StreamError: no attempt succeeded, none is cancelled, one record at both places
    (
        "error-not-succeeded.stream",
        "stream-error-bare",
        _record(d.ONE),
        [_SUCCEEDED],
        "a stream ended in an error though its attempt succeeded",
    ),
    (
        "error-not-succeeded.stream-fallback",
        "stream-error-bare",
        _record(d.FALLBACK),
        [_SUCCEEDED],
        "a stream ended in an error though its second attempt succeeded",
    ),
    (
        "error-not-succeeded.stream-no-attempt",
        "stream-error-bare",
        _record(d.NONE),
        [],
        "a stream ended in an error before any attempt",
    ),
    (
        "error-not-succeeded.stream-first",
        "stream-error-bare",
        _record({**d.COMMITTED, "attempts": [d.attempt(d.EDGE, "succeeded"), d.attempt(d.CLOUD, "failed", "Timeout")]}),
        [_SUCCEEDED, "rule/only-last-attempt-ends /provenance/attempts"],
        "a stream ended in an error though its first attempt succeeded",
    ),
    (
        "error-not-succeeded.within",
        "stream-error",
        replace("/error/provenance", d.ONE),
        [_SAME, "carrier/error-not-succeeded /error/provenance/attempts"],
        "the error in the outcome holds a record that succeeded",
    ),
    (
        "stream-error-not-cancelled.cancelled",
        "stream-error-bare",
        _record(d.CANCELLED),
        [_NOT_CANCELLED],
        "a stream ended in an error though its attempt was cancelled",
    ),
    (
        "stream-error-not-cancelled.fallback",
        "stream-error-bare",
        _record(d.FALLBACK_CANCELLED),
        [_NOT_CANCELLED],
        "a stream ended in an error though its second attempt was cancelled",
    ),
    (
        "same-provenance.profile",
        "stream-error",
        replace("/error/provenance/modelProfile", "fast"),
        [_SAME],
        "the two records differ in their profile",
    ),
    (
        "same-provenance.outer-profile",
        "stream-error",
        replace("/provenance/modelProfile", "fast"),
        [_SAME],
        "the two records differ in the outer profile",
    ),
    (
        "same-provenance.deep",
        "stream-error",
        replace("/error/provenance/attempts/0/errorClass", "Offline"),
        [_SAME],
        "the two records differ in one error class",
    ),
    (
        "same-provenance.other-execution",
        "stream-error",
        replace("/error/provenance", d.EXHAUSTED),
        [_SAME],
        "the two records are of different executions",
    ),
    (
        "same-provenance.outer-other-execution",
        "stream-error",
        _record(d.EXHAUSTED),
        [_SAME],
        "the outer record is of another execution",
    ),
    (
        "same-provenance.member-order",
        "stream-error",
        replace("/error/provenance", dict(reversed(list(d.COMMITTED.items())))),
        [],
        "the members of the two records stand in different orders, which makes no difference",
    ),
    (
        "same-provenance.unknown-member",
        "stream-error",
        add("/error/provenance/futureMember", 1),
        [_SAME, "schema/unknown-member /error/provenance/futureMember"],
        "one of the two records has an unknown member",
    ),
    (
        "same-provenance.rule-within",
        "stream-error",
        replace("/error/provenance/attemptCount", 3),
        [_SAME, "rule/attempt-count /error/provenance/attemptCount"],
        "the record in the error has a wrong count",
    ),
    # StreamCancelled: no attempt succeeded, and providerId is present exactly when the last attempt is cancelled
    (
        "cancelled-outcome.succeeded",
        "stream-cancelled",
        _record(d.ONE),
        [_CANCELLED],
        "a cancelled stream whose attempt succeeded",
    ),
    (
        "cancelled-outcome.fallback-succeeded",
        "stream-cancelled",
        _record(d.FALLBACK),
        [_CANCELLED],
        "a cancelled stream whose second attempt succeeded",
    ),
    (
        "cancelled-outcome.committed-then-failed",
        "stream-cancelled",
        _record(d.COMMITTED),
        [_CANCELLED],
        "a cancelled stream that has a target, whose attempt failed",
    ),
    (
        "cancelled-outcome.no-target",
        "stream-cancelled",
        _record({key: value for key, value in d.BARE_CANCELLED.items() if key != "providerId"}),
        [_CANCELLED, "rule/ended-attempt-is-attributed /provenance/providerId"],
        "a cancelled stream whose attempt was cancelled and has no target",
    ),
    (
        "cancelled-outcome.target-without-attempt",
        "stream-cancelled-before",
        add("/provenance/providerId", d.CLOUD),
        [_CANCELLED, "rule/provider-is-last-attempted /provenance/providerId"],
        "a stream cancelled before any attempt has a target",
    ),
    (
        "cancelled-outcome.succeeded-before",
        "stream-cancelled",
        _record(
            {**d.FALLBACK_CANCELLED, "attempts": [d.attempt(d.EDGE, "succeeded"), d.attempt(d.CLOUD, "cancelled")]}
        ),
        [_CANCELLED, "rule/only-last-attempt-ends /provenance/attempts"],
        "a cancelled stream whose first attempt succeeded",
    ),
    (
        "cancelled-outcome.between",
        "stream-cancelled",
        _record(d.EXHAUSTED),
        [],
        "a stream cancelled after its attempts had failed",
    ),
    (
        "cancelled-outcome.one-failed",
        "stream-cancelled",
        _record(d.ONE_FAILED),
        [],
        "a stream cancelled between its first attempt and the next",
    ),
    (
        "cancelled-outcome.fallback",
        "stream-cancelled",
        _record(d.FALLBACK_CANCELLED),
        [],
        "a stream cancelled while its second attempt ran",
    ),
    # IndeRunError: no attempt succeeded
    ("error-not-succeeded.run", "inderun-error", _record(d.ONE), [_SUCCEEDED], "an error though the attempt succeeded"),
    (
        "error-not-succeeded.run-fallback",
        "inderun-error",
        _record(d.FALLBACK),
        [_SUCCEEDED],
        "an error though the second attempt succeeded",
    ),
    (
        "error-not-succeeded.run-cancelled",
        "inderun-error",
        _record(d.CANCELLED),
        [],
        "an error for a run whose attempt was cancelled",
    ),
    (
        "error-not-succeeded.run-committed",
        "inderun-error",
        _record(d.COMMITTED),
        [],
        "an error after a stream had committed",
    ),
    (
        "error-not-succeeded.run-first",
        "inderun-error",
        _record({**d.COMMITTED, "attempts": [d.attempt(d.EDGE, "succeeded"), d.attempt(d.CLOUD, "failed", "Timeout")]}),
        [_SUCCEEDED, "rule/only-last-attempt-ends /provenance/attempts"],
        "an error though the first attempt succeeded",
    ),
)
_MAIN = ("task-result", "stream-completed", "stream-error-bare", "stream-cancelled", "inderun-error")


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    for shape in SHAPES:
        add_shape(topic, bases.carriers[shape.base], shape, f"{shape.base}.")
    for slug, base, change, findings, title in RULES:
        topic.changed(
            slug, title, bases.carriers[base], change, findings, tags=["two-findings"] if len(findings) > 1 else []
        )
    for base in ("task-result", "stream-completed", "inderun-error"):
        for name, value in wrong_values("object"):
            topic.changed(
                f"{base}.root.is-{name}",
                f"{name} instead of the payload",
                bases.carriers[base],
                replace("", value),
                ["schema/type"],
            )
    _sets(topic, bases)
    _records_within(topic, bases)
    _same_records(topic, bases)
    _folded(topic, bases)
    _several(topic, bases)
    topic.changed(
        "same-provenance.number-form",
        "the two records write one number in two forms: they are equal, and one form is a writer finding",
        bases.carriers["stream-error"],
        edit(
            "an integer with a fraction of zero",
            '"partialText":"Hel","provenance":{"schemaVersion":"1.0","attemptCount":2',
            '"partialText":"Hel","provenance":{"schemaVersion":"1.0","attemptCount":2.0',
        ),
        ["schema/integer-form /provenance/attemptCount"],
    )


def _sets(topic: Topic, bases: Bases) -> None:
    for base in ("task-result", "stream-completed"):
        carrier = bases.carriers[base]
        for value in ("length", "error"):
            topic.changed(
                f"{base}.finish-reason.{value}", f"finishReason is {value}", carrier, replace("/finishReason", value)
            )
        for slug, value in (("capital", "Stop"), ("empty", ""), ("unheard-of", "tool_calls"), ("american", "canceled")):
            topic.changed(
                f"{base}.finish-reason.{slug}",
                f"finishReason is {value!r}",
                carrier,
                replace("/finishReason", value),
                ["schema/enum /finishReason"],
            )
    for slug, value in (("other", "image"), ("capital", "Text"), ("empty", "")):
        topic.changed(
            f"task-result.output-type.{slug}",
            f"the type of the output is {value!r}",
            bases.carriers["task-result"],
            replace("/output/type", value),
            ["schema/const /output/type"],
        )
    topic.changed(
        "task-result.output-text.empty",
        "the text of the output is empty, which is fine",
        bases.carriers["task-result"],
        replace("/output/text", ""),
    )
    for base in ("stream-completed", "stream-error", "stream-cancelled"):
        for slug, value in (
            ("capital", "Completed"),
            ("empty", ""),
            ("unheard-of", "failed"),
            ("american", "canceled"),
        ):
            topic.changed(
                f"{base}.outcome.{slug}",
                f"the outcome of a stream is {value!r}",
                bases.carriers[base],
                replace("/outcome", value),
                ["schema/enum /outcome"],
            )
    topic.changed(
        "inderun-error.retryable.false",
        "an error that is not to be retried",
        bases.carriers["inderun-error"],
        replace("/retryable", False),
    )
    topic.changed(
        "inderun-error.details.empty",
        "details without a member",
        bases.carriers["inderun-error"],
        replace("/details", {}),
    )
    topic.changed(
        "inderun-error.details.deep",
        "details are free",
        bases.carriers["inderun-error"],
        replace("/details", {"a": [None, {"b": 0.5}]}),
    )
    topic.changed(
        "inderun-error.message.empty",
        "an empty message is fine",
        bases.carriers["inderun-error"],
        replace("/message", ""),
    )
    for base, pointer in (
        ("task-result", "/telemetry/errorClass"),
        ("stream-completed", "/telemetry/errorClass"),
        ("stream-error", "/error/errorClass"),
        ("inderun-error", "/errorClass"),
    ):
        for slug, value in BAD_ERROR_CLASSES.items():
            topic.changed(
                f"{base}.{slug_of(pointer)}.{slug}",
                f"{pointer} is {value!r}",
                bases.carriers[base],
                replace(pointer, value),
                [f"schema/pattern {pointer}"],
            )


def _records_within(topic: Topic, bases: Bases) -> None:
    """A fault of the record is found at its place in each carrier."""
    for base in _MAIN:
        carrier = bases.carriers[base]
        topic.changed(
            f"{base}.record.member-missing",
            "a member of the record is missing",
            carrier,
            remove("/provenance/modelProfile"),
            ["schema/required /provenance/modelProfile"],
        )
        topic.changed(
            f"{base}.record.wrong-type",
            "a member of an attempt has the wrong type",
            carrier,
            replace("/provenance/attempts/0/providerId", 7),
            ["schema/type /provenance/attempts/0/providerId"],
        )
        topic.changed(
            f"{base}.record.closed-set",
            "the locality of the record is none",
            carrier,
            replace("/provenance/locality", "moon"),
            ["schema/enum /provenance/locality"],
        )
        topic.changed(
            f"{base}.record.identifier",
            "the profile of the record is blank",
            carrier,
            replace("/provenance/modelProfile", " "),
            ["schema/identifier-text /provenance/modelProfile"],
        )
        count = len(carrier.value["provenance"]["attempts"])
        wrong = 3 if count > 1 else 0
        topic.changed(
            f"{base}.record.count",
            "the record has a wrong count",
            carrier,
            replace("/provenance/attemptCount", wrong),
            ["rule/attempt-count /provenance/attemptCount"],
        )
        topic.changed(
            f"{base}.record.flag",
            "the record has a wrong flag",
            carrier,
            replace("/provenance/fallbackOccurred", count < 2),
            ["rule/fallback-flag /provenance/fallbackOccurred"],
        )
        attempted = carrier.value["provenance"]["attempts"][0]["providerId"]
        topic.changed(
            f"{base}.record.rejected-and-attempted",
            "the record rejects an attempted provider",
            carrier,
            add("/provenance/routeRejections/-", d.rejection(attempted, "offline")),
            ["rule/rejected-not-attempted /provenance/routeRejections"],
        )
    stream = bases.carriers["stream-error"]
    topic.changed(
        "stream-error.error-record.member-missing",
        "a member of the record in the error is missing",
        stream,
        remove("/error/provenance/modelProfile"),
        ["schema/required /error/provenance/modelProfile"],
    )
    topic.changed(
        "stream-error.error-record.wrong-type",
        "a member of the record in the error has the wrong type",
        stream,
        replace("/error/provenance/attempts", {}),
        ["schema/type /error/provenance/attempts"],
    )


def _same_records(topic: Topic, bases: Bases) -> None:
    """The order of arrays tells records apart, the order of members does not; numbers are compared by their value."""
    record = d.record(
        [d.attempt(d.CLOUD, "failed", "Internal")],
        target=d.CLOUD,
        rejections=[d.rejection(d.EDGE, "offline", "cloud_constraint"), d.rejection(d.DEVICE, "privacy_constraint")],
    )
    error = {"schemaVersion": "1.0", "errorClass": "Internal", "message": ""}
    head = {"schemaVersion": "1.0", "runId": "run-17", "outcome": "error"}
    base = topic.document(
        "stream-error-rejections",
        "a stream that ended in an error, with two rejections in the record at both places",
        {**head, "error": {**error, "provenance": record}, "provenance": record},
        carrier="stream-terminal-outcome",
        tags=["base"],
    )
    rejections, attempts = record["routeRejections"], record["attempts"]
    for slug, title, path, value, findings in (
        ("rejection-order", "the rejections stand in another order", "routeRejections", rejections[::-1], [_SAME]),
        (
            "reason-order",
            "the reasons of a rejection stand in another order",
            "routeRejections/0/reasonCodes",
            rejections[0]["reasonCodes"][::-1],
            [_SAME],
        ),
        ("fewer-rejections", "a rejection is missing", "routeRejections", rejections[:1], [_SAME]),
        (
            "attempt-member-order",
            "the members of an attempt stand in another order",
            "attempts/0",
            dict(reversed(attempts[0].items())),
            [],
        ),
        (
            "rejection-member-order",
            "the members of a rejection stand in another order",
            "routeRejections/1",
            dict(reversed(rejections[1].items())),
            [],
        ),
    ):
        topic.changed(
            f"same-provenance.{slug}",
            f"in one of the two records {title}",
            base,
            replace(f"/error/provenance/{path}", value),
            findings,
        )
    unknown = [f"schema/unknown-member {place}/x" for place in ("/error/provenance", "/provenance")]
    inner: Any
    outer: Any
    for slug, inner, outer, found, requires in (
        ("great-numbers", 9007199254740993, 9007199254740992, [_SAME], ["exact-numbers"]),
        ("true-and-one", True, 1, [_SAME], []),
        ("false-and-zero", [False], [0], [_SAME], []),
        ("null-and-absent", {"y": None}, {}, [_SAME], []),
        ("text-and-number", "1", 1, [_SAME], []),
        ("normal-forms", "\u00e9", "e\u0301", [_SAME], []),
        ("fractions", 1.5, 1, [_SAME], []),
        ("equal-deep", {"a": [1, {"b": 2}], "c": 0.5}, {"c": 0.5, "a": [1, {"b": 2}]}, [], []),
    ):
        topic.changed(
            f"same-provenance.{slug}",
            f"an unknown member in both records: {slug.replace('-', ' ')}",
            base,
            replace(
                "",
                {
                    **head,
                    "error": {**error, "provenance": {**record, "x": inner}},
                    "provenance": {**record, "x": outer},
                },
            ),
            [*found, *unknown],
            tags=["two-findings"],
            requires=requires,
        )


def _folded(topic: Topic, bases: Bases) -> None:
    """Names of providers are compared character by character."""
    for slug, carrier, name in (
        ("space-differs", "task-result", "cloud_c "),
        ("stream-case-differs", "stream-completed", "Cloud_c"),
        ("stream-space-differs", "stream-completed", " cloud_c"),
    ):
        topic.changed(
            f"provider-used.{slug}",
            f"telemetry spells the provider {name!r}",
            bases.carriers[carrier],
            replace("/telemetry/providerUsed", name),
            [_USED],
        )
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    result = bases.carriers["task-result"].value
    base = topic.document(
        "task-result-composed",
        "a result of a provider whose name has a composed letter",
        {
            **result,
            "telemetry": {**result["telemetry"], "providerUsed": composed},
            "provenance": d.record([d.attempt(composed, "succeeded")], target=composed),
        },
        carrier="task-result",
        tags=["base"],
    )
    topic.changed(
        "provider-used.normal-forms-differ",
        "telemetry spells the provider decomposed, the record composed: two names",
        base,
        replace("/telemetry/providerUsed", decomposed),
        [_USED],
    )


def _several(topic: Topic, bases: Bases) -> None:
    carriers = bases.carriers
    failed = d.record(
        [d.attempt(d.EDGE, "cancelled"), d.attempt(d.CLOUD, "failed", "Timeout")], target=d.CLOUD, locality="cloud"
    )
    topic.changed(
        "cancelled-outcome.first-cancelled",
        "a cancelled stream with a target whose first attempt was cancelled and whose last one failed",
        carriers["stream-cancelled"],
        replace("/provenance", failed),
        [_CANCELLED, "rule/only-last-attempt-ends /provenance/attempts"],
        tags=["two-findings"],
    )
    head = {"schemaVersion": "1.0", "runId": "run-17"}
    missing = "schema/required /provenance writer"
    for slug, title, document, finding in (
        (
            "outcome-and-record",
            "an outcome that is none, and no record",
            {**head, "outcome": "paused"},
            "schema/enum /outcome",
        ),
        ("no-outcome-and-record", "neither an outcome nor a record", head, "schema/required /outcome"),
    ):
        topic.changed(
            f"several.{slug}",
            title,
            carriers["stream-cancelled"],
            replace("", document),
            [finding, missing],
            tags=["two-findings"],
        )
    for base, names in (
        ("task-result", ("schemaVersion", "runId", "output", "finishReason", "telemetry")),
        ("inderun-error", ("schemaVersion", "errorClass", "message")),
    ):
        topic.changed(
            f"several.{base}-empty",
            f"a {carriers[base].carrier} without a member",
            carriers[base],
            replace("", {}),
            [*(f"schema/required /{name}" for name in names), missing],
            tags=["two-findings"],
        )
    for base, pointer in (
        ("task-result", "/finishReason"),
        ("stream-completed", "/finishReason"),
        ("stream-completed", "/outcome"),
    ):
        topic.changed(
            f"{base}.{slug_of(pointer)}.another-token",
            f"{pointer[1:]} is a token that is in no set",
            carriers[base],
            replace(pointer, "unheard_of"),
            [f"schema/enum {pointer}"],
        )
