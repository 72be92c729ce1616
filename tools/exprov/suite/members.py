"""What the contract says of the members of a document, and the faults that any member can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exprov.contract.model import Contract, Member, ObjectType
from exprov.contract.types import ArrayType, BooleanType, NumberType, RefType, StringType, ValueType
from exprov.suite.cases import Case, Row, row, slug_of
from exprov.suite.edits import escape

_VALUES: dict[str, Any] = {"null": None, "boolean": True, "number": 7, "string": "text", "array": [], "object": {}}


def wrong_values(kind: str) -> Iterator[tuple[str, Any]]:
    """One value of every JSON type that `kind` is not: its type's name, and the value."""
    own = "number" if kind == "integer" else kind
    return ((name, value) for name, value in _VALUES.items() if name != own)


def objects(contract: Contract, case: Case) -> Iterator[tuple[str, ObjectType, dict[str, Any]]]:
    """Every object of the document that the contract describes: its pointer, its type and its value, outer ones first."""
    roots = contract.roots
    value = case.value
    name = roots[case.carrier] if case.carrier else contract.record
    if name in contract.unions:
        union = contract.unions[name]
        name = dict(union.branches)[value[union.tag]]
    yield from _objects(contract, RefType(name), value, "")


def _objects(
    contract: Contract, kind: ValueType, value: Any, pointer: str
) -> Iterator[tuple[str, ObjectType, dict[str, Any]]]:
    if isinstance(kind, ArrayType):
        for index, item in enumerate(value):
            yield from _objects(contract, kind.items, item, f"{pointer}/{index}")
    elif isinstance(kind, RefType):
        described = contract.objects[kind.name]
        yield pointer, described, value
        for member in described.members:
            if member.name in value:
                yield from _objects(contract, member.type, value[member.name], f"{pointer}/{escape(member.name)}")


def json_type(kind: ValueType) -> str:
    """The name of the JSON type."""
    match kind:
        case StringType():
            return "string"
        case NumberType(integer):
            return "integer" if integer else "number"
        case BooleanType():
            return "boolean"
        case ArrayType():
            return "array"
    return "object"


def is_required(described: ObjectType, member: Member, value: dict[str, Any]) -> bool:
    """Whether the object `value` may not lack the member."""
    return member.required or any(
        member.name in condition.required and value.get(condition.member) in condition.values
        for condition in described.conditions
    )


def faults(base: Case, pointer: str, described: ObjectType, value: dict[str, Any], stays: str) -> Iterator[Row]:
    """Each required member of one object missing, each optional one absent but `stays`, and each of every wrong type."""
    members = {f"{pointer}/{one.name}": one for one in described.members if one.name in value}
    required = [path for path, one in members.items() if is_required(described, one, value)]
    for path in required:
        yield row(f"{slug_of(path)}.missing", f"{path} is missing", base.remove(path), "schema/required")
    for path in members:
        if path not in required and path != stays:
            yield row(f"{slug_of(path)}.absent", f"{path}, which is optional, is absent", base.remove(path))
    for path, one in members.items():
        kind = json_type(one.type)
        for wrong, other in wrong_values(kind):
            title = f"{path} is {wrong} instead of {kind}"
            yield row(f"{slug_of(path)}.is-{wrong}", title, base.set(path, other), "schema/type")
