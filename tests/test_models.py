"""The dataclasses: what an application that builds, reads or writes records relies on."""

from __future__ import annotations

import copy
import dataclasses
import enum
import hashlib
import json
import pickle
import re
from collections import UserList
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

import execution_provenance as ep
import pytest
import rfc8785
from execution_provenance import (
    Attempt,
    ExactNumber,
    ExecutionProvenance,
    IndeRunError,
    InvalidRecord,
    RouteRejection,
    StreamCancelled,
    StreamCompleted,
    StreamError,
    StreamTerminalOutcome,
    TaskResult,
    validate,
)
from execution_provenance._validator import read as parsed
from exprov import fixtures
from samples import (
    SCHEMAS,
    SLUGS,
    Pair,
    Raw,
    failed_stream,
    inde_run_error,
    none_attempted,
    record,
    stream_cancelled,
    stream_completed,
    stream_error,
    task_result,
    text,
)

ROOTS: list[tuple[Any, dict[str, Any]]] = [
    (ExecutionProvenance, record()),
    (TaskResult, task_result()),
    (StreamCompleted, stream_completed()),
    (StreamError, stream_error()),
    (StreamCancelled, stream_cancelled()),
    (IndeRunError, inde_run_error()),
]
each_root = pytest.mark.parametrize(("model", "document"), ROOTS, ids=[model.__name__ for model, _ in ROOTS])


def built() -> ExecutionProvenance:
    return ExecutionProvenance(
        schema_version="1.0",
        attempt_count=2,
        attempts=(
            Attempt(provider_id="edge_b", outcome="failed", error_class="Timeout"),
            Attempt(provider_id="cloud_c", outcome="succeeded"),
        ),
        fallback_occurred=True,
        locality="cloud",
        model_profile="fast",
        provider_id="cloud_c",
        configured_model="example-large",
        reported_model="example-large-2026-03-01",
        route_rejections=(RouteRejection(provider_id="device_a", reason_codes=("offline", "privacy_constraint")),),
    )


def objects() -> dict[str, Any]:
    """Every object type that the schemas describe."""
    result = {}
    for slug in SLUGS:
        content = json.loads((SCHEMAS / "1.0" / f"{slug}.schema.json").read_text("utf-8"))
        for schema in (content, *content.get("$defs", {}).values()):
            if schema["type"] == "object" and "oneOf" not in schema:
                result[schema["title"]] = schema
    return result


@pytest.mark.parametrize(("name", "schema"), objects().items(), ids=list(objects()))
def test_every_object_type_is_a_frozen_keyword_only_dataclass(name: str, schema: dict[str, Any]) -> None:
    model = getattr(ep, name)
    fields = dataclasses.fields(model)
    assert name in ep.__all__
    # Wire order, and what is required has no default, unless there is one value only.
    wires = ["".join(part.capitalize() for part in field.name.split("_")) for field in fields]
    assert [wire[0].lower() + wire[1:] for wire in wires] == [*schema["properties"], "extra"]
    assert all(field.kw_only for field in fields)
    defaults = {field.name: field.default for field in fields[:-1]}
    for wire, default in zip(schema["properties"], defaults.values(), strict=True):
        only = schema["properties"][wire].get("const", dataclasses.MISSING)
        assert default == (only if wire in schema["required"] else None), wire
    described = " ".join(model.__doc__.split())
    assert described.startswith(" ".join(schema["description"].split()))
    for wire, field in zip(schema["properties"], fields, strict=False):
        own = schema["properties"][wire].get("description", "")
        assert f"{field.name}: {' '.join(own.split())}" in described


@each_root
def test_what_is_read_is_written_back(model: Any, document: dict[str, Any]) -> None:
    instance = model.from_json(text(document))
    assert instance.to_dict() == document
    assert instance.to_json() == text(document).encode()
    assert model.from_json(text(document).encode()) == instance
    assert model.from_dict(document) == instance
    assert model.from_dict(instance.to_dict()) == instance


@each_root
def test_instances_are_values(model: Any, document: dict[str, Any]) -> None:
    instance, again = model.from_dict(document), model.from_dict(copy.deepcopy(document))
    assert instance == again and hash(instance) == hash(again) and len({instance, again}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        instance.schema_version = "2.0"
    with pytest.raises((AttributeError, TypeError)):
        instance.new_attribute = 1
    with pytest.raises(TypeError):
        model("1.0")
    for copied in (
        pickle.loads(pickle.dumps(instance)),
        copy.copy(instance),
        copy.deepcopy(instance),
        dataclasses.replace(instance),
    ):
        assert copied == instance and hash(copied) == hash(instance)
    other = dataclasses.replace(instance, extra={"xNew": 1})
    assert other != instance


@each_root
def test_the_canonical_form_and_the_digest_are_those_of_rfc_8785(model: Any, document: dict[str, Any]) -> None:
    document = document | {"\u20ac": 0.1, "a": [1e23, -0.0, 1e-7, True, None], "\U0001f600": '\u2028"\\\x01'}
    instance = model.from_dict(document)
    assert instance.canonical() == rfc8785.dumps(document)
    assert instance.digest() == hashlib.sha256(rfc8785.dumps(document)).hexdigest()
    # The order of members does not matter.
    assert model.from_dict(dict(reversed(document.items()))).digest() == instance.digest()


@each_root
def test_every_required_member_is_demanded(model: Any, document: dict[str, Any]) -> None:
    for field in dataclasses.fields(model):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            arguments = {f.name: getattr(model.from_dict(document), f.name) for f in dataclasses.fields(model)}
            del arguments[field.name]
            with pytest.raises(TypeError, match=field.name):
                model(**arguments)


def test_building_a_record_by_hand() -> None:
    instance = built()
    assert instance.to_dict() == record()
    assert validate(instance.to_json()) == []
    assert instance == ExecutionProvenance.from_dict(record())
    assert instance.extra == {}


def test_lists_are_taken_as_tuples() -> None:
    made = ExecutionProvenance(
        attempt_count=1,
        attempts=[Attempt(provider_id="a", outcome="succeeded")],
        fallback_occurred=False,
        locality="cloud",
        model_profile="auto",
        provider_id="a",
        route_rejections=[RouteRejection(provider_id="b", reason_codes=["offline"])],
    )
    assert made.schema_version == "1.0"
    assert made.attempts == (Attempt(provider_id="a", outcome="succeeded"),)
    assert made.route_rejections[0].reason_codes == ("offline",)
    again = ExecutionProvenance.from_json(made.to_json())
    assert again == made and hash(again) == hash(made) and validate(made.to_json()) == []
    assert dataclasses.replace(made, attempts=list(made.attempts)) == made


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    # A text is a sequence, and a mapping is one of names.
    (RouteRejection, {"reason_codes": "offline"}, "reason_codes takes a sequence of str, not str"),
    (RouteRejection, {"reason_codes": b"offline"}, "reason_codes takes a sequence of str, not bytes"),
    (RouteRejection, {"reason_codes": {"offline": 1}}, "reason_codes takes a sequence of str, not dict"),
    (RouteRejection, {"reason_codes": {"offline"}}, "reason_codes takes a sequence of str, not set"),
    (RouteRejection, {"reason_codes": ["offline", 1]}, r"reason_codes\[1\] takes str, not int"),
    (RouteRejection, {"provider_id": None}, "provider_id takes str, not NoneType"),
    (ExecutionProvenance, {"attempts": [{"providerId": "a"}]}, r"attempts\[0\] takes Attempt, not dict"),
    (ExecutionProvenance, {"attempts": None}, "attempts takes a sequence of Attempt, not NoneType"),
    (ExecutionProvenance, {"attempt_count": "2"}, "attempt_count takes int, not str"),
    (ExecutionProvenance, {"attempt_count": True}, "attempt_count takes int, not bool"),
    (ExecutionProvenance, {"attempt_count": 2.0}, "attempt_count takes int, not float"),
    (ExecutionProvenance, {"attempt_count": ExactNumber("2.5")}, "attempt_count takes int, not ExactNumber"),
    (ExecutionProvenance, {"fallback_occurred": 1}, "fallback_occurred takes bool, not int"),
    (TaskResult, {"provenance": record()}, "provenance takes ExecutionProvenance, not dict"),
    (TaskResult, {"telemetry": built}, "telemetry takes Telemetry, not function"),
    (IndeRunError, {"retry_after_ms": True}, "retry_after_ms takes float, not bool"),
    (IndeRunError, {"retry_after_ms": "12"}, "retry_after_ms takes float, not str"),
    (IndeRunError, {"details": [1]}, "details takes a mapping, not list"),
    (IndeRunError, {"extra": "x"}, "extra takes a mapping, not str"),
    (IndeRunError, {"extra": {"a": (1, 2)}}, "a value of type tuple at '/a' is not a JSON value"),
    (IndeRunError, {"no_member": 1}, "no_member"),
]


@pytest.mark.parametrize(("model", "arguments", "message"), WRONG)
def test_what_a_member_cannot_hold_is_a_type_error(model: Any, arguments: dict[str, Any], message: str) -> None:
    right: dict[Any, Any] = {
        ExecutionProvenance: built(),
        RouteRejection: built().route_rejections[0],
        TaskResult: TaskResult.from_dict(task_result()),
        IndeRunError: IndeRunError.from_dict(inde_run_error()),
    }
    with pytest.raises(TypeError, match=message):
        dataclasses.replace(right[model], **arguments)


@pytest.mark.parametrize("number", [float("nan"), float("-inf"), Decimal("NaN"), Decimal("Infinity")])
def test_what_json_does_not_write_is_not_a_number(number: object) -> None:
    with pytest.raises(ValueError, match="retry_after_ms takes a number"):
        IndeRunError(error_class="Timeout", message="No.", retry_after_ms=number)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [Decimal("0.1"), Decimal("12.10"), ExactNumber("0.1"), Decimal("1e-400")])
def test_a_number_is_held_as_it_is_read_again(number: Decimal | ExactNumber) -> None:
    given = IndeRunError(error_class="Timeout", message="No.", retry_after_ms=number)
    assert given == IndeRunError.from_json(given.to_json())


def test_subclasses_are_taken_for_what_they_are() -> None:
    class Code(enum.StrEnum):
        OFFLINE = "offline"

    class Count(enum.IntEnum):
        NONE = 0

    made = RouteRejection(provider_id="a", reason_codes=UserList([Code.OFFLINE]))
    assert made.to_json() == b'{"providerId":"a","reasonCodes":["offline"]}'
    assert type(made.reason_codes[0]) is str
    none = dataclasses.replace(built(), attempt_count=Count.NONE)
    assert type(none.attempt_count) is int and b'"attemptCount":0,' in none.to_json()


def test_extra_is_a_copy_that_cannot_be_changed() -> None:
    given = {"xNew": 1}
    instance = dataclasses.replace(built(), extra=given)
    given["xNew"] = 2
    assert instance.extra == {"xNew": 1} and json.dumps(instance.extra) == '{"xNew": 1}'
    for one in (instance, ExecutionProvenance.from_json(instance.to_json()), copy.deepcopy(instance), built()):
        for change in (
            lambda extra: extra.update(a=1),
            lambda extra: extra.__setitem__("a", 1),
            lambda extra: extra.pop("xNew"),
            lambda extra: extra.clear(),
            lambda extra: extra.setdefault("a", 1),
            lambda extra: extra.__ior__({"a": 1}),
        ):
            with pytest.raises(TypeError, match=r"dataclasses\.replace"):
                change(one.extra)
    assert ExecutionProvenance.from_json(instance.to_json()) == instance
    assert dataclasses.replace(instance, extra={**instance.extra, "y": 2}).extra == {"xNew": 1, "y": 2}


def test_nothing_inside_a_record_can_be_changed_or_is_shared() -> None:
    given: dict[str, Any] = {"a": [{"b": 1}], "c": {"d": {}}}
    for instance in (
        IndeRunError(error_class="Timeout", message="No.", details=given, extra={"xNew": given}),
        IndeRunError.from_dict({**inde_run_error(), "details": given, "xNew": given}),
        IndeRunError.from_json(text({**inde_run_error(), "details": given, "xNew": given})),
    ):
        written = instance.to_json()
        returned = instance.to_dict()
        for holder in (returned["details"], returned["xNew"], dataclasses.asdict(instance)["extra"]["xNew"]["c"]):
            assert isinstance(holder, dict)
        returned["details"]["a"][0]["b"] = 2
        returned["xNew"]["c"]["d"]["e"] = 3
        assert instance.details is not None
        for members in (
            instance.details,
            instance.extra["xNew"],
            instance.details["c"],
            instance.extra["xNew"]["a"][0],
        ):
            with pytest.raises(TypeError, match="cannot be changed"):
                members["b"] = 2
        with pytest.raises(AttributeError):
            instance.details["a"].append(1)
        kept = copy.deepcopy(given)
        given["a"].append(1)
        given["c"]["d"]["e"] = 1
        assert instance.to_json() == written
        given = kept


def test_equality_follows_json() -> None:
    def error(value: object) -> IndeRunError:
        return IndeRunError(error_class="Timeout", message="No.", details={"a": [value]}, extra={"b": value})

    for one, other in ((1, 1.0), (1, ExactNumber("1.0")), (0.5, Decimal("0.50")), ([1], [1.0]), ({"x": 1}, {"x": 1.0})):
        assert error(one) == error(other) and hash(error(one)) == hash(error(other)), (one, other)
    for one, other in (
        (1, True),
        (0, False),
        (None, False),
        ("1", 1),
        ([], {}),
        (0.1, ExactNumber("0.10000000000000001")),
    ):
        assert error(one) != error(other), (one, other)
    assert error([1, {"a": None}]).extra == {"b": [1, {"a": None}]} and error(1) != "1"
    assert Attempt(provider_id="a", outcome="succeeded") != RouteRejection(provider_id="a", reason_codes=())


def test_deep_nesting_is_no_hindrance() -> None:
    deep: dict[str, Any] = {}
    for _ in range(255):
        deep = {"a": [deep]}
    made = dataclasses.replace(built(), extra={"xNew": deep})
    assert ExecutionProvenance.from_json(made.to_json()) == made
    assert ExecutionProvenance.from_dict(made.to_dict()) == made
    for copied in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert copied == made and copied.to_json() == made.to_json() and hash(copied) == hash(made)
    with pytest.raises(ValueError, match="extra: nested more than 512 levels"):
        dataclasses.replace(built(), extra={"xNew": [[deep]]})


def test_what_larger_limits_let_in_is_written_and_copied() -> None:
    limits = ep.Limits(max_depth=20_000)
    written = text(record(xNew=Raw("[" * 10_000 + "]" * 10_000)))
    made = ExecutionProvenance.from_json(written, limits=limits)
    assert made.to_json().decode() == written and validate(made, level="reader", limits=limits) == []
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made


def test_asdict_has_the_attributes() -> None:
    plain = dataclasses.asdict(dataclasses.replace(built(), extra={"xNew": [0.5]}))
    assert plain["attempts"][0] == {
        "provider_id": "edge_b",
        "outcome": "failed",
        "error_class": "Timeout",
        "extra": {},
    }
    assert json.loads(json.dumps(plain))["extra"] == {"xNew": [0.5]}
    assert dataclasses.astuple(built())[1] == 2


def test_numbers_in_extra_are_floats_where_these_write_the_same_text() -> None:
    written = text(inde_run_error(xNew=[Raw(one) for one in ("0.1", "1e+23", "1e23", "0.10", "-0", "12", "1e400")]))
    instance = IndeRunError.from_json(written)
    assert instance.to_json().decode() == written
    numbers = instance.extra["xNew"]
    assert [type(number) for number in numbers] == [
        float,
        float,
        ExactNumber,
        ExactNumber,
        ExactNumber,
        int,
        ExactNumber,
    ]
    assert numbers[0] == 0.1
    given = IndeRunError(error_class="Timeout", message="No.", extra={"x": [0.1, Decimal("0.10"), 7]}).extra["x"]
    assert [repr(number) for number in given] == ["0.1", "ExactNumber('0.10')", "7"]


def test_repr_shows_extra_where_there_is_some() -> None:
    plain = Attempt(provider_id="a", outcome="failed", error_class="Timeout")
    assert repr(plain) == "Attempt(provider_id='a', outcome='failed', error_class='Timeout')"
    assert eval(repr(built()), vars(ep)) == built()
    assert repr(dataclasses.replace(plain, extra={"xNew": 1})).endswith("error_class='Timeout', extra={'xNew': 1})")


def test_a_stream_outcome_is_read_as_what_it_is() -> None:
    for model, document in (
        (StreamCompleted, stream_completed()),
        (StreamError, stream_error()),
        (StreamCancelled, stream_cancelled()),
    ):
        for members in (document, {**document, "xNew": 1}):
            for read in (
                StreamTerminalOutcome.from_json(text(members)),
                StreamTerminalOutcome.from_dict(members),
                StreamTerminalOutcome.from_json(text(members), rules=True),
            ):
                assert type(read) is model and isinstance(read, StreamTerminalOutcome)
                assert read.to_dict() == members and read == model.from_dict(members)
    for outcome in ({"outcome": "other"}, {"outcome": 1}):
        with pytest.raises(InvalidRecord) as raised:
            StreamTerminalOutcome.from_dict(stream_completed() | outcome)
        assert [finding.path for finding in raised.value.findings] == ["/outcome"]
    with pytest.raises(InvalidRecord, match="schema/required at /outcome"):
        StreamTerminalOutcome.from_json('{"schemaVersion":"1.0"}')
    with pytest.raises(TypeError, match="one of StreamCompleted, StreamError, StreamCancelled"):
        StreamTerminalOutcome()


def test_the_values_of_a_set_are_a_type() -> None:
    assert get_args(ep.Locality) == ep.LOCALITY_VALUES == ("on_device", "edge", "cloud", "unknown")
    assert get_args(ep.Outcome) == ep.OUTCOME_VALUES and get_args(ep.FinishReason) == ep.FINISH_REASON_VALUES
    # An open set takes any text.
    for kind, values in ((ep.ErrorClass, ep.ERROR_CLASS_VALUES), (ep.ReasonCode, ep.REASON_CODE_VALUES)):
        known, other = get_args(kind)
        assert get_args(known) == values and other is str
    assert set(get_args(ep.Carrier)) == {"auto", *SLUGS[1:]}


@each_root
def test_a_record_is_validated_as_its_text_is(model: Any, document: dict[str, Any]) -> None:
    slug = next(slug for slug in SLUGS if validate(document, carrier=None if slug == SLUGS[0] else slug) == [])  # type: ignore[arg-type]
    carrier: Any = None if slug == SLUGS[0] else slug
    for members in (document, {**document, "xNew": 1}, {**document, "password": "x"}):
        instance = model.from_dict(members)
        expected = validate(text(members), carrier=carrier)
        # What carries the record follows from its class.
        for named in (None, carrier, "auto"):
            assert validate(instance, carrier=named) == expected
            assert ep.is_valid(instance, carrier=named) is (not expected)
        assert validate(instance, level="reader") == [] and ep.is_valid(instance, level="reader")
        if expected:
            with pytest.raises(InvalidRecord) as raised:
                ep.check(instance)
            assert raised.value.findings == tuple(expected)
        else:
            ep.check(instance)


def test_a_record_that_is_wrong_has_the_findings_of_its_text() -> None:
    wrong = dataclasses.replace(built(), attempt_count=7, locality="Cloud", model_profile="")  # type: ignore[arg-type]
    assert validate(wrong) == validate(wrong.to_json()) != []
    assert not ep.is_valid(wrong)
    # A text that is not Unicode has no JSON text, but findings.
    surrogate = dataclasses.replace(built(), model_profile="\ud800")
    assert [(one.rule, one.path) for one in validate(surrogate)] == [("json/lone-surrogate", "/modelProfile")]
    with pytest.raises(ValueError, match="at '/modelProfile': a lone surrogate"):
        surrogate.to_json()


def test_a_part_of_a_record_is_not_a_document() -> None:
    for judge in (validate, ep.is_valid, ep.check):
        with pytest.raises(TypeError, match="Attempt is a part of a record; validate the record that holds it"):
            judge(built().attempts[0])
    with pytest.raises(TypeError, match=r"a value of type Attempt at '/attempts/0' .*pass its to_dict\(\)"):
        validate(record(attempts=[built().attempts[0]]))
    with pytest.raises(TypeError, match=r"a value of type tuple at '/attempts' .*write a list"):
        validate(record(attempts=()))


def test_what_a_team_allows_is_left_out() -> None:
    document = record(xNew=1, password="x")
    unknown, leak = "schema/unknown-member", "leak/credential-member"
    for data in (document, text(document), ExecutionProvenance.from_dict(document)):
        assert {one.rule for one in validate(data, allow=[unknown])} == {leak}
        assert validate(data, allow=(unknown, leak)) == [] and ep.is_valid(data, allow={unknown, leak})
        assert not ep.is_valid(data, allow=[unknown])
        ep.check(data, allow=[unknown, leak])
        with pytest.raises(InvalidRecord, match=leak):
            ep.check(data, allow=[unknown])
    # What every reader rejects is still reported.
    assert validate(record(locality=7), allow=[unknown])
    for wrong in (["rule/attempt-count"], ["no/rule"], "schema/unknown-member"):
        for judge in (validate, ep.is_valid, ep.check):
            with pytest.raises(ValueError, match="allow takes"):
                judge(text(record()), allow=wrong)


def test_text_and_parsed_objects_have_a_method_each() -> None:
    written = built().to_json()
    for form in (written, written.decode(), bytearray(written), memoryview(written)):
        assert ExecutionProvenance.from_json(form) == built()
    with pytest.raises(TypeError, match="from_json takes JSON text, not dict; from_dict takes a parsed object"):
        ExecutionProvenance.from_json(built().to_dict())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="from_dict takes a parsed object, not bytes; from_json takes JSON text"):
        ExecutionProvenance.from_dict(written)  # type: ignore[arg-type]


def test_none_is_absent() -> None:
    instance = dataclasses.replace(built(), provider_id=None, configured_model=None, reported_model=None)
    assert {"providerId", "configuredModel", "reportedModel"}.isdisjoint(instance.to_dict())
    assert b"null" not in instance.to_json()
    empty = ExecutionProvenance.from_dict(none_attempted())
    assert empty.provider_id is empty.configured_model is empty.reported_model is None
    assert empty.attempts == () and empty.route_rejections == ()
    # An unknown member may be null, and stays it.
    assert ExecutionProvenance.from_dict(none_attempted(xNew=None)).to_dict() == none_attempted(xNew=None)


EXTRA = (
    '{"a":1e400,"b":0.1,"c":12345678901234567890123,"d":-0,"e":1.0,"f":1E+2,"g":[1e-400,{"h":0.10}],'
    '"i":null,"j":true,"k":"\\u2028","l":{},"m":[],"n":9007199254740993,"o":-0.0}'
)


@each_root
def test_unknown_members_are_kept_byte_for_byte(model: Any, document: dict[str, Any]) -> None:
    written = text({**document, "xNew": Raw(EXTRA)}).replace("\\u2028", "\u2028")
    instance = model.from_json(written)
    assert list(instance.extra) == ["xNew"]
    assert instance.to_json().decode() == written
    assert model.from_json(instance.to_json()) == instance
    assert hash(instance) == hash(model.from_json(written))
    assert pickle.loads(pickle.dumps(instance)) == instance
    assert copy.deepcopy(instance) == instance
    with pytest.raises(ValueError, match="/xNew/"):
        instance.canonical()


def test_unknown_members_of_inner_objects_are_kept() -> None:
    document = record(xNew=1)
    document["attempts"][1]["xAttempt"] = [1, {"y": None}]
    document["routeRejections"][0]["xRejection"] = True
    for model, wrapped in (
        (ExecutionProvenance, document),
        (TaskResult, task_result(provenance=document, usage={**task_result()["usage"], "cachedTokens": 5})),
    ):
        instance: Any = model.from_json(text(wrapped))
        assert json.loads(instance.to_json()) == wrapped


def test_unknown_tokens_are_read_by_whoever_does_not_know_them() -> None:
    document = none_attempted(routeRejections=[{"providerId": "a", "reasonCodes": ["brand_new"]}])
    assert ExecutionProvenance.from_dict(document).route_rejections[0].reason_codes == ("brand_new",)
    assert "brand_new" not in ep.REASON_CODE_VALUES and "offline" in ep.REASON_CODE_VALUES
    # They take the quick routes: an engine that is newer than its reader must not cost ten times as much.
    for code, is_quick in (("brand_new", True), ("Brand_new", False), ("brand_new\n", False), ("", False)):
        document["routeRejections"][0]["reasonCodes"] = ["offline", code]
        assert (ExecutionProvenance._decoded(text(document), ep.Limits()) is not None) is is_quick
        assert (ExecutionProvenance._converted(document, ep.Limits()) is not None) is is_quick


def test_integers_in_other_words_become_integers() -> None:
    instance = ExecutionProvenance.from_json(text(record(attemptCount=Raw("2.0"))))
    assert type(instance.attempt_count) is int and instance == built()
    assert instance.to_json() == built().to_json()


def test_numbers_of_known_members_do_not_change() -> None:
    for lexeme in (
        "12",
        "12.5",
        "0.1",
        "1e-7",
        "12345678901234567890.5",
        "1e400",
        "0.1000000000000000055511151231257827",
    ):
        written = text(inde_run_error(retryAfterMs=Raw(lexeme)))
        read = json.loads(IndeRunError.from_json(written).to_json(), parse_float=ExactNumber, parse_int=ExactNumber)
        assert read["retryAfterMs"] == ExactNumber(lexeme)


@pytest.mark.parametrize(
    ("document", "findings"),
    [
        (
            none_attempted(locality="Cloud", attemptCount=-1),
            [("schema/minimum", "/attemptCount"), ("schema/enum", "/locality")],
        ),
        ({"schemaVersion": "2.0"}, [("schema/unknown-version", "/schemaVersion")]),
        (
            none_attempted(attempts=[{"providerId": "a", "outcome": "failed"}]),
            [("schema/required", "/attempts/0/errorClass")],
        ),
        (none_attempted(providerId=None), [("schema/type", "/providerId")]),
    ],
)
def test_what_no_reader_may_accept_is_rejected_with_the_findings(
    document: dict[str, Any], findings: list[Pair]
) -> None:
    for read in (
        lambda: ExecutionProvenance.from_dict(document),
        lambda: ExecutionProvenance.from_json(text(document)),
    ):
        with pytest.raises(InvalidRecord) as raised:
            read()
        assert [(finding.rule, finding.path) for finding in raised.value.findings] == findings
        for rule, path in findings:
            assert f"{rule} at {path}" in str(raised.value)
        again = pickle.loads(pickle.dumps(raised.value))
        assert again.findings == raised.value.findings


def test_a_record_of_an_unknown_version_inside_a_carrier_is_the_one_finding() -> None:
    with pytest.raises(InvalidRecord) as raised:
        TaskResult.from_dict(task_result(provenance={"schemaVersion": "2.0", "attempts": 7}))
    assert [(finding.rule, finding.path) for finding in raised.value.findings] == [
        ("schema/unknown-version", "/provenance/schemaVersion")
    ]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        ("{", "json/syntax"),
        (b"\xff", "json/encoding"),
        ('{"a":1,"a":1}', "json/duplicate-member"),
        ('{"a":"\\ud800"}', "json/lone-surrogate"),
        ("[" * 513 + "]" * 513, "json/limit"),
        ("[]", "schema/type"),
        ("null", "schema/type"),
    ],
)
@each_root
def test_text_that_is_not_an_object_is_rejected(
    model: Any, document: dict[str, Any], data: bytes | str, rule: str
) -> None:
    with pytest.raises(InvalidRecord) as raised:
        model.from_json(data)
    assert [finding.rule for finding in raised.value.findings] == [rule]


def test_limits_can_be_set() -> None:
    written = text(none_attempted())
    with pytest.raises(InvalidRecord) as raised:
        ExecutionProvenance.from_json(written, limits=ep.Limits(max_bytes=len(written) - 1))
    assert [finding.rule for finding in raised.value.findings] == ["json/limit"]
    assert ExecutionProvenance.from_json(written, limits=ep.Limits(max_bytes=len(written))).attempts == ()
    shallow = ep.Limits(max_depth=1)
    for read in (
        lambda: ExecutionProvenance.from_json(text(record()), limits=shallow),
        lambda: ExecutionProvenance.from_dict(record(), limits=shallow),
    ):
        with pytest.raises(InvalidRecord, match="json/limit"):
            read()
    assert ExecutionProvenance.from_dict(none_attempted(), limits=ep.Limits(max_depth=2)).attempts == ()


def test_rules_are_judged_if_asked_for() -> None:
    wrong = failed_stream() | {"attemptCount": 7}
    result = task_result() | {"telemetry": {"providerUsed": "other", "totalMs": 1}, "xNew": 1}
    cases: list[tuple[Any, dict[str, Any], list[Pair]]] = [
        (
            ExecutionProvenance,
            wrong,
            [("rule/attempt-count", "/attemptCount"), ("rule/fallback-flag", "/fallbackOccurred")],
        ),
        (TaskResult, result, [("carrier/provider-used", "/telemetry/providerUsed")]),
        (StreamError, stream_error(provenance=record()), [("carrier/error-not-succeeded", "/provenance/attempts")]),
    ]
    for model, document, findings in cases:
        for read, data in ((model.from_dict, document), (model.from_json, text(document))):
            assert read(data).to_dict() == document
            with pytest.raises(InvalidRecord) as raised:
                read(data, rules=True)
            assert {(finding.rule, finding.path) for finding in raised.value.findings} >= set(findings[:1])
    assert ExecutionProvenance.from_json(text(record()), rules=True) == built()
    # A part of a document has no rules.
    assert Attempt.from_dict({"providerId": "a", "outcome": "succeeded"}, rules=True).provider_id == "a"


def mutants() -> Iterator[bytes]:
    """Texts that are nearly those of records: unknown, repeated, missing and null members, values of every kind."""
    yield from (fixtures.data(case) for case in fixtures.load(fixtures.folder()).cases.values())
    for _, document in ROOTS:
        compact = text(document)
        yield compact.encode()
        yield json.dumps(document, indent=1).encode()
        yield json.dumps(document, sort_keys=True).encode()
        for name in re.findall(r'"[A-Za-z]+":', compact):
            for other in (f"{name}null,{name}", f'"xNew":{EXTRA},{name}', f'"xNew":1,"xNew":1,{name}', '"__":'):
                yield compact.replace(name, other, 1).encode()
            for value in (
                "null",
                "1",
                "1.0",
                "-0",
                "1e400",
                "-1e-400",
                "0.10",
                "true",
                '""',
                '"\\u003a"',
                "{}",
                "[]",
                EXTRA,
            ):
                yield re.sub(
                    re.escape(name) + r'(?:"[^"]*"|\w+)', lambda _, new=name + value: new, compact, count=1
                ).encode()  # type: ignore[misc]


def test_the_quick_routes_read_what_the_strict_one_reads() -> None:
    """Whatever msgspec takes at once, the parse and the schema phase accept, and make the same record of."""
    limits = ep.Limits()
    taken = 0
    for data in mutants():
        value, _ = parsed(data)
        for model in [*(model for model, _ in ROOTS), StreamTerminalOutcome]:
            quick: list[Any] = [(model._decoded(data, limits), data)]
            if isinstance(value, dict):
                plain = json.loads(data)
                quick += [(model._converted(one, limits), one) for one in (value, plain)]
            for instance, source in quick:
                if instance is not None:
                    taken += 1
                    strict = model._strictly(source, limits)
                    assert instance == strict and repr(instance) == repr(strict), data
    assert taken > 5000


@each_root
def test_unknown_members_take_the_quick_routes(model: Any, document: dict[str, Any]) -> None:
    """Records with unknown members are ordinary ones: they must not cost ten times as much."""
    for name in re.findall(r'"[A-Za-z]+":', text(document)):
        written = text(document).replace(name, f'"xNew":{{"a":[1,0.5,null,"x"]}},{name}', 1)
        for source in (written, json.dumps(json.loads(written), indent=1)):
            quick = model._decoded(source.encode(), ep.Limits())
            assert quick is not None and json.loads(quick.to_json()) == json.loads(written)
        assert model._converted(json.loads(written), ep.Limits()) == quick


def test_an_escape_does_not_hide_an_unknown_member() -> None:
    """Without the check of escapes, the colon in the string would make up for that of the dropped member."""
    written = text(record(modelProfile=Raw('"a\\u003ab"'), xNew=1))
    assert ExecutionProvenance.from_json(written).to_dict() == record(modelProfile="a:b", xNew=1)


@pytest.mark.parametrize(
    ("value", "finding"),
    [
        (record(modelProfile="\ud800"), ("json/lone-surrogate", "/modelProfile")),
        (record(xNew=["\udc00"]), ("json/lone-surrogate", "/xNew/0")),
        (record(xNew={"\ud800": 1}), ("json/lone-surrogate", "/xNew")),
        (record(xNew=["a" * 1000] * 2000), ("json/limit", "")),
        (record(xNew={"a" * 1000: [0] * 1000, "b": [[1] * 1000] * 1000}), ("json/limit", "")),
    ],
    ids=["text", "unknown text", "unknown name", "long texts", "shared lists"],
)
def test_parsed_values_that_no_text_may_hold_are_rejected(value: dict[str, Any], finding: Pair) -> None:
    with pytest.raises(InvalidRecord) as raised:
        ExecutionProvenance.from_dict(value)
    assert [(one.rule, one.path) for one in raised.value.findings] == [finding]


def test_what_json_cannot_hold_is_a_type_error() -> None:
    for value in (float("nan"), float("inf"), (1, 2), {1: 2}, b"x", object()):
        with pytest.raises(TypeError):
            ExecutionProvenance.from_dict(none_attempted(xNew=value))
        with pytest.raises((TypeError, ValueError)):
            dataclasses.replace(built(), extra={"xNew": {"deep": [object(), value]}}).to_json()


def test_extra_may_not_hold_a_known_member() -> None:
    for name in ("attemptCount", "locality"):
        with pytest.raises(ValueError, match=name):
            dataclasses.replace(built(), extra={name: 1}).to_dict()


def test_the_caller_keeps_its_own_objects() -> None:
    document = record(xNew={"a": [1]})
    kept = copy.deepcopy(document)
    instance = ExecutionProvenance.from_dict(document)
    written = instance.to_json()
    document["xNew"]["a"].append(2)
    document["attempts"].clear()
    assert instance.to_json() == written == text(kept).encode()
