"""The schema phase: every keyword at every place of the four schemas, with the exact findings at both levels."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from execution_provenance import validate
from samples import (
    DOCUMENTS,
    SCHEMAS,
    SLUGS,
    Pair,
    Place,
    Raw,
    at,
    expect,
    found,
    inde_run_error,
    none_attempted,
    places,
    pointer,
    put,
    record,
    single,
    stream_error,
    task_result,
    text,
    without,
)

FILES = {
    f"{slug}.schema.json": json.loads((SCHEMAS / "1.0" / f"{slug}.schema.json").read_text("utf-8")) for slug in SLUGS
}
KEYWORDS = frozenset(
    "type const enum pattern minLength minItems uniqueItems minimum maximum required allOf"
    " x-writer-required x-identifier x-known-values".split()
)
SAME_PROVENANCE = ("carrier/same-provenance", "/error/provenance")


@dataclass(frozen=True)
class Spot:
    """One schema, where it stands, and where a document holds a value of it."""

    file: str
    where: str
    schema: Any
    place: Place


def spots(file: str, where: str, schema: Any, value: object, place: Place = ()) -> Iterator[Spot]:
    """Every schema that judges a value of this document; of an array, its first element."""
    if "$ref" in schema:
        name, _, fragment = schema["$ref"].partition("#")
        file = name or file
        target = FILES[file]
        for part in fragment.split("/")[1:]:
            target = target[part]
        yield from spots(file, fragment, target, value, place)
        return
    yield Spot(file, where, schema, place)
    if "oneOf" in schema:
        assert isinstance(value, dict)
        yield from spots(
            file, f"{where}/properties/outcome", schema["properties"]["outcome"], value["outcome"], ("outcome",)
        )
        branch = {"completed": "StreamCompleted", "error": "StreamError", "cancelled": "StreamCancelled"}[
            value["outcome"]
        ]
        yield from spots(file, f"/$defs/{branch}", schema["$defs"][branch], value, place)
        return
    for name, inner in schema.get("properties", {}).items():
        if isinstance(value, dict) and name in value:
            yield from spots(file, f"{where}/properties/{name}", inner, value[name], (*place, name))
    if "items" in schema and isinstance(value, list) and value:
        yield from spots(file, f"{where}/items", schema["items"], value[0], (*place, 0))


def all_spots() -> Iterator[tuple[str, str | None, dict[str, Any], Spot]]:
    for name, carrier, document in DOCUMENTS:
        file = f"{carrier or 'execution-provenance'}.schema.json"
        for spot in spots(file, "", FILES[file], document):
            yield name, carrier, document, spot


SPOTS = list(all_spots())
SAMPLES: dict[str, tuple[object, ...]] = {
    "null": (None,),
    "boolean": (True, False),
    "number": (0, 1, Raw("1.5")),
    "string": ("1", "true", ""),
    "array": ([], [{}]),
    "object": ({}, {"0": 1}),
}


def named(keyword: str) -> list[Any]:
    return [
        pytest.param(carrier, document, spot, id=f"{name}-{pointer(spot.place) or 'root'}")
        for name, carrier, document, spot in SPOTS
        if keyword in spot.schema
    ]


def beside(document: dict[str, Any], place: Place) -> set[Pair]:
    """A stream's error repeats the record: a change that leaves the schema satisfied makes the two differ."""
    twice = isinstance(document.get("error"), dict) and (
        place[:1] == ("provenance",) or place[:2] == ("error", "provenance")
    )
    return {SAME_PROVENANCE} if twice else set()


def schema_findings(document: object, carrier: str | None) -> set[Pair]:
    return {pair for pair in found(text(document), "writer", carrier) if pair[0].startswith("schema/")}


@pytest.mark.parametrize(("name", "carrier", "document"), DOCUMENTS, ids=[name for name, _, _ in DOCUMENTS])
def test_documents_are_valid(name: str, carrier: str | None, document: dict[str, Any]) -> None:
    expect(document, carrier)


def test_every_keyword_of_every_schema_is_reached() -> None:
    stated = {
        (file, pointer(place[:-1]), place[-1])
        for file, content in FILES.items()
        for place, _ in places(content)
        if place
        and place[-1] in KEYWORDS
        and not {"examples", "allOf", "enum", "required"} & set(place[:-1])
        # A member may have the name of a keyword.
        and (len(place) < 2 or place[-2] != "properties")
    }
    reached = {(spot.file, spot.where, keyword) for _, _, _, spot in SPOTS for keyword in KEYWORDS & set(spot.schema)}
    assert reached == stated


@pytest.mark.parametrize(("carrier", "document", "spot"), named("type"))
def test_type(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    wanted = spot.schema["type"]
    wrong = [value for kind, values in SAMPLES.items() if kind != wanted for value in values]
    if wanted in ("integer", "number"):
        wrong = [value for value in wrong if value not in (0, 1, "1.5") or isinstance(value, bool)]
        wrong += ["1.5", Raw("1.5")] if wanted == "integer" else ["1.5"]
    for value in wrong:
        expect(put(document, spot.place, value), carrier, reader={("schema/type", pointer(spot.place))})


@pytest.mark.parametrize(("carrier", "document", "spot"), named("required"))
def test_required(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    for name in spot.schema["required"]:
        place = (*spot.place, name)
        expect(without(document, place), carrier, reader={("schema/required", pointer(place))})


@pytest.mark.parametrize(("carrier", "document", "spot"), named("required"))
def test_all_required_members_missing(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    if "oneOf" in FILES[spot.file] and not spot.place:
        expect({}, carrier, reader={("schema/required", "/outcome")}, writer={("schema/required", "/provenance")})
        return
    required = {("schema/required", pointer((*spot.place, name))) for name in spot.schema["required"]}
    unwritten = {("schema/required", "/provenance")} if carrier and not spot.place else set()
    expect(put(document, spot.place, {}), carrier, reader=required, writer=unwritten)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("properties"))
def test_optional_members_may_be_absent(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    for name in spot.schema["properties"]:
        place = (*spot.place, name)
        # The conditional one has tests of its own.
        if name in at(document, spot.place) and name not in spot.schema["required"] and "allOf" not in spot.schema:
            unwritten = {("schema/required", "/provenance")} if place == ("provenance",) else set()
            assert schema_findings(without(document, place), carrier) == unwritten


@pytest.mark.parametrize(("carrier", "document", "spot"), named("x-writer-required"))
def test_whoever_writes_a_carrier_attaches_the_record(
    carrier: str | None, document: dict[str, Any], spot: Spot
) -> None:
    (name,) = spot.schema["x-writer-required"]
    place = (*spot.place, name)
    # The error inside a stream's outcome may leave it to the outcome.
    writer = set() if spot.place else {("schema/required", pointer(place))}
    expect(without(document, place), carrier, writer=writer)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("const"))
def test_const(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    right = spot.schema["const"]
    name = spot.place[-1]
    rule = {"schemaVersion": "schema/unknown-version", "outcome": "schema/enum"}.get(str(name), "schema/const")
    for value in ("", right.upper() + "X", f" {right}", f"{right}\n", "2.0", "1.00", "1"):
        expect(put(document, spot.place, value), carrier, reader={(rule, pointer(spot.place))})


@pytest.mark.parametrize(("carrier", "document", "spot"), named("enum"))
def test_enum(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    values = spot.schema["enum"]
    wrong = [
        "",
        "x",
        values[0].capitalize(),
        values[-1].upper(),
        f"{values[0]}\n",
        f" {values[0]}",
        values[0].replace("_", "-") + "-",
    ]
    for value in wrong:
        expect(put(document, spot.place, value), carrier, reader={("schema/enum", pointer(spot.place))})
    # The outcomes decide what else may stand there: they have tests of their own.
    for value in values if spot.place[-1] != "outcome" else ():
        assert schema_findings(put(document, spot.place, value), carrier) == set()


SHAPES = {
    "^[A-Z][A-Za-z0-9]*$": (
        (
            "",
            "timeout",
            "Rate-Limited",
            "Rate Limited",
            "Rate_Limited",
            "\u00dcnavailable",
            "1A",
            "A\u0661",
            "Timeout\n",
            " Timeout",
            "Timeout\x00",
        ),
        ("X", "Xyz", "A9", "TIMEOUT", "ServerError"),
    ),
    "^[a-z][a-z0-9_]*$": (
        (
            "",
            "Offline",
            "off-line",
            "off line",
            "_x",
            "1a",
            "\u00f6ffline",
            "a\u0661",
            "offline\n",
            " offline",
            "offLine",
        ),
        ("x", "a_1_", "a9", "a__b", "quota_exceeded"),
    ),
}


@pytest.mark.parametrize(("carrier", "document", "spot"), named("pattern"))
def test_tokens_of_open_sets(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    wrong, unknown = SHAPES[spot.schema["pattern"]]
    for value in wrong:
        expect(put(document, spot.place, value), carrier, reader={("schema/pattern", pointer(spot.place))})
    for value in unknown:
        twice = beside(document, spot.place)
        token = {("schema/unknown-token", pointer(spot.place))}
        expect(put(document, spot.place, value), carrier, reader=twice, writer=token)
    for value in spot.schema["x-known-values"]:
        # Repeating a reason is another matter.
        if value not in at(document, spot.place[:-1]):
            assert schema_findings(put(document, spot.place, value), carrier) == set()


@pytest.mark.parametrize(("carrier", "document", "spot"), named("minLength"))
def test_min_length(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    expect(put(document, spot.place, ""), carrier, reader={("schema/minLength", pointer(spot.place))})
    for value in ("x", "\U0001f600"):
        expect(renamed(document, at(document, spot.place), value), carrier)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("minItems"))
def test_min_items(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    expect(put(document, spot.place, []), carrier, reader={("schema/minItems", pointer(spot.place))})
    expect(put(document, spot.place, ["offline"]), carrier, reader=beside(document, spot.place))


@pytest.mark.parametrize(("carrier", "document", "spot"), named("uniqueItems"))
def test_unique_items(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    repeated = {("schema/uniqueItems", pointer(spot.place))}
    for value in (["offline", "offline"], ["offline", "cloud_constraint", "offline"]):
        expect(put(document, spot.place, value), carrier, reader=repeated)
    unknown = {("schema/unknown-token", f"{pointer(spot.place)}/{index}") for index in (0, 1)}
    expect(put(document, spot.place, ["new_code", "new_code"]), carrier, reader=repeated, writer=unknown)
    types = {("schema/type", f"{pointer(spot.place)}/{index}") for index in range(4)}
    # true is not 1, and 1 is 1.0.
    expect(put(document, spot.place, [1, True, None, {}]), carrier, reader=types)
    expect(put(document, spot.place, [1, Raw("1.0"), None, {}]), carrier, reader=types | repeated)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("minimum"))
def test_minimum(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    place = pointer(spot.place)
    integer = spot.schema["type"] == "integer"
    expect(put(document, spot.place, -1), carrier, reader={("schema/minimum", place)})
    form = {("schema/integer-form", place)} if integer else set()
    expect(put(document, spot.place, Raw("-1.0")), carrier, reader={("schema/minimum", place)}, writer=form)
    expect(put(document, spot.place, Raw("-1e1000000000")), carrier, reader={("schema/minimum", place)}, writer=form)
    fraction = "schema/type" if integer else "schema/minimum"
    expect(put(document, spot.place, Raw("-1e-1000000000")), carrier, reader={(fraction, place)})
    for zero in (0, Raw("-0"), Raw("0e5"), Raw("-0.0")):
        assert schema_findings(put(document, spot.place, zero), carrier) == (form if isinstance(zero, Raw) else set())
    if "maximum" not in spot.schema:
        expect(put(document, spot.place, Raw("9" * 5000)), carrier)
        expect(put(document, spot.place, Raw("1e1000000000")), carrier, writer=form)
        half = {("schema/type", place)} if integer else set()
        expect(put(document, spot.place, Raw("0.5")), carrier, reader=half)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("maximum"))
def test_maximum(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    place = pointer(spot.place)
    assert schema_findings(put(document, spot.place, 2**53 - 1), carrier) == set()
    for value in (2**53, 2**64 + 2, Raw("9" * 4000), Raw("1" + "0" * 5000)):
        expect(put(document, spot.place, value), carrier, reader={("schema/maximum", place)})


@pytest.mark.parametrize(("carrier", "document", "spot"), named("properties"))
def test_unknown_members(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    for name in ("xNew", "", "ProviderId", "attempt_count", "__proto__", "a/b~c", "\u00e9", "\U0001f600"):
        place = (*spot.place, name)
        for value in (None, [{"deep": [1]}]):
            unknown = {("schema/unknown-member", pointer(place))}
            expect(put(document, place, value), carrier, reader=beside(document, place), writer=unknown)


def test_a_free_object_is_not_judged() -> None:
    for details in ({}, {"xNew": None, "prompt": {"apiKey": [1]}}):
        expect(inde_run_error(details=details), "inderun-error")


def renamed(document: Any, old: str, new: str) -> Any:
    """A copy in which every string `old` is `new`, so that what must agree still does."""
    result = copy.deepcopy(document)
    for place, value in list(places(result)):
        if value == old and isinstance(value, str):
            at(result, place[:-1])[place[-1]] = new
    return result


BLANK = (" ", "   ", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f", "\u3000", " \u3000 ")
UNPRINTABLE = (
    *("a\x00", "\x00", "a\tb", "a\nb", "\r", "\x1f", "a\x7fb", "\x80", "a\x85", "\x9f"),
    *("\ufdd0", "\ufdef", "a\ufffe", "\uffffa", "\U0001fffe", "\U0001ffff", "\U0010ffff"),
)
PRINTABLE = (
    "a b",
    " a",
    "a\u2028b",
    "\u2029.",
    "a\u3000",
    "\u200b",
    "\u00ad",
    "\ufdcf",
    "\ufdf0",
    "\ufffd",
    "\ufeff",
    "\U0001fffd",
    "\xa1",
    "~",
    "\ue000",
)


@pytest.mark.parametrize(("carrier", "document", "spot"), named("x-identifier"))
def test_identifier_text(carrier: str | None, document: dict[str, Any], spot: Spot) -> None:
    name = at(document, spot.place)
    same = {pointer(place) for place, value in places(document) if value == name}
    assert pointer(spot.place) in same
    for value in (*BLANK, *UNPRINTABLE):
        expect(renamed(document, name, value), carrier, writer={("schema/identifier-text", path) for path in same})
    for value in PRINTABLE:
        expect(renamed(document, name, value), carrier)
    if "minLength" not in spot.schema:
        blank = {("schema/identifier-text", pointer(spot.place))}
        assert schema_findings(put(document, spot.place, ""), carrier) == blank


# --- error classes ----------------------------------------------------------------------------------------------------


def attempt(**members: object) -> dict[str, Any]:
    return {"providerId": "cloud_a", **members}


@pytest.mark.parametrize(
    ("value", "reader"),
    [
        (attempt(outcome="failed", errorClass="Timeout"), set()),
        (attempt(outcome="failed"), {("schema/required", "/attempts/0/errorClass")}),
        (attempt(outcome="succeeded"), set()),
        (attempt(outcome="succeeded", errorClass="Timeout"), {("schema/forbidden", "/attempts/0/errorClass")}),
        (attempt(outcome="cancelled"), set()),
        (attempt(outcome="cancelled", errorClass="Timeout"), {("schema/forbidden", "/attempts/0/errorClass")}),
        # Where the outcome says nothing, neither does its absence or presence.
        (attempt(errorClass="Timeout"), {("schema/required", "/attempts/0/outcome")}),
        (attempt(), {("schema/required", "/attempts/0/outcome")}),
        (attempt(outcome="error", errorClass="Timeout"), {("schema/enum", "/attempts/0/outcome")}),
        (attempt(outcome="error"), {("schema/enum", "/attempts/0/outcome")}),
        (attempt(outcome=None, errorClass="Timeout"), {("schema/type", "/attempts/0/outcome")}),
        (attempt(outcome=["failed"]), {("schema/type", "/attempts/0/outcome")}),
        (attempt(outcome={"failed": 1}), {("schema/type", "/attempts/0/outcome")}),
        # A member that may not stand there is judged for its form, too.
        (
            attempt(outcome="succeeded", errorClass=None),
            {("schema/forbidden", "/attempts/0/errorClass"), ("schema/type", "/attempts/0/errorClass")},
        ),
        (
            attempt(outcome="succeeded", errorClass="no token"),
            {("schema/forbidden", "/attempts/0/errorClass"), ("schema/pattern", "/attempts/0/errorClass")},
        ),
        (attempt(outcome="failed", errorClass=None), {("schema/type", "/attempts/0/errorClass")}),
    ],
)
def test_error_class_stands_exactly_where_an_attempt_failed(value: dict[str, Any], reader: set[Pair]) -> None:
    document = single(str(value.get("outcome")), attempts=[value])
    expect(document, reader=reader)
    expect(
        inde_run_error(provenance=document),
        "inderun-error",
        reader={(rule, f"/provenance{path}") for rule, path in reader}
        or ({("carrier/error-not-succeeded", "/provenance/attempts")} if value["outcome"] == "succeeded" else set()),
    )


# --- versions ---------------------------------------------------------------------------------------------------------


def test_an_unknown_version_is_the_one_finding() -> None:
    for version in ("2.0", "1.1", "", "1", "1.0.0", "v1.0"):
        broken = {"schemaVersion": version, "attemptCount": "many", "attempts": None, "xNew": 1, "routeRejections": {}}
        expect(broken, reader={("schema/unknown-version", "/schemaVersion")})
        expect({"schemaVersion": version}, reader={("schema/unknown-version", "/schemaVersion")})
        for _, carrier, _ in DOCUMENTS[1:]:
            expect({**broken, "outcome": 7}, carrier, reader={("schema/unknown-version", "/schemaVersion")})


def test_an_unknown_version_does_not_hide_a_leak() -> None:
    leaky = {
        "schemaVersion": "2.0",
        "apiKey": "x",
        "attempts": [{"message": "x"}],
        "locality": "Bearer " + "EXAMPLE" * 5,
    }
    leaks = {
        ("leak/credential-member", "/apiKey"),
        ("leak/message", "/attempts/0/message"),
        ("leak/credential-value", "/locality"),
    }
    expect(leaky, reader={("schema/unknown-version", "/schemaVersion")}, writer=leaks)
    expect(
        task_result(provenance=leaky),
        "task-result",
        reader={("schema/unknown-version", "/provenance/schemaVersion")},
        writer={(rule, f"/provenance{path}") for rule, path in leaks},
    )


def test_an_unknown_version_inside_a_carrier() -> None:
    unread = {"schemaVersion": "2.0", "attempts": 7, "xNew": []}
    version = ("schema/unknown-version", "/provenance/schemaVersion")
    for _, carrier, document in DOCUMENTS[1:]:
        expect({**document, "provenance": unread}, carrier, reader={version})
        # What is wrong with the carrier itself is still said.
        expect(
            {**document, "provenance": unread, "xNew": 1, "runId": 7},
            carrier,
            reader={version, ("schema/type", "/runId")},
            writer={("schema/unknown-member", "/xNew")},
        )
    inner = inde_run_error(provenance=unread)
    expect(
        stream_error(error=inner),
        "stream-terminal-outcome",
        reader={("schema/unknown-version", "/error/provenance/schemaVersion")},
    )


def test_a_version_that_is_no_string_is_a_wrong_type() -> None:
    for version in (1, Raw("1.0"), None, ["1.0"], True):
        broken = record(schemaVersion=version, locality=None)
        expect(broken, reader={("schema/type", "/schemaVersion"), ("schema/type", "/locality")})


# --- numbers ----------------------------------------------------------------------------------------------------------

COUNT = "/attemptCount"
FORM = ("schema/integer-form", COUNT)


@pytest.mark.parametrize(
    "lexeme",
    ["1.0", "1e0", "1E+0", "10e-1", "1.000000000000000000000000", "0.1e1", "100E-2", "1e-0", "1" + "0" * 400 + "e-400"],
)
def test_one_in_other_words(lexeme: str) -> None:
    expect(single(attemptCount=Raw(lexeme)), writer={FORM})


@pytest.mark.parametrize("lexeme", ["-0", "0e5", "0.0", "-0.0", "0E-7", "0e99999999999999999999", "-0e-1000000000"])
def test_zero_in_other_words(lexeme: str) -> None:
    expect(none_attempted(attemptCount=Raw(lexeme)), writer={FORM})


@pytest.mark.parametrize(
    "lexeme",
    [
        "1.0000000000000000000001",
        "0.9999999999999999999999999",
        "1.5",
        "1e-1",
        "1e-1000000000",
        "-1e-1000000000",
        "9007199254740991.5",
        "1" + "0" * 400 + "1e-400",
    ],
)
def test_fractions_are_no_integers(lexeme: str) -> None:
    expect(single(attemptCount=Raw(lexeme)), reader={("schema/type", COUNT)})


@pytest.mark.parametrize(
    ("lexeme", "reader", "writer"),
    [
        ("9007199254740991", {("rule/attempt-count", COUNT), ("rule/fallback-flag", "/fallbackOccurred")}, set()),
        ("9007199254740991.0", {("rule/attempt-count", COUNT), ("rule/fallback-flag", "/fallbackOccurred")}, {FORM}),
        ("9007199254740992", {("schema/maximum", COUNT)}, set()),
        ("9007199254740992.0", {("schema/maximum", COUNT)}, {FORM}),
        ("1e1000000000", {("schema/maximum", COUNT)}, {FORM}),
        ("1e99999999999999999999999", {("schema/maximum", COUNT)}, {FORM}),
        ("1" + "0" * 5000, {("schema/maximum", COUNT)}, set()),
        ("9" * 1_000_000, {("schema/maximum", COUNT)}, set()),
        ("-1", {("schema/minimum", COUNT)}, set()),
        ("-1e1000000000", {("schema/minimum", COUNT)}, {FORM}),
        ("-" + "9" * 5000, {("schema/minimum", COUNT)}, set()),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_bounds_by_exact_value(lexeme: str, reader: set[Pair], writer: set[Pair]) -> None:
    begin = time.monotonic()
    expect(single(attemptCount=Raw(lexeme)), reader=reader, writer=writer)
    # A verdict by expanding the number would take minutes.
    assert time.monotonic() - begin < 10


def test_null_is_never_a_value_and_every_null_is_reported() -> None:
    for _, carrier, document in DOCUMENTS:
        names = [name for name in document if name not in ("schemaVersion", "outcome" if carrier else "")]
        nulls = {**document, **dict.fromkeys(names)}
        expect(nulls, carrier, reader={("schema/type", f"/{name}") for name in names})


def test_all_findings_come_in_document_order() -> None:
    document = record(attemptCount=-1, locality="Edge", xNew=1, providerId="")
    document["attempts"][0]["outcome"] = None
    document["attempts"].append({"errorClass": "x"})
    del document["modelProfile"]
    assert [(finding.rule, finding.path) for finding in validate(text(document))] == [
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


def test_what_cannot_be_named_is_told_at_its_parent_and_in_that_order() -> None:
    secret = "AKIA" + "QWERTYUIOPASDFGH"
    unknown = [("schema/unknown-member", ""), ("schema/unknown-member", "/xNew")]
    for _, carrier, document in DOCUMENTS:
        document = {**document, "xNew": 1, secret: 2}
        found = [(finding.rule, finding.path) for finding in validate(text(document), carrier=carrier)]
        leak = [] if carrier else [("leak/credential-value", "")]
        assert found == [unknown[0], *leak, unknown[1]]


def test_no_message_repeats_a_value() -> None:
    secret = "Zq7secretZq7"
    for name, _ in record().items():
        for value in (secret, [secret], {secret: secret}):
            for finding in validate(record(**{name: value})):
                assert secret not in finding.message


def messages(document: dict[str, Any], carrier: Any = None) -> dict[str, str]:
    return {finding.path: finding.message for finding in validate(text(document), carrier=carrier)}


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
        found = [f for f in validate(text(record(attempts=[attempt]))) if f.path == "/attempts/0/errorClass"]
        assert found[0].message == f"expected a string, found null; {expected}"
    # A reader does without it, a writer does not.
    assert remedy(task_result(provenance=None), "/provenance", "task-result") == "write an object"
    assert remedy(task_result(usage=None), "/usage", "task-result") == leave_out
    assert [finding.message for finding in validate("null")] == ["expected an object, found null; write an object"]


def test_so_many_names_are_searched_for_by_likeness_in_each_record() -> None:
    wrong = (
        without(record(), ("reportedModel",))
        | {f"reportedModel{index}x": 1 for index in range(70)}
        | {"reported_model": 1}
    )
    for _ in range(2):
        found = [finding.message for finding in validate(text(wrong)) if finding.rule == "schema/unknown-member"]
        assert ["did you mean 'reportedModel'?" in message for message in found] == [True] * 64 + [False] * 6 + [True]


def test_a_name_that_stands_here_already_is_not_suggested() -> None:
    assert (
        "did you mean 'fallbackOccurred'?"
        in messages(without(record(), ("fallbackOccurred",)) | {"FallbackOccurred": 1})["/FallbackOccurred"]
    )
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
