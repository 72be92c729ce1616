"""JSON numbers by their exact value, whatever their size: nothing here expands an exponent or overflows."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, MIN_ETINY, Context, Decimal, InvalidOperation
from typing import Any, Self

# More digits than this stay text: below it, int() takes them whatever limit the interpreter has by default (4,300).
MAX_INT_DIGITS = 4000

_JSON = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_PARTS = re.compile(r"(-?)([0-9]++)(?:\.([0-9]++))?(?:[eE]([-+]?[0-9]++))?")
# Not the caller's context, which may let invalid operations pass. It rounds nothing: a Decimal of a text is exact.
_CONTEXT = Context(traps=[InvalidOperation])
# str() of an int below this is within the least limit that an interpreter can be set to (640 digits).
_SMALL = 10**600


def _comparison(name: str) -> Callable[[Any, object], Any]:
    """One comparison of ExactNumbers: that of Decimal, except between two numbers that are beyond it on the same side."""
    by_value, by_parts = getattr(Decimal, name), getattr(operator, name)

    def compare(self: ExactNumber, other: object) -> Any:
        if isinstance(other, bool):
            return NotImplemented
        if isinstance(other, ExactNumber) and self.text != other.text and Decimal.__eq__(self, other):
            return by_parts(_parts(self.text), _parts(other.text))
        return by_value(self, other)

    return compare


class ExactNumber(Decimal):
    """A JSON number kept as it was written, in `text`: with a fraction or an exponent, `-0`, or too long for an int.

    It is a Decimal: arithmetic, `float()`, `round()` and formats work, and what they return is an ordinary number.
    Comparison and hash go by the exact value, whatever its size: `ExactNumber("1.0") == 1` and
    `ExactNumber("0.5") == 0.5`, but `ExactNumber("0.1") != 0.1`, since the float is a little more than a tenth. It is
    never equal to a bool. Raises ValueError if `text` is not a JSON number.

    Beyond the range of Decimal (exponents of 18 digits), arithmetic sees an infinity or the least Decimal instead.
    """

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Self:
        if _JSON.fullmatch(text) is None:
            raise ValueError("not a JSON number; write it as RFC 8259 does, as in ExactNumber('12.50')")
        return exact(text)  # type: ignore[return-value]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an ExactNumber cannot be changed; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an ExactNumber cannot be changed; make another one")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"ExactNumber({self.text!r})"

    def __format__(self, specifier: str, /) -> str:  # type: ignore[override]
        return Decimal.__format__(self, specifier) if specifier else self.text

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[str]]:
        return ExactNumber, (self.text,)

    def is_integer(self) -> bool:
        """Whether the exact value is an integer, however it is written."""
        return Decimal.__eq__(self, self.to_integral_value())

    def is_plain(self) -> bool:
        """Whether it is written as integers are: digits alone, with no point, exponent or sign of zero."""
        return self.text != "-0" and self.text.removeprefix("-").isdigit()

    __eq__, __ne__ = _comparison("__eq__"), _comparison("__ne__")
    __lt__, __le__ = _comparison("__lt__"), _comparison("__le__")
    __gt__, __ge__ = _comparison("__gt__"), _comparison("__ge__")
    # Equal numbers are equal as Decimals, too.
    __hash__ = Decimal.__hash__


_set_text = ExactNumber.text.__set__  # type: ignore[attr-defined]


def exact(text: str) -> ExactNumber:
    """The ExactNumber of `text`, which is known to be a JSON number."""
    try:
        number = Decimal.__new__(ExactNumber, text, _CONTEXT)
    except InvalidOperation:
        number = Decimal.__new__(ExactNumber, _stand_in(text))
    _set_text(number, text)
    return number


def _stand_in(text: str) -> Decimal:
    """A Decimal on the same side of all others as the number `text`, which is beyond them."""
    sign, scale, _ = _parts(text)
    if not sign:
        return Decimal("-0" if text.startswith("-") else 0)
    nearest = Decimal("Infinity") if scale.is_signed() is (sign < 0) else Decimal((0, (1,), MIN_ETINY))
    return nearest if sign > 0 else nearest.copy_negate()


def _parts(text: str) -> tuple[int, Decimal, Decimal]:
    """A key by which JSON numbers of any size compare: sign, then scale and fraction, both with that sign.

    The absolute value is fraction * 10**scale, and the fraction is at least 0.1 and below 1; zero is (0, 0, 0).
    """
    match = _PARTS.fullmatch(text)
    assert match is not None, "the text of a number is checked before"
    minus, before, after, exponent = match.groups(default="")
    digits = (before + after).lstrip("0")
    if not digits:
        return 0, Decimal(0), Decimal(0)
    # Wide enough for the sum to be exact: the second operand has a few digits.
    wide = Context(prec=len(exponent) + 32, Emax=MAX_EMAX, Emin=MIN_EMIN)
    scale = wide.add(Decimal(exponent or 0), Decimal(len(digits) - len(after)))
    fraction = Decimal(f"0.{digits}")
    return (-1, scale.copy_negate(), fraction.copy_negate()) if minus else (1, scale, fraction)


def value_form(text: str) -> str:
    """What the texts of JSON numbers of one value share, and those of others do not."""
    sign, scale, fraction = _parts(text)
    return f"{sign}:{scale}:{str(fraction).rstrip('0')}"


def is_finite(value: float | Decimal) -> bool:
    """Whether `value` is a number: neither NaN nor an infinity."""
    return value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)


def integer(text: str) -> int | ExactNumber:
    """The value of the JSON integer `text`: an int, or an ExactNumber for `-0` and for more than 4,000 digits."""
    if text == "-0" or (len(text) > MAX_INT_DIGITS and len(text.removeprefix("-")) > MAX_INT_DIGITS):
        return exact(text)
    try:
        return int(text)
    except ValueError:
        # An application may have set a lower limit for int() than the interpreter's own.
        return exact(text)


def decimal_text(value: int) -> str:
    """The decimal digits of `value`; str() raises ValueError for large ones."""
    return str(value) if -_SMALL < value < _SMALL else str(Decimal(value))


def whole(value: object) -> Any:
    """`value` as an int if it is an ExactNumber that equals one of at most 500 digits; anything else as it is."""
    if isinstance(value, ExactNumber) and value.is_integer():
        if not value:
            return 0
        if value.is_finite() and value.adjusted() < 500:
            return int(value)
    return value


def json_equal(left: object, right: object) -> bool:
    """Whether two parsed values are the same JSON value: `True` is not 1, 1 is 1.0, the order of members does not count.

    A float is the number that its repr writes.
    """
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
        elif isinstance(one, float) and isinstance(other, Decimal):
            if exact(repr(one)) != other:
                return False
        elif isinstance(one, Decimal) and isinstance(other, float):
            if one != exact(repr(other)):
                return False
        elif one != other:
            return False
    return True
