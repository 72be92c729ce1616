"""Render `fast.ts`: a verdict of "surely valid" on a record by regular expressions, or none at all.

They take what records usually are: known members, ASCII text without escapes, short integers. What they do not take is
judged by the explaining route. A contract that has no such form gets a quick route that takes nothing.
"""

from __future__ import annotations

import re

from exprov.contract.model import Contract, Member, ObjectType
from exprov.contract.rules.walk import can_fail
from exprov.contract.types import ArrayType, BooleanType, NumberType, RefType, StringType, ValueType
from exprov.program.derived import inner, plain_members, record_types, rule_places
from exprov.targets.typescript.expressions import Compiler, Unsupported
from exprov.targets.typescript.naming import constant, literal
from exprov.targets.typescript.rule_phase import used_in

_HEAD = "/** The quick route: whether a text is surely a record that every phase would find in order. */"
_MOST_DIGITS = 15
# White space, and a character of a string that stands for itself.
_S = "[ \\t\\r\\n]*"
_C = "[ !#-\\[\\]-~]"


def render(contract: Contract) -> str:
    try:
        return _render(contract)
    except Unsupported:
        lines = [
            _HEAD,
            "",
            "/** How deep a record in order is nested. */",
            "export const DEPTH = Infinity;",
            "",
            "/** Whether `text` is surely a valid record; here it never is sure. */",
            "export function isSurelyValid(_text: string): boolean {",
            "  return false;",
            "}",
        ]
        return "\n".join(lines) + "\n"


def _render(contract: Contract) -> str:
    _check_literals(contract)
    lines: list[str] = []
    for kind in record_types(contract):
        pattern = _object(contract, kind)
        is_record = kind.name == contract.record
        pattern = f"^{_S}{pattern}{_S}$" if is_record else f"{_S}{pattern}{_S}(?:,(?!$)|$)"
        flags = "" if is_record else ', "y"'
        lines += [f"const {constant(kind.name)}_PATTERN = new RegExp({literal(pattern)}{flags});"]
    for kind in record_types(contract):
        lines += ["", *_members(contract, kind)]
    for kind in record_types(contract):
        lines += ["", *_reader(kind)]
    lines += ["", "function holdsAll(record: Node): boolean {"]
    for steps, kind in rule_places(contract, contract.record):
        place = "_".join(("record", *steps))
        if steps:
            lines += [f"  const {place}: Node = record{''.join(f'?.{step}' for step in steps)};"]
        compiler = Compiler(plain_members(contract), decoded=True, this=place)
        for rule in kind.rules:
            code = compiler.code(rule.tree)
            code = f"holds(() => {code})" if can_fail(rule.tree) else code
            guard = f"{place} !== undefined && " if steps else ""
            lines += [f"  if ({guard}!{code}) return false; // {rule.id}"]
    lines += ["  return true;", "}", ""]
    lines += [
        "/** How deep a record in order is nested. */",
        f"export const DEPTH = {_depth(contract, RefType(contract.record))};",
        "",
        "/** Whether `text` is surely a valid record, at both levels. */",
        "export function isSurelyValid(text: string): boolean {",
        "  if (text.length > q.LONGEST) return false;",
        f"  const match = {constant(contract.record)}_PATTERN.exec(text) ?? q.inAnyOrder(text, {constant(contract.record)}_MEMBERS);",
        f"  const record = match === undefined ? undefined : read{contract.record}(match);",
        "  return record !== undefined && holdsAll(record);",
        "}",
    ]
    body = "\n".join(lines)
    used = used_in(body)
    names = f"{{ {', '.join(used)}, type Node }}" if used else "type { Node }"
    imports = [f'import {names} from "./logic.js";', 'import * as q from "./quick.js";']
    return "\n".join([_HEAD, "", *imports, "", body]) + "\n"


def _check_literals(contract: Contract) -> None:
    """A constant that itself has the shape of a credential is always a finding; one beyond ASCII is left alone, too."""
    shapes = [re.compile(shape["pattern"]) for shape in contract.leaks["credentialValues"]]
    for kind in record_types(contract):
        for member in kind.members:
            for text in _values(member.type):
                if not re.fullmatch(f"{_C}*", text) or any(shape.search(text) for shape in shapes):
                    raise Unsupported


def _values(kind: ValueType) -> tuple[str, ...]:
    """The values of a string type, or of its elements, that has some."""
    kind = inner(kind)
    if not isinstance(kind, StringType):
        return ()
    return (kind.const,) if kind.const is not None else kind.values or kind.known


def _depth(contract: Contract, kind: ValueType) -> int:
    match kind:
        case RefType(name):
            return 1 + max(_depth(contract, member.type) for member in contract.objects[name].members)
        case ArrayType(items=items):
            return 1 + _depth(contract, items)
        case _:
            return 0


def _members(contract: Contract, kind: ObjectType) -> list[str]:
    """What reads an object whose members stand in another order: one member with what follows it, at a time."""
    either = "|".join(f'"{m.name}"{_S}:{_S}{_value(contract, m.type)}' for m in kind.members)
    required = [str(index) for index, member in enumerate(kind.members, 1) if member.required]
    return [
        f"const {constant(kind.name)}_MEMBERS: q.Members = {{",
        f'  one: new RegExp({literal(f"(?:{either}){_S}([,}}]){_S}")}, "y"),',
        f"  count: {len(kind.members)},",
        f"  required: [{', '.join(required)}],",
        "};",
    ]


def _object(contract: Contract, kind: ObjectType) -> str:
    """A pattern for an object in the schema's order, with one group for each member's value."""
    parts = []
    is_first = True
    for member in kind.members:
        part = f'"{member.name}"{_S}:{_S}{_value(contract, member.type)}'
        # Before the first required member a comma follows, after it one stands before.
        part = f"{_S},{_S}{part}" if not is_first else part if member.required else f"{part}{_S},{_S}"
        parts.append(part if member.required else f"(?:{part})?")
        is_first = is_first and not member.required
    if is_first:
        raise Unsupported
    return f"\\{{{_S}{''.join(parts)}{_S}\\}}"


def _value(contract: Contract, kind: ValueType) -> str:
    match kind:
        case StringType():
            return f'"({_string(kind)})"'
        case NumberType():
            return f"(0|[1-9][0-9]{{0,{_MOST_DIGITS - 1}}})"
        case BooleanType():
            return "(true|false)"
        case ArrayType(items=StringType() as items):
            item = f'"(?:{_string(items)})"'
            return f"\\[{_S}((?:{item}{_S}(?:,{_S}{item}{_S})*)?)\\]"
        case ArrayType(items=RefType(name)):
            # What lies between the brackets is read by the elements' own pattern.
            text = "[^\\[\\]]*"
            for _ in range(_brackets(contract, name)):
                text = f"[^\\[\\]]*(?:\\[{text}\\][^\\[\\]]*)*"
            # White space belongs to the elements: two loops over one run of it would take quadratic time.
            return f"\\[({text})\\]"
        case _:
            raise Unsupported


def _string(kind: StringType) -> str:
    values = _values(kind)
    return "|".join(re.escape(value) for value in values) if values else f"{_C}{{{kind.min_length},}}"


def _brackets(contract: Contract, name: str) -> int:
    """How deep arrays lie within one another below a type."""
    deepest = 0
    for member in contract.objects[name].members:
        kind = inner(member.type)
        own = int(isinstance(member.type, ArrayType))
        deepest = max(deepest, own + (_brackets(contract, kind.name) if isinstance(kind, RefType) else 0))
    return deepest


def _reader(kind: ObjectType) -> list[str]:
    """A function from the match of an object's pattern to its value, or to undefined if it is out of order."""
    lines = [f"function read{kind.name}(match: q.Values) {{"]
    for index, member in enumerate(kind.members, 1):
        lines += [f"  {line}" for line in _member(member, f"match[{index}]")]
    for condition in kind.conditions:
        test = " || ".join(f"{condition.member}_ === {literal(value)}" for value in condition.values)
        wrong = [f"{name}_ === undefined" for name in condition.required]
        wrong += [f"{name}_ !== undefined" for name in condition.forbidden]
        lines += [f"  if (({test}) && ({' || '.join(wrong)})) return undefined;"]
    members = ", ".join(f"{member.name}: {member.name}_" for member in kind.members)
    return [*lines, f"  return {{ {members} }};", "}"]


def _member(member: Member, group: str) -> list[str]:
    kind, name = member.type, f"{member.name}_"
    text = f"{group} as string" if member.required else group
    absent = "" if member.required else f"{group} === undefined ? undefined : "
    match kind:
        case StringType():
            lines = [f"const {name} = {text};"]
            if not _values(kind):
                lines += [f"if (!q.is{'Identifier' if kind.identifier else 'Text'}({name})) return undefined;"]
            return lines
        case NumberType(_, minimum, maximum):
            wrong = [f"{name} < {minimum}"] if minimum is not None and minimum > 0 else []
            wrong += [f"{name} > {maximum}"] if maximum is not None and maximum < 10**_MOST_DIGITS - 1 else []
            lines = [f"const {name} = {absent}Number({group});"]
            there = "" if member.required else f"{name} !== undefined && "
            return [*lines, *([f"if ({there}({' || '.join(wrong)})) return undefined;"] if wrong else [])]
        case BooleanType():
            return [f'const {name} = {absent}{group} === "true";']
        case ArrayType(items=StringType() as items):
            lines = [f'const {name} = {absent}{group} === "" ? [] : q.strings({group} as string);']
            wrong = [f"{name}.length < {kind.min_items}"] if kind.min_items else []
            wrong += [f"!q.differ({name})"] if kind.unique else []
            if not _values(items):
                wrong += [f"!{name}.every(q.is{'Identifier' if items.identifier else 'Text'})"]
        case ArrayType(items=RefType(type_name)):
            if kind.unique:
                raise Unsupported
            patterns = f"{constant(type_name)}_PATTERN, {constant(type_name)}_MEMBERS"
            lines = [f"const {name} = {absent}q.objects({group} as string, {patterns}, read{type_name});"]
            if member.required:
                lines += [f"if ({name} === undefined) return undefined;"]
            else:
                lines += [f"if ({group} !== undefined && {name} === undefined) return undefined;"]
            wrong = [f"{name}.length < {kind.min_items}"] if kind.min_items else []
        case _:
            raise Unsupported
    if wrong:
        there = "" if member.required else f"{name} !== undefined && "
        lines += [f"if ({there}({' || '.join(wrong)})) return undefined;"]
    return lines
