"""The faults that any member can have: missing, and of each type that is not its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from exprov.suite.cases import Case, Topic, remove, replace, slug_of

_VALUES: dict[str, Any] = {"null": None, "boolean": True, "number": 7, "string": "text", "array": [], "object": {}}


def wrong_values(kind: str) -> Iterator[tuple[str, Any]]:
    """One value of every JSON type that `kind` is not: its type's name, and the value."""
    own = "number" if kind == "integer" else kind
    for name, value in _VALUES.items():
        if name != own:
            yield name, value


@dataclass(frozen=True)
class Shape:
    """The members of one object of a base.

    base: the base's slug. pointer: where the object stands. members: name -> JSON type. required: whose absence is a
    finding. removable: the optional ones of the base that can go alone, without breaking a rule.
    """

    base: str
    pointer: str
    members: dict[str, str]
    required: tuple[str, ...]
    removable: tuple[str, ...] = ()


def add_shape(topic: Topic, base: Case, shape: Shape, prefix: str = "") -> None:
    """Add one case for every required member that is missing, every optional one that is, and every wrong type."""
    for name in shape.required:
        path = f"{shape.pointer}/{name}"
        topic.changed(
            f"{prefix}{slug_of(path)}.missing", f"{path} is missing", base, remove(path), [f"schema/required {path}"]
        )
    for name in shape.removable:
        path = f"{shape.pointer}/{name}"
        topic.changed(f"{prefix}{slug_of(path)}.absent", f"{path}, which is optional, is absent", base, remove(path))
    for name, kind in shape.members.items():
        path = f"{shape.pointer}/{name}"
        for wrong, value in wrong_values(kind):
            title = f"{path} is {wrong} instead of {kind}"
            topic.changed(
                f"{prefix}{slug_of(path)}.is-{wrong}", title, base, replace(path, value), [f"schema/type {path}"]
            )
