"""Render `_schema.py`: the schema phase over parsed values, one function per object type."""

from __future__ import annotations

from exprov.contract.model import Contract, ObjectType, UnionType
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.program.derived import in_reference_order, record_types, root_members
from exprov.targets.python.naming import constant, docstring, literal, literals, snake

VERSION_MEMBER = "schemaVersion"


def render(contract: Contract) -> str:
    lines = [
        docstring("The schema phase, generated from the schemas: every finding of a parsed value."),
        "",
        "from __future__ import annotations",
        "",
        "from . import _checks as c",
        "",
        f"VERSION = {literal(contract.version)}",
    ]
    for kind in contract.sets.values():
        values = kind.type.values or kind.type.known
        lines += [f"{constant(kind.name)} = {literals(values)}"]
    for object_type in in_reference_order(contract):
        lines += ["", "", *_object(object_type)]
    for union in contract.unions.values():
        lines += ["", "", *_union(union)]
    lines += ["", "", "ROOTS: dict[str, c.Check] = {"]
    lines += [f"    {literal(slug)}: {snake(name)}," for slug, name in contract.roots.items()]
    lines += ["}"]
    names = sorted({member.name for kind in record_types(contract) for member in kind.members})
    lines += [f"KNOWN_NAMES: frozenset[str] = frozenset({literals(names)})"]
    lines += ["BY_NAME: dict[str, c.Check] = {"]
    lines += [f"    {literal(name)}: {snake(name)}," for name in (*contract.objects, *contract.unions)]
    lines += ["}"]
    lines += ["WRITER_REQUIRED: dict[str, tuple[str, ...]] = {"]
    lines += [
        f"    {literal(slug)}: {literals([m.name for m in root_members(contract, name) if m.writer_required])},"
        for slug, name in contract.roots.items()
    ]
    lines += ["}"]
    return "\n".join(lines) + "\n"


def _object(kind: ObjectType) -> list[str]:
    name = snake(kind.name)
    table = constant(kind.name) + "_MEMBERS"
    lines = [f"{table}: dict[str, c.Check] = {{"]
    lines += [f"    {literal(member.name)}: {_check(member.name, member.type)}," for member in kind.members]
    lines += ["}", "", "", f"def {name}(value: object, path: str, out: c.Out) -> None:"]
    lines += [docstring(f"{kind.name}.", "    ")]
    lines += [
        "    if not isinstance(value, dict):",
        '        out.append(c.wrong_type(path, "an object", value))',
        "        return",
    ]
    for member in kind.members:
        if member.required:
            lines += [
                f"    if {literal(member.name)} not in value:",
                f"        out.append(c.missing(path, {literal(member.name)}))",
            ]
    lines += [
        "    for name, item in value.items():",
        f"        if name in {table}:",
        f'            {table}[name](item, f"{{path}}/{{name}}", out)',
        *_null_of_optional(kind),
        "        else:",
        f"            out.append(c.unknown_member(path, name, {table}, value, len(out)))",
    ]
    for condition in kind.conditions:
        where = " or ".join(f"{condition.member} is {value}" for value in condition.values)
        lines += [f"    if c.one_of(value.get({literal(condition.member)}), {literals(condition.values)}):"]
        for required in condition.required:
            lines += [
                f"        if {literal(required)} not in value:",
                f"            out.append(c.missing(path, {literal(required)}, why={literal(f'is required where {where}')}))",
            ]
        for forbidden in condition.forbidden:
            lines += [
                f"        if {literal(forbidden)} in value:",
                f"            out.append(c.forbidden(path, {literal(forbidden)}, {literal(where)}))",
            ]
    return lines


def _null_of_optional(kind: ObjectType) -> list[str]:
    """What to do where a member that may be absent is null: nothing, if a condition or the writer's level wants it here."""
    wanted = {name: condition for condition in kind.conditions for name in condition.required}
    optional = [member.name for member in kind.members if not (member.required or member.writer_required)]
    plain = [name for name in optional if name not in wanted]
    cases = [f"name in {literals(plain)}"] if plain else []
    for name in optional:
        if name in wanted:
            tag, values = literal(wanted[name].member), literals(wanted[name].values)
            cases += [f"name == {literal(name)} and not c.one_of(value.get({tag}), {values})"]
    if not cases:
        return []
    case = cases[0] if len(cases) == 1 else f"({' or '.join(cases)})"
    return [f"            if item is None and {case}:", '                c.leave_out(f"{path}/{name}", out)']


def _union(union: UnionType) -> list[str]:
    tag = literal(union.tag)
    table = constant(union.name) + "_BRANCHES"
    lines = [f"{table}: dict[str, c.Check] = {{"]
    lines += [f"    {literal(value)}: {snake(name)}," for value, name in union.branches]
    lines += ["}", "", "", f"def {snake(union.name)}(value: object, path: str, out: c.Out) -> None:"]
    lines += [
        docstring(f"{union.name}: the branch that `{union.tag}` names.", "    "),
        "    if not isinstance(value, dict):",
        '        out.append(c.wrong_type(path, "an object", value))',
        f"    elif {tag} not in value:",
        f"        out.append(c.missing(path, {tag}))",
        f"    elif isinstance(branch := value[{tag}], str) and branch in {table}:",
        f"        {table}[branch](value, path, out)",
        "    else:",
        f'        c.closed(tuple({table}))(value[{tag}], f"{{path}}/{union.tag}", out)',
    ]
    return lines


def _check(name: str, kind: ValueType) -> str:
    match kind:
        case StringType(const=str(const)):
            return f"c.version({literal(const)})" if name == VERSION_MEMBER else f"c.constant({literal(const)})"
        case StringType(values=(_, *_)):
            return f"c.closed({constant(kind.name) if kind.name else literals(kind.values)})"
        case StringType(pattern=str(pattern)):
            return f"c.token({literal(pattern)}, {constant(kind.name) if kind.name else literals(kind.known)})"
        case StringType(identifier=True):
            return f"c.identifier({kind.min_length})"
        case StringType():
            return f"c.text({kind.min_length})" if kind.min_length else "c.string"
        case NumberType():
            return f"c.number(integer={kind.integer}, minimum={kind.minimum}, maximum={kind.maximum})"
        case BooleanType():
            return "c.boolean"
        case ArrayType():
            return f"c.array({_check('', kind.items)}, min_items={kind.min_items}, unique={kind.unique})"
        case RefType():
            return snake(kind.name)
        case FreeObjectType():
            return "c.free_object"
