"""Render `_structs.py` and `_fast.py`: the quick verdict on a record as it was written.

It answers "surely valid" or "not sure", never "invalid": whatever is out of the ordinary goes to the explaining path.
msgspec checks the grammar, the types and the closed sets, and refuses unknown members and tokens. What it lets through
shows in the text: a repeated member brings a colon that the decoded record does not account for. Where colons say nothing
(a string holds one), or a zero may have been `-0`, lengths are compared: what msgspec writes of the decoded record, which has
no fractional numbers, is the shortest text of it. A text that has more characters, blanks aside, says something twice or in
another form: `{"a":1,"a":2}` decodes to a record that is written `{"a":2}`, and `-0` to one that is written `0`. Only a text
that is as short is taken. Free strings are vetted once and remembered. For the common lengths of the lists the rules are unrolled, and brought to few tests.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable

from exprov.contract.model import Contract, Member, ObjectType
from exprov.contract.rules.syntax import Binary, Has, Literal, Name, Node, Not, Select
from exprov.contract.types import ArrayType, BooleanType, NumberType, RefType, StringType, ValueType
from exprov.program.derived import record_types
from exprov.targets.python.clauses import Atom, Clause, Test, clauses, render, simplify
from exprov.targets.python.expressions import STRUCT, Access, can_fail, compile_rule
from exprov.targets.python.naming import attribute, docstring, imports, literal, snake
from exprov.targets.python.specialise import specialise, substitute

# Lists of objects are unrolled up to this many elements, the first list and the others.
FIRST, OTHERS = 4, 2
# With more lists than this, shapes would be too many.
MOST_LISTS = 2


class _Unsupported(Exception):
    """The record has something that the fast path cannot judge: all records go to the explaining path."""


def render_structs(contract: Contract) -> str:
    lines = [
        docstring("msgspec structs of the fast path: known members and tokens only, anything else is refused."),
        "",
        "from __future__ import annotations",
    ]
    try:
        structs = [line for kind in record_types(contract) for line in _struct(kind)]
    except _Unsupported:
        return "\n".join(lines) + "\n"
    return (
        "\n".join(
            [*lines, "", "from typing import Literal", "", "from msgspec import UNSET, Struct, UnsetType", *structs]
        )
        + "\n"
    )


def _struct(kind: ObjectType) -> list[str]:
    # A member whose name is a keyword has an attribute of another name.
    renamed = [f"{literal(attribute(m.name))}: {literal(m.name)}" for m in kind.members if attribute(m.name) != m.name]
    rename = f", rename={{{', '.join(renamed)}}}" if renamed else ""
    lines = ["", "", f"class {kind.name}(Struct, forbid_unknown_fields=True, gc=False, kw_only=True{rename}):"]
    lines += [docstring(f"{kind.name}, as the fast path decodes it.", "    "), ""]
    for member in kind.members:
        annotation = _annotation(member.type)
        lines += [f"    {attribute(member.name)}: {annotation}" + ("" if _always(member) else " | UnsetType = UNSET")]
    return lines


def _always(member: Member) -> bool:
    """Whether a writer-valid record has the member."""
    return member.required or member.writer_required


def _annotation(kind: ValueType) -> str:
    match kind:
        case StringType(const=str(const)):
            return f"Literal[{literal(const)}]"
        case StringType(values=values, known=known) if values or known:
            return f"Literal[{', '.join(literal(value) for value in values or known)}]"
        case StringType(pattern=None):
            return "str"
        case NumberType(integer=True):
            return "int"
        case BooleanType():
            return "bool"
        case ArrayType():
            return f"list[{_annotation(kind.items)}]"
        case RefType(name):
            return name
        case _:
            raise _Unsupported(type(kind).__name__)


def render_fast(contract: Contract) -> str:
    lines = [
        docstring("The quick verdict: True means surely writer-valid, False means that the explaining path must say."),
        "",
        "from __future__ import annotations",
        "",
    ]
    try:
        verdict = _verdict(contract)
        called = imports("._logic", ("at", "both", "either", "every", "holds", "some"), "\n".join(verdict))
        lines += ["from msgspec import UNSET, DecodeError", "from msgspec.json import Decoder, Encoder", ""]
        return "\n".join([*lines, *called, *verdict]) + "\n"
    except _Unsupported:
        lines += ["DEPTH = 0", "", "", "def is_surely_valid(data: object, most: int = 0) -> bool:"]
        lines += [docstring("Never sure: the contract has something that only the explaining path judges.", "    ")]
        return "\n".join([*lines, "    return False"]) + "\n"


def _verdict(contract: Contract) -> list[str]:
    record = contract.objects[contract.record]
    lists = [
        member
        for member in record.members
        if isinstance(member.type, ArrayType) and isinstance(member.type.items, RefType) and _always(member)
    ]
    lines = [
        f"from ._structs import {', '.join(kind.name for kind in record_types(contract))}",
        "from ._read import Limits",
        "from ._vetted import VETTED, vet",
        "",
        "_MOST = Limits().max_bytes",
        f"DEPTH = {_depth(contract, RefType(record.name))}",
        f"_decode = Decoder({record.name}).decode",
        "_encode = Encoder().encode",
        "# What is left without the colons is measured rather than the colons counted: that takes less time.",
        '_COLON, _NOTHING, _MINUS = b":", b"", ord("-")',
        '_BLANKS = b" \\t\\r\\n"',
        "",
        "",
        "def is_surely_valid(data: object, most: int = _MOST) -> bool:",
        docstring(
            "Whether `data` is surely the text of a writer-valid record, of at most `most` bytes; its depth is the "
            "caller's to check.",
            "    ",
        ),
        "    try:",
        "        if type(data) is not bytes:",
        "            # A long text is measured by the most that its UTF-8 form can take.",
        "            if not isinstance(data, str) or 4 * len(data) > most:",
        "                return False",
        '            data = data.encode("utf-8")',
        "        if len(data) > most:",
        "            return False",
        "        this = _decode(data)",
        "    except (DecodeError, UnicodeError, RecursionError):",
        "        return False",
    ]
    chosen = ["    members = _any_shape(this)"]
    shapes: list[str] = []
    if 0 < len(lists) <= MOST_LISTS:
        most = [FIRST, *[OTHERS] * (len(lists) - 1)]
        for counts in itertools.product(*(range(limit + 1) for limit in most)):
            shapes += _shape(contract, record, dict(zip((member.name for member in lists), counts, strict=True)))
        chosen = [f"    count{number} = len(this.{attribute(member.name)})" for number, member in enumerate(lists)]
        chosen += _choice(most, [])
    numbers = [
        f"(this.{attribute(member.name)} != 0 or _MINUS not in data)"
        for member in record.members
        if isinstance(member.type, NumberType)
    ]
    if any(
        isinstance(member.type, NumberType)
        for kind in record_types(contract)
        for member in kind.members
        if kind != record
    ):
        raise _Unsupported("numbers below the record's own members")
    lines += [
        *chosen,
        "    if not members:",
        "        return False",
        "    # A repeated member brings a colon of its own. Where strings have colons or a number may be `-0`, look closer.",
        f"    if {' and '.join(['len(data) - len(data.replace(_COLON, _NOTHING)) == members', *numbers])}:",
        "        return True",
        "    return _is_plain(this, data)",
        "",
        "",
        f"def _is_plain(this: {record.name}, data: bytes) -> bool:",
        docstring(
            "Whether `data` is `this` as msgspec writes it, but for blanks and order: all else is longer.", "    "
        ),
        "    return len(_encode(this).translate(None, _BLANKS)) == len(data.translate(None, _BLANKS))",
        "",
        "",
        f"def _any_shape(this: {record.name}) -> int:",
        docstring(
            "The number of members that a valid record has, those of inner objects included; 0 for another one.", "    "
        ),
    ]
    tests = [*_members(contract, record, Name("this")), *(_code(rule.tree, STRUCT) for rule in record.rules)]
    lines += [*_unless(tests), f"    return {_count(contract, record, Name('this'), [], STRUCT)}"]
    for kind in record_types(contract):
        if kind.name != record.name:
            lines += ["", "", f"def _{snake(kind.name)}(item_: {kind.name}) -> bool:"]
            lines += [docstring(f"Whether one {kind.name} is valid by itself.", "    ")]
            tests = _members(contract, kind, Name("item"))
            lines += ["    return (", "        " + "\n        and ".join(tests or ["True"]), "    )"]
    return lines + shapes


def _choice(most: list[int], counts: list[int]) -> list[str]:
    """Code that calls the shape for the counts. Each has a call of its own: CPython makes one that always meets the same
    function much cheaper than one through a table."""
    if len(counts) == len(most):
        return [f"{'    ' * (len(counts) + 1)}members = _shape_{'_'.join(map(str, counts))}(this)"]
    indent = "    " * (len(counts) + 1)
    lines = []
    for count in range(most[len(counts)] + 1):
        lines += [
            f"{indent}{'elif' if count else 'if'} count{len(counts)} == {count}:",
            *_choice(most, [*counts, count]),
        ]
    return [*lines, f"{indent}else:", f"{indent}    members = _any_shape(this)"]


def _depth(contract: Contract, kind: ValueType) -> int:
    match kind:
        case ArrayType(items=items):
            return 1 + _depth(contract, items)
        case RefType(name):
            return 1 + max((_depth(contract, member.type) for member in contract.objects[name].members), default=0)
        case _:
            return 0


def _members(contract: Contract, kind: ObjectType, item: Name) -> list[str]:
    """Tests of what the struct's types leave open, for one object."""
    return [render([clause], _atom_code(STRUCT)) for clause in _own_clauses(contract, kind, item, STRUCT)]


def _tests(contract: Contract, kind: ValueType, value: str) -> list[str]:
    match kind:
        case StringType(const=None, values=(), known=()):
            # The struct's own strings are clean by the contract; vetting asks for one code point at least.
            length = [f"len({value}) >= {kind.min_length}"] if kind.min_length > 1 else []
            return [*length, f"({value} in VETTED or vet({value}))"]
        case NumberType():
            return _tests_of_number(kind, value)
        case ArrayType():
            inner = _tests(contract, kind.items, "item_")
            each = [f"all([{' and '.join(inner)} for item_ in {value}])"] if inner else []
            if kind.unique:
                if isinstance(kind.items, RefType | ArrayType):
                    raise _Unsupported("unique objects")
                # One element or two are the common cases, and need no set.
                enough = f" >= {kind.min_items}" if kind.min_items else ""
                few = f"len({value}) == 1 or " if kind.min_items < 2 else ""
                pair = f"{value}[0] != {value}[1] if len({value}) == 2 else " if kind.min_items <= 2 else ""
                return [f"({few}({pair}len(set({value})) == len({value}){enough}))", *each]
            return [*([f"len({value}) >= {kind.min_items}"] if kind.min_items else []), *each]
        case RefType(name):
            return [f"_{snake(name)}({value})"] if _members(contract, contract.objects[name], Name("item")) else []
        case _:
            return []


def _tests_of_number(kind: NumberType, value: str) -> list[str]:
    low = f"{kind.minimum} <= " if kind.minimum is not None else ""
    high = f" <= {kind.maximum}" if kind.maximum is not None else ""
    return [f"({low}{value}{high})"] if low or high else []


def _conditions(kind: ObjectType, item: Node) -> list[Clause]:
    """The conditions of an object as clauses; values that are all but one are "not that one"."""
    found: list[Clause] = []
    for condition in kind.conditions:
        values = kind.member(condition.member).type
        tested = Select(item, condition.member)
        others = set(values.values) - set(condition.values) if isinstance(values, StringType) else set()
        if len(others) == 1 and _always(kind.member(condition.member)):
            cases = [(Binary("==", tested, Literal(others.pop())), True)]
        else:
            cases = [(Binary("==", tested, Literal(value)), False) for value in condition.values]
        for case in cases:
            found += [frozenset({case, (Has(item, name), True)}) for name in condition.required]
            found += [frozenset({case, (Has(item, name), False)}) for name in condition.forbidden]
    return found


def _shape(contract: Contract, record: ObjectType, counts: dict[str, int]) -> list[str]:
    """A function for records whose lists of objects have these lengths."""
    # What is read more than once is read into a variable first.
    every = "\n".join(_shape_with(_Variables(None), contract, record, counts))
    often = frozenset(name for name, count in Counter(re.findall(r"\w+", every)).items() if count > 2)
    return _shape_with(_Variables(often), contract, record, counts)


class _Variables:
    """Reads members through variables: all of them, or those whose names are in `wanted`."""

    def __init__(self, wanted: frozenset[str] | None) -> None:
        self._wanted = wanted
        self.assigned: dict[str, str] = {}
        self.access = Access(
            select=self._read,
            has=lambda operand, member: f"{self._read(operand, member)} is not UNSET",
            lacks=lambda operand, member: f"{self._read(operand, member)} is UNSET",
        )

    def _read(self, operand: str, member: str) -> str:
        value = STRUCT.select(operand, member)
        # Variables of rules end with an underscore, so that no other name is the same.
        variable = f"{operand.rstrip('_')}_{attribute(member).rstrip('_')}"
        if not operand.isidentifier() or (self._wanted is not None and variable not in self._wanted):
            return value
        if self.assigned.setdefault(variable, value) != value:
            return value
        return variable


def _shape_with(variables: _Variables, contract: Contract, record: ObjectType, counts: dict[str, int]) -> list[str]:
    access = variables.access
    known: dict[Node, tuple[Node, ...]] = {}
    unpacked: list[str] = []
    elements: list[tuple[Name, ObjectType]] = []
    for number, (name, count) in enumerate(counts.items()):
        kind = record.member(name).type
        assert isinstance(kind, ArrayType) and isinstance(kind.items, RefType)
        if count < kind.min_items or (kind.unique and count > 1):
            return _no_shape(record, counts)
        items = tuple(Name(f"item{number}{index}") for index in range(count))
        known[Select(Name("this"), name)] = items
        if count:
            unpacked += [
                f"    {', '.join(f'{item.name}_' for item in items)}{',' * (count == 1)} = this.{attribute(name)}"
            ]
        inner = contract.objects[kind.items.name]
        elements += [(item, inner) for item in items]
    found = [clause for item, inner in elements for clause in _own_clauses(contract, inner, item, access)]
    found += _own_clauses(contract, record, Name("this"), access, skip=frozenset(counts))
    trees = [specialise(rule.tree, known) for rule in record.rules]
    # What one rule fixes to a constant, the others need not compare.
    fixed: dict[Node, Node] = {
        tree.left: tree.right
        for tree in trees
        if isinstance(tree, Binary)
        and tree.operator == "=="
        and isinstance(tree.left, Select)
        and isinstance(tree.right, Literal)
    }
    folded = [
        tree
        if isinstance(tree, Binary) and tree.left in fixed and tree.right == fixed[tree.left]
        else specialise(substitute(tree, fixed), known)
        for tree in trees
    ]
    found = [clause for clause in found if not _is_bound(clause, fixed, record, access)]
    found += [clause for tree in folded if not can_fail(tree) for clause in clauses(tree)]
    found = _vetted_once(found, access)
    simple = simplify(found)
    vetting = _vetting_clauses([*elements, (Name("this"), record)], access)
    strings = [vetting[clause] for clause in simple if clause in vetting]
    tests = [render([clause for clause in simple if clause not in vetting], _atom_code(access))]
    if strings:
        remembered = " and ".join(f"{string} in VETTED" for string in strings)
        tests.append(f"({remembered} or vet({', '.join(strings)}))")
    tests += [_code(tree, access) for tree in folded if can_fail(tree)]
    lines = ["", "", f"def _shape_{'_'.join(map(str, counts.values()))}(this: {record.name}) -> int:"]
    total = _count(contract, record, Name("this"), simple, access, frozenset(counts))
    for element, inner in elements:
        total += " + " + _count(contract, inner, element, simple, access)
    body = [*_unless(tests), f"    return {_sum(total)}"]
    used = set(re.findall(r"\w+", "\n".join(body)))
    assigned = [f"    {variable} = {value}" for variable, value in variables.assigned.items() if variable in used]
    return [*lines, *unpacked, *assigned, *body]


def _unless(tests: list[str]) -> list[str]:
    tests = tests or ["True"]
    return ["    if not (", "        " + "\n        and ".join(tests), "    ):", "        return 0"]


def _sum(terms: str) -> str:
    """The sum of `terms`, its constants added up."""
    parts = terms.split(" + ")
    return " + ".join(
        [str(sum(int(part) for part in parts if part.isdigit())), *(part for part in parts if not part.isdigit())]
    )


def _count(
    contract: Contract,
    kind: ObjectType,
    item: Node,
    found: list[Clause],
    access: Access,
    skip: frozenset[str] = frozenset(),
) -> str:
    """Code for the number of members of an object and of the objects in it; `found` may tell which are there."""
    parts: list[str] = []
    for member in kind.members:
        has = Has(item, member.name)
        present = compile_rule(has, access)
        value = compile_rule(Select(item, member.name), access)
        if _always(member) or frozenset({(has, True)}) in found:
            parts.append("1")
        elif frozenset({(has, False)}) not in found:
            parts.append(f"(1 if {present} else 0)")
        if member.name not in skip:
            inner = _inner_count(contract, member.type, value)
            if inner:
                parts.append(inner if _always(member) else f"({inner} if {present} else 0)")
    return _sum(" + ".join(parts or ["0"]))


def _inner_count(contract: Contract, kind: ValueType, value: str) -> str:
    match kind:
        case ArrayType(items=RefType(name)):
            inner = _count(contract, contract.objects[name], Name("x"), [], STRUCT)
            return f"sum([{inner} for x_ in {value}])"
        case RefType():
            raise _Unsupported("an object in an object")
        case ArrayType(items=ArrayType()):
            raise _Unsupported("an array in an array")
        case _:
            return ""


def _is_bound(clause: Clause, fixed: dict[Node, Node], record: ObjectType, access: Access) -> bool:
    """Whether `clause` tests the bounds of a number that a rule fixes to a constant within them."""
    for tested, value in fixed.items():
        if isinstance(tested, Select) and tested.operand == Name("this") and isinstance(value, Literal):
            kind = record.member(tested.member).type
            if not isinstance(kind, NumberType) or isinstance(value.value, str):
                continue
            low, high = kind.minimum, kind.maximum
            inside = (low is None or low <= value.value) and (high is None or value.value <= high)
            if inside and clause == {
                (Test(test), True) for test in _tests_of_number(kind, compile_rule(tested, access))
            }:
                return True
    return False


def _vetted_once(found: list[Clause], access: Access) -> list[Clause]:
    """`found` without the vetting of strings that must equal a string which is vetted anyway."""
    implied: set[Clause] = set()
    for clause in found:
        for literal_ in clause:
            equal, polarity = literal_
            if polarity and isinstance(equal, Binary) and equal.operator == "==":
                for vetted, other in ((equal.left, equal.right), (equal.right, equal.left)):
                    if frozenset({(_vetting(vetted, access), True)}) in found:
                        implied.add((clause - {literal_}) | {(_vetting(other, access), True)})
    return [clause for clause in found if clause not in implied]


def _vetting_clauses(objects: list[tuple[Name, ObjectType]], access: Access) -> dict[Clause, str]:
    """The clauses that say no more than that a string is absent or vetted: all of them take one test together."""
    found: dict[Clause, str] = {}
    for item, kind in objects:
        for member in kind.members:
            if isinstance(member.type, StringType):
                string = Select(item, member.name)
                vetted = (_vetting(string, access), True)
                absent = (Has(item, member.name), False)
                found[frozenset({vetted})] = found[frozenset({vetted, absent})] = compile_rule(string, access)
    return found


def _vetting(string: Node, access: Access) -> Test:
    code = compile_rule(string, access)
    return Test(f"({code} in VETTED or vet({code}))")


def _no_shape(record: ObjectType, counts: dict[str, int]) -> list[str]:
    lines = ["", "", f"def _shape_{'_'.join(map(str, counts.values()))}(this: {record.name}) -> int:"]
    return [*lines, "    return _any_shape(this)"]


def _own_clauses(
    contract: Contract, kind: ObjectType, item: Name, access: Access, skip: frozenset[str] = frozenset()
) -> list[Clause]:
    found = _conditions(kind, item)
    for member in kind.members:
        if member.name in skip:
            continue
        tests = _tests(contract, member.type, compile_rule(Select(item, member.name), access))
        absent: set[tuple[Atom, bool]] = set() if _always(member) else {(Has(item, member.name), False)}
        found += [frozenset({*absent, (Test(test), True)}) for test in tests]
    return found


def _atom_code(access: Access) -> Callable[[Atom, bool], str]:
    def code(atom: Atom, polarity: bool) -> str:
        if isinstance(atom, Test):
            return atom.code if polarity else f"not {atom.code}"
        if isinstance(atom, Binary) and atom.operator == "==" and not polarity:
            return compile_rule(Binary("!=", atom.left, atom.right), access)
        return compile_rule(atom if polarity else Not(atom), access)

    return code


def _code(tree: Node, access: Access) -> str:
    code = compile_rule(tree, access)
    return f"holds(lambda: {code})" if can_fail(tree) else code
