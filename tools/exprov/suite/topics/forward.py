"""Forward compatibility: what a reader of 1.0 accepts from a later writer, and what it rejects."""

from __future__ import annotations

from typing import Any

from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, group, row, slug_of

# fmt: off
UNKNOWN, TOKEN, VERSION = "schema/unknown-member", "schema/unknown-token", "schema/unknown-version"
REQUIRED = "schema/required"
_ATTEMPT, _REJECTION = "/provenance/attempts/0", "/provenance/routeRejections/0"
# The objects that get a member which 1.0 does not know.
_OBJECTS: tuple[tuple[Case, tuple[str, ...]], ...] = (
    (d.FALLBACK, ("", "/attempts/0", "/attempts/1", "/routeRejections/0")),
    (d.RESULT, ("", "/output", "/usage", "/telemetry", "/provenance", _ATTEMPT, _REJECTION)),
    (d.COMPLETED, ("", "/usage", "/telemetry", "/provenance")),
    (d.STREAM_ERROR, ("", "/error")),
    (d.BARE_ERROR, ("/provenance",)),
    (d.STREAM_CANCELLED, ("", "/provenance")),
    (d.ERROR, ("", "/provenance")),
)
_VALUES: dict[str, Any] = {
    "null": None, "boolean": False, "number": 0.5, "string": "text", "array": [None],
    "object": {"deep": {"deeper": [1, "two", None]}},
}
# What is special about a name -> the name as a token of a pointer, and the name.
_NAMES = {
    "slash": ("a~1b", "a/b"),
    "tilde": ("a~0b", "a~b"),
    "empty": ("", ""),
    "prototype": ("__proto__", "__proto__"),
    "constructor": ("constructor", "constructor"),
    "dollar": ("$ref", "$ref"),
    "number": ("0", "0"),
    "text-beyond-ascii": ("\u00e9\U0001f600", "\u00e9\U0001f600"),
}
_NEARLY = {"lower-case": "providerid", "capital": "ProviderId", "underscore": "provider_id", "upper-case": "PROVIDERID"}
_RENAMED = {
    "/attemptCount": "/attemptcount", "/locality": "/Locality", "/routeRejections": "/route_rejections",
    "/attempts": "/Attempts",
}


def inside(base: Case) -> str:
    """How ids name a carrier; nothing for the record."""
    return f"{base.name}." if base.carrier else ""


CASES: list[Case | Row] = []
CASES += group("forward.unknown-member", UNKNOWN,
    *(row(f"{inside(base)}in-{slug_of(pointer)}", f"an unknown member in the object at {pointer or 'the root'}",
          base.add(f"{pointer}/futureMember", {"nested": [1, None]}))
      for base, pointers in _OBJECTS
      for pointer in pointers),
    *(row(name, f"an unknown member whose value is {name}", d.FALLBACK.add("/futureMember", value))
      for name, value in _VALUES.items()),
    *(row(f"named-{slug}", f"an unknown member named {name!a}", d.FALLBACK.add(f"/{token}", 1))
      for slug, (token, name) in _NAMES.items()),
    *(row(f"nearly.{slug}", f"{name} is not providerId", d.FALLBACK.add(f"/{name}", "edge_b"))
      for slug, name in _NEARLY.items()),
)
CASES += group("forward.renamed", UNKNOWN,
    *(row(slug_of(path), f"{path[1:]} is spelled {other[1:]}: one member is missing, another is unknown",
          d.FALLBACK.move(path, other), f"{REQUIRED} {path}")
      for path, other in _RENAMED.items()),
    row("error-class", "errorClass of an attempt is spelled error_class",
        d.FALLBACK.move("/attempts/0/errorClass", "/attempts/0/error_class"), f"{REQUIRED} /attempts/0/errorClass"),
)
CASES += group("forward.unknown-member", UNKNOWN,
    row("model-in-attempt", "a member of the record on an attempt",
        d.FALLBACK.add("/attempts/1/configuredModel", "example-large")),
    row("outcome-in-record", "a member of an attempt on the record", d.FALLBACK.add("/outcome", "succeeded")),
)

# Tokens that stand for unknown ones begin with X or x_, which the contract reserves, or are nearly known ones.
_ERROR_CLASS, _CODES = "/attempts/0/errorClass", "/routeRejections/0/reasonCodes"
_ERROR_CLASSES = {"plain": "XQuotaExceeded", "one-letter": "X", "digits": "XHttp429", "known-in-capitals": "TIMEOUT"}
_REASONS = {
    "plain": "x_budget_exceeded", "one-letter": "x", "digits": "x_429", "underscores": "x__b_",
    "known-shortened": "offlin",
}
_OF_CARRIERS = (
    (d.RESULT, "/telemetry/errorClass"),
    (d.RESULT, "/provenance/attempts/0/errorClass"),
    (d.COMPLETED, "/telemetry/errorClass"),
    (d.STREAM_ERROR, "/error/errorClass"),
    (d.ERROR, "/errorClass"),
    (d.ERROR, "/provenance/attempts/1/errorClass"),
)
CASES += group("forward.unknown-token", TOKEN,
    *(row(f"{kind}.{slug}", f"the unknown token {token}", d.FALLBACK.set(path, token))
      for kind, path, tokens in (
        ("error-class", _ERROR_CLASS, _ERROR_CLASSES),
        ("reason-code", f"{_CODES}/0", _REASONS),
    ) for slug, token in tokens.items()),
    *(row(f"{base.name}.{slug_of(path)}", f"an unknown token at {path}", base.set(path, "XQuotaExceeded"))
      for base, path in _OF_CARRIERS),
    row("second-reason", "the second reason is an unknown token", d.FALLBACK.set(f"{_CODES}/1", "x_budget_exceeded")),
    *(row(f"another.{slug_of(path)}", f"the unknown token {token}", d.FALLBACK.set(path, token))
      for path, token in ((_ERROR_CLASS, "XUnheardOf"), (f"{_CODES}/0", "x_unheard_of"))),
)
CASES += group("forward.unknown-token",
    row("in-closed-set", "a new token in a closed set", d.FALLBACK.set("/locality", "satellite"), "schema/enum"),
)

_VERSIONS = {
    "later-minor": "1.1", "later-major": "2.0", "earlier": "0.9", "major-alone": "1", "patch": "1.0.0", "empty": "",
    "space-after": "1.0 ", "letter-before": "v1.0", "zeros": "01.0",
}
_OTHER = {"schemaVersion": "2.0", "tries": []}
_MOON = {**d.BARE_ERROR.value["provenance"], "locality": "moon"}
CASES += group("forward.version", f"{VERSION} /schemaVersion",
    *(row(slug, f"schemaVersion is {text!r}", d.FALLBACK.set("/schemaVersion", text))
      for slug, text in _VERSIONS.items()),
)
CASES += group("forward.version", f"{VERSION} /schemaVersion",
    row("another-shape", "a record of another version with another shape has only that finding",
        d.FALLBACK.set("", {**_OTHER, "attemptCount": "two"})),
    row("earlier-with-another-shape", "a record of an earlier version with another shape has only that finding",
        d.FALLBACK.set("", {**_OTHER, "schemaVersion": "0.9", "attemptCount": "two"})),
    row("and-a-leak", "a record of another version has that finding and its leaks",
        d.FALLBACK.set("", {"schemaVersion": "2.0", "prompt": "CANARY"}), "leak/content-member /prompt"),
    row("and-a-credential", "a credential in a record of another version is found",
        d.FALLBACK.set("", {"schemaVersion": "2.0", "x": [{"y": "Bearer CANARY0IS0NO0SECRET0"}]}),
        "leak/credential-value /x/0/y"),
    *(row(f"{base.name}{slug}", f"a {base.carrier} of another version{slug and ', ' + text}",
          base.set("/schemaVersion", text))
      for base in (d.RESULT, d.COMPLETED, d.STREAM_ERROR, d.STREAM_CANCELLED, d.ERROR)
      for slug, text in (("", "2.0"), ("-patch", "1.0.0"))),
)
CASES += group("forward.version", f"{VERSION} /provenance/schemaVersion",
    row("of-the-record-within", "the record is of another version", d.RESULT.set("/provenance/schemaVersion", "2.0")),
    row("of-the-record-within-other-shape", "the record in a carrier is of another version and another shape",
        d.RESULT.set("/provenance", _OTHER)),
)
CASES += group("forward.version", f"{VERSION} /error/schemaVersion",
    row("of-the-error-within", "the error in a stream's outcome is of another version",
        d.STREAM_ERROR.set("/error/schemaVersion", "2.0")),
    row("of-the-error-within-other-shape",
        "the error in a stream's outcome is of another version and another shape: it has only that finding",
        d.BARE_ERROR.set("/error", _OTHER)),
    row("of-the-error-and-its-record",
        "the error in a stream's outcome is of another version: its record is not validated either",
        d.BARE_ERROR.set(
            "/error", {"schemaVersion": "2.0", "provenance": {"schemaVersion": "1.0", "locality": "moon"}})),
    row("of-the-error-beside-a-fault",
        "the error in a stream's outcome is of another version, and the members beside it are validated",
        d.BARE_ERROR.set("", {**d.BARE_ERROR.value, "error": _OTHER, "provenance": _MOON}),
        "schema/enum /provenance/locality"),
)
CASES += group("forward.version",
    row("of-the-record-in-the-error", "the record in the error is of another version",
        d.STREAM_ERROR.set("/error/provenance/schemaVersion", "2.0"), VERSION),
    *(row(slug, f"a record with {title} of another version",
          d.FALLBACK.set("", {**base.value, "schemaVersion": "1.1"}), f"{VERSION} /schemaVersion")
      for slug, title, base in (
        ("no-attempt", "no attempt", d.NO_ATTEMPT),
        ("cancelled", "a cancelled attempt", d.CANCELLED),
    )),
)
