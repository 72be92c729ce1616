"""JSON numbers by their exact value, whatever their size: nothing here expands an exponent or overflows."""

from __future__ import annotations

import re
import sys
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from typing import Any

# More digits than this stay text: below it, int() takes them whatever limit the interpreter has by default (4,300).
MAX_INT_DIGITS = 4000

_JSON = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_LEXEME = re.compile(r"(-?)([0-9]++)(?:\.([0-9]++))?(?:[eE]([-+]?)([0-9]++))?")
_MODULUS = sys.hash_info.modulus
# str() of an int below this is within the least limit that an interpreter can be set to (640 digits).
_SMALL = 10**600

# (sign, digits, exponent): sign * 0.DIGITS * 10**exponent, the digits without zeros at either end; zero is (0, "", 0).
# The exponent is a Decimal where it has more digits than int() takes; the two compare exactly.
_Normal = tuple[int, str, "int | Decimal"]


class Number:
    """A JSON number kept as it was written, in `text`: with a fraction or an exponent, `-0`, or too long for an int.

    Equality, order and hash go by the exact value, also against an `int` (never a `bool`): `Number("1.0") == 1`. Raises
    ValueError, at the first use of the value, if `text` is no JSON number.
    """

    __slots__ = ("text",)

    text: str

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Number({self.text!r})"

    def is_json(self) -> bool:
        """Whether `text` is a number as RFC 8259 writes it."""
        return _JSON.fullmatch(self.text) is not None

    def to_float(self) -> float:
        """The nearest binary64 value; an infinity beyond its range."""
        return float(self.text)

    __float__ = to_float

    def is_integer(self) -> bool:
        """Whether the exact value is an integer, however it is written."""
        _, digits, exponent = _normal(self.text)
        return len(digits) <= exponent

    def is_plain(self) -> bool:
        """Whether it is written as integers are: digits alone, with no point, exponent or sign of zero."""
        return self.text != "-0" and self.text.removeprefix("-").isdigit()

    def compare(self, other: int | Number) -> int:
        """-1, 0 or 1: below, equal to or above `other`, exactly."""
        left, right = _normal(self.text), _normal_of(other)
        if left == right:
            return 0
        if left[0] != right[0]:
            return -1 if left[0] < right[0] else 1
        # Digits that follow the point compare as text does.
        smaller = left[1] < right[1] if left[2] == right[2] else left[2] < right[2]
        return -left[0] if smaller else left[0]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, bool) or not isinstance(other, int | Number):
            return NotImplemented
        return _normal(self.text) == _normal_of(other)

    def __lt__(self, other: int | Number) -> bool:
        return self.compare(other) < 0

    def __le__(self, other: int | Number) -> bool:
        return self.compare(other) <= 0

    def __gt__(self, other: int | Number) -> bool:
        return self.compare(other) > 0

    def __ge__(self, other: int | Number) -> bool:
        return self.compare(other) >= 0

    def __hash__(self) -> int:
        sign, digits, exponent = _normal(self.text)
        # No int that a machine can hold equals a number whose exponent alone has thousands of digits.
        if isinstance(exponent, Decimal) or len(digits) > exponent:
            return hash((sign, digits))
        # The hash of an int is its remainder, so that of an equal int comes out without building it.
        remainder = 0
        for start in range(0, len(digits), 500):
            chunk = digits[start : start + 500]
            remainder = (remainder * pow(10, len(chunk), _MODULUS) + int(chunk)) % _MODULUS
        return hash(sign * (remainder * pow(10, exponent - len(digits), _MODULUS) % _MODULUS))


def integer(text: str) -> int | Number:
    """The value of the JSON integer `text`: an int, or a Number for `-0` and for more than 4,000 digits."""
    if text == "-0" or (len(text) > MAX_INT_DIGITS and len(text.removeprefix("-")) > MAX_INT_DIGITS):
        return Number(text)
    try:
        return int(text)
    except ValueError:
        # An application may have set a lower limit for int() than the interpreter's own.
        return Number(text)


def decimal_text(value: int) -> str:
    """The decimal digits of `value`, which str() refuses for large ones."""
    return str(value) if -_SMALL < value < _SMALL else str(Decimal(value))


def whole(value: object) -> Any:
    """`value` as an int if it is a Number that equals one of moderate size; anything else as it is."""
    if isinstance(value, Number):
        sign, digits, exponent = _normal(value.text)
        if len(digits) <= exponent <= 500:
            return sign * int(digits.ljust(int(exponent), "0") or "0")
    return value


def json_equal(left: object, right: object) -> bool:
    """Whether two parsed values are the same JSON value: `True` is not 1, 1 is 1.0, the order of members does not count."""
    todo = [(left, right)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, dict):
            if not isinstance(other, dict) or one.keys() != other.keys():
                return False
            todo += [(item, other[name]) for name, item in one.items()]
        elif isinstance(one, list | tuple):
            if not isinstance(other, list | tuple) or len(one) != len(other):
                return False
            todo += zip(one, other, strict=True)
        elif isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
            if one is not other:
                return False
        elif isinstance(one, float) and isinstance(other, Number):
            if Number(repr(one)) != other:
                return False
        elif isinstance(one, Number) and isinstance(other, float):
            if one != Number(repr(other)):
                return False
        elif one != other:
            return False
    return True


def _normal_of(value: int | Number) -> _Normal:
    return _normal(value.text if isinstance(value, Number) else decimal_text(value))


def _normal(text: str) -> _Normal:
    match = _LEXEME.fullmatch(text)
    if match is None:
        raise ValueError("no JSON number")
    minus, before, after, exponent_sign, exponent = match.groups(default="")
    digits = (before + after).lstrip("0")
    # The place of the first digit that counts, relative to the point: 0 for 0.1, 1 for 1, -1 for 0.01.
    place = len(digits) - len(after)
    digits = digits.rstrip("0")
    if not digits:
        return 0, "", 0
    sign = -1 if minus else 1
    exponent = exponent.lstrip("0")
    if len(exponent) <= 600:
        return sign, digits, place + int(exponent_sign + (exponent or "0"))
    # `place` has a few digits, so that a sum of this precision is exact.
    context = Context(prec=len(exponent) + 32, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return sign, digits, context.add(Decimal(exponent_sign + exponent), Decimal(place))
