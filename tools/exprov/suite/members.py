"""The members of a document in order, as the program describes them, and the faults that any of them can have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Choice,
    Constant,
    Document,
    Free,
    Number,
    Object,
    Program,
    Ref,
    SetRef,
    Text,
    Token,
    Version,
)
from exprov.suite.cases import Case, Row, document, group, row, slug_of
from exprov.suite.edits import apply, value_at

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


def faults(program: Program, base: Case, *stays: str, below: str = "") -> Iterator[Row]:
    """Each required member missing, each optional one absent that can go alone, and each of every wrong type.

    `stays` are the pointers of optional members without which the document breaks a rule. Of a carrier, the records are
    left out. Only members at or below the pointer `below` are looked at.
    """
    for pointer, kind, value in _objects(program, base):
        members = {f"{pointer}/{one.name}": one for one in kind.members if one.name in value}
        members = {path: one for path, one in members.items() if f"{path}/".startswith(f"{below}/") or not below}
        needed = {name for one in kind.conditions if value[one.member] in one.values for name in one.required}
        for path, member in members.items():
            if member.required or member.name in needed:
                yield row(f"{slug_of(path)}.missing", f"{path} is missing", base.remove(path), "schema/required")
        for path, member in members.items():
            if member.required or member.name in needed or path in stays or (member.writer_required and not pointer):
                continue
            if path != below:
                yield row(f"{slug_of(path)}.absent", f"{path}, which is optional, is absent", base.remove(path))
        for path, member in members.items():
            right = _json_type(member.check)
            for wrong, other in wrong_values(right):
                title = f"{path} is {wrong} instead of {right}"
                yield row(f"{slug_of(path)}.is-{wrong}", title, base.set(path, other), "schema/type")


def _objects(program: Program, base: Case) -> Iterator[tuple[str, Object, Any]]:
    """The objects of a document outside the record of a carrier: their pointers, types and values."""
    records = tuple(f"/{'/'.join(path)}" for path in document_of(program, base).records)
    for pointer, check, value in places(program, base):
        if isinstance(check, Ref) and not pointer.startswith(records):
            yield pointer, program.object(check.name), value


# --- members that were added to the contract --------------------------------------------------------------------------


def grown(program: Program, base: Case, prefix: str) -> Iterator[Case | Row]:
    """For each optional member that `base` does not have: a document that has it, its faults and its bounds.

    So an optional member that is added to a schema has its cases, and no document that others are made from changes.
    """
    seen = set()
    for pointer, kind, value in _objects(program, base):
        conditional = {name for one in kind.conditions for name in (*one.required, *one.forbidden)}
        for member in kind.members:
            is_new = member.name not in value and member.name not in conditional and not member.required
            if not is_new or (kind.name, member.name) in seen:
                continue
            seen.add((kind.name, member.name))
            path = f"{pointer}/{member.name}"
            change = {"op": "add", "path": path, "value": _sample(program, member.check)}
            slug, title = f"{prefix}.with-{slug_of(path)}", f"{base.title}, with {path}"
            held = document(slug, title, json.loads(apply(base.data, change)), carrier=base.carrier, tags=["base"])
            yield held
            yield from group(slug, faults(program, held, below=path), _bounds(program, held, path, member.check))


def _sample(program: Program, check: Check) -> Any:
    """A value that the check accepts."""
    match check:
        case SetRef(name=name):
            return program.set(name).values[0]
        case Choice(values=values):
            return values[0]
        case Constant(value=value) | Version(value=value):
            return value
        case Text(min_length=least):
            return "x" * max(least, 1)
        case Number(minimum=least, maximum=most):
            return least if least is not None else most if most is not None else 1
        case Boolean():
            return True
        case Array(items=items, min_items=least):
            return [_sample(program, items) for _ in range(max(least, 1))]
        case Ref(name=name):
            return {one.name: _sample(program, one.check) for one in program.object(name).members if one.required}
    return {"x": 1}


def _bounds(program: Program, base: Case, path: str, check: Check) -> Iterator[Row]:
    """Both sides of every bound of a check."""
    for slug, value, *findings in _sides(program, check):
        if value != value_at(base.value, path) or type(value) is bool:
            found = (one.format(path) for one in findings)
            yield row(slug, f"{path} is {json.dumps(value)}", base.set(path, value), *found)


def _sides(program: Program, check: Check) -> Iterator[tuple[Any, ...]]:
    """A slug, a value and its findings. `{}` is the member's own pointer, for a finding below it."""
    match check:
        case Text(min_length=least, identifier=identifier):
            blank = ["schema/identifier-text"] if identifier else []
            yield "empty", "", *(["schema/minLength"] if least else blank)
            yield "blank", " ", *(["schema/minLength"] if least > 1 else blank)
            yield "long", "x" * (least + 1)
        case Number(minimum=least, maximum=most, integer=integer):
            if least is not None:
                yield "below", least - 1, "schema/minimum"
            if most is not None:
                yield "greatest", most
                yield "above", most + 1, "schema/maximum"
            yield "fraction", (least or 0) + 0.5, *(["schema/type"] if integer else [])
        case Boolean():
            yield "false", False
        case Choice(values=values):
            yield from ((f"value-{index}", value) for index, value in enumerate(values))
            yield "unheard-of", "unheard_of", "schema/enum"
        case SetRef(name=name) if isinstance(program.set(name).check, Token):
            yield from ((f"token-{index}", value) for index, value in enumerate(program.set(name).values))
        case Array(items=items, min_items=least, unique=unique):
            one = _sample(program, items)
            if least:
                yield "too-few", [one] * (least - 1), "schema/minItems"
            else:
                yield "none", []
            yield "twice", [one] * max(least, 2), *(["schema/uniqueItems"] if unique else [])
            yield "null-within", [None, *[one] * (least - 1)], "schema/type {}/0"
        case Free():
            yield "empty", {}
