"""Render `_structs.py`: what the quick verdict decodes a record into.

The types are those of a writer-valid record: msgspec rejects unknown members, unknown tokens and wrong types.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Constant,
    Member,
    Number,
    Object,
    Program,
    Ref,
    SetRef,
    Text,
    Version,
)
from exprov.targets.python.naming import attribute, literal

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


class Unsupported(Exception):
    """A member that the quick verdict does not support. If it is optional, records that have it take the explaining path."""


def render(program: Program) -> str:
    """The structs; none if the record has a required member that the quick verdict does not support."""
    try:
        structs = [_struct(program, kind) for kind in record_types(program)]
    except Unsupported:
        structs = []
    return TEMPLATES.get_template("structs.py.jinja2").render(structs=structs)


def record_types(program: Program) -> list[Object]:
    """The record's type and those that it holds, inner ones first."""
    record = program.object(program.record.type)
    checks = [
        member.check.items if isinstance(member.check, Array) else member.check for member in judged(program, record)
    ]
    inner = dict.fromkeys(check.name for check in checks if isinstance(check, Ref))
    return [*map(program.object, inner), record]


def always(member: Member) -> bool:
    """Whether a writer-valid record has the member."""
    return member.required or member.writer_required


def judged(program: Program, kind: Object) -> Iterator[Member]:
    """The members that the quick verdict supports. Raises Unsupported if a required one is not among them."""
    for member in kind.members:
        try:
            _annotation(program, kind, member)
        except Unsupported:
            if always(member):
                raise
        else:
            yield member


def _annotation(program: Program, kind: Object, member: Member) -> str:
    is_record = kind.name == program.record.type
    match member.check:
        case Number(integer=True, minimum=low, maximum=high) if is_record:
            # A zero below the record's own members could be `-0` unseen.
            bounds = [f"{name}={bound}" for name, bound in (("ge", low), ("le", high)) if bound is not None]
            return f"Annotated[int, Meta({', '.join(bounds)})]" if bounds else "int"
        case Array(items=Ref(name=name), min_items=least) if is_record:
            return _list(name, least)
        case Array(items=items, min_items=least):
            return _list(_scalar(program, items), least)
        case Ref(name=name) if is_record and always(member):
            return name
        case check:
            return _scalar(program, check)


def _scalar(program: Program, check: Check) -> str:
    match check:
        case Version(value=value) | Constant(value=value):
            return f"Literal[{literal(value)}]"
        case SetRef(name=name):
            return f"Literal[{', '.join(map(literal, program.set(name).values))}]"
        case Text():
            return "str"
        case Boolean():
            return "bool"
        case _:
            raise Unsupported


def _list(items: str, least: int) -> str:
    return f"Annotated[list[{items}], Meta(min_length={least})]" if least else f"list[{items}]"


def _struct(program: Program, kind: Object) -> dict[str, object]:
    members = list(judged(program, kind))
    return {
        "name": kind.name,
        # A member whose name is a keyword has an attribute of another name.
        "renamed": {literal(attribute(m.name)): literal(m.name) for m in members if attribute(m.name) != m.name},
        "members": [
            {"name": attribute(m.name), "type": _annotation(program, kind, m), "always": always(m)} for m in members
        ],
    }
