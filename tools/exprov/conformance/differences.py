"""Where two JSON values differ: by type and exact value, with a JSON Pointer for each place."""

from __future__ import annotations

from typing import Any, Final

from execution_provenance import ExactNumber
from execution_provenance._canonical import dumps
from execution_provenance._number import json_equal

from exprov.conformance.results import Difference

MOST = 50
"""How many differences are listed."""

_SHOWN = 1000
_ABSENT: Final[Any] = object()


def compare(want: Any, got: Any) -> tuple[Difference, ...]:
    """The places where `got` differs from `want`, in the order of `want`, at most MOST; the path of the root is "".

    Values are what the strict reader returns: dict, list, str, int, bool, None and ExactNumber. Members may be in any order.
    """
    found: list[Difference] = []
    stack: list[tuple[str, Any, Any]] = [("", want, got)]
    while stack and len(found) < MOST:
        path, left, right = stack.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            names = [*left, *(name for name in right if name not in left)]
            stack.extend(
                (f"{path}/{_escaped(name)}", left.get(name, _ABSENT), right.get(name, _ABSENT))
                for name in reversed(names)
            )
        elif isinstance(left, list) and isinstance(right, list):
            for index in reversed(range(max(len(left), len(right)))):
                stack.append((f"{path}/{index}", _element(left, index), _element(right, index)))
        elif not _same(left, right):
            found.append(Difference(path, _shown(left), _shown(right)))
    return tuple(found)


def _element(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else _ABSENT


def _same(left: Any, right: Any) -> bool:
    if left is _ABSENT or right is _ABSENT:
        return left is right
    if isinstance(left, ExactNumber) or isinstance(right, ExactNumber):
        return not isinstance(left, bool) and not isinstance(right, bool) and bool(left == right)
    return json_equal(left, right)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return ""
    return cut(dumps(value).decode())


def cut(text: str) -> str:
    """The text, or its beginning if it is too long to show."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
