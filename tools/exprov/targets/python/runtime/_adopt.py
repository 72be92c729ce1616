"""Take an already parsed value for validation: what JSON text would be rejected for is rejected here too."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from ._finding import Finding, Findings
from ._frames import Frame, pointer
from ._number import ExactNumber, exact, is_finite
from ._parser import Reader
from ._text import ABSENT, DEPTH_FOR_C, Limits, is_text

# Numbers nearer to zero than this are plain. With a colon, a comma and quotation marks, an item takes `_LONGEST` characters
# at most besides its texts.
_PLAIN = 2**63
_LONGEST = 30


def adopt(data: object, limits: Limits, reader: Reader, most: int) -> tuple[Any, Findings, Any]:
    """A copy of `data` with floats and Decimals as ExactNumbers, and the findings of what no JSON text could say.

    At most `most` findings are kept. The value is ABSENT where a finding is at reader level; third is the value with what was rejected, for the leak phase,
    ABSENT if it is beyond the limits. Raises TypeError for what JSON has no form for: a name that is not a string, a value
    other than dict, list, str, int, float, Decimal, bool and None, NaN and infinities.

    The size of a value is that of the shortest text for it, in code points: one that contains another one many times
    counts, and costs, no less than its text would.
    """
    findings = Findings()
    root: list[Any] = [None]
    frames = [Frame(iter([(0, data)]), root)]
    # What separates an item from the next one, or ends its container, counts with the item; the root has neither.
    room = limits.max_bytes + 1
    while frames:
        frame = frames[-1]
        copy = frame.out
        for key, item in frame.rest:
            frame.key = key
            if isinstance(copy, dict):
                if not isinstance(key, str):
                    raise TypeError(
                        f"a member name at {pointer(frames[1:-1], reader.is_nameable)!r} is not a string but a {_named(key)}"
                    )
                if not is_text(key):
                    _add_lone_surrogate(findings, frames[:-1], reader, most)
                # Two quotation marks and a colon.
                room -= len(key) + 3
            room -= 1
            if isinstance(item, str):
                if not is_text(item):
                    _add_lone_surrogate(findings, frames, reader, most)
                room -= len(item) + 2
                copy[key] = item
            elif isinstance(item, dict | list):
                if len(frames) > limits.max_depth:
                    return _beyond(reader.say("json/limit:depth", limit=limits.max_depth))
                room -= 1 if item else 2
                inner: Any = {} if isinstance(item, dict) else [None] * len(item)
                copy[key] = inner
                frames.append(Frame(iter(item.items()) if isinstance(item, dict) else enumerate(item), inner))
                break
            elif item is None or isinstance(item, bool):
                room -= 4
                copy[key] = item
            else:
                copy[key] = number = _number(item, frames, reader)
                room -= _digits(number) if isinstance(number, int) else len(number.text)
            if room < 0:
                break
        else:
            frames.pop()
        if room < 0:
            return _beyond(reader.say("json/limit:parsed", limit=f"{limits.max_bytes:,}"))
    return (ABSENT if findings else root[0]), findings, root[0]


def is_plain(data: dict[str, Any], limits: Limits) -> bool:
    """Whether `adopt` surely accepts `data` as it is, numbers aside: JSON's own types, well within the limits."""
    room = limits.max_bytes
    level: list[Any] = [data]
    for _ in range(min(limits.max_depth, DEPTH_FOR_C)):
        inner: list[Any] = []
        for container in level:
            room -= _LONGEST * len(container) + 2
            values: Any = container
            if type(container) is dict:
                try:
                    names = "".join(container)
                except TypeError:
                    return False
                if not is_text(names):
                    return False
                room -= len(names)
                values = container.values()
            for value in values:
                kind = type(value)
                if kind is str:
                    room -= len(value)
                    if not (value.isascii() or is_text(value)):
                        return False
                elif kind is dict or kind is list:
                    inner.append(value)
                elif kind is int or kind is float:
                    if not -_PLAIN < value < _PLAIN:
                        return False
                elif value is not None and kind is not bool:
                    return False
            if room < 0:
                return False
        if not inner:
            return True
        level = inner
    return False


def _number(item: object, frames: list[Frame], reader: Reader) -> int | ExactNumber:
    if isinstance(item, int | ExactNumber):
        return item
    if isinstance(item, float | Decimal):
        if not is_finite(item):
            raise TypeError(
                f"{item} at {pointer(frames[1:], reader.is_nameable)!r} is not a JSON number; leave the member out"
            )
        return exact(repr(item) if isinstance(item, float) else str(item))
    is_record = hasattr(item, "to_dict") and hasattr(item, "to_json")
    remedy = "write a list" if isinstance(item, tuple) else "pass its to_dict()" if is_record else "convert it first"
    raise TypeError(
        f"a value of type {_named(item)} at {pointer(frames[1:], reader.is_nameable)!r} is not a JSON value; {remedy}"
    )


def _digits(number: int) -> int:
    """How many digits `number` has at least."""
    return number.bit_length() * 3 // 10 or 1


def _named(value: object) -> str:
    return type(value).__name__


def _add_lone_surrogate(findings: Findings, frames: list[Frame], reader: Reader, most: int) -> None:
    if len(findings) < most:
        place = pointer(frames[1:], reader.is_nameable)
        findings.append(Finding("json/lone-surrogate", place, "reader", reader.say("json/lone-surrogate")))
    else:
        findings.omitted += 1


def _beyond(message: str) -> tuple[Any, Findings, Any]:
    return ABSENT, Findings([Finding("json/limit", "", "reader", message)]), ABSENT
