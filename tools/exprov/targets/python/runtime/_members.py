"""JSON objects that cannot be changed: what records hold of members that the contract does not describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._canonical import dumps
from ._number import ExactNumber, json_equal
from ._text import DEFAULT_LIMITS, Limits
from ._validator import read, validator

_CONTAINERS = (dict, list, tuple)
# What a copy holds as it is.
_PLAIN = {str, int, float, bool, type(None)}


class Members(dict[str, Any]):
    """Members of a JSON object, read-only: objects in it are read-only as well, and arrays are tuples.

    A number that is not a plain integer is a float where the float writes the same text, else an ExactNumber. Equality
    is that of JSON: 1 is not True, a tuple equals a list.
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("extra cannot be changed; make another record: dataclasses.replace(record, extra={...})")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __eq__(self, other: object) -> bool:
        return json_equal(self, other)

    def __ne__(self, other: object) -> bool:
        return not json_equal(self, other)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self))

    def __copy__(self) -> Members:
        return self

    def __deepcopy__(self, memo: object) -> Members:
        return self

    # As text, which nests without recursion and keeps every number.
    def __reduce__(self) -> tuple[Callable[[bytes], Members], tuple[bytes]]:
        return _from_text, (dumps(self),)


NO_MEMBERS = Members()


def _from_text(text: bytes) -> Members:
    return frozen(read(text, Limits(len(text), len(text)))[0])


def members(given: object, name: str) -> Members:
    """A read-only copy of the mapping `given`, the value of the attribute `name`.

    Raises TypeError for what JSON has no form for, and ValueError for what no JSON text may be.
    """
    if isinstance(given, Members):
        return given
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} takes a mapping, not {type(given).__name__}")
    value, findings, _ = validator().read(dict(given), DEFAULT_LIMITS)
    if findings:
        raise ValueError(f"{name}: {findings[0].message}")
    return frozen(value)


def frozen(value: dict[str, Any]) -> Members:
    """A read-only copy of a JSON object as the reader yields it."""
    copy: Members = _rebuilt(value, Members, tuple, _shortest) if value else NO_MEMBERS
    return copy


def thawed(value: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of `value`, the members of a record, of ordinary dicts and lists."""
    copy: dict[str, Any] = _rebuilt(value, dict, list, lambda item: item)
    return copy


def _shortest(value: Any) -> Any:
    if type(value) is ExactNumber:
        nearest = float(value)
        if float.__repr__(nearest) == value.text:
            return nearest
    return value


def _rebuilt(
    root: Any,
    as_object: Callable[[dict[str, Any]], Any],
    as_array: Callable[[Iterable[Any]], Any],
    as_scalar: Callable[[Any], Any],
) -> Any:
    """A copy of `root`, made from its innermost containers outwards."""
    if _PLAIN.issuperset(map(type, root.values())):
        return as_object(root)
    containers = [root]
    for item in containers:  # it grows meanwhile
        for child in item.values() if isinstance(item, dict) else item:
            if isinstance(child, _CONTAINERS):
                containers.append(child)
    made: dict[int, Any] = {}

    def copy(child: Any) -> Any:
        return made[id(child)] if isinstance(child, _CONTAINERS) else as_scalar(child)

    for item in reversed(containers):
        if isinstance(item, dict):
            made[id(item)] = as_object({name: copy(child) for name, child in item.items()})
        else:
            made[id(item)] = as_array([copy(child) for child in item])
    return made[id(root)]
