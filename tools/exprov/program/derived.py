"""What targets derive from the model: types in the order of their references, where rules apply, the kinds of members."""

from __future__ import annotations

from collections.abc import Iterable

from exprov.contract.model import Contract, Member, ObjectType
from exprov.contract.types import ArrayType, BooleanType, RefType, StringType, ValueType


def inner(kind: ValueType) -> ValueType:
    """The type of an array's elements; any other type itself."""
    return kind.items if isinstance(kind, ArrayType) else kind


def in_reference_order(contract: Contract, roots: Iterable[str] | None = None) -> list[ObjectType]:
    """The object types below `roots` (by default all), referred ones before those that refer to them."""
    ordered: dict[str, ObjectType] = {}

    def visit(name: str) -> None:
        for member in contract.objects[name].members:
            kind = inner(member.type)
            if isinstance(kind, RefType) and kind.name not in ordered:
                visit(kind.name)
        ordered.setdefault(name, contract.objects[name])

    for name in roots or contract.objects:
        visit(name)
    return list(ordered.values())


def record_types(contract: Contract) -> list[ObjectType]:
    """The record's type and those inside it, inner ones first."""
    return in_reference_order(contract, [contract.record])


def root_members(contract: Contract, name: str) -> tuple[Member, ...]:
    """The members of a document's type; of one of several, those of the first."""
    if name in contract.unions:
        return contract.objects[contract.unions[name].branches[0][1]].members
    return contract.objects[name].members


def rule_places(contract: Contract, name: str) -> list[tuple[tuple[str, ...], ObjectType]]:
    """The places at and below a type where rules apply, with their types; through members, never through arrays."""
    kind = contract.objects[name]
    found: list[tuple[tuple[str, ...], ObjectType]] = [((), kind)] if kind.rules else []
    for member in kind.members:
        if isinstance(member.type, RefType):
            found += [((member.name, *steps), place) for steps, place in rule_places(contract, member.type.name)]
    return found


def plain_members(contract: Contract) -> frozenset[str]:
    """The names of members that hold strings or booleans in every type that has them."""
    members = [member for kind in contract.objects.values() for member in kind.members]
    others = {member.name for member in members if not isinstance(member.type, StringType | BooleanType)}
    return frozenset(member.name for member in members) - others
