"""Render `_structs.py` and `_fast.py`: the quick verdict on a record as it was written.

It answers "surely valid" or "not sure", never "invalid": whatever is out of the ordinary goes to the explaining path.
msgspec checks the grammar, the types and the closed sets, and refuses unknown members and tokens. What it lets through
shows in the text: a repeated member brings a colon that the decoded record does not account for. Where colons say nothing
(a string holds one), or a zero may have been `-0`, lengths are compared: what msgspec writes of the decoded record, which has
no fractional numbers, is the shortest text of it. A text that has more characters, blanks aside, says something twice or in
another form: `{"a":1,"a":2}` decodes to a record that is written `{"a":2}`, and `-0` to one that is written `0`. Only a text
that is as short is taken. Free strings are vetted once and remembered. One loop over a list judges its elements and counts
the values that rules ask about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression, Type
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
from exprov.targets.common.expressions import AND, COMPARE, CONDITIONAL, OR, POSTFIX, UNARY, Form, Printer
from exprov.targets.python.naming import attribute, literal, literals, local

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


class _Unsupported(Exception):
    """A member that the fast path cannot judge. If it is optional, records that have it go to the explaining path."""


def render_structs(program: Program) -> str:
    """The structs that the fast path decodes; none if the record has a required member that it cannot judge."""
    try:
        structs = [_struct(program, kind) for kind in _record_types(program)]
    except _Unsupported:
        structs = []
    return _TEMPLATES.get_template("structs.py.jinja2").render(structs=structs)


def render_fast(program: Program) -> str:
    try:
        verdict = _Verdict(program).render()
        structs = [kind.name for kind in _record_types(program)]
        depth = _depth(program, Ref(name=program.record.type))
        limit = program.limits.max_bytes
        return _TEMPLATES.get_template("fast.py.jinja2").render(
            verdict=verdict, structs=structs, record=program.record.type, depth=depth, limit=limit
        )
    except _Unsupported:
        return _TEMPLATES.get_template("never_sure.py.jinja2").render()


def _record_types(program: Program) -> list[Object]:
    """The record's type and those that it holds, inner ones first."""
    found: dict[str, Object] = {}

    def visit(kind: Object) -> None:
        for member in _judged(program, kind):
            check = member.check.items if isinstance(member.check, Array) else member.check
            if isinstance(check, Ref):
                visit(program.object(check.name))
        found.setdefault(kind.name, kind)

    visit(program.object(program.record.type))
    return list(found.values())


def _always(member: Member) -> bool:
    """Whether a writer-valid record has the member."""
    return member.required or member.writer_required


def _judged(program: Program, kind: Object) -> Iterator[Member]:
    """The members that the fast path knows; it leaves out optional ones that it cannot judge."""
    for member in kind.members:
        try:
            _annotation(program, member.check, top=kind.name == program.record.type)
        except _Unsupported:
            if _always(member):
                raise
        else:
            yield member


def _annotation(program: Program, check: Check, *, top: bool) -> str:
    match check:
        case Version(value=value) | Constant(value=value):
            return f"Literal[{literal(value)}]"
        case SetRef(name=name):
            return f"Literal[{', '.join(map(literal, program.set(name).values))}]"
        case Text():
            return "str"
        case Number(integer=True, minimum=low, maximum=high) if top:
            # A zero below the record's own members could be `-0` unseen.
            bounds = [f"{name}={bound}" for name, bound in (("ge", low), ("le", high)) if bound is not None]
            return f"Annotated[int, Meta({', '.join(bounds)})]" if bounds else "int"
        case Boolean():
            return "bool"
        case Array(items=Ref(name=name), unique=False) if top:
            return _list(name, check.min_items)
        case Array(items=SetRef() | Text() | Boolean() as items):
            return _list(_annotation(program, items, top=top), check.min_items)
        case Ref(name=name) if top:
            return name
        case _:
            raise _Unsupported


def _list(items: str, least: int) -> str:
    return f"Annotated[list[{items}], Meta(min_length={least})]" if least else f"list[{items}]"


def _struct(program: Program, kind: Object) -> dict[str, object]:
    members = list(_judged(program, kind))
    return {
        "name": kind.name,
        # A member whose name is a keyword has an attribute of another name.
        "renamed": {literal(attribute(m.name)): literal(m.name) for m in members if attribute(m.name) != m.name},
        "members": [
            {
                "name": attribute(member.name),
                "type": _annotation(program, member.check, top=kind.name == program.record.type),
                "always": _always(member),
            }
            for member in members
        ],
    }


def _depth(program: Program, check: Check) -> int:
    match check:
        case Array(items=items):
            return 1 + _depth(program, items)
        case Ref(name=name):
            inner = [_depth(program, member.check) for member in program.object(name).members]
            return 1 + max(inner, default=0)
        case _:
            return 0


class _Count(TypedDict):
    """How many members an object has: always, and the values of those that it may lack."""

    always: int
    optional: list[str]


class _Verdict:
    """The body of the verdict: what is asked of the elements of each list, then of the record."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.record = program.object(program.record.type)
        self.members = list(_judged(program, self.record))
        # The names whose members are local variables: the record, and the element of a loop.
        self.locals = {"this"}
        self.printer = _StructPrinter([f"this_{attribute(m.name)}" for m in self.members if isinstance(m.check, Array)])

    def value(self, item: str, name: str) -> str:
        """How the verdict reads a member."""
        return f"{item}_{attribute(name)}" if item in self.locals else f"{item}.{attribute(name)}"

    def render(self) -> dict[str, object]:
        tests = self.of_object(self.record, "this")
        trees = [rule.tree for rule in self.record.rules]
        keys, relations = self.sets(trees)
        rules = self.rules([one for one in trees if not isinstance(one, tree.Distinct | tree.Disjoint)])
        lists = [
            self.of_list(member, self.program.object(member.check.items.name))
            for member in self.members
            if isinstance(member.check, Array) and isinstance(member.check.items, Ref)
        ]
        return {
            "members": [
                attribute(member.name) for member in self.members if not isinstance(member.check, Constant | Version)
            ],
            "arrays": [attribute(member.name) for member in self.members if isinstance(member.check, Array)],
            "lists": lists,
            "tests": [*tests, *rules],
            "key_sets": keys,
            "relations": relations,
            "count": self.count(self.record, "this"),
            # Of zeros alone the text does not show whether they were `-0`.
            "numbers": [f"this_{attribute(m.name)}" for m in self.members if isinstance(m.check, Number)],
        }

    def of_list(self, member: Member, kind: Object) -> dict[str, object]:
        """What is asked of each object in a list, and which values are counted in it for the rules."""
        name, item = attribute(member.name), local(kind.name)
        self.locals.add(item)
        return {
            "name": name,
            "item": item,
            "members": [
                attribute(one.name) for one in _judged(self.program, kind) if not isinstance(one.check, Constant)
            ],
            "tests": self.of_object(kind, item),
            "count": self.count(kind, item),
            "counters": [
                {"name": counter, "member": of, "token": literal(token)}
                for (owner, of, token), counter in self.printer.counters.items()
                if owner == f"this_{name}"
            ],
        }

    def sets(self, trees: Sequence[Expression]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        """The set operations among the rules: the sets of keys, and what is asked of them if their lists are long enough."""
        names: dict[tuple[str, str], str] = {}

        def key(of: Expression, by: str) -> str:
            return names.setdefault((self.printer.print(of), attribute(by)), f"keys{len(names)}")

        asked: list[dict[str, str]] = []
        for one in trees:
            if isinstance(one, tree.Distinct):
                of = self.printer.print(one.of)
                asked.append({"if": f"{of}_size > 1", "holds": f"len({key(one.of, one.by)}) == {of}_size"})
            elif isinstance(one, tree.Disjoint):
                left, right = self.printer.print(one.left), self.printer.print(one.right)
                holds = f"{key(one.left, one.by)}.isdisjoint({key(one.right, one.by)})"
                asked.append({"if": f"({left}_size and {right}_size)", "holds": holds})
        keys = [
            {"name": name, "list": of, "member": by, "item": f"{of.removeprefix('this_')}_item"}
            for (of, by), name in names.items()
        ]
        return keys, asked

    def rules(self, trees: Sequence[Expression]) -> list[str]:
        """The rules; those that hold unless a member is present, or unless it is absent, share the question."""
        tests: list[str] = []
        guarded: dict[str, tuple[list[str], list[str]]] = {}
        for rule in trees:
            match rule:
                case tree.Logical("||", tree.Not(tree.Has(tree.Name("this"), name)), rest):
                    guarded.setdefault(name, ([], []))[0].append(self.printer.print(rest, AND))
                case tree.Logical("||", tree.Has(tree.Name("this"), name), rest):
                    guarded.setdefault(name, ([], []))[1].append(self.printer.print(rest, AND))
                case _:
                    tests.append(self.printer.print(rule, AND))
        for name, branches in guarded.items():
            present, absent = (" and ".join(branch) or "True" for branch in branches)
            tests.append(f"(({present}) if this_{attribute(name)} is not UNSET else ({absent}))")
        return tests

    def of_object(self, kind: Object, item: str) -> list[str]:
        """Tests of what a struct's types leave open, for one object."""
        tests = []
        for member in _judged(self.program, kind):
            value = self.value(item, member.name)
            for test in self.of_check(member.check, value):
                tests.append(
                    test if _always(member) or isinstance(member.check, Text) else f"({value} is UNSET or {test})"
                )
        return [*tests, *self.conditions(kind, item)]

    def of_check(self, check: Check, value: str) -> Iterator[str]:
        match check:
            case Text():
                # The struct's own strings are clean by the contract; vetting asks for one code point at least. What is
                # absent is vetted, too.
                if check.min_length > 1:
                    yield f"({value} is UNSET or len({value}) >= {check.min_length})"
                yield f"({value} in VETTED or vet({value}))"
            case Array(items=items, unique=unique) if not isinstance(items, Ref):
                if unique:
                    yield f"(len({value}) < 2 or len(set({value})) == len({value}))"
                if isinstance(items, Text):
                    yield f"all([{' and '.join(self.of_check(items, 'one'))} for one in {value}])"
            case Ref(name=name):
                yield from self.of_object(self.program.object(name), value)

    def conditions(self, kind: Object, item: str) -> Iterator[str]:
        """Tests that no condition is broken. A member that is required in some cases and forbidden in all others is there
        exactly in those cases."""
        required = {(one.member, name): one for one in kind.conditions for name in one.required}
        forbidden = {(one.member, name): one for one in kind.conditions for name in one.forbidden}
        for key in dict.fromkeys([*required, *forbidden]):
            (tag, name), wanted, unwanted = key, required.get(key), forbidden.get(key)
            value = self.value(item, name)
            if wanted and unwanted and set(wanted.values) | set(unwanted.values) == self.values(kind, tag):
                yield f"({self.among(item, tag, wanted.values)}) == ({value} is not UNSET)"
                continue
            if wanted:
                yield f"(not ({self.among(item, tag, wanted.values)}) or {value} is not UNSET)"
            if unwanted:
                yield f"(not ({self.among(item, tag, unwanted.values)}) or {value} is UNSET)"

    def values(self, kind: Object, name: str) -> set[str]:
        """Every value that a member can have; none if it may be absent, too."""
        member = kind.member(name)
        return (
            set(self.program.set(member.check.name).values)
            if isinstance(member.check, SetRef) and _always(member)
            else set()
        )

    def among(self, item: str, name: str, values: tuple[str, ...]) -> str:
        value = self.value(item, name)
        return f"{value} == {literal(values[0])}" if len(values) == 1 else f"{value} in {literals(values)}"

    def count(self, kind: Object, item: str) -> _Count:
        """How many members an object has, those of objects that it holds by a member included: always, and if present."""
        members = list(_judged(self.program, kind))
        always, optional = sum(map(_always, members)), [self.value(item, m.name) for m in members if not _always(m)]
        for member in members:
            if isinstance(member.check, Ref):
                if not _always(member):
                    raise _Unsupported
                inner = self.count(self.program.object(member.check.name), self.value(item, member.name))
                always += inner["always"]
                optional += inner["optional"]
        return {"always": always, "optional": optional}


def _value(item: str, name: str) -> str:
    """How rules read a member: the record's own ones are local variables."""
    return f"this_{attribute(name)}" if item == "this" else f"{item}.{attribute(name)}"


class _StructPrinter(Printer):
    """Prints rules over decoded structs."""

    operators = {"&&": "and", "||": "or"}  # noqa: RUF012 - a constant

    def __init__(self, lists: Sequence[str]) -> None:
        self.lists = frozenset(lists)
        """The variables that hold lists of objects; each has a variable for its size beside it."""
        self.counters: dict[tuple[str, str, str], str] = {}
        """The values that rules count in a list, as `(list, attribute, token)`, and the variable that counts each."""

    def literal(self, value: str | int | bool) -> Form:
        return literal(value) if isinstance(value, str) else repr(value), POSTFIX

    def items(self, items: list[str], kind: Type) -> Form:
        return f"[{', '.join(items)}]", POSTFIX

    def name(self, name: str) -> str:
        # A variable of a rule may be any CEL identifier, a Python keyword included.
        return "this" if name == "this" else f"{name}_"

    def member(self, of: str, name: str, kind: Type) -> Form:
        return _value(of, name), POSTFIX

    def has(self, of: str, name: str) -> Form:
        return f"{_value(of, name)} is not UNSET", COMPARE

    def negation(self, of: Expression) -> Form:
        if isinstance(of, tree.Has):
            return f"{_value(self.print(of.of, POSTFIX), of.name)} is UNSET", COMPARE
        # `not` binds less tightly than a comparison, which is written in parentheses here.
        return f"(not {self.print(of, UNARY)})", POSTFIX

    def at(self, of: str, index: int, from_end: bool) -> Form:
        return f"{of}[{-1 - index if from_end else index}]", POSTFIX

    def size(self, of: str, kind: Type) -> Form:
        return (f"{of}_size" if of in self.lists else f"len({of})"), POSTFIX

    def compare(self, operator: str, left: Expression, right: Expression) -> Form:
        text, _ = super().compare(operator, left, right)
        # Python chains comparisons.
        return f"({text})", POSTFIX

    def conditional(self, test: str, then: str, otherwise: str) -> Form:
        return f"{then} if {test} else {otherwise}", CONDITIONAL

    def is_in(self, left: Expression, right: Expression) -> Form:
        return f"({self.print(left, COMPARE + 1)} in {self.print(right, COMPARE + 1)})", POSTFIX

    def quantifier(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        counted = self.counted(operator, of, variable, body)
        if counted is not None:
            return counted, POSTFIX
        test, name = self.print(body), self.name(variable)
        if operator == "exists_one":
            return f"([{test} for {name} in {of}].count(True) == 1)", POSTFIX
        return f"{'all' if operator == 'all' else 'any'}([{test} for {name} in {of}])", POSTFIX

    def counted(self, operator: str, of: str, variable: str, body: Expression) -> str | None:
        """A quantifier over `x.m == "token"` or `!=` in a list of the record, by the count of that token."""
        match body:
            case tree.Compare("==" | "!=" as how, tree.Member(tree.Name(name), member), tree.Literal(str(token))) if (
                name == variable and of in self.lists
            ):
                key = (of, attribute(member), token)
            case _:
                return None
        count = self.counters.setdefault(key, f"count{len(self.counters)}")
        if how == "!=":
            count = f"{of}_size - {count}"
        if operator == "exists":
            return f"({count} > 0)"
        return f"({count} == {f'{of}_size' if operator == 'all' else 1})"

    def comprehension(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        name = self.name(variable)
        if operator == "filter":
            return f"[{name} for {name} in {of} if {self.print(body, OR)}]", POSTFIX
        return f"[{self.print(body)} for {name} in {of}]", POSTFIX

    def distinct(self, of: str, by: str) -> Form:
        return f"(len({of}) < 2 or len({{one.{attribute(by)} for one in {of}}}) == len({of}))", POSTFIX

    def disjoint(self, left: str, right: str, by: str) -> Form:
        first, second = (f"one.{attribute(by)} for one in {of}" for of in (left, right))
        return f"(not {left} or {{{first}}}.isdisjoint([{second}]))", POSTFIX
