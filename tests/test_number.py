"""Numbers by their exact value."""

from __future__ import annotations

import pickle
import time
from fractions import Fraction

import pytest
from execution_provenance._number import Number, integer, json_equal, whole
from hypothesis import given
from hypothesis import strategies as st

HUGE = ["1e1000000000", "1e99999999999999999999", "1e" + "9" * 1_000_000, "1" * 1_000_000, "1." + "3" * 1_000_000]

lexemes = st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][-+]?[0-9]{1,2})?", fullmatch=True).filter(
    str.isascii
)


@given(lexemes, lexemes)
def test_agrees_with_fractions(one: str, other: str) -> None:
    left, right = Fraction(one), Fraction(other)
    assert Number(one).compare(Number(other)) == (left > right) - (left < right)
    assert (Number(one) == Number(other)) is (left == right)
    assert Number(one).is_integer() is (left.denominator == 1)
    if left.denominator == 1:
        assert Number(one) == int(left)
        assert hash(Number(one)) == hash(int(left))
        assert whole(Number(one)) == int(left)
        assert type(whole(Number(one))) is int
    else:
        assert whole(Number(one)) == Number(one)


@given(lexemes, st.integers())
def test_order_against_integers(one: str, other: int) -> None:
    number, exact = Number(one), Fraction(one)
    assert (number < other, number <= other, number > other, number >= other, number == other) == (
        exact < other,
        exact <= other,
        exact > other,
        exact >= other,
        exact == other,
    )


@given(st.integers(), st.integers(0, 40))
def test_equal_values_have_one_hash(value: int, zeros: int) -> None:
    for text in (f"{value}.{'0' * (zeros + 1)}", f"{value}{'0' * zeros}e-{zeros}", f"{value}e{zeros}"):
        expected = value * 10**zeros if text.endswith(f"e{zeros}") and "e-" not in text else value
        assert Number(text) == expected
        assert hash(Number(text)) == hash(expected)


@pytest.mark.parametrize(
    ("text", "is_integer"),
    [
        ("1.0", True),
        ("-0", True),
        ("-0.0e5", True),
        ("1.0000000000000000000001", False),
        ("1e-1", False),
        ("10e-1", True),
    ],
)
def test_integers_by_value(text: str, is_integer: bool) -> None:
    assert Number(text).is_integer() is is_integer


@pytest.mark.parametrize("text", HUGE, ids=lambda text: f"{text[:6]} ({len(text)})")
def test_size_costs_nothing(text: str) -> None:
    start = time.process_time()
    number = Number(text)
    assert number.is_integer() is ("." not in text)
    assert number.compare(2**53 - 1) == (-1 if text.startswith("1.") else 1)
    assert Number("-" + text).compare(0) == -1
    assert number == Number(text)
    assert hash(number) == hash(Number(text))
    assert number != 1
    whole(number)
    assert time.process_time() - start < 2


def test_zero_whatever_the_exponent() -> None:
    for text in ("0e999999999", "-0", "0.000", "0e-" + "9" * 10_000):
        assert Number(text) == 0
        assert hash(Number(text)) == hash(0)
        assert whole(Number(text)) == 0


def test_exponents_longer_than_an_int_takes_stay_exact() -> None:
    exponent = "9" * 9_999
    assert Number(f"10e{exponent}8") == Number(f"1e{exponent}9")
    assert hash(Number(f"10e{exponent}8")) == hash(Number(f"1e{exponent}9"))
    assert Number(f"10e{exponent}8") != Number(f"1e{exponent}8")
    assert Number(f"1e-{exponent}9").compare(Number(f"1e-{exponent}8")) == -1


def test_large_plain_integers() -> None:
    assert Number("1" + "0" * 5000) == 10**5000
    assert hash(Number("1" + "0" * 5000)) == hash(10**5000)
    assert Number("1" + "0" * 5000).compare(10**5000 + 1) == -1


def test_never_a_boolean() -> None:
    assert Number("1.0") != True  # noqa: E712
    assert Number("0.0") != False  # noqa: E712


def test_plain_form() -> None:
    assert [Number(text).is_plain() for text in ("-0", "1.0", "1e0", "7" * 5000, "-" + "7" * 5000)] == [False] * 3 + [
        True
    ] * 2


def test_what_is_no_number_has_no_value() -> None:
    with pytest.raises(ValueError, match="no JSON number"):
        Number("one").is_integer()


def test_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(Number("1.50"))).text == "1.50"


def test_integer_keeps_what_an_int_would_lose() -> None:
    assert integer("-1") == -1
    assert isinstance(integer("-0"), Number)
    assert isinstance(integer("9" * 4000), int)
    assert isinstance(integer("-" + "9" * 4000), int)
    assert isinstance(integer("9" * 4001), Number)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (True, 1, False),
        (False, 0, False),
        (False, Number("0.0"), False),
        (None, False, False),
        (1, Number("1.0"), True),
        (Number("1.0"), 1, True),
        (0.5, Number("5e-1"), True),
        (Number("5e-1"), 0.5, True),
        ("1", 1, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([1, 2], [2, 1], False),
        ([1], [1, 1], False),
        ([], {}, False),
        ({}, [], False),
    ],
)
def test_json_equality(left: object, right: object, equal: bool) -> None:
    assert json_equal(left, right) is equal


def test_json_equality_of_deep_values() -> None:
    def nested(inside: object) -> object:
        for _ in range(5_000):
            inside = [{"a": inside}]
        return inside

    assert json_equal(nested(1), nested(Number("1.0")))
    assert not json_equal(nested(1), nested(True))
