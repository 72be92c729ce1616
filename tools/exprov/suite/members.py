"""The members of a document in order, as the program describes them, and the faults that any of them can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exprov.program.model import Array, Boolean, Check, Document, Free, Number, Program, Ref
from exprov.suite.cases import Case, Row, row, slug_of

_VALUES: dict[str, Any] = {"null": None, "boolean": True, "number": 7, "string": "text", "array": [], "object": {}}


def wrong_values(kind: str) -> Iterator[tuple[str, Any]]:
    """One value of every JSON type that `kind` is not: its type's name, and the value."""
    own = "number" if kind == "integer" else kind
    return ((name, value) for name, value in _VALUES.items() if name != own)


def document_of(program: Program, case: Case) -> Document:
    """The kind of document that the case is."""
    return next(one for one in program.documents if one.slug == case.carrier) if case.carrier else program.record


def places(program: Program, case: Case) -> Iterator[tuple[str, Check, Any]]:
    """Every value of a valid document that the program describes: its pointer, check and value, outer ones first."""
    name, value = document_of(program, case).type, case.value
    if union := program.union(name):
        name = next(branch.type for branch in union.branches if branch.value == value[union.tag])
    return _places(program, Ref(name=name), value, "")


def _places(program: Program, check: Check, value: Any, pointer: str) -> Iterator[tuple[str, Check, Any]]:
    yield pointer, check, value
    if isinstance(check, Array):
        for index, item in enumerate(value):
            yield from _places(program, check.items, item, f"{pointer}/{index}")
    elif isinstance(check, Ref):
        for member in program.object(check.name).members:
            if member.name in value:
                yield from _places(program, member.check, value[member.name], f"{pointer}/{member.name}")


def _json_type(check: Check) -> str:
    match check:
        case Number(integer=integer):
            return "integer" if integer else "number"
        case Boolean():
            return "boolean"
        case Array():
            return "array"
        case Ref() | Free():
            return "object"
    return "string"


def faults(program: Program, base: Case, *stays: str) -> Iterator[Row]:
    """Each required member missing, each optional one absent that can go alone, and each of every wrong type.

    `stays` are the pointers of optional members without which the document breaks a rule. Of a carrier, the records are
    left out.
    """
    records = tuple(f"/{'/'.join(path)}" for path in document_of(program, base).records)
    for pointer, check, value in places(program, base):
        if not isinstance(check, Ref) or pointer.startswith(records):
            continue
        kind = program.object(check.name)
        members = {f"{pointer}/{one.name}": one for one in kind.members if one.name in value}
        needed = {name for one in kind.conditions if value[one.member] in one.values for name in one.required}
        for path, member in members.items():
            if member.required or member.name in needed:
                yield row(f"{slug_of(path)}.missing", f"{path} is missing", base.remove(path), "schema/required")
        for path, member in members.items():
            if member.required or member.name in needed or path in stays or (member.writer_required and not pointer):
                continue
            yield row(f"{slug_of(path)}.absent", f"{path}, which is optional, is absent", base.remove(path))
        for path, member in members.items():
            right = _json_type(member.check)
            for wrong, other in wrong_values(right):
                title = f"{path} is {wrong} instead of {right}"
                yield row(f"{slug_of(path)}.is-{wrong}", title, base.set(path, other), "schema/type")
