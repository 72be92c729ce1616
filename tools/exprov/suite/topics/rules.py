"""Every rule of the record, every clause of it, and the edits that break several rules."""

from __future__ import annotations

from exprov.suite import documents as d
from exprov.suite.cases import Case, Edit, Row, document, group, row

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
    return base.set(f"/attempts/{index}", d.attempt(base.value["attempts"][index]["providerId"], outcome))


def rejects(base: Case, provider: str, *codes: str) -> Edit:
    """One more provider was ruled out."""
    return base.add("/routeRejections/-", d.rejection(provider, *codes))


CASES: list[Case | Row] = []
CASES += group("rules.attempt-count", COUNT,
    row("one-too-many", "attemptCount is one above the number of attempts", d.FALLBACK.set("/attemptCount", 3)),
    row("one-too-few", "attemptCount is one below the number of attempts", d.THREE.set("/attemptCount", 2)),
    row("zero-for-one", "attemptCount is 0 though there is an attempt", d.ONE.set("/attemptCount", 0)),
    row("one-for-none", "attemptCount is 1 though there is no attempt", d.NO_ATTEMPT.set("/attemptCount", 1)),
    row("two-for-one", "attemptCount contradicts both the list and the flag", d.ONE.set("/attemptCount", 2), FLAG),
    row("one-for-two", "attemptCount of a fallback is 1 and contradicts both the list and the flag",
        d.FALLBACK.set("/attemptCount", 1), FLAG),
    row("two-for-none", "attemptCount is 2 though there is no attempt", d.NO_ATTEMPT.set("/attemptCount", 2), FLAG),
    row("first-attempt-dropped", "a failed attempt is dropped from the list but counted",
        d.THREE.remove("/attempts/0")),
    row("attempts-emptied", "all attempts are dropped from the list but counted", d.EXHAUSTED.set("/attempts", [])),
)
CASES += group("rules.fallback-flag", FLAG,
    row("true-for-one", "a fallback is claimed for one attempt", d.ONE.set("/fallbackOccurred", True)),
    row("true-for-none", "a fallback is claimed without an attempt", d.NO_ATTEMPT.set("/fallbackOccurred", True)),
    row("true-for-one-failed", "a fallback is claimed after one failure", d.ONE_FAILED.set("/fallbackOccurred", True)),
    row("false-for-two", "a fallback to a second provider is denied", d.FALLBACK.set("/fallbackOccurred", False)),
    row("false-for-two-failed", "a fallback that failed is denied", d.EXHAUSTED.set("/fallbackOccurred", False)),
    row("false-for-three", "a fallback to a third provider is denied", d.THREE.set("/fallbackOccurred", False)),
)
CASES += group("rules.attempt-provider-unique", UNIQUE,
    row("first-is-last", "the same provider failed and then succeeded", provider(d.FALLBACK, 0, d.CLOUD)),
    row("both-failed", "the same provider failed twice", provider(d.EXHAUSTED, 1, d.EDGE)),
    row("first-and-second", "the first two attempts are of one provider", provider(d.THREE, 1, d.DEVICE)),
    row("first-and-third", "the first and the third attempt are of one provider", provider(d.THREE, 0, d.CLOUD)),
    row("second-and-third", "the last two attempts are of one provider", provider(d.THREE, 1, d.CLOUD)),
    row("cancelled", "the same provider failed and was then cancelled", provider(d.FALLBACK_CANCELLED, 0, d.CLOUD)),
)
CASES += group("rules.attempt-provider-unique",
    row("case-differs", "two ids that differ in case are two providers", provider(d.FALLBACK, 0, "Cloud_c")),
    row("space-differs", "two ids that differ in a space are two providers", provider(d.FALLBACK, 0, "cloud_c ")),
)
CASES += group("rules.only-last-attempt-ends", LAST_ENDS,
    row("succeeded-before", "an attempt follows one that succeeded", ended(d.FALLBACK, 0, "succeeded")),
    row("cancelled-before", "an attempt follows one that was cancelled", ended(d.FALLBACK, 0, "cancelled")),
    row("cancelled-twice", "two attempts were cancelled", ended(d.FALLBACK_CANCELLED, 0, "cancelled")),
    row("succeeded-then-failed", "a failed attempt follows one that succeeded", ended(d.COMMITTED, 0, "succeeded")),
    row("cancelled-then-failed", "a failed attempt follows one that was cancelled", ended(d.COMMITTED, 0, "cancelled")),
    row("second-of-three", "the second and the third of three attempts succeeded", ended(d.THREE, 1, "succeeded")),
    row("first-of-three", "the first and the third of three attempts succeeded", ended(d.THREE, 0, "succeeded")),
    row("first-of-three-cancelled", "the first of three attempts was cancelled", ended(d.THREE, 0, "cancelled")),
    row("order-reversed", "the attempts are reversed", d.BARE_FALLBACK.move("/attempts/1", "/attempts/0"), IS_LAST),
    row("unattributed", "a success before a failure has no target", ended(d.EXHAUSTED, 0, "succeeded"), ATTRIBUTED),
    row("unattributed-cancelled", "a cancelled attempt is followed by a failure and has no target",
        ended(d.EXHAUSTED, 0, "cancelled"), ATTRIBUTED),
)
CASES += group("rules.provider-is-last-attempted", IS_LAST,
    row("first-attempted", "the target is the first attempted provider", d.FALLBACK.set("/providerId", d.EDGE)),
    row("second-of-three", "the target is the second of three attempted providers", d.THREE.set("/providerId", d.EDGE)),
    row("never-attempted", "the target was never attempted", d.ONE.set("/providerId", d.EDGE)),
    row("rejected", "the target was ruled out", d.FALLBACK.set("/providerId", d.DEVICE)),
    row("no-attempt", "a target without an attempt", d.NO_ATTEMPT.add("/providerId", d.CLOUD)),
    row("no-attempt-rejected", "a target that was ruled out, no attempt", d.NO_ATTEMPT.add("/providerId", d.EDGE)),
    row("case-differs", "only the target is spelled with a capital", d.ONE.set("/providerId", "Cloud_c")),
    row("space-after", "only the target has a space at its end", d.ONE.set("/providerId", "cloud_c ")),
    row("failed-first", "of two failed attempts, the target is the first", d.EXHAUSTED.add("/providerId", d.EDGE)),
    row("cancelled-other", "the target is not the provider that was cancelled", d.CANCELLED.set("/providerId", d.EDGE)),
)
CASES += group("rules.provider-is-last-attempted",
    row("failed-last", "of two failed attempts, the target is the last: a stream that had committed",
        d.EXHAUSTED.add("/providerId", d.CLOUD)),
)
CASES += group("rules.ended-attempt-is-attributed", ATTRIBUTED,
    row("succeeded", "an attempt succeeded and there is no target", d.BARE.remove("/providerId")),
    row("cancelled", "an attempt was cancelled and there is no target", d.BARE_CANCELLED.remove("/providerId")),
    row("fallback", "the second attempt succeeded and there is no target", d.BARE_FALLBACK.remove("/providerId")),
    row("fallback-cancelled", "the second was cancelled, no target", d.FALLBACK_CANCELLED.remove("/providerId")),
    row("everything-stays", "the target alone is left out, what it declared and reported stays",
        d.ONE.remove("/providerId"), LOCALITY, CONFIGURED, REPORTED),
    row("cancelled-everything-stays", "the target of a cancelled attempt is left out, what it declared stays",
        d.CANCELLED.remove("/providerId"), LOCALITY, CONFIGURED),
)
CASES += group("rules.unattributed-locality", LOCALITY,
    row("cloud", "a locality without a target: cloud", d.NO_ATTEMPT.set("/locality", "cloud")),
    row("edge", "a locality without a target: edge", d.NO_ATTEMPT.set("/locality", "edge")),
    row("on-device", "a locality without a target: on_device", d.NO_ATTEMPT.set("/locality", "on_device")),
    row("exhausted", "the locality of a provider that failed", d.EXHAUSTED.set("/locality", "cloud")),
    row("committed", "the target of a stream is left out, its locality stays", d.COMMITTED.remove("/providerId")),
)
CASES += group("rules.unattributed-configured-model", CONFIGURED,
    row("no-attempt", "a configured model without an attempt", d.NO_ATTEMPT.add("/configuredModel", "example-large")),
    row("exhausted", "the model of a provider that failed", d.EXHAUSTED.add("/configuredModel", "example-large")),
)
CASES += group("rules.unattributed-reported-model", REPORTED,
    row("no-attempt", "a reported model without an attempt", d.NO_ATTEMPT.add("/reportedModel", "example-large")),
    row("exhausted", "the model of a failed provider's response", d.EXHAUSTED.add("/reportedModel", "example-large")),
    row("committed", "the target of a committed stream is left out, its locality and model stay",
        d.ONE_COMMITTED.remove("/providerId"), LOCALITY),
)
CASES += group("rules",
    row("models-differ", "the reported model is not the configured one, which proves nothing",
        d.ONE.set("/reportedModel", "another-model")),
    row("reported-without-configured", "a provider only reports a model", d.ONE.remove("/configuredModel")),
    row("configured-without-reported", "a provider only declares a model", d.ONE.remove("/reportedModel")),
    row("model-is-provider", "a model has the name of its provider", d.ONE.set("/configuredModel", d.CLOUD)),
)
CASES += group("rules.rejection-provider-unique", REJECTED_ONCE,
    row("in-a-row", "a provider is ruled out twice", rejects(d.NO_ATTEMPT, d.EDGE, "privacy_constraint")),
    row("same-entry", "a rejection is repeated", rejects(d.NO_ATTEMPT, d.EDGE)),
    row("first-and-third", "the first and the third rejection are of one provider", rejects(d.TWO_REJECTED, d.DEVICE)),
    row("second-and-third", "the second and the third rejection are of one provider", rejects(d.TWO_REJECTED, d.EDGE)),
)
CASES += group("rules.rejection-provider-unique",
    row("case-differs", "two rejected ids that differ in case are two providers", rejects(d.NO_ATTEMPT, "Edge_b")),
    row("same-reason", "two providers, one reason", d.TWO_REJECTED.set("/routeRejections/1/reasonCodes", ["offline"])),
)
CASES += group("rules.rejected-not-attempted", NOT_ATTEMPTED,
    row("only", "the only attempted provider was ruled out", rejects(d.ONE, d.CLOUD)),
    row("first", "the provider that failed first was ruled out", rejects(d.FALLBACK, d.EDGE)),
    row("last", "the last provider was ruled out", d.FALLBACK.add("/routeRejections/0", d.rejection(d.CLOUD))),
    row("middle", "the second of three attempted providers was ruled out", rejects(d.THREE, d.EDGE)),
    row("renamed", "the last provider was ruled out", d.EXHAUSTED.set("/routeRejections/0/providerId", d.CLOUD)),
    row("second-rejection", "the second rejection is of the attempted provider",
        d.TWO_REJECTED.set("/routeRejections/1/providerId", d.CLOUD)),
    row("twice", "the attempted provider was ruled out twice",
        d.ONE.add("/routeRejections", [d.rejection(d.CLOUD), d.rejection(d.CLOUD)]), REJECTED_ONCE),
)
CASES += group("rules",
    row("phase.rules-wait-for-the-schema", "a schema finding stops the rule phase: the wrong count is not reported",
        d.FALLBACK.set("/attempts", [None]), "schema/type /attempts/0"),
)

# Five attempts and five rejections: it is not enough to compare neighbours, or the first with the last.
FIVE = document("rules.five-attempts", "four failed attempts, then one that succeeded",
    d.record(*(d.attempt(one, "failed", "Timeout") for one in "abcd"), d.attempt("e", "succeeded"), target="e"),
    tags=["base"])
FIVE_REJECTED = document("rules.five-rejected", "five providers ruled out, and no other",
    d.record(rejections=[d.rejection(one) for one in "abcde"]), tags=["base"])
THREE_REJECTED = document("rules.three-rejected", "three providers ruled out, the fourth succeeded",
    d.record(d.attempt("c", "succeeded"), target="c", rejections=[d.rejection(one) for one in "abd"]), tags=["base"])
CASES += [FIVE, FIVE_REJECTED, THREE_REJECTED]
for place, other in ((3, "b"), (2, "a"), (4, "b"), (3, "e")):
    again = f"that at index {place} is also of the provider {other}"
    slug, rejected = f"five-{place}-{other}", FIVE_REJECTED.set(f"/routeRejections/{place}/providerId", other)
    if place < 4:
        title = f"of five attempts, {again}"
        CASES += group("rules.attempt-provider-unique", row(slug, title, provider(FIVE, place, other), UNIQUE))
    title = f"of five rejections, {again}"
    CASES += group("rules.rejection-provider-unique", row(slug, title, rejected, REJECTED_ONCE))
CASES += group("rules",
    row("only-last-attempt-ends.five-succeeded", "the third of five succeeded", ended(FIVE, 2, "succeeded"), LAST_ENDS),
    row("only-last-attempt-ends.five-cancelled", "the third of five was cancelled",
        ended(FIVE, 2, "cancelled"), LAST_ENDS),
    row("provider-is-last-attempted.five", "the target is the fourth of five", FIVE.set("/providerId", "d"), IS_LAST),
    row("rejected-not-attempted.of-three", "the second of three rejections is of the attempted provider",
        THREE_REJECTED.set("/routeRejections/1/providerId", "c"), NOT_ATTEMPTED),
    row("rejected-not-attempted.of-five", "the third of five attempted providers was ruled out",
        FIVE.set("/routeRejections", [d.rejection(one) for one in "xcy"]), NOT_ATTEMPTED),
)

# Names are compared character by character: neither case nor spaces are folded.
for slug, name in (("case", "Cloud_c"), ("space-after", "cloud_c "), ("space-before", " cloud_c")):
    title = f"the rejected provider {name!r} is not the attempted one"
    edit = d.ONE.set("/routeRejections", [d.rejection(name)])
    CASES += group("rules.rejected-not-attempted", row(f"{slug}-differs", title, edit))
for slug, name in (("space-after", "edge_b "), ("space-before", " edge_b"), ("hyphen", "edge-b")):
    title = f"the rejected provider {name!r} is not edge_b"
    CASES += group("rules.rejection-provider-unique", row(f"{slug}-differs", title, rejects(d.NO_ATTEMPT, name)))
for slug, name in (("case", "Cloud_c"), ("space", "cloud_c ")):
    title = f"the attempted provider {name!r} is not the target"
    edit = provider(d.ONE, 0, name)
    CASES += group("rules.provider-is-last-attempted", row(f"{slug}-differs-from-attempt", title, edit, IS_LAST))
