"""Write JSON values: compact text that keeps what was read, and the canonical form of RFC 8785.

Both keep an explicit stack, so that no nesting that can be read is too deep to write.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from json import JSONEncoder
from typing import Any

from ._frames import Frame, pointer
from ._number import ExactNumber, decimal_text, value_form
from ._text import is_text

# For a str it is the C function that escapes what JSON demands and nothing else, which is what RFC 8785 wants too.
_quote: Callable[[str], str] = JSONEncoder(ensure_ascii=False).encode
# Up to here every integer is a binary64 number, and all write it alike.
_EXACT = 2**53

_Members = Iterable[tuple[Any, Any]]


def canonical(value: object) -> bytes:
    """The canonical form of `value` by RFC 8785, as UTF-8 without a newline at the end.

    A number is written as the binary64 number nearest to it, so 333333333.33333329 becomes 333333333.3333333.
    Raises ValueError, which names the JSON Pointer, for a number beyond the range of binary64, NaN, an infinity, or text
    with a lone surrogate. Raises TypeError for what JSON has no form for.
    """
    return write(value, canonical_number, sorted_members, _is_nameable)


def dumps(value: object) -> bytes:
    """`value` as compact UTF-8 JSON: members in their order, numbers as they were written.

    Raises ValueError, which names the JSON Pointer, for NaN, an infinity and text with a lone surrogate, and TypeError
    for what JSON has no form for.
    """
    return write(value, _plain_number, dict.items, _is_nameable)


def normal_form(value: object) -> bytes:
    """Bytes that two parsed values share if they are the same JSON value, and only then."""
    return write(value, lambda number: value_form(_plain_number(number)), sorted_members, _is_nameable)


def write(
    value: object,
    number: Callable[[Any], str],
    members: Callable[[dict[Any, Any]], _Members],
    is_nameable: Callable[[str], bool],
) -> bytes:
    """`value` as UTF-8 JSON: `number` is the text of a number, `members` those of an object in their order.

    Names that are not `is_nameable` are not part of a message.
    """
    out: list[str] = []
    frames: list[Frame] = []
    item = value
    try:
        while True:
            if isinstance(item, str):
                out.append(_text(item))
            elif item is None:
                out.append("null")
            elif isinstance(item, bool):
                out.append("true" if item else "false")
            elif isinstance(item, int | float | ExactNumber):
                out.append(number(item))
            elif isinstance(item, dict):
                for name in item:
                    if not isinstance(name, str):
                        raise TypeError("a member name that is not a string has no JSON form; convert it first")
                out.append("{")
                frames.append(Frame(iter(members(item)), "}"))
            elif isinstance(item, list | tuple):
                out.append("[")
                frames.append(Frame(enumerate(item), "]"))
            else:
                raise TypeError(f"a {type(item).__name__} has no JSON form; convert it first")
            while frames:
                frame = frames[-1]
                first = frame.key is None
                try:
                    frame.key, item = next(frame.rest)
                except StopIteration:
                    out.append(frame.out)
                    frames.pop()
                    continue
                if not first:
                    out.append(",")
                if isinstance(frame.key, str):
                    out.append(f"{_text(frame.key)}:")
                break
            else:
                return "".join(out).encode()
    except (TypeError, ValueError) as error:
        raise type(error)(f"at {pointer(frames, is_nameable)!r}: {error}") from None


def _is_nameable(name: str) -> bool:
    from ._validator import validator  # here, since only errors need it

    return validator().leaks.is_nameable(name)


def _text(text: str) -> str:
    if not is_text(text):
        raise ValueError("a lone surrogate is not Unicode text; write the whole pair or U+FFFD")
    return _quote(text)


def _plain_number(value: int | float | ExactNumber) -> str:
    if isinstance(value, ExactNumber):
        return value.text
    if isinstance(value, int):
        return decimal_text(value)
    return float.__repr__(_finite(value))


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("NaN and infinities have no JSON form; leave the member out or write a finite number")
    return value


def sorted_members(members: dict[Any, Any]) -> _Members:
    """Members in the order of their names' UTF-16 code units, which for ASCII is that of code points."""
    if "".join(members).isascii():
        return sorted(members.items(), key=lambda member: member[0])
    return sorted(members.items(), key=lambda member: member[0].encode("utf-16-be", "surrogatepass"))


def canonical_number(value: int | float | ExactNumber) -> str:
    if isinstance(value, int) and -_EXACT <= value <= _EXACT:
        return decimal_text(value)
    if isinstance(value, float):
        return _ecmascript(_finite(value))
    try:
        nearest = float(value)
    except OverflowError:
        nearest = math.inf
    if not math.isfinite(nearest):
        raise ValueError(
            "a number beyond the range of binary64 has no canonical form; write a smaller one, or a string"
        )
    return _ecmascript(nearest)


def _ecmascript(value: float) -> str:
    """A finite number as ECMAScript writes it (Number::toString), which RFC 8785 demands."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    # Python's repr has the same shortest digits and another layout.
    mantissa, _, exponent = float.__repr__(abs(value)).partition("e")
    before, _, after = mantissa.partition(".")
    digits = (before + after).lstrip("0")
    point = len(digits) - len(after) + int(exponent or "0")
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"
