"""Render `schema.ts`: the schema phase over parsed values, a check for each object type."""

from __future__ import annotations

from exprov.contract.model import Contract, ObjectType
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.program.derived import in_reference_order, record_types, root_members
from exprov.targets.typescript.models import check
from exprov.targets.typescript.naming import constant, literal, literals, table, union

VERSION_MEMBER = "schemaVersion"


def render(contract: Contract) -> str:
    record, *carriers = contract.roots
    lines = [
        "/** The schema phase, generated from the schemas: every finding of a parsed value. */",
        "",
        'import * as c from "./checks.js";',
        "",
        f"export const VERSION = {literal(contract.version)};",
        f"export const VERSION_CHECK: c.Check = c.version({literal(contract.version)});",
        "",
    ]
    for kind in contract.sets.values():
        lines += table(f"const {_values(kind.name)}: readonly string[]", kind.type.values or kind.type.known)
    for object_type in in_reference_order(contract):
        lines += ["", *_object(object_type)]
    for one_of in contract.unions.values():
        lines += ["", f"export const {check(one_of.name)}: c.Check = c.union({literal(one_of.tag)}, ["]
        lines += [f"  [{literal(value)}, {check(name)}]," for value, name in one_of.branches]
        lines += ["]);"]
    lines += ["", "/** The kinds of document: the record, and the payloads that carry it. */"]
    lines += [f"export type Carrier = {union(carriers) or 'never'};"]
    lines += [f"export const RECORD = {literal(record)};"]
    lines += [f"export const CARRIERS: readonly Carrier[] = {literals(carriers)};"]
    lines += ["", "export const ROOTS: Readonly<Record<Carrier | typeof RECORD, c.Check>> = {"]
    lines += [f"  {literal(slug)}: {check(name)}," for slug, name in contract.roots.items()]
    lines += ["};", "export const WRITER_REQUIRED: Readonly<Record<Carrier | typeof RECORD, readonly string[]>> = {"]
    for slug, name in contract.roots.items():
        needed = [member.name for member in root_members(contract, name) if member.writer_required]
        lines += [f"  {literal(slug)}: {literals(needed)},"]
    names = sorted({member.name for kind in record_types(contract) for member in kind.members})
    lines += ["};", "export const KNOWN_NAMES: ReadonlySet<string> = new Set(["]
    lines += [f"  {literal(name)}," for name in names]
    lines += ["]);"]
    return "\n".join(lines) + "\n"


def _object(kind: ObjectType) -> list[str]:
    required = literals(member.name for member in kind.members if member.required)
    lines = [f"export const {check(kind.name)}: c.Check = c.object(", "  ["]
    lines += [f"    [{literal(member.name)}, {_check(member.name, member.type)}]," for member in kind.members]
    lines += ["  ],", f"  {required},"]
    asked = literals(member.name for member in kind.members if member.writer_required and not member.required)
    if kind.conditions:
        lines += ["  ["]
        for condition in kind.conditions:
            where = " or ".join(f"{condition.member} is {value}" for value in condition.values)
            lines += [
                "    {",
                f"      member: {literal(condition.member)},",
                f"      values: {literals(condition.values)},",
                f"      required: {literals(condition.required)},",
                f"      forbidden: {literals(condition.forbidden)},",
                f"      where: {literal(where)},",
                "    },",
            ]
        lines += ["  ],"]
    elif asked != "[]":
        lines += ["  [],"]
    if asked != "[]":
        lines += [f"  {asked},"]
    return [*lines, ");"]


def _values(name: str) -> str:
    return f"{constant(name)}_VALUES"


def _check(name: str, kind: ValueType) -> str:
    match kind:
        case StringType(const=str(const)):
            return f"c.version({literal(const)})" if name == VERSION_MEMBER else f"c.constant({literal(const)})"
        case StringType(values=(_, *_)):
            return f"c.closed({_values(kind.name) if kind.name else literals(kind.values)})"
        case StringType(pattern=str(pattern)):
            return f"c.token({literal(pattern)}, {_values(kind.name) if kind.name else literals(kind.known)})"
        case StringType(identifier=True):
            return f"c.identifier({kind.min_length})"
        case StringType():
            return f"c.text({kind.min_length})" if kind.min_length else "c.string"
        case NumberType(integer, minimum, maximum):
            bounds = ["undefined" if bound is None else str(bound) for bound in (minimum, maximum)]
            return f"c.number({', '.join(['true' if integer else 'false', *bounds])})"
        case BooleanType():
            return "c.boolean"
        case ArrayType():
            return f"c.array({_check('', kind.items)}, {kind.min_items}, {'true' if kind.unique else 'false'})"
        case RefType(type_name):
            return check(type_name)
        case FreeObjectType():
            return "c.freeObject"
