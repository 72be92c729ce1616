"""The canonical form against the maintained `rfc8785`, and text that keeps what was read."""

from __future__ import annotations

import json
import math
import random
import struct
from typing import Any

import pytest
import rfc8785
from execution_provenance._canonical import canonical, dumps
from execution_provenance._number import ExactNumber, json_equal
from execution_provenance._text import Limits
from execution_provenance._validator import read
from hypothesis import given
from hypothesis import strategies as st

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
floats = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(scalars | floats, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=20)


@given(values)
def test_agrees_with_rfc8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_random_floats_agree_with_rfc8785() -> None:
    generator = random.Random(8785)
    for _ in range(20_000):
        (value,) = struct.unpack("<d", generator.randbytes(8))
        if math.isfinite(value):
            expected = rfc8785.dumps(value)
            assert canonical(value) == expected
            assert canonical(ExactNumber(repr(value))) == expected


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        # The table of RFC 8785, appendix B.
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("8000000000000001", "-5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("ffefffffffffffff", "-1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("c340000000000000", "-9007199254740992"),
        ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("44b52d02c7e14af6", "1e+23"),
        ("44b52d02c7e14af7", "1.0000000000000001e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("444b1ae4d6e2ef4f", "999999999999999900000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555553", "333333333.3333332"),
        ("41b3de4355555557", "333333333.33333343"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
        ("43143ff3c1cb0959", "1424953923781206.2"),
    ],
)
def test_numbers_of_the_standard(bits: str, text: str) -> None:
    assert canonical(struct.unpack(">d", bytes.fromhex(bits))[0]) == text.encode()


def test_names_sort_by_utf16_code_units() -> None:
    # U+1F600 is D83D DE00 in UTF-16 and so comes before U+FB33, though its code point is higher.
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\u00f6", "</script>"]
    ordered = ["\r", "1", "</script>", "\x80", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical(dict.fromkeys(names, 0)))) == ordered


def test_strings_escape_what_they_must_and_nothing_else() -> None:
    assert canonical('\x00\x08\x09\x0a\x0c\x0d\x1f"\\/\x7f\u2028\u00e9') == (
        '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\x7f\u2028\u00e9"'.encode()
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ExactNumber("1.0"), "1"),
        (ExactNumber("-0"), "0"),
        (ExactNumber("1e3"), "1000"),
        (ExactNumber("0.1"), "0.1"),
        (ExactNumber("1E23"), "1e+23"),
        (10**23, "1e+23"),
        (2**60, "1152921504606847000"),
        (1152921504606847000, "1152921504606847000"),
        (ExactNumber("1152921504606846976.0"), "1152921504606847000"),
        (2**53, "9007199254740992"),
    ],
)
def test_numbers_that_binary64_holds(value: object, text: str) -> None:
    assert canonical(value) == text.encode()


@pytest.mark.parametrize(
    "value",
    [
        2**53 + 1,
        -(2**53) - 1,
        10**400,
        10**5000,
        ExactNumber("1.0000000000000000000001"),
        ExactNumber("1e400"),
        ExactNumber("1e1000000000"),
        ExactNumber("1e-400"),
        ExactNumber("1" * 5000),
        math.nan,
        -math.inf,
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_that_would_change_are_refused_by_their_pointer(value: object) -> None:
    with pytest.raises(ValueError, match="at '/a~1b/1/~0': "):
        canonical({"a/b": [0, {"~": value}]})


@given(values)
def test_canonical_form_is_its_own_canonical_form(value: Any) -> None:
    form = canonical(value)
    again, findings = read(form)
    assert findings == []
    assert canonical(again) == form


@given(values)
def test_dumps_and_read_are_inverse(value: Any) -> None:
    text = dumps(value)
    again, findings = read(text)
    assert findings == []
    assert json_equal(again, value)
    assert dumps(again) == text


def test_dumps_keeps_order_and_lexemes() -> None:
    text = b'{"z":1.50,"a":[-0,1E+2,0.10e-05],"m":{"\xc3\xa9":' + b"7" * 5000 + b"}}"
    assert dumps(read(text)[0]) == text


def test_dumps_writes_integers_of_any_size() -> None:
    assert dumps(10**5000) == b"1" + b"0" * 5000


@pytest.mark.parametrize("write", [canonical, dumps])
def test_depth_is_no_limit(write: Any) -> None:
    text = b'{"a":[' * 20_000 + b"]}" * 20_000
    assert write(read(text, Limits(max_depth=40_000))[0]) == text


@pytest.mark.parametrize("write", [canonical, dumps])
@pytest.mark.parametrize(
    ("value", "error"),
    [
        ({"a": "\ud800"}, ValueError),
        ({"a": {"\udfff": 1}}, ValueError),
        ({"a": math.nan}, ValueError),
        ({"a": math.inf}, ValueError),
        ({"a": {1: 2}}, TypeError),
        ({"a": b"bytes"}, TypeError),
        ({"a": {1, 2}}, TypeError),
    ],
)
def test_what_has_no_json_form_is_refused(write: Any, value: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="at '/a"):
        write(value)


@pytest.mark.parametrize("write", [canonical, dumps])
def test_an_error_never_repeats_the_value(write: Any) -> None:
    with pytest.raises(ValueError) as caught:
        write({"a": "sk-secret\ud800"})
    assert "secret" not in str(caught.value)
