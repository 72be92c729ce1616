"""Cases that mutants of the contract showed to be missing: without them a validator that is wrong in that way passes."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite import documents as d
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, edit, replace

_UNIQUE = "rule/attempt-provider-unique"
_LAST_ENDS = "rule/only-last-attempt-ends"
_SUCCEEDED = "carrier/error-not-succeeded /provenance/attempts"
_PLAIN = "CANARY0IS0NOTHING0TO0HIDE0"
_TOKENS = {
    "error-class": {
        "underscore-first": "_Timeout",
        "hyphen-first": "-Timeout",
        "point-first": ".Timeout",
        "point-within": "Time.out",
    },
    "reason-code": {"hyphen-first": "-offline", "point-first": ".offline", "point-within": "off.line"},
}
_PLACES = {"error-class": "/attempts/0/errorClass", "reason-code": "/routeRejections/0/reasonCodes/0"}


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    _tokens(topic, bases)
    _repeated(topic, bases)
    _texts(topic, bases)
    _credentials(topic, bases)


def _tokens(topic: Topic, bases: Bases) -> None:
    """Characters that no token holds, at its start and within."""
    fallback = bases.records["fallback"]
    for kind, tokens in _TOKENS.items():
        place = _PLACES[kind]
        for slug, token in tokens.items():
            topic.changed(
                f"token.{kind}.{slug}",
                f"{token} is no token",
                fallback,
                replace(place, token),
                [f"schema/pattern {place}"],
            )


def _repeated(topic: Topic, bases: Bases) -> None:
    """What a rule forbids, there twice: a reader that asks for exactly one finds none."""
    failed = d.attempt(d.CLOUD, "failed", "Timeout")
    topic.changed(
        "attempts.equal",
        "an attempt stands twice, alike in every member",
        bases.records["exhausted"],
        replace("", d.record([failed, failed], rejections=[d.rejection(d.EDGE, "offline")])),
        [f"{_UNIQUE} /attempts"],
    )
    topic.changed(
        "attempts.rejected-twice-attempted",
        "a provider that was ruled out was attempted twice",
        bases.records["exhausted"],
        replace("", d.record([failed, failed], rejections=[d.rejection(d.CLOUD, "offline")])),
        [f"{_UNIQUE} /attempts", "rule/rejected-not-attempted /routeRejections"],
        tags=["two-findings"],
    )
    twice = {
        outcome: d.record([d.attempt(d.EDGE, outcome), d.attempt(d.CLOUD, outcome)], target=d.CLOUD, locality="cloud")
        for outcome in ("succeeded", "cancelled")
    }
    for slug, base, outcome, finding in (
        ("run-error", "inderun-error", "succeeded", _SUCCEEDED),
        ("stream-error", "stream-error-bare", "succeeded", _SUCCEEDED),
        (
            "stream-error-cancelled",
            "stream-error-bare",
            "cancelled",
            "carrier/stream-error-not-cancelled /provenance/attempts",
        ),
    ):
        topic.changed(
            f"attempts.{slug}-two",
            f"both attempts {'were cancelled' if outcome == 'cancelled' else 'succeeded'}, under an error",
            bases.carriers[base],
            replace("/provenance", twice[outcome]),
            [finding, f"{_LAST_ENDS} /provenance/attempts"],
            tags=["two-findings"],
        )
    both = [d.attempt(d.EDGE, "succeeded"), d.attempt(d.DEVICE, "succeeded"), d.attempt(d.CLOUD, "cancelled")]
    topic.changed(
        "attempts.stream-cancelled-two",
        "two attempts succeeded before the one that was cancelled",
        bases.carriers["stream-cancelled"],
        replace("/provenance", d.record(both, target=d.CLOUD, locality="cloud")),
        ["carrier/cancelled-outcome /provenance", f"{_LAST_ENDS} /provenance/attempts"],
        tags=["two-findings"],
    )


def _texts(topic: Topic, bases: Bases) -> None:
    """Free text may be empty, blank or hold line breaks; a provider's name that no rule compares is judged as a name."""
    for slug, base, pointer in (
        ("partial-text", "stream-error", "/partialText"),
        ("partial-text-of-cancelled", "stream-cancelled", "/partialText"),
        ("reason", "stream-cancelled", "/reason"),
    ):
        for kind, text in (("empty", ""), ("blank", " "), ("lines", "one\ntwo\u0000")):
            topic.changed(f"text.{slug}.{kind}", f"{pointer[1:]} is {kind}", bases.carriers[base], add(pointer, text))
    result = bases.carriers["task-result"]
    bare = {name: value for name, value in result.value.items() if name != "provenance"}
    findings = ["schema/required /provenance writer", "schema/identifier-text /telemetry/providerUsed"]
    for slug, name in (("empty", ""), ("line-feed", "cloud\n")):
        telemetry = {**bare["telemetry"], "providerUsed": name}
        topic.changed(
            f"text.provider-used.{slug}",
            f"the provider that telemetry names has a name with nothing to compare it with: {slug}",
            result,
            replace("", {**bare, "telemetry": telemetry}),
            findings,
            tags=["two-findings"],
        )


def _credentials(topic: Topic, bases: Bases) -> None:
    """Values that hold one word of the list alone, and a name that is a credential itself."""
    one = bases.records["one-attempt"]
    value = "leak/credential-value /configuredModel"
    for slug, name in (
        ("key", "api_key"),
        ("token", "auth_token"),
        ("password", "password"),
        ("passwd", "passwd"),
        ("pwd", "pwd"),
    ):
        topic.changed(
            f"credential.{slug}",
            f"an assignment to {name} whose value says nothing itself",
            one,
            replace("/configuredModel", f"{name}={_PLAIN}"),
            [value],
        )
    name = "sk-ant-CANARY0IS0NO0REAL0SECRET0"
    topic.changed(
        "credential.as-a-name",
        "the name of a member has the shape of a credential: its parent stands for it",
        one,
        add(f"/{name}", 1),
        ["leak/credential-value", "schema/unknown-member"],
        tags=["two-findings"],
    )
    topic.changed(
        "credential.as-a-deep-name",
        "a name deep in an unknown member has the shape of a credential",
        one,
        add("/x", {"y": [{name: 1}]}),
        ["leak/credential-value /x/y/0", "schema/unknown-member /x"],
        tags=["two-findings"],
    )
    topic.changed(
        "credential.message-and-content",
        "a name on an attempt that says message and content is reported as content",
        one,
        add("/attempts/0/userMessage", "CANARY"),
        ["leak/content-member /attempts/0/userMessage", "schema/unknown-member /attempts/0/userMessage"],
        tags=["two-findings"],
    )
    for slug, harmless in (("end", "compat"), ("start", "passwordPolicy")):
        topic.changed(
            f"credential.name-as-the-{slug}",
            f"a name whose {slug} alone is in the list of credentials: {harmless}",
            one,
            add(f"/{harmless}", "strict"),
            [f"schema/unknown-member /{harmless}"],
        )
    topic.changed(
        "credential.beside-a-repeated-member",
        "a text whose member stands twice is no record, and does not hide a leak",
        one,
        edit("a member twice, and content", '"attemptCount":1', '"attemptCount":1,"attemptCount":1,"prompt":"CANARY"'),
        ["json/duplicate-member /attemptCount", "leak/content-member /prompt"],
        tags=["two-findings"],
    )
    topic.changed(
        "credential.beside-a-lone-surrogate",
        "a text with a lone surrogate is no record, and does not hide a leak",
        one,
        edit("a lone surrogate, and content", '"attemptCount":1', '"attemptCount":1,"x":"\\ud800","prompt":"CANARY"'),
        ["json/lone-surrogate /x", "leak/content-member /prompt"],
        tags=["two-findings"],
    )
