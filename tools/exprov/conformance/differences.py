"""Where two JSON values differ: by type and exact value, with a JSON Pointer for each place."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Final

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
            inner = [(name, left.get(name, _ABSENT), right.get(name, _ABSENT)) for name in {**left, **right}]
        elif isinstance(left, list) and isinstance(right, list):
            pairs = zip_longest(left, right, fillvalue=_ABSENT)
            inner = [(str(index), *pair) for index, pair in enumerate(pairs)]
        else:
            inner = []
            if not json_equal(left, right):
                found.append(Difference(path, _shown(left), _shown(right)))
        stack += ((f"{path}/{_escaped(name)}", *pair) for name, *pair in reversed(inner))
    return tuple(found)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _shown(value: Any) -> str:
    return "" if value is _ABSENT else cut(dumps(value).decode())


def cut(text: str) -> str:
    """The text, or its beginning if it is too long to show."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
