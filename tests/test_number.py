"""Numbers by their exact value."""

from __future__ import annotations

import copy
import json
import math
import numbers
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from execution_provenance._canonical import normal_form
from execution_provenance._number import ExactNumber, integer, json_equal, whole
from hypothesis import given
from hypothesis import strategies as st

HUGE = ["1e1000000000", "1e99999999999999999999", "1e" + "9" * 1_000_000, "1" * 1_000_000, "1." + "3" * 1_000_000]

lexemes = st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][-+]?[0-9]{1,2})?", fullmatch=True).filter(
    str.isascii
)


@given(lexemes, lexemes)
def test_agrees_with_fractions(one: str, other: str) -> None:
    left, right = Fraction(one), Fraction(other)
    assert ExactNumber(one).compare(ExactNumber(other)) == (left > right) - (left < right)
    assert (ExactNumber(one) == ExactNumber(other)) is (left == right)
    assert ExactNumber(one).is_integer() is (left.denominator == 1)
    if left.denominator == 1:
        assert ExactNumber(one) == int(left)
        assert hash(ExactNumber(one)) == hash(int(left))
        assert whole(ExactNumber(one)) == int(left)
        assert type(whole(ExactNumber(one))) is int
    else:
        assert whole(ExactNumber(one)) == ExactNumber(one)


@given(lexemes, st.integers())
def test_order_against_integers(one: str, other: int) -> None:
    number, exact = ExactNumber(one), Fraction(one)
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
        assert ExactNumber(text) == expected
        assert hash(ExactNumber(text)) == hash(expected)


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
    assert ExactNumber(text).is_integer() is is_integer


@pytest.mark.parametrize("text", HUGE, ids=lambda text: f"{text[:6]} ({len(text)})")
def test_size_costs_nothing(text: str) -> None:
    number = ExactNumber(text)
    assert number.is_integer() is ("." not in text)
    assert number.compare(2**53 - 1) == (-1 if text.startswith("1.") else 1)
    assert ExactNumber("-" + text).compare(0) == -1
    assert number == ExactNumber(text)
    assert hash(number) == hash(ExactNumber(text))
    assert number != 1
    whole(number)


def test_zero_whatever_the_exponent() -> None:
    for text in ("0e999999999", "-0", "0.000", "0e-" + "9" * 10_000):
        assert ExactNumber(text) == 0
        assert hash(ExactNumber(text)) == hash(0)
        assert whole(ExactNumber(text)) == 0


def test_exponents_longer_than_an_int_takes_stay_exact() -> None:
    exponent = "9" * 9_999
    assert ExactNumber(f"10e{exponent}8") == ExactNumber(f"1e{exponent}9")
    assert hash(ExactNumber(f"10e{exponent}8")) == hash(ExactNumber(f"1e{exponent}9"))
    assert ExactNumber(f"10e{exponent}8") != ExactNumber(f"1e{exponent}8")
    assert ExactNumber(f"1e-{exponent}9") < ExactNumber(f"1e-{exponent}8")
    assert ExactNumber(f"-1e{exponent}9") < ExactNumber(f"-1e{exponent}8") < -(10**4000)
    assert ExactNumber(f"2e{exponent}9") > ExactNumber(f"1e{exponent}9") >= ExactNumber(f"10e{exponent}8")
    assert 0 < ExactNumber(f"1e-{exponent}9") < ExactNumber("1e-999999999") and ExactNumber(f"-1e-{exponent}9") < 0


def test_large_plain_integers() -> None:
    assert ExactNumber("1" + "0" * 5000) == 10**5000
    assert hash(ExactNumber("1" + "0" * 5000)) == hash(10**5000)
    assert ExactNumber("1" + "0" * 5000).compare(10**5000 + 1) == -1


def test_never_a_boolean() -> None:
    assert ExactNumber("1.0") != True  # noqa: E712
    assert ExactNumber("0.0") != False  # noqa: E712


def test_plain_form() -> None:
    assert [ExactNumber(text).is_plain() for text in ("-0", "1.0", "1e0", "7" * 5000, "-" + "7" * 5000)] == [
        False
    ] * 3 + [True] * 2


@pytest.mark.parametrize(
    "text", ["", "one", "1.", ".5", "01", "+1", "1e", "0x1", "1_0", "NaN", "Infinity", " 1", "\u0661"]
)
def test_what_json_does_not_write_as_a_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a JSON number"):
        ExactNumber(text)


def test_copies_and_pickles_keep_the_text() -> None:
    number = ExactNumber("1.50e+3")
    for copied in (copy.copy(number), copy.deepcopy(number), pickle.loads(pickle.dumps(number))):
        assert type(copied) is ExactNumber and copied.text == "1.50e+3"


def test_cannot_be_changed() -> None:
    number = ExactNumber("1.50")
    for name in ("text", "other"):
        with pytest.raises(AttributeError):
            setattr(number, name, "2")
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(number, name)
    assert number.text == "1.50"


def test_behaves_as_a_number() -> None:
    number = ExactNumber("12.50")
    assert (number + 1, 2 * number, number / 5, -number, abs(-number), number % 5, number**2, sum([number, number])) == (
        Decimal("13.5"), 25, Decimal("2.5"), Decimal("-12.5"), number, Decimal("2.5"), Decimal("156.25"), 25
    )  # fmt: skip
    assert (float(number), int(number), round(number, 1), math.floor(number), bool(ExactNumber("0.0"))) == (
        12.5, 12, number, 12, False
    )  # fmt: skip
    assert (str(number), f"{number}", f"{number:>8.1f}", repr(number)) == (
        "12.50", "12.50", "    12.5", "ExactNumber('12.50')"
    )  # fmt: skip
    assert isinstance(number, Decimal) and isinstance(number, numbers.Number)
    assert json.dumps([number], default=float) == "[12.5]"


def test_compares_with_floats_by_value() -> None:
    assert ExactNumber("0.5") == 0.5 and 0.5 == ExactNumber("0.5") and hash(ExactNumber("0.5")) == hash(0.5)
    assert ExactNumber("0.5") < 0.75 and 0.25 < ExactNumber("0.5") and ExactNumber("1e400") < math.inf
    # A float is what binary64 holds, which is a little more than a tenth; so it is for Decimal.
    assert ExactNumber("0.1") != 0.1 and ExactNumber("0.1") < 0.1 and float(ExactNumber("0.1")) == 0.1
    assert ExactNumber("0.1") == Decimal("0.1") and hash(ExactNumber("0.1")) == hash(Decimal("0.1"))
    assert ExactNumber("0.5") == Fraction(1, 2) and ExactNumber("0.5") != math.nan and ExactNumber("0.5") != "0.5"


def test_integer_keeps_what_an_int_would_lose() -> None:
    assert integer("-1") == -1
    assert isinstance(integer("-0"), ExactNumber)
    assert isinstance(integer("9" * 4000), int)
    assert isinstance(integer("-" + "9" * 4000), int)
    assert isinstance(integer("9" * 4001), ExactNumber)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (True, 1, False),
        (False, 0, False),
        (False, ExactNumber("0.0"), False),
        (None, False, False),
        (1, ExactNumber("1.0"), True),
        (ExactNumber("1.0"), 1, True),
        (0.5, ExactNumber("5e-1"), True),
        (0, ExactNumber("-0e9"), True),
        (100, ExactNumber("1e2"), True),
        (-100, ExactNumber("-10.0E+1"), True),
        (ExactNumber("1e1000000000000000000000"), ExactNumber("10e999999999999999999999"), True),
        (ExactNumber("1e1000000000000000000000"), ExactNumber("1e1000000000000000000001"), False),
        (10, 1, False),
        (0.1, ExactNumber("0.10000000000000001"), False),
        (ExactNumber("5e-1"), 0.5, True),
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
    assert (normal_form(left) == normal_form(right)) is equal


def test_json_equality_of_deep_values() -> None:
    def nested(inside: object) -> object:
        for _ in range(5_000):
            inside = [{"a": inside}]
        return inside

    assert json_equal(nested(1), nested(ExactNumber("1.0")))
    assert not json_equal(nested(1), nested(True))
    assert normal_form(nested(1)) == normal_form(nested(ExactNumber("1.0"))) != normal_form(nested(True))
