"""Render `_structs.py` and `_fast.py`: the quick verdict on a record as it was written.

It answers "surely valid" or "not sure", never "invalid": whatever is out of the ordinary goes to the explaining path.
msgspec checks the grammar, the types and the closed sets, and refuses unknown members and tokens. Duplicate members are
excluded by arithmetic: where no string holds a quotation mark, which free strings are vetted for, the text has two marks
for each string, and the decoded struct tells how many strings a record without repeated members has. msgspec refuses what
is no UTF-8 and no whole surrogate pair; that it does is tested.
"""

from __future__ import annotations

from exprov.model import Contract, Member, ObjectType
from exprov.rules.syntax import Binary, Name, Node, Select
from exprov.targets.python.expressions import STRUCT, can_fail, compile_rule
from exprov.targets.python.naming import docstring, literal
from exprov.targets.python.schema_phase import record_types
from exprov.targets.python.specialise import TRUE, specialise
from exprov.types import ArrayType, BooleanType, NumberType, RefType, StringType, ValueType

# Shapes worth unrolling: how many elements each list of objects may have.
UNROLLED = 2


def render_structs(contract: Contract) -> str:
    lines = [
        docstring("msgspec structs of the fast path: known members and tokens only, anything else is refused."),
        "",
        "from __future__ import annotations",
        "",
        "from typing import Literal",
        "",
        "from msgspec import UNSET, Struct, UnsetType",
    ]
    for kind in record_types(contract):
        lines += ["", "", f"class {kind.name}(Struct, forbid_unknown_fields=True, frozen=True, gc=False, kw_only=True):"]
        lines += [docstring(f"{kind.name}, as the fast path decodes it.", "    "), ""]
        for member in kind.members:
            annotation = _annotation(member.type)
            lines += [f"    {member.name}: {annotation}" + ("" if member.required else " | UnsetType = UNSET")]
    return "\n".join(lines) + "\n"


def _annotation(kind: ValueType) -> str:
    match kind:
        case StringType(const=str(const)):
            return f"Literal[{literal(const)}]"
        case StringType():
            values = kind.values or kind.known
            return f"Literal[{', '.join(literal(value) for value in values)}]" if values else "str"
        case NumberType(integer=True):
            return "int"
        case NumberType():
            return "float"
        case BooleanType():
            return "bool"
        case ArrayType():
            return f"tuple[{_annotation(kind.items)}, ...]"
        case RefType(name):
            return name
        case _:
            raise NotImplementedError(f"{type(kind).__name__} in the record")


def render_fast(contract: Contract) -> str:
    record = contract.objects[contract.record]
    lines = [
        docstring("The quick verdict: True means surely writer-valid, False means that the explaining path must say."),
        "",
        "from __future__ import annotations",
        "",
        "from msgspec import UNSET, DecodeError",
        "from msgspec.json import Decoder",
        "",
        "from ._logic import at as at, both as both, either as either, every as every, holds as holds, some as some",
        f"from ._structs import {record.name}",
        "from ._vetted import VETTED, vet",
        "",
        f"DEPTH = {_depth(contract, RefType(record.name))}",
        f"_decode = Decoder({record.name}).decode",
        "# The verdicts of records that were met before: a log has many records and few different ones, since nothing in a",
        "# record names a run or a time. A verdict is how many quotation marks the text has if no member is repeated; 0 is",
        "# 'not sure'. Bounded in number and in size, so that hostile input cannot fill the memory.",
        f"_verdicts: dict[{record.name}, int] = {{}}",
        "_MOST, _LONGEST = 4096, 2048",
        "",
        "",
        "def is_surely_valid(data: bytes | str) -> bool:",
        docstring("Whether `data` is surely a writer-valid record within the default limits of size and depth.", "    "),
        "    try:",
        "        this = _decode(data)",
        "    except (DecodeError, UnicodeError, RecursionError):",
        "        return False",
        "    quotes = _verdicts.get(this)",
        "    if quotes is None:",
        "        quotes = _judge(this)",
        "        if len(data) <= _LONGEST:",
        "            if len(_verdicts) >= _MOST:",
        "                _verdicts.clear()",
        "            _verdicts[this] = quotes",
        "    if isinstance(data, bytes):",
        f"        return data.count(b'\"') == quotes and ({_nonzero(record)} or b\"-0\" not in data)",
        f"    return data.count('\"') == quotes and ({_nonzero(record)} or \"-0\" not in data)",
        "",
        "",
        f"def _judge(this: {record.name}) -> int:",
        docstring("The number of quotation marks in the text of a writer-valid record without repeated members; else 0.", "    "),
        *_numbers(record, "this", "    "),
        *_strings(record, "this", "    "),
    ]
    lists = [member for member in record.members if isinstance(member.type, ArrayType)]
    if len(lists) == 2 and all(isinstance(member.type.items, RefType) for member in lists):  # type: ignore[union-attr]
        lines += _unrolled(contract, record, lists)
    lines += _general(contract, record, lists)
    return "\n".join(lines) + "\n"


def _nonzero(record: ObjectType) -> str:
    """Code for "no number of the record is zero": then a `-0` in the text stands inside a string."""
    numbers = [member.name for member in record.members if isinstance(member.type, NumberType)]
    return " and ".join(f"this.{name} != 0" for name in numbers)


def _depth(contract: Contract, kind: ValueType) -> int:
    match kind:
        case ArrayType(items=items):
            return 1 + _depth(contract, items)
        case RefType(name):
            return 1 + max(_depth(contract, member.type) for member in contract.objects[name].members)
        case _:
            return 0


def _unrolled(contract: Contract, record: ObjectType, lists: list[Member]) -> list[str]:
    """Records with one or two elements in the first list and none in the second."""
    first, second = lists
    inner = contract.objects[first.type.items.name]  # type: ignore[union-attr]
    lines = [f"    attempts_ = this.{first.name}", f"    if not this.{second.name}:"]
    for count in range(1, UNROLLED + 1):
        elements: list[Node] = [Name(f"item{index}") for index in range(count)]
        known: dict[Node, tuple[Node, ...]] = {
            Select(Name("this"), first.name): tuple(elements),
            Select(Name("this"), second.name): (),
        }
        trees = [specialise(rule.tree, known) for rule in record.rules]
        lines += [f"        if len(attempts_) == {count}:"]
        targets = ", ".join(f"item{index}_" for index in range(count))
        lines += [f"            {targets}{',' if count == 1 else ''} = attempts_"]
        for index in range(count):
            lines += _strings(inner, f"item{index}_", " " * 12)
            lines += _conditions(inner, f"item{index}_", " " * 12)
        clauses = [_code(clause) for tree in trees for clause in _clauses(tree)]
        lines += ["            if not (", "                " + "\n                and ".join(dict.fromkeys(clauses)), "            ):"]
        lines += ["                return 0", f"            return {_quotes(record, inner, first, count)}"]
    return lines


def _clauses(tree: Node) -> list[Node]:
    if tree == TRUE:
        return []
    if isinstance(tree, Binary) and tree.operator == "&&":
        return [*_clauses(tree.left), *_clauses(tree.right)]
    return [tree]


def _code(tree: Node) -> str:
    code = compile_rule(tree, STRUCT)
    return f"holds(lambda: {code})" if can_fail(tree) else code


def _general(contract: Contract, record: ObjectType, lists: list[Member]) -> list[str]:
    lines = [f"    expected = {_own_quotes(record, 'this')}"]
    for member in lists:
        kind = member.type
        assert isinstance(kind, ArrayType)
        if not isinstance(kind.items, RefType):
            continue
        inner = contract.objects[kind.items.name]
        lines += [f"    for item_ in this.{member.name}:"]
        lines += _strings(inner, "item_", " " * 8) + _conditions(inner, "item_", " " * 8)
        lines += [f"        expected += {_own_quotes(inner, 'item_')}"]
        for array in inner.members:
            if isinstance(array.type, ArrayType):
                lines += [f"        tokens = item_.{array.name}"]
                if array.type.min_items:
                    lines += [f"        if len(tokens) < {array.type.min_items}:", "            return 0"]
                if array.type.unique:
                    lines += ["        if len(tokens) > 1 and len(set(tokens)) != len(tokens):", "            return 0"]
    clauses = [_code(rule.tree) for rule in record.rules]
    lines += ["    if not (", "        " + "\n        and ".join(clauses), "    ):", "        return 0", "    return expected"]
    return lines


def _numbers(kind: ObjectType, variable: str, indent: str) -> list[str]:
    """The bounds of numbers."""
    lines = []
    for member in kind.members:
        if isinstance(member.type, NumberType):
            low, high = member.type.minimum, member.type.maximum
            if low is None or low < 0:
                raise NotImplementedError("a number of the record that may be negative")
            limit = f" <= {high}" if high is not None else ""
            lines += [f"{indent}if not {low} <= {variable}.{member.name}{limit}:", f"{indent}    return 0"]
    return lines


def _strings(kind: ObjectType, variable: str, indent: str) -> list[str]:
    """Free strings: known to be clean, or vetted now for length, identifier text and credentials."""
    lines = []
    for member in kind.members:
        if isinstance(member.type, StringType) and not (member.type.const or member.type.values or member.type.known):
            value = f"{variable}.{member.name}"
            absent = "" if member.required else f"{value} is not UNSET and "
            lines += [f"{indent}if {absent}{value} not in VETTED and not vet({value}):", f"{indent}    return 0"]
    return lines


def _conditions(kind: ObjectType, variable: str, indent: str) -> list[str]:
    lines = []
    for condition in kind.conditions:
        test = " or ".join(f"{variable}.{condition.member} == {literal(value)}" for value in condition.values)
        bad = [f"{variable}.{name} is UNSET" for name in condition.required]
        bad += [f"{variable}.{name} is not UNSET" for name in condition.forbidden]
        lines += [f"{indent}if ({test}) and ({' or '.join(bad)}):", f"{indent}    return 0"]
    return lines


def _own_quotes(kind: ObjectType, variable: str) -> str:
    """Quotation marks that an object has by itself, the elements of an array of strings included."""
    fixed, parts = 0, []
    for member in kind.members:
        marks = 4 if isinstance(member.type, StringType) else 2
        if member.required:
            fixed += marks
        else:
            parts.append(f"({marks} if {variable}.{member.name} is not UNSET else 0)")
        if isinstance(member.type, ArrayType) and isinstance(member.type.items, StringType):
            parts.append(f"2 * len({variable}.{member.name})")
    return " + ".join([str(fixed), *parts])


def _quotes(record: ObjectType, inner: ObjectType, first: Member, count: int) -> str:
    own = [_own_quotes(record, "this"), *(_own_quotes(inner, f"item{index}_") for index in range(count))]
    fixed = sum(int(part.split(" + ")[0]) for part in own)
    rest = [piece for part in own for piece in part.split(" + ")[1:]]
    return " + ".join([str(fixed), *rest])
