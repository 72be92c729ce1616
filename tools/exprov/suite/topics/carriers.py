"""The three payloads that hold a record: their schemas, their rules and every clause of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exprov.program.model import Program
from exprov.suite import documents as d
from exprov.suite.cases import Case, Edit, Row, document, group, row, slug_of
from exprov.suite.members import document_of, faults, grown, wrong_values
from exprov.suite.topics.schema import BAD_ERROR_CLASSES

# fmt: off
ATTRIBUTED = "carrier/result-attributed /provenance"
USED = "carrier/provider-used /telemetry/providerUsed"
SUCCEEDS = "carrier/completed-attributed /provenance"
SUCCEEDED = "carrier/error-not-succeeded /provenance/attempts"
NOT_CANCELLED = "carrier/stream-error-not-cancelled /provenance/attempts"
SAME = "carrier/same-provenance /error/provenance"
CANCELLED = "carrier/cancelled-outcome /provenance"
LAST_ENDS = "rule/only-last-attempt-ends /provenance/attempts"
UNTARGETED = "rule/ended-attempt-is-attributed /provenance/providerId"
ENUM, UNKNOWN = "schema/enum", "schema/unknown-member"
# A writer attaches the record; a reader does without it.
MISSING = "schema/required /provenance writer"


def holds(base: Case, record: Case | dict[str, Any]) -> Edit:
    """Another record in the payload."""
    return base.set("/provenance", record.value if isinstance(record, Case) else record)


def untargeted(record: Case) -> dict[str, Any]:
    return {name: value for name, value in record.value.items() if name != "providerId"}


_OTHER = d.record(d.attempt(d.EDGE, "succeeded"), target=d.EDGE)
_FIRST, _THEN_FAILED = d.attempt(d.EDGE, "succeeded"), d.attempt(d.CLOUD, "failed", "Timeout")
_FIRST_SUCCEEDED = {**d.COMMITTED.value, "attempts": [_FIRST, _THEN_FAILED]}
_THEN_CANCELLED = {**d.FALLBACK_CANCELLED.value, "attempts": [_FIRST, d.attempt(d.CLOUD, "cancelled")]}
_REVERSED = dict(reversed(list(d.COMMITTED.value.items())))


# Each has every optional member.
_BASES = (d.RESULT, d.COMPLETED, d.STREAM_ERROR, d.STREAM_CANCELLED, d.ERROR)


def cases(program: Program) -> list[Case | Row]:
    start = group("carriers", _members(program), RULES)
    return [*d.CARRIERS, *start, *CASES, *group("carriers", _empty(program), TOKENS),
            *(one for base in _BASES for one in grown(program, base, f"carriers.{base.name}"))]


def _members(program: Program) -> Iterator[Row]:
    """Every member of the payloads themselves; those of their records are the topic `schema`."""
    for base in _BASES:
        yield from group(base.name, faults(program, base))


def _empty(program: Program) -> Iterator[Row]:
    for base in (d.RESULT, d.ERROR):
        (kind,) = program.root_objects(document_of(program, base))
        missing = [f"schema/required /{one.name}" for one in kind.members if one.required]
        title = f"a {base.carrier} without a member"
        yield row(f"several.{base.name}-empty", title, base.set("", {}), *missing, MISSING)


RULES: list[Row] = []
# TaskResult: providerId is present and the last attempt succeeded, or is cancelled where finishReason is.
RULES += group("result-attributed", ATTRIBUTED,
    row("committed-then-failed", "a result whose last attempt committed, then failed", holds(d.RESULT, d.COMMITTED)),
    row("exhausted", "a result whose attempts all failed", holds(d.RESULT, d.EXHAUSTED), USED),
    row("no-attempt", "a result without an attempt", holds(d.RESULT, d.NO_ATTEMPT), USED),
    row("cancelled-and-stopped", "a cancelled attempt produced a result that claims to have stopped by itself",
        d.RESULT_CANCELLED.set("/finishReason", "stop")),
    row("cancelled-and-length", "a cancelled attempt produced a result that claims to have reached its length",
        d.RESULT_CANCELLED.set("/finishReason", "length")),
    row("cancelled-and-error", "a cancelled attempt produced a result that claims an error",
        d.RESULT_CANCELLED.set("/finishReason", "error")),
    row("cancelled-record", "the record of a cancelled run on a result that stopped", holds(d.RESULT, d.CANCELLED)),
    row("cancelled-and-failed", "a cancelled result whose last attempt failed", holds(d.RESULT_CANCELLED, d.COMMITTED)),
    row("no-target", "a result whose record has no target", holds(d.RESULT, untargeted(d.BARE)), USED, UNTARGETED),
)
RULES += group("result-attributed",
    row("succeeded-and-cancelled", "a cancelled result whose attempt succeeded", holds(d.RESULT_CANCELLED, d.ONE)),
    row("first-succeeded", "only the first attempt succeeded",
        holds(d.RESULT, _FIRST_SUCCEEDED), ATTRIBUTED, LAST_ENDS),
)
# telemetry.providerUsed equals provenance.providerId.
RULES += group("provider-used", USED,
    row("other", "telemetry names the provider that failed first", d.RESULT.set("/telemetry/providerUsed", d.EDGE)),
    row("other-record", "the record names another provider than telemetry", holds(d.RESULT, _OTHER)),
    row("case-differs", "telemetry capitalises the provider", d.RESULT.set("/telemetry/providerUsed", "Cloud_c")),
    row("stream-other", "telemetry names the first of two providers",
        d.COMPLETED.set("/telemetry/providerUsed", d.EDGE)),
    row("stream-other-record", "the record names another provider than telemetry", holds(d.COMPLETED, _OTHER)),
    row("stream-no-target", "a completed stream whose attempts all failed", holds(d.COMPLETED, d.EXHAUSTED), SUCCEEDS),
)
# StreamCompleted: the last attempt succeeded.
RULES += group("completed-attributed", SUCCEEDS,
    row("committed-then-failed", "a completed stream whose last attempt failed", holds(d.COMPLETED, d.COMMITTED)),
    row("cancelled", "a completed stream whose attempt was cancelled", holds(d.COMPLETED, d.CANCELLED)),
    row("exhausted", "a completed stream without a target", holds(d.COMPLETED_BARE, d.EXHAUSTED)),
    row("no-attempt", "a completed stream without an attempt", holds(d.COMPLETED_BARE, d.NO_ATTEMPT)),
    row("no-target", "a completed stream without a target", holds(d.COMPLETED_BARE, untargeted(d.BARE)), UNTARGETED),
    row("bare-committed-then-failed", "no telemetry, and the last attempt failed",
        holds(d.COMPLETED_BARE, d.COMMITTED)),
)
RULES += group("completed-attributed",
    row("cancelled-reason", "finishReason may be cancelled", d.COMPLETED.set("/finishReason", "cancelled")),
)
# StreamError: no attempt succeeded, none is cancelled, one record at both places.
RULES += group("error-not-succeeded",
    row("stream", "a stream ended in an error though its attempt succeeded", holds(d.BARE_ERROR, d.ONE), SUCCEEDED),
    row("stream-fallback", "a stream's error: the second attempt succeeded",
        holds(d.BARE_ERROR, d.FALLBACK), SUCCEEDED),
    row("stream-no-attempt", "a stream ended in an error before any attempt", holds(d.BARE_ERROR, d.NO_ATTEMPT)),
    row("stream-first", "a stream ended in an error though its first attempt succeeded",
        holds(d.BARE_ERROR, _FIRST_SUCCEEDED), SUCCEEDED, LAST_ENDS),
    row("within", "the error in the outcome holds a record that succeeded",
        d.STREAM_ERROR.set("/error/provenance", d.ONE.value), SAME,
        "carrier/error-not-succeeded /error/provenance/attempts"),
)
RULES += group("stream-error-not-cancelled", NOT_CANCELLED,
    row("cancelled", "a stream ended in an error though its attempt was cancelled", holds(d.BARE_ERROR, d.CANCELLED)),
    row("fallback", "a stream's error: the second attempt was cancelled", holds(d.BARE_ERROR, d.FALLBACK_CANCELLED)),
)
RULES += group("same-provenance",
    row("profile", "the profiles differ", d.STREAM_ERROR.set("/error/provenance/modelProfile", "fast"), SAME),
    row("outer-profile", "the outer profile differs", d.STREAM_ERROR.set("/provenance/modelProfile", "fast"), SAME),
    row("deep", "the two records differ in one error class",
        d.STREAM_ERROR.set("/error/provenance/attempts/0/errorClass", "Offline"), SAME),
    row("other-execution", "the two records are of different executions",
        d.STREAM_ERROR.set("/error/provenance", d.EXHAUSTED.value), SAME),
    row("outer-other-execution", "the outer record is of another execution", holds(d.STREAM_ERROR, d.EXHAUSTED), SAME),
    row("member-order", "the members of the two records are in different orders, which makes no difference",
        d.STREAM_ERROR.set("/error/provenance", _REVERSED)),
    row("unknown-member", "one of the two records has an unknown member",
        d.STREAM_ERROR.add("/error/provenance/futureMember", 1), SAME, UNKNOWN),
    row("rule-within", "the record in the error has a wrong count",
        d.STREAM_ERROR.set("/error/provenance/attemptCount", 3), SAME, "rule/attempt-count"),
)
# StreamCancelled: no attempt succeeded, and providerId is present exactly when the last attempt is cancelled.
RULES += group("cancelled-outcome", CANCELLED,
    row("succeeded", "a cancelled stream whose attempt succeeded", holds(d.STREAM_CANCELLED, d.ONE)),
    row("fallback-succeeded", "a cancelled stream whose fallback succeeded", holds(d.STREAM_CANCELLED, d.FALLBACK)),
    row("committed-then-failed", "a cancelled stream with a failed target", holds(d.STREAM_CANCELLED, d.COMMITTED)),
    row("no-target", "a cancelled stream whose attempt was cancelled and has no target",
        holds(d.STREAM_CANCELLED, untargeted(d.BARE_CANCELLED)), UNTARGETED),
    row("target-without-attempt", "a stream cancelled before any attempt has a target",
        d.CANCELLED_BEFORE.add("/provenance/providerId", d.CLOUD), "rule/provider-is-last-attempted"),
    row("succeeded-before", "the first attempt succeeded", holds(d.STREAM_CANCELLED, _THEN_CANCELLED), LAST_ENDS),
)
RULES += group("cancelled-outcome",
    row("between", "a stream cancelled after its attempts had failed", holds(d.STREAM_CANCELLED, d.EXHAUSTED)),
    row("one-failed", "a stream cancelled between two attempts", holds(d.STREAM_CANCELLED, d.ONE_FAILED)),
    row("fallback", "a stream cancelled while its second attempt ran", holds(d.STREAM_CANCELLED, d.FALLBACK_CANCELLED)),
)
# IndeRunError: no attempt succeeded.
RULES += group("error-not-succeeded",
    row("run", "an error though the attempt succeeded", holds(d.ERROR, d.ONE), SUCCEEDED),
    row("run-fallback", "an error though the second attempt succeeded", holds(d.ERROR, d.FALLBACK), SUCCEEDED),
    row("run-cancelled", "an error for a run whose attempt was cancelled", holds(d.ERROR, d.CANCELLED)),
    row("run-committed", "an error after a stream had committed", holds(d.ERROR, d.COMMITTED)),
    row("run-first", "an error: the first attempt succeeded", holds(d.ERROR, _FIRST_SUCCEEDED), SUCCEEDED, LAST_ENDS),
)

# The payload itself, and its sets.
RULES += [
    row(f"{base.name}.root.is-{name}", f"{name} instead of the payload", base.set("", value), "schema/type")
    for base in (d.RESULT, d.COMPLETED, d.ERROR) for name, value in wrong_values("object")
]
for base in (d.RESULT, d.COMPLETED):
    RULES += group(f"{base.name}.finish-reason",
        row("length", "finishReason is length", base.set("/finishReason", "length")),
        row("error", "finishReason is error", base.set("/finishReason", "error")),
        row("capital", "finishReason is 'Stop'", base.set("/finishReason", "Stop"), ENUM),
        row("empty", "finishReason is ''", base.set("/finishReason", ""), ENUM),
        row("unheard-of", "finishReason is 'tool_calls'", base.set("/finishReason", "tool_calls"), ENUM),
        row("american", "finishReason is 'canceled'", base.set("/finishReason", "canceled"), ENUM),
    )
RULES += group("task-result",
    row("output-type.other", "the output's type is 'image'", d.RESULT.set("/output/type", "image"), "schema/const"),
    row("output-type.capital", "the output's type is 'Text'", d.RESULT.set("/output/type", "Text"), "schema/const"),
    row("output-type.empty", "the type of the output is ''", d.RESULT.set("/output/type", ""), "schema/const"),
    row("output-text.empty", "the text of the output is empty, which is allowed", d.RESULT.set("/output/text", "")),
)
RULES += [
    row(f"{base.name}.outcome.{slug}", f"the outcome of a stream is {text!r}", base.set("/outcome", text), ENUM)
    for base in (d.COMPLETED, d.STREAM_ERROR, d.STREAM_CANCELLED)
    for slug, text in {"capital": "Completed", "empty": "", "unheard-of": "failed", "american": "canceled"}.items()
]
RULES += group("inderun-error",
    row("retryable.false", "an error that is not to be retried", d.ERROR.set("/retryable", False)),
    row("details.empty", "details without a member", d.ERROR.set("/details", {})),
    row("details.deep", "details hold any JSON", d.ERROR.set("/details", {"a": [None, {"b": 0.5}]})),
    row("message.empty", "the message is empty, which is allowed", d.ERROR.set("/message", "")),
)
RULES += [
    row(f"{base.name}.{slug_of(path)}.{slug}", f"{path} is {text!r}", base.set(path, text), "schema/pattern")
    for base, path in ((d.RESULT, "/telemetry/errorClass"), (d.COMPLETED, "/telemetry/errorClass"),
                       (d.STREAM_ERROR, "/error/errorClass"), (d.ERROR, "/errorClass"))
    for slug, text in BAD_ERROR_CLASSES.items()
]
# A fault of the record is found at its place in each carrier.
for base in (d.RESULT, d.COMPLETED, d.BARE_ERROR, d.STREAM_CANCELLED, d.ERROR):
    attempts = base.value["provenance"]["attempts"]
    several, attempted = len(attempts) > 1, attempts[0]["providerId"]
    RULES += group(f"{base.name}.record",
        row("member-missing", "the record lacks a member", base.remove("/provenance/modelProfile"), "schema/required"),
        row("wrong-type", "a wrong type in an attempt",
            base.set("/provenance/attempts/0/providerId", 7), "schema/type"),
        row("closed-set", "the locality of the record is 'moon'", base.set("/provenance/locality", "moon"), ENUM),
        row("identifier", "the profile is blank", base.set("/provenance/modelProfile", " "), "schema/identifier-text"),
        row("count", "the record has a wrong count",
            base.set("/provenance/attemptCount", 3 if several else 0), "rule/attempt-count"),
        row("flag", "the flag is wrong", base.set("/provenance/fallbackOccurred", not several), "rule/fallback-flag"),
        row("rejected-and-attempted", "the record rejects an attempted provider",
            base.add("/provenance/routeRejections/-", d.rejection(attempted)),
            "rule/rejected-not-attempted /provenance/routeRejections"),
    )
RULES += group("stream-error.error-record",
    row("member-missing", "a member of the record in the error is missing",
        d.STREAM_ERROR.remove("/error/provenance/modelProfile"), "schema/required"),
    row("wrong-type", "a member of the record in the error has the wrong type",
        d.STREAM_ERROR.set("/error/provenance/attempts", {}), "schema/type"),
)

# The order of arrays tells records apart, the order of members does not; numbers are compared by their value.
_RECORD = d.record(
    d.attempt(d.CLOUD, "failed", "Internal"), target=d.CLOUD,
    rejections=[d.rejection(d.EDGE, "offline", "cloud_constraint"), d.rejection(d.DEVICE, "privacy_constraint")])


def _twice(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    """A stream's error with a record at both places."""
    error = {"schemaVersion": "1.0", "errorClass": "Internal", "message": "", "provenance": inner}
    return {**d.HEAD, "outcome": "error", "error": error, "provenance": outer}


BOTH = document("carriers.stream-error-rejections",
    "a stream that ended in an error, with two rejections in the record at both places", _twice(_RECORD, _RECORD),
    carrier="stream-terminal-outcome", tags=["base"])
_ATTEMPT, (_REJECTED, _ALSO_REJECTED) = _RECORD["attempts"][0], _RECORD["routeRejections"]


def _differing(slug: str, title: str, path: str, value: Any, *findings: str) -> Row:
    edit = BOTH.set(f"/error/provenance/{path}", value)
    return row(slug, f"in one of the two records {title}", edit, *findings)


def _beside(slug: str, inner: Any, outer: Any, *findings: str, requires: str = "") -> Row:
    edit = BOTH.set("", _twice({**_RECORD, "x": inner}, {**_RECORD, "x": outer}))
    title = f"an unknown member in both records: {slug.replace('-', ' ')}"
    unknown = (f"{UNKNOWN} /error/provenance/x", f"{UNKNOWN} /provenance/x")
    return row(slug, title, edit, *findings, *unknown, requires=requires)


def _numbers(slug: str, inner: str, outer: str, *findings: str) -> Row:
    """Numbers that no value of Python holds, as the text writes them."""
    edit = BOTH.edit('}},"provenance":{', f',"x":{inner}}}}},"provenance":{{"x":{outer},', f"{inner} and {outer}")
    unknown = (f"{UNKNOWN} /error/provenance/x", f"{UNKNOWN} /provenance/x")
    title = f"an unknown member in both records: {slug.replace('-', ' ')}"
    return row(slug, title, edit, *findings, *unknown, requires="exact-numbers")


CASES: list[Case | Row] = [BOTH]
CASES += group("carriers.same-provenance",
    _differing("rejection-order", "the rejections are reordered", "routeRejections", [_ALSO_REJECTED, _REJECTED], SAME),
    _differing("reason-order", "the reasons of a rejection are in another order",
        "routeRejections/0/reasonCodes", ["cloud_constraint", "offline"], SAME),
    _differing("fewer-rejections", "a rejection is missing", "routeRejections", [_REJECTED], SAME),
    _differing("attempt-member-order", "the members of an attempt are in another order",
        "attempts/0", dict(reversed(_ATTEMPT.items()))),
    _differing("rejection-member-order", "the members of a rejection are in another order",
        "routeRejections/1", dict(reversed(_ALSO_REJECTED.items()))),
    _beside("great-numbers", 9007199254740993, 9007199254740992, SAME, requires="exact-numbers"),
    _beside("true-and-one", True, 1, SAME),
    _beside("false-and-zero", [False], [0], SAME),
    _beside("null-and-absent", {"y": None}, {}, SAME),
    _beside("text-and-number", "1", 1, SAME),
    _beside("normal-forms", "\u00e9", "e\u0301", SAME),
    _beside("fractions", 1.5, 1, SAME),
    _numbers("great-exponents", "1e100000000000000000000", "1e100000000000000000001", SAME),
    _numbers("equal-great-exponents", "1e100000000000000000000", "10e99999999999999999999"),
    _numbers("equal-small-exponents", "1e-100000000000000000000", "0.1e-99999999999999999999"),
    _beside("equal-deep", {"a": [1, {"b": 2}], "c": 0.5}, {"c": 0.5, "a": [1, {"b": 2}]}),
)
# Names of providers are compared character by character.
for slug, base, name in (
    ("space-differs", d.RESULT, "cloud_c "),
    ("stream-case-differs", d.COMPLETED, "Cloud_c"),
    ("stream-space-differs", d.COMPLETED, " cloud_c"),
):
    edit = base.set("/telemetry/providerUsed", name)
    CASES += group("carriers.provider-used", row(slug, f"telemetry spells the provider {name!r}", edit, USED))
_COMPOSED = "caf\u00e9"
COMPOSED = document("carriers.task-result-composed", "a result of a provider whose name has a composed letter",
    {
        **d.RESULT.value,
        "telemetry": {**d.RESULT.value["telemetry"], "providerUsed": _COMPOSED},
        "provenance": d.record(d.attempt(_COMPOSED, "succeeded"), target=_COMPOSED),
    },
    carrier="task-result",
    tags=["base"])
CASES.append(COMPOSED)
CASES += group("carriers",
    row("provider-used.normal-forms-differ", "telemetry spells the provider decomposed, the record composed: two names",
        COMPOSED.set("/telemetry/providerUsed", "cafe\u0301"), USED),
    row("cancelled-outcome.first-cancelled",
        "a cancelled stream with a target whose first attempt was cancelled and whose last one failed",
        holds(d.STREAM_CANCELLED, {**d.COMMITTED.value, "attempts": [d.attempt(d.EDGE, "cancelled"), _THEN_FAILED]}),
        CANCELLED, LAST_ENDS),
    row("several.outcome-and-record", "an unknown outcome, and no record",
        d.STREAM_CANCELLED.set("", {**d.HEAD, "outcome": "paused"}), "schema/enum /outcome", MISSING),
    row("several.version-and-outcome", "another version and an unknown outcome: the version is the only finding",
        d.STREAM_CANCELLED.set("", {**d.HEAD, "schemaVersion": "2.0", "outcome": "paused"}),
        "schema/unknown-version /schemaVersion"),
    row("several.no-outcome-and-record", "no outcome and no record",
        d.STREAM_CANCELLED.set("", d.HEAD), "schema/required /outcome", MISSING),
)

TOKENS = [
    *(row(f"{base.name}.{slug_of(path)}.another-token", f"{path[1:]} is a token that the set does not have",
          base.set(path, "unheard_of"), ENUM)
      for base, path in ((d.RESULT, "/finishReason"), (d.COMPLETED, "/finishReason"), (d.COMPLETED, "/outcome"))),
    row("same-provenance.number-form",
        "the two records write one number in two forms: they are equal, and one form is a writer finding",
        d.STREAM_ERROR.edit(
            '"partialText":"Hel","provenance":{"schemaVersion":"1.0","attemptCount":2',
            '"partialText":"Hel","provenance":{"schemaVersion":"1.0","attemptCount":2.0',
            "an integer with a fraction of zero"),
        "schema/integer-form /provenance/attemptCount"),
]
