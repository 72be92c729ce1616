"""Forward compatibility: what a reader of 1.0 accepts from a later writer, and what it refuses."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Case, Topic, add, move, replace, slug_of
from exprov.suite.documents import CANCELLED, NONE

# (base, pointer of the object)
_OBJECTS = (
    ("fallback", ""),
    ("fallback", "/attempts/0"),
    ("fallback", "/attempts/1"),
    ("fallback", "/routeRejections/0"),
)
_CARRIER_OBJECTS = (
    ("task-result", ""),
    ("task-result", "/output"),
    ("task-result", "/usage"),
    ("task-result", "/telemetry"),
    ("task-result", "/provenance"),
    ("task-result", "/provenance/attempts/0"),
    ("task-result", "/provenance/routeRejections/0"),
    ("stream-completed", ""),
    ("stream-completed", "/usage"),
    ("stream-completed", "/telemetry"),
    ("stream-completed", "/provenance"),
    ("stream-error", ""),
    ("stream-error", "/error"),
    ("stream-error-bare", "/provenance"),
    ("stream-cancelled", ""),
    ("stream-cancelled", "/provenance"),
    ("inderun-error", ""),
    ("inderun-error", "/provenance"),
)
_VALUES = {
    "null": None,
    "boolean": False,
    "number": 0.5,
    "string": "text",
    "array": [None],
    "object": {"deep": {"deeper": [1, "two", None]}},
}
_VERSIONS = {
    "later-minor": "1.1",
    "later-major": "2.0",
    "earlier": "0.9",
    "major-alone": "1",
    "patch": "1.0.0",
    "empty": "",
    "space-after": "1.0 ",
    "letter-before": "v1.0",
    "zeros": "01.0",
}
_UNKNOWN_VERSION = "schema/unknown-version /schemaVersion"
_TOKENS = {
    "error-class": {"plain": "QuotaExceeded", "one-letter": "Q", "digits": "Http429", "known-in-capitals": "TIMEOUT"},
    "reason-code": {
        "plain": "budget_exceeded",
        "one-letter": "q",
        "digits": "http_429",
        "underscores": "a__b_",
        "known-shortened": "task",
    },
}


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    fallback = bases.records["fallback"]
    for base, pointer in _OBJECTS:
        _unknown_member(topic, bases.records[base], pointer, "")
    for base, pointer in _CARRIER_OBJECTS:
        _unknown_member(topic, bases.carriers[base], pointer, f"{base}.")
    for name, value in _VALUES.items():
        topic.changed(
            f"unknown-member.{name}",
            f"an unknown member whose value is {name}",
            fallback,
            add("/futureMember", value),
            ["schema/unknown-member /futureMember"],
        )
    for slug, name, token in (
        ("slash", "a/b", "a~1b"),
        ("tilde", "a~b", "a~0b"),
        ("empty", "", ""),
        ("prototype", "__proto__", "__proto__"),
        ("constructor", "constructor", "constructor"),
        ("dollar", "$ref", "$ref"),
        ("number", "0", "0"),
        ("text-beyond-ascii", "\u00e9\U0001f600", "\u00e9\U0001f600"),
    ):
        topic.changed(
            f"unknown-member.named-{slug}",
            f"an unknown member named {name!a}",
            fallback,
            add(f"/{token}", 1),
            [f"schema/unknown-member /{token}"],
        )
    for slug, name in (
        ("lower-case", "providerid"),
        ("capital", "ProviderId"),
        ("underscore", "provider_id"),
        ("upper-case", "PROVIDERID"),
    ):
        topic.changed(
            f"unknown-member.nearly.{slug}",
            f"{name} is not providerId",
            fallback,
            add(f"/{name}", "edge_b"),
            [f"schema/unknown-member /{name}"],
        )
    for name, other in (
        ("attemptCount", "attemptcount"),
        ("locality", "Locality"),
        ("routeRejections", "route_rejections"),
        ("attempts", "Attempts"),
    ):
        topic.changed(
            f"renamed.{slug_of(name)}",
            f"{name} is spelled {other}: one member is missing, another is unknown",
            fallback,
            move(f"/{name}", f"/{other}"),
            [f"schema/required /{name}", f"schema/unknown-member /{other}"],
            tags=["two-findings"],
        )
    topic.changed(
        "renamed.error-class",
        "errorClass of an attempt is spelled error_class",
        fallback,
        move("/attempts/0/errorClass", "/attempts/0/error_class"),
        ["schema/required /attempts/0/errorClass", "schema/unknown-member /attempts/0/error_class"],
        tags=["two-findings"],
    )
    topic.changed(
        "unknown-member.model-in-attempt",
        "a member of the record on an attempt, where it is unknown",
        fallback,
        add("/attempts/1/configuredModel", "example-large"),
        ["schema/unknown-member /attempts/1/configuredModel"],
    )
    topic.changed(
        "unknown-member.outcome-in-record",
        "a member of an attempt on the record, where it is unknown",
        fallback,
        add("/outcome", "succeeded"),
        ["schema/unknown-member /outcome"],
    )
    _tokens(topic, bases)
    _versions(topic, bases)


def _unknown_member(topic: Topic, base: Case, pointer: str, prefix: str) -> None:
    path = f"{pointer}/futureMember"
    topic.changed(
        f"unknown-member.{prefix}in-{slug_of(pointer)}",
        f"an unknown member in the object at {pointer or 'the root'}",
        base,
        add(path, {"nested": [1, None]}),
        [f"schema/unknown-member {path}"],
    )


def _tokens(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    for kind, pointer in (
        ("error-class", "/attempts/0/errorClass"),
        ("reason-code", "/routeRejections/0/reasonCodes/0"),
    ):
        for slug, token in _TOKENS[kind].items():
            topic.changed(
                f"unknown-token.{kind}.{slug}",
                f"the unknown token {token}",
                fallback,
                replace(pointer, token),
                [f"schema/unknown-token {pointer}"],
            )
    for base, pointer in (
        ("task-result", "/telemetry/errorClass"),
        ("task-result", "/provenance/attempts/0/errorClass"),
        ("stream-completed", "/telemetry/errorClass"),
        ("stream-error", "/error/errorClass"),
        ("inderun-error", "/errorClass"),
        ("inderun-error", "/provenance/attempts/1/errorClass"),
    ):
        topic.changed(
            f"unknown-token.{base}.{slug_of(pointer)}",
            f"an unknown token at {pointer}",
            bases.carriers[base],
            replace(pointer, "QuotaExceeded"),
            [f"schema/unknown-token {pointer}"],
        )
    topic.changed(
        "unknown-token.second-reason",
        "the second reason of a rejection is an unknown token",
        fallback,
        replace("/routeRejections/0/reasonCodes/1", "budget_exceeded"),
        ["schema/unknown-token /routeRejections/0/reasonCodes/1"],
    )
    for pointer, token in (
        ("/attempts/0/errorClass", "UnheardOf"),
        ("/routeRejections/0/reasonCodes/0", "unheard_of"),
    ):
        topic.changed(
            f"unknown-token.another.{slug_of(pointer)}",
            f"the unknown token {token}",
            fallback,
            replace(pointer, token),
            [f"schema/unknown-token {pointer}"],
        )
    topic.changed(
        "unknown-token.in-closed-set",
        "a new token in a closed set is refused",
        fallback,
        replace("/locality", "satellite"),
        ["schema/enum /locality"],
    )


def _versions(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    for slug, version in _VERSIONS.items():
        topic.changed(
            f"version.{slug}",
            f"schemaVersion is {version!r}",
            fallback,
            replace("/schemaVersion", version),
            [_UNKNOWN_VERSION],
        )
    topic.changed(
        "version.another-shape",
        "a record of another version with another shape has that one finding",
        fallback,
        replace("", {"schemaVersion": "2.0", "tries": [], "attemptCount": "two"}),
        [_UNKNOWN_VERSION],
    )
    topic.changed(
        "version.and-a-leak",
        "a record of another version has that finding and its leaks",
        fallback,
        replace("", {"schemaVersion": "2.0", "prompt": "CANARY"}),
        [_UNKNOWN_VERSION, "leak/content-member /prompt"],
        tags=["two-findings"],
    )
    topic.changed(
        "version.and-a-credential",
        "a credential in a record of another version is found",
        fallback,
        replace("", {"schemaVersion": "2.0", "x": [{"y": "Bearer CANARY0IS0NO0SECRET0"}]}),
        [_UNKNOWN_VERSION, "leak/credential-value /x/0/y"],
        tags=["two-findings"],
    )
    for base in ("task-result", "stream-completed", "stream-error", "stream-cancelled", "inderun-error"):
        carrier = bases.carriers[base]
        topic.changed(
            f"version.{base}",
            f"a {carrier.carrier} of another version",
            carrier,
            replace("/schemaVersion", "2.0"),
            [_UNKNOWN_VERSION],
        )
    result = bases.carriers["task-result"]
    topic.changed(
        "version.of-the-record-within",
        "the record in a carrier is of another version",
        result,
        replace("/provenance/schemaVersion", "2.0"),
        ["schema/unknown-version /provenance/schemaVersion"],
    )
    topic.changed(
        "version.of-the-record-within-other-shape",
        "the record in a carrier is of another version and another shape",
        result,
        replace("/provenance", {"schemaVersion": "2.0", "tries": []}),
        ["schema/unknown-version /provenance/schemaVersion"],
    )
    topic.changed(
        "version.of-the-error-within",
        "the error in a stream's outcome is of another version",
        bases.carriers["stream-error"],
        replace("/error/schemaVersion", "2.0"),
        ["schema/unknown-version /error/schemaVersion"],
    )
    bare = bases.carriers["stream-error-bare"]
    topic.changed(
        "version.of-the-error-within-other-shape",
        "the error in a stream's outcome is of another version and another shape: it has that one finding",
        bare,
        replace("/error", {"schemaVersion": "2.0", "tries": []}),
        ["schema/unknown-version /error/schemaVersion"],
    )
    topic.changed(
        "version.of-the-error-and-its-record",
        "the error in a stream's outcome is of another version: its record is not judged either",
        bare,
        replace("/error", {"schemaVersion": "2.0", "provenance": {"schemaVersion": "1.0", "locality": "moon"}}),
        ["schema/unknown-version /error/schemaVersion"],
    )
    topic.changed(
        "version.of-the-error-beside-a-fault",
        "the error in a stream's outcome is of another version, and what stands beside it is judged",
        bare,
        replace(
            "",
            {
                **bare.value,
                "error": {"schemaVersion": "2.0", "tries": []},
                "provenance": {**bare.value["provenance"], "locality": "moon"},
            },
        ),
        ["schema/unknown-version /error/schemaVersion", "schema/enum /provenance/locality"],
        tags=["two-findings"],
    )
    topic.changed(
        "version.of-the-record-in-the-error",
        "the record in the error is of another version",
        bases.carriers["stream-error"],
        replace("/error/provenance/schemaVersion", "2.0"),
        ["schema/unknown-version /error/provenance/schemaVersion"],
    )
    for slug, title, record in (("no-attempt", "no attempt", NONE), ("cancelled", "a cancelled attempt", CANCELLED)):
        topic.changed(
            f"version.{slug}",
            f"a record with {title} of another version",
            fallback,
            replace("", {**record, "schemaVersion": "1.1"}),
            [_UNKNOWN_VERSION],
        )
