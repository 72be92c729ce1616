"""Every rule of the record, every clause of it, and the places where one honest change breaks several."""

from __future__ import annotations

from exprov.suite.cases import Case, Edit, Row, document, group, row
from exprov.suite.documents import (
    BARE,
    BARE_CANCELLED,
    BARE_FALLBACK,
    CANCELLED,
    CLOUD,
    COMMITTED,
    DEVICE,
    EDGE,
    EXHAUSTED,
    FALLBACK,
    FALLBACK_CANCELLED,
    NO_ATTEMPT,
    ONE,
    ONE_COMMITTED,
    ONE_FAILED,
    THREE,
    TWO_REJECTED,
    attempt,
    record,
    rejection,
)

# fmt: off
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


def provider(base: Case, index: int, name: str) -> Edit:
    """The attempt at `index` is of the provider `name`."""
    return base.set(f"/attempts/{index}/providerId", name)


def ended(base: Case, index: int, outcome: str) -> Edit:
    """The attempt at `index` ended with `outcome`."""
    return base.set(f"/attempts/{index}", attempt(base.value["attempts"][index]["providerId"], outcome))


def rejects(base: Case, provider: str, *codes: str) -> Edit:
    """One more provider was ruled out."""
    return base.add("/routeRejections/-", rejection(provider, *codes))


CASES: list[Case | Row] = []
CASES += group(
    "rules.attempt-count",
    row("one-too-many", "attemptCount is one above the number of attempts", FALLBACK.set("/attemptCount", 3)),
    row("one-too-few", "attemptCount is one below the number of attempts", THREE.set("/attemptCount", 2)),
    row("zero-for-one", "attemptCount is 0 though there is an attempt", ONE.set("/attemptCount", 0)),
    row("one-for-none", "attemptCount is 1 though there is no attempt", NO_ATTEMPT.set("/attemptCount", 1)),
    row("two-for-one", "attemptCount contradicts both the list and the flag", ONE.set("/attemptCount", 2), FLAG),
    row("one-for-two", "attemptCount of a fallback is 1 and contradicts both the list and the flag",
        FALLBACK.set("/attemptCount", 1), FLAG),
    row("two-for-none", "attemptCount is 2 though there is no attempt", NO_ATTEMPT.set("/attemptCount", 2), FLAG),
    row("first-attempt-dropped", "a failed attempt is dropped from the list and still counted",
        THREE.remove("/attempts/0")),
    row("attempts-emptied", "all attempts are dropped from the list and still counted", EXHAUSTED.set("/attempts", [])),
    breaks=COUNT,
)
CASES += group(
    "rules.fallback-flag",
    row("true-for-one", "a fallback is claimed for one attempt", ONE.set("/fallbackOccurred", True)),
    row("true-for-none", "a fallback is claimed without an attempt", NO_ATTEMPT.set("/fallbackOccurred", True)),
    row("true-for-one-failed", "a fallback is claimed for one failed attempt",
        ONE_FAILED.set("/fallbackOccurred", True)),
    row("false-for-two", "a fallback to a second provider is denied", FALLBACK.set("/fallbackOccurred", False)),
    row("false-for-two-failed", "a fallback that failed as well is denied", EXHAUSTED.set("/fallbackOccurred", False)),
    row("false-for-three", "a fallback to a third provider is denied", THREE.set("/fallbackOccurred", False)),
    breaks=FLAG,
)
CASES += group(
    "rules.attempt-provider-unique",
    row("first-is-last", "the same provider failed and then succeeded", provider(FALLBACK, 0, CLOUD)),
    row("both-failed", "the same provider failed twice", provider(EXHAUSTED, 1, EDGE)),
    row("first-and-second", "the first two attempts are of one provider", provider(THREE, 1, DEVICE)),
    row("first-and-third", "the first and the third attempt are of one provider", provider(THREE, 0, CLOUD)),
    row("second-and-third", "the last two attempts are of one provider", provider(THREE, 1, CLOUD)),
    row("cancelled", "the same provider failed and was then cancelled", provider(FALLBACK_CANCELLED, 0, CLOUD)),
    breaks=UNIQUE,
)
CASES += group(
    "rules.attempt-provider-unique",
    row("case-differs", "two ids that differ in case are two providers", provider(FALLBACK, 0, "Cloud_c")),
    row("space-differs", "two ids that differ in a space are two providers", provider(FALLBACK, 0, "cloud_c ")),
)
CASES += group(
    "rules.only-last-attempt-ends",
    row("succeeded-before", "an attempt follows one that succeeded", ended(FALLBACK, 0, "succeeded")),
    row("cancelled-before", "an attempt follows one that was cancelled", ended(FALLBACK, 0, "cancelled")),
    row("cancelled-twice", "two attempts were cancelled", ended(FALLBACK_CANCELLED, 0, "cancelled")),
    row("succeeded-then-failed", "a failed attempt follows one that succeeded", ended(COMMITTED, 0, "succeeded")),
    row("cancelled-then-failed", "a failed attempt follows one that was cancelled", ended(COMMITTED, 0, "cancelled")),
    row("second-of-three", "the second and the third of three attempts succeeded", ended(THREE, 1, "succeeded")),
    row("first-of-three", "the first and the third of three attempts succeeded", ended(THREE, 0, "succeeded")),
    row("first-of-three-cancelled", "the first of three attempts was cancelled", ended(THREE, 0, "cancelled")),
    row("order-reversed", "the attempts stand in reverse order",
        BARE_FALLBACK.move("/attempts/1", "/attempts/0"), IS_LAST),
    row("unattributed", "a success is followed by a failure and has no target",
        ended(EXHAUSTED, 0, "succeeded"), ATTRIBUTED),
    row("unattributed-cancelled", "a cancelled attempt is followed by a failure and has no target",
        ended(EXHAUSTED, 0, "cancelled"), ATTRIBUTED),
    breaks=LAST_ENDS,
)
CASES += group(
    "rules.provider-is-last-attempted",
    row("first-attempted", "the target is the first attempted provider", FALLBACK.set("/providerId", EDGE)),
    row("second-of-three", "the target is the second of three attempted providers", THREE.set("/providerId", EDGE)),
    row("never-attempted", "the target was never attempted", ONE.set("/providerId", EDGE)),
    row("rejected", "the target was ruled out", FALLBACK.set("/providerId", DEVICE)),
    row("no-attempt", "a target without an attempt", NO_ATTEMPT.add("/providerId", CLOUD)),
    row("no-attempt-rejected", "a target without an attempt, which was ruled out", NO_ATTEMPT.add("/providerId", EDGE)),
    row("case-differs", "the target is spelled with a capital, the attempt is not", ONE.set("/providerId", "Cloud_c")),
    row("space-after", "the target has a space at its end, the attempt has none", ONE.set("/providerId", "cloud_c ")),
    row("failed-first", "of two failed attempts, the target is the first", EXHAUSTED.add("/providerId", EDGE)),
    row("cancelled-other", "the target is not the provider that was cancelled", CANCELLED.set("/providerId", EDGE)),
    breaks=IS_LAST,
)
CASES += group(
    "rules.provider-is-last-attempted",
    row("failed-last", "of two failed attempts, the target is the last: a stream that had committed",
        EXHAUSTED.add("/providerId", CLOUD)),
)
CASES += group(
    "rules.ended-attempt-is-attributed",
    row("succeeded", "an attempt succeeded and there is no target", BARE.remove("/providerId")),
    row("cancelled", "an attempt was cancelled and there is no target", BARE_CANCELLED.remove("/providerId")),
    row("fallback", "the second attempt succeeded and there is no target", BARE_FALLBACK.remove("/providerId")),
    row("fallback-cancelled", "the second attempt was cancelled and there is no target",
        FALLBACK_CANCELLED.remove("/providerId")),
    row("everything-stays", "the target alone is left out, what it declared and reported stays",
        ONE.remove("/providerId"), LOCALITY, CONFIGURED, REPORTED),
    row("cancelled-everything-stays", "the target of a cancelled attempt is left out, what it declared stays",
        CANCELLED.remove("/providerId"), LOCALITY, CONFIGURED),
    breaks=ATTRIBUTED,
)
CASES += group(
    "rules.unattributed-locality",
    row("cloud", "a locality without a target: cloud", NO_ATTEMPT.set("/locality", "cloud")),
    row("edge", "a locality without a target: edge", NO_ATTEMPT.set("/locality", "edge")),
    row("on-device", "a locality without a target: on_device", NO_ATTEMPT.set("/locality", "on_device")),
    row("exhausted", "the locality of a provider that failed", EXHAUSTED.set("/locality", "cloud")),
    row("committed", "the target of a committed stream is left out, its locality stays",
        COMMITTED.remove("/providerId")),
    breaks=LOCALITY,
)
CASES += group(
    "rules.unattributed-configured-model",
    row("no-attempt", "a configured model without an attempt", NO_ATTEMPT.add("/configuredModel", "example-large")),
    row("exhausted", "the configured model of a provider that failed",
        EXHAUSTED.add("/configuredModel", "example-large")),
    breaks=CONFIGURED,
)
CASES += group(
    "rules.unattributed-reported-model",
    row("no-attempt", "a reported model without an attempt", NO_ATTEMPT.add("/reportedModel", "example-large")),
    row("exhausted", "the model that a provider reported before it failed",
        EXHAUSTED.add("/reportedModel", "example-large")),
    row("committed", "the target of a committed stream is left out, its locality and model stay",
        ONE_COMMITTED.remove("/providerId"), LOCALITY),
    breaks=REPORTED,
)
CASES += group(
    "rules",
    row("models-differ", "the reported model is not the configured one, which proves nothing",
        ONE.set("/reportedModel", "another-model")),
    row("reported-without-configured", "a provider reports a model and declares none", ONE.remove("/configuredModel")),
    row("configured-without-reported", "a provider declares a model and reports none", ONE.remove("/reportedModel")),
    row("model-is-provider", "a model has the name of its provider", ONE.set("/configuredModel", CLOUD)),
)
CASES += group(
    "rules.rejection-provider-unique",
    row("in-a-row", "a provider is ruled out twice", rejects(NO_ATTEMPT, EDGE, "privacy_constraint")),
    row("same-entry", "a rejection stands twice", rejects(NO_ATTEMPT, EDGE)),
    row("first-and-third", "the first and the third rejection are of one provider", rejects(TWO_REJECTED, DEVICE)),
    row("second-and-third", "the second and the third rejection are of one provider", rejects(TWO_REJECTED, EDGE)),
    breaks=REJECTED_ONCE,
)
CASES += group(
    "rules.rejection-provider-unique",
    row("case-differs", "two rejected ids that differ in case are two providers", rejects(NO_ATTEMPT, "Edge_b")),
    row("same-reason", "two providers were ruled out for one reason",
        TWO_REJECTED.set("/routeRejections/1/reasonCodes", ["offline"])),
)
CASES += group(
    "rules.rejected-not-attempted",
    row("only", "the only attempted provider was ruled out", rejects(ONE, CLOUD)),
    row("first", "the provider that failed first was ruled out", rejects(FALLBACK, EDGE)),
    row("last", "the provider that succeeded was ruled out", FALLBACK.add("/routeRejections/0", rejection(CLOUD))),
    row("middle", "the second of three attempted providers was ruled out", rejects(THREE, EDGE)),
    row("renamed", "the provider that failed last was ruled out",
        EXHAUSTED.set("/routeRejections/0/providerId", CLOUD)),
    row("second-rejection", "the second rejection is of the attempted provider",
        TWO_REJECTED.set("/routeRejections/1/providerId", CLOUD)),
    row("twice", "the attempted provider was ruled out twice",
        ONE.add("/routeRejections", [rejection(CLOUD), rejection(CLOUD)]), REJECTED_ONCE),
    breaks=NOT_ATTEMPTED,
)
CASES += group(
    "rules",
    row("phase.rules-wait-for-the-schema",
        "a fault of the schema keeps the rules from being judged: the count is wrong as well, and not reported",
        FALLBACK.set("/attempts", [None]), "schema/type /attempts/0"),
)

# Five attempts and five rejections: it is not enough to compare neighbours, or the first with the last.
FIVE = document("rules.five-attempts", "four failed attempts, then one that succeeded",
    record(*(attempt(one, "failed", "Timeout") for one in "abcd"), attempt("e", "succeeded"), target="e"),
    tags=["base"])
FIVE_REJECTED = document("rules.five-rejected", "five providers ruled out, and no other",
    record(rejections=[rejection(one) for one in "abcde"]), tags=["base"])
THREE_REJECTED = document("rules.three-rejected", "three providers ruled out, the fourth succeeded",
    record(attempt("c", "succeeded"), target="c", rejections=[rejection(one) for one in "abd"]), tags=["base"])
CASES += [FIVE, FIVE_REJECTED, THREE_REJECTED]
for place, other in ((3, "b"), (2, "a"), (4, "b"), (3, "e")):
    again = f"that at index {place} is of the provider {other} as well"
    slug, rejected = f"five-{place}-{other}", FIVE_REJECTED.set(f"/routeRejections/{place}/providerId", other)
    if place < 4:
        title = f"of five attempts, {again}"
        CASES += group("rules.attempt-provider-unique", row(slug, title, provider(FIVE, place, other), UNIQUE))
    title = f"of five rejections, {again}"
    CASES += group("rules.rejection-provider-unique", row(slug, title, rejected, REJECTED_ONCE))
CASES += group(
    "rules",
    row("only-last-attempt-ends.five-succeeded", "the third of five attempts succeeded",
        ended(FIVE, 2, "succeeded"), LAST_ENDS),
    row("only-last-attempt-ends.five-cancelled", "the third of five attempts was cancelled",
        ended(FIVE, 2, "cancelled"), LAST_ENDS),
    row("provider-is-last-attempted.five", "the target is the fourth of five attempted providers",
        FIVE.set("/providerId", "d"), IS_LAST),
    row("rejected-not-attempted.of-three", "the second of three rejections is of the attempted provider",
        THREE_REJECTED.set("/routeRejections/1/providerId", "c"), NOT_ATTEMPTED),
    row("rejected-not-attempted.of-five", "the third of five attempted providers was ruled out",
        FIVE.set("/routeRejections", [rejection(one) for one in "xcy"]), NOT_ATTEMPTED),
)

# Names are compared character by character: neither case nor spaces are folded.
for slug, name in (("case", "Cloud_c"), ("space-after", "cloud_c "), ("space-before", " cloud_c")):
    title = f"the rejected provider {name!r} is another than the attempted one"
    edit = ONE.set("/routeRejections", [rejection(name)])
    CASES += group("rules.rejected-not-attempted", row(f"{slug}-differs", title, edit))
for slug, name in (("space-after", "edge_b "), ("space-before", " edge_b"), ("hyphen", "edge-b")):
    title = f"the rejected provider {name!r} is another than edge_b"
    CASES += group("rules.rejection-provider-unique", row(f"{slug}-differs", title, rejects(NO_ATTEMPT, name)))
for slug, name in (("case", "Cloud_c"), ("space", "cloud_c ")):
    title = f"the attempted provider {name!r} is another than the target"
    edit = provider(ONE, 0, name)
    CASES += group("rules.provider-is-last-attempted", row(f"{slug}-differs-from-attempt", title, edit, IS_LAST))
