"""Validating parsed values: what they may hold, what they cost, and what their errors say."""

from __future__ import annotations

import math
import tracemalloc
from collections import OrderedDict
from decimal import Decimal
from typing import Any

import pytest
from execution_provenance import ExactNumber, ExecutionProvenance, Limits, is_valid, validate
from samples import Pair, record

# Put together here, so that no scanner takes this file for a leak.
SECRET = "sk-" + "proj-" + "Ab1" * 16


def found(data: object, **options: Any) -> list[Pair]:
    return [(finding.rule, finding.path) for finding in validate(data, **options)]


def test_a_long_name_above_many_items_costs_no_more_than_its_text() -> None:
    value = record(**{"n" * 90_000: [0] * 50_000})
    tracemalloc.start()
    try:
        assert found(value) == [("schema/unknown-member", "/" + "n" * 90_000)]
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_shared_reference_counts_as_often_as_it_is_written() -> None:
    value: Any = "x" * 100
    for _ in range(100):
        value = [value, value]
    assert found(record(xNew=value)) == [("json/limit", "")]
    assert not is_valid(record(xNew=value))
    endless: Any = []
    endless += [endless, endless]
    assert found(record(xNew=endless)) == [("json/limit", "")]


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ([], 2),
        ([[[]], 0, True], 13),
        ({"abc": "def"}, 11),
        (["x" * 1000], 1004),
        ({"x" * 1000: None}, 1009),
        (10**1000, 990),
        ([ExactNumber("1." + "0" * 1000)], 1004),
    ],
)
def test_the_limit_of_bytes_is_that_of_the_text(value: object, size: int) -> None:
    assert ("json/limit", "") in found(value, limits=Limits(max_bytes=size - 1))
    assert ("json/limit", "") not in found(value, limits=Limits(max_bytes=size + 20))


def test_the_limit_of_depth_is_that_of_the_text() -> None:
    assert ("json/limit", "") not in found([[{"a": []}]], limits=Limits(max_depth=4))
    assert found([[{"a": []}]], limits=Limits(max_depth=3)) == [("json/limit", "")]


def test_numbers_of_other_types_are_judged_by_their_exact_value() -> None:
    assert found(record(attemptCount=Decimal(2))) == []
    for two in (2.0, Decimal("2.00"), ExactNumber("2e0")):
        assert found(record(attemptCount=two)) == [("schema/integer-form", "/attemptCount")]
        assert ExecutionProvenance.from_dict(record(attemptCount=two)).attempt_count == 2
    assert found(record(attemptCount=Decimal("2.5"))) == [("schema/type", "/attemptCount")]
    written = ExecutionProvenance.from_dict(record(xNew=[Decimal("1E+2"), 0.1, 1e23])).to_json()
    assert written.endswith(b'"xNew":[1E+2,0.1,1e+23]}')


def test_subclasses_of_dict_and_list_are_objects_and_arrays() -> None:
    assert found(OrderedDict(record())) == []


@pytest.mark.parametrize(
    "number", [math.nan, math.inf, -math.inf, Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity")]
)
def test_what_is_not_a_json_number_is_refused(number: object) -> None:
    with pytest.raises(TypeError, match="at '/xNew/1' is not a JSON number"):
        validate(record(xNew=[0, number]))


@pytest.mark.parametrize("value", [{SECRET}, SECRET.encode(), (SECRET,), object()])
def test_what_json_has_no_form_for_is_refused_by_its_type_alone(value: object) -> None:
    for parsed, place in ((record(xNew=[value]), "/xNew/0"), (record(**{SECRET: [value]}), "")):
        with pytest.raises(TypeError, match=f"a value of type {type(value).__name__} at '{place}'") as raised:
            validate(parsed)
        assert SECRET not in str(raised.value)


def test_a_name_that_is_not_a_string_is_refused_by_its_type_alone() -> None:
    for name in (SECRET.encode(), (SECRET, 1), 7):
        with pytest.raises(
            TypeError, match=f"a member name at '/xNew' is not a string but a {type(name).__name__}"
        ) as raised:
            validate(record(xNew={name: 1}))
        assert SECRET not in str(raised.value)


def test_a_lone_surrogate_is_found_where_it_is() -> None:
    value = record(xNew=["\ud800", {"\udfff": 1, "b": "\ud800"}], **{SECRET: "\ud800"})
    assert [pair for pair in found(value) if pair[0] == "json/lone-surrogate"] == [
        ("json/lone-surrogate", "/xNew/0"),
        ("json/lone-surrogate", "/xNew/1"),
        ("json/lone-surrogate", "/xNew/1/b"),
        ("json/lone-surrogate", ""),
    ]
