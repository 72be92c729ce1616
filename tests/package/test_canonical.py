"""The canonical form against the maintained `rfc8785`, and text that keeps what was read.

The golden cases have the order of names, the escapes and the corner values of binary64.
"""

from __future__ import annotations

import math
import random
import struct
from typing import Any

import pytest
import rfc8785
from execution_provenance import ExactNumber
from hypothesis import given
from hypothesis import strategies as st
from internals import canonical, dumps, json_equal, read, read_deep

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
floats = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    scalars | floats,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
write = pytest.mark.parametrize("write", [canonical, dumps])


@given(values)
def test_agrees_with_rfc8785_and_is_its_own_canonical_form(value: Any) -> None:
    form = canonical(value)
    assert form == rfc8785.dumps(value)
    again, findings = read(form)
    assert findings == []
    assert canonical(again) == form


def test_random_floats_agree_with_rfc8785() -> None:
    generator = random.Random(8785)
    for _ in range(5_000):
        (value,) = struct.unpack("<d", generator.randbytes(8))
        if math.isfinite(value):
            assert canonical(value) == canonical(ExactNumber(repr(value))) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ExactNumber("1.0"), "1"),
        (ExactNumber("-0"), "0"),
        (ExactNumber("1E23"), "1e+23"),
        (10**23, "1e+23"),
        (2**60, "1152921504606847000"),
        (1152921504606847000, "1152921504606847000"),
        (ExactNumber("1152921504606846976.0"), "1152921504606847000"),
        (ExactNumber("333333333.33333329"), "333333333.3333333"),
        (2**53 + 1, "9007199254740992"),
        (ExactNumber("1007896219074089.25"), "1007896219074089.2"),
        (ExactNumber("1e-400"), "0"),
        (ExactNumber("-1e-400"), "0"),
        (ExactNumber("1.0000000000000000000001"), "1"),
    ],
)
def test_a_number_is_the_binary64_number_nearest_to_it(value: object, text: str) -> None:
    assert canonical(value) == text.encode()


UNREPRESENTABLE = [10**400, 10**5000, math.nan, -math.inf]
UNREPRESENTABLE += map(ExactNumber, ("1e400", "-1.8e308", "1e1000000000", "1" * 5000))


@pytest.mark.parametrize("value", UNREPRESENTABLE, ids=lambda value: type(value).__name__)
def test_numbers_beyond_binary64_are_refused_by_their_pointer(value: object) -> None:
    with pytest.raises(ValueError, match="at '/a~1b/1/~0': "):
        canonical({"a/b": [0, {"~": value}]})


@given(values)
def test_dumps_and_read_are_inverse(value: Any) -> None:
    text = dumps(value)
    again, findings = read(text)
    assert findings == []
    assert json_equal(again, value)
    assert dumps(again) == text


def test_dumps_keeps_order_and_lexemes_and_integers_of_any_size() -> None:
    text = b'{"z":1.50,"a":[-0,1E+2,0.10e-05],"m":{"\xc3\xa9":' + b"7" * 5000 + b"}}"
    assert dumps(read(text)[0]) == text
    assert dumps(10**5000) == b"1" + b"0" * 5000


@write
def test_depth_is_no_limit(write: Any) -> None:
    text = b'{"a":[' * 5_000 + b"]}" * 5_000
    assert write(read_deep(text)) == text


@write
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


@write
def test_an_error_never_repeats_the_value(write: Any) -> None:
    with pytest.raises(ValueError) as caught:
        write({"a": "sk-secret\ud800"})
    assert "secret" not in str(caught.value)
