"""Every rule of the record, every clause of it, and the places where one honest change breaks several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, move, remove, replace
from exprov.suite.documents import CLOUD, DEVICE, EDGE, attempt, record, rejection

COUNT = "rule/attempt-count /attemptCount"
FLAG = "rule/fallback-flag /fallbackOccurred"
UNIQUE = "rule/attempt-provider-unique /attempts"
LAST_ENDS = "rule/only-last-attempt-ends /attempts"
IS_LAST = "rule/provider-is-last-attempted /providerId"
ATTRIBUTED = "rule/ended-attempt-is-attributed /providerId"
LOCALITY = "rule/unattributed-locality /locality"
CONFIGURED = "rule/unattributed-configured-model /configuredModel"
REPORTED = "rule/unattributed-reported-model /reportedModel"
REJECTED_ONCE = "rule/rejection-provider-unique /routeRejections"
NOT_ATTEMPTED = "rule/rejected-not-attempted /routeRejections"

# (id, base, change, findings, title)
CASES: tuple[tuple[str, str, Mapping[str, Any], list[str], str], ...] = (
    # attemptCount equals the length of attempts
    (
        "attempt-count.one-too-many",
        "fallback",
        replace("/attemptCount", 3),
        [COUNT],
        "attemptCount is one above the number of attempts",
    ),
    (
        "attempt-count.one-too-few",
        "three-attempts",
        replace("/attemptCount", 2),
        [COUNT],
        "attemptCount is one below the number of attempts",
    ),
    (
        "attempt-count.zero-for-one",
        "one-attempt",
        replace("/attemptCount", 0),
        [COUNT],
        "attemptCount is 0 though there is an attempt",
    ),
    (
        "attempt-count.one-for-none",
        "no-attempt",
        replace("/attemptCount", 1),
        [COUNT],
        "attemptCount is 1 though there is no attempt",
    ),
    (
        "attempt-count.two-for-one",
        "one-attempt",
        replace("/attemptCount", 2),
        [COUNT, FLAG],
        "attemptCount contradicts both the list and the flag",
    ),
    (
        "attempt-count.one-for-two",
        "fallback",
        replace("/attemptCount", 1),
        [COUNT, FLAG],
        "attemptCount of a fallback is 1 and contradicts both the list and the flag",
    ),
    (
        "attempt-count.two-for-none",
        "no-attempt",
        replace("/attemptCount", 2),
        [COUNT, FLAG],
        "attemptCount is 2 though there is no attempt",
    ),
    (
        "attempt-count.first-attempt-dropped",
        "three-attempts",
        remove("/attempts/0"),
        [COUNT],
        "a failed attempt is dropped from the list and still counted",
    ),
    (
        "attempt-count.attempts-emptied",
        "exhausted",
        replace("/attempts", []),
        [COUNT],
        "all attempts are dropped from the list and still counted",
    ),
    # fallbackOccurred equals attemptCount > 1
    (
        "fallback-flag.true-for-one",
        "one-attempt",
        replace("/fallbackOccurred", True),
        [FLAG],
        "a fallback is claimed for one attempt",
    ),
    (
        "fallback-flag.true-for-none",
        "no-attempt",
        replace("/fallbackOccurred", True),
        [FLAG],
        "a fallback is claimed without an attempt",
    ),
    (
        "fallback-flag.true-for-one-failed",
        "one-failed",
        replace("/fallbackOccurred", True),
        [FLAG],
        "a fallback is claimed for one failed attempt",
    ),
    (
        "fallback-flag.false-for-two",
        "fallback",
        replace("/fallbackOccurred", False),
        [FLAG],
        "a fallback to a second provider is denied",
    ),
    (
        "fallback-flag.false-for-two-failed",
        "exhausted",
        replace("/fallbackOccurred", False),
        [FLAG],
        "a fallback that failed as well is denied",
    ),
    (
        "fallback-flag.false-for-three",
        "three-attempts",
        replace("/fallbackOccurred", False),
        [FLAG],
        "a fallback to a third provider is denied",
    ),
    # no provider is attempted twice
    (
        "attempt-provider-unique.first-is-last",
        "fallback",
        replace("/attempts/0/providerId", CLOUD),
        [UNIQUE],
        "the same provider failed and then succeeded",
    ),
    (
        "attempt-provider-unique.both-failed",
        "exhausted",
        replace("/attempts/1/providerId", EDGE),
        [UNIQUE],
        "the same provider failed twice",
    ),
    (
        "attempt-provider-unique.first-and-second",
        "three-attempts",
        replace("/attempts/1/providerId", DEVICE),
        [UNIQUE],
        "the first two attempts are of one provider",
    ),
    (
        "attempt-provider-unique.first-and-third",
        "three-attempts",
        replace("/attempts/0/providerId", CLOUD),
        [UNIQUE],
        "the first and the third attempt are of one provider",
    ),
    (
        "attempt-provider-unique.second-and-third",
        "three-attempts",
        replace("/attempts/1/providerId", CLOUD),
        [UNIQUE],
        "the last two attempts are of one provider",
    ),
    (
        "attempt-provider-unique.cancelled",
        "fallback-cancelled",
        replace("/attempts/0/providerId", CLOUD),
        [UNIQUE],
        "the same provider failed and was then cancelled",
    ),
    (
        "attempt-provider-unique.case-differs",
        "fallback",
        replace("/attempts/0/providerId", "Cloud_c"),
        [],
        "two ids that differ in case are two providers",
    ),
    (
        "attempt-provider-unique.space-differs",
        "fallback",
        replace("/attempts/0/providerId", "cloud_c "),
        [],
        "two ids that differ in a space are two providers",
    ),
    # every attempt but the last is failed
    (
        "only-last-attempt-ends.succeeded-before",
        "fallback",
        replace("/attempts/0", attempt(EDGE, "succeeded")),
        [LAST_ENDS],
        "an attempt follows one that succeeded",
    ),
    (
        "only-last-attempt-ends.cancelled-before",
        "fallback",
        replace("/attempts/0", attempt(EDGE, "cancelled")),
        [LAST_ENDS],
        "an attempt follows one that was cancelled",
    ),
    (
        "only-last-attempt-ends.cancelled-twice",
        "fallback-cancelled",
        replace("/attempts/0", attempt(EDGE, "cancelled")),
        [LAST_ENDS],
        "two attempts were cancelled",
    ),
    (
        "only-last-attempt-ends.succeeded-then-failed",
        "committed-then-failed",
        replace("/attempts/0", attempt(EDGE, "succeeded")),
        [LAST_ENDS],
        "a failed attempt follows one that succeeded",
    ),
    (
        "only-last-attempt-ends.cancelled-then-failed",
        "committed-then-failed",
        replace("/attempts/0", attempt(EDGE, "cancelled")),
        [LAST_ENDS],
        "a failed attempt follows one that was cancelled",
    ),
    (
        "only-last-attempt-ends.second-of-three",
        "three-attempts",
        replace("/attempts/1", attempt(EDGE, "succeeded")),
        [LAST_ENDS],
        "the second and the third of three attempts succeeded",
    ),
    (
        "only-last-attempt-ends.first-of-three",
        "three-attempts",
        replace("/attempts/0", attempt(DEVICE, "succeeded")),
        [LAST_ENDS],
        "the first and the third of three attempts succeeded",
    ),
    (
        "only-last-attempt-ends.first-of-three-cancelled",
        "three-attempts",
        replace("/attempts/0", attempt(DEVICE, "cancelled")),
        [LAST_ENDS],
        "the first of three attempts was cancelled",
    ),
    (
        "only-last-attempt-ends.order-reversed",
        "bare-fallback",
        move("/attempts/1", "/attempts/0"),
        [LAST_ENDS, IS_LAST],
        "the attempts stand in reverse order",
    ),
    (
        "only-last-attempt-ends.unattributed",
        "exhausted",
        replace("/attempts/0", attempt(EDGE, "succeeded")),
        [LAST_ENDS, ATTRIBUTED],
        "a success is followed by a failure and has no target",
    ),
    (
        "only-last-attempt-ends.unattributed-cancelled",
        "exhausted",
        replace("/attempts/0", attempt(EDGE, "cancelled")),
        [LAST_ENDS, ATTRIBUTED],
        "a cancelled attempt is followed by a failure and has no target",
    ),
    # providerId, if present, is the last attempt's provider
    (
        "provider-is-last-attempted.first-attempted",
        "fallback",
        replace("/providerId", EDGE),
        [IS_LAST],
        "the target is the first attempted provider",
    ),
    (
        "provider-is-last-attempted.second-of-three",
        "three-attempts",
        replace("/providerId", EDGE),
        [IS_LAST],
        "the target is the second of three attempted providers",
    ),
    (
        "provider-is-last-attempted.never-attempted",
        "one-attempt",
        replace("/providerId", EDGE),
        [IS_LAST],
        "the target was never attempted",
    ),
    (
        "provider-is-last-attempted.rejected",
        "fallback",
        replace("/providerId", DEVICE),
        [IS_LAST],
        "the target was ruled out",
    ),
    (
        "provider-is-last-attempted.no-attempt",
        "no-attempt",
        add("/providerId", CLOUD),
        [IS_LAST],
        "a target without an attempt",
    ),
    (
        "provider-is-last-attempted.no-attempt-rejected",
        "no-attempt",
        add("/providerId", EDGE),
        [IS_LAST],
        "a target without an attempt, which was ruled out",
    ),
    (
        "provider-is-last-attempted.case-differs",
        "one-attempt",
        replace("/providerId", "Cloud_c"),
        [IS_LAST],
        "the target is spelled with a capital, the attempt is not",
    ),
    (
        "provider-is-last-attempted.space-after",
        "one-attempt",
        replace("/providerId", "cloud_c "),
        [IS_LAST],
        "the target has a space at its end, the attempt has none",
    ),
    (
        "provider-is-last-attempted.failed-first",
        "exhausted",
        add("/providerId", EDGE),
        [IS_LAST],
        "of two failed attempts, the target is the first",
    ),
    (
        "provider-is-last-attempted.cancelled-other",
        "cancelled-attempt",
        replace("/providerId", EDGE),
        [IS_LAST],
        "the target is not the provider that was cancelled",
    ),
    (
        "provider-is-last-attempted.failed-last",
        "exhausted",
        add("/providerId", CLOUD),
        [],
        "of two failed attempts, the target is the last: a stream that had committed",
    ),
    # with providerId absent, every attempt is failed
    (
        "ended-attempt-is-attributed.succeeded",
        "bare-target",
        remove("/providerId"),
        [ATTRIBUTED],
        "an attempt succeeded and there is no target",
    ),
    (
        "ended-attempt-is-attributed.cancelled",
        "bare-cancelled",
        remove("/providerId"),
        [ATTRIBUTED],
        "an attempt was cancelled and there is no target",
    ),
    (
        "ended-attempt-is-attributed.fallback",
        "bare-fallback",
        remove("/providerId"),
        [ATTRIBUTED],
        "the second attempt succeeded and there is no target",
    ),
    (
        "ended-attempt-is-attributed.fallback-cancelled",
        "fallback-cancelled",
        remove("/providerId"),
        [ATTRIBUTED],
        "the second attempt was cancelled and there is no target",
    ),
    (
        "ended-attempt-is-attributed.everything-stays",
        "one-attempt",
        remove("/providerId"),
        [ATTRIBUTED, LOCALITY, CONFIGURED, REPORTED],
        "the target alone is left out, what it declared and reported stays",
    ),
    (
        "ended-attempt-is-attributed.cancelled-everything-stays",
        "cancelled-attempt",
        remove("/providerId"),
        [ATTRIBUTED, LOCALITY, CONFIGURED],
        "the target of a cancelled attempt is left out, what it declared stays",
    ),
    # with providerId absent, locality is unknown
    (
        "unattributed-locality.cloud",
        "no-attempt",
        replace("/locality", "cloud"),
        [LOCALITY],
        "a locality without a target: cloud",
    ),
    (
        "unattributed-locality.edge",
        "no-attempt",
        replace("/locality", "edge"),
        [LOCALITY],
        "a locality without a target: edge",
    ),
    (
        "unattributed-locality.on-device",
        "no-attempt",
        replace("/locality", "on_device"),
        [LOCALITY],
        "a locality without a target: on_device",
    ),
    (
        "unattributed-locality.exhausted",
        "exhausted",
        replace("/locality", "cloud"),
        [LOCALITY],
        "the locality of a provider that failed",
    ),
    (
        "unattributed-locality.committed",
        "committed-then-failed",
        remove("/providerId"),
        [LOCALITY],
        "the target of a committed stream is left out, its locality stays",
    ),
    # with providerId absent, so are the models
    (
        "unattributed-configured-model.no-attempt",
        "no-attempt",
        add("/configuredModel", "example-large"),
        [CONFIGURED],
        "a configured model without an attempt",
    ),
    (
        "unattributed-configured-model.exhausted",
        "exhausted",
        add("/configuredModel", "example-large"),
        [CONFIGURED],
        "the configured model of a provider that failed",
    ),
    (
        "unattributed-reported-model.no-attempt",
        "no-attempt",
        add("/reportedModel", "example-large"),
        [REPORTED],
        "a reported model without an attempt",
    ),
    (
        "unattributed-reported-model.exhausted",
        "exhausted",
        add("/reportedModel", "example-large"),
        [REPORTED],
        "the model that a provider reported before it failed",
    ),
    (
        "unattributed-reported-model.committed",
        "one-committed-then-failed",
        remove("/providerId"),
        [LOCALITY, REPORTED],
        "the target of a committed stream is left out, its locality and model stay",
    ),
    # what is legal and looks wrong
    (
        "models-differ",
        "one-attempt",
        replace("/reportedModel", "another-model"),
        [],
        "the reported model is not the configured one, which proves nothing",
    ),
    (
        "reported-without-configured",
        "one-attempt",
        remove("/configuredModel"),
        [],
        "a provider reports a model and declares none",
    ),
    (
        "configured-without-reported",
        "one-attempt",
        remove("/reportedModel"),
        [],
        "a provider declares a model and reports none",
    ),
    (
        "model-is-provider",
        "one-attempt",
        replace("/configuredModel", CLOUD),
        [],
        "a model has the name of its provider",
    ),
    # one entry per rejected provider
    (
        "rejection-provider-unique.in-a-row",
        "no-attempt",
        add("/routeRejections/-", rejection(EDGE, "privacy_constraint")),
        [REJECTED_ONCE],
        "a provider is ruled out twice",
    ),
    (
        "rejection-provider-unique.same-entry",
        "no-attempt",
        add("/routeRejections/-", rejection(EDGE, "offline")),
        [REJECTED_ONCE],
        "a rejection stands twice",
    ),
    (
        "rejection-provider-unique.first-and-third",
        "two-rejected",
        add("/routeRejections/-", rejection(DEVICE, "offline")),
        [REJECTED_ONCE],
        "the first and the third rejection are of one provider",
    ),
    (
        "rejection-provider-unique.second-and-third",
        "two-rejected",
        add("/routeRejections/-", rejection(EDGE, "offline")),
        [REJECTED_ONCE],
        "the second and the third rejection are of one provider",
    ),
    (
        "rejection-provider-unique.case-differs",
        "no-attempt",
        add("/routeRejections/-", rejection("Edge_b", "offline")),
        [],
        "two rejected ids that differ in case are two providers",
    ),
    (
        "rejection-provider-unique.same-reason",
        "two-rejected",
        replace("/routeRejections/1/reasonCodes", ["offline"]),
        [],
        "two providers were ruled out for one reason",
    ),
    # no rejected provider was attempted
    (
        "rejected-not-attempted.only",
        "one-attempt",
        add("/routeRejections/-", rejection(CLOUD, "offline")),
        [NOT_ATTEMPTED],
        "the only attempted provider was ruled out",
    ),
    (
        "rejected-not-attempted.first",
        "fallback",
        add("/routeRejections/-", rejection(EDGE, "offline")),
        [NOT_ATTEMPTED],
        "the provider that failed first was ruled out",
    ),
    (
        "rejected-not-attempted.last",
        "fallback",
        add("/routeRejections/0", rejection(CLOUD, "offline")),
        [NOT_ATTEMPTED],
        "the provider that succeeded was ruled out",
    ),
    (
        "rejected-not-attempted.middle",
        "three-attempts",
        add("/routeRejections/-", rejection(EDGE, "offline")),
        [NOT_ATTEMPTED],
        "the second of three attempted providers was ruled out",
    ),
    (
        "rejected-not-attempted.renamed",
        "exhausted",
        replace("/routeRejections/0/providerId", CLOUD),
        [NOT_ATTEMPTED],
        "the provider that failed last was ruled out",
    ),
    (
        "rejected-not-attempted.second-rejection",
        "two-rejected",
        replace("/routeRejections/1/providerId", CLOUD),
        [NOT_ATTEMPTED],
        "the second rejection is of the attempted provider",
    ),
    (
        "rejected-not-attempted.twice",
        "one-attempt",
        add("/routeRejections", [rejection(CLOUD, "offline"), rejection(CLOUD, "offline")]),
        [NOT_ATTEMPTED, REJECTED_ONCE],
        "the attempted provider was ruled out twice",
    ),
)


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    for slug, base, change, findings, title in CASES:
        tags = ["two-findings"] if len(findings) > 1 else []
        topic.changed(slug, title, bases.records[base], change, findings, tags=tags)
    topic.changed(
        "phase.rules-wait-for-the-schema",
        "a fault of the schema keeps the rules from being judged: the count is wrong as well, and not reported",
        bases.records["fallback"],
        replace("/attempts", [None]),
        ["schema/type /attempts/0"],
    )
    _many(topic, bases)
    _folded(topic, bases)


def _many(topic: Topic, bases: Bases) -> None:
    """Five attempts and five rejections: it is not enough to compare neighbours, or the first with the last."""
    attempts = topic.document(
        "five-attempts",
        "four failed attempts, then one that succeeded",
        record([*(attempt(one, "failed", "Timeout") for one in "abcd"), attempt("e", "succeeded")], target="e"),
        tags=["base"],
    )
    rejections = topic.document(
        "five-rejected",
        "five providers ruled out, and no other",
        record([], rejections=[rejection(one, "offline") for one in "abcde"]),
        tags=["base"],
    )
    three = topic.document(
        "three-rejected",
        "three providers ruled out, the fourth succeeded",
        record([attempt("c", "succeeded")], target="c", rejections=[rejection(one, "offline") for one in "abd"]),
        tags=["base"],
    )
    for place, other in ((3, "b"), (2, "a"), (4, "b"), (3, "e")):
        if place != 4:
            topic.changed(
                f"attempt-provider-unique.five-{place}-{other}",
                f"of five attempts, that at index {place} is of the provider {other} as well",
                attempts,
                replace(f"/attempts/{place}/providerId", other),
                [UNIQUE],
            )
        topic.changed(
            f"rejection-provider-unique.five-{place}-{other}",
            f"of five rejections, that at index {place} is of the provider {other} as well",
            rejections,
            replace(f"/routeRejections/{place}/providerId", other),
            [REJECTED_ONCE],
        )
    for outcome in ("succeeded", "cancelled"):
        topic.changed(
            f"only-last-attempt-ends.five-{outcome}",
            f"the third of five attempts {'was ' if outcome == 'cancelled' else ''}{outcome}",
            attempts,
            replace("/attempts/2", attempt("c", outcome)),
            [LAST_ENDS],
        )
    topic.changed(
        "provider-is-last-attempted.five",
        "the target is the fourth of five attempted providers",
        attempts,
        replace("/providerId", "d"),
        [IS_LAST],
    )
    topic.changed(
        "rejected-not-attempted.of-three",
        "the second of three rejections is of the attempted provider",
        three,
        replace("/routeRejections/1/providerId", "c"),
        [NOT_ATTEMPTED],
    )
    topic.changed(
        "rejected-not-attempted.of-five",
        "the third of five attempted providers was ruled out",
        attempts,
        replace("/routeRejections", [rejection("x", "offline"), rejection("c", "offline"), rejection("y", "offline")]),
        [NOT_ATTEMPTED],
    )


def _folded(topic: Topic, bases: Bases) -> None:
    """Names are compared character by character: neither case nor spaces are folded."""
    one, none = bases.records["one-attempt"], bases.records["no-attempt"]
    for slug, name in (("case", "Cloud_c"), ("space-after", "cloud_c "), ("space-before", " cloud_c")):
        topic.changed(
            f"rejected-not-attempted.{slug}-differs",
            f"the rejected provider {name!r} is another than the attempted one",
            one,
            replace("/routeRejections", [rejection(name, "offline")]),
        )
    for slug, name in (("space-after", "edge_b "), ("space-before", " edge_b"), ("hyphen", "edge-b")):
        topic.changed(
            f"rejection-provider-unique.{slug}-differs",
            f"the rejected provider {name!r} is another than edge_b",
            none,
            add("/routeRejections/-", rejection(name, "offline")),
        )
    for slug, name in (("case", "Cloud_c"), ("space", "cloud_c ")):
        topic.changed(
            f"provider-is-last-attempted.{slug}-differs-from-attempt",
            f"the attempted provider {name!r} is another than the target",
            one,
            replace("/attempts/0/providerId", name),
            [IS_LAST],
        )
