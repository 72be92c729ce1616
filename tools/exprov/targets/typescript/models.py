"""Render `models.ts`: an interface for each object type, the sets, and what reads and writes each type."""

from __future__ import annotations

from exprov.contract.model import Contract, Member, ObjectType
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.errors import SchemaError
from exprov.program.derived import in_reference_order, inner
from exprov.targets.typescript.naming import alias, constant, doc, literal, table, union

_SAFE = 2**53 - 1
# What the package exports besides the contract's types.
TAKEN = frozenset(
    "Carrier Codec ExactNumber Finding InvalidRecord JsonObject JsonValue Level Limits Options RuleInfo".split()
)


def exports(contract: Contract) -> tuple[list[str], list[str]]:
    """The names that `models.ts` exports: those of types alone, and those of values (of which some are types too)."""
    types, values = [], []
    for kind in contract.sets.values():
        types += [kind.name] if kind.type.values else [f"Known{kind.name}", kind.name]
        values.append(f"{constant(kind.name)}_VALUES")
    return types, [*values, *contract.objects, *contract.unions]


def render(contract: Contract) -> str:
    _check_names(contract)
    lines = [
        "/** The contract's types, as they stand on the wire. Members that a version does not know are kept, unnamed. */",
        "",
        'import * as model from "./codec.js";',
        'import type { ExactNumber as exact } from "./number.js";',
        'import * as schema from "./schema.js";',
        'import type { JsonObject as free } from "./tree.js";',
    ]
    for kind in contract.sets.values():
        values = f"{constant(kind.name)}_VALUES"
        lines += [""]
        if kind.type.values:
            lines += [*doc(kind.description), *alias(kind.name, kind.type.values), ""]
            lines += doc(f"Every value of {kind.name}.")
            lines += table(f"export const {values}: readonly {kind.name}[]", kind.type.values)
        else:
            lines += [*doc(f"The known values of {kind.name}.")]
            lines += [*alias(f"Known{kind.name}", kind.type.known), ""]
            lines += [*doc(kind.description)]
            # The intersection keeps the known values for completion, and takes any other string.
            lines += [f"export type {kind.name} = Known{kind.name} | (string & {{}});", ""]
            lines += doc(f"The known values of {kind.name}.")
            lines += table(f"export const {values}: readonly Known{kind.name}[]", kind.type.known)
    for object_type in in_reference_order(contract):
        lines += ["", *_object(object_type)]
    for one_of in contract.unions.values():
        branches = [name for _, name in one_of.branches]
        layouts = _layout(one_of.name)
        lines += ["", *doc(one_of.description), f"export type {one_of.name} = {' | '.join(branches)};", ""]
        lines += [f"const {layouts} = new Map<unknown, model.Layout>(["]
        lines += [f"  [{literal(value)}, {_layout(name)}]," for value, name in one_of.branches]
        lines += ["]);", "", *doc(f"Reads and writes {one_of.name}.")]
        lines += [
            f"export const {one_of.name}: model.Codec<{one_of.name}> = new model.Codec(",
            f"  schema.{check(one_of.name)},",
            f"  (value) => {layouts}.get((value as Record<string, unknown>)[{literal(one_of.tag)}]) ?? [],",
            ");",
        ]
    return "\n".join(lines) + "\n"


def check(name: str) -> str:
    """The name of the function that checks values of a type."""
    return f"check{name}"


def _check_names(contract: Contract) -> None:
    types, values = exports(contract)
    names = [*types, *values]
    for name in names:
        if name in TAKEN or names.count(name) > 1:
            raise SchemaError(
                f"schemas/{contract.version}",
                f"/$defs/{name}",
                "is a name that the TypeScript package needs itself",
                "rename it",
            )


def _object(kind: ObjectType) -> list[str]:
    lines = [*doc(kind.description), f"export interface {kind.name} {{"]
    for member in kind.members:
        lines += doc(member.description, "  ")
        lines += [f"  readonly {member.name}{'' if member.required else '?'}: {type_of(member.type)};"]
    lines += ["}", ""]
    lines += [
        f"const {_layout(kind.name)}: model.Layout = [",
        *(f"  {_wire(member)}," for member in kind.members),
        "];",
    ]
    lines += ["", *doc(f"Reads and writes {kind.name}.")]
    arguments = f"schema.{check(kind.name)}, {_layout(kind.name)}"
    lines += [f"export const {kind.name}: model.Codec<{kind.name}> = new model.Codec({arguments});"]
    return lines


def _layout(name: str) -> str:
    return f"{name[0].lower()}{name[1:]}Layout"


def _wire(member: Member) -> str:
    kind = inner(member.type)
    holds = f", type: () => {_layout(kind.name)}" if isinstance(kind, RefType) else ""
    return f"{{ name: {literal(member.name)}{holds} }}"


def type_of(kind: ValueType) -> str:
    """The TypeScript type of a value."""
    match kind:
        case StringType(name=str(name)):
            return name
        case StringType(const=str(const)):
            return literal(const)
        case StringType(values=(_, *_)):
            return union(kind.values)
        case StringType(known=(_, *_)):
            return f"{union(kind.known)} | (string & {{}})"
        case StringType():
            return "string"
        case NumberType(integer=True, minimum=int(low), maximum=int(high)) if -_SAFE <= low and high <= _SAFE:
            return "number"
        case NumberType():
            return "number | exact"
        case BooleanType():
            return "boolean"
        case ArrayType(items=items):
            item = type_of(items)
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case RefType(name):
            return name
        case FreeObjectType():
            return "free"
